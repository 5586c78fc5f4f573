// The device pixels of each CSS pixel of a tank's canvas.

import { parentOf } from './composed_tree.js';

/** Limits of the device pixels per CSS pixel. */
const [minRatio, maxRatio] = [0.25, 16];
/** A transform that enlarges more is drawn with these pixels, and blurred. */
const maxEnlargement = 4;
/** Relative: sizes on the screen are rounded to device pixels. */
const tolerance = 0.01;
/** CSS pixels: the width of the field beside the canvas, which is 1 high (shadow_dom.js). */
const fieldWidth = 64;

/** The CSS zoom of an element where the browser does not tell it, and hides it in all of its sizes. @param {Element} element */
function hiddenZoom(element) {
  let zoom = 1;
  for (let at = /** @type {Element | null} */ (element); at; at = parentOf(at)) zoom *= Number(getComputedStyle(at).zoom) || 1;
  return zoom;
}

/**
 * How much transforms of the page enlarge a canvas, in the direction of its lines. The box around a thin rectangle tells it at any angle: with
 * the parts c and s of its two sides it is 64 c + s wide and c + 64 s high.
 * @param {HTMLCanvasElement} canvas
 */
function enlargementOf(canvas) {
  const { width, height } = canvas.nextElementSibling?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const length = Math.hypot(fieldWidth * width - height, fieldWidth * height - width) / (fieldWidth ** 2 - 1);
  return length / (canvas.currentCSSZoom ?? 1);
}

/** Device pixels per CSS pixel of a canvas: of the screen, the page's zoom, and transforms that enlarge. @param {HTMLCanvasElement} canvas */
export function pixelRatioOf(canvas) {
  const enlargement = enlargementOf(canvas);
  const ratio = devicePixelRatio * (canvas.currentCSSZoom ?? hiddenZoom(canvas));
  return Math.min(Math.max(enlargement > 1 + tolerance ? ratio * Math.min(enlargement, maxEnlargement) : ratio, minRatio), maxRatio);
}
