// What the next tank of an element is told when it starts, because page or reader have wanted it before.

import { again } from './import_again.js';

export const particleBytes = again(() => import('./particle_bytes.js'));

export class NextTank {
  #current;
  /** Where it starts, until it has. @type {Float32Array | null} */
  particles = null;
  #restores = 0;
  /** Display steps. */
  steps = 0;
  /** The button with the focus has gone before there is a canvas. */
  wantsFocus = false;
  /** As the reader has left the panel; null: as it is at first. @type {boolean | null} */
  panelOpen = null;

  /** @param {import('./succession.js').Succession} current */
  constructor(current) {
    this.#current = current;
  }

  /** Particles for the tank that runs, or else for the next one. @param {unknown} packed by saveState(), or nothing */
  async restore(packed) {
    const turn = this.forgetParticles();
    if (packed === undefined || packed === null) return;
    const { unpackParticles } = await particleBytes();
    if (turn !== this.#restores) return; // another state was set meanwhile
    const numbers = unpackParticles(packed);
    if (!numbers) throw new Error('its particles are not bytes that saveState() has made');
    const { tank } = this.#current;
    if (tank) tank.post({ type: 'restore', numbers });
    else this.particles = numbers;
  }

  /** Also those that are being unpacked. */
  forgetParticles() {
    this.particles = null;
    return ++this.#restores;
  }

  /** @param {import('./tank.js').Tank} tank @param {HTMLElement} host */
  tell(tank, host) {
    if (this.panelOpen !== null) tank.post({ type: 'command', name: this.panelOpen ? 'openPanel' : 'closePanel' });
    if (this.particles) tank.post({ type: 'restore', numbers: this.particles });
    for (; this.steps > 0; this.steps--) tank.post({ type: 'command', name: 'step' });
    if (this.wantsFocus) host.focus({ preventScroll: true });
    this.wantsFocus = false;
  }
}
