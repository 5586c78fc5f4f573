// tools/bench --physics: every figure of the physics tests in one table, written into docs/physics.md, with its plots.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bars } from './bars.mjs';
import { BenchError } from './interleave.mjs';
import { pcisphAgainstWcsph, compareTimes } from './pcisph.mjs';
import { plot, specOf } from './plot.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = join(root, 'docs');

/**
 * A line `figure: {...}` of a test.
 * @typedef {{check: string, solver: string, figure: number, reference: string, least: number | null, most: number | null, note?: string}} Found
 */
/** @typedef {{plot: string, name: string, points: [number, number][]}} Line a line `series: {...}` of a test */

/** Runs a test program and returns the figures and series that it prints. @param {string} file @param {string[]} args */
function runTests(file, args) {
  const { stdout, stderr, error, signal } = spawnSync(file, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error || signal) throw new BenchError(`${file}: ${error?.message ?? signal}\n${stderr}`);
  /** @param {string} kind */
  const all = (kind) => [...stdout.matchAll(new RegExp(`${kind}: (\\{.*\\})`, 'g'))].map(([, json]) => JSON.parse(json));
  return { figures: /** @type {Found[]} */ (all('figure')), series: /** @type {Line[]} */ (all('series')) };
}

/** Programs and their tests that print figures; those of blobs have a table of their own in docs/physics.md. */
const programs = [['slosh_tests', 'SmoothingKernels.*'], ['slosh_physics_tests', '*-*DoubleDensity*']];

/** The figures and series of a native test program. @param {string} program @param {string} filter of GoogleTest */
function runNative(program, filter) {
  const tests = join(root, 'build/native', program);
  if (!existsSync(tests)) throw new BenchError(`${tests} is missing: tools/build native ${program}`);
  return runTests(tests, [`--gtest_filter=${filter}`]);
}

/** All figures and series. */
function run() {
  const native = programs.map(([program, filter]) => runNative(program, filter));
  const parity = ['wcsph', 'mueller_sph'].map((name) => `tests/oracles/${name}.test.mjs`);
  const reference = runTests(process.execPath, ['--test', '--test-reporter=tap', ...parity]);
  const figures = [...worst(native.flatMap((lines) => lines.figures)), ...worst(reference.figures)];
  return { figures, series: native.flatMap(({ series }) => series) };
}

/** Distance of a figure from the middle of its bar; larger is worse. @param {Found} found */
const badness = ({ figure, least, most }) =>
  least !== null && most !== null ? Math.abs(figure - (least + most) / 2) : most !== null ? figure : -figure;

/** The worst of the figures with the same check and solver. @param {Found[]} figures */
function worst(figures) {
  /** @type {Map<string, Found>} */
  const worst = new Map();
  for (const found of figures) {
    const key = `${found.check}|${found.solver}`;
    const other = worst.get(key);
    if (!other || badness(found) > badness(other)) worst.set(key, found);
  }
  // Rows of one check are adjacent, in the order of their first measurement.
  const checks = [...new Set([...worst.values()].map(({ check }) => check))];
  return checks.flatMap((check) => [...worst.values()].filter((found) => found.check === check));
}

/** @param {number} v */
export const digits = (v) => (v !== 0 && Math.abs(v) < 0.001 ? v.toExponential(1) : String(Number(v.toPrecision(4))));

/** @param {Found} found */
function barText({ least, most }) {
  if (least !== null && most !== null) return `${digits(least)} to ${digits(most)}`;
  return most !== null ? `at most ${digits(most)}` : `at least ${digits(least ?? 0)}`;
}
/** @param {Found} found */
const holds = ({ figure, least, most }) => figure !== null && figure >= (least ?? -Infinity) && figure <= (most ?? Infinity);

/** The lines of a plot, without duplicates: several tests print the experiment. @param {Line[]} series @param {string} plotName */
const linesOfPlot = (series, plotName) => [
  ...new Map(series.flatMap((line) => (line.plot === plotName ? [/** @type {[string, Line]} */ ([line.name, line])] : []))).values(),
];

/** The plots with data. @param {Line[]} series @param {ReturnType<typeof pcisphAgainstWcsph>} comparison */
function plots(series, comparison) {
  /** @type {{file: string, alt: string, spec: import('./plot.mjs').Spec}[]} */
  const made = [];
  const front = linesOfPlot(series, 'dam-break');
  if (front.length > 0) {
    const end = front.flatMap(({ name, points }) => (name.startsWith('experiment') ? points.map(([t]) => t) : [])).at(-1) ?? 4;
    made.push({
      file: 'dam-break.svg', alt: 'The front of a dam break against the experiment of Martin and Moyce',
      spec: {
        title: 'The front of a dam break',
        about: 'A square column of width a collapses. Nothing is shifted; the experiment starts later, as its gate takes time to open.',
        x: { label: 'time T = t √(g/a)', from: 0 }, y: { label: 'front Z = x/a', from: 1, to: 9 },
        series: front.map(({ name, points }) =>
          name.startsWith('experiment') ? { name, points, marks: true } : { name, points: points.filter(([t]) => t <= end + 0.2) }),
      },
    });
  }
  const energy = linesOfPlot(series, 'energy');
  if (energy.length > 0) {
    made.push({
      file: 'energy.svg', alt: 'Energy drift with leapfrog and with Euler',
      spec: {
        title: 'The energy of a fluid without viscosity',
        about: 'Kinetic and elastic energy E between mirrors, against its value E₀ at the start: leapfrog keeps it, Euler does not.',
        x: { label: 'sub-steps', from: 0 }, y: { label: '| E / E₀ − 1 |', log: true }, legend: 'middle right',
        // Without the first point, the start: a drift of 0 has no logarithm.
        series: energy.map(({ name, points }) => ({ name, points: points.slice(1).map(([n, e]) => [n, Math.max(Math.abs(e - 1), 1e-6)]) })),
      },
    });
  }
  if (comparison) {
    made.push({
      file: 'pcisph.svg', alt: 'Computing time per simulated second against mean compression, PCISPH and WCSPH',
      spec: {
        title: 'What a simulated second costs at a mean compression',
        about: `Dam break, ${comparison.particles.toLocaleString('en')} particles in 2D, native code, one thread.`,
        x: { label: 'mean compression, %', log: true }, y: { label: 'time for a simulated second, s', log: true }, legend: 'right',
        series: (/** @type {const} */ (['wcsph', 'pcisph'])).map((name) => ({
          name: `${name}, by ${name === 'wcsph' ? 'speed of sound' : 'required error'}`,
          points: comparison[name].map(({ error, seconds }) => [100 * error, seconds]),
        })),
      },
    });
  }
  return made;
}

/** A row of the table of docs/physics.md. @param {Found} found */
function rowOf(found) {
  const note = found.note ? ` (${found.note})` : '';
  return `| ${found.check} | ${found.solver} | ${digits(found.figure)}${note} | ${found.reference} | ${barText(found)} | ${holds(found) ? 'yes' : '**no**'} |`;
}

/** The rows of a table with new ones: each in the place of that with its check and solver, else behind its check's last row, else
 * at the end. @param {string[]} rows @param {string[]} newer */
export function mergedRows(rows, newer) {
  const cells = (/** @type {string} */ row) => row.split(' | ').slice(0, 2);
  const merged = [...rows];
  for (const row of newer) {
    const [check, solver] = cells(row);
    const same = merged.findIndex((other) => cells(other)[0] === check && cells(other)[1] === solver);
    const last = merged.findLastIndex((other) => cells(other)[0] === check);
    if (same >= 0) merged[same] = row;
    else merged.splice(last >= 0 ? last + 1 : merged.length, 0, row);
  }
  return merged;
}

/** @param {Found[]} figures @param {ReturnType<typeof plots>} pictures */
function markdown(figures, pictures) {
  return [
    '| check | solver | figure | reference | bar | holds |', '|---|---|---|---|---|---|', ...figures.map(rowOf), '',
    ...pictures.flatMap(({ file, alt }) => [`![${alt}](${file})`, '']),
  ].join('\n');
}

const begin = '<!-- figures: generated, do not edit -->';
const end = '<!-- end of figures -->';

/** Writes what is between the marks of docs/physics.md; the text around them stays.
 * @param {(generated: string) => string} change gets the present part */
function changePage(change) {
  const file = join(root, 'docs/physics.md');
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new BenchError(`docs/physics.md has no lines ${begin} and ${end}`);
  const start = from + begin.length + 1;
  writeFileSync(file, text.slice(0, start) + change(text.slice(start, to)) + text.slice(to));
}

/** Puts the rows into the table of docs/physics.md, whose other rows and plots stay. @param {Found[]} figures */
const updateRows = (figures) => changePage((generated) => {
  const lines = generated.split('\n');
  const rows = lines.slice(2).filter((line) => line.startsWith('| '));
  return [...lines.slice(0, 2), ...mergedRows(rows, figures.map(rowOf)), ...lines.slice(2 + rows.length)].join('\n');
});

/** @param {NonNullable<ReturnType<typeof pcisphAgainstWcsph>>} comparison @returns {Found} */
function costFigure(comparison) {
  const { ratio, error } = compareTimes(comparison);
  return {
    check: 'time for a simulated second, wcsph over pcisph at equal mean compression', solver: `2D, ${comparison.particles.toLocaleString('en')} particles`,
    figure: ratio, reference: 'wcsph', least: bars.sph.pcisphOverWcsph.bar, most: null, note: `at ${(100 * error).toFixed(2)} %`,
  };
}

/** @param {Found[]} figures */
function print(figures) {
  const rows = figures.map((found) => [found.check, found.solver, digits(found.figure), found.reference, barText(found), holds(found) ? 'yes' : 'NO']);
  const titles = ['check', 'solver', 'figure', 'reference', 'bar', 'holds'];
  const widths = titles.map((title, k) => Math.max(...[titles, ...rows].map((row) => row[k].length), title.length));
  for (const row of [titles, ...rows]) console.log(row.map((cell, k) => cell.padEnd(widths[k])).join('  ').trimEnd());
}

/** Puts the lines into the committed plots, each in the place of that with its name. @param {Line[]} series */
function updatePlots(series) {
  for (const { file, spec } of plots(series, null)) {
    const path = join(docs, file);
    const committed = specOf(readFileSync(path, 'utf8'));
    const lines = committed.series.map((line) => spec.series.find(({ name }) => name === line.name) ?? line);
    writeFileSync(path, plot({ ...spec, series: lines }));
  }
}

/** Measures again the figures and the lines of plots of the tests that the filter selects; all others stay.
 * @param {string} filter of GoogleTest */
function update(filter) {
  const { figures: all, series } = runNative('slosh_physics_tests', filter);
  const figures = worst(all);
  if (figures.length === 0) throw new BenchError(`--tests: no test with a figure has a name like '${filter}'`);
  print(figures);
  updateRows(figures);
  updatePlots(series);
  const missed = figures.filter((found) => !holds(found)).length;
  console.log(`\n${figures.length} figures, ${missed} do not hold; docs/physics.md`);
  return missed;
}

/** @param {{quick: boolean, tests?: string}} options tests: a filter of GoogleTest; only the rows of these are measured */
export function physics({ quick, tests }) {
  if (tests !== undefined) return update(tests);
  const { figures, series } = run();
  const comparison = pcisphAgainstWcsph({ quick });
  if (comparison) figures.push(costFigure(comparison));
  print(figures);
  if (!comparison) console.log('\nPCISPH against WCSPH: skipped, there is no scene of the solver pcisph');
  const pictures = plots(series, comparison);
  for (const { file, spec } of pictures) writeFileSync(join(docs, file), plot(spec));
  if (!comparison) rmSync(join(docs, 'pcisph.svg'), { force: true });
  changePage(() => markdown(figures, pictures));
  const missed = figures.filter((found) => !holds(found)).length;
  const failed = figures.filter((found) => !holds(found) && found.reference !== 'wcsph').length; // speed is no failure
  console.log(`\n${figures.length} figures, ${missed} do not hold; docs/physics.md, ${pictures.map(({ file }) => `docs/${file}`).join(', ')}`);
  return failed;
}
