// Every scene, and every choice, switch and number that is off (0) of every solver, for a few steps under the address and
// undefined-behaviour sanitizers, which end the program with a report at an invalid access or operation;
// with SLOSH_SANITIZER=thread under the thread sanitizer, which reports data races.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, nativeDebug, steps, tsan } from '../support/programs.mjs';

/** @typedef {{key: string, type: string, default: any, min: number, max: number, choices: string[]}} Parameter */
/** @typedef {{name: string, solver: string, parameters: Parameter[]}} Scene */

/** Parameters of the page have no effect on the command line; this program has no GPU, and says so (bad_input.test.mjs). */
const pageOnly = /^(style|colour-|point-|blob-|show-|slice|tool$|device$)/;
/** 0 does not switch these off. */
const sizes = /^(density|mass|budget)$/;
/** Maximum number of particles of a run. */
const maxParticles = 1500;
/** Races show by chance: with more steps more of them. */
const [program, stepsOfScene] = process.env.SLOSH_SANITIZER === 'thread' ? /** @type {const} */ ([tsan, 12]) : /** @type {const} */ ([nativeDebug, 3]);

/** @type {Scene[]} */
const scenes = JSON.parse(answer(program, 'list', '--json')).scenes;

/** The scene on which the parameters of a solver are tested: the first with this solver. */
const firstOf = new Map(scenes.map((scene) => /** @type {const} */ ([scene.solver, scene])).reverse());

/** The values of a choice or switch other than that of the scene; a tenth of the range of a number that is off. @param {Parameter} parameter @returns {string[]} */
function others({ key, type, choices, default: value, min, max }) {
  if (type === 'choice') return choices.filter((choice) => choice !== value);
  if (typeof value === 'boolean') return [String(!value)];
  return value === 0 && min === 0 && max > 0 && !sizes.test(key) ? [String(type === 'integer' ? Math.ceil(max / 10) : max / 10)] : [];
}

/** @param {Scene} scene @param {number} count of steps @param {string[]} settings */
function runs({ name, parameters }, count, ...settings) {
  const particles = parameters.find(({ key }) => key === 'particles');
  const small = particles && particles.default > maxParticles ? ['--set', `particles=${maxParticles}`] : [];
  const last = steps(program, name, '--steps', String(count), '--threads', '3', ...small, ...settings).at(-1);
  assert.equal(last.step, count);
}

for (const scene of scenes) test(scene.name, () => runs(scene, stepsOfScene));

for (const [solver, scene] of firstOf) {
  const settings = scene.parameters.filter(({ key }) => !pageOnly.test(key))
    .flatMap((parameter) => others(parameter).map((value) => `${parameter.key}=${value}`));
  test(`${solver} has choices to test`, () => assert.ok(settings.length > 0));
  for (const setting of settings) test(`${scene.name} with ${setting}`, () => runs(scene, 3, '--set', setting));
}
