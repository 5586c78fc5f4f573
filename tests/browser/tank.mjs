// A tank in a page under test: creation, method calls, statistics, pictures and messages.

import assert from 'node:assert/strict';
import { sleep, until } from './harness.mjs';

/** @typedef {import('./harness.mjs').Page} Page */

/**
 * A tank 400 x 400 in the upper left corner, named `tank` in the page.
 * @param {Page} page @param {Record<string, string>} [attributes]
 * @returns {Promise<any>} the detail of its load event
 */
export async function addTank(page, attributes = {}) {
  const event = await page.evaluate(async (given) => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    scope.tank = scope.build(given);
    return scope.attach(scope.tank);
  }, attributes);
  assert.equal(event.name, 'load', `loads: ${JSON.stringify(event)}`);
  return event.detail;
}

/** Calls a method of the tank, or reads a property, by name. @param {Page} page @param {string} name @param {any[]} values */
export const callTank = (page, name, ...values) =>
  page.evaluate(
    ([member, given]) => {
      const { tank } = /** @type {any} */ (window);
      return typeof tank[member] === 'function' ? tank[member](...given) : tank[member];
    },
    /** @type {const} */ ([name, values]),
  );

/** The settings that are not the scene's. @param {Page} page @returns {Promise<Record<string, any>>} */
export const settings = async (page) => (await callTank(page, 'state')).settings;

/** Whether the tank has the menu of `controls`. @param {Page} page @returns {Promise<boolean>} */
export const hasMenu = (page) => page.evaluate(() => !/** @type {any} */ (window).tank.shadowRoot.querySelector('[part=menu]').hidden);

/** Requests single steps; statsAfter() waits until they are done. @param {Page} page @param {number} count */
export const stepBy = (page, count) =>
  page.evaluate((times) => {
    for (let i = 0; i < times; i++) /** @type {any} */ (window).tank.step();
  }, count);

/**
 * Loses the graphics context, and waits until it is restored.
 * @param {Page} page @param {number} duration milliseconds
 * @returns {Promise<string>} the error of toBlob() while the context is lost
 */
export async function loseContext(page, duration = 200) {
  await page.evaluate(
    (restoreAfter) => {
      const scope = /** @type {any} */ (window);
      const canvas = scope.tank.shadowRoot.querySelector('canvas');
      const isOnPage = Object.hasOwn(canvas, 'getContext'); // by runner.js
      if (!isOnPage) return scope.startedWorkers.at(-1).postMessage({ type: 'debug-lose-context', restoreAfter });
      const extension = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
      extension.loseContext();
      setTimeout(() => extension.restoreContext(), restoreAfter);
    },
    duration,
  );
  const refusal = () => page.evaluate(() => /** @type {any} */ (window).tank.toBlob().then(() => '', String));
  const error = await until('the context is lost', refusal);
  await until('the context is restored', async () => !(await refusal()));
  return error;
}

/**
 * The styles without aliases: in 3D `metaballs` is an alias of `surface`, in 2D `surface` is an alias of `metaballs`.
 * @param {string[]} styles @param {number} dimensions
 */
export const stylesFor = (styles, dimensions) => styles.filter((style) => style !== (dimensions === 3 ? 'metaballs' : 'surface'));

/** @param {Page} page @returns {Promise<any>} the next report */
export const nextStats = (page) => page.evaluate(() => {
  const scope = /** @type {any} */ (window);
  return scope.nextStats(scope.tank);
});

/** @param {Page} page @param {number} steps @returns {Promise<any>} the first report after so many steps */
export const statsAfter = (page, steps, seconds = 60) =>
  page.evaluate(
    ([count, time]) => {
      const scope = /** @type {any} */ (window);
      return scope.nextStats(scope.tank, (/** @type {any} */ stats) => stats.steps >= count, time);
    },
    /** @type {const} */ ([steps, seconds]),
  );

/** @param {Page} page @returns {Promise<string>} */
export const picture = (page) => page.evaluate(() => {
  const scope = /** @type {any} */ (window);
  return scope.picture(scope.tank);
});

/** @typedef {{width: number, height: number, data: number[]}} Pixels red, green, blue and opacity of each pixel, 0 to 255 */
/** @param {Page} page @param {string} base64 of a PNG @returns {Promise<Pixels>} */
export const pixelsOf = (page, base64) =>
  page.evaluate(async (text) => {
    const { width, height, data } = await /** @type {any} */ (window).pixelsOf(text);
    return { width, height, data: [...data] };
  }, base64);

/** @param {Page} page @param {string} one @param {string} other @returns {Promise<any>} */
export const difference = (page, one, other) =>
  page.evaluate(([a, b]) => /** @type {any} */ (window).difference(a, b), /** @type {const} */ ([one, other]));

/**
 * The picture after it has stopped changing: three equal ones in a row, because two may be of the same frame. Fails if it goes on.
 * @param {Page} page @param {number} fraction tolerated fraction of different pixels
 */
export async function settled(page, fraction = 0) {
  let [last, equal] = [await picture(page), 0];
  for (let i = 0; equal < 2; i++) {
    assert.ok(i < 60, 'the picture stops changing');
    await sleep(150);
    const next = await picture(page);
    equal = last === next || (await difference(page, last, next)).fraction <= fraction ? equal + 1 : 0;
    last = next;
  }
  return last;
}

/** @param {Page} page @returns {Promise<string[]>} the texts of all events `message` */
export const messages = (page) =>
  page.evaluate(() =>
    /** @type {any} */ (window).tank.events
      .filter((/** @type {any} */ event) => event.name === 'message')
      .map((/** @type {any} */ event) => event.detail.text),
  );
