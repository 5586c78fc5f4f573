// When a tank starts, and whether it is paused: the attributes `reveal`, `loading`, `autoplay` and `paused`, reduced motion, and
// the button to play.

import { choiceOf } from './properties.js';

export class Playback {
  #host;
  #button;
  #start;
  /** Waits until the element is near the viewport. @type {IntersectionObserver | null} */
  #near = null;
  /** Paused until the user starts it: autoplay="false", or reduced motion. */
  #waitsForUser = false;
  /** Started at least once, or paused or played by the page: autoplay and reduced motion no longer apply. */
  #started = false;
  /** Started at least once: a copy of a paused tank has not. */
  #hasStarted = false;
  /** The attribute `paused` is being set by the element itself. */
  #reflecting = false;

  /** @param {import('./properties.js').TankProperties} host @param {HTMLElement} button @param {() => void} start */
  constructor(host, button, start) {
    this.#host = host;
    this.#button = button;
    this.#start = start;
  }

  /** Starts at once, near the viewport or on request. */
  prepare() {
    this.stopWaiting();
    const reveal = choiceOf(this.#host, 'reveal');
    this.#button.hidden = reveal !== 'interaction';
    if (reveal !== 'auto') return;
    if (choiceOf(this.#host, 'loading') === 'eager') return this.#start();
    const onChange = (/** @type {IntersectionObserverEntry[]} */ entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.#start();
    };
    this.#near = new IntersectionObserver(onChange, { rootMargin: '100%' });
    this.#near.observe(this.#host);
  }

  stopWaiting() {
    this.#near?.disconnect();
    this.#near = null;
  }

  /** A tank starts: decides whether it is paused. */
  begin() {
    const { paused, autoplay } = this.#host;
    // A copy of a tank that waits is paused, too.
    if (paused ? !autoplay && !this.#hasStarted : !this.#started) {
      this.#waitsForUser = !autoplay || matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (this.#waitsForUser) this.reflect(true);
    }
    this.#started = this.#hasStarted = true;
    this.#showButton();
  }

  /** The reader or the page starts it. */
  play() {
    this.#started = this.#button.hidden = true;
    this.#host.paused = false;
  }

  /** The page, too, may do that for the reader. */
  endWait() {
    this.#waitsForUser = false;
  }

  /** After a change of the attribute. @param {boolean} paused @returns {boolean} whether the page has changed it, not the element */
  follow(paused) {
    // A page that is morphed takes away what the element has set: the reader has not started it.
    if (!paused && this.#waitsForUser) this.reflect(true);
    else if (!this.#reflecting) {
      this.#started = true;
      this.#showButton();
      return true;
    }
    return false;
  }

  /** What the worker tells. @param {boolean} paused */
  report(paused) {
    if (!paused) this.endWait();
    this.#showButton();
    this.reflect(paused);
  }

  /** Sets the attribute. @param {boolean} paused */
  reflect(paused) {
    this.#reflecting = true;
    this.#host.toggleAttribute('paused', paused);
    this.#reflecting = false;
  }

  #showButton() {
    this.#button.hidden = !this.#waitsForUser;
  }
}
