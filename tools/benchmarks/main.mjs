// tools/bench: every figure with its bar. Speed is not a test: a missed bar is reported, but is not a failure.

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { capacity, reference, scaling } from './speed.mjs';
import { size } from './size.mjs';
import { sphCapacity, sphMemory, sphReference, sphScaling, sphSearch } from './sph.mjs';
import { pcisph } from './pcisph.mjs';
import { flip } from './flip.mjs';
import { gpu } from './gpu.mjs';
import { folder, BenchError } from './interleave.mjs';

/** @typedef {{name: string, value: number, unit: string, bar?: number, better?: 'higher' | 'lower', note?: string}} Figure */
/**
 * @typedef {{quick: boolean, rounds: number, settle: number, most?: number, report: (figure: Figure) => void,
 *   skip: (why: string) => void}} Options
 */
/** @typedef {(options: Options) => void | Promise<void>} Benchmark */

/** @type {Record<string, Benchmark>} */
const benchmarks = {
  reference,
  scaling,
  capacity,
  'sph-reference': sphReference,
  'sph-search': sphSearch,
  'sph-scaling': sphScaling,
  'sph-capacity': sphCapacity,
  'sph-memory': sphMemory,
  pcisph,
  size,
  flip,
  gpu,
  render: async (options) => (await import('./render.mjs')).render(options),
  browser: async (options) => (await import('./browser.mjs')).browser(options),
};

const usage = `usage: tools/bench [--quick] [--browser] [--flip] [--render] [--gpu [--max N]] [--only NAME]...
       tools/bench --physics [--quick] [--tests FILTER]
       tools/bench --soak [--quick] [--only SCENE]...
  --physics    runs the physics tests, prints their figures, writes docs/physics.md and its plots; measures no speed
  --tests F    with --physics: only the tests whose names fit this filter of GoogleTest; other rows and lines of plots stay
  --soak       runs every scene for 20,000 steps (2,000 with --quick): energy, volume, height and memory must not drift
  --quick      fewer rounds, less settling, 256,000 particles in place of a million
  --browser    also measures the page in Chromium (it needs build/dist)
  --flip       short for --only flip
  --gpu        short for --only gpu: the GPU path beside the CPU (it needs the builds web slosh_gpu_bench and native slosh)
  --max N      with --gpu: at most N particles
  --render     short for --only render: time of each render pass in Chromium (it needs build/dist)
  --only NAME  one of ${Object.keys(benchmarks).join(', ')}; may be given several times`;

/** @param {string} message @returns {never} */
function refuse(message) {
  console.error(`bench: ${message}`);
  process.exit(2);
}

/** @param {string[]} args */
function parse(args) {
  /** @type {{quick?: boolean, browser?: boolean, physics?: boolean, tests?: string, soak?: boolean, flip?: boolean, render?: boolean, gpu?: boolean, max?: string, only?: string[], help?: boolean}} */
  let values = {};
  try {
    values = parseArgs({
      args,
      options: {
        quick: { type: 'boolean' },
        browser: { type: 'boolean' },
        physics: { type: 'boolean' },
        tests: { type: 'string' },
        soak: { type: 'boolean' },
        flip: { type: 'boolean' },
        render: { type: 'boolean' },
        gpu: { type: 'boolean' },
        max: { type: 'string' },
        only: { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    const [reason] = /** @type {Error} */ (error).message.split('. ');
    refuse(`${reason}; expected --quick, --browser, --flip, --render, --gpu, --max N, --physics, --tests FILTER, --soak, --only NAME or --help`);
  }
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const { quick = false, browser: page = false, physics = false } = values;
  if (values.tests !== undefined && !physics) refuse('--tests FILTER goes with --physics');
  if (values.soak && (page || physics || values.flip || values.render)) refuse('--soak goes with --quick and --only SCENE');
  if (values.soak) return { quick, names: values.only ?? [], physics, tests: undefined, most: undefined, soak: true };
  const only = [...(values.only ?? []), ...(values.flip ? ['flip'] : []), ...(values.render ? ['render'] : []), ...(values.gpu ? ['gpu'] : [])];
  const most = values.max === undefined ? undefined : Number(values.max);
  if (most !== undefined && !(most >= 1 && only.includes('gpu'))) refuse('--max: a number of particles, with --gpu');
  for (const name of only)
    if (!Object.hasOwn(benchmarks, name)) refuse(`--only: "${name}" is not one of ${Object.keys(benchmarks).join(', ')}`);
  if (physics && (page || only.length > 0)) refuse('--physics measures no speed: it goes with --quick and --tests only');
  const names = only.length > 0 ? only : Object.keys(benchmarks).filter((name) => !['browser', 'render', 'gpu'].includes(name));
  if (page && !names.includes('browser')) names.push('browser');
  return { quick, names, physics, tests: values.tests, most, soak: false };
}

/** @param {Figure} figure */
function verdict({ value, bar, better = 'higher' }) {
  if (bar === undefined) return '';
  return (better === 'higher' ? value >= bar : value <= bar) ? 'pass' : 'miss';
}

/** @param {number} value */
const digits = (value) => {
  if (value !== 0 && Math.abs(value) < 0.001) return value.toExponential(2);
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
};

/** @param {Figure} figure */
function row(figure) {
  const bar = figure.bar === undefined ? '' : `${figure.better === 'lower' ? '<=' : '>='} ${digits(figure.bar)}`;
  const cells = [figure.name.padEnd(60), digits(figure.value).padStart(9), figure.unit.padEnd(7), bar.padEnd(10), verdict(figure).padEnd(4)];
  return `${cells.join(' ')} ${figure.note ?? ''}`.trimEnd();
}

const { quick, names, physics, tests, most, soak } = parse(process.argv.slice(2));
if (physics || soak) {
  try {
    const failures = physics ? (await import('./physics.mjs')).physics({ quick, tests })
      : await (await import('./soak.mjs')).soak({ quick, only: names });
    process.exit(failures > 0 ? 1 : 0);
  } catch (error) {
    if (!(error instanceof BenchError)) throw error;
    refuse(error.message);
  }
}
const machine = { cpus: cpus().length, model: cpus()[0]?.model.trim() ?? 'unknown', node: process.version };
const load = loadavg()[0];
console.log(`${machine.cpus} x ${machine.model}, node ${machine.node}, load ${load.toFixed(1)}${quick ? ', quick' : ''}`);
if (load > 0.5) console.log('Other programs are running: figures of two threads are affected most.');

/** @type {(Figure & {group: string, verdict: string})[]} */
const figures = [];
let broken = false;
for (const name of names) {
  console.log(`\n${name}`);
  /** @param {Figure} figure */
  const report = (figure) => {
    figures.push({ group: name, ...figure, verdict: verdict(figure) });
    console.log(`  ${row(figure)}`);
  };
  const skip = (/** @type {string} */ why) => console.log(`  skipped: ${why}`);
  try {
    await benchmarks[name]({ quick, rounds: quick ? 3 : 7, settle: quick ? 3 : 20, most, report, skip });
  } catch (error) {
    broken = true;
    console.error(`  cannot run: ${error instanceof BenchError ? error.message : /** @type {Error} */ (error).stack}`);
  }
}
mkdirSync(folder, { recursive: true });
const file = `${folder}.json`;
writeFileSync(file, `${JSON.stringify({ machine, load, quick, figures }, null, 1)}\n`);
const missed = figures.filter(({ verdict }) => verdict === 'miss').length;
console.log(`\n${figures.length} figures, ${missed} below their bar; ${file}`);
process.exitCode = broken ? 1 : 0;
