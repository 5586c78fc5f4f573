// Interleaved timing of several candidates, which start from the same settled states.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCsv, writeCsv } from '../../tests/oracles/csv.mjs';

const build = fileURLToPath(new URL('../../build', import.meta.url));
/** Folder of settled states. */
export const folder = join(build, 'bench');

/** Why a benchmark cannot run, in one line. */
export class BenchError extends Error {}

// node compiles with full optimisation before the start, so that no compilation is timed; a browser caches compiled code.
const compiled = ['--no-liftoff', '--no-wasm-lazy-compilation'];
const programs = {
  native: { preset: 'native', command: [join(build, 'native', 'slosh')] },
  web: { preset: 'web', command: [process.execPath, ...compiled, join(build, 'web', 'slosh.mjs')] },
};
/** @typedef {keyof typeof programs} Program */

/**
 * All lines of `slosh run SCENE --json`.
 * @param {Program} program @param {string} scene @param {string[]} args
 * @returns {any[]}
 */
export function sloshLines(program, scene, ...args) {
  return output(...commandOf(program, ['run', scene, '--json', ...args])).trimEnd().split('\n').map((line) => JSON.parse(line));
}

/** The last line of them. @param {Program} program @param {string} scene @param {string[]} args */
export const slosh = (program, scene, ...args) => lastLine(...commandOf(program, ['run', scene, '--json', ...args]));

/** The output of `slosh list --json`. @returns {{scenes: {name: string, solver: string, container: number[][]}[]}} */
export const list = () => JSON.parse(output(...commandOf('native', ['list', '--json'])));

/** @param {Program} program @param {string[]} args @returns {[string, string[]]} */
export function commandOf(program, args) {
  const { preset, command } = programs[program];
  const [file, ...first] = command;
  const last = command[command.length - 1];
  if (!existsSync(last)) throw new BenchError(`${last} is missing: tools/build ${preset} slosh`);
  return [file, [...first, ...args]];
}

/** @param {string} file @param {string[]} args */
function output(file, args) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error || status !== 0) throw new BenchError(`${file} ${args.join(' ')}: ${error?.message ?? stderr.trim()} (${status})`);
  return stdout;
}

/** @param {string} file @param {string[]} args */
export const lastLine = (file, args) => JSON.parse(output(file, args).trimEnd().split('\n').at(-1) ?? '');

/** Peak memory of the native program, bytes. @param {string[]} args @returns {Promise<number>} */
export function peakMemory(args) {
  const child = spawn(...commandOf('native', args), { stdio: 'ignore' });
  let peak = 0;
  const timer = setInterval(() => {
    try {
      const [, kilobytes] = readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/VmHWM:\s+(\d+)/) ?? [];
      peak = Math.max(peak, 1024 * Number(kilobytes ?? 0));
    } catch {
      // The process has ended.
    }
  }, 5);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (status) => {
      clearInterval(timer);
      if (status === 0 && peak > 0) done(peak);
      else failed(new BenchError(`slosh ${args.join(' ')}: no peak of memory, ended with ${status}`));
    });
  });
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/**
 * Runs every candidate once per round, so that a slow minute of the machine affects all of them. A sample is the
 * median over the steps of one run, or the fastest of them. Returns the samples of each candidate in round order.
 * @template {string} Name
 * @param {Record<Name, () => number>} candidates @param {number} rounds
 * @returns {Record<Name, number[]>}
 */
export function interleave(candidates, rounds) {
  const names = /** @type {Name[]} */ (Object.keys(candidates));
  const samples = /** @type {any} */ (Object.fromEntries(names.map((name) => [name, []])));
  for (let round = 0; round < rounds; round++) {
    // Every other round is reversed, so that no candidate always follows the same one.
    for (const name of round % 2 ? [...names].reverse() : names) samples[name].push(candidates[name]());
  }
  return samples;
}

/** Speed-up, and the range of the rounds. @param {number[]} slow @param {number[]} fast */
export function ratio(slow, fast) {
  const byRound = slow.map((value, round) => value / fast[round]).sort((a, b) => a - b);
  const range = [byRound[0], byRound[byRound.length - 1]].map((value) => value.toFixed(2));
  return { value: median(slow) / median(fast), note: `rounds ${range.join('..')}` };
}

/**
 * A timed candidate: milliseconds per sub-step of a scene, over about `budget` ms.
 * @param {Program} program
 * @param {{scene?: string, args: string[], threads: number, budget?: number, take?: 'min' | 'median'}} what args: settings or `--init`; take: statistic over the steps
 */
export function timed(program, { scene = 'blobs', args: fixedArgs, threads, budget = 1000, take = 'median' }) {
  let steps = 0;
  return () => {
    const args = [...fixedArgs, '--threads', String(threads), '--steps'];
    if (steps === 0) {
      const { ms_per_step } = slosh(program, scene, ...args, '2');
      steps = Math.min(4000, Math.max(3, Math.round(budget / ms_per_step.min)));
    }
    const { ms_per_step, substeps } = slosh(program, scene, ...args, String(steps));
    return ms_per_step[take] / substeps;
  };
}

/** Maximum number of particles of a state that settles directly; a larger state is refined from a quarter of them. */
const maxToSettle = 26000;

/**
 * A CSV of `count` particles at rest; written once, and again if the solver has changed. A large count would take hours:
 * a quarter of the particles settle, each is divided into four, and these settle over distances below the spacing.
 * @param {number} count @param {number} seconds
 * @returns {Promise<string>} the file
 */
export async function settled(count, seconds, refine = count > maxToSettle) {
  const file = join(folder, `settled-${count}-${seconds}s.csv`);
  const solver = programs.native.command[0];
  if (existsSync(file) && existsSync(solver) && statSync(file).mtimeMs > statSync(solver).mtimeMs) return file;
  mkdirSync(folder, { recursive: true });
  const temporary = `${file}.new`;
  const threads = ['--threads', String(availableParallelism()), '--dump', temporary];
  if (refine && count % 4 === 0) {
    await split(await settled(count / 4, seconds), join(folder, 'split.csv'));
    const steps = count > 4 * maxToSettle ? 6 : 60;
    slosh('native', 'blobs', '--init', join(folder, 'split.csv'), '--steps', String(steps), ...threads);
  } else {
    slosh('native', 'blobs', '--set', `particles=${count}`, '--seconds', String(seconds), ...threads);
  }
  renameSync(temporary, file);
  return file;
}

/**
 * Divides every particle of the scene blobs into four, with its velocity and kind; those beyond its glass are moved onto it.
 * @param {string} from @param {string} to
 */
async function split(from, to) {
  const { x, y, vx, vy, kind } = await readCsv(from);
  const n = x.length;
  // The corners of a rotated square, 0.35 spacings from its centre. 14.4 u: radius of the fluid region of the scene blobs.
  const distance = 0.316 * 14.4 * Math.sqrt(Math.PI / n);
  const corner = [[1, 0.5], [-0.5, 1], [-1, -0.5], [0.5, -1]];
  /** @param {Float64Array} values @param {0 | 1} [axis] */
  const four = (values, axis) =>
    Float64Array.from({ length: 4 * n }, (_, i) => values[i >> 2] + (axis === undefined ? 0 : corner[i & 3][axis] * distance));
  const place = { x: four(x, 0), y: four(y, 1) };
  const glass = 0.999 * (list().scenes.find(({ name }) => name === 'blobs')?.container[1]?.[0] ?? Infinity);
  for (let i = 0; i < 4 * n; i++) {
    const inwards = Math.min(glass / Math.hypot(place.x[i], place.y[i]), 1);
    place.x[i] *= inwards;
    place.y[i] *= inwards;
  }
  await writeCsv(to, { ...place, vx: four(vx), vy: four(vy), kind: four(kind) });
}
