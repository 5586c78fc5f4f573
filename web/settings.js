// What the page asked for and what the module made of it. Values live in the worker; reading one here gives
// the value asked for until the worker has reported, and what it reported from then on.

import { defaultOf, isKnown, valueOf } from './names.js';

/** Settings asked for before there is a tank to take them; more than this is a loop gone wrong. */
const mostWaiting = 256;

export class Settings {
  /** As the module last reported them. @type {Record<string, unknown>} */
  #reported = {};
  /** Asked for and not reported yet. @type {Map<string, {text: string, ticket: number, answered: boolean}>} */
  #asked = new Map();
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
    if (!isKnown(key) && this.#waiting.length < mostWaiting) this.#waiting.push([key, text]);
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
      this.#asked.set(key, { text, ticket, answered: false });
    return ticket;
  }

  /** @param {import('./tank.js').Answer} answer */
  onAnswer({ key, ticket, status, reported }) {
    const refused = status === 2;
    const asked = this.#asked.get(key);
    if (asked?.ticket === ticket) {
      asked.answered = true;
      if (refused || reported) this.#asked.delete(key);
    }
    if (refused && (!asked || asked.ticket === ticket)) this.#chosen.delete(key);
  }

  /** @param {Record<string, unknown>} values */
  onReport(values) {
    this.#reported = values;
    for (const [key, { answered }] of this.#asked) if (answered) this.#asked.delete(key);
  }

  /** The tank is gone. */
  forget() {
    this.#reported = {};
    this.#asked.clear();
  }

  /** @param {string} key @param {string | null} attribute */
  get(key, attribute) {
    const text =
      this.#asked.get(key)?.text ??
      this.#reported[key] ??
      this.#chosen.get(key) ??
      attribute ??
      defaultOf(key);
    return text === undefined ? undefined : valueOf(key, text);
  }
}
