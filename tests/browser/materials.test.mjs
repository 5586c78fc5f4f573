// The materials of 2D liquids: their colours, distinguishable kinds, no holes in the fluid, and the shape of a drop.

import assert from 'node:assert/strict';
import { distance, lab, linearOf } from './colour_space.mjs';
import { engineTest } from './engines.mjs';
import { addTank, picture, pixelsOf, statsAfter, stepBy } from './tank.mjs';

const side = 300;

/** @typedef {import('./tank.mjs').Pixels} Image */
/** @typedef {import('./engines.mjs').EngineContext['open']} Open */

/** @param {Open} open @param {Record<string, string>} attributes @param {number} count steps @returns {Promise<Image>} */
async function shownAfter(open, attributes, count) {
  const { page, close } = await open('/blank.html');
  await addTank(page, { paused: '', quality: 'high', style: `width: ${side}px; height: ${side}px`, ...attributes });
  await stepBy(page, count);
  await statsAfter(page, count, 120);
  const image = await pixelsOf(page, await picture(page));
  await close();
  return image;
}

/** @param {Image} image @param {number} x @param {number} y from 0 to 1, y down @returns {number[]} red, green, blue, alpha */
function at({ data, width, height }, x, y) {
  const i = 4 * (Math.floor(y * height) * width + Math.floor(x * width));
  return [0, 1, 2, 3].map((c) => Number(data[i + c]));
}

/** Pixels of a disc. @param {Image} image @param {number} x @param {number} y @param {number} radius */
function disc(image, x, y, radius) {
  const found = [];
  const step = 1 / image.width;
  for (let dy = -radius; dy <= radius; dy += step)
    for (let dx = -radius; dx <= radius; dx += step) if (dx * dx + dy * dy < radius * radius) found.push(at(image, x + dx, y + dy));
  return found;
}

/** @param {number[][]} pixels */
const mean = (pixels) => [0, 1, 2, 3].map((c) => pixels.reduce((sum, pixel) => sum + Number(pixel[c]), 0) / pixels.length);

/** As a deuteranope sees it (Machado, Oliveira and Fernandes 2009). @param {number[]} rgb 0..255 */
function deuteranope(rgb) {
  const [r = 0, g = 0, b = 0] = linearOf(rgb);
  return lab([0.367 * r + 0.861 * g - 0.228 * b, 0.28 * r + 0.673 * g + 0.047 * b, -0.012 * r + 0.043 * g + 0.969 * b]);
}

engineTest('honey is amber and jelly has one colour', { timeout: 120_000 }, async ({ open, log }) => {
  const honey = mean(disc(await shownAfter(open, { scene: 'honey' }, 200), 0.5, 0.78, 0.12));
  log(`honey ${honey.map(Math.round)}`);
  const [red = 0, green = 0, blue = 0] = honey;
  assert.ok(red > 150 && red > 1.4 * green && green > 2 * blue, 'amber');

  const jelly = await shownAfter(open, { scene: 'jelly' }, 90);
  const inside = disc(jelly, 0.5, 0.78, 0.15);
  const average = mean(inside);
  const spread = Math.max(...inside.map((pixel) => distance(pixel.slice(0, 3), average.slice(0, 3))));
  log(`jelly ${average.map(Math.round)}, largest deviation ${spread.toFixed(1)}`);
  assert.ok(spread < 24, 'one colour');
  assert.ok(Number(average[3]) < 240, 'translucent');
});

engineTest('the fluid has no holes at the first impact', { timeout: 120_000 }, async ({ open, log }) => {
  for (const [scene, step, centre] of /** @type {const} */ ([['blobs', 60, 0.72], ['honey', 60, 0.72], ['blobs', 90, 0.8], ['blobs', 600, 0.8]])) {
    const pixels = disc(await shownAfter(open, { scene }, step), 0.5, centre, 0.12);
    const holes = pixels.filter(([, , , alpha]) => Number(alpha) < 200).length;
    const white = pixels.filter((pixel) => Math.min(...pixel.slice(0, 3)) > 200).length;
    log(`${scene} after ${step} steps: ${holes} transparent, ${white} white of ${pixels.length}`);
    assert.ok(holes === 0, 'no holes');
    assert.ok(white < 0.002 * pixels.length, 'no bright rings');
  }
});

engineTest('kinds are distinguishable for deuteranopes', { timeout: 120_000 }, async ({ open, log }) => {
  const settled = await shownAfter(open, { scene: 'honey-and-water' }, 900);
  const [water = [], honey = []] = [0.575, 0.75].map((y) => mean(disc(settled, 0.5, y, 0.02)).slice(0, 3));
  const apart = distance(deuteranope(water), deuteranope(honey));
  log(`water ${water.map(Math.round)}, honey ${honey.map(Math.round)}: ${apart.toFixed(0)}`);
  assert.ok(Number(water[2]) > Number(water[0]) + 60 && Number(honey[0]) > Number(honey[2]) + 60, 'blue and amber');
  assert.ok(apart > 40, `CIE distance ${apart}`);
});

engineTest('each material has its own colour', { timeout: 180_000 }, async ({ open, log }) => {
  /** @type {[string, number[]][]} */
  const seen = [];
  for (const material of ['water', 'honey', 'jelly', 'milk', 'ink', 'lava', 'mercury']) {
    const colour = mean(disc(await shownAfter(open, { scene: 'honey', material }, 200), 0.5, 0.78, 0.05)).slice(0, 3);
    log(`${material} ${colour.map(Math.round)}`);
    for (const [other, value] of seen) assert.ok(distance(colour, value) > 20, `${material} and ${other}`);
    seen.push([material, colour]);
  }
});

/** Distances of the outline from the centre, one a degree, in pixels: where alpha, interpolated, is 110.
 * @param {Image} image @returns {number[]} */
function outline({ data, width, height }) {
  /** @param {number} x @param {number} y */
  const stored = (x, y) => Number(data[4 * (y * width + x) + 3]);
  /** @param {number} x @param {number} y */
  const alpha = (x, y) => {
    const [left, up] = [Math.floor(x), Math.floor(y)];
    const [s, t] = [x - left, y - up];
    return (1 - t) * ((1 - s) * stored(left, up) + s * stored(left + 1, up)) + t * ((1 - s) * stored(left, up + 1) + s * stored(left + 1, up + 1));
  };
  return Array.from({ length: 360 }, (_, degrees) => {
    const angle = (degrees * Math.PI) / 180;
    /** @param {number} r */
    const along = (r) => alpha(width / 2 - 0.5 + r * Math.cos(angle), height / 2 - 0.5 + r * Math.sin(angle));
    let distance = 0.45 * height;
    while (along(distance) < 110) distance -= 0.05;
    return distance;
  });
}

engineTest('a drop is a lens with a smooth outline', { timeout: 120_000 }, async ({ open, log }) => {
  // Viscous, so that it is at rest by then.
  const image = await shownAfter(open, { scene: 'drop', viscosity: '0.03', style: 'width: 900px; height: 640px' }, 600);
  const radii = outline(image);
  const radius = radii.reduce((sum, r) => sum + r, 0) / radii.length;
  // Against the average over 25 degrees: beads of particles, not the shape of the drop.
  const beads = radii.map((r, i) => r - Array.from({ length: 25 }, (_, k) => Number(radii[(i + k + 348) % 360])).reduce((a, b) => a + b, 0) / 25);
  const rms = Math.hypot(...beads) / Math.sqrt(beads.length);
  /** @param {number} x @param {number} y in radii from the centre */
  const light = (x, y) => lab(linearOf(mean(disc(image, 0.5 + (x * radius) / 900, 0.5 + (y * radius) / 640, 0.004)).slice(0, 3)))[0] ?? 0;
  const [middle, towards, away] = [light(0, 0), light(-0.45, -0.7), light(0.55, 0.6)];
  log(`radius ${radius.toFixed(1)} px, beads ${rms.toFixed(2)} px; lightness ${[middle, towards, away].map(Math.round)}`);
  assert.ok(rms < 0.25, 'smooth');
  assert.ok(towards > middle + 12, 'a highlight on the side of the light');
  assert.ok(away > middle + 12, 'light leaves on the other side');
});

// The colour of thin liquid reaches beyond its particles. What is drawn must, too: a heap must not end in a straight cut.
engineTest('heaps of honey and jelly have no vertical edges', { timeout: 180_000 }, async ({ open, log }) => {
  for (const [scene, particles, step] of /** @type {const} */ ([['honey', 2500, 70], ['honey', 900, 70], ['jelly', 4500, 80], ['jelly', 1500, 80]])) {
    const image = await shownAfter(open, { scene, particles: String(particles), backdrop: 'none' }, step);
    const { width, height, data } = image;
    // Liquid is red; the lines and the shade of the glass are grey.
    const isLiquid = (/** @type {number} */ x, /** @type {number} */ y) => Number(data[4 * (y * width + x)]) - Number(data[4 * (y * width + x) + 2]) > 60;
    const ends = [];
    for (const [from, towards] of [[0, 1], [width - 1, -1]]) {
      let [x, count] = [Number(from), 0];
      while (count === 0) {
        for (let y = 0; y < height; y++) count += isLiquid(x, y) ? 1 : 0;
        x += Number(towards);
      }
      ends.push(count);
    }
    log(`${scene}, ${particles} particles: ${ends.join(' and ')} pixels in the outermost columns`);
    assert.ok(Math.max(...ends) <= 8, `${scene}, ${particles} particles: a straight edge of ${Math.max(...ends)} pixels`);
  }
});
