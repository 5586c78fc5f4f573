// Debug views, the panel, plots, and the handling of an unstable simulation.

import assert from 'node:assert/strict';
import { engineTest } from './engines.mjs';
import { screenshot, sleep, until } from './harness.mjs';
import { addTank, callTank, difference, messages, nextStats, picture, pixelsOf, statsAfter, stepBy } from './tank.mjs';


engineTest('an unstable simulation pauses with one message, keeps its picture, and a reset recovers it', { timeout: 180_000 }, async ({ open, log }) => {
  // Key, unstable value, and value of the scene.
  for (const [scene, bad] of /** @type {[string, [string, number, number][]][]} */ ([
    ['dam-break', [['substeps', 1, 0], ['sound-speed', 1000, 0]]],
    ['curl-disc', [['substeps', 1, 0], ['time-scale', 4, 0.12], ['stiffness', 1e6, 1000]]],
  ])) {
    const tab = await open('/blank.html');
    const { page } = tab;
    // Colours by speed or density would change for a while: their range follows smoothly.
    await addTank(page, { scene, particles: '600', 'render-style': 'points', 'colour-by': 'kind' });
    const fine = await statsAfter(page, 10);
    assert.equal(fine.broken, false);
    for (const [key, value] of bad) await callTank(page, 'set', key, value);
    const broken = await until('it becomes unstable', async () => {
      const stats = await nextStats(page);
      return stats.broken && stats;
    });
    const texts = await messages(page);
    log(`${scene}: ${texts.join(' | ')}`);
    assert.equal(texts.length, 1, 'one message');
    assert.match(texts[0] ?? '', /became unstable at step \d+: the .* particle \d+ .*reset/);
    for (const [key, value] of bad) {
      assert.ok(texts[0]?.includes(key), `${key} is named`);
      assert.equal(await callTank(page, 'get', key), value, `${key} is unchanged`);
    }
    for (const statistic of [broken.kineticEnergy, broken.maxSpeed, ...broken.centre])
      assert.ok(Number.isFinite(statistic), `statistics of the last stable step: ${JSON.stringify(broken)}`);
    const shown = await picture(page);
    const later = await statsAfter(page, broken.steps);
    await sleep(300);
    assert.equal(later.steps, broken.steps, 'no further step');
    assert.equal((await difference(page, shown, await picture(page))).fraction, 0, 'the picture is unchanged');
    // The view still responds: other colours change the picture.
    await callTank(page, 'set', 'colour-by', 'density');
    await callTank(page, 'set', 'colour-map', 'sunset');
    await sleep(600);
    const { fraction } = await difference(page, shown, await picture(page));
    log(`${scene}: other colours change ${(fraction * 100).toFixed(1)} % of the pixels`);
    assert.ok(fraction > 0.01, 'other colours are drawn');
    assert.equal((await messages(page)).length, 1, 'no second message');
    for (const [key, , good] of bad) await callTank(page, 'set', key, good);
    await callTank(page, 'reset');
    const again = await until('the simulation continues', async () => {
      const stats = await nextStats(page);
      return !stats.broken && stats.steps > broken.steps + 5 && stats;
    });
    assert.equal(again.particles, 600, 'with the same settings');
    assert.deepEqual(tab.errors, []);
    await tab.close();
  }
});

engineTest('the view of the foam shows the foam, and nothing else', { timeout: 180_000 }, async ({ open, log }) => {
  const tab = await open('/blank.html');
  const { page } = tab;
  const bright = async (/** @type {string} */ foam) => {
    await addTank(page, { scene: 'flip-double-splash', particles: '6000', quality: 'high', view: 'foam', foam, paused: '' });
    await stepBy(page, 70);
    await statsAfter(page, 70, 120);
    assert.deepEqual((await callTank(page, 'stats')).legends, []);
    const { width, height, data } = await pixelsOf(page, await picture(page));
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 0) > 120 && (data[i + 3] ?? 0) > 200) count++;
    await page.evaluate(() => /** @type {any} */ (window).tank.remove());
    return count / (width * height);
  };
  const [foam, none] = [await bright('4000'), await bright('0')];
  log(`${(100 * foam).toFixed(2)} % bright, ${(100 * none).toFixed(2)} % without foam`);
  assert.ok(foam > 0.002, `foam is seen: ${foam}`);
  assert.ok(none < 0.1 * foam, `and nothing else: ${none}`);
  await tab.close();
});

engineTest('cells and wall normals are drawn and do not affect the state', { timeout: 180_000 }, async ({ open, log }) => {
  for (const scene of ['blobs', 'dam-break', 'tank-3d']) {
    const tab = await open('/blank.html');
    const { page } = tab;
    await addTank(page, { scene, particles: '900', paused: '', controls: '', 'colour-by': 'kind' });
    await callTank(page, 'step');
    const { hash } = await statsAfter(page, 1);
    await sleep(400);
    const plain = await picture(page);
    for (const key of ['show-cells', 'show-normals']) {
      await callTank(page, 'set', key, true);
      await sleep(300);
      const { fraction } = await difference(page, plain, await picture(page));
      log(`${scene}: ${key} changes ${(fraction * 100).toFixed(2)} % of the pixels`);
      assert.ok(fraction > 0.002, `${key} changes the picture`);
      await callTank(page, 'set', key, false);
      await sleep(300);
      assert.equal((await difference(page, plain, await picture(page))).fraction, 0, 'the picture is restored when switched off');
    }
    assert.equal((await nextStats(page)).hash, hash);
    assert.deepEqual([...tab.errors, ...tab.warnings], []);
    await tab.close();
  }
});

engineTest('the toolbar of the panel selects the tool of a drag', { timeout: 180_000 }, async ({ open, log }) => {
  const tab = await open('/blank.html');
  const { page } = tab;
  const wide = 'width: 780px; height: 590px';
  await addTank(page, { scene: 'boats', particles: '600', controls: '', style: wide });
  const rest = await statsAfter(page, 40);
  // The centre of a button in the row below the playback buttons; the tank is in the corner of the page. In pixels: edge,
  // padding, button size, spacing.
  const button = (/** @type {number} */ index) => /** @type {const} */ ([10 + 12 + 16 + 36.8 * index, 10 + 12 + 32 + 5 + 32 + 5 + 16]);
  await page.mouse.click(...button(3));
  await until('the tool', async () => (await callTank(page, 'get', 'tool')) === 'drop');
  await page.mouse.click(560, 200);
  const dropped = await until('one more body', async () => {
    const stats = await nextStats(page);
    return stats.bodies === rest.bodies + 1 && stats;
  });
  await page.mouse.click(...button(2));
  await until('the tool', async () => (await callTank(page, 'get', 'tool')) === 'stir');
  await page.mouse.move(500, 330);
  await page.mouse.down();
  for (let i = 0; i < 12; i++) {
    await page.mouse.move(500 + (i % 2) * 160, 330);
    await sleep(60);
  }
  const stirred = await statsAfter(page, dropped.steps + 20);
  await page.mouse.up();
  log(`energy ${rest.kineticEnergy.toFixed(2)}, stirred ${stirred.kineticEnergy.toFixed(2)}`);
  assert.ok(stirred.kineticEnergy > 1.5 * rest.kineticEnergy, `stirring adds energy: ${rest.kineticEnergy} to ${stirred.kineticEnergy}`);
  await page.mouse.click(...button(0));
  await until('the tool', async () => (await callTank(page, 'get', 'tool')) === 'drag');
  assert.deepEqual([...tab.errors, ...tab.warnings], []);
  await tab.close();
});

engineTest('plots do not affect the state and can be paused', { timeout: 180_000 }, async ({ open, log }) => {
  /** @type {string[]} */
  const hashes = [];
  for (const shows of [false, true]) {
    const tab = await open('/blank.html', { viewport: { width: 800, height: 800 } });
    const { page } = tab;
    await addTank(page, { scene: 'dam-break', particles: '500', controls: '', paused: '', 'colour-by': 'kind', style: 'width: 780px; height: 760px' });
    await callTank(page, 'step');
    await statsAfter(page, 1);
    await sleep(700);
    const area = { x: 20, y: 500, width: 255, height: 240 };
    const plots = async () => {
      await page.mouse.move(790, 10);
      await sleep(500);
      return screenshot(page, area);
    };
    const stepTo = async (/** @type {number} */ total) => {
      await stepBy(page, 20);
      return statsAfter(page, total);
    };
    // In pixels: the last of ten rows, 27 high, of which the first is in the middle of 182.
    const plotsRow = 182 + 27 * 10;
    if (shows) await page.mouse.click(200, plotsRow);
    await sleep(300);
    await stepTo(21);
    const first = await plots();
    await stepTo(41);
    const second = await plots();
    if (shows) await page.mouse.click(38, plotsRow + 32);
    const frozen = await plots();
    const { hash } = await stepTo(61);
    const later = await plots();
    if (shows) {
      const moved = await difference(page, first, second);
      log(`20 steps change ${(moved.fraction * 100).toFixed(2)} % of the plots`);
      assert.ok(moved.fraction > 0.002, 'the plots advance');
      assert.equal((await difference(page, frozen, later)).fraction, 0, 'frozen plots are unchanged');
    }
    hashes.push(hash);
    assert.deepEqual([...tab.errors, ...tab.warnings], []);
    await tab.close();
  }
  log(hashes.join(' '));
  assert.equal(hashes[1], hashes[0]);
});
