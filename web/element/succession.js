// The tanks of an element, one after the other: the one that runs, with its settings; the one that it replaces, which goes on,
// unseen, until the new one has started, and comes back if it cannot; and what the next one is told.

import { again } from './import_again.js';
import { Settings } from './settings.js';
import { Tank } from './tank.js';

/** A tank, and what was so when it ran. @typedef {{tank: Tank, settings: Settings, lost: boolean}} Replaced */
/** @typedef {import('./tank.js').TankOptions} TankOptions */

export const particleBytes = again(() => import('./particle_bytes.js'));

export class Succession {
  /** @type {Tank | null} */
  tank = null;
  settings = new Settings();
  /** The latest frame-stats. @type {any} */
  stats = null;
  /** @type {Replaced | null} */
  #replaced = null;
  /** Where the next tank starts, until it has. @type {Float32Array | null} */
  particles = null;
  #restores = 0;
  /** Asked for before there is a tank. */
  steps = 0;
  /** The button with the focus has gone before there is a canvas. */
  wantsFocus = false;
  /** As the reader has left the panel; null: as it is at first. @type {boolean | null} */
  panelOpen = null;

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
  }

  /** What was asked for before. @param {HTMLElement} host */
  tell(host) {
    if (this.panelOpen !== null) this.command(this.panelOpen ? 'openPanel' : 'closePanel');
    if (this.particles) this.post({ type: 'restore', numbers: this.particles });
    for (; this.steps > 0; this.steps--) this.command('step');
    if (this.wantsFocus) host.focus({ preventScroll: true });
    this.wantsFocus = false;
  }

  /** To the tank that runs, if there is one. @param {object} message */
  post(message) {
    this.tank?.post(message);
  }

  /** @param {string} name */
  command(name) {
    this.post({ type: 'command', name });
  }

  /** Particles for the tank that runs, or else for the next one. @param {unknown} packed by saveState(), or nothing */
  async restore(packed) {
    const turn = this.forgetParticles();
    if (packed === undefined || packed === null) return;
    const { unpackParticles } = await particleBytes();
    if (turn !== this.#restores) return; // another state was set meanwhile
    const numbers = unpackParticles(packed);
    if (!numbers) throw new Error('its particles are not bytes that saveState() has made');
    if (this.tank) this.post({ type: 'restore', numbers });
    else this.particles = numbers;
  }

  /** Also those that are being unpacked. */
  forgetParticles() {
    this.particles = null;
    return ++this.#restores;
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
    this.forgetParticles(); // of the scene that does not come
    return replaced;
  }

  /** The next one has started. */
  finish() {
    this.#replaced?.tank.dispose();
    this.#replaced = null;
  }

  /** The tank was disposed. */
  clear() {
    this.tank = this.stats = null;
    this.settings.clear();
  }
}
