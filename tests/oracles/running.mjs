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
    const at = (/** @type {number} */ fraction) => Number(times[Math.floor(fraction * (times.length - 1))].toFixed(4));
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
  const { parseArgs } = await import('node:util');  // the page that runs a reference has no such module
  const { values } = parseArgs({
    args,
    options: {
      init: { type: 'string' }, dump: { type: 'string' }, steps: { type: 'string', default: '0' },
      dt: { type: 'string', default: String(dt) }, set: { type: 'string', multiple: true, default: [] },
      time: { type: 'boolean', default: false },
    },
  });
  if (!values.init) throw new Error('--init: expected a file');
  /** @type {Record<string, number | string>} */
  const parameters = {};
  for (const assignment of values.set) {
    const [key = '', value = ''] = assignment.split('=');
    const camel = key.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    if (!Object.hasOwn(defaults, camel)) throw new Error(`--set ${key}: expected one of ${Object.keys(defaults)}`);
    parameters[camel] = value === '' || Number.isNaN(Number(value)) ? value : Number(value);
  }
  const options = { steps: Number(values.steps), dt: Number(values.dt), time: values.time };
  const start = await readCsv(values.init);
  const end = runSteps(() => build(start, parameters), options);
  if (values.dump) await writeCsv(values.dump, end.table());
}

/**
 * Runs that command line where the module is the program.
 * @param {string} name of its file @param {Parameters<typeof command>[1]} known @param {Parameters<typeof command>[2]} build
 */
export function commandOf(name, known, build) {
  if (typeof process === 'undefined' || !process.argv[1]?.endsWith(name)) return;
  command(process.argv.slice(2), known, build).catch((error) => {
    console.error(error.message.split('\n')[0]);
    process.exitCode = 2;
  });
}
