// The requested and the reported values of parameters. The values in use live in the worker; a read returns the requested
// value until the worker has reported, and from then on the reported one.

import { defaultOf, isKnown, valueOf } from './catalog_keys.js';

/** Limit of unknown keys set before there is a tank: more come from a script in a loop. */
const maxWaiting = 256;

export class Settings {
  /** As the module last reported them. @type {Record<string, unknown>} */
  #reported = {};
  /** Requested and not reported yet. @type {Map<string, {text: string, ticket: number, answered: boolean}>} */
  #requested = new Map();
  #tickets = 0;
  /** What was set by script: outlives a tank. @type {Map<string, string>} */
  #chosen = new Map();
  /** Unknown keys set before the start, so that the module can answer. @type {[string, string][]} */
  #waiting = [];

  /** Keeps a choice for the next tank. @param {string} key @param {string} text */
  choose(key, text) {
    if (isKnown(key)) this.#chosen.set(key, text);
  }

  /** @param {string} key */
  unchoose(key) {
    this.#chosen.delete(key);
  }

  unchooseAll() {
    this.#chosen.clear();
  }

  /** @param {string} key @param {string} text */
  keepUnknown(key, text) {
    if (!isKnown(key) && this.#waiting.length < maxWaiting) this.#waiting.push([key, text]);
  }

  /** What a new tank starts with, on top of the attributes. @returns {[string, string][]} */
  takeForStart() {
    const all = [...this.#chosen, ...this.#waiting];
    this.#waiting = [];
    return all;
  }

  /** @param {string} key @param {string} text @returns {number} the ticket to send along */
  ask(key, text) {
    const ticket = ++this.#tickets;
    const value = valueOf(key, text);
    if (isKnown(key) && (typeof value !== 'number' || Number.isFinite(value)))
      this.#requested.set(key, { text, ticket, answered: false });
    return ticket;
  }

  /** @param {import('./tank.js').Answer} answer */
  onAnswer({ key, ticket, status, reported }) {
    const refused = status === 2;
    const requested = this.#requested.get(key);
    if (requested?.ticket === ticket) {
      requested.answered = true;
      if (refused || reported) this.#requested.delete(key);
    }
    if (refused && (!requested || requested.ticket === ticket)) this.#chosen.delete(key);
  }

  /** @param {Record<string, unknown>} values */
  onReport(values) {
    this.#reported = values;
    for (const [key, { answered }] of this.#requested) if (answered) this.#requested.delete(key);
  }

  /** The tank was disposed. */
  forget() {
    this.#reported = {};
    this.#requested.clear();
  }

  /** @param {string} key @param {string | null} attribute */
  get(key, attribute) {
    const text =
      this.#requested.get(key)?.text ??
      this.#reported[key] ??
      this.#chosen.get(key) ??
      attribute ??
      defaultOf(key);
    return text === undefined ? undefined : valueOf(key, text);
  }
}
