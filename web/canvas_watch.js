// The observers of a running tank's canvas. They report to the worker: its size in device pixels, whether the page is light
// or dark, the page's colours, and whether the canvas can be seen.

import { isPageDark, pageColours } from './page_colours.js';

/** Device pixels: limit of each side of the canvas. */
export const maxSide = 8192;
/** Milliseconds between two looks at styles that no observer reports. */
const pollTime = 400;

/**
 * @typedef {object} WatchParts
 * @property {HTMLCanvasElement} canvas
 * @property {import('./element_properties.js').TankProperties} host
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
  dark = false;
  #cssWidth = 1;
  #ratio = devicePixelRatio;
  #onScreen = false;
  /** As last posted to the worker, or warned of. */
  #colours = ',';
  #warnings = new Set();

  /** @param {WatchParts} parts */
  constructor(parts) {
    this.#parts = parts;
    const box = parts.canvas.getBoundingClientRect();
    this.#measure(box.width, box.height);
    this.dark = this.#isDark();
  }

  /** From now on the worker is told of changes. */
  start() {
    this.#followColours();
    this.#watchSize();
    this.#watchVisibility();
  }

  /** Device pixels per CSS pixel. */
  get scale() {
    return this.width / this.#cssWidth;
  }

  /**
   * @param {number} cssWidth
   * @param {number} cssHeight
   * @param {ResizeObserverSize} [exact] device pixels, if the browser reports them
   * @returns {boolean} whether anything changed
   */
  #measure(cssWidth, cssHeight, exact) {
    const ratio = devicePixelRatio;
    // With an emulated pixel ratio the "device pixel" box is in CSS pixels: it is used only if it is near css x dpr.
    const side = (/** @type {number} */ css, /** @type {number | undefined} */ device) => {
      const plain = css * ratio;
      const value = device !== undefined && Math.abs(device - plain) <= 1 ? device : Math.round(plain);
      return Math.min(maxSide, Math.max(1, value));
    };
    const width = side(cssWidth, exact?.inlineSize);
    const height = side(cssHeight, exact?.blockSize);
    this.#cssWidth = Math.max(1, cssWidth);
    if (width === this.width && height === this.height) return false;
    this.width = width;
    this.height = height;
    return true;
  }

  #sendSize() {
    this.#ratio = devicePixelRatio;
    this.#parts.post({ type: 'resize', width: this.width, height: this.height, dpr: this.#ratio, dark: this.dark });
  }

  #isDark() {
    const { theme } = this.#parts.host;
    return theme === 'auto' ? isPageDark(this.#parts.canvas) : theme === 'dark';
  }

  /** The ratio and the page's colours can change while the box does not: another screen, page zoom, dark mode. */
  followPage() {
    this.#followColours();
    const dark = this.#isDark();
    if (devicePixelRatio === this.#ratio && dark === this.dark) return;
    this.dark = dark;
    const box = this.#parts.canvas.getBoundingClientRect();
    this.#measure(box.width, box.height);
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
      const { width, height } = entry.contentRect;
      if (this.#measure(width, height, entry.devicePixelContentBoxSize?.[0])) this.#sendSize();
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

  #watchVisibility() {
    const { signal } = this.#parts;
    let posted = false;
    const { canvas } = this.#parts;
    // No observer reports `visibility: hidden` or `opacity: 0`.
    const isShown = () => canvas.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) ?? true;
    const postVisible = () => {
      const visible = this.#onScreen && document.visibilityState === 'visible' && isShown();
      if (visible === posted) return;
      this.#parts.post({ type: 'visible', visible });
      this.#parts.onEvent('visibility', { visible });
      posted = visible;
    };
    const poll = setInterval(() => {
      if (this.#onScreen) postVisible();
    }, pollTime);
    signal.addEventListener('abort', () => clearInterval(poll), { once: true });
    const observer = new IntersectionObserver((entries) => {
      this.#onScreen = entries[entries.length - 1]?.isIntersecting ?? false;
      postVisible();
    });
    observer.observe(this.#parts.canvas);
    document.addEventListener('visibilitychange', postVisible, { signal });
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  }
}
