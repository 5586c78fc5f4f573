// Speed of PIC/FLIP: on the scene of a WebGL demo of 2016 in comparison with that demo, on two threads, as wasm, with many
// particles and cells; and the fraction of the pressure solve.
//
// The work of a step changes while the block falls, breaks up and sloshes, but it is equal in every program and with any
// number of threads. So all candidates are compared over the same first steps.

import { asSettings } from '../../tests/oracles/comparing.mjs';
import { bars as allBars } from './bars.mjs';
import { BenchError, interleave, median, peakMemory, ratio, slosh, sloshLines } from './interleave.mjs';

/** @typedef {import('./main.mjs').Options} Options */
/** @typedef {import('./interleave.mjs').Program} Program */

const bars = allBars.flip;
const scene = 'flip-block';
const [tank, block] = [[1.6, 1, 1], [0.6, 0.8, 0.8]]; // m

/** Of the old demo (on a GTX 780, limited to 60 by the display): frames per second with incomplete Poisson, one step per frame. */
const framesPerSecond = /** @type {const} */ ({ 5000: 60, 10000: 60, 50000: 33, 100000: 17, 500000: 6, 1000000: 3 });
/** Iterations to 1e-3 of a model of its pressure system, from rest. @type {Record<string, Record<number, number>>} */
const modelIterations = {
  none: { 100000: 39, 1000000: 81 },
  'incomplete-poisson': { 100000: 21, 1000000: 43 },
  ic0: { 100000: 14, 1000000: 29 },
  mic0: { 100000: 9, 1000000: 15 },
};
const preconditioners = ['none', 'jacobi', 'ic0', 'mic0', 'incomplete-poisson', 'multigrid'];

/** Number of cells of the tank. @param {number} edge minimum edge of a cell */
export const cellsOf = (edge) => tank.reduce((cells, length) => cells * Math.max(1, Math.floor(length / edge + 1e-3)), 1);

/** The edge of a cell by the parameter `density`. @param {number} density */
export const edgeOf = (density) => 2 / Math.cbrt(density);

const thousands = (/** @type {number} */ count) => count.toLocaleString('en');
const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The scene's first steps: milliseconds of the fastest, as slower ones were interrupted, and of all on average; and the
 * fraction of the pressure solve.
 * @param {Program} program @param {Record<string, number | string>} settings @param {{steps: number, threads: number}} how
 */
function firstSteps(program, settings, { steps, threads }) {
  const args = [...asSettings(settings), '--steps', String(steps), '--threads', String(threads)];
  const { particles, substeps, ms_per_step, stages } = slosh(program, scene, ...args);
  return { particles, substeps, fastest: ms_per_step.min, ...sumUp(stages) };
}

/** Time of a step from its stages, which are means over the run. @param {Record<string, number>} stages */
export function sumUp(stages) {
  if (!(stages.pressure >= 0)) throw new BenchError(`no stage "pressure" among ${Object.keys(stages).join(', ')}`);
  const total = Object.values(stages).reduce((sum, ms) => sum + ms, 0);
  return { mean: total, pressure: stages.pressure / total };
}

/** The old demo's table. @param {Options} options */
function oldDemo({ quick, report }) {
  const steps = quick ? 30 : 120;
  for (const density of /** @type {const} */ ([5000, 10000, 50000, 100000, 500000, 1000000])) {
    if (quick && density > 100000) continue;
    const runs = Array.from({ length: quick ? 1 : 3 }, () => firstSteps('web', { density }, { steps, threads: 2 }));
    const fastest = Math.min(...runs.map((run) => run.fastest)).toFixed(2);
    report({
      name: `d = ${thousands(density)}: ${thousands(runs[0].particles)} particles, wasm, 2 threads`,
      value: 1000 / median(runs.map((run) => run.mean)), unit: 'steps/s', ...bars.stepsPerSecond[density],
      note: `old demo: ${framesPerSecond[density]}; first ${steps} steps, the fastest ${fastest} ms`,
    });
  }
}

/** Fraction of the pressure solve in a step, at a tenth of the default tolerance. @param {Options} options */
function pressure({ quick, report }) {
  const density = quick ? 100000 : 1000000;
  const how = { steps: quick ? 20 : 60, threads: 2 };
  const runs = Array.from({ length: quick ? 1 : 3 }, () =>
    firstSteps('web', { density, preconditioner: 'multigrid', tolerance: 1e-4 }, how));
  report({
    name: `d = ${thousands(density)}, pressure to 1e-4 by multigrid, of the step`, value: 100 * median(runs.map((run) => run.pressure)),
    unit: '%', ...bars.pressurePercent, note: `of ${median(runs.map((run) => run.mean)).toFixed(1)} ms`,
  });
}

/** Two threads against one, and wasm against native. The bars hold for the largest number of particles. @param {Options} options */
function scaling({ rounds, quick, report }) {
  const densities = quick ? [100000] : [100000, 1000000];
  for (const density of densities) {
    const steps = density > 100000 ? 20 : quick ? 30 : 60;
    const by = (/** @type {Program} */ program, /** @type {number} */ threads) => () =>
      firstSteps(program, { density }, { steps, threads }).fastest;
    const samples = interleave({ native: by('native', 1), web: by('web', 1), two: by('web', 2) }, rounds);
    const name = `d = ${thousands(density)}`, isLargest = density === densities.at(-1);
    report({ name: `${name}, wasm, 1 thread`, value: median(samples.web), unit: 'ms' });
    report({
      name: `${name}, wasm against g++, 1 thread`, ...ratio(samples.native, samples.web), unit: 'x', ...(isLargest && bars.wasmOverNative),
    });
    report({ name: `${name}, wasm, 2 threads against 1`, ...ratio(samples.web, samples.two), unit: 'x', ...(isLargest && bars.twoThreads) });
  }
}

/** Relative deviation of the rounds of a ratio in both directions. @param {number[]} above @param {number[]} below */
export function noiseOf(above, below) {
  const byRound = above.map((value, round) => value / below[round]);
  return (Math.max(...byRound) - Math.min(...byRound)) / 2 / median(byRound);
}

/** Time of a step per particle and cell, from few to many. One sub-step per step. @param {Options} options */
function growth({ rounds, quick, report }) {
  const densities = quick ? [10000, 100000] : [10000, 100000, 1000000, 4000000];
  /** @type {Record<string, () => number>} */
  const candidates = {};
  for (const density of densities) {
    candidates[density] = () => {
      const run = firstSteps('web', { density, substeps: 1 }, { steps: quick ? 40 : 60, threads: 1 });
      return (run.fastest * 1e6) / (run.particles + cellsOf(edgeOf(density)));
    };
  }
  const samples = interleave(candidates, Math.min(rounds, 3));
  for (const density of densities) {
    const cells = thousands(cellsOf(edgeOf(density)));
    const name = `d = ${thousands(density)}, wasm, 1 thread, a particle or cell`;
    report({ name, value: median(samples[density]), unit: 'ns', note: `${cells} cells` });
  }
  const [few, many] = [densities[0], densities[densities.length - 1]];
  const { value, note } = ratio(samples[many], samples[few]);
  const noise = Math.min(noiseOf(samples[many], samples[few]), bars.maxNoise);
  report({
    name: `cost a particle or cell, d = ${thousands(many)} against ${thousands(few)}`, value, unit: 'x',
    ...bars.manyOverFew(noise), note: `${note}: ${(100 * noise).toFixed(0)} % allowed for noise`,
  });
}

/** Memory per particle and cell, from the peak of the native program. @param {Options} options */
async function memory({ quick, report }) {
  const count = quick ? 100000 : 500000;
  const volume = block.reduce((product, length) => product * length, 1);
  const of = async (/** @type {number} */ particles, /** @type {number} */ inCell) => ({
    particles,
    cells: cellsOf(Math.cbrt((volume / particles) * inCell)),
    bytes: await peakMemory(['run', scene, ...asSettings({ particles, 'particles-per-cell': inCell }), '--steps', '2', '--threads', '2']),
  });
  // Twice the particles in the same cells, and the same particles in many more cells.
  const [usual, crowded, sparse] = [await of(count, 32), await of(2 * count, 64), await of(count, 4)];
  const particle = (crowded.bytes - usual.bytes) / (crowded.particles - usual.particles);
  report({ name: 'memory a particle', value: particle, unit: 'bytes' });
  report({ name: 'memory a cell', value: (sparse.bytes - usual.bytes) / (sparse.cells - usual.cells), unit: 'bytes' });
}

/** Iterations with every preconditioner; checked by tests. @param {Options} options */
function iterations({ quick, report }) {
  const steps = quick ? 10 : 60;
  for (const density of quick ? [100000] : [100000, 1000000]) {
    for (const preconditioner of preconditioners) {
      const settings = { density, preconditioner, tolerance: 1e-3, 'max-iterations': 1000 };
      const lines = sloshLines('native', scene, ...asSettings(settings), '--steps', String(steps), '--every', '1', '--threads', '2');
      // 0 in free fall, where the right-hand side is zero.
      const counts = lines.map((line) => line.iterations ?? 0);
      const model = modelIterations[preconditioner]?.[density];
      report({
        name: `d = ${thousands(density)}, iterations to 1e-3, ${preconditioner}`, value: mean(counts), unit: '',
        note: `first ${steps} steps, at most ${Math.max(...counts)}${model ? `; model of the old demo: ${model}` : ''}`,
      });
    }
  }
}

/** @param {Options} options */
export async function flip(options) {
  oldDemo(options);
  pressure(options);
  scaling(options);
  growth(options);
  await memory(options);
  iterations(options);
}
