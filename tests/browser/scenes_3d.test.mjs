// 3D scenes: input that moves the camera and the container, selection, shading, foam.

import assert from 'node:assert/strict';
import { engineTest } from './engines.mjs';
import { sleep, until } from './harness.mjs';
import { addTank, callTank, difference, nextStats, picture, settled, statsAfter, stepBy } from './tank.mjs';

/** @param {import('./harness.mjs').Page} page @param {[number, number]} from @param {[number, number]} to */
async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
}

engineTest('a drag orbits the camera, the wheel zooms, a double click resets it', { timeout: 180_000 }, async ({ open, log }) => {
  const tab = await open('/blank.html');
  const { page } = tab;
  await addTank(page, { scene: 'tank-3d', particles: '1500', paused: '' });
  await callTank(page, 'step');
  await statsAfter(page, 1);
  const home = await settled(page);
  const changeOf = async (/** @type {string} */ name, /** @type {string} */ before) => {
    const now = await settled(page);
    const { fraction } = await difference(page, before, now);
    log(`${name}: ${(fraction * 100).toFixed(2)} % of pixels differ`);
    return { now, fraction };
  };
  await drag(page, [200, 200], [290, 180]);
  await page.mouse.up();
  const turned = await changeOf('turned', home);
  assert.ok(turned.fraction > 0.05, 'a drag turns the scene');
  await page.mouse.wheel(0, -300);
  const zoomed = await changeOf('zoomed', turned.now);
  assert.ok(zoomed.fraction > 0.05, 'the wheel zooms');
  await page.mouse.dblclick(200, 200);
  const reset = await changeOf('reset', home);
  assert.equal(reset.fraction, 0, 'a double click restores the picture');
  assert.deepEqual([...tab.errors, ...tab.warnings], []);
  await tab.close();
});

engineTest('the key b drops a body at the pointer, a press grabs it and leaves the camera', { timeout: 180_000 }, async ({ open, log }) => {
  const tab = await open('/blank.html');
  const { page } = tab;
  await addTank(page, { scene: 'tank-3d', particles: '800', paused: '', 'drop-size': '0.2', tabindex: '-1' });
  await callTank(page, 'step');
  const first = await statsAfter(page, 1);
  await page.mouse.move(200, 150);
  const empty = await settled(page);
  await page.evaluate(() => /** @type {any} */ (window).tank.focus());
  await page.keyboard.press('b');
  await until('one more body', async () => (await nextStats(page)).bodies === first.bodies + 1);
  const dropped = await settled(page);
  const covered = await difference(page, empty, dropped);
  log(`the body covers ${(covered.fraction * 100).toFixed(2)} % of the pixels`);
  assert.ok(covered.fraction > 0.003, 'the body is drawn');
  await drag(page, [200, 150], [260, 150]);
  const held = await difference(page, dropped, await settled(page));
  assert.equal(held.fraction, 0, 'a drag on the body does not turn the camera');
  await page.mouse.up();
  await drag(page, [20, 20], [110, 20]);
  const turned = await difference(page, dropped, await settled(page));
  log(`turned: ${(turned.fraction * 100).toFixed(2)} % of pixels differ`);
  await page.mouse.up();
  assert.ok(turned.fraction > 0.05, 'beside the body a drag turns the camera');
  assert.deepEqual([...tab.errors, ...tab.warnings], []);
  await tab.close();
});

engineTest('orbiting leaves the container in place, a drag with Shift moves it', { timeout: 180_000 }, async ({ open, log }) => {
  const tab = await open('/blank.html');
  const { page } = tab;
  await addTank(page, { scene: 'tank-3d', particles: '800', paused: '', 'render-style': 'points' });
  await stepBy(page, 320);
  await statsAfter(page, 320, 150);
  await callTank(page, 'play');
  const rest = await statsAfter(page, 330);
  await drag(page, [200, 200], [300, 200]);
  const turned = await statsAfter(page, rest.steps + 60, 120);
  await page.mouse.up();
  await page.mouse.dblclick(200, 200);
  const calm = await statsAfter(page, turned.steps + 40, 120);
  await page.keyboard.down('Shift');
  await drag(page, [200, 200], [300, 200]);
  const moved = await statsAfter(page, calm.steps + 60, 120);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const [byTurning, byMoving] = [turned.centre[0] - rest.centre[0], moved.centre[0] - calm.centre[0]];
  log(`the fluid's centre moved by ${byTurning.toFixed(3)} while turning, ${byMoving.toFixed(3)} with Shift`);
  assert.ok(Math.abs(byTurning) < 0.05, 'the container stays in place');
  assert.ok(byMoving > 0.12, 'the container moves');
  assert.deepEqual([...tab.errors, ...tab.warnings], []);
  await tab.close();
});

engineTest('the wheel scrolls the page over a 2D scene and over a 3D scene without focus', { timeout: 120_000 }, async ({ open }) => {
  const tab = await open('/blank.html');
  const { page } = tab;
  await page.evaluate(() => void (document.body.style.height = '3000px'));
  const scrolled = async (/** @type {number} */ by) => {
    await page.mouse.move(200, 200);
    await page.mouse.wheel(0, by);
    let top = 0;
    for (let i = 0; i < 15 && top <= 50; i++) {
      await sleep(200);
      top = await page.evaluate(() => scrollY);
    }
    await page.evaluate(() => scrollTo(0, 0));
    return top;
  };
  await addTank(page, { scene: 'tank-3d', particles: '500', paused: '', tabindex: '-1' });
  assert.ok((await scrolled(120)) > 50, 'without focus the page scrolls');
  await page.evaluate(() => /** @type {any} */ (window).tank.focus());
  assert.equal(await scrolled(120), 0, 'with focus the wheel zooms');
  await page.evaluate(() => void (/** @type {any} */ (window).tank.scene = 'blobs'));
  await nextStats(page);
  assert.ok((await scrolled(120)) > 50, 'in 2D the page scrolls');
  await tab.close();
});

engineTest('no inside of a body shows at its silhouette', { timeout: 240_000 }, async ({ open, log }) => {
  for (const { width, height, deviceScaleFactor } of [{ width: 960, height: 600, deviceScaleFactor: 1 }, { width: 700, height: 500, deviceScaleFactor: 1 }, { width: 480, height: 320, deviceScaleFactor: 2 }]) {
    const tab = await open('/blank.html', { viewport: { width, height }, deviceScaleFactor });
    const { page } = tab;
    await addTank(page, { scene: 'flip-wave-machine', particles: '3000', paused: '', quality: 'high', style: `width: ${width}px; height: ${height}px` });
    await stepBy(page, 1);
    await statsAfter(page, 1, 120);
    // The inside of the beach has half of its colour. Dark pixels with lighter ones above and below are its only ones.
    const dark = await page.evaluate(async (base64) => {
      const { width, height, data } = await /** @type {any} */ (window).pixelsOf(base64);
      const at = (/** @type {number} */ x, /** @type {number} */ y) => [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 3)];
      const brightness = (/** @type {number[]} */ [r = 0, g = 0, b = 0]) => (r + g + b) / 3;
      const found = [];
      for (let y = 1; y < height - 1; y++)
        for (let x = 1; x < width - 1; x++) {
          const [r = 0, g = 0, b = 0] = at(x, y);
          if (Math.abs(r - 121) > 14 || Math.abs(g - 113) > 14 || Math.abs(b - 99) > 20) continue;
          if (Math.min(brightness(at(x, y - 1)), brightness(at(x, y + 1))) > (r + g + b) / 3 + 30) found.push([x, y]);
        }
      return found;
    }, await picture(page));
    log(`${width}x${height}, ${deviceScaleFactor} device pixels: ${dark.length} dark pixels ${JSON.stringify(dark.slice(0, 4))}`);
    assert.equal(dark.length, 0);
    await tab.close();
  }
});

engineTest('spheres are shaded and occlude each other', { timeout: 180_000 }, async ({ open, log }) => {
  for (const scene of ['tank-3d', 'dam-break-3d']) {
    const tab = await open('/blank.html');
    const { page } = tab;
    await addTank(page, { scene, particles: '1500', paused: '', 'render-style': 'points' });
    await stepBy(page, 20);
    await statsAfter(page, 20, 120);
    const counts = await page.evaluate(async (base64) => {
      const { data } = await /** @type {any} */ (window).pixelsOf(base64);
      const shades = new Set();
      let solid = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] !== 255) continue;
        solid++;
        shades.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
      }
      return { shades: shades.size, solid: solid / (data.length / 4), corner: data[3] };
    }, await picture(page));
    log(`${scene}: ${counts.shades} shades, ${(counts.solid * 100).toFixed(1)} % opaque`);
    assert.ok(counts.shades > 400, 'shaded, not uniform');
    assert.ok(counts.solid > 0.04 && counts.solid < 0.6, 'the fluid covers a part of the picture');
    assert.equal(counts.corner, 0, 'transparent outside the tank');
    assert.deepEqual([...tab.errors, ...tab.warnings], []);
    await tab.close();
  }
});

engineTest('a click selects a particle, one beside the fluid deselects; colours change, particles do not', { timeout: 180_000 }, async ({ open, log }) => {
  const tab = await open('/blank.html');
  const { page } = tab;
  for (const [scene, at] of /** @type {[string, [number, number]][]} */ ([['tank-3d', [161, 190]], ['dam-break', [80, 250]]])) {
    await addTank(page, { scene, particles: '1500', paused: '', 'render-style': 'points' });
    await callTank(page, 'step');
    const { hash } = await statsAfter(page, 1);
    const plain = await settled(page);
    await page.mouse.click(...at);
    const picked = await difference(page, plain, await settled(page));
    await page.mouse.click(390, 10);
    const released = await difference(page, plain, await settled(page));
    log(`${scene}: ${(picked.fraction * 100).toFixed(2)} % of pixels show the kernel`);
    assert.ok(picked.fraction > 0.0008 && picked.fraction < 0.2, 'a click shows the kernel');
    assert.equal(released.fraction, 0, 'a click beside the fluid hides it');
    for (const [key, value] of [['colour-by', 'neighbours'], ['colour-map', 'sunset'], ['colour-by', 'vorticity']]) {
      const before = await settled(page);
      await callTank(page, 'set', key, value);
      await sleep(200);
      const { fraction } = await difference(page, before, await settled(page));
      log(`${scene}: ${key}=${value} changes ${(fraction * 100).toFixed(1)} % of pixels`);
      assert.ok(fraction > 0.02, `${key}=${value} changes the picture`);
    }
    assert.equal((await nextStats(page)).hash, hash, 'the state is unchanged');
    await page.evaluate(() => /** @type {any} */ (window).tank.remove());
  }
  assert.deepEqual([...tab.errors, ...tab.warnings], []);
  await tab.close();
});

engineTest('foam is drawn on the water, is off by default and does not affect the water', { timeout: 180_000 }, async ({ open, log }) => {
  const tab = await open('/blank.html');
  const { page } = tab;
  /** @type {{hash: string, image: string}[]} */
  const splashes = [];
  for (const foam of ['', '4000', '4000']) {
    await addTank(page, { scene: 'flip-double-splash', particles: '4000', paused: '', ...(foam ? { foam } : {}) });
    await stepBy(page, 40);
    const { hash } = await statsAfter(page, 40);
    splashes.push({ hash, image: await settled(page) });
    await page.evaluate(() => /** @type {any} */ (window).tank.remove());
  }
  const [plain, one, other] = splashes;
  assert.deepEqual([one.hash, other.hash], [plain.hash, plain.hash]);
  const { fraction } = await difference(page, plain.image, one.image);
  log(`foam covers ${(fraction * 100).toFixed(2)} % of the pixels`);
  assert.ok(fraction > 0.01, 'the foam is drawn');
  assert.equal((await difference(page, one.image, other.image)).fraction, 0, 'the same foam in each run');
  assert.deepEqual([...tab.errors, ...tab.warnings], []);
  await tab.close();
});
