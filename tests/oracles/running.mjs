/** Shared by the references: their arrays, the timing of steps, and the command line of the SPH references. */

import { readCsv, writeCsv } from './csv.mjs';

/** An array of n numbers, 0 or those of `from`. @param {number} n @param {ArrayLike<number>} [from] */
export function floats(n, from) {
  const array = new Float64Array(n);
  if (from) array.set(from);
  return array;
}

/** @typedef {{count: number, step: (dt: number) => void}} Reference */

/**
 * Runs `settle` steps without timing, then `steps` with. With `time`, a copy first warms up the compiler, and the time of a
 * step is printed as a line of JSON.
 * @template {Reference} R
 * @param {() => R} build
 * @param {{steps: number, dt: number, settle?: number, time?: boolean, warmUp?: number}} options
 * @returns {R} the final state
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
 * @param {{dt: number, defaults: Readonly<object>}} known the default step in seconds, and all parameters
 * @param {(start: Record<string, Float64Array>, parameters: any) => Reference & {table: () => import('./csv.mjs').Table}} build
 */
async function command(args, { dt, defaults }, build) {
  const { parseArgs } = await import('node:util');  // not at the top: a browser that imports a reference has no such module
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
 * Runs this command line if node was started with the module NAME.
 * @param {string} name of its file @param {Parameters<typeof command>[1]} known @param {Parameters<typeof command>[2]} build
 */
export function commandOf(name, known, build) {
  if (typeof process === 'undefined' || !process.argv[1]?.endsWith(name)) return;
  command(process.argv.slice(2), known, build).catch((error) => {
    console.error(error.message.split('\n')[0]);
    process.exitCode = 2;
  });
}
