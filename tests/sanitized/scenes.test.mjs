// Every scene, and every choice and switch of every solver, for a few steps under the address and
// undefined-behaviour sanitizers, which end the program with a report at an invalid access or operation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, nativeDebug, steps } from '../support/programs.mjs';

/** @typedef {{key: string, type: string, default: any, choices: string[]}} Parameter */
/** @typedef {{name: string, solver: string, parameters: Parameter[]}} Scene */

/** Parameters of the page have no effect on the command line; this program has no GPU, and says so (bad_input.test.mjs). */
const pageOnly = /^(style|colour-|point-|blob-|show-|slice|tool$|device$)/;
/** Maximum number of particles of a run. */
const maxParticles = 1500;

/** @type {Scene[]} */
const scenes = JSON.parse(answer(nativeDebug, 'list', '--json')).scenes;

/** The scene on which the parameters of a solver are tested: the first with this solver. */
const firstOf = new Map(scenes.map((scene) => /** @type {const} */ ([scene.solver, scene])).reverse());

/** The values of a choice or switch other than that of the scene. @param {Parameter} parameter @returns {string[]} */
function others({ type, choices, default: value }) {
  if (type === 'choice') return choices.filter((choice) => choice !== value);
  return type === 'switch' || typeof value === 'boolean' ? [String(!value)] : [];
}

/** @param {Scene} scene @param {string[]} settings */
function runs({ name, parameters }, ...settings) {
  const count = parameters.find(({ key }) => key === 'particles');
  const small = count && count.default > maxParticles ? ['--set', `particles=${maxParticles}`] : [];
  const last = steps(nativeDebug, name, '--steps', '3', '--threads', '3', ...small, ...settings).at(-1);
  assert.equal(last.step, 3);
}

for (const scene of scenes) test(scene.name, () => runs(scene));

for (const [solver, scene] of firstOf) {
  const settings = scene.parameters.filter(({ key }) => !pageOnly.test(key))
    .flatMap((parameter) => others(parameter).map((value) => `${parameter.key}=${value}`));
  test(`${solver} has choices to test`, () => assert.ok(settings.length > 0));
  for (const setting of settings) test(`${scene.name} with ${setting}`, () => runs(scene, '--set', setting));
}
