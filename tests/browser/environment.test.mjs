// Reflections of an environment image in 3D water, and the direction of shadows.

import assert from 'node:assert/strict';
import { engineTest } from './engines.mjs';
import { until } from './harness.mjs';
import { addTank, callTank, difference, loseContext, messages, picture, settled, statsAfter } from './tank.mjs';
import { pausedTank, turn } from './surface.mjs';

const size = 240;
const pool = { scene: 'flip-ball', particles: '6000' };

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
const setEnvironment = (page, address) =>
  page.evaluate((to) => {
    const { tank } = /** @type {any} */ (window);
    if (to === null) tank.removeAttribute('environment');
    else tank.environment = to;
  }, address);

/** The mean increase of red, green and blue from the first picture to the second, 0 to 255.
 * @param {import('./harness.mjs').Page} page @param {string} one @param {string} other @returns {Promise<number[]>} */
const channelGain = (page, one, other) =>
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

engineTest('water reflects the environment image on the facing side, also after a lost context', { timeout: 240_000 }, async ({ open, log }) => {
  const tab = await open('/blank.html');
  const { page } = tab;
  await pausedTank(page, pool, 0);
  const image = await paint(page, 512, 256);
  let latest = '';
  for (const [side, yaw, more, less] of /** @type {const} */ ([['left', 0, 0, 1], ['right', -60, 1, 0]])) {
    await turn(page, size, yaw, 0);
    await setEnvironment(page, null);
    const plain = await settled(page);
    await setEnvironment(page, image);
    latest = await changed(page, plain);
    const gain = await channelGain(page, plain, latest);
    log(`${side}: red, green and blue gain ${gain.map((x) => x.toFixed(2)).join(', ')} of 255`);
    assert.ok((gain[more] ?? 0) - (gain[less] ?? 0) > 0.5, `the ${side} side is reflected: ${gain}`);
  }
  await loseContext(page);
  assert.equal((await difference(page, latest, await settled(page))).fraction, 0, 'the image is reflected again');
  assert.deepEqual([...tab.errors, ...tab.warnings], []);
  await tab.close();
});

engineTest('an invalid image is reported once and the default sky stays', { timeout: 180_000 }, async ({ open }) => {
  const tab = await open('/blank.html');
  const { page } = tab;
  await pausedTank(page, pool, 0);
  const plain = await settled(page);
  const cases = /** @type {[string, RegExp][]} */ ([
    ['nothing.jpg', /^environment: "nothing\.jpg" could not be loaded: 404/],
    ['app.css', /^environment: "app\.css" is not an image/],
    ['http://[', /^environment: "http:\/\/\[" is not a URL/],
    [await paint(page, 4100, 2), /^environment: "blob:.*" is too large: 4100 x 2 pixels, more than 4096/],
  ]);
  for (const [i, [address, expected]] of cases.entries()) {
    await setEnvironment(page, address);
    const message = await until(address, async () => (await messages(page))[i]);
    assert.match(message, expected);
    assert.equal((await difference(page, plain, await settled(page))).fraction, 0, `${address}: the default sky`);
  }
  assert.equal((await messages(page)).length, cases.length, 'one message per image');
  await tab.close();
});

engineTest('an initial attribute takes effect, and a 2D scene loads no image', { timeout: 180_000 }, async ({ open, requests }) => {
  const tab = await open('/blank.html');
  const { page } = tab;
  requests.length = 0;
  await addTank(page, { scene: 'blobs', particles: '300', environment: 'icon.svg?flat' });
  await statsAfter(page, 5);
  assert.ok(!requests.includes('/environment.js'), 'not loaded in a 2D scene');
  await callTank(page, 'set', 'scene', pool.scene);
  await until('it is requested', async () => requests.includes('/environment.js'));
  assert.equal(await callTank(page, 'environment'), 'icon.svg?flat');
  await tab.close();
});

engineTest('the shadow of a body points away from the light', { timeout: 180_000 }, async ({ open, log }) => {
  const tab = await open('/blank.html');
  const { page } = tab;
  /** Sums of red, green and blue. @param {string} base64
   * @param {number[][]} positions fractions of the picture, from its lower left corner */
  const brightnessAt = (base64, positions) =>
    page.evaluate(async ([text, at]) => {
      const { width, height, data } = await /** @type {any} */ (window).pixelsOf(text);
      return at.map(([x = 0, y = 0]) => {
        const i = 4 * (Math.floor((1 - y) * height) * width + Math.floor(x * width));
        return data[i] + data[i + 1] + data[i + 2];
      });
    }, /** @type {const} */ ([base64, positions]));
  // At these angles the light is in front of or behind the pillar, and the fluid's shadow is elsewhere.
  for (const yaw of [47, 227]) {
    await pausedTank(page, { scene: 'flip-obstacles', particles: '4000', view: 'shadow' }, 0);
    // As turn() in surface.mjs, but with a press beside the bodies, which would be grabbed.
    await page.mouse.move(30, 20);
    await page.mouse.down();
    await page.mouse.move(30 - ((yaw > 180 ? yaw - 386 : yaw - 26) / 200) * size, 20, { steps: 4 });
    await page.mouse.up();
    // The light is above and on the left of the camera: see render/common/frame_uniforms.cpp.
    const [turned, up] = [(yaw * Math.PI) / 180, (17 * Math.PI) / 180];
    const back = [Math.sin(turned) * Math.cos(up), Math.sin(up), Math.cos(turned) * Math.cos(up)];
    const right = [Math.cos(turned), 0, -Math.sin(turned)];
    const above = [-Math.sin(turned) * Math.sin(up), Math.cos(up), -Math.cos(turned) * Math.sin(up)];
    const light = [0, 1, 2].map((i) => 0.55 * (back[i] ?? 0) - 0.5 * (right[i] ?? 0) + 0.25 * (above[i] ?? 0) + (i === 1 ? 0.8 : 0));
    const image = await settled(page);
    // Positions in the square shadow image: the shadow of a point of the pillar 0.45 above the floor, and the opposite
    // position. The pillar's top is 0.58 above the floor.
    const positions = [1, -1].map((side) =>
      [0, 2].map((i) => ([0, 0, 0.14][i] ?? 0) - (side * 0.45 * (light[i] ?? 0)) / (light[1] ?? 1)).map((v) => 0.5 + v / (2 * 1.6)),
    );
    const [shadowed = 0, opposite = 0] = await brightnessAt(image, positions);
    log(`from ${yaw} degrees: ${shadowed} in the shadow, ${opposite} on the opposite side, of 765`);
    assert.ok(shadowed > 300 && opposite < shadowed / 3, 'the shadow points away from the light');
    await page.evaluate(() => /** @type {any} */ (window).tank.remove());
  }
  assert.deepEqual([...tab.errors, ...tab.warnings], []);
  await tab.close();
});
