// Every style under adverse conditions: missing extensions, few particles, canvases of any size, lost contexts. WebGL
// calls are recorded: there are no errors, and every created object is deleted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromiumAndSite, openTab, sleep, until } from './harness.mjs';
import { addTank, ask, difference, loseContext, messages, nextStats, picture, statsAfter, stepBy, stylesFor } from './tank.mjs';
import { floats, webglReport, watchTanks } from './webgl_reports.mjs';

const { browser, site } = await chromiumAndSite();
const styles = await (async () => {
  const tab = await openTab(browser, `${site.url}/blank.html`);
  const names = await tab.page.evaluate(async () => {
    const { catalog } = await import(`${location.origin}/catalog.js`);
    return catalog.styles.map((/** @type {{name: string}} */ { name }) => name);
  });
  await tab.close();
  return /** @type {string[]} */ (names);
})();

/** A 2D scene and a 3D scene. */
const scenes = { blobs: 2, 'flip-dam-break': 3 };

/**
 * @typedef {import('./harness.mjs').Tab & {page: import('playwright-core').Page, say: (text: string) => void}} Bench
 */

/**
 * The same for every style in every scene, with WebGL watched.
 * @param {string} title
 * @param {(bench: Bench, attributes: Record<string, string>) => Promise<void>} run
 * @param {{refuse?: string[]}} [options]
 */
function check(title, run, { refuse = [] } = {}) {
  for (const [scene, dimensions] of Object.entries(scenes))
    for (const style of stylesFor(styles, dimensions))
      test(`${title}: ${scene}, ${style}`, { timeout: 240_000 }, async (context) => {
        const tab = await openTab(browser, `${site.url}/blank.html`);
        const page = /** @type {import('playwright-core').Page} */ (tab.page);
        await watchTanks(page, refuse);
        await run({ ...tab, page, say: (text) => context.diagnostic(text) }, { scene, 'render-style': style, particles: '600' });
        assert.deepEqual((await webglReport(page)).errors, [], 'no GL error');
        assert.deepEqual(tab.errors, []);
        await tab.close();
      });
}

/** The fraction of pixels with a clear colour, which only fluid and bodies have. @param {import('./harness.mjs').Page} page */
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

/** @param {import('./harness.mjs').Page} page @param {number} count */
async function frames(page, count) {
  const from = (await webglReport(/** @type {any} */ (page))).frames;
  await until(`${count} frames`, async () => (await webglReport(/** @type {any} */ (page))).frames >= from + count, 120);
}

check('without float textures', async ({ page, say }, attributes) => {
  await addTank(page, { ...attributes, 'colour-by': 'speed' });
  await statsAfter(page, 5);
  const fraction = await coloured(page);
  say(`${(fraction * 100).toFixed(1)} % of the pixels are fluid`);
  assert.ok(fraction > 0.03, 'it is drawn all the same');
  const notes = (await messages(page)).filter((text) => /float/.test(text));
  assert.ok(notes.length <= 1, `said once at most: ${notes}`);
}, { refuse: floats });

check('one particle', async ({ page, say }, attributes) => {
  await addTank(page, { ...attributes, particles: '1', paused: '' });
  await ask(page, 'step');
  assert.equal((await statsAfter(page, 1)).particles, 1);
  const fraction = await coloured(page);
  say(`${(fraction * 100).toFixed(3)} % of the pixels`);
  assert.ok(fraction > 0 && fraction < 0.8, 'one is seen');
  await ask(page, 'set', 'point-size', 4);
  await ask(page, 'set', 'blob-size', 4);
  await frames(page, 3);
});

check('a canvas of one pixel, and the largest', async ({ page, say }, attributes) => {
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
  // Longer than a canvas may be, in one direction and in the other: a square of it is more than a machine without a
  // graphics card draws in a test.
  for (const [width, height] of [[9000, 60], [60, 9000]]) {
    await resize(`width: ${width}px; height: ${height}px`);
    const got = await until('the new size', async () => {
      const now = await size();
      return now.width === Math.min(8192, width) && now;
    }, 60);
    say(`${got.width} x ${got.height}`);
    assert.deepEqual(got, { width: Math.min(8192, width), height: Math.min(8192, height) });
    await frames(page, 2);
  }
  await resize('width: 300px; height: 300px');
  await until('the usual size', async () => (await size()).width === 300);
  assert.ok((await coloured(page)) > 0.02, 'and it is drawn as before');
});

check('a new canvas size in every frame', async ({ page, say }, attributes) => {
  await addTank(page, attributes);
  await statsAfter(page, 3);
  const before = await webglReport(page);
  await page.evaluate(
    () =>
      new Promise((done) => {
        const { tank } = /** @type {any} */ (window);
        let left = 60;
        const next = () => {
          tank.style.width = `${200 + ((left * 37) % 300)}px`;
          tank.style.height = `${150 + ((left * 53) % 350)}px`;
          left-- > 0 ? requestAnimationFrame(next) : done(undefined);
        };
        next();
      }),
  );
  await page.evaluate(() => void (/** @type {any} */ (window).tank.style.cssText = 'width: 400px; height: 400px'));
  await frames(page, 5);
  const after = await webglReport(page);
  say(`${after.frames - before.frames} frames, ${JSON.stringify(after.objects)}`);
  assert.deepEqual(after.objects, before.objects, 'as many GL objects as before');
  assert.ok((await coloured(page)) > 0.02);
});

check('the context is lost three times', async ({ page, say }, attributes) => {
  // Not by speed: the ends of its scale glide for a while.
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
    assert.ok(fraction < 0.005, `the same picture but for ${(fraction * 100).toFixed(2)} %`);
    counts.push((await webglReport(page)).objects);
  }
  say(JSON.stringify(counts.at(-1)));
  assert.deepEqual(counts[2], counts[0], 'as many GL objects after each');
});

for (const scene of Object.keys(scenes))
  test(`100 frames and a round of the styles leave no GL object behind: ${scene}`, { timeout: 240_000 }, async (context) => {
    const tab = await openTab(browser, `${site.url}/blank.html`);
    const page = /** @type {import('playwright-core').Page} */ (tab.page);
    await watchTanks(page);
    await addTank(page, { scene, particles: '600', 'render-style': styles[0] ?? '' });
    // What is made when first needed is there after a round.
    const round = async () => {
      for (const style of [...styles, styles[0] ?? '']) {
        await ask(page, 'set', 'render-style', style);
        await until('the style', async () => (await ask(page, 'get', 'render-style')) === style);
        await frames(page, 3);
      }
      return (await webglReport(page)).objects;
    };
    const first = await round();
    await frames(page, 100);
    const second = await round();
    context.diagnostic(JSON.stringify(second));
    assert.deepEqual(second, first);
    const { errors, draws, frames: seen } = await webglReport(page);
    context.diagnostic(`${(draws / seen).toFixed(1)} draw calls a frame`);
    assert.deepEqual(errors, []);
    assert.ok(draws / seen < 25, 'few draw calls');
    assert.deepEqual(tab.errors, []);
    await tab.close();
  });

test('zero particles give an empty scene', { timeout: 180_000 }, async (context) => {
  for (const style of styles) {
    const tab = await openTab(browser, `${site.url}/blank.html`);
    const page = /** @type {import('playwright-core').Page} */ (tab.page);
    await watchTanks(page);
    // The one there is falls into the drain, and a row from the emitter is more than there may be.
    await addTank(page, { scene: 'waterfall', particles: '1', budget: '1', 'gravity-y': '-60', 'gravity-x': '-40', 'render-style': style });
    const { steps } = await until('the last one is gone', async () => {
      const stats = await nextStats(page);
      return stats.particles === 0 && stats;
    }, 60);
    await statsAfter(page, steps + 5);
    context.diagnostic(`${style}: none after ${steps} steps`);
    assert.deepEqual((await webglReport(page)).errors, []);
    assert.deepEqual(tab.errors, []);
    await tab.close();
  }
});
