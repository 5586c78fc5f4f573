// What a tank shows before its first frame, and in place of a lost one: the image of the attribute `poster`, the page's own content in the slot `poster`,
// or the still of the scene; and a bar while a slow connection loads.

import { is3d, isScene } from './catalog_keys.js';
import { fileAddress } from './files.js';
import { isDark } from './page_colours.js';
import { sceneNameOf } from './properties.js';

/** Milliseconds until the bar appears: most tanks have drawn by then. */
const barDelay = 600;

export class Poster {
  #host;
  #box;
  #bar;
  #timer = 0;

  /** @param {import('./sharing.js').TankSharing} host @param {{poster: HTMLElement, progress: HTMLElement}} parts */
  constructor(host, { poster, progress }) {
    this.#host = host;
    this.#box = poster;
    this.#bar = progress;
  }

  show() {
    const scene = sceneNameOf(this.#host);
    const own = this.#host.getAttribute('poster');
    // The floor of those in 3D is that of the page.
    const address = own ?? (isScene(scene) ? fileAddress(`scenes/${scene}${is3d(scene) && isDark(this.#host, this.#host.theme) ? '-dark' : ''}.webp`).href : '');
    this.#box.hidden = false;
    const slot = /** @type {HTMLSlotElement} */ (this.#box.firstElementChild);
    if (!address) return slot.replaceChildren();
    const image = document.createElement('img');
    image.alt = this.#host.label;
    image.loading = 'lazy';
    image.decoding = 'async';
    image.setAttribute('part', 'poster-image');
    if (own === null) image.crossOrigin = 'anonymous'; // accepted by pages with a COEP header; the site's files allow it
    image.onerror = () => image.remove();
    image.src = address;
    slot.replaceChildren(image);
  }

  /** The tank loads: a bar, if that takes long. */
  load() {
    clearTimeout(this.#timer);
    this.#timer = Number(setTimeout(() => (this.#bar.hidden = false), barDelay));
  }

  hide() {
    clearTimeout(this.#timer);
    this.#bar.hidden = this.#box.hidden = true;
  }
}
