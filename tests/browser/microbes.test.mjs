// The matrix editor of microbes: a click, a drag, "Randomise", a pattern, and the parameters it sets.

import assert from 'node:assert/strict';
import { engineTest } from './engines.mjs';
import { screenshot, sleep, until } from './harness.mjs';
import { addTank, callTank, messages, nextStats } from './tank.mjs';


const maxSpecies = 6;
/** @param {import('./harness.mjs').Page} page @returns {Promise<Record<string, number>>} the seed and all cells */
const valuesOf = (page) =>
  page.evaluate((count) => {
    const { tank } = /** @type {any} */ (window);
    const keys = ['life-seed'];
    for (let a = 1; a <= count; a++) for (let b = 1; b <= count; b++) keys.push(`life-${a}-${b}`);
    return Object.fromEntries(keys.map((key) => [key, tank.get(key)]));
  }, maxSpecies);

/** The median colour around a place: that of a cell, whose number covers fewer pixels. @param {import('./harness.mjs').Page} page @param {number} x @param {number} y */
async function colourAt(page, x, y) {
  const shown = await screenshot(page, { x: x - 8, y: y - 4, width: 17, height: 9 });
  return page.evaluate(async (base64) => {
    const data = [.../** @type {Uint8ClampedArray} */ ((await /** @type {any} */ (window).pixelsOf(base64)).data)];
    return [0, 1, 2].map((channel) => data.filter((_, i) => i % 4 === channel).sort((a, b) => a - b)[76]);
  }, shown);
}

engineTest('the matrix editor of microbes', { timeout: 180_000 }, async ({ open, log }) => {
  const tab = await open('/blank.html', { viewport: { width: 1040, height: 1040 } });
  const { page } = tab;
  await addTank(page, {
    scene: 'microbes', controls: '', particles: '300', 'render-style': 'points', 'life-1-2': '0.3', style: 'width: 1000px; height: 1000px',
  });
  await nextStats(page);
  // The panel handles a click within a few frames, which may be slow. In milliseconds.
  const { fps } = await nextStats(page);
  const delay = 150 + 5000 / Math.max(fps, 2);
  log(`${fps.toFixed(0)} frames/s`);
  const start = await valuesOf(page);
  assert.equal(start['life-1-2'], 0.3, 'an attribute sets a cell');
  assert.equal(start['life-seed'], 0);

  // Clicks from the bottom upwards: below the matrix is "Randomise", and below that what does not fit beside it, "chains".
  const x = 64;
  let y = 900;
  /** @param {(values: Record<string, number>) => boolean} done @param {string} what */
  const clickUpwards = async (done, what) => {
    for (; y > 380; y -= 10) {
      await page.mouse.click(x, y);
      await sleep(delay);
      const values = await valuesOf(page);
      if (done(values)) return values;
    }
    return assert.fail(`no ${what} in the panel`);
  };
  const randomised = await clickUpwards((values) => values['life-seed'] !== 0, '"Randomise"');
  // "chains" was clicked before, the scene's own pattern: it has set back the cell of the attribute.
  const expected = /** @type {Record<string, number>} */ ({ ...start, 'life-1-2': 0.375 });
  for (const key of Object.keys(start))
    if (key !== 'life-seed') assert.equal(randomised[key], expected[key], `${key} is unchanged by the seed`);
  // The button may be hit a second time.
  let seed = randomised['life-seed'];
  y -= 10;
  const edited = await clickUpwards((values) => {
    if (values['life-seed'] !== 0) seed = values['life-seed'];
    return values['life-seed'] === 0;
  }, 'cell');
  const changed = Object.keys(start).filter((key) => edited[key] !== start[key]);
  log(`seed ${seed}; then a cell at (${x}, ${y}): ${changed.length} cells have changed`);
  assert.ok(changed.length > 20, 'the matrix of the seed becomes explicit values');
  for (const key of changed) assert.ok(Math.abs(Number(edited[key])) <= 1, key);

  // The same seed generates the same matrix.
  await callTank(page, 'set', 'life-seed', seed);
  await until('the seed is back', async () => (await valuesOf(page))['life-seed'] === seed);
  await sleep(delay);
  await page.mouse.click(x, y);
  await until('the cell is clicked', async () => (await valuesOf(page))['life-seed'] === 0);
  assert.deepEqual(await valuesOf(page), edited);

  // A long drag upwards sets the maximum, downwards the minimum.
  const before = edited;
  /** @param {number} distance upwards, pixels */
  const drag = async (distance) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - distance, { steps: 5 });
    await sleep(delay);
    await page.mouse.up();
    await sleep(delay);
    await page.mouse.move(600, 860);
    await sleep(delay);
    return { values: await valuesOf(page), colour: await colourAt(page, x, y) };
  };
  const up = await drag(250);
  const down = await drag(-250);
  const differing = (/** @type {Record<string, number>} */ values) => Object.keys(values).filter((key) => values[key] !== down.values[key]);
  const [key, ...others] = differing(up.values);
  assert.ok(key && others.length === 0, `one cell changes (${[key, ...others]})`);
  log(`${key}: ${before[key]}, dragged up ${up.values[key]} (${up.colour}), down ${down.values[key]} (${down.colour})`);
  assert.equal(up.values[key], 1);
  assert.equal(down.values[key], -1);
  assert.ok(Number(up.colour[1]) > Number(up.colour[0]) + 60, 'attraction is green');
  assert.ok(Number(down.colour[0]) > Number(down.colour[1]) + 60, 'repulsion is red');

  await page.evaluate(() => /** @type {any} */ (window).tank.setAttribute('life-2-3', '-0.5'));
  await until('an attribute changes a cell', async () => (await valuesOf(page))['life-2-3'] === -0.5);
  assert.deepEqual(await messages(page), []);
  assert.deepEqual(tab.errors, []);
  await tab.close();
});
