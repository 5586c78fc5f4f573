// The live figures of the articles: inputs that set parameters of the tanks of their figure, plots of what the tanks report,
// bars of iterations, and drawings of kernels.
//
//   <input type="range" data-key="flip" min="0" max="1" step="0.01">   sets the parameter of every tank in the figure
//   <svg data-plot="compression" data-scale="100" data-unit="%"></svg>  a report of each tank over the last seconds
//   <svg data-iterations></svg>                                        the iterations of each preconditioner in turn
//   <svg data-kernels></svg>                                           Mueller's kernels, for the input of its figure

import { short } from '../controls/legend.js';
import '../slosh.js';

/** @typedef {import('../slosh.js').SloshTank} SloshTank */

/** Reports in a plot: two a second. */
const plotted = 40;
const width = 320;
const height = 120;
/** Of the piece of a line before its name. */
const sampleWidth = 14;
/** Reports of one preconditioner before the next: the first still has steps of the one before. */
const reportsEach = 3;
const preconditioners = ['none', 'jacobi', 'incomplete-poisson', 'ic0', 'mic0', 'multigrid'];

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function shape(name, attributes, text = '') {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

/** The name of a line of a plot, after a piece of the line where there are several. @param {number} i @param {number} x of its left edge @param {number} y of its text @param {string} text @param {number} lines */
function legend(i, x, y, text, lines) {
  const sample = lines > 1 ? [shape('line', { x1: x + 4, x2: x + 4 + sampleWidth, y1: y - 4, y2: y - 4, class: `line line-${i + 1}` })] : [];
  return [...sample, shape('text', { x: x + 4 + (lines > 1 ? sampleWidth + 4 : 0), y, class: `line-${i + 1}` }, text)];
}

/** The value in the markup. @param {HTMLInputElement | HTMLSelectElement} input */
function ofMarkup(input) {
  if (input instanceof HTMLSelectElement) return ([...input.options].find((option) => option.defaultSelected) ?? input.options[0])?.value ?? '';
  return input.type === 'checkbox' ? String(input.defaultChecked) : input.defaultValue;
}

/** @param {HTMLInputElement | HTMLSelectElement} input @param {SloshTank[]} tanks */
function bind(input, tanks) {
  const key = input.dataset.key ?? '';
  const output = input.parentElement?.querySelector('output');
  const isCheckbox = input instanceof HTMLInputElement && input.type === 'checkbox';
  const show = (asked = Number(input.value)) => {
    if (output) output.value = short(asked) + (input.dataset.unit ?? '');
  };
  const value = () => (isCheckbox ? String(input.checked) : input.value);
  let set = ofMarkup(input);
  const follow = () => {
    show();
    if (value() === set) return;
    set = value();
    for (const tank of tanks) tank.set(key, set);
  };
  input.addEventListener('input', follow);
  // Browsers restore what a reader has set before.
  addEventListener('pageshow', follow);
  follow();
  // A tank may have fewer than it was asked for: as many as its space or the browser allows.
  if (key === 'particles')
    for (const tank of tanks)
      tank.addEventListener('frame-stats', () => show(Math.min(Number(input.value), ...tanks.flatMap(({ stats }) => stats?.particles ?? []))));
}

/** The last reports of each tank as lines with the largest value at the top. @param {SVGElement} plot @param {SloshTank[]} tanks */
function drawReports(plot, tanks) {
  const name = plot.dataset.plot ?? '';
  const scale = Number(plot.dataset.scale ?? 1);
  const series = tanks.map(() => /** @type {number[]} */ ([]));
  plot.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const draw = () => {
    const top = Math.max(Number(plot.dataset.top ?? 0), ...series.flat());
    const lines = series.map((values, i) => {
      const points = values.map((value, k) => `${((plotted - values.length + k) / (plotted - 1)) * width},${height - 4 - (value / (top || 1)) * (height - 24)}`);
      return shape('polyline', { points: points.join(' '), class: `line line-${i + 1}` });
    });
    const names = tanks.flatMap((tank, i) => {
      const latest = series[i]?.at(-1);
      return legend(i, (i * width) / tanks.length, 14, `${tank.dataset.name ?? ''} ${latest === undefined ? '–' : short(latest)} ${plot.dataset.unit ?? ''}`, tanks.length);
    });
    plot.replaceChildren(shape('line', { x1: 0, x2: width, y1: height - 4, y2: height - 4, class: 'axis' }), ...lines, ...names);
  };
  tanks.forEach((tank, i) =>
    tank.addEventListener('frame-stats', (event) => {
      const values = series[i] ?? [];
      values.push(scale * Number(/** @type {CustomEvent} */ (event).detail[name] ?? 0));
      if (values.length > plotted) values.shift();
      draw();
    }));
  draw();
}

/** The mean iterations per sub-step with each preconditioner, one after the other. @param {SVGElement} plot @param {SloshTank} tank */
function drawIterations(plot, tank) {
  /** @type {(number | null)[]} */
  const means = preconditioners.map(() => null);
  const row = 24;
  let current = 0;
  let reports = 0;
  plot.setAttribute('viewBox', `0 0 ${width} ${row * preconditioners.length}`);
  const draw = () => {
    const top = Math.max(1, ...means.map((mean) => mean ?? 0));
    plot.replaceChildren(...preconditioners.flatMap((name, i) => {
      const mean = means[i];
      const length = mean ? ((width - 158) * mean) / top : 0;
      return [
        shape('text', { x: 0, y: row * i + 16, class: i === current ? 'line-2' : '' }, name),
        shape('rect', { x: 116, y: row * i + 4, width: Math.max(1, length), height: row - 8, class: i === current ? 'bar line-2' : 'bar line-1' }),
        shape('text', { x: 122 + length, y: row * i + 16 }, mean ? short(mean) : ''),
      ];
    }));
  };
  tank.addEventListener('frame-stats', (event) => {
    const { iterations, paused } = /** @type {CustomEvent} */ (event).detail;
    if (paused) return;
    if (++reports > 1) means[current] = means[current] && reports > 2 ? 0.5 * (means[current] + iterations) : iterations;
    if (reports >= reportsEach) {
      current = (current + 1) % preconditioners.length;
      reports = 0;
      tank.set('preconditioner', preconditioners[current] ?? '');
    }
    draw();
  });
  tank.set('preconditioner', preconditioners[0] ?? '');
  draw();
}

/** Mueller, Charypar and Gross 2003, equations 20 to 22, in space: kernel, slope of the pressure's, Laplacian of the viscosity's.
 * @type {[string, (r: number, h: number) => number][]} */
const kernels = [
  ['poly6', (r, h) => (315 / (64 * Math.PI * h ** 9)) * (h * h - r * r) ** 3],
  ['spiky, slope', (r, h) => (45 / (Math.PI * h ** 6)) * (h - r) ** 2],
  ['viscosity, Laplacian', (r, h) => (45 / (Math.PI * h ** 6)) * (h - r)],
];

/** Each kernel over the distance, in proportion to its value at 0 with a support of 1. @param {SVGElement} plot @param {HTMLInputElement} input */
function drawKernels(plot, input) {
  plot.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const draw = () => {
    const h = Number(input.value);
    plot.replaceChildren(
      shape('line', { x1: 0, x2: width, y1: height - 4, y2: height - 4, class: 'axis' }),
      ...kernels.flatMap(([name, kernel], i) => {
        const points = Array.from({ length: 81 }, (_, k) => {
          const r = k / 40;
          return `${(r / 2) * width},${height - 4 - (r < h ? Math.min(1.05, (0.3 * kernel(r, h)) / kernel(0, 1)) : 0) * (height - 24)}`;
        });
        return [shape('polyline', { points: points.join(' '), class: `line line-${i + 1}` }), ...legend(i, 0.54 * width, 14 + 15 * i, name, kernels.length)];
      }),
    );
  };
  input.addEventListener('input', draw);
  draw();
}

for (const figure of document.querySelectorAll('figure')) {
  const tanks = /** @type {SloshTank[]} */ ([...figure.querySelectorAll('slosh-tank')]);
  const inputs = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...figure.querySelectorAll('[data-key]')]);
  for (const input of inputs) bind(input, tanks);
  for (const plot of /** @type {NodeListOf<SVGElement>} */ (figure.querySelectorAll('svg'))) {
    const [first] = tanks;
    const [input] = figure.querySelectorAll('input');
    if (plot.dataset.plot) drawReports(plot, tanks);
    else if ('iterations' in plot.dataset && first) drawIterations(plot, first);
    else if ('kernels' in plot.dataset && input) drawKernels(plot, input);
  }
}
