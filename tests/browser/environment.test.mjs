// Reflections of an environment image in 3D water, and the direction of shadows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromiumAndSite, openTab, until } from './harness.mjs';
import { addTank, ask, difference, loseContext, messages, picture, settled, statsAfter } from './tank.mjs';
import { restingTank, turn } from './surface.mjs';

const { browser, site } = await chromiumAndSite();
const size = 240;
const pool = { scene: 'flip-ball', particles: '6000' };

const open = () => openTab(browser, `${site.url}/blank.html`);

/** The address of an image in the page: red on the left of its upper half, green on the right, black below.
 * @param {import('./harness.mjs').Page} page @param {number} width @param {number} height */
const paint = (page, width, height) =>
  page.evaluate(async ([w, h]) => {
    const canvas = new OffscreenCanvas(w, h);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
    for (const [colour, x, y] of /** @type {const} */ ([['#f00', 0, 0], ['#0f0', w / 2, 0], ['#000', 0, h / 2]])) {
      context.fillStyle = colour;
      context.fillRect(x, y, w, h);
    }
    return URL.createObjectURL(await canvas.convertToBlob());
  }, /** @type {const} */ ([width, height]));

/** @param {import('./harness.mjs').Page} page @param {string | null} address */
const surround = (page, address) =>
  page.evaluate((to) => {
    const { tank } = /** @type {any} */ (window);
    if (to === null) tank.removeAttribute('environment');
    else tank.environment = to;
  }, address);

/** What the second picture has more of than the first: red, green and blue, on average.
 * @param {import('./harness.mjs').Page} page @param {string} one @param {string} other @returns {Promise<number[]>} */
const gained = (page, one, other) =>
  page.evaluate(async ([a, b]) => {
    const scope = /** @type {any} */ (window);
    const [from, to] = [await scope.pixelsOf(a), await scope.pixelsOf(b)];
    return [0, 1, 2].map((channel) => {
      let sum = 0;
      for (let i = channel; i < to.data.length; i += 4) sum += to.data[i] - from.data[i];
      return (sum * 4) / to.data.length;
    });
  }, /** @type {const} */ ([one, other]));

/** @param {import('./harness.mjs').Page} page @param {string} before */
const changed = (page, before) =>
  until('another picture', async () => {
    const now = await picture(page);
    return now !== before && now;
  });

test('water reflects the environment image on the facing side, also after a lost context', { timeout: 240_000 }, async (context) => {
  const tab = await open();
  const { page } = tab;
  await restingTank(page, pool, 0);
  const image = await paint(page, 512, 256);
  let latest = '';
  for (const [side, yaw, more, less] of /** @type {const} */ ([['left', 0, 0, 1], ['right', -60, 1, 0]])) {
    await turn(page, size, yaw, 0);
    await surround(page, null);
    const plain = await settled(page);
    await surround(page, image);
    latest = await changed(page, plain);
    const gain = await gained(page, plain, latest);
    context.diagnostic(`${side}: red, green and blue gain ${gain.map((x) => x.toFixed(2)).join(', ')} of 255`);
    assert.ok((gain[more] ?? 0) - (gain[less] ?? 0) > 0.5, `the ${side} side is mirrored: ${gain}`);
  }
  await loseContext(page);
  assert.equal((await difference(page, latest, await settled(page))).fraction, 0, 'the image is there again');
  assert.deepEqual([...tab.errors, ...tab.warnings], []);
  await tab.close();
});

test('an invalid image is reported once and the default sky stays', { timeout: 180_000 }, async () => {
  const tab = await open();
  const { page } = tab;
  await restingTank(page, pool, 0);
  const plain = await settled(page);
  const cases = /** @type {[string, RegExp][]} */ ([
    ['nothing.jpg', /^environment: "nothing\.jpg" could not be loaded: 404/],
    ['app.css', /^environment: "app\.css" is not an image/],
    ['http://[', /^environment: "http:\/\/\[" is not a URL/],
    [await paint(page, 4100, 2), /^environment: "blob:.*" is too large: 4100 x 2 pixels, more than 4096/],
  ]);
  for (const [i, [address, expected]] of cases.entries()) {
    await surround(page, address);
    const said = await until(address, async () => (await messages(page))[i]);
    assert.match(said, expected);
    assert.equal((await difference(page, plain, await settled(page))).fraction, 0, `${address}: the sky stays`);
  }
  assert.equal((await messages(page)).length, cases.length, 'each is named once');
  await tab.close();
});

test('an initial attribute takes effect, and a 2D scene loads no image', { timeout: 180_000 }, async () => {
  const tab = await open();
  const { page } = tab;
  site.asked.length = 0;
  await addTank(page, { scene: 'blobs', particles: '300', environment: 'icon.svg?flat' });
  await statsAfter(page, 5);
  assert.ok(!site.asked.includes('/environment.js'), 'not for blobs');
  await ask(page, 'set', 'scene', pool.scene);
  await until('it is requested', async () => site.asked.includes('/environment.js'));
  assert.equal(await ask(page, 'environment'), 'icon.svg?flat');
  await tab.close();
});

test('the shadow of a body points away from the light', { timeout: 180_000 }, async (context) => {
  const tab = await open();
  const { page } = tab;
  /** @param {string} base64 @param {number[][]} places fractions of the picture, from its lower left corner */
  const look = (base64, places) =>
    page.evaluate(async ([text, at]) => {
      const { width, height, data } = await /** @type {any} */ (window).pixelsOf(text);
      return at.map(([x = 0, y = 0]) => {
        const i = 4 * (Math.floor((1 - y) * height) * width + Math.floor(x * width));
        return data[i] + data[i + 1] + data[i + 2];
      });
    }, /** @type {const} */ ([base64, places]));
  // From here the lamp is before or behind the pillar, and the fluid's shadow out of the way.
  for (const yaw of [47, 227]) {
    await restingTank(page, { scene: 'flip-obstacles', particles: '4000', view: 'shadow' }, 0);
    // Beside the bodies, which a press would hold; see turn() in surface.mjs.
    await page.mouse.move(30, 20);
    await page.mouse.down();
    await page.mouse.move(30 - ((yaw > 180 ? yaw - 386 : yaw - 26) / 200) * size, 20, { steps: 4 });
    await page.mouse.up();
    // Above on the left of the eye, see passes.h; the floor and the shadow's square, see glass.cpp.
    const [turned, up] = [(yaw * Math.PI) / 180, (17 * Math.PI) / 180];
    const back = [Math.sin(turned) * Math.cos(up), Math.sin(up), Math.cos(turned) * Math.cos(up)];
    const right = [Math.cos(turned), 0, -Math.sin(turned)];
    const above = [-Math.sin(turned) * Math.sin(up), Math.cos(up), -Math.cos(turned) * Math.sin(up)];
    const light = [0, 1, 2].map((i) => 0.55 * (back[i] ?? 0) - 0.5 * (right[i] ?? 0) + 0.25 * (above[i] ?? 0) + (i === 1 ? 0.8 : 0));
    const image = await settled(page);
    // Of the pillar's upper half: its top is 0.58 above the floor.
    const shadow = [1, -1].map((side) =>
      [0, 2].map((i) => ([0, 0, 0.14][i] ?? 0) - (side * 0.45 * (light[i] ?? 0)) / (light[1] ?? 1)).map((v) => 0.5 + v / (2 * 1.6)),
    );
    const [there = 0, opposite = 0] = await look(image, shadow);
    context.diagnostic(`from ${yaw} degrees: ${there} where the shadow is, ${opposite} on the other side, of 765`);
    assert.ok(there > 300 && opposite < there / 3, 'its shadow falls away from the lamp');
    await page.evaluate(() => /** @type {any} */ (window).tank.remove());
  }
  assert.deepEqual([...tab.errors, ...tab.warnings], []);
  await tab.close();
});
