// The canvas: its size in device pixels, touch scrolling, and a container dragged far beyond it.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { engineCheck as check } from './engines.mjs';
import { launchChromium, openTab, startSite, until } from './harness.mjs';
import { addTank, nextStats, picture, statsAfter } from './tank.mjs';

/** Of the container of blobs, in its units. */
const radius = 22.33;

const site = await startSite();
after(() => site.close());

check('a drag of ten container widths in one event keeps every particle inside', async ({ page, log }) => {
  await addTank(page);
  await statsAfter(page, 60);
  await page.evaluate(async () => {
    const canvas = /** @type {any} */ (window).tank.shadowRoot.querySelector('canvas');
    const send = (/** @type {string} */ type, /** @type {number} */ x, /** @type {number} */ y, buttons = 1) =>
      canvas.dispatchEvent(
        new PointerEvent(type, { pointerId: 7, pointerType: 'mouse', buttons, clientX: x, clientY: y, bubbles: true }),
      );
    send('pointerdown', 200, 200);
    for (const [x, y] of [[4200, 200], [-3800, 200], [200, -3800], [200, 4200], [1e9, -1e9], [4200, 4200], [-3800, -3800]]) {
      send('pointermove', x ?? 0, y ?? 0);
      await new Promise((done) => setTimeout(done, 150));
    }
    send('pointerup', 200, 200, 0);
    send('pointerleave', 900, 200, 0);
  });
  const wild = await nextStats(page);
  assert.equal(wild.particles, 1500);
  assert.ok(Number.isFinite(wild.maxSpeed) && wild.centre.every(Number.isFinite), JSON.stringify(wild));
  const calm = await statsAfter(page, wild.steps + 200);
  log(`maximum speed: right after the drag ${wild.maxSpeed.toFixed(0)}, later ${calm.maxSpeed.toFixed(0)}`);
  assert.ok(calm.maxSpeed < 100, `settles (${calm.maxSpeed})`);
  const distances = await page.evaluate(async () => {
    const { particles } = await /** @type {any} */ (window).tank.saveState();
    const [, dimensions, bodies, perBody, count] = new Uint32Array(particles.buffer, 0, 5);
    const places = new Float32Array(particles.buffer, 32 + 4 * bodies * perBody, dimensions * count);
    return Array.from({ length: count }, (_, i) => Math.hypot(places[2 * i] ?? NaN, places[2 * i + 1] ?? NaN));
  });
  log(`the farthest particle is ${Math.max(...distances).toFixed(2)} from the middle`);
  assert.equal(distances.length, 1500);
  assert.ok(distances.every((distance) => distance <= radius), `${Math.max(...distances)}`);
  const outside = await page.evaluate(async (base64) => {
    const { data, width, height } = await /** @type {any} */ (window).pixelsOf(base64);
    let maxAlpha = 0;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (Math.hypot(x - width / 2, y - height / 2) > 0.53 * width) maxAlpha = Math.max(maxAlpha, data[4 * (y * width + x) + 3]);
    return maxAlpha;
  }, await picture(page));
  assert.ok(outside < 80, `only a soft shadow outside the glass (alpha ${outside})`);
});

test('at a device pixel ratio of 2 the canvas has twice the pixels per side', { timeout: 60_000 }, async (context) => {
  const sharp = await launchChromium(['--force-device-scale-factor=2']);
  try {
    const { page, close } = await openTab(sharp, `${site.url}/blank.html`, { viewport: null });
    await addTank(page);
    const { width, ratio } = await page.evaluate(async (base64) => {
      const { width } = await /** @type {any} */ (window).pixelsOf(base64);
      return { width, ratio: devicePixelRatio };
    }, await picture(page));
    context.diagnostic(`400 CSS pixels at ratio ${ratio}: ${width} pixels`);
    assert.equal(ratio, 2);
    assert.equal(width, 800);
    await close();
  } finally {
    await sharp.close();
  }
});

check('a change of pixel ratio and size takes effect', async ({ page }) => {
  await addTank(page);
  const widthOf = async () =>
    page.evaluate(async (base64) => (await /** @type {any} */ (window).pixelsOf(base64)).width, await picture(page));
  assert.equal(await widthOf(), 400);
  const session = await page.context().newCDPSession(page);
  const metrics = { width: 800, height: 600, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', { ...metrics, deviceScaleFactor: 3 });
  await until('three times the pixels', async () => (await widthOf()) === 1200);
  await session.send('Emulation.setDeviceMetricsOverride', { ...metrics, deviceScaleFactor: 1 });
  await page.evaluate(() => (/** @type {any} */ (window).tank.style.width = '250px'));
  await until('the smaller width', async () => (await widthOf()) === 250);
}, { only: 'Chromium' });

check(
  'touch: vertical swipes scroll the page until a tap',
  async ({ page }) => {
    await addTank(page);
    const action = () =>
      page.evaluate(() => getComputedStyle(/** @type {any} */ (window).tank.shadowRoot.querySelector('canvas')).touchAction);
    await until('nothing can scroll here', async () => (await action()) === 'none');
    await page.evaluate(() => void (document.body.style.height = '300vh'));
    await until('a page that can scroll', async () => (await action()) === 'pan-y');
    await page.touchscreen.tap(200, 200);
    await until('a tap activates', async () => (await action()) === 'none');
    await page.touchscreen.tap(700, 500);
    await until('a tap elsewhere releases', async () => (await action()) === 'pan-y');
  },
  { hasTouch: true, only: 'Chromium' },
);
