// The colours of the page around an element: those that its style sheets choose for the fluid, and whether it is dark, because
// water mirrors and refracts a room that fits the page.

import { parentOf } from './composed_tree.js';

/** @type {CanvasRenderingContext2D | null} */
let context = null;
/** By the text of the colour: the few colours of a page are asked for again and again.
 * @type {Map<string, [number, number, number, number]>} */
const known = new Map();
/** Limit of that cache, for pages that animate a colour. */
const maxKnown = 500;

/**
 * The browser converts the colour, which may be in any notation and colour space.
 * @param {string} colour valid in CSS @returns {[number, number, number, number]} sRGB and opacity, 0 to 255
 */
function rgbaOf(colour) {
  const found = known.get(colour);
  if (found) return found;
  context ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  if (!context) return [255, 255, 255, 0];
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = '#000';
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data;
  if (known.size >= maxKnown) known.clear();
  /** @type {[number, number, number, number]} */
  const result = [r, g, b, a];
  known.set(colour, result);
  return result;
}

/** The nearest opaque background of an element; without one white or black, as the page's colour scheme.
 * @param {Element} element @returns {string} a colour of CSS */
export function backgroundOf(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = parentOf(at)) {
    const colour = getComputedStyle(at).backgroundColor;
    if (rgbaOf(colour)[3] > 127) return colour;
  }
  const scheme = getComputedStyle(element).colorScheme;
  const isDark = scheme.includes('dark') && (!scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
  return isDark ? 'rgb(18, 18, 18)' : 'rgb(255, 255, 255)';
}

/** @param {Element} element @param {string} theme of a tank @returns {boolean} with the theme auto: whether its background is dark */
export function isDark(element, theme) {
  if (theme !== 'auto') return theme === 'dark';
  const [r, g, b] = rgbaOf(backgroundOf(element));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.35 * 255;
}

/** @param {string} colour of CSS @returns {string} '#rrggbb', opaque; the text itself if it is not a colour */
export function hexOf(colour) {
  if (/^#([\da-f]{3}|[\da-f]{6})$/i.test(colour) || !CSS.supports('color', colour)) return colour;
  const [r, g, b] = rgbaOf(colour);
  return `#${((1 << 24) | (r << 16) | (g << 8) | b).toString(16).slice(1)}`;
}

/** Every colour of a list in hexadecimal, as the module reads it. A comma in parentheses separates no colours.
 * @param {string} list */
export const hexList = (list) => list.split(/,(?![^(]*\))/).map((colour) => hexOf(colour.trim())).join(', ');

/** The properties, and the property of the stage (shadow_dom.js) that takes the value of each, so that the browser resolves
 * var(), currentColor and the like. @type {[string, string][]} */
const colourProperties = [
  ['--slosh-colour-1', 'border-top-color'],
  ['--slosh-colour-2', 'border-right-color'],
  ['--slosh-colour-3', 'border-bottom-color'],
  ['--slosh-colour-4', 'border-left-color'],
  ['--slosh-container', 'outline-color'],
];
const kindProperties = 4;

/**
 * The colours that the page's style sheets choose; a kind without one ends the list.
 * @param {Element} stage @param {(text: string) => void} warn
 * @returns {{kinds: string, container: string}}
 */
export function pageColours(stage, warn) {
  const style = getComputedStyle(stage);
  const colours = colourProperties.map(([name, property]) => {
    const text = style.getPropertyValue(name).trim();
    if (!text) return '';
    if (CSS.supports('color', text)) return hexOf(style.getPropertyValue(property));
    warn(`${name}: "${text.slice(0, 40)}" is not a colour`);
    return '';
  });
  const kinds = colours.slice(0, kindProperties);
  const end = kinds.indexOf('');
  return { kinds: kinds.slice(0, end < 0 ? kindProperties : end).join(', '), container: colours[kindProperties] ?? '' };
}
