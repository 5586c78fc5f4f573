// The observers of a running tank's canvas. They report to the worker: its size in device pixels, whether the page is light
// or dark, the page's colours, and whether the canvas can be seen.

import { isDark, pageColours } from './page_colours.js';
import { pixelRatioOf } from './pixel_ratio.js';

/** Device pixels: limit of each side of the canvas. */
export const maxSide = 8192;
/** Milliseconds between two looks at styles that no observer reports. */
const pollTime = 400;
/** 1 in WebKit, whose offsets of a pointer are from the edge of the border, not of the padding. */
const fromBorder = Number('WebKitPoint' in globalThis);

/**
 * @typedef {object} WatchParts
 * @property {HTMLCanvasElement} canvas
 * @property {import('./properties.js').TankProperties} host
 * @property {HTMLElement} stage parent of the canvas
 * @property {(message: object) => void} post to the worker
 * @property {(name: string, detail: any) => void} onEvent to the element
 * @property {AbortSignal} signal ends all observers
 */

export class CanvasWatch {
  #parts;
  /** Device pixels of the canvas, as last posted to the worker. */
  width = 1;
  height = 1;
  /** Device pixels per CSS pixel, as last posted to the worker: of the screen, the page's CSS zoom and its transforms. */
  ratio = 1;
  dark = false;
  /** CSS pixels without zoom and transforms, from the edge of the padding. */
  #box;
  #onScreen = false;
  /** Tells whether it is. */
  #screen = new IntersectionObserver((entries) => {
    const { width = 0, height = 0 } = entries[entries.length - 1]?.intersectionRect ?? {};
    this.#onScreen = width * height > 0;
    this.#postVisible();
  }, { threshold: [0, 1e-6] }); // boxes that only touch intersect, too: the second reports the first visible pixel after that
  /** As last posted to the worker. */
  #visible = false;
  /** As last posted to the worker, or warned of. */
  #colours = ',';
  #warnings = new Set();

  /** @param {WatchParts} parts */
  constructor(parts) {
    this.#parts = parts;
    const { clientWidth: width, clientHeight: height } = parts.canvas; // rounded, until the observer reports
    this.#box = { left: 0, top: 0, width, height };
    this.#measure();
    this.dark = this.#isDark();
  }

  /** From now on the worker is told of changes. */
  start() {
    this.#followColours();
    this.#watchSize();
    this.#watchVisibility();
  }

  /**
   * Where a pointer is on the canvas: from 0 to 1, in pixels of the page before its transforms and after its zoom.
   * @param {MouseEvent} event @returns {{x: number, y: number}}
   */
  placeOf({ offsetX, offsetY }) {
    const { clientLeft, clientTop, currentCSSZoom = 1 } = this.#parts.canvas; // the zoom enlarges offsets
    const { width, height, left, top } = this.#box;
    return { x: (offsetX / currentCSSZoom - left - fromBorder * clientLeft) / width, y: (offsetY / currentCSSZoom - top - fromBorder * clientTop) / height };
  }

  /**
   * @param {ResizeObserverSize} [exact] device pixels, if the browser reports them
   * @returns {boolean} whether anything changed
   */
  #measure(exact) {
    const ratio = pixelRatioOf(this.#parts.canvas);
    // With an emulated pixel ratio the "device pixel" box is in CSS pixels: it is used only if it is near css x dpr.
    const side = (/** @type {number} */ css, /** @type {number | undefined} */ device) => {
      const plain = css * ratio;
      return Math.min(maxSide, Math.max(1, Math.round(device !== undefined && Math.abs(device - plain) <= 1 ? device : plain)));
    };
    const width = side(this.#box.width, exact?.inlineSize);
    const height = side(this.#box.height, exact?.blockSize);
    if (width === this.width && height === this.height && ratio === this.ratio) return false;
    Object.assign(this, { width, height, ratio });
    return true;
  }

  #sendSize() {
    this.#parts.post({ type: 'resize', width: this.width, height: this.height, dpr: this.ratio, dark: this.dark });
  }

  #isDark() {
    return isDark(this.#parts.canvas, this.#parts.host.theme);
  }

  /** What can change while the box does not: another screen, page zoom, transforms, the page's colours, dark mode. */
  followPage() {
    this.#followColours();
    const dark = this.#isDark();
    const changed = dark !== this.dark || Math.abs(pixelRatioOf(this.#parts.canvas) - this.ratio) > 1e-3 * this.ratio;
    if (!changed) return;
    this.dark = dark;
    this.#measure();
    this.#sendSize();
  }

  #followColours() {
    const { kinds, container } = pageColours(this.#parts.stage, (text) => {
      if (!this.#warnings.has(text)) this.#parts.onEvent('message', { level: 'warning', text });
      this.#warnings.add(text);
    });
    if (this.#colours === `${kinds},${container}`) return;
    this.#colours = `${kinds},${container}`;
    this.#parts.post({ type: 'page-colours', kinds, container });
  }

  #watchSize() {
    const { signal } = this.#parts;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      this.#box = entry.contentRect;
      // One without a pixel may intersect as much as it does with all of them.
      if (!this.#onScreen) this.#watchScreen();
      if (this.#measure(entry.devicePixelContentBoxSize?.[0])) this.#sendSize();
    });
    try {
      observer.observe(this.#parts.canvas, { box: 'device-pixel-content-box' });
    } catch {
      observer.observe(this.#parts.canvas);
    }
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });

    // A media query holds for one ratio only, so each change needs a new one. No browser reports every change, so the
    // ratio is also checked at every report of the worker.
    let query = new AbortController();
    const startQuery = () => {
      this.followPage();
      query = new AbortController();
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', startQuery, { once: true, signal: query.signal });
    };
    startQuery();
    this.#parts.stage.addEventListener('transitionend', () => this.#followColours(), { signal });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.followPage(), { signal });
    signal.addEventListener('abort', () => query.abort(), { once: true });
  }

  #watchScreen() {
    const { canvas } = this.#parts;
    this.#screen.unobserve(canvas);
    this.#screen.observe(canvas);
  }

  #postVisible() {
    // No observer reports `visibility: hidden` or `opacity: 0`.
    const isShown = this.#parts.canvas.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) ?? true;
    const visible = this.#onScreen && document.visibilityState === 'visible' && isShown;
    if (visible === this.#visible) return;
    this.#visible = visible;
    this.#parts.post({ type: 'visible', visible });
    this.#parts.onEvent('visibility', { visible });
  }

  #watchVisibility() {
    const { signal } = this.#parts;
    const poll = setInterval(() => {
      if (!this.#onScreen) return;
      this.#postVisible();
      if (this.#parts.host.paused) this.followPage(); // else the worker's reports lead to it
    }, pollTime);
    signal.addEventListener('abort', () => clearInterval(poll), { once: true });
    this.#watchScreen();
    document.addEventListener('visibilitychange', () => this.#postVisible(), { signal });
    signal.addEventListener('abort', () => this.#screen.disconnect(), { once: true });
  }
}
