// The tank of an element with its settings, and the one that it replaces: that one goes on, unseen, until the new one has
// started, and comes back if it cannot.

import { Settings } from './settings.js';
import { Tank } from './tank.js';

/** A tank, and what was so when it ran. @typedef {{tank: Tank, settings: Settings, lost: boolean}} Replaced */
/** @typedef {import('./tank.js').TankOptions} TankOptions */

export class Succession {
  /** @type {Tank | null} */
  tank = null;
  settings = new Settings();
  /** The latest frame-stats. @type {any} */
  stats = null;
  /** @type {Replaced | null} */
  #replaced = null;

  get isReplacing() {
    return this.#replaced !== null;
  }

  /** The element listens to the new tank until another one replaces it, which has other settings.
   * @param {Omit<TankOptions, 'onReply'>} options */
  open(options) {
    const { onEvent, onFailure } = options;
    const own = this.settings;
    this.tank = new Tank({
      ...options,
      onEvent: (name, detail) => own === this.settings && onEvent(name, detail),
      onReply: (reply) => own.onReply(reply),
      onFailure: (...failure) => (own === this.settings ? onFailure(...failure) : (this.#replaced = null)),
    });
    return this.tank;
  }

  /** It was disposed. */
  clear() {
    this.tank = this.stats = null;
    this.settings.clear();
  }

  /** Makes place for the next tank. @param {Tank} tank @param {boolean} loaded it may come back @param {boolean} lost its context */
  leave(tank, loaded, lost) {
    if (loaded && !this.#replaced) {
      this.#replaced = { tank, settings: this.settings, lost };
      this.settings = this.settings.forNext();
    } else {
      tank.dispose();
      this.settings.clear();
    }
    this.tank = null;
  }

  /** The tank that was to be replaced goes on. */
  comeBack() {
    const replaced = /** @type {Replaced} */ (this.#replaced);
    this.#replaced = null;
    this.tank = replaced.tank;
    this.settings = replaced.settings;
    return replaced;
  }

  /** The next one has started. */
  finish() {
    this.#replaced?.tank.dispose();
    this.#replaced = null;
  }
}
