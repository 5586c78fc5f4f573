/**
 * node blobs.mjs [--init FILE.csv | --particles N [--seed K]] [--settle N] [--steps N] [--dt SECONDS]
 *                [--set key=value]... [--dump FILE.csv] [--time]
 */
import { BlobsReference, DEFAULTS, randomStart } from './blobs.mjs';
import { readCsv, writeCsv } from './csv.mjs';
import { runSteps } from './running.mjs';

/** @typedef {import('./blobs.mjs').Parameters} Parameters */

/** An invalid argument; the message is one line that names it. */
class BadArgument extends Error {}

/** @param {string[]} args */
function parseArguments(args) {
  const options = {
    init: '', dump: '', steps: 0, settle: 0, dt: 1 / 60, particles: 1500, seed: 1, time: false,
    parameters: /** @type {Record<string, number | string>} */ ({}),
    pointer: /** @type {{x: number, y: number} | null} */ (null),
  };
  /** @param {string} name @param {string | undefined} text @param {(v: number) => boolean} good @param {string} expected */
  const number = (name, text, good, expected) => {
    const value = text === undefined || text.trim() === '' ? NaN : Number(text);
    if (!Number.isFinite(value) || !good(value)) throw new BadArgument(`${name} ${text ?? ''}: expected ${expected}`);
    return value;
  };
  /** @param {number} value */
  const natural = (value) => Number.isInteger(value) && value >= 0;
  for (let a = 0; a < args.length; a++) {
    const name = args[a];
    if (name === '--time') {
      options.time = true;
    } else if (name === '--init' || name === '--dump') {
      const file = args[++a];
      if (!file) throw new BadArgument(`${name}: expected a file`);
      options[name === '--init' ? 'init' : 'dump'] = file;
    } else if (name === '--steps' || name === '--settle' || name === '--seed') {
      const value = number(name, args[++a], natural, 'a whole number');
      options[name === '--steps' ? 'steps' : name === '--settle' ? 'settle' : 'seed'] = value;
    } else if (name === '--particles') {
      options.particles = number(name, args[++a], (v) => natural(v) && v > 0, 'a whole number above 0');
    } else if (name === '--dt') {
      options.dt = number(name, args[++a], (v) => v > 0, 'seconds above 0');
    } else if (name === '--set') {
      const [key, value] = (args[++a] ?? '').split('=');
      const camel = key.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
      const label = `--set ${key}`;
      if (camel === 'unit') {
        if (value !== 'exact' && value !== 'approximate') throw new BadArgument(`${label}=${value}: expected exact or approximate`);
        options.parameters.unit = value;
      } else if (camel === 'pointerX' || camel === 'pointerY') {
        options.pointer ??= { x: 0, y: 0 };
        options.pointer[camel === 'pointerX' ? 'x' : 'y'] = number(label, value, () => true, 'a number');
      } else if (Object.hasOwn(DEFAULTS, camel)) {
        const size = camel === 'radius' || camel === 'interactionRadius';
        options.parameters[camel] = number(label, value, (v) => !size || v > 0, size ? 'a number above 0' : 'a number');
      } else {
        throw new BadArgument(`--set ${key}: expected one of ${Object.keys(DEFAULTS).join(', ')}, pointerX, pointerY`);
      }
    } else {
      throw new BadArgument(`${name}: expected --init, --particles, --seed, --steps, --settle, --dt, --set, --dump or --time`);
    }
  }
  return options;
}

/** @param {string[]} args */
async function main(args) {
  const options = parseArguments(args);
  const parameters = /** @type {Partial<Parameters>} */ (options.parameters);
  /** @type {Record<string, ArrayLike<number>>} */
  let start = randomStart(options.particles, options.seed, parameters.radius);
  if (options.init) {
    start = await readCsv(options.init).catch((error) => {
      throw new BadArgument(`--init ${options.init}: ${error.message}`);
    });
  }
  const build = () => {
    const reference = new BlobsReference({ ...start, x: start.x, y: start.y }, parameters);
    reference.pointer = options.pointer;
    return reference;
  };
  const reference = runSteps(build, { ...options, warmUp: 200 });
  if (options.dump) {
    const { x, y, vx, vy, kind } = reference;
    await writeCsv(options.dump, { x, y, vx, vy, kind }).catch((error) => {
      throw new BadArgument(`--dump ${options.dump}: ${error.message}`);
    });
  }
}

/** @param {string[]} args */
export async function run(args) {
  try {
    await main(args);
  } catch (error) {
    if (!(error instanceof BadArgument)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
