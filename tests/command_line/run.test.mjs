// What the command line prints and writes: equal for the native program and the wasm programs.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseCsv } from '../oracles/csv.mjs';
import { answer, native, run, steps, web, webSerial } from '../support/programs.mjs';

const folder = mkdtempSync(join(tmpdir(), 'slosh-cli-'));
after(() => rmSync(folder, { recursive: true }));
const small = ['blobs', '--set', 'particles=300'];

test('list names every scene and the styles', () => {
  const { scenes, styles } = JSON.parse(answer(native, 'list', '--json'));
  const text = answer(native, 'list');
  for (const { name, parameters } of scenes) {
    assert.match(text, new RegExp(`^${name}  \\(`, 'm'));
    for (const { key } of parameters) assert.ok(text.includes(`    ${key} = `), key);
  }
  for (const { name } of styles) assert.match(text, new RegExp(`^styles:.* ${name}`, 'm'));
});

test('list --json: scenes, styles and every parameter', () => {
  const list = JSON.parse(answer(native, 'list', '--json'));
  assert.deepEqual(Object.keys(list), ['scenes', 'styles']);
  assert.ok(list.scenes.length >= 5);
  const styles = list.styles.map((/** @type {any} */ style) => style.name);
  for (const scene of list.scenes) {
    assert.deepEqual(Object.keys(scene), ['name', 'title', 'about', 'solver', 'style', 'container', 'parameters']);
    for (const text of [scene.name, scene.title, scene.about, scene.solver]) assert.ok(typeof text === 'string' && text);
    assert.ok(styles.includes(scene.style), scene.style);
    const keys = scene.parameters.map((/** @type {any} */ p) => p.key);
    assert.equal(new Set(keys).size, keys.length, `duplicate key in ${scene.name}`);
    for (const p of scene.parameters) checkParameter(p);
  }
  const keys = list.scenes[0].parameters.map((/** @type {any} */ p) => p.key);
  for (const key of ['particles', 'substeps', 'gravity-x', 'gravity-y', 'mode', 'unit', 'seed']) assert.ok(keys.includes(key), key);
});

/** @param {any} p */
function checkParameter(p) {
  assert.deepEqual(Object.keys(p), ['key', 'type', 'unit', 'min', 'max', 'default', 'doc', 'choices']);
  assert.match(p.key, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
  assert.ok(p.doc.endsWith('.'), `${p.key}: ${p.doc}`);
  assert.equal(typeof p.unit, 'string');
  if (p.type === 'number' || p.type === 'integer') {
    assert.ok(p.min <= p.default && p.default <= p.max && p.min < p.max, p.key);
    if (p.type === 'integer') assert.ok(Number.isInteger(p.default));
    assert.deepEqual(p.choices, []);
    return;
  }
  assert.deepEqual([p.min, p.max], [null, null]);
  if (p.type === 'boolean') assert.equal(typeof p.default, 'boolean');
  else if (p.type === 'colours') assert.match(p.default, /^(#[\da-f]{6}(, )?)*$/);
  else assert.ok(p.type === 'choice' && p.choices.includes(p.default) && p.choices.length > 1, p.key);
}

for (const program of [native, web, webSerial]) {
  test(`run --json: fields of every line (${program.name})`, () => {
    const lines = steps(program, ...small, '--steps', '7', '--every', '3');
    assert.deepEqual(lines.map(({ step }) => step), [3, 6, 7]);
    for (const line of lines) {
      for (const key of ['step', 'time', 'particles', 'ms', 'kinetic_energy', 'mean_density_error', 'max_speed']) {
        assert.ok(Number.isFinite(line[key]) && line[key] >= 0, `${key}: ${line[key]}`);
      }
      assert.equal(line.time, Number((line.step / 60).toPrecision(9)));
      assert.equal(line.particles, 300);
      assert.equal(line.bounds.length, 2);
      for (const axis of [0, 1]) assert.ok(line.bounds[0][axis] < line.bounds[1][axis]);
      assert.match(line.hash, /^[0-9a-f]{16}$/);
    }
    const [first, , last] = lines;
    assert.ok(!('stages' in first) && !('ms_per_step' in first));
    const { min, median, p95 } = last.ms_per_step;
    assert.ok(0 < min && min <= median && median <= p95);
    assert.ok(Object.keys(last.stages).length >= 4);
    for (const [name, ms] of Object.entries(last.stages)) assert.ok(ms >= 0, name);
  });
}

test('foam counts are equal in every build, and foam does not affect the fluid', () => {
  const splash = ['flip-double-splash', '--set', 'particles=4000', '--steps', '45', '--every', '15'];
  const plain = steps(native, ...splash, '--set', 'foam=0').at(-1);
  assert.ok(!('spray' in plain));
  const counts = [native, web, webSerial].map((program) => {
    const lines = steps(program, ...splash, '--threads', String(Math.min(program.threads, 3)), '--set', 'foam=3000');
    assert.equal(lines.at(-1).hash, plain.hash, program.name);
    assert.ok(lines.at(-1).stages.foam > 0, program.name);
    return lines.map(({ spray, foam, bubbles }) => [spray, foam, bubbles]);
  });
  for (const other of counts) assert.deepEqual(other, counts[0]);
  const [spray, foam, bubbles] = counts[0]?.at(-1) ?? [];
  assert.ok(spray > 0 && foam > 0 && bubbles > 0 && spray + foam + bubbles <= 3000, `${counts[0]}`);
  assert.match(answer(native, 'run', ...splash, '--set', 'foam=3000'), / {2}spray \d+ foam \d+ bubbles \d+\n$/);
});

test('run without --json: one line of text', () => {
  const text = answer(native, 'run', ...small, '--steps', '5');
  assert.match(text, /^step 5 .* 300 particles .* hash [0-9a-f]{16}\n$/);
});

test('one second is sixty steps, the default', () => {
  const [second, sixty, plain] = [['--seconds', '1'], ['--steps', '60'], []].map((by) => steps(native, ...small, ...by).at(-1));
  assert.deepEqual([second.step, second.hash], [60, sixty.hash]);
  assert.equal(plain.hash, sixty.hash);
  assert.equal(steps(native, ...small, '--seconds', '0.25').at(-1).step, 15);
});

test('zero steps: the initial state', () => {
  const [line] = steps(native, ...small, '--steps', '0');
  assert.deepEqual([line.step, line.kinetic_energy], [0, 0]);
  assert.ok(!('ms_per_step' in line));
});

test('only the seed and the settings determine the state', () => {
  const hash = (/** @type {string[]} */ ...args) => steps(native, ...small, '--steps', '60', ...args).at(-1).hash;
  const plain = hash();
  assert.equal(hash(), plain);
  assert.equal(hash('--seed', '1'), plain);
  assert.equal(hash('--threads', '3'), plain);
  assert.equal(hash('--every', '2'), plain);
  assert.equal(hash('--set', 'particles=299', '--set', 'particles=300'), plain);
  const others = [['--seed', '2'], ['--set', 'gravity-y=-9.5'], ['--set', 'gravity-x=1'], ['--set', 'substeps=2'],
    ['--set', 'mode=sequential'], ['--set', 'anti-stick=false'], ['--set', 'mode=sequential', '--set', 'unit=approximate']].map((args) => hash(...args));
  assert.equal(new Set([plain, ...others]).size, others.length + 1);
});

test('--dump and --init: a state round-trips bit by bit', () => {
  const middle = join(folder, 'middle.csv');
  const [there] = steps(native, ...small, '--steps', '25', '--dump', middle);
  const table = parseCsv(readFileSync(middle, 'utf8'));
  assert.deepEqual(Object.keys(table), ['x', 'y', 'vx', 'vy', 'kind']);
  assert.equal(table.x.length, 300);
  // Nine digits, the nearest to the 32-bit number. toPrecision() alone rounds ties upwards, the program to even digits.
  for (const v of [...table.x, ...table.vy]) {
    const unit = 10 ** (Math.floor(Math.log10(Math.abs(v))) - 8);
    assert.equal(Number(v.toPrecision(9)), v);
    assert.ok(Math.abs(v - Math.fround(v)) <= 0.5 * unit * (1 + 1e-6), `nearest: ${v}`);
  }
  for (const program of [native, web, webSerial]) {
    const again = join(folder, `again-${program.name}.csv`);
    const [back] = steps(program, 'blobs', '--init', middle, '--steps', '0', '--dump', again);
    assert.deepEqual([back.particles, back.hash, back.bounds], [300, there.hash, there.bounds]);
    assert.equal(readFileSync(again, 'utf8'), readFileSync(middle, 'utf8'));
  }
  const further = [native, web].map((program) => steps(program, 'blobs', '--init', middle, '--steps', '25')[0].hash);
  assert.equal(further[0], further[1]);
});

test('--dump and --init: floating bodies go on', () => {
  const [middle, again] = [join(folder, 'afloat.csv'), join(folder, 'afloat-again.csv')];
  const boats = ['boats', '--set', 'particles=300'];
  for (const program of [native, web]) {
    const [there] = steps(program, ...boats, '--steps', '150', '--dump', middle);
    const [back] = steps(program, ...boats, '--init', middle, '--steps', '0', '--dump', again);
    assert.deepEqual([back.particles, back.bounds], [there.particles, there.bounds]);
    assert.equal(readFileSync(again, 'utf8'), readFileSync(middle, 'utf8'));
    assert.equal(readFileSync(middle, 'utf8').match(/^# body,/gm)?.length, 7);
    const [further] = steps(program, ...boats, '--init', middle, '--steps', '10');
    assert.ok(further.max_speed < 3, `at ${further.max_speed} m/s`);
  }
});

test('--help prints the usage, after a command, too', () => {
  const { status, stdout } = run(native, '--help');
  assert.equal(status, 0);
  for (const command of ['run', 'list']) assert.equal(run(native, command, '--help').stdout, stdout);
  assert.equal(run(native, 'run', 'blobs', '--steps', '1', '--help').stdout, stdout);
  for (const word of ['list', 'run SCENE', '--steps', '--seconds', '--threads', '--seed', '--set', '--every', '--init', '--dump', '--json']) {
    assert.ok(stdout.includes(word), word);
  }
});
