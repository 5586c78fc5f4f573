// The legends of colours that mean values, over the canvas.

/** @typedef {{title: string, colours: string[], min?: number, max?: number, names?: string[]}} Legend */

/** A number with at most three digits. @param {number} value */
export const short = (value) => String(Number(value.toPrecision(3)));

/** @param {string} part @param {string} [text] */
function node(part, text = '') {
  const element = document.createElement('span');
  element.className = part;
  element.textContent = text;
  return element;
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

/** The legends shown in each element, as text. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** @param {HTMLElement} parent @param {Legend[]} legends */
export function showLegends(parent, legends) {
  const text = JSON.stringify(legends);
  if (shown.get(parent) === text) return;
  shown.set(parent, text);
  parent.hidden = legends.length === 0;
  parent.replaceChildren(...legends.map(build));
}
