// Render passes: their milliseconds, the resolution of each quality, and colours that agree with the legend.

import assert from 'node:assert/strict';
import { engineTest } from './engines.mjs';
import { until } from './harness.mjs';
import { addTank, callTank, difference, loseContext, nextStats, picture, statsAfter, stepBy } from './tank.mjs';
import { webglReport, watchTanks } from './webgl_reports.mjs';

/** A blank page with instrumented WebGL. @param {import('./engines.mjs').EngineContext['open']} open @param {string[]} [refuse] extensions */
async function openWatched(open, refuse = []) {
  const tab = await open('/blank.html');
  const page = /** @type {import('playwright-core').Page} */ (tab.page);
  await watchTanks(page, refuse);
  return { tab, page };
}

/** The next means of all passes that include this one. @param {import('playwright-core').Page} page @param {string} pass */
const timesWith = (page, pass) =>
  until(`a time of "${pass}"`, async () => {
    const { gpu } = await nextStats(page);
    return gpu?.[pass] > 0 && gpu;
  });

// Firefox has no timer queries.
engineTest('with the panel every pass is timed, also after a change of style and a lost context', { timeout: 180_000, only: 'Chromium' }, async ({ open, log }) => {
  const { tab, page } = await openWatched(open);
  await addTank(page, { controls: '', particles: '600', 'render-style': 'metaballs' });
  const before = await timesWith(page, 'metaballs');
  log(JSON.stringify(before));
  for (const pass of ['container', 'field', 'edge fade', 'panel']) assert.ok(before[pass] > 0, pass);
  await callTank(page, 'set', 'render-style', 'points');
  await timesWith(page, 'points');
  const later = await nextStats(page);
  assert.equal(later.gpu.metaballs, undefined, 'a pass that is not drawn has no time');
  await loseContext(page);
  await timesWith(page, 'points');
  // Only the queries of a few frames are pending.
  const { objects, errors } = await webglReport(page);
  assert.ok((objects.Query ?? 0) < 400, `${objects.Query} queries`);
  assert.deepEqual([...errors, ...tab.errors], []);
  await tab.close();
});

engineTest('without timer queries or without the panel no query is issued', { timeout: 120_000 }, async ({ open }) => {
  for (const [refuse, attributes] of /** @type {[string[], Record<string, string>][]} */ ([
    [['EXT_disjoint_timer_query_webgl2'], { controls: '' }],
    [[], {}],
  ])) {
    const { tab, page } = await openWatched(open, refuse);
    await addTank(page, { particles: '300', ...attributes });
    await statsAfter(page, 5);
    assert.equal((await nextStats(page)).gpu, null);
    assert.equal((await webglReport(page)).objects.Query, 0);
    assert.deepEqual(tab.errors, []);
    await tab.close();
  }
});

engineTest('quality scales the picture, not the canvas; auto lowers it on slow machines', { timeout: 180_000 }, async ({ open, log }) => {
  const { tab, page } = await openWatched(open);
  await addTank(page, { paused: '', particles: '600', tabindex: '-1' });
  await stepBy(page, 10);
  assert.equal((await statsAfter(page, 10)).resolution, 1);
  const full = await picture(page);
  let last = 0;
  for (const [quality, resolution] of /** @type {[string, number][]} */ ([['medium', 0.8], ['low', 0.5]])) {
    await callTank(page, 'set', 'quality', quality);
    await until(quality, async () => Math.abs((await nextStats(page)).resolution - resolution) < 0.01);
    const { mean, fraction, sizes } = await difference(page, full, await picture(page));
    log(`${quality}: mean ${(mean * 100).toFixed(2)} %, off by more than a tenth ${(fraction * 100).toFixed(2)} %`);
    assert.equal(sizes, undefined, 'the size of the canvas is unchanged');
    assert.ok(mean > last && mean < 0.03, 'nearly the same picture, coarser at lower quality');
    last = mean;
  }
  await callTank(page, 'set', 'quality', 'high');
  await until('high', async () => (await nextStats(page)).resolution === 1);
  assert.equal((await difference(page, full, await picture(page))).fraction, 0, 'full resolution again');
  // A target time below that of any frame, also of a fast machine.
  await callTank(page, 'set', 'particles', 20000);
  await callTank(page, 'set', 'frame-ms', 4);
  await callTank(page, 'set', 'quality', 'auto');
  await callTank(page, 'play');
  await until('a lower resolution', async () => (await nextStats(page)).resolution < 1, 60);
  assert.deepEqual([...(await webglReport(page)).errors, ...tab.errors, ...tab.warnings], []);
  await tab.close();
});

/** The colours of render/common/colour_map.h. */
const sunset = [
  [37, 15, 72], [66, 21, 95], [101, 26, 113], [139, 28, 123], [180, 37, 110], [210, 65, 89], [233, 97, 64], [249, 131, 46],
  [252, 170, 65], [251, 206, 104], [250, 238, 150],
];

engineTest('colours of values agree with the legend', { timeout: 120_000 }, async ({ open, log }) => {
  // Discs have darker rims, so that fewer of their pixels have exact colours.
  for (const [style, minFraction] of /** @type {[string, number][]} */ ([['points', 0.6], ['metaballs', 0.99]])) {
    const { tab, page } = await openWatched(open);
    await addTank(page, {
      paused: '', particles: '500', 'render-style': style, 'colour-by': 'speed', 'colour-map': 'sunset',
    });
    await stepBy(page, 20);
    await statsAfter(page, 20);
    const exact = await page.evaluate(async ([base64, map]) => {
      const { data } = await /** @type {any} */ (window).pixelsOf(base64);
      let solid = 0;
      let exact = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] !== 255) continue;
        solid++;
        // The distance from the polyline through the colours of the map.
        let distance = Infinity;
        for (let k = 0; k + 1 < map.length; k++) {
          const a = /** @type {number[]} */ (map[k]);
          const edge = a.map((x, c) => /** @type {number[]} */ (map[k + 1])[c] - x);
          const offset = a.map((x, c) => data[i + c] - x);
          const dot = (/** @type {number[]} */ p, /** @type {number[]} */ q) => p.reduce((sum, x, c) => sum + x * /** @type {number} */ (q[c]), 0);
          const fraction = Math.min(1, Math.max(0, dot(offset, edge) / dot(edge, edge)));
          distance = Math.min(distance, Math.hypot(...offset.map((x, c) => x - fraction * /** @type {number} */ (edge[c]))));
        }
        if (distance < 4) exact++;
      }
      return { solid, fraction: exact / solid };
    }, /** @type {const} */ ([await picture(page), sunset]));
    log(`${style}: ${(exact.fraction * 100).toFixed(1)} % of ${exact.solid} solid pixels`);
    assert.ok(exact.solid > 5000 && exact.fraction > minFraction, `${style}: exact colours`);
    assert.deepEqual([...(await webglReport(page)).errors, ...tab.errors], []);
    await tab.close();
  }
});
