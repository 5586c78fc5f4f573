// The matrix of particle life as parameters: one key per cell, effective from the first step.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, native, run, steps, web } from '../support/programs.mjs';

const small = ['microbes', '--set', 'particles=400', '--steps', '20'];
/** @param {string[]} settings */
const withSettings = (...settings) => [...small, ...settings.flatMap((text) => ['--set', text])];

test('matrix, seed and species determine the state, equally in every build', () => {
  const hashes = [[], ['life-1-2=-1'], ['life-2-1=-1'], ['life-seed=7'], ['life-seed=8'], ['species=3'], ['water=0.2'],
    ['life-radius=1.2'], ['life-core=0.5'], ['life-strength=10']].map((settings) => {
    const [one, two] = [native, web].map((program) => steps(program, ...withSettings(...settings)).at(-1).hash);
    assert.equal(one, two, String(settings));
    return one;
  });
  assert.equal(new Set(hashes).size, hashes.length);
  const hash = (/** @type {string[]} */ ...settings) => steps(native, ...withSettings(...settings)).at(-1).hash;
  assert.equal(hash('life-seed=7', 'life-1-2=-1'), hashes[3], 'with a seed the cells have no effect');
  assert.equal(hash('life-1-2=-1', 'life-1-2=0.375'), hashes[0], 'the default of the scene');
  assert.equal(hash('life-5-5=1', 'life-1-6=-1'), hashes[0], 'cells of species that do not exist');
  assert.equal(steps(native, ...small, '--threads', '4').at(-1).hash, hashes[0]);
});

test('list names all matrix entries, and scenes without microbes have none', () => {
  const { scenes } = JSON.parse(answer(native, 'list', '--json'));
  for (const { name, parameters } of scenes) {
    const cells = parameters.filter((/** @type {any} */ p) => /^life-\d-\d$/.test(p.key));
    assert.equal(cells.length, name === 'microbes' ? 36 : 0, name);
  }
});

test('an unknown entry or value is named in the message', () => {
  for (const [setting, part] of [['life-7-1=0', 'unknown key'], ['life-1-2=2', 'outside -1..1'], ['species=7', '1..6'], ['life-seed=x', 'a number']]) {
    const { status, stderr } = run(native, 'run', 'microbes', '--set', String(setting));
    assert.equal(status, 2);
    assert.ok(stderr.includes(String(part)), stderr);
  }
});
