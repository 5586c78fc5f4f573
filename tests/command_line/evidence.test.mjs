// The plots in docs/ and the table of docs/physics.md agree: the data of each plot give the figures of the table.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { timeAt, compareTimes } from '../../tools/benchmarks/pcisph.mjs';
import { plot, specOf } from '../../tools/benchmarks/plot.mjs';

const path = (/** @type {string} */ name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const read = (/** @type {string} */ name) => readFileSync(path(name), 'utf8');

const page = read('docs/physics.md');
const rows = page.slice(page.indexOf('<!-- figures')).split('\n').filter((line) => /^\| (?!check)[^-]/.test(line)).map((line) => line.slice(2, -2).split(' | '));
const pictures = [...page.matchAll(/!\[.*\]\((.*\.svg)\)/g)].map(([, file]) => file);

const speed = 'time for a simulated second';

/** The figure of the only row with these beginnings of check and solver. @param {string} check @param {string} solver */
function figureOf(check, solver) {
  const found = rows.filter((row) => row[0].startsWith(check) && row[1].startsWith(solver));
  assert.equal(found.length, 1, `${check}, ${solver}: ${found.length} rows`);
  return { figure: parseFloat(found[0][2]), text: found[0][2] };
}

/** @param {number} value @param {number} expected */
const near = (value, expected) =>
  assert.ok(Math.abs(value - expected) <= 2e-3 * Math.abs(expected), `${value}, the table says ${expected}`);

/** The value of a line at x, linear between its points. @param {[number, number][]} points @param {number} x */
function at(points, x) {
  const after = Math.max(1, points.findIndex(([t]) => t >= x));
  const [[t0, z0], [t1, z1]] = [points[after - 1], points[after]];
  return z0 + (z1 - z0) * Math.min(1, Math.max(0, (x - t0) / (t1 - t0)));
}

/** Whether a figure is within the bar of its row. @param {number} figure @param {string} bar */
function within(figure, bar) {
  const [low, high] = bar.startsWith('at most ') ? [-Infinity, bar.slice(8)] : bar.startsWith('at least ') ? [bar.slice(9), Infinity] : bar.split(' to ');
  const number = (/** @type {string | number} */ v) => Number(String(v).replaceAll(',', ''));
  return figure >= number(low) && figure <= number(high);
}

test('every figure of the page is within its stated bound, and every plot exists', () => {
  assert.ok(rows.length > 30 && pictures.length >= 2);
  for (const row of rows) {
    assert.equal(row.length, 6, row.join(' | '));
    assert.ok(Number.isFinite(parseFloat(row[2])), row.join(' | '));
    assert.match(row[4], /^(at most|at least) \S+$|^\S+ to \S+$/);
    // Figures of speed may miss their bar.
    if (!row[0].startsWith(speed)) assert.deepEqual([row[5], within(parseFloat(row[2]), row[4])], ['yes', true], row.join(' | '));
  }
  for (const file of pictures) assert.ok(existsSync(path(`docs/${file}`)), file);
});

test('a plot draws each point of its data at its axis coordinates', () => {
  /** @type {import('../../tools/benchmarks/plot.mjs').Spec} */
  const spec = {
    title: 'A & B',
    about: '',
    x: { label: 'time, s' },
    y: { label: 'height, m' },
    series: [{ name: 'rise & fall', points: [[0, 0], [1, 2], [2, 1]] }, { name: 'flat', points: [[0, 1], [2, 1]] }],
  };
  const svg = plot(spec);
  for (const { name } of spec.series) assert.ok(svg.includes(`>${name.replaceAll('&', '&amp;')}</text>`), name);
  const drawn = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="3.5"/g)].map(([, x, y]) => [Number(x), Number(y)]);
  assert.equal(drawn.length, 5);
  const [[left, bottom], [middle, top], [right, half]] = drawn;
  assert.ok(left < middle && Math.abs(middle - (left + right) / 2) < 0.02, 'linear along x');
  assert.ok(top < bottom && Math.abs(half - (top + bottom) / 2) < 0.02, 'linear along y, upwards');
  assert.deepEqual(drawn.slice(3), [[left, half], [right, half]]);
  assert.deepEqual(specOf(svg), spec, 'the data can be read back');
});

test('the dam break: the deviation of each line from the experiment is that of the table', () => {
  const { series } = specOf(read('docs/dam-break.svg'));
  const experiment = series.filter(({ name }) => name.startsWith('experiment'));
  assert.equal(experiment.length, 1);
  const lines = series.filter((line) => line !== experiment[0]);
  assert.ok(lines.length >= 2);
  const shifts = new Set();
  for (const { name, points } of lines) {
    const { figure, text } = figureOf('front of a dam break, largest', name);
    const [, shift] = text.match(/one shift of T for all methods, ([\d.]+)/) ?? [];
    shifts.add(shift);
    // Without the first point of the experiment, taken while the gate opened.
    near(Math.max(...experiment[0].points.slice(1).map(([t, z]) => Math.abs(at(points, t - Number(shift)) / z - 1))), figure);
  }
  assert.equal(shifts.size, 1, 'one shift for all methods');
});

test('the energy: each line ends at the figure of the table', () => {
  const { series } = specOf(read('docs/energy.svg'));
  assert.ok(series.length >= 2);
  for (const { name, points } of series) {
    const { figure } = figureOf('energy after 10,000 sub-steps', `wcsph 2D, ${name}`);
    const [substeps, drift] = points[points.length - 1];
    assert.equal(substeps, 10000);
    assert.ok(Math.abs(drift - Math.abs(figure - 1)) < 5e-4 * Math.max(1, figure), `${drift}, the table says ${figure}`);
  }
});

test('PCISPH against WCSPH: at the same error, between the points', () => {
  const points = [[0.01, 8], [0.04, 2]].map(([error, seconds]) => ({ setting: 'sound-speed=1', seconds, error }));
  assert.ok(Math.abs(timeAt(points, 0.02) - 4) < 1e-12);
  assert.deepEqual([timeAt(points, 0.001), timeAt(points, 0.1)], [8, 2]);
  assert.ok(pictures.includes('pcisph.svg'), 'docs/physics.md shows the plot');
  const [wcsph, pcisph] = specOf(read('docs/pcisph.svg')).series.map(({ points: line }) =>
    line.map(([error, seconds]) => ({ setting: '', seconds, error: error / 100 })));
  const { figure, text } = figureOf(speed, '2D');
  const required = pcisph.filter(({ error }) => text.includes(`(at ${(100 * error).toFixed(2)} %)`));
  assert.equal(required.length, 1, text);
  near(compareTimes({ wcsph, pcisph: required }).ratio, figure);
});
