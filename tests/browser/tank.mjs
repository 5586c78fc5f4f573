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
  const news = await page.evaluate(async (given) => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    scope.tank = scope.build(given);
    return scope.attach(scope.tank);
  }, attributes);
  assert.equal(news.name, 'load', `loads: ${JSON.stringify(news)}`);
  return news.detail;
}

/** Calls a method of the tank, or reads a property. @param {Page} page @param {string} name @param {any[]} values */
export const ask = (page, name, ...values) =>
  page.evaluate(
    ([member, given]) => {
      const { tank } = /** @type {any} */ (window);
      return typeof tank[member] === 'function' ? tank[member](...given) : tank[member];
    },
    /** @type {const} */ ([name, values]),
  );

/** Asks for as many single steps: see statsAfter() for when they are done. @param {Page} page @param {number} count */
export const stepBy = (page, count) =>
  page.evaluate((times) => {
    for (let i = 0; i < times; i++) /** @type {any} */ (window).tank.step();
  }, count);

/**
 * Takes the graphics context away, and waits until it is back.
 * @param {Page} page @param {number} away milliseconds
 * @returns {Promise<string>} what the tank says while it has none
 */
export async function loseContext(page, away = 200) {
  await page.evaluate(
    (restoreAfter) => /** @type {any} */ (window).startedWorkers.at(-1).postMessage({ type: 'debug-lose-context', restoreAfter }),
    away,
  );
  const refusal = () => page.evaluate(() => /** @type {any} */ (window).tank.toBlob().then(() => '', String));
  const said = await until('the context is away', refusal);
  await until('the context is back', async () => !(await refusal()));
  return said;
}

/**
 * The styles that draw a scene each in its own way: in 3D metaballs are the surface, in 2D the surface is metaballs.
 * @param {string[]} styles @param {number} dimensions
 */
export const stylesFor = (styles, dimensions) => styles.filter((style) => style !== (dimensions === 3 ? 'metaballs' : 'surface'));

/** @param {Page} page @returns {Promise<any>} the next report */
export const nextStats = (page) => page.evaluate(() => {
  const scope = /** @type {any} */ (window);
  return scope.nextStats(scope.tank);
});

/** @param {Page} page @param {number} steps @returns {Promise<any>} */
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

/** @param {Page} page @param {string} one @param {string} other @returns {Promise<any>} */
export const difference = (page, one, other) =>
  page.evaluate(([a, b]) => /** @type {any} */ (window).difference(a, b), /** @type {const} */ ([one, other]));

/**
 * The picture once it no longer changes: three in a row are the same, as two may be for want of a frame in between.
 * @param {Page} page @param {number} fraction of the pixels that may differ all the same
 */
export async function settled(page, fraction = 0) {
  let [one, alike] = [await picture(page), 0];
  for (let i = 0; i < 60 && alike < 2; i++) {
    await sleep(150);
    const other = await picture(page);
    alike = one === other || (await difference(page, one, other)).fraction <= fraction ? alike + 1 : 0;
    one = other;
  }
  return one;
}

/** @param {Page} page @returns {Promise<string[]>} */
export const messages = (page) =>
  page.evaluate(() =>
    /** @type {any} */ (window).tank.heard
      .filter((/** @type {any} */ news) => news.name === 'message')
      .map((/** @type {any} */ news) => news.detail.text),
  );
