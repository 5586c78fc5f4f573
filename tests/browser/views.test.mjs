// Debug views, the panel, plots, and the handling of an unstable simulation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromiumAndSite, openTab, screenshot, sleep, until } from './harness.mjs';
import { addTank, ask, difference, messages, nextStats, picture, statsAfter, stepBy } from './tank.mjs';

const { browser, site } = await chromiumAndSite();

test('an unstable simulation pauses with one message, keeps its picture, and a reset recovers it', { timeout: 180_000 }, async (context) => {
  // Key, value, and what it was.
  for (const [scene, bad] of /** @type {[string, [string, number, number][]][]} */ ([
    ['dam-break', [['substeps', 1, 0], ['sound-speed', 1000, 12]]],
    ['curl-disc', [['substeps', 1, 0], ['time-scale', 4, 0.12], ['stiffness', 1e6, 1000]]],
  ])) {
    const tab = await openTab(browser, `${site.url}/blank.html`);
    const { page } = tab;
    // Not by speed or density: the ends of their scales glide for a while.
    await addTank(page, { scene, particles: '600', 'render-style': 'points', 'colour-by': 'kind' });
    const fine = await statsAfter(page, 10);
    assert.equal(fine.broken, false);
    for (const [key, value] of bad) await ask(page, 'set', key, value);
    const broken = await until('it becomes unstable', async () => {
      const stats = await nextStats(page);
      return stats.broken && stats;
    });
    const said = await messages(page);
    context.diagnostic(`${scene}: ${said.join(' | ')}`);
    assert.equal(said.length, 1, 'one message');
    assert.match(said[0] ?? '', /became unstable at step \d+: the .* particle \d+ .*reset/);
    for (const [key, value] of bad) {
      assert.ok(said[0]?.includes(key), `${key} is named`);
      assert.equal(await ask(page, 'get', key), value, `${key} stays`);
    }
    for (const figure of [broken.kineticEnergy, broken.maxSpeed, ...broken.centre])
      assert.ok(Number.isFinite(figure), `figures are those of the last good step: ${JSON.stringify(broken)}`);
    const shown = await picture(page);
    const later = await statsAfter(page, broken.steps);
    await sleep(300);
    assert.equal(later.steps, broken.steps, 'no further step');
    assert.equal((await difference(page, shown, await picture(page))).fraction, 0, 'the picture stays');
    // The fluid is still to be seen: in other colours it is another picture.
    await ask(page, 'set', 'colour-by', 'density');
    await ask(page, 'set', 'colour-map', 'sunset');
    await sleep(600);
    const { fraction } = await difference(page, shown, await picture(page));
    context.diagnostic(`${scene}: other colours change ${(fraction * 100).toFixed(1)} % of the pixels`);
    assert.ok(fraction > 0.01, 'and can be looked at');
    assert.equal((await messages(page)).length, 1, 'nothing is said twice');
    for (const [key, , good] of bad) await ask(page, 'set', key, good);
    await ask(page, 'reset');
    const again = await until('it goes on', async () => {
      const stats = await nextStats(page);
      return !stats.broken && stats.steps > broken.steps + 5 && stats;
    });
    assert.equal(again.particles, 600, 'with its own settings');
    assert.deepEqual(tab.errors, []);
    await tab.close();
  }
});

test('cells and wall normals are drawn and do not affect the state', { timeout: 180_000 }, async (context) => {
  for (const scene of ['blobs', 'dam-break', 'tank-3d']) {
    const tab = await openTab(browser, `${site.url}/blank.html`);
    const { page } = tab;
    await addTank(page, { scene, particles: '900', paused: '', controls: '', 'colour-by': 'kind' });
    await ask(page, 'step');
    const { hash } = await statsAfter(page, 1);
    await sleep(400);
    const plain = await picture(page);
    for (const key of ['show-cells', 'show-normals']) {
      await ask(page, 'set', key, true);
      await sleep(300);
      const { fraction } = await difference(page, plain, await picture(page));
      context.diagnostic(`${scene}: ${key} changes ${(fraction * 100).toFixed(2)} % of the pixels`);
      assert.ok(fraction > 0.002, `${key} is seen`);
      await ask(page, 'set', key, false);
      await sleep(300);
      assert.equal((await difference(page, plain, await picture(page))).fraction, 0, 'and gone when switched off');
    }
    assert.equal((await nextStats(page)).hash, hash);
    assert.deepEqual([...tab.errors, ...tab.warnings], []);
    await tab.close();
  }
});

test('the toolbar of the panel selects the tool of a drag', { timeout: 180_000 }, async (context) => {
  const tab = await openTab(browser, `${site.url}/blank.html`);
  const { page } = tab;
  const wide = 'width: 780px; height: 590px';
  await addTank(page, { scene: 'boats', particles: '600', controls: '', style: wide });
  const rest = await statsAfter(page, 40);
  // The fourth of the row below the playing buttons; the tank begins at the corner of the page.
  const button = (/** @type {number} */ place) => /** @type {const} */ ([10 + 12 + 16 + 36.8 * place, 10 + 12 + 32 + 5 + 32 + 5 + 16]);
  await page.mouse.click(...button(3));
  await until('the tool', async () => (await ask(page, 'get', 'tool')) === 'drop');
  await page.mouse.click(560, 200);
  const dropped = await until('one more body', async () => {
    const stats = await nextStats(page);
    return stats.bodies === rest.bodies + 1 && stats;
  });
  await page.mouse.click(...button(2));
  await until('the tool', async () => (await ask(page, 'get', 'tool')) === 'stir');
  await page.mouse.move(500, 330);
  await page.mouse.down();
  for (let i = 0; i < 12; i++) {
    await page.mouse.move(500 + (i % 2) * 160, 330);
    await sleep(60);
  }
  const stirred = await statsAfter(page, dropped.steps + 20);
  await page.mouse.up();
  context.diagnostic(`energy ${rest.kineticEnergy.toFixed(2)}, stirred ${stirred.kineticEnergy.toFixed(2)}`);
  await page.mouse.click(...button(0));
  await until('the tool', async () => (await ask(page, 'get', 'tool')) === 'drag');
  assert.deepEqual([...tab.errors, ...tab.warnings], []);
  await tab.close();
});

test('plots do not affect the state and can be paused', { timeout: 180_000 }, async (context) => {
  /** @type {string[]} */
  const hashes = [];
  for (const open of [false, true]) {
    const tab = await openTab(browser, `${site.url}/blank.html`);
    const { page } = tab;
    await addTank(page, { scene: 'dam-break', particles: '500', controls: '', paused: '', style: 'width: 780px; height: 590px' });
    await ask(page, 'step');
    await statsAfter(page, 1);
    await sleep(700);
    const area = { x: 20, y: 255, width: 255, height: 300 };
    const plots = async () => {
      await page.mouse.move(790, 10);
      await sleep(500);
      return screenshot(page, area);
    };
    const steps = async (/** @type {number} */ all) => {
      await stepBy(page, 20);
      return statsAfter(page, all);
    };
    // Closes the figures and opens the plots below them.
    if (open) for (const y of [174, 198]) await page.mouse.click(200, y), await sleep(300);
    await steps(21);
    const first = await plots();
    await steps(41);
    const second = await plots();
    if (open) await page.mouse.click(38, 233);
    const held = await plots();
    const { hash } = await steps(61);
    const still = await plots();
    if (open) {
      const moved = await difference(page, first, second);
      context.diagnostic(`20 steps change ${(moved.fraction * 100).toFixed(2)} % of the plots`);
      assert.ok(moved.fraction > 0.002, 'they go on');
      assert.equal((await difference(page, held, still)).fraction, 0, 'and stay when held');
    }
    hashes.push(hash);
    assert.deepEqual([...tab.errors, ...tab.warnings], []);
    await tab.close();
  }
  context.diagnostic(hashes.join(' '));
  assert.equal(hashes[1], hashes[0]);
});
