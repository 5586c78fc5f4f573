// The requested and the reported values of parameters. The values in use are in the worker; a read returns the requested
// value until the worker has reported the value in use, and from then on the reported one.

import { defaultOf, isKnown, valueOf } from './catalog_keys.js';

/** Limit of unknown keys set before there is a tank, for a script that sets keys in a loop. */
const maxUnknown = 256;

/** @typedef {import('./share.js').TankState} TankState */

export class Settings {
  /** @type {string[]} */
  #changed = [];
  /** The last report of the module. @type {Record<string, unknown>} */
  #reported = {};
  /** Requested and not reported yet. @type {Map<string, {text: string, ticket: number, replied: boolean}>} */
  #requested = new Map();
  #tickets = 0;
  /** Values set by script, which also apply to the next tank. @type {Map<string, string>} */
  #overrides = new Map();
  /** Those that the page's author has set: its readers may have changed them. @type {Map<string, string>} */
  #byAuthor = new Map();
  /** Unknown keys set before the start: the module reports them as unknown. @type {[string, string][]} */
  #unknown = [];

  /** Stores a value for the next tank. @param {string} key @param {string} text @param {boolean} [byAuthor] of the page, not by its reader */
  setOverride(key, text, byAuthor = false) {
    if (!isKnown(key)) return;
    this.#overrides.set(key, text);
    if (byAuthor) this.#byAuthor.set(key, text);
  }

  /** @param {string} key */
  removeOverride(key) {
    this.#overrides.delete(key);
    this.#byAuthor.delete(key);
  }

  /** Key and text of what the author's scripts have set. */
  get byAuthor() {
    return [...this.#byAuthor];
  }

  /** Those of another tank, while this one's may still be needed. */
  forNext() {
    const next = new Settings();
    next.#overrides = new Map(this.#overrides);
    next.#byAuthor = new Map(this.#byAuthor);
    return next;
  }

  clearOverrides() {
    this.#overrides.clear();
    this.#byAuthor.clear();
  }

  /** @param {string} key @param {string} text */
  queueUnknown(key, text) {
    if (!isKnown(key) && this.#unknown.length < maxUnknown) this.#unknown.push([key, text]);
  }

  /** The values of a new tank in addition to the attributes. @returns {[string, string][]} */
  initialValues() {
    return [...this.#overrides, ...this.#unknown];
  }

  /** A tank has got them. */
  clearUnknown() {
    this.#unknown = [];
  }

  /** @param {string} key @param {string | null} text null: the scene's own, which is not known here @returns {number} the ticket for the message */
  request(key, text) {
    const ticket = ++this.#tickets;
    if (text === null) {
      this.#requested.delete(key);
      return ticket;
    }
    const value = valueOf(key, text);
    if (isKnown(key) && (typeof value !== 'number' || Number.isFinite(value)))
      this.#requested.set(key, { text, ticket, replied: false });
    return ticket;
  }

  /** @param {import('./tank.js').SetReply} reply with the ticket 0 where nothing was stored */
  onReply({ key, ticket, status, reported }) {
    const refused = status === 2;
    const requested = this.#requested.get(key);
    if (requested?.ticket === ticket) {
      requested.replied = true;
      if (refused || reported) this.#requested.delete(key);
    }
    if (refused && ticket && (!requested || requested.ticket === ticket)) this.#overrides.delete(key);
  }

  /** @param {Record<string, unknown> & {changed: string[]}} values with the keys whose values are not the scene's own */
  onReport({ changed, ...values }) {
    const scene = this.#requested.get('scene');
    if (scene && scene.text !== values.scene) return; // of the scene before
    this.#changed = changed;
    this.#reported = values;
    for (const [key, { replied }] of this.#requested) if (replied) this.#requested.delete(key);
  }

  /** Another scene was requested: what was changed is of the one before, but for the device. */
  leaveScene() {
    this.#changed = this.#changed.filter((key) => key === 'device');
    this.#requested.clear();
    delete this.#reported.eye;
  }

  /** The settings that are not the scene's own, requested ones included. @returns {TankState['settings']} */
  changed() {
    // Once the module has reported, its list has the values set before, without those that it refused.
    const isReported = Object.keys(this.#reported).length > 0;
    const requested = [...this.#requested, ...(isReported ? [] : this.#overrides)].map(([key]) => key);
    for (const key of ['eye', 'compare']) if (this.#reported[key]) requested.push(key);
    const isOwn = (/** @type {string} */ key) => key === 'scene' || (/^(eye|compare)$/.test(key) && !this.get(key, null));
    const keys = new Set([...this.#changed, ...requested].filter((key) => !isOwn(key)));
    return Object.fromEntries([...keys].map((key) => [key, /** @type {string | number | boolean} */ (this.get(key, null))]));
  }

  /** The eye moves without a report of all values. @param {string} eye */
  onEye(eye) {
    if (this.#reported.eye === eye) return;
    this.#reported.eye = eye;
    if (!this.#requested.has('eye')) this.#overrides.delete('eye'); // the reader has moved it
  }

  /** The tank was disposed. */
  clear() {
    this.#changed = [];
    this.#reported = {};
    this.#requested.clear();
  }

  /** @param {string} key @param {string | null} attribute */
  get(key, attribute) {
    const text =
      this.#requested.get(key)?.text ??
      (Object.hasOwn(this.#reported, key) ? this.#reported[key] : undefined) ??
      this.#overrides.get(key) ??
      attribute ??
      defaultOf(key);
    return text === undefined ? undefined : valueOf(key, text);
  }
}
