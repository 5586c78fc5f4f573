/** Shared by the parity tests: the solver's command line, and distances between two states. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../build/native/slosh', import.meta.url));

/** @param {string} scene @param {string[]} args of `slosh run` */
export function slosh(scene, ...args) {
  assert.ok(existsSync(program), `${program} is missing: tools/build native slosh`);
  const { status, stderr } = spawnSync(program, ['run', scene, ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

/** Arguments of `slosh run`. @param {Record<string, number | string | boolean>} settings */
export const asSettings = (settings) => Object.entries(settings).flatMap(([key, value]) => ['--set', `${key}=${value}`]);

/** @typedef {{x: ArrayLike<number>, y: ArrayLike<number>} | Record<string, ArrayLike<number>>} Positions */
/** Distances of the particles in h, ascending. @param {Positions} a @param {Positions} b @param {number} h */
export const sortedDistances = (a, b, h) =>
  Float64Array.from(a.x, (x, i) => Math.hypot(x - b.x[i], a.y[i] - b.y[i]) / h).sort();

/** Rounds a state to 32 bits, the precision of the solver's state. @param {{x: Float64Array, y: Float64Array, vx: Float64Array, vy: Float64Array}} reference */
export function roundState(reference) {
  for (const array of [reference.x, reference.y, reference.vx, reference.vy]) array.set(Float32Array.from(array));
}

/** @param {Float64Array} distances ascending */
export function quantiles(distances) {
  const last = distances.length - 1;
  return [distances[last >> 1], distances[Math.floor(0.95 * last)], distances[last]].map((v) => v.toExponential(1)).join(', ');
}

/**
 * Checks a distance against its bar, and prints it as a line that tools/bench --physics reads.
 * @param {string} solver @param {number} steps @param {number} distance in h @param {number} bar
 */
export function expectDistance(solver, steps, distance, bar) {
  const check = `positions against plain JavaScript after ${steps} step${steps > 1 ? 's' : ''}, in h`;
  console.log(`figure: ${JSON.stringify({ check, solver, figure: distance, reference: '0', least: null, most: bar })}`);
  assert.ok(distance <= bar, `distance ${distance.toExponential(2)} h after ${steps} steps, at most ${bar}`);
}
