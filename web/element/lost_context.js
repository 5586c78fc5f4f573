// The graphics context of a tank: lost, returned, or lost for good. The tank then continues in another canvas: once each time
// that it comes into view, because that may take the context of another tank, and with each press and key. So does one that got
// none at the start.

import { textFor } from './text_for.js';

/** Milliseconds after which a lost context is taken as lost for good. */
const lostTime = 5000;

/** Whether nothing is drawn on a canvas. @param {HTMLCanvasElement} canvas */
function isBlank(canvas) {
  const size = 8;
  const probe = Object.assign(document.createElement('canvas'), { width: size, height: size }).getContext('2d');
  probe?.drawImage(canvas, 0, 0, size, size);
  return !probe?.getImageData(0, 0, size, size).data.some(Boolean);
}

export class LostContext {
  #host;
  #poster;
  #events;
  #renew;
  #timer = 0;
  /** Lost, and did not return. */
  isForGood = false;
  /** Has come into view since the context was lost. */
  #returned = false;
  /** Tells when a tank comes into view that has no canvas. @type {IntersectionObserver | null} */
  #view = null;

  /**
   * @param {import('./sharing.js').TankSharing} host @param {import('./poster.js').Poster} poster
   * @param {import('./events.js').ElementEvents} events @param {() => void} renew continues in another canvas, or starts again
   */
  constructor(host, poster, events, renew) {
    this.#host = host;
    this.#poster = poster;
    this.#events = events;
    this.#renew = renew;
  }

  /** @param {boolean} lost */
  report(lost) {
    if (this.isForGood) this.#poster.hide();
    this.#returned = false;
    this.clear();
    if (!lost) return;
    this.#events.dispatch('context-lost');
    this.#timer = Number(setTimeout(() => this.#giveUp(), lostTime));
  }

  #giveUp() {
    const { canvas } = this.#host;
    this.isForGood = true;
    // Chromium keeps the last picture of a lost context, Firefox clears the canvas.
    if (canvas && isBlank(canvas)) this.#poster.show();
    if (this.#returned) this.revive();
    this.#events.message(textFor(this.#host, 'lost'), 'error');
  }

  /** It could not start for want of a context. */
  wait() {
    this.isForGood = true;
    let isAway = false;
    this.#view = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) isAway = true;
      else if (isAway) this.revive();
    });
    this.#view.observe(this.#host);
  }

  /** @param {boolean} visible */
  see(visible) {
    this.#returned ||= visible;
    if (visible) this.revive();
  }

  revive() {
    if (this.isForGood) this.#renew();
  }

  /** Another tank goes on. @param {boolean} [isForGood] of that tank */
  clear(isForGood = false) {
    clearTimeout(this.#timer);
    this.#view?.disconnect();
    this.isForGood = isForGood;
  }
}
