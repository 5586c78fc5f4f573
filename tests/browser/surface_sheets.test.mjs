// Thin sheets of water in 3D: the gaps between their particles are closed, and the notches in their outlines. Thick water
// does not grow by that.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromiumAndSite, openTab } from './harness.mjs';
import { callTank, picture, pixelsOf, statsAfter, stepBy } from './tank.mjs';
import { pausedTank } from './surface.mjs';

const { browser, site } = await chromiumAndSite();
const [width, height] = [640, 448];

/** @typedef {import('./tank.mjs').Pixels} Pixels */
/** @param {Pixels} image @param {number} x @param {number} y */
const isFluid = ({ width: row, height: column, data }, x, y) =>
  x >= 0 && y >= 0 && x < row && y < column && Number(data[4 * (y * row + x) + 3]) >= 128;

/** Pixels of fluid; pixels without, but with fluid on both sides at a distance along one of four axes. @param {Pixels} image @param {number} distance */
function areaAndNotches(image, distance) {
  const axes = [[1, 0], [0, 1], [1, 1], [1, -1]].map(([x, y]) => {
    const scale = distance / Math.hypot(Number(x), Number(y));
    return [Math.round(Number(x) * scale), Math.round(Number(y) * scale)];
  });
  let [area, notches] = [0, 0];
  for (let y = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++)
      if (isFluid(image, x, y)) area++;
      else if (axes.some(([dx, dy]) => isFluid(image, x + Number(dx), y + Number(dy)) && isFluid(image, x - Number(dx), y - Number(dy)))) notches++;
  return { area, notches };
}

/** The film on the left pane of `flip-block`, in fractions of the canvas: left, top, right, bottom. */
const film = [0.19, 0.23, 0.33, 0.43];

/** Pixels without fluid in the film, in percent. @param {import('./harness.mjs').Page} page */
async function bareFilm(page) {
  const { data, width: row, height: column } = await pixelsOf(page, await picture(page));
  const [left, top, right, bottom] = film.map((fraction, i) => Math.round(fraction * (i % 2 ? column : row)));
  let [all, bare] = [0, 0];
  for (let y = Number(top); y < Number(bottom); y++)
    for (let x = Number(left); x < Number(right); x++) {
      all++;
      if (Number(data[4 * (y * row + x) + 3]) < 128) bare++;
    }
  return (100 * bare) / all;
}

/**
 * Counts of particles, moments, device pixels, and the most that may be bare, percent: what is reached, as wide holes stay.
 * Without the closing it was 22, 18, 13 and 18 %.
 * @type {[string, number[], number, number][]}
 */
const cases = [
  ['12000', [36, 42], 1, 6],
  ['30000', [36, 42], 1, 15],
  ['60000', [36, 42], 1, 9],
  ['30000', [42], 2, 15],
];
for (const [particles, steps, ratio, bar] of cases)
  test(`a film of ${particles} particles on glass at ${ratio} device pixels has few holes`, { timeout: 300_000 }, async (context) => {
    const { page, close } = await openTab(browser, `${site.url}/blank.html`, { viewport: { width: 700, height: 500 }, deviceScaleFactor: ratio });
    await pausedTank(page, { scene: 'flip-block', particles, quality: 'high', style: `width: ${width}px; height: ${height}px` }, 0);
    let now = 0;
    for (const step of steps) {
      await stepBy(page, step - now);
      now = step;
      await statsAfter(page, step, 200);
      await callTank(page, 'set', 'view', 'depth');
      const raw = await bareFilm(page);
      await callTank(page, 'set', 'view', 'smooth-depth');
      const smooth = await bareFilm(page);
      context.diagnostic(`step ${step}: ${smooth.toFixed(2)} % of the film are bare, of the unsmoothed depths ${raw.toFixed(2)} %`);
      assert.ok(smooth < bar, `step ${step}: ${smooth} % of the film are bare`);
    }
    await close();
  });

/**
 * Scene, particles, spacing of particles as a fraction of the width of the canvas, step, device pixels; notches that may stay
 * and area that may be added, in percent of what the spheres alone have.
 * @type {[string, string, number, number, number, number, number][]}
 */
const outlines = [
  ['tank-3d', '6048', 0.0110, 42, 1, 50, 8],
  ['tank-3d', '6048', 0.0110, 42, 2, 50, 8],
  ['tank-3d', '15000', 0.0081, 36, 1, 50, 8],
  ['dam-break-3d', '15000', 0.0081, 50, 1, 60, 4],
  ['flip-dam-break', '30000', 0.0064, 60, 1, 60, 4],
];
for (const [scene, particles, spacing, step, ratio, mayStay, mayGrow] of outlines)
  test(`the outline of ${particles} particles of ${scene} at ${ratio} device pixels has few notches`, { timeout: 300_000 }, async (context) => {
    const { page, close } = await openTab(browser, `${site.url}/blank.html`, { viewport: { width: 700, height: 500 }, deviceScaleFactor: ratio });
    await pausedTank(page, { scene, particles, quality: 'high', style: `width: ${width}px; height: ${height}px` }, step);
    const measure = async (/** @type {string} */ view) => {
      await callTank(page, 'set', 'view', view);
      const image = await pixelsOf(page, await picture(page));
      return areaAndNotches(image, spacing * image.width);
    };
    const [spheres, smooth] = [await measure('depth'), await measure('smooth-depth')];
    const percent = (/** @type {'area' | 'notches'} */ key) => (100 * smooth[key]) / spheres[key];
    context.diagnostic(`${percent('notches').toFixed(1)} % of ${spheres.notches} pixels in notches stay, the area grows by ${(percent('area') - 100).toFixed(2)} %`);
    assert.ok(spheres.notches > 100, `there is something to fill: ${spheres.notches} pixels`);
    assert.ok(percent('notches') < mayStay, `${percent('notches')} % of the notches stay`);
    assert.ok(percent('area') < 100 + mayGrow, `the area grows to ${percent('area')} %`);
    await close();
  });
