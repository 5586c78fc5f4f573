/** What the references share when they run: their arrays, the timing of steps, and the command line of the SPH ones. */

import { readCsv, writeCsv } from './csv.mjs';

/** An array of n numbers that begins as `from`. @param {number} n @param {ArrayLike<number>} [from] */
export function floats(n, from) {
  const array = new Float64Array(n);
  if (from) array.set(from);
  return array;
}

/** @typedef {{count: number, step: (dt: number) => void}} Reference */

/**
 * `settle` steps that are not timed, then `steps` that are; with `time` a copy warms the compiler up first, and a
 * line of JSON says how long a step took.
 * @template {Reference} R
 * @param {() => R} build
 * @param {{steps: number, dt: number, settle?: number, time?: boolean, warmUp?: number}} options
 * @returns {R} where it ended
 */
export function runSteps(build, { steps, dt, settle = 0, time = false, warmUp = 50 }) {
  if (time) for (let i = 0, copy = build(); i < warmUp; i++) copy.step(dt);
  const reference = build();
  for (let i = 0; i < settle; i++) reference.step(dt);
  const times = new Float64Array(steps);
  for (let i = 0; i < steps; i++) {
    const before = performance.now();
    reference.step(dt);
    times[i] = performance.now() - before;
  }
  if (time && steps > 0) {
    times.sort();
    const at = (/** @type {number} */ share) => Number(times[Math.floor(share * (times.length - 1))].toFixed(4));
    const ms_per_step = { min: at(0), median: at(0.5), p95: at(0.95) };
    console.log(JSON.stringify({ particles: reference.count, steps, ms_per_step }));
  }
  return reference;
}

/**
 * node NAME.mjs --init FILE.csv [--steps N] [--dt SECONDS] [--set key=value]... [--dump FILE.csv] [--time]
 * @param {string[]} args
 * @param {{dt: number, defaults: Readonly<object>}} known the usual step, and the parameters that there are
 * @param {(start: Record<string, Float64Array>, parameters: any) => Reference & {table: () => import('./csv.mjs').Table}} build
 */
async function command(args, { dt, defaults }, build) {
  const options = { init: '', dump: '', steps: 0, dt, time: false };
  /** @type {Record<string, number | string>} */
  const parameters = {};
  for (let a = 0; a < args.length; a++) {
    if (args[a] === '--time') options.time = true;
    else if (args[a] === '--init') options.init = args[++a];
    else if (args[a] === '--dump') options.dump = args[++a];
    else if (args[a] === '--steps') options.steps = Number(args[++a]);
    else if (args[a] === '--dt') options.dt = Number(args[++a]);
    else if (args[a] === '--set') {
      const [key, value] = args[++a].split('=');
      const camel = key.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
      if (!Object.hasOwn(defaults, camel)) throw new Error(`--set ${key}: expected one of ${Object.keys(defaults)}`);
      parameters[camel] = Number.isNaN(Number(value)) ? value : Number(value);
    } else throw new Error(`${args[a]}: expected --init, --steps, --dt, --set, --dump or --time`);
  }
  if (!options.init) throw new Error('--init: expected a file');
  const start = await readCsv(options.init);
  const end = runSteps(() => build(start, parameters), options);
  if (options.dump) await writeCsv(options.dump, end.table());
}

/**
 * Runs that command line where the module is the program.
 * @param {string} name of its file @param {Parameters<typeof command>[1]} known @param {Parameters<typeof command>[2]} build
 */
export function commandOf(name, known, build) {
  if (typeof process === 'undefined' || !process.argv[1]?.endsWith(name)) return;
  command(process.argv.slice(2), known, build).catch((error) => {
    console.error(error.message);
    process.exitCode = 2;
  });
}
