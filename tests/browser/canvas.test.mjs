// The canvas: its size in device pixels, touch scrolling, and a container dragged far beyond it.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { engineCheck as check, engineTest } from './engines.mjs';
import { launchChromium, openTab, sleep, startSite, until } from './harness.mjs';
import { addTank, callTank, nextStats, picture, statsAfter } from './tank.mjs';

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
  assert.ok(calm.maxSpeed < 1000, `settles (${calm.maxSpeed})`);
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

/** The style of the element around the tank, whether that is turned to the right, and pixels of the picture per CSS pixel. @type {Record<string, [string, boolean, number]>} */
const surroundings = {
  'a plain page': ['', false, 1],
  'a slide shown at half its size': ['transform: scale(0.5); transform-origin: 0 0', false, 1],
  'a slide shown enlarged': ['transform: scale(1.6); transform-origin: 0 0', false, 1.6],
  'an element turned by 90 degrees': ['transform: rotate(90deg)', true, 1],
  'a zoomed element': ['zoom: 1.5', false, 1.5],
  'a zoomed element in an enlarged one': ['zoom: 0.8; transform: scale(1.5); transform-origin: 0 0', false, 1.2],
  'a page from right to left': ['direction: rtl', false, 1],
};
const size = { width: 480, height: 360 };

engineTest('the pen draws where the pointer is, and the picture is sharp, on any page', { timeout: 180_000 }, async ({ open, log }) => {
  /** @type {number[]} */
  let plain = [];
  for (const [title, [style, isTurned, ratio]] of Object.entries(surroundings)) {
    const { page, errors, close } = await open('/blank.html', { viewport: { width: 1000, height: 800 } });
    await page.evaluate(async ([hostStyle, { width, height }]) => {
      const scope = /** @type {any} */ (window);
      await scope.imported;
      const host = document.createElement('div');
      host.style.cssText = `width: ${width}px; ${hostStyle}`;
      document.body.append(host);
      scope.tank = scope.build({ scene: 'dam-break', particles: '600', tool: 'pen', controls: '', style: `width: ${width}px; height: ${height}px` });
      await scope.attach(scope.tank, host);
    }, /** @type {const} */ ([style, size]));
    await statsAfter(page, 5);
    const at = async (/** @type {number} */ x, /** @type {number} */ y) => {
      const box = await page.evaluate(() => {
        const { left, top, width, height } = /** @type {any} */ (window).tank.getBoundingClientRect();
        return { left, top, width, height };
      });
      const [across, down] = isTurned ? [1 - y, x] : [x, y];
      return /** @type {const} */ ([box.left + across * box.width, box.top + down * box.height]);
    };
    const widths = [];
    for (const theme of ['light', 'dark']) { // a change of theme measures again
      await callTank(page, 'setAttribute', 'theme', theme);
      await sleep(600);
      await page.mouse.move(...(await at(0.75, 0.3)));
      await page.mouse.down();
      await page.mouse.move(...(await at(0.9, 0.4)), { steps: 4 });
      await page.mouse.up();
      widths.push(await page.evaluate(async (base64) => (await /** @type {any} */ (window).pixelsOf(base64)).width, await picture(page)));
    }
    const strokes = await until('two strokes', async () => {
      const { drawing = '' } = (await callTank(page, 'state')).settings;
      return drawing.split('_').length === 2 && drawing;
    });
    const [first = [], second = []] = strokes.split('_').map((/** @type {string} */ text) => text.split('.').slice(1).map(Number));
    const ends = [...first.slice(0, 2), ...first.slice(-2), ...second.slice(0, 2), ...second.slice(-2)];
    if (!plain.length) plain = ends;
    const errorsOfEnds = ends.map((value, i) => Math.abs(value - (plain[i] ?? 0)));
    log(`${title}: ${ends}; ${widths} pixels`);
    assert.ok(Math.max(...errorsOfEnds) <= 4, `${title}: ${ends} for ${plain}`);
    for (const width of widths) assert.ok(Math.abs(width - size.width * ratio) <= 1, `${title}: ${widths} pixels`);
    assert.deepEqual(errors, []);
    await close();
  }
});
