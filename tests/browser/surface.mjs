// Shared by the tests of the render style `surface`: a tank at rest, disabled passes, and the camera.

import { addTank, ask, picture, settled, statsAfter, stepBy } from './tank.mjs';

/** @typedef {import('./harness.mjs').Page} Page */

/**
 * Runs `text` in every worker of the page before its own script.
 * @param {Page} page @param {string} text
 */
export const beforeWorker = (page, text) =>
  page.context().route((url) => url.pathname.endsWith('/worker.js'), async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${text}\n${await answer.text()}` });
  });

/** Draws nothing with programs whose fragment shader holds this text. @param {string} mark */
export const leaveOut = (mark) => `{
  const own = WebGL2RenderingContext.prototype, marked = new WeakSet(), without = new WeakSet();
  let current = null;
  const { shaderSource, attachShader, useProgram } = own;
  own.shaderSource = function (shader, text) {
    if (text.includes(${JSON.stringify(mark)})) marked.add(shader);
    return shaderSource.call(this, shader, text);
  };
  own.attachShader = function (program, shader) {
    if (marked.has(shader)) without.add(program);
    return attachShader.call(this, program, shader);
  };
  own.useProgram = function (program) {
    current = program;
    return useProgram.call(this, program);
  };
  for (const name of ['drawArrays', 'drawElements']) {
    const plain = own[name];
    own[name] = function (...given) {
      if (!current || !without.has(current)) plain.apply(this, given);
    };
  }
}`;

/**
 * A tank that rests after `steps`.
 * @param {Page} page @param {Record<string, string>} attributes @param {number} steps
 */
export async function restingTank(page, attributes, steps) {
  await addTank(page, { paused: '', 'render-style': 'surface', style: 'width: 240px; height: 240px', ...attributes });
  await stepBy(page, steps);
  if (steps > 0) await statsAfter(page, steps, 120);
}

/** Three turns of the wheel over the middle: the eye comes `closer`. @param {Page} page @param {number} size of the square canvas */
export async function closeUp(page, size) {
  await page.mouse.move(size / 2, size / 2);
  await ask(page, 'focus');
  for (let i = 0; i < 3; i++) {
    await page.mouse.wheel(0, -500);
    await settled(page);
  }
}
export const closer = 1.6 ** 3;

/** @param {Page} page @param {Record<string, string | number>} values */
export async function setAll(page, values) {
  for (const [key, value] of Object.entries(values)) await ask(page, 'set', key, value);
  return picture(page);
}

/**
 * The eye where a drag from the middle brings it, degrees, once it has come to rest.
 * @param {Page} page @param {number} size of the square canvas @param {number} yaw @param {number} pitch
 */
export async function turn(page, size, yaw, pitch) {
  const half = size / 2;
  await page.mouse.move(half, half);
  await page.mouse.down();
  await page.mouse.move(half - (yaw / 200) * size, half + (pitch / 200) * size, { steps: 4 });
  await page.mouse.up();
  await settled(page);
}
