// Whether the page behind an element is dark: water mirrors and refracts a room that fits the page.

/** @type {OffscreenCanvasRenderingContext2D | null} */
let context = null;
/** By the text of the colour: the few backgrounds of a page are asked for again and again.
 * @type {Map<string, [number, number]>} */
const known = new Map();

/**
 * The browser converts the colour, which may be in any notation and colour space.
 * @param {string} colour computed @returns {[number, number]} luminance and opacity, 0 to 1
 */
function luminanceOf(colour) {
  const found = known.get(colour);
  if (found) return found;
  context ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!context) return [1, 0];
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data;
  /** @type {[number, number]} */
  const result = [(0.2126 * r + 0.7152 * g + 0.0722 * b) / 255, a / 255];
  known.set(colour, result);
  return result;
}

/** What contains an element in the page as it is drawn. @param {Element} element @returns {Element | null} */
const parentOf = (element) => element.assignedSlot ?? element.parentElement ?? /** @type {any} */ (element.getRootNode()).host ?? null;

/** The nearest opaque background decides; without one the page's colour scheme. @param {Element} element */
export function isPageDark(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = parentOf(at)) {
    const [luminance, opacity] = luminanceOf(getComputedStyle(at).backgroundColor);
    if (opacity > 0.5) return luminance < 0.35;
  }
  const scheme = getComputedStyle(element).colorScheme;
  return scheme.includes('dark') && (!scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
}
