// Shared by the tests of the render style `surface`: a paused tank, disabled passes, and the camera.

import { addTank, callTank, picture, settled, statsAfter, stepBy } from './tank.mjs';

/** @typedef {import('./harness.mjs').Page} Page */

/**
 * Runs `text` in every worker of the page before its own script.
 * @param {Page} page @param {string} text
 */
export const beforeWorker = (page, text) =>
  page.context().route((url) => url.pathname.endsWith('/worker.js'), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${text}\n${await response.text()}` });
  });

/** A script that disables draw calls of programs whose shader contains this text. @param {string} mark */
export const withoutPass = (mark) => `{
  const proto = WebGL2RenderingContext.prototype, marked = new WeakSet(), disabled = new WeakSet();
  let current = null;
  const { shaderSource, attachShader, useProgram } = proto;
  proto.shaderSource = function (shader, text) {
    if (text.includes(${JSON.stringify(mark)})) marked.add(shader);
    return shaderSource.call(this, shader, text);
  };
  proto.attachShader = function (program, shader) {
    if (marked.has(shader)) disabled.add(program);
    return attachShader.call(this, program, shader);
  };
  proto.useProgram = function (program) {
    current = program;
    return useProgram.call(this, program);
  };
  for (const name of ['drawArrays', 'drawElements']) {
    const original = proto[name];
    proto[name] = function (...values) {
      if (!current || !disabled.has(current)) original.apply(this, values);
    };
  }
}`;

/**
 * A tank with the surface style that is paused after `steps` steps.
 * @param {Page} page @param {Record<string, string>} attributes @param {number} steps
 */
export async function pausedTank(page, attributes, steps) {
  await addTank(page, { paused: '', 'render-style': 'surface', style: 'width: 240px; height: 240px', ...attributes });
  await stepBy(page, steps);
  if (steps > 0) await statsAfter(page, steps, 120);
}

/** Three wheel events over the centre: the camera distance is divided by `closeUpZoom`.
 * @param {Page} page @param {number} size of the square canvas */
export async function zoomIn(page, size) {
  await page.mouse.move(size / 2, size / 2);
  await callTank(page, 'focus');
  for (let i = 0; i < 3; i++) {
    await page.mouse.wheel(0, -500);
    await settled(page);
  }
}
/** An event of 5 notches changes the zoom by the factor 1 + 5 * 0.12. */
export const closeUpZoom = 1.6 ** 3;

/** @param {Page} page @param {Record<string, string | number>} values @returns {Promise<string>} the picture with these settings */
export async function setAll(page, values) {
  for (const [key, value] of Object.entries(values)) await callTank(page, 'set', key, value);
  return picture(page);
}

/**
 * Turns the camera by a drag from the centre, and waits until it has stopped.
 * @param {Page} page @param {number} size of the square canvas @param {number} yaw degrees @param {number} pitch degrees
 */
export async function turn(page, size, yaw, pitch) {
  const half = size / 2;
  await page.mouse.move(half, half);
  await page.mouse.down();
  await page.mouse.move(half - (yaw / 200) * size, half + (pitch / 200) * size, { steps: 4 });
  await page.mouse.up();
  await settled(page);
}
