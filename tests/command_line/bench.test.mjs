// The options of tools/bench and its arithmetic. No test depends on speed.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { mergedRows } from '../../tools/benchmarks/physics.mjs';
import { drifts } from '../../tools/benchmarks/soak.mjs';
import { cellsOf, edgeOf, noiseOf, sumUp } from '../../tools/benchmarks/flip.mjs';
import { answer, native } from '../support/programs.mjs';

const program = fileURLToPath(new URL('../../tools/benchmarks/main.mjs', import.meta.url));

test('tools/bench --soak finds what drifts, and only that', () => {
  /** @param {(t: number) => object} change @param {number} [memory] */
  const run = (change, memory = 0) => Array.from({ length: 40 }, (_, k) => ({
    kinetic_energy: 5, max_speed: 1, volume: 100, centre: [0, 0.5], particles: 50, memory: 20 + memory * k / 40, ...change(k / 40) }));
  assert.deepEqual(drifts(run(() => ({})), 1), []);
  assert.deepEqual(drifts(run((t) => ({ kinetic_energy: 5 * Math.exp(-t) })), 1), []);
  assert.deepEqual(drifts(run((t) => ({ particles: 50 + 50 * t, volume: 100 + 100 * t })), 1), []);
  assert.match(drifts(run((t) => ({ kinetic_energy: 5 + 5 * t })), 1).join(), /^the kinetic energy grew/);
  assert.match(drifts(run((t) => ({ volume: 100 - 10 * t })), 1).join(), /^the volume changed by -5.\d %$/);
  assert.match(drifts(run((t) => ({ centre: [0, 0.5 + 0.1 * t] })), 1).join(), /^the mean height changed by 5.\d % of the container's$/);
  assert.match(drifts(run(() => ({}), 10), 1).join(), /^the memory grew by/);
  assert.equal(bench('--soak', '--physics').status, 2);
  assert.match(bench('--soak', '--only', 'sea').stderr, /^bench: --only: "sea" is not one of blobs/);
});

const bench = (/** @type {string[]} */ ...args) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });

test('--flip and --render are options, and exclude --physics', () => {
  for (const name of ['flip', 'render']) assert.match(bench('--help').stdout, new RegExp(`--${name} +short for --only ${name}`));
  const { status, stderr } = bench('--flip', '--physics');
  assert.equal(status, 2);
  assert.equal(stderr, 'bench: --physics measures no speed: it goes with --quick and --tests only\n');
  assert.equal(bench('--render', '--physics').status, 2);
  assert.match(bench('--flop').stderr, /^bench: Unknown option '--flop'; expected .*--flip/);
});

test('--physics --tests replaces rows of the table, and puts new ones behind those of their check', () => {
  const rows = ['| wave | wcsph | 1 |', '| wave | flip | 2 |', '| drop | wcsph | 3 |'];
  assert.deepEqual(mergedRows(rows, ['| wave | flip | 4 |']), [rows[0], '| wave | flip | 4 |', rows[2]]);
  assert.deepEqual(mergedRows(rows, ['| wave | pcisph | 5 |']), [rows[0], rows[1], '| wave | pcisph | 5 |', rows[2]]);
  assert.deepEqual(mergedRows(rows, ['| jet | flip | 6 |']), [...rows, '| jet | flip | 6 |']);
  assert.equal(bench('--tests', 'Flip*').stderr, 'bench: --tests FILTER goes with --physics\n');
});

test('the FLIP block has the cells and particles of the demo of 2016 at each density', () => {
  for (const [density, cells, particles] of [
    [5000, 832, 8228], [10000, 1700, 16464], [50000, 9396, 79524], [100000, 19573, 156645], [500000, 95823, 775276],
    [1000000, 200000, 1548384],
  ]) {
    assert.equal(cellsOf(edgeOf(density)), cells);
    const { particles: count } = JSON.parse(answer(native, 'run', 'flip-block', '--set', `density=${density}`, '--steps', '0', '--json'));
    assert.equal(count, particles);
  }
});

test('a step is the sum of its stages; noise is half the spread of the rounds', () => {
  assert.deepEqual(sumUp({ sort: 1, pressure: 3, advect: 2 }), { mean: 6, pressure: 0.5 });
  assert.throws(() => sumUp({ sort: 1, solve: 2 }), /no stage "pressure" among sort, solve/);
  assert.equal(noiseOf([2, 3, 4], [1, 1.5, 2]), 0);
  assert.ok(Math.abs(noiseOf([9, 10, 12], [10, 10, 10]) - 0.15) < 1e-12);
});
