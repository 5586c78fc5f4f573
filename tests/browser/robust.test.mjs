// Every style under adverse conditions: missing extensions, few particles, canvases of any size, lost contexts. WebGL
// calls are recorded: there are no errors, and every created object is deleted.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { engineTest } from './engines.mjs';
import { dist, sleep, until } from './harness.mjs';
import { addTank, callTank, difference, loseContext, messages, nextStats, picture, statsAfter, stepBy, stylesFor } from './tank.mjs';
import { floats, webglReport, watchTanks } from './webgl_reports.mjs';

/** @type {string[]} */
const styles = (await import(join(dist, 'catalog.js'))).catalog.styles.map((/** @type {{name: string}} */ { name }) => name);

/** A 2D scene and a 3D scene. */
const scenes = { blobs: 2, 'flip-dam-break': 3 };

/**
 * @typedef {import('./engines.mjs').EngineTab & {page: import('playwright-core').Page, log: (text: string) => void}} TestTab
 */

/**
 * Defines one test per scene and style, with instrumented WebGL.
 * @param {string} title
 * @param {(tab: TestTab, attributes: Record<string, string>) => Promise<void>} run
 * @param {{refuse?: string[]}} [options]
 */
function check(title, run, { refuse = [] } = {}) {
  for (const [scene, dimensions] of Object.entries(scenes))
    for (const style of stylesFor(styles, dimensions))
      engineTest(`${title}: ${scene}, ${style}`, { timeout: 240_000 }, async ({ open, log }) => {
        const tab = await open('/blank.html');
        const page = /** @type {import('playwright-core').Page} */ (tab.page);
        await watchTanks(page, refuse);
        await run({ ...tab, page, log }, { scene, 'render-style': style, particles: '600' });
        assert.deepEqual((await webglReport(page)).errors, [], 'no GL error');
        assert.deepEqual(tab.errors, []);
        await tab.close();
      });
}

/** The fraction of pixels with a saturated colour: fluid and bodies. @param {import('./harness.mjs').Page} page */
const coloured = async (page) =>
  page.evaluate(async (base64) => {
    const { data } = await /** @type {any} */ (window).pixelsOf(base64);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = data.subarray(i, i + 3);
      if (data[i + 3] > 150 && Math.max(r, g, b) - Math.min(r, g, b) > 50) count++;
    }
    return count / (data.length / 4);
  }, await picture(page));

/** Waits for some frames. @param {import('./harness.mjs').Page} page @param {number} count */
async function framesDrawn(page, count) {
  const from = (await webglReport(/** @type {any} */ (page))).frames;
  await until(`${count} frames`, async () => (await webglReport(/** @type {any} */ (page))).frames >= from + count, 120);
}

check('without float textures', async ({ page, log }, attributes) => {
  await addTank(page, { ...attributes, 'colour-by': 'speed' });
  await statsAfter(page, 5);
  const fraction = await coloured(page);
  log(`${(fraction * 100).toFixed(1)} % of the pixels are fluid`);
  assert.ok(fraction > 0.03, 'the fluid is drawn');
  const notes = (await messages(page)).filter((text) => /float/.test(text));
  assert.ok(notes.length <= 1, `at most one message: ${notes}`);
}, { refuse: floats });

check('one particle', async ({ page, log }, attributes) => {
  await addTank(page, { ...attributes, particles: '1', paused: '' });
  await callTank(page, 'step');
  assert.equal((await statsAfter(page, 1)).particles, 1);
  const fraction = await coloured(page);
  log(`${(fraction * 100).toFixed(3)} % of the pixels`);
  assert.ok(fraction > 0 && fraction < 0.8, 'the particle is drawn');
  await callTank(page, 'set', 'point-size', 4);
  await callTank(page, 'set', 'blob-size', 4);
  await framesDrawn(page, 3);
});

check('a canvas of one pixel, and the largest', async ({ page, log }, attributes) => {
  await addTank(page, { ...attributes, style: 'display: block; width: 1px; height: 1px' });
  await statsAfter(page, 3);
  const resize = (/** @type {string} */ style) =>
    page.evaluate((text) => void (/** @type {any} */ (window).tank.style.cssText = text), `display: block; ${style}`);
  /** @returns {Promise<{width: number, height: number}>} */
  const size = () =>
    page.evaluate(async () => {
      const bitmap = await createImageBitmap(await /** @type {any} */ (window).tank.toBlob());
      return { width: bitmap.width, height: bitmap.height };
    });
  assert.deepEqual(await size(), { width: 1, height: 1 });
  // Longer than the maximum, in one direction and in the other: a square canvas of that size takes too long without a
  // graphics card.
  for (const [width, height] of [[9000, 60], [60, 9000]]) {
    await resize(`width: ${width}px; height: ${height}px`);
    const actual = await until('the new size', async () => {
      const now = await size();
      return now.width === Math.min(8192, width) && now;
    }, 60);
    log(`${actual.width} x ${actual.height}`);
    assert.deepEqual(actual, { width: Math.min(8192, width), height: Math.min(8192, height) });
    await framesDrawn(page, 2);
  }
  await resize('width: 300px; height: 300px');
  await until('the previous size', async () => (await size()).width === 300);
  assert.ok((await coloured(page)) > 0.02, 'the fluid is drawn again');
});

check('a new canvas size in every frame', async ({ page, log }, attributes) => {
  await addTank(page, attributes);
  await statsAfter(page, 40); // the first foam, whose program is built when it is drawn
  const before = await webglReport(page);
  await page.evaluate(
    () =>
      new Promise((done) => {
        const { tank } = /** @type {any} */ (window);
        let remaining = 60;
        const next = () => {
          tank.style.width = `${200 + ((remaining * 37) % 300)}px`;
          tank.style.height = `${150 + ((remaining * 53) % 350)}px`;
          remaining-- > 0 ? requestAnimationFrame(next) : done(undefined);
        };
        next();
      }),
  );
  await page.evaluate(() => void (/** @type {any} */ (window).tank.style.cssText = 'width: 400px; height: 400px'));
  await framesDrawn(page, 5);
  const after = await webglReport(page);
  log(`${after.frames - before.frames} frames, ${JSON.stringify(after.objects)}`);
  assert.deepEqual(after.objects, before.objects, 'the same number of GL objects');
  assert.ok((await coloured(page)) > 0.02);
});

check('the context is lost three times', async ({ page, log }, attributes) => {
  // Colours by speed would change for a while: their range follows smoothly.
  await addTank(page, { ...attributes, paused: '', 'colour-by': 'kind' });
  await stepBy(page, 5);
  await statsAfter(page, 5);
  await sleep(300);
  const shown = await picture(page);
  /** @type {Record<string, number>[]} */
  const counts = [];
  for (let i = 0; i < 3; i++) {
    await loseContext(page);
    const { fraction } = await difference(page, shown, await picture(page));
    assert.ok(fraction < 0.005, `different pixels: ${(fraction * 100).toFixed(2)} %`);
    counts.push((await webglReport(page)).objects);
  }
  log(JSON.stringify(counts.at(-1)));
  assert.deepEqual(counts[2], counts[0], 'the same number of GL objects each time');
});

for (const scene of Object.keys(scenes))
  engineTest(`100 frames and all styles in turn do not leak GL objects: ${scene}`, { timeout: 240_000 }, async ({ open, log }) => {
    const tab = await open('/blank.html');
    const page = /** @type {import('playwright-core').Page} */ (tab.page);
    await watchTanks(page);
    await addTank(page, { scene, particles: '600', 'render-style': styles[0] ?? '' });
    // After the first cycle all objects that are created on demand exist.
    const cycleStyles = async () => {
      for (const style of [...styles, styles[0] ?? '']) {
        await callTank(page, 'set', 'render-style', style);
        await until('the style', async () => (await callTank(page, 'get', 'render-style')) === style);
        await framesDrawn(page, 3);
      }
      return (await webglReport(page)).objects;
    };
    const first = await cycleStyles();
    await framesDrawn(page, 100);
    const second = await cycleStyles();
    log(JSON.stringify(second));
    assert.deepEqual(second, first);
    const { errors, draws, frames } = await webglReport(page);
    log(`${(draws / frames).toFixed(1)} draw calls per frame`);
    assert.deepEqual(errors, []);
    assert.ok(draws / frames < 25, 'few draw calls');
    assert.deepEqual(tab.errors, []);
    await tab.close();
  });

engineTest('zero particles give an empty scene', { timeout: 180_000 }, async ({ open, log }) => {
  for (const style of styles) {
    const tab = await open('/blank.html');
    const page = /** @type {import('playwright-core').Page} */ (tab.page);
    await watchTanks(page);
    // The only particle falls into the drain, and the budget is smaller than a row of the emitter.
    await addTank(page, { scene: 'waterfall', particles: '1', budget: '1', 'gravity-y': '-60', 'gravity-x': '-40', 'render-style': style });
    const { steps } = await until('no particles', async () => {
      const stats = await nextStats(page);
      return stats.particles === 0 && stats;
    }, 60);
    await statsAfter(page, steps + 5);
    const left = await coloured(page);
    log(`${style}: no particles after ${steps} steps, ${(100 * left).toFixed(3)} % of the pixels are coloured`);
    assert.ok(left < 0.001, 'nothing is drawn');
    assert.deepEqual((await webglReport(page)).errors, []);
    assert.deepEqual(tab.errors, []);
    await tab.close();
  }
});
