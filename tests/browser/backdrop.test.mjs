// The backdrop of 3D scenes: transparency, tiles, room, and the colours of the page; water at the glass; a new size.

import assert from 'node:assert/strict';
import { engineTest } from './engines.mjs';
import { screenshot, sleep, until } from './harness.mjs';
import { addTank, callTank, picture, pixelsOf, settled, statsAfter, stepBy } from './tank.mjs';
import { beforeWorker, pausedTank, setAll } from './surface.mjs';

/** @param {import('./engines.mjs').EngineContext['open']} open */
const openBlank = (open) => open('/blank.html', { viewport: { width: 700, height: 620 } });

/** @typedef {import('./tank.mjs').Pixels} Pixels */

/** Channel `c` of a pixel; 3 is opacity. @param {Pixels} image @param {number} x @param {number} y @param {number} c */
const at = (image, x, y, c) => image.data[4 * (Math.round(y) * image.width + Math.round(x)) + c] ?? 0;
/** The smallest and largest value of a channel along the row y, from the fraction `from` to `to` of the width. @param {Pixels} image @param {number} y @param {number} c */
function rangeAlong(image, y, c, from = 0.1, to = 0.9) {
  const row = Array.from({ length: image.width }, (_, x) => at(image, x, y, c)).slice(from * image.width, to * image.width);
  return [Math.min(...row), Math.max(...row)];
}

/** An empty tank seen from the front: the lower part of the picture is floor. */
const emptyTank = { scene: 'drop-3d', particles: '500', style: 'width: 480px; height: 480px' };

engineTest('none is transparent, floor fades into the page, room fills the canvas', { timeout: 120_000 }, async ({ open }) => {
  const { page, errors, close } = await openBlank(open);
  await pausedTank(page, emptyTank, 0);
  const none = await pixelsOf(page, await setAll(page, { backdrop: 'none' }));
  const floor = await pixelsOf(page, await setAll(page, { backdrop: 'floor' }));
  const room = await pixelsOf(page, await setAll(page, { backdrop: 'room' }));
  const [middle, above] = [240, 20];
  for (const image of [none, floor]) assert.equal(at(image, middle, above, 3), 0, 'transparent above the tank');
  const low = 450; // a row that passes the tank on its left side, on the tiles
  const [, shadow] = rangeAlong(none, low, 3, 0.1, 0.3);
  assert.ok((shadow ?? 0) < 90, `only shadows without a backdrop: ${shadow}`);
  const [thinnest] = rangeAlong(floor, low, 3, 0.2, 0.3);
  assert.ok((thinnest ?? 0) > 150, `the floor is nearly opaque beside the tank: ${thinnest}`);
  const [joint, tile] = rangeAlong(floor, low, 1, 0.1, 0.3);
  assert.ok((tile ?? 0) - (joint ?? 0) > 15, `tiles have joints: ${joint} to ${tile}`);
  for (const x of [3, 240, 476]) assert.ok(at(floor, x, 240, 3) < 255, 'the floor ends');
  // The canvas fades at its rim.
  for (let y = 30; y < 450; y += 30) assert.deepEqual(rangeAlong(room, y, 3), [255, 255], 'the room is opaque');
  assert.deepEqual(errors, []);
  await close();
});

engineTest('the room is dark on a dark page, and follows it', { timeout: 240_000 }, async ({ open, engine, log }) => {
  const { page, errors, close } = await openBlank(open);
  await pausedTank(page, { ...emptyTank, backdrop: 'room' }, 0);
  // The median of a row below the tank: one place may lie on a joint, in a shadow or in a reflection.
  const brightness = async () => {
    const image = await pixelsOf(page, await picture(page));
    const row = Array.from({ length: image.width }, (_, x) => at(image, x, 440, 1)).sort((a, b) => a - b);
    return row[image.width >> 1] ?? 0;
  };
  const light = await brightness();
  log(`light: ${light}`);
  assert.ok(light > 180, `a light floor: ${light}`);
  const setBackground = (/** @type {string} */ colour) =>
    page.evaluate((given) => {
      document.body.style.background = given;
    }, colour);
  // In several notations, each after a light one.
  for (const colour of ['#111', 'oklch(25% 0.02 250)', 'lab(10 0 0)', 'color(display-p3 0.1 0.1 0.1)']) {
    await setBackground(colour);
    await until(`a dark floor on ${colour}`, async () => (await brightness()) < 100);
    await setBackground('oklch(95% 0.02 250)');
    await until('a light floor', async () => (await brightness()) === light);
  }
  await page.evaluate(() => /** @type {any} */ (window).tank.setAttribute('theme', 'dark'));
  await until('a dark floor by the attribute', async () => (await brightness()) < 100);
  await page.evaluate(() => void (/** @type {any} */ (window).tank.theme = 'auto'));
  await until('a light floor as the page', async () => (await brightness()) === light);
  await page.evaluate(() => {
    document.body.style.background = 'transparent';
    document.documentElement.style.colorScheme = 'light dark';
  });
  await until('a light floor again', async () => (await brightness()) === light);
  if (engine === 'Chromium') { // by its driver
    await /** @type {import('playwright-core').Page} */ (page).emulateMedia({ colorScheme: 'dark' });
    await until('a dark floor in dark mode', async () => (await brightness()) < 100);
  }
  assert.deepEqual(errors, []);
  await close();
});

// At the start the lattice of 6,048 particles has complete layers, so that its water is level. Otherwise the water comes to
// rest first, by PIC, and its particles are irregular.
const slow = 0.003; // m/s, at rest: gravity adds 50 times as much in a step
/** @param {import('./harness.mjs').Page} page */
async function comeToRest(page) {
  for (let steps = 400; ; steps += 400) {
    await stepBy(page, 400);
    const { maxSpeed } = await statsAfter(page, steps, 120);
    if (maxSpeed < slow) return steps;
    assert.ok(steps < 4000, `still ${maxSpeed} m/s`);
  }
}
/** @type {[count: number, rests: boolean, bar: number][]} */
const waterlines = [[6048, false, 1], [3000, true, 1], [6048, true, 1.2], [12000, true, 1.2], [20000, true, 1], [40000, true, 1.2], [70000, true, 1]];
for (const [particles, rests, bar] of waterlines)
engineTest(`water at rest meets the near glass in a straight line, and is flat there: ${particles} particles`, { timeout: 300_000 }, async ({ open, log }) => {
  const { page, errors, close } = await openBlank(open);
  await pausedTank(page, { scene: 'flip-ball', particles: String(particles), flip: '0', foam: '0', style: 'width: 600px; height: 450px', 'render-style': 'surface' }, 0);
  const steps = rests ? await comeToRest(page) : 0;
  const image = await pixelsOf(page, await setAll(page, { backdrop: 'none', view: 'normals' }));
  // The near pane has one normal; its colour is that of the pane's lower middle.
  const probe = [0, 1, 2].map((c) => at(image, 250, 0.80 * image.height, c));
  const isPane = (/** @type {number} */ x, /** @type {number} */ y) => at(image, x, y, 3) > 200 && probe.every((value, c) => Math.abs(at(image, x, y, c) - value) <= 1);
  /** @type {[number, number][]} */
  const line = [];
  for (let x = 200; x < 380; x++) {
    let y = Math.round(0.80 * image.height);
    if (!isPane(x, y)) continue;
    while (isPane(x, y - 1)) y--;
    line.push([x, y]);
  }
  assert.ok(line.length > 120, `the pane is seen in ${line.length} columns`);
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const [mx, my] = [mean(line.map(([x]) => x)), mean(line.map(([, y]) => y))];
  const slope = mean(line.map(([x, y]) => (x - mx) * (y - my))) / mean(line.map(([x]) => (x - mx) ** 2));
  const largest = Math.max(...line.map(([x, y]) => Math.abs(y - my - slope * (x - mx))));
  log(`${particles} particles, ${steps} steps: ${line.length} columns, largest distance from a line ${largest.toFixed(2)} pixels`);
  assert.ok(largest <= bar, `${particles} particles: ${largest} pixels`);
  assert.deepEqual(errors, []);
  await close();
});

// Its worker is changed by Chromium's driver.
engineTest('a new size does not stretch the old frame', { only: 'Chromium', timeout: 120_000 }, async ({ open }) => {
  const { page, errors, close } = await openBlank(open);
  // A worker that never learns the new size keeps the old frame.
  await beforeWorker(page, "addEventListener('message', (event) => { if (event.data.type === 'resize') event.stopImmediatePropagation(); });");
  await addTank(page, { scene: 'flip-round-tank', particles: '2000', paused: '', backdrop: 'none', style: 'width: 400px; height: 400px' });
  await settled(page);
  const sizeOf = async () => {
    const { data, width, height } = await pixelsOf(page, await screenshot(page));
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const i = 4 * (y * width + x);
        // Anything that is not the white page: the glass sphere is about as wide as high.
        if ((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0) > 690) continue;
        [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
      }
    return (right - left) / (bottom - top);
  };
  const before = await sizeOf();
  await page.evaluate(() => {
    /** @type {any} */ (window).tank.style.width = '600px';
  });
  await sleep(300);
  const after = await sizeOf();
  assert.ok(Math.abs(after / before - 1) < 0.03, `width over height: ${before} before, ${after} after`);
  await callTank(page, 'remove');
  assert.deepEqual(errors, []);
  await close();
});

engineTest('at one device pixel the edges of bodies are antialiased', { timeout: 120_000 }, async ({ open, log }) => {
  const { page, errors, close } = await openBlank(open);
  await pausedTank(page, { scene: 'flip-obstacles', particles: '4000', quality: 'high', style: 'width: 600px; height: 450px', 'render-style': 'surface' }, 0);
  const image = await pixelsOf(page, await setAll(page, { backdrop: 'none' }));
  // Edges across which the brightness of opaque pixels changes, and those of them with a pixel between both sides.
  let [edges, soft] = [0, 0];
  const light = (/** @type {number} */ x, /** @type {number} */ y) => at(image, x, y, 0) + at(image, x, y, 1) + at(image, x, y, 2) + 3 * (255 - at(image, x, y, 3));
  for (let y = 4; y < image.height * 0.55; y++)
    for (let x = 4; x < image.width - 4; x++) {
      const [left, right] = [light(x - 2, y), light(x + 2, y)];
      if (Math.abs(left - right) < 200 || Math.abs(left - light(x - 3, y)) > 40 || Math.abs(right - light(x + 3, y)) > 40) continue;
      const part = (light(x, y) - left) / (right - left);
      const inner = [light(x - 1, y), light(x + 1, y)].map((value) => (value - left) / (right - left));
      if (Number(inner[0]) > 0.3 || Number(inner[1]) < 0.7) continue;
      edges++;
      if (part > 0.1 && part < 0.9) soft++;
    }
  log(`${soft} of ${edges} edges have a pixel between`);
  assert.ok(edges > 100, `${edges} edges`);
  assert.ok(soft > 0.52 * edges, `${soft} of ${edges}`);
  assert.deepEqual(errors, []);
  await close();
});
