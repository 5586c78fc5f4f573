// Speed of the SPH solvers, as speed.mjs for blobs: against plain JavaScript, with hash or dense cells, on two threads, as
// wasm, with many particles; and steps per second.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asSettings } from '../../tests/oracles/comparing.mjs';
import { DEFAULTS as mueller, massFor } from '../../tests/oracles/mueller_sph.mjs';
import { settingsOf, slow } from '../../tests/oracles/wcsph_demo.mjs';
import { bars as allBars } from './bars.mjs';
import { interleave, folder, lastLine, median, peakMemory, ratio, slosh, timed } from './interleave.mjs';

/** @typedef {import('./main.mjs').Options} Options */

const bars = allBars.sph;
const oracle = (/** @type {string} */ name) => fileURLToPath(new URL(`../../tests/oracles/${name}.mjs`, import.meta.url));

/** The fastest step of a run: all steps have equal work, slowdown ones were interrupted. @type {'min'} */
const take = 'min';
/** Milliseconds per step of a reference, in a separate process. @param {string} name @param {string[]} args */
const timedOracle = (name, args) => () => lastLine(process.execPath, [oracle(name), '--time', ...args]).ms_per_step.min;

/**
 * Two solvers with the particle counts and options of their originals. own: settings of the references; settings: of the
 * solver; moved: number of steps before the timing. A display step is one sub-step in both. The bar is for the first
 * variant of the solver (its default search) against the first reference.
 */
const originals = [
  {
    name: 'wcsph, 2,000', scene: 'dam-break', moved: 400, dt: 1 / 60,
    references: { JavaScript: 'wcsph_plain', 'JavaScript tuned, stored pairs': 'wcsph' },
    own: asSettings(slow), settings: [...asSettings({ particles: 2000 }), ...settingsOf(slow)],
    variants: { '': ['--set', 'search=dense'], 'hash, ': ['--set', 'search=hash'] },
  },
  {
    name: 'mueller_sph, 5,000', scene: 'curl-disc', moved: 20, dt: 0.002,
    references: { JavaScript: 'mueller_sph' },
    own: asSettings({ mass: massFor(5000) }),
    settings: asSettings({
      particles: 5000, smoothing: mueller.h / Math.sqrt((Math.PI * mueller.radius ** 2) / 5000), substeps: 1,
      mass: massFor(5000), kernels: 'spatial', force: 'asymmetric', integrator: 'taylor', 'viscosity-2': 1, 'rest-density-2': 1000,
    }),
    variants: { '': [] },
  },
];

/** The references in JavaScript against the solvers as wasm, a sub-step. @param {Options} options */
export async function sphReference({ rounds, quick, report }) {
  mkdirSync(folder, { recursive: true });
  for (const { name, scene, moved, dt, references, own, settings, variants } of originals) {
    const init = join(folder, `${scene}.csv`);
    slosh('native', scene, ...settings, '--steps', String(moved), '--dump', init);
    const steps = ['--init', init, '--steps', String(quick ? 100 : 400), '--dt', String(dt), ...own];
    /** @type {Record<string, () => number>} */
    const candidates = {};
    for (const [title, file] of Object.entries(references)) candidates[title] = timedOracle(file, steps);
    for (const [title, extra] of Object.entries(variants)) {
      const args = [...settings, ...extra, '--init', init];
      for (const threads of [1, 2]) candidates[`${title}${threads}`] = timed('web', { scene, args, threads, take, budget: quick ? 300 : 1500 });
    }
    const samples = interleave(candidates, rounds);
    const barReference = Object.keys(references)[0];
    for (const title of Object.keys(references)) report({ name: `${name}, ${title}`, value: median(samples[title]), unit: 'ms' });
    for (const variant of Object.keys(variants)) {
      for (const threads of /** @type {const} */ ([1, 2])) {
        const label = `${name}, wasm, ${variant}${threads} thread${threads > 1 ? 's' : ''}`;
        const taken = samples[`${variant}${threads}`];
        report({ name: label, value: median(taken), unit: 'ms' });
        for (const title of Object.keys(references)) {
          const bar = variant === '' && title === barReference ? bars.overPlain[threads] : {};
          report({ name: `${label}, against ${title}`, ...ratio(samples[title], taken), unit: 'x', ...bar });
        }
      }
    }
  }
}

/**
 * WCSPH slowed so that a display step is about one sub-step at any count: all speeds are divided by one factor, all
 * accelerations by its square. The work of a sub-step is that of the scene itself.
 * @param {number} count @param {2 | 3} dimensions
 */
function slowWcsph(count, dimensions) {
  const [scene, volume] = dimensions === 2 ? ['dam-break', 0.48] : ['dam-break-3d', 0.24];
  const h = 2.6 * (volume / count) ** (1 / dimensions);
  const speed = Math.max(0.1, 0.2 * h * 60);
  const slowdown = 12 / speed;
  const settings = { particles: count, 'sound-speed': speed, 'gravity-y': -9.81 / slowdown ** 2, viscosity: 1e-4 / slowdown };
  return { scene, args: asSettings(settings) };
}
/** @param {number} count */
const curlDisc = (count) => ({ scene: 'curl-disc', args: asSettings({ particles: count }) });

const thousands = (/** @type {number} */ count) => count.toLocaleString('en');

/** The spatial hash against the dense cells, a whole sub-step. @param {Options} options */
export async function sphSearch({ rounds, quick, report }) {
  for (const [dimensions, count] of /** @type {[2 | 3, number][]} */ ([[2, 2000], [2, quick ? 20000 : 100000], [3, 50000]])) {
    const { scene, args } = slowWcsph(count, dimensions);
    const by = (/** @type {string} */ search) =>
      timed('web', { scene, args: [...args, ...asSettings({ search })], threads: 1, take, budget: quick ? 500 : 1500 });
    const samples = interleave({ dense: by('dense'), hash: by('hash') }, rounds);
    const name = `wcsph ${dimensions}D, ${thousands(count)}`;
    report({ name: `${name}, dense cells`, value: median(samples.dense), unit: 'ms' });
    report({ name: `${name}, hash against dense cells`, ...ratio(samples.hash, samples.dense), unit: 'x', ...bars.hashOverDense });
  }
}

/** Two threads against one, wasm against native, many particles against few. @param {Options} options */
export async function sphScaling({ rounds, quick, report }) {
  const budget = quick ? 700 : 2000;
  const subjects = [
    { name: 'wcsph 2D, 100,000', ...slowWcsph(100000, 2) },
    { name: 'mueller_sph 2D, 100,000', ...curlDisc(100000) },
    { name: 'wcsph 3D, 50,000', ...slowWcsph(50000, 3) },
  ];
  for (const { name, ...what } of subjects) {
    const samples = interleave({
      native: timed('native', { ...what, threads: 1, take, budget }),
      web: timed('web', { ...what, threads: 1, take, budget }),
      two: timed('web', { ...what, threads: 2, take, budget }),
    }, rounds);
    report({ name: `${name}, wasm, 1 thread`, value: median(samples.web), unit: 'ms' });
    report({ name: `${name}, wasm against g++, 1 thread`, ...ratio(samples.native, samples.web), unit: 'x', ...bars.wasmOverNative });
    report({ name: `${name}, wasm, 2 threads against 1`, ...ratio(samples.web, samples.two), unit: 'x', ...bars.twoThreads });
  }
  const [few, many] = [10000, quick ? 200000 : 500000];
  for (const [name, subjectOf] of /** @type {const} */ ([
    ['wcsph 2D', (/** @type {number} */ n) => slowWcsph(n, 2)],
    ['wcsph 3D', (/** @type {number} */ n) => slowWcsph(n, 3)],
    ['mueller_sph 2D', curlDisc],
  ])) {
    // At the same time of the same scene: the order of the particles changes with time.
    const time = (/** @type {number} */ count) => timed('web', { ...subjectOf(count), threads: 1, take, budget: 0 });
    const samples = interleave({ few: time(few), many: time(many) }, Math.min(rounds, 3));
    const each = { few: samples.few.map((ms) => (ms * 1e6) / few), many: samples.many.map((ms) => (ms * 1e6) / many) };
    report({ name: `${name}, ${thousands(few)}, wasm, 1 thread, a particle`, value: median(each.few), unit: 'ns' });
    report({
      name: `${name}, time a particle, ${thousands(many)} against ${thousands(few)}`,
      ...ratio(each.many, each.few), unit: 'x', ...bars.manyOverFew,
    });
  }
}

/**
 * Steps per second on two threads with all sub-steps, at two stiffnesses: that of the original, whose step of 1/60 s is one
 * sub-step with 2,000 particles, and that of the scene, water in real time.
 * @param {Options} options
 */
export async function sphCapacity({ quick, report }) {
  const original = asSettings({ 'sound-speed': slow.soundSpeed, 'gravity-y': slow.gravityY, viscosity: slow.viscosity });
  for (const [name, scene, count] of /** @type {const} */ ([
    ['wcsph 2D', 'dam-break', 10000],
    ['wcsph 3D', 'dam-break-3d', 8000],
  ])) {
    for (const [stiff, settings, bar] of /** @type {[string, string[], object][]} */ ([
      ["the original's", original, bars.stepsPerSecond],
      ["the scene's", [], {}],
    ])) {
      const steps = quick || settings.length === 0 ? 30 : 120;
      const args = ['--set', `particles=${count}`, ...settings, '--threads', '2', '--steps', String(steps)];
      const runs = Array.from({ length: quick ? 1 : 3 }, () => slosh('web', scene, ...args));
      const ms = median(runs.map(({ ms_per_step }) => ms_per_step.median));
      report({
        name: `${name}, ${thousands(count)}, ${stiff} stiffness, wasm, 2 threads`, value: 1000 / ms, unit: 'steps/s',
        ...bar, note: `${ms.toFixed(1)} ms, ${runs[0].substeps} sub-steps at the end`,
      });
    }
  }
}

/** Memory per particle, from the peak of the native program. @param {Options} options */
export async function sphMemory({ report }) {
  const [few, many] = [50000, 200000];
  for (const [name, subjectOf] of /** @type {const} */ ([
    ['wcsph 2D', (/** @type {number} */ n) => slowWcsph(n, 2)],
    ['wcsph 3D', (/** @type {number} */ n) => slowWcsph(n, 3)],
    ['mueller_sph 2D', curlDisc],
  ])) {
    const peak = (/** @type {number} */ count) => {
      const { scene, args } = subjectOf(count);
      return peakMemory(['run', scene, ...args, '--steps', '3', '--threads', '2']);
    };
    report({ name: `${name}, memory a particle`, value: ((await peak(many)) - (await peak(few))) / (many - few), unit: 'bytes' });
  }
}
