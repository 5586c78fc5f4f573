// Contestants that take turns, and the settled states that they all start from.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCsv, writeCsv } from '../../tests/reference/csv.mjs';

const build = fileURLToPath(new URL('../../build', import.meta.url));
/** Settled states; the figures lie beside it. */
export const folder = join(build, 'bench');

/** Something that cannot run, in a line. */
export class BenchError extends Error {}

const programs = {
  native: { preset: 'native', command: [join(build, 'native', 'slosh')] },
  web: { preset: 'web', command: [process.execPath, join(build, 'web', 'slosh.mjs')] },
};
/** @typedef {keyof typeof programs} Program */

/**
 * The last line of `slosh run blobs --json`.
 * @param {Program} program @param {string[]} args
 */
export function slosh(program, ...args) {
  const { preset, command } = programs[program];
  const [file, ...first] = command;
  const last = command[command.length - 1];
  if (!existsSync(last)) throw new BenchError(`${last} is missing: tools/build ${preset} slosh`);
  return lastLine(file, [...first, 'run', 'blobs', '--json', ...args]);
}

/** @param {string} file @param {string[]} args */
export function lastLine(file, args) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error || status !== 0) throw new BenchError(`${file} ${args.join(' ')}: ${error?.message ?? stderr.trim()} (${status})`);
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/**
 * Every contestant once a round, in turns, so that a slow minute of the machine hits all. A sample is the
 * median over the steps of one run; what comes back is, for each, the samples in round order.
 * @template {string} Name
 * @param {Record<Name, () => number>} contestants @param {number} rounds
 * @returns {Record<Name, number[]>}
 */
export function contest(contestants, rounds) {
  const names = /** @type {Name[]} */ (Object.keys(contestants));
  const samples = /** @type {any} */ (Object.fromEntries(names.map((name) => [name, []])));
  for (let round = 0; round < rounds; round++) {
    // Every other round goes backwards: nobody always follows the same one.
    for (const name of round % 2 ? [...names].reverse() : names) samples[name].push(contestants[name]());
  }
  return samples;
}

/** How many times faster, and how far the rounds spread. @param {number[]} slow @param {number[]} fast */
export function ratio(slow, fast) {
  const byRound = slow.map((value, round) => value / fast[round]).sort((a, b) => a - b);
  const range = [byRound[0], byRound[byRound.length - 1]].map((value) => value.toFixed(2));
  return { value: median(slow) / median(fast), note: `rounds ${range.join('..')}` };
}

/**
 * A timed contestant: milliseconds a sub-step from `init`, over about `budget` ms.
 * @param {Program} program @param {string} init @param {number} threads @param {number} budget
 */
export function timed(program, init, threads, budget = 1000) {
  let steps = 0;
  return () => {
    const args = ['--init', init, '--threads', String(threads), '--steps'];
    if (steps === 0) {
      const { ms_per_step } = slosh(program, ...args, '2');
      steps = Math.min(4000, Math.max(3, Math.round(budget / ms_per_step.min)));
    }
    const { ms_per_step, substeps } = slosh(program, ...args, String(steps));
    return ms_per_step.median / substeps;
  };
}

/** Particles above which a state is settled with a quarter of them, and then refined. */
const mostToSettle = 26000;

/**
 * A CSV of `count` particles that have come to rest: made once, and again when the solver has changed. A
 * large count would take hours: a quarter of the particles settle, each is cut in four, and these find
 * their places, which are no further away than the spacing.
 * @param {number} count @param {number} seconds
 * @returns {Promise<string>} the file
 */
export async function settled(count, seconds, refine = count > mostToSettle) {
  const file = join(folder, `settled-${count}-${seconds}s.csv`);
  const solver = programs.native.command[0];
  if (existsSync(file) && existsSync(solver) && statSync(file).mtimeMs > statSync(solver).mtimeMs) return file;
  mkdirSync(folder, { recursive: true });
  const made = `${file}.new`;
  const threads = ['--threads', String(availableParallelism()), '--dump', made];
  if (refine && count % 4 === 0) {
    await split(await settled(count / 4, seconds), join(folder, 'split.csv'));
    const steps = count > 4 * mostToSettle ? 6 : 60;
    slosh('native', '--init', join(folder, 'split.csv'), '--steps', String(steps), ...threads);
  } else {
    slosh('native', '--set', `particles=${count}`, '--seconds', String(seconds), ...threads);
  }
  renameSync(made, file);
  return file;
}

/** Cuts every particle in four, with its velocity and kind. @param {string} from @param {string} to */
async function split(from, to) {
  const { x, y, vx, vy, kind } = await readCsv(from);
  const n = x.length;
  const distance = 0.316 * 14.4 * Math.sqrt(Math.PI / n); // of the spacing: a square turned askew
  const corner = [[1, 0.5], [-0.5, 1], [-1, -0.5], [0.5, -1]];
  /** @param {Float64Array} values @param {0 | 1} [axis] */
  const four = (values, axis) =>
    Float64Array.from({ length: 4 * n }, (_, i) => values[i >> 2] + (axis === undefined ? 0 : corner[i & 3][axis] * distance));
  await writeCsv(to, { x: four(x, 0), y: four(y, 1), vx: four(vx), vy: four(vy), kind: four(kind) });
}
