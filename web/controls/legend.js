// The legends of colours that mean values, over the canvas. Loaded with the first one.

import { addStyle } from './added_style.js';
import { quantitiesInGerman } from './quantities_de.js';
import { addTexts, textFor } from '../element/text_for.js';

const css = `
[part='legend'] {
  position: absolute;
  right: 8px;
  bottom: 8px;
  display: grid;
  gap: 6px;
  width: min(180px, 42%);
  padding: 5px 8px;
  box-sizing: border-box;
  border-radius: 5px;
  background: rgb(24 27 50 / 72%);
  color: #e2e7f6;
  font: 400 11px/1.3 system-ui, sans-serif;
  direction: ltr; /* the numbers are in the order of the colours */
  forced-color-adjust: none;
  pointer-events: none;
}
[part='legend'] .legend { display: grid; gap: 2px; }
[part='legend'] .bar { height: 8px; border-radius: 2px; }
[part='legend'] .values { display: flex; justify-content: space-between; font-variant-numeric: tabular-nums; }
[part='legend'] .swatch::before {
  content: '';
  display: inline-block;
  width: 9px;
  height: 9px;
  margin-right: 4px;
  border-radius: 2px;
  background: var(--colour);
}
`;

/** CSS pixels: in a smaller tank a legend would cover the fluid. */
const [minWidth, heightOfOne] = [160, 140];

/** @typedef {{title: string, colours: string[], min?: number, max?: number, names?: string[] | undefined}} Legend */

/** A number with at most three digits. @param {number} value */
export const short = (value) => String(Number(value.toPrecision(3)));

/** @param {string} part @param {string} [text] */
function node(part, text = '') {
  const element = document.createElement('span');
  element.className = part;
  element.textContent = text;
  return element;
}

/** In the language of the tank. @param {Element} tank @param {Legend} legend @returns {Legend} */
function translated(tank, legend) {
  const [quantity = '', ...rest] = legend.title.split(', '); // the unit, the iteration
  return { ...legend, title: [textFor(tank, quantity), ...rest].join(', '), names: legend.names?.map((name) => textFor(tank, name)) };
}

/** @param {Legend} legend */
function build({ title, colours, min = 0, max = 0, names }) {
  const box = node('legend');
  box.append(node('title', title));
  if (names) {
    const row = node('values');
    names.forEach((name, i) => {
      const swatch = node('swatch', name);
      swatch.style.setProperty('--colour', colours[i] ?? '');
      row.append(swatch);
    });
    box.append(row);
    return box;
  }
  const bar = node('bar');
  bar.style.background = `linear-gradient(to right, ${colours.join(', ')})`;
  const middle = 0.5 * (min + max);
  const values = node('values');
  for (const value of [min, Math.abs(middle) < 1e-4 * (max - min) ? 0 : middle, max]) values.append(node('value', short(value)));
  box.append(bar, values);
  return box;
}

/** What each element shows, as text. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** @param {Element} tank @param {HTMLElement} parent in its shadow tree @param {Legend[]} legends */
export function showLegends(tank, parent, legends) {
  if (!shown.has(parent)) {
    addTexts(tank, { de: quantitiesInGerman });
    addStyle(parent, css);
  }
  const hasRoom = tank.clientWidth >= minWidth && tank.clientHeight >= legends.length * heightOfOne;
  const ours = hasRoom ? legends.map((legend) => translated(tank, legend)) : [];
  const text = JSON.stringify(ours);
  if (shown.get(parent) === text) return;
  shown.set(parent, text);
  parent.hidden = ours.length === 0;
  parent.replaceChildren(...ours.map(build));
}
