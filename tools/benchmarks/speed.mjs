// Speed of a step: against plain JavaScript, native code, one thread and fewer particles; and the number of particles at 60
// steps per second.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calm } from '../../tests/oracles/measures.mjs';
import { interactionRadius } from '../../tests/oracles/blobs.mjs';
import { readCsv } from '../../tests/oracles/csv.mjs';
import { bars as allBars } from './bars.mjs';
import { interleave, folder, lastLine, median, ratio, settled, slosh, timed } from './interleave.mjs';

/** @typedef {import('./main.mjs').Options} Options */

const bars = allBars.blobs;
const referenceTimer = fileURLToPath(new URL('reference.mjs', import.meta.url));

/** @param {string} init @param {number} substeps @param {boolean} tuned @param {number} steps */
const timedReference = (init, substeps, tuned, steps) => () =>
  lastLine(process.execPath, [referenceTimer, init, String(substeps), String(tuned), String(steps)]).median;

/** The reference in JavaScript against parallel mode as wasm, a sub-step. @param {Options} options */
export async function reference({ rounds, settle, quick, report }) {
  for (const count of /** @type {const} */ ([1500, 20000])) {
    const init = await settled(count, settle);
    const { substeps } = slosh('native', 'blobs', '--init', init, '--steps', '1');
    const steps = Math.round((quick ? 0.5e6 : 1.5e6) / count);
    const samples = interleave({
      plain: timedReference(init, substeps, false, steps),
      one: timed('web', { args: ['--init', init], threads: 1 }),
      tuned: timedReference(init, substeps, true, steps),
      two: timed('web', { args: ['--init', init], threads: 2 }),
    }, rounds);
    const name = `N = ${count.toLocaleString('en')}`;
    report({ name: `${name}, JavaScript, a branch for each candidate`, value: median(samples.plain), unit: 'ms' });
    report({ name: `${name}, JavaScript, tuned to branch less`, value: median(samples.tuned), unit: 'ms' });
    report({ name: `${name}, wasm, 1 thread`, value: median(samples.one), unit: 'ms' });
    report({ name: `${name}, wasm, 2 threads`, value: median(samples.two), unit: 'ms' });
    for (const [index, threads] of /** @type {const} */ (['one', 'two']).entries()) {
      const label = `${name}, wasm, ${index + 1} thread${index ? 's' : ''}`;
      report({ name: `${label}, against plain JavaScript`, ...ratio(samples.plain, samples[threads]), unit: 'x', ...bars.overPlain[count][threads] });
      report({ name: `${label}, against tuned JavaScript`, ...ratio(samples.tuned, samples[threads]), unit: 'x' });
    }
  }
}

/** Wasm against native, two threads against one, many particles against few. @param {Options} options */
export async function scaling({ rounds, settle, quick, report }) {
  const many = quick ? 256000 : 1000000;
  const [few, middle] = [await settled(10000, settle), await settled(100000, settle)];
  const samples = interleave({
    native: timed('native', { args: ['--init', middle], threads: 1, budget: 2000 }),
    web: timed('web', { args: ['--init', middle], threads: 1, budget: 2000 }),
    two: timed('web', { args: ['--init', middle], threads: 2, budget: 2000 }),
    nativeTwo: timed('native', { args: ['--init', middle], threads: 2, budget: 2000 }),
  }, rounds);
  const name = 'N = 100,000';
  report({ name: `${name}, g++, 1 thread`, value: median(samples.native), unit: 'ms' });
  report({ name: `${name}, wasm, 1 thread`, value: median(samples.web), unit: 'ms' });
  report({ name: `${name}, wasm, 2 threads`, value: median(samples.two), unit: 'ms' });
  report({ name: `${name}, wasm against g++, 1 thread`, ...ratio(samples.native, samples.web), unit: 'x', ...bars.wasmOverNative });
  report({ name: `${name}, wasm, 2 threads against 1`, ...ratio(samples.web, samples.two), unit: 'x', ...bars.twoThreads });
  report({ name: `${name}, g++, 2 threads against 1`, ...ratio(samples.native, samples.nativeTwo), unit: 'x' });

  const most = await settled(many, settle);
  const sizes = interleave({
    few: timed('web', { args: ['--init', few], threads: 1, budget: 2000 }),
    many: timed('web', { args: ['--init', most], threads: 1, budget: 0 }),
  }, Math.min(rounds, 3));
  const perParticle = { few: sizes.few.map((ms) => (ms * 1e6) / 10000), many: sizes.many.map((ms) => (ms * 1e6) / many) };
  report({ name: 'N = 10,000, wasm, 1 thread, a particle', value: median(perParticle.few), unit: 'ns' });
  report({ name: `N = ${many.toLocaleString('en')}, wasm, 1 thread, a particle`, value: median(perParticle.many), unit: 'ns' });
  report({
    name: `time a particle, ${many.toLocaleString('en')} against 10,000`,
    ...ratio(perParticle.many, perParticle.few), unit: 'x', ...bars.manyOverFew,
  });
}

/** Root mean square speed of a dumped state, in h per display step. @param {string} file */
async function calmOf(file) {
  const { x, vx, vy } = await readCsv(file);
  const parameters = { interactionRadius: interactionRadius(x.length) };
  return calm(/** @type {any} */ ({ count: x.length, vx, vy, parameters }));
}

/** The maximum number of particles at 60 steps per second with all sub-steps, on two threads. @param {Options} options */
export async function capacity({ settle, quick, report }) {
  const frame = 1000 / 60;
  const [maxCount, tolerance] = [240000, quick ? 0.1 : 0.03];
  /** @param {number} count */
  const measure = async (count) => {
    const init = await settled(count, Math.min(settle, 5), true);
    const runs = [0, 1, 2].map(() => slosh('web', 'blobs', '--init', init, '--threads', '2', '--steps', quick ? '40' : '90'));
    return median(runs.map(({ ms_per_step }) => ms_per_step.median));
  };
  let low = 4000, high = maxCount;
  // The time grows with about count^1.5: extrapolated within the known bounds.
  for (let count = 30000; high - low > tolerance * low; ) {
    const ms = await measure(count);
    if (ms <= frame) low = count;
    else high = count;
    const guess = count * (frame / ms) ** (1 / 1.5);
    const inside = Math.min(Math.max(guess, low + 0.2 * (high - low)), high - 0.2 * (high - low));
    count = 4 * Math.round(inside / 4);
    if (count <= low || count >= high) break;
  }
  report({ name: 'most particles at 60 steps/s, wasm, 2 threads', value: low, unit: '', ...bars.capacity });

  // After twenty seconds: root mean square speed in comparison with the original, whose kinds weigh the same.
  const rest = join(folder, 'rest.csv');
  const dumped = ['--set', 'weight-difference=0', '--seconds', quick ? '8' : '20', '--threads', '2', '--dump', rest];
  slosh('native', 'blobs', '--set', 'mode=sequential', '--set', 'unit=approximate', ...dumped);
  const original = await calmOf(rest);
  report({ name: 'rms speed of the original, N = 1,500 (h a step)', value: original, unit: 'h' });
  const { substeps } = slosh('native', 'blobs', '--set', `particles=${low}`, ...dumped);
  report({
    name: `rms speed of N = ${low.toLocaleString('en')} (h a step)`,
    value: await calmOf(rest), unit: 'h', ...bars.calm(original), note: `${substeps} sub-steps`,
  });
}
