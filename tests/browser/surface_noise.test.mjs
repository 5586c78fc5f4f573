// Noise of the water surface in 3D: stray pixels inside the water, and rows or columns of them ("combs").

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromiumAndSite, openTab } from './harness.mjs';
import { callTank, picture, statsAfter, stepBy } from './tank.mjs';
import { beforeWorker, pausedTank, withoutPass } from './surface.mjs';

const { browser, site } = await chromiumAndSite();

/** Moments, in steps, with crests, drops, jets and thin sheets: all scenes in 3D. @type {Record<string, number[]>} */
const moments = {
  'tank-3d': [20, 42, 90],
  'dam-break-3d': [30, 60, 110],
  'drop-3d': [20, 60, 120],
  'flip-block': [20, 42, 80],
  'flip-ball': [25, 40, 70],
  'flip-dam-break': [30, 60, 110],
  'flip-double-splash': [30, 60, 110],
  'flip-obstacles': [30, 60, 110],
  'flip-round-tank': [30, 60, 110],
  'flip-wave-machine': [40, 80, 140],
};
// Four times the pixels take four times as long.
const { 'tank-3d': tank, 'flip-block': block, 'flip-ball': ball } = moments;
const atTwoPixels = { 'tank-3d': tank ?? [], 'flip-block': block ?? [], 'flip-ball': ball ?? [] };
// A long tank shows less water in a canvas of the same size.
const wide = { style: 'width: 780px; height: 480px' };
/**
 * Fraction of the pixels inside the water; and the energy of row and column differences over that of diagonal ones. What is
 * reached: the aims are 0.0002, and 0.8 to 1.25. Separable filters gave 0.0008 to 0.0114.
 */
const bars = { stray: 0.0006, anisotropy: /** @type {const} */ ([0.65, 1.25]) };

/**
 * Images are PNG in base64.
 * @param {import('./harness.mjs').Page} page @param {{shaded: string, depths: string, normals: string}} images
 * @returns {Promise<{inside: number, stray: number, anisotropy: number}>}
 */
const noiseOf = (page, images) =>
  page.evaluate(
    async ({ shaded, depths, normals }) => {
      const scope = /** @type {any} */ (window);
      const { width, height, data } = await scope.pixelsOf(shaded);
      const { data: depth } = await scope.pixelsOf(depths);
      const { data: normal } = await scope.pixelsOf(normals);
      // Wet glass has the normal of a pane, exactly: one of the most frequent colours.
      const packed = (/** @type {number} */ i) => (normal[4 * i] << 16) | (normal[4 * i + 1] << 8) | normal[4 * i + 2];
      const counts = new Map();
      for (let i = 0; i < width * height; i++) if (normal[4 * i + 3] > 0) counts.set(packed(i), (counts.get(packed(i)) ?? 0) + 1);
      const panes = [...counts].filter(([, count]) => count > 0.002 * width * height).sort((a, b) => b[1] - a[1]);
      const colours = new Set(panes.slice(0, 3).map(([colour]) => colour));
      const glass = Uint8Array.from({ length: width * height }, (_, i) => (normal[4 * i + 3] > 0 && colours.has(packed(i)) ? 1 : 0));
      const light = new Float32Array(width * height);
      for (let i = 0; i < light.length; i++) {
        const alpha = data[4 * i + 3] / 255;
        light[i] = (0.2126 * data[4 * i] + 0.7152 * data[4 * i + 1] + 0.0722 * data[4 * i + 2]) * alpha + 255 * (1 - alpha);
      }
      // Inside: the depths of 7x7 texels belong to one surface, and no waterline at the glass is among them.
      const isInside = (/** @type {number} */ x, /** @type {number} */ y) => {
        let [low, high, wet] = [255, 0, 0];
        for (let v = -3; v <= 3; v++)
          for (let u = -3; u <= 3; u++) {
            const at = 4 * ((y + v) * width + x + u);
            if (depth[at + 3] === 0) return false;
            low = Math.min(low, depth[at]);
            high = Math.max(high, depth[at]);
            wet += glass[(y + v) * width + x + u] ?? 0;
          }
        return high - low <= 12 && (wet === 0 || wet === 49);
      };
      const residual = new Float32Array(width * height);
      const valid = new Uint8Array(width * height);
      let [inside, stray] = [0, 0];
      for (let y = 3; y < height - 3; y++)
        for (let x = 3; x < width - 3; x++) {
          if (!isInside(x, y)) continue;
          const values = [];
          for (let v = -1; v <= 1; v++) for (let u = -1; u <= 1; u++) values.push(light[(y + v) * width + x + u]);
          values.sort((a, b) => Number(a) - Number(b));
          const at = y * width + x;
          residual[at] = (light[at] ?? 0) - (values[4] ?? 0);
          valid[at] = 1;
          inside++;
          if (Math.abs(residual[at] ?? 0) > 20) stray++;
        }
      let [straight, diagonal] = [0, 0];
      for (let y = 3; y < height - 4; y++)
        for (let x = 3; x < width - 4; x++) {
          const at = y * width + x;
          if (!(valid[at] && valid[at + 1] && valid[at + width] && valid[at + width + 1])) continue;
          const square = (/** @type {number} */ a, /** @type {number} */ b) => ((residual[a] ?? 0) - (residual[b] ?? 0)) ** 2;
          straight += square(at, at + 1) + square(at, at + width);
          diagonal += square(at, at + width + 1) + square(at + 1, at + width);
        }
      return { inside, stray, anisotropy: straight / diagonal };
    },
    images,
  );

/**
 * The noise of a scene at some steps, against the bars.
 * @param {import('node:test').TestContext} context @param {string} scene @param {number[]} steps @param {number} ratio device pixels
 * @param {Record<string, string>} [attributes] @param {number} [most] stray pixels
 */
async function checkNoise(context, scene, steps, ratio, attributes = {}, most = bars.stray) {
  const { page, close } = await openTab(browser, `${site.url}/blank.html`, { viewport: { width: 1000, height: 640 }, deviceScaleFactor: ratio });
  // The edges of the tank, bodies, and the edges of their shadows are not water.
  await beforeWorker(page, ['line_coord', 'body_palette', 'fluid_light'].map(withoutPass).join('\n'));
  await pausedTank(page, { scene, backdrop: 'none', foam: '0', quality: 'high', style: 'width: 640px; height: 480px', ...attributes }, 0);
  let now = 0;
  for (const step of steps) {
    await stepBy(page, step - now);
    now = step;
    await statsAfter(page, step, 300);
    const shaded = await picture(page);
    await callTank(page, 'set', 'view', 'smooth-depth');
    const depths = await picture(page);
    await callTank(page, 'set', 'view', 'normals');
    const normals = await picture(page);
    await callTank(page, 'set', 'view', 'final');
    const { inside, stray, anisotropy } = await noiseOf(page, { shaded, depths, normals });
    context.diagnostic(`step ${step}: ${((100 * stray) / inside).toFixed(3)} % of ${inside} pixels stray, anisotropy ${anisotropy.toFixed(2)}`);
    assert.ok(inside > 10_000, 'the water is seen');
    assert.ok(stray / inside < most, `step ${step}: ${((100 * stray) / inside).toFixed(3)} % of the pixels are stray`);
    assert.ok(anisotropy > bars.anisotropy[0] && anisotropy < bars.anisotropy[1], `step ${step}: anisotropy ${anisotropy}`);
  }
  await close();
}

for (const [ratio, scenes] of /** @type {const} */ ([[1, moments], [2, atTwoPixels]]))
  for (const [scene, steps] of Object.entries(scenes))
    test(`${scene} at ${ratio} device pixels has no stray pixels`, { timeout: 900_000 }, (context) =>
      checkNoise(context, scene, steps, ratio, scene === 'flip-wave-machine' ? wide : {}));

// The lower qualities smooth once. Ending with coarse levels left 0.16 % of the pixels stray, in a grid.
test('one iteration of the filter leaves no grid', { timeout: 300_000 }, (context) =>
  checkNoise(context, 'flip-block', [80], 1, { 'filter-iterations': '1' }, 0.001));

// Which spacings the filter has depends on the size of the canvas and of a particle: 11, 5, 3, 1 texels left a grid here.
test('a larger canvas shows no grid on crests', { timeout: 300_000 }, (context) =>
  checkNoise(context, 'tank-3d', [42], 1, { style: 'width: 1000px; height: 640px' }));
