// Gravity that follows the orientation of a mobile device.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromiumAndSite, openTab, until } from './harness.mjs';
import { addTank, messages, nextStats, statsAfter } from './tank.mjs';

const { browser, site } = await chromiumAndSite();

const phone = { hasTouch: true, isMobile: true, viewport: { width: 400, height: 700 } };
/** @typedef {import('./harness.mjs').Page} Page */

/** @param {Page} page */
const button = (page) =>
  page.evaluate(() => {
    const part = /** @type {any} */ (window).tank.shadowRoot.querySelector('[part=tilt]');
    const { x, y, width, height } = part.getBoundingClientRect();
    return { hidden: part.hidden, pressed: part.getAttribute('aria-pressed'), x: x + width / 2, y: y + height / 2, width };
  });

/** Sends orientation events with these angles from now on. @param {Page} page @param {number} beta @param {number} gamma */
const setOrientation = (page, beta, gamma) =>
  page.evaluate(
    ([b, g]) => {
      const scope = /** @type {any} */ (window);
      clearInterval(scope.orientationTimer);
      scope.orientationTimer = setInterval(
        () => dispatchEvent(new DeviceOrientationEvent('deviceorientation', { alpha: 0, beta: b, gamma: g })), 16);
    },
    /** @type {const} */ ([beta, gamma]),
  );

/** @param {Page} page */
async function tap(page) {
  const { x, y } = await button(page);
  await page.touchscreen.tap(x, y);
}

test('device orientation gives the direction of gravity', { timeout: 60_000 }, async () => {
  const tab = await openTab(browser, `${site.url}/blank.html`);
  const near = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
    assert.ok(a.every((value, i) => Math.abs(value - (b[i] ?? 9)) < 1e-9), `${a} is not ${b}`);
  const downs = await tab.page.evaluate(async () => {
    const { downOf } = await import(`${location.origin}/device_orientation.js`);
    return [[90, 0, 0], [0, 0, 0], [0, 90, 0], [0, -90, 0], [-90, 0, 0], [0, -90, 90], [0, 90, 270], [180, 0, 0]].map((a) => downOf(...a));
  });
  const [upright, onItsBack, onItsRight, onItsLeft, onItsHead, landscape, otherLandscape, onItsFace] = downs;
  near(upright, [0, -1, 0]);
  near(onItsBack, [0, 0, -1]);
  near(onItsRight, [1, 0, 0]);
  near(onItsLeft, [-1, 0, 0]);
  near(onItsHead, [0, 1, 0]);
  near(landscape, [0, -1, 0]);
  near(otherLandscape, [0, -1, 0]);
  near(onItsFace, [0, 0, 1]);
  await tab.close();
});

test('without a touch screen there is no tilt button', { timeout: 60_000 }, async () => {
  const tab = await openTab(browser, `${site.url}/blank.html`);
  await addTank(tab.page);
  assert.equal((await button(tab.page)).hidden, true);
  await tab.close();
});

test('after a tap gravity follows the device, after a second tap it is reset', { timeout: 180_000 }, async (context) => {
  for (const permission of ['', 'granted']) {
    const tab = await openTab(browser, `${site.url}/blank.html`, phone);
    const { page } = tab;
    await page.evaluate((state) => {
      const scope = /** @type {any} */ (window);
      scope.permissionRequests = 0;
      if (state)
        scope.DeviceOrientationEvent.requestPermission = () => {
          scope.permissionRequests += navigator.userActivation.isActive ? 1 : 100;
          return Promise.resolve(state);
        };
    }, permission);
    await addTank(page, { particles: '800' });
    const rest = await statsAfter(page, 60);
    const before = await button(page);
    assert.equal(before.hidden, false);
    assert.ok(before.width >= 32, 'large enough for a finger');
    await setOrientation(page, 60, 45);
    const untouched = await statsAfter(page, rest.steps + 30);
    assert.ok(Math.abs(untouched.centre[0] - rest.centre[0]) < 2, 'no effect before the tap');
    await tap(page);
    await until('pressed', async () => (await button(page)).pressed === 'true');
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).permissionRequests), permission ? 1 : 0, 'requested once, in the tap');
    const tilted = await statsAfter(page, untouched.steps + 120);
    await tap(page);
    assert.equal((await button(page)).pressed, 'false');
    const level = await statsAfter(page, tilted.steps + 240);
    context.diagnostic(`centre ${[rest, tilted, level].map(({ centre }) => centre[0].toFixed(2)).join(', ')}`);
    assert.ok(tilted.centre[0] > rest.centre[0] + 2, 'the fluid moves to the right');
    assert.ok(level.centre[0] < 0.5 * tilted.centre[0], 'and back after the second tap');
    assert.deepEqual([...tab.errors, ...tab.warnings], []);
    await tab.close();
  }
});

test('a refused permission and a device without events give a message', { timeout: 120_000 }, async (context) => {
  for (const [permission, expected] of [['denied', /refused/], ['granted', /does not report its orientation/]]) {
    const tab = await openTab(browser, `${site.url}/blank.html`, phone);
    const { page } = tab;
    await page.evaluate((given) => {
      /** @type {any} */ (window).DeviceOrientationEvent.requestPermission = () => Promise.resolve(given);
    }, String(permission));
    await addTank(page, { particles: '300' });
    await nextStats(page);
    await tap(page);
    const message = await until('a message', async () => (await messages(page))[0]);
    context.diagnostic(message);
    assert.match(message, /** @type {RegExp} */ (expected));
    assert.equal((await button(page)).pressed, 'false');
    assert.deepEqual(tab.errors, []);
    await tab.close();
  }
});
