// Scenarios for every browser, with and without threads. Each runs in a new blank page.

import assert from 'node:assert/strict';
import { screenshot, until } from './harness.mjs';
import { inputScenarios } from './scenarios_input.mjs';
import { addTank, callTank, difference, loseContext, messages, nextStats, picture, statsAfter } from './tank.mjs';

/**
 * @typedef {{page: import('./harness.mjs').Page, isolated: boolean, log: (text: string) => void}} TestPage
 * @typedef {Record<string, (test: TestPage) => Promise<void>>} Scenarios
 */

const area = { x: 0, y: 0, width: 400, height: 400 };

/** @type {Scenarios} */
export const scenarios = {
  async 'loads the right module and runs'({ page, isolated, log }) {
    const loaded = await addTank(page);
    assert.equal(loaded.threads, isolated, 'threads if and only if the page is isolated');
    assert.equal(loaded.panel, false, 'no panel unless requested');
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    assert.equal(loaded.workers, isolated ? Math.min(cores, 8) : 1);
    await nextStats(page);
    const before = await screenshot(page, area);
    const first = await nextStats(page);
    const second = await statsAfter(page, first.steps + 20);
    const { fraction } = await difference(page, before, await screenshot(page, area));
    log(`${second.fps.toFixed(0)} frames/s, ${second.ms.toFixed(1)} ms per frame, ${(fraction * 100).toFixed(1)} % of pixels changed`);
    assert.ok(second.steps > first.steps, 'the simulation runs');
    assert.ok(fraction > 0.005, `the picture changes (${fraction})`);
  },

  async 'attributes and properties change values'({ page }) {
    await addTank(page, { particles: '700', scene: 'blobs' });
    assert.equal((await nextStats(page)).particles, 700, 'an attribute before the start');
    assert.equal(await callTank(page, 'get', 'particles'), 700);
    await page.evaluate(() => /** @type {any} */ (window).tank.setAttribute('particles', '900'));
    await until('attribute applied', async () => (await nextStats(page)).particles === 900);
    await page.evaluate(() => void (/** @type {any} */ (window).tank.particles = 1100));
    assert.equal(await callTank(page, 'particles'), 1100, 'a property returns the set value at once');
    await until('property applied', async () => (await nextStats(page)).particles === 1100);
    await page.evaluate(() => void (/** @type {any} */ (window).tank.gravityY = -12));
    await until('a camelCase property is applied', async () => (await callTank(page, 'get', 'gravity-y')) === -12);
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).tank['gravity-y']), -12);
    await callTank(page, 'set', 'render-style', 'points');
    await until('the prefixed attribute of a key that is a global attribute of HTML', async () => (await callTank(page, 'renderStyle')) === 'points');
    await page.evaluate(() => void (/** @type {any} */ (window).tank.scene = 'honey'));
    await until('scene applied', async () => (await callTank(page, 'scene')) === 'honey');
    assert.equal((await nextStats(page)).particles, 900, 'attributes apply to the next scene, properties do not');
    assert.deepEqual(await messages(page), []);
  },

  async 'invalid settings give a message and the simulation continues'({ page, log }) {
    await addTank(page, { particles: '', gravityy: '1', scene: 'nowhere' });
    /** @param {string} key @param {string} value @param {RegExp[]} expected parts of the message */
    const refuse = async (key, value, ...expected) => {
      const before = (await messages(page)).length;
      await page.evaluate(
        ([k, v]) => /** @type {any} */ (window).tank.set(k, v === '10 MB' ? '7'.repeat(1e7) : v),
        /** @type {const} */ ([key, value]),
      );
      const message = await until(`a message about ${key}=${value}`, async () => (await messages(page))[before]);
      log(`${key}=${value}: ${message}`);
      for (const part of expected) assert.match(message, part);
    };
    const initial = (await messages(page)).join('\n');
    for (const part of [/nowhere/, /gravityy/, /particles/]) assert.match(initial, part);
    await refuse('wobble', '3', /wobble/);
    await refuse('particles', 'NaN', /particles/, /NaN/i);
    await refuse('particles', '1e999', /particles/, /1e999/);
    await refuse('gravity-y', '', /gravity-y/);
    await refuse('particles', '10 MB', /particles/);
    await refuse('particles', '10000000', /particles/, /\d/);
    await refuse('particles', '0', /particles/, /\d/);
    await refuse('scene', 'atlantis', /scene/, /atlantis/, /blobs/);
    await page.evaluate(() => {
      const { tank } = /** @type {any} */ (window);
      for (const name of ['x-data', 'hx-get', 'ng-if', 'v-show', 'wibble']) tank.setAttribute(name, 'x');
      tank.setAttribute('partciles', '7');
    });
    await until('a message about a misspelt attribute', async () => (await messages(page)).some((text) => /partciles/.test(text)));
    assert.ok(!(await messages(page)).some((text) => /x-data|hx-get|ng-if|v-show|wibble/.test(text)), 'attributes of others are left alone');
    const before = (await messages(page)).length;
    const inherited = await page.evaluate(() => {
      const { tank } = /** @type {any} */ (window);
      const mute = { toString: () => { throw new Error('no text'); } };
      tank.set('gravity-y', mute);
      tank.set(mute, 1);
      return ['constructor', 'toString', '__proto__'].map((name) => typeof tank.get(name));
    });
    assert.deepEqual(inherited, ['undefined', 'undefined', 'undefined'], 'not the properties of an object');
    await until('two messages about objects without a text', async () => (await messages(page)).length >= before + 2);
    await callTank(page, 'set', 'particles', 1500);
    const stats = await until('back to 1500', async () => {
      const report = await nextStats(page);
      return report.particles === 1500 && report;
    });
    assert.ok((await statsAfter(page, stats.steps + 10)).maxSpeed < 1e4, 'the simulation continues');
  },

  async 'three tanks at once'({ page, log }) {
    await page.evaluate(async () => {
      const scope = /** @type {any} */ (window);
      await scope.imported;
      scope.tanks = ['blobs', 'honey', 'jelly'].map((scene) =>
        scope.build({ scene, style: 'width: 250px; height: 250px; float: left' }),
      );
      await Promise.all(scope.tanks.map((/** @type {any} */ tank) => scope.attach(tank)));
    });
    const reports = await page.evaluate(() => {
      const scope = /** @type {any} */ (window);
      return Promise.all(
        scope.tanks.map((/** @type {any} */ tank) => scope.nextStats(tank, (/** @type {any} */ stats) => stats.steps > 60)),
      );
    });
    log(reports.map((/** @type {any} */ stats) => `${stats.fps.toFixed(0)} frames/s`).join(', '));
    assert.equal(new Set(reports.map((/** @type {any} */ stats) => stats.hash)).size, 3, 'three different simulations');
  },

  async 'a lost context is restored with the particles'({ page, log }) {
    await addTank(page, { quality: 'high' });
    await statsAfter(page, 60);
    await callTank(page, 'pause');
    const before = await until('paused', async () => {
      const stats = await nextStats(page);
      return stats.paused && stats;
    });
    const shown = await picture(page);
    assert.match(await loseContext(page, 1200), /lost/, 'the error names the lost context');
    const { fraction } = await difference(page, shown, await picture(page));
    const after = await nextStats(page);
    log(`${(fraction * 100).toFixed(2)} % of pixels differ after the restoration`);
    assert.equal(after.hash, before.hash, 'the same particles');
    assert.ok(fraction < 0.005, 'the same picture');
    await callTank(page, 'play');
    await statsAfter(page, after.steps + 20);
  },

  async 'removed and attached again it restarts'({ page }) {
    for (let i = 0; i < 3; i++) {
      await addTank(page);
      await nextStats(page);
      await page.evaluate(() => /** @type {any} */ (window).tank.remove());
      await until('its worker ends', () => page.evaluate(() => /** @type {any} */ (window).liveWorkers === 0), 5);
    }
    const again = await page.evaluate(() => {
      const scope = /** @type {any} */ (window);
      return scope.attach(scope.tank);
    });
    assert.equal(again.name, 'load', 'the same element loads when attached again');
    assert.ok((await nextStats(page)).steps > 0);
  },

  ...inputScenarios,
};

/** @param {(title: string) => boolean} isIncluded @returns {Scenarios} */
const only = (isIncluded) => Object.fromEntries(Object.entries(scenarios).filter(([title]) => isIncluded(title)));

/** The brief run, first browser: all but the slowest. */
const slow = ['the pen draws where the pointer is, and the picture is sharp, on any page', 'three tanks at once', 'the right button stirs the fluid and leaves the container in place'];
export const quickScenarios = only((title) => !slow.includes(title));

/** The brief run, other browsers: one of each kind. */
const kinds = ['loads the right module and runs', 'invalid settings give a message and the simulation continues', 'a drag sloshes the fluid and the container returns'];
export const briefScenarios = only((title) => kinds.includes(title));
