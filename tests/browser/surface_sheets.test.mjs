// Thin sheets of water in 3D: the gaps between their particles are closed, and the notches in their outlines. Thick water
// hardly grows by that.

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

/** Number of pixels of fluid, and of their sides beside pixels without. @param {Pixels} image */
function areaAndOutline(image) {
  let [area, outline] = [0, 0];
  for (let y = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++)
      if (isFluid(image, x, y)) {
        area++;
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) if (!isFluid(image, x + Number(dx), y + Number(dy))) outline++;
      }
  return { area, outline };
}

/** The film on the left pane of `flip-block`, in fractions of the canvas: left, top, right, bottom. */
const film = [0.19, 0.23, 0.33, 0.43];

/** Pixels without fluid in the film, in percent. @param {import('./harness.mjs').Page} page */
async function bareFilm(page) {
  const image = await pixelsOf(page, await picture(page));
  const [left, top, right, bottom] = film.map((fraction, i) => Math.round(fraction * (i % 2 ? image.height : image.width)));
  let [all, bare] = [0, 0];
  for (let y = Number(top); y < Number(bottom); y++)
    for (let x = Number(left); x < Number(right); x++) {
      all++;
      if (!isFluid(image, x, y)) bare++;
    }
  return (100 * bare) / all;
}

/**
 * Counts of particles, moments, device pixels, and the most that may be bare, percent: what is reached, as wide holes stay.
 * Without the closing it was 22, 18, 13 and 18 %. The film tears in its own way whenever the motion changes a little, so
 * that what counts at any moment is how much of what the spheres leave bare is closed.
 * @type {[string, number[], number, number][]}
 */
const cases = [
  ['12000', [36, 42], 1, 12.5],
  ['30000', [36, 42], 1, 12.5],
  ['60000', [36, 42], 1, 6],
  ['30000', [42], 2, 12.5],
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
      assert.ok(smooth < 0.6 * raw, `step ${step}: of ${raw} % that the spheres leave bare, ${smooth} stay`);
    }
    await close();
  });

/**
 * Scene, particles, the first of three moments; the outline and the area that the surface may have in the mean, in percent of
 * those of its spheres alone. Without bridges the outlines were 58.8, 85.6 and 77.9 % at the second moment: bridges between drops
 * of spray are longer than what the filter erased.
 * @type {[string, string, number, number, number][]}
 */
const outlines = [
  ['tank-3d', '15000', 28, 54, 109],
  ['dam-break-3d', '15000', 42, 86, 103],
  ['flip-dam-break', '30000', 52, 89, 102],  // much spray
];
for (const [scene, particles, first, longest, largest] of outlines)
  test(`the outline of ${particles} particles of ${scene} is smooth, and they do not grow`, { timeout: 300_000 }, async (context) => {
    const { page, close } = await openTab(browser, `${site.url}/blank.html`, { viewport: { width: 700, height: 500 } });
    const steps = [first, first + 8, first + 16];
    await pausedTank(page, { scene, particles, quality: 'high', style: `width: ${width}px; height: ${height}px` }, first);
    const measure = async (/** @type {string} */ view) => {
      await callTank(page, 'set', 'view', view);
      return areaAndOutline(await pixelsOf(page, await picture(page)));
    };
    let [outline, area] = [0, 0];
    for (const step of steps) {
      if (step > first) await stepBy(page, 8);
      await statsAfter(page, step, 200);
      const [spheres, smooth] = [await measure('depth'), await measure('smooth-depth')];
      const [length, size] = [(100 * smooth.outline) / spheres.outline, (100 * smooth.area) / spheres.area];
      context.diagnostic(`step ${step}: outline ${length.toFixed(1)} %, area ${size.toFixed(2)} % of those of the spheres`);
      outline += length / steps.length, area += size / steps.length;
    }
    assert.ok(outline < longest, `the outline has ${outline} % of that of the spheres`);
    assert.ok(area < largest, `the area has ${area} % of that of the spheres`);
    await close();
  });

// The filter moves the surface of a thin crest a little behind the far glass. A path of less than nothing amplifies what water
// absorbs most: red.
test('a thin crest at the far glass is not red', { timeout: 300_000 }, async (context) => {
  const { page, close } = await openTab(browser, `${site.url}/blank.html`, { viewport: { width: 720, height: 580 } });
  await pausedTank(
    page,
    { scene: 'flip-round-tank', particles: '8000', quality: 'high', foam: '0', backdrop: 'none', style: 'width: 700px; height: 560px' },
    30,
  );
  const { data } = await pixelsOf(page, await picture(page));
  let [blue, red] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const [r, , b, alpha] = [0, 1, 2, 3].map((channel) => Number(data[at + channel]));
    if (Number(alpha) < 16) continue;
    if (Number(b) > Number(r) + 16) blue++;
    if (Number(r) > Number(b) + 4) red++;
  }
  context.diagnostic(`${blue} pixels are blue, ${red} red`);
  assert.ok(blue > 20_000, `only ${blue} pixels are blue`);
  assert.equal(red, 0);
  await close();
});
