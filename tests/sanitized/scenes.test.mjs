// Every scene, and every choice and switch of every solver, for a few steps under the address and undefined-behaviour
// sanitizers: they end a program that reads or writes where it must not, and the command says so.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, nativeDebug, steps } from '../support/programs.mjs';

/** @typedef {{key: string, type: string, default: any, choices: string[]}} Parameter */
/** @typedef {{name: string, solver: string, parameters: Parameter[]}} Scene */

/** What only the page looks at does nothing here. */
const ofThePage = /^(style|colour-|point-|blob-|show-|slice|tool$)/;
const few = 1500;

/** @type {Scene[]} */
const scenes = JSON.parse(answer(nativeDebug, 'list', '--json')).scenes;

/** A solver's parameters are tried on the first scene that has it. */
const firstOf = new Map(scenes.map((scene) => /** @type {const} */ ([scene.solver, scene])).reverse());

/** All values but the one the scene has. @param {Parameter} parameter @returns {string[]} */
function others({ type, choices, default: value }) {
  if (type === 'choice') return choices.filter((choice) => choice !== value);
  return type === 'switch' || typeof value === 'boolean' ? [String(!value)] : [];
}

/** @param {Scene} scene @param {string[]} settings */
function runs({ name, parameters }, ...settings) {
  const count = parameters.find(({ key }) => key === 'particles');
  const small = count && count.default > few ? ['--set', `particles=${few}`] : [];
  const last = steps(nativeDebug, name, '--steps', '3', '--threads', '3', ...small, ...settings).at(-1);
  assert.equal(last.step, 3);
}

for (const scene of scenes) test(scene.name, () => runs(scene));

for (const [solver, scene] of firstOf) {
  const settings = scene.parameters.filter(({ key }) => !ofThePage.test(key))
    .flatMap((parameter) => others(parameter).map((value) => `${parameter.key}=${value}`));
  test(`${solver} has choices to test`, () => assert.ok(settings.length > 0));
  for (const setting of settings) test(`${scene.name} with ${setting}`, () => runs(scene, '--set', setting));
}
