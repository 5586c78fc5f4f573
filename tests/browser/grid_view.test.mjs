// The slice through the grid, the solver's iterations and the split view: they are drawn and do not affect the state.

import assert from 'node:assert/strict';
import { engineTest } from './engines.mjs';
import { screenshot, sleep, until } from './harness.mjs';
import { addTank, callTank, difference, messages, nextStats, picture, statsAfter, stepBy } from './tank.mjs';


engineTest('a slice is drawn with and without the panel, moves, and is absent when off', { timeout: 180_000 }, async ({ open, log }) => {
  for (const controls of [false, true]) {
    const tab = await open('/blank.html');
    const { page } = tab;
    /** @type {Record<string, string>} */
    const attributes = { scene: 'flip-dam-break', particles: '4000', paused: '', 'colour-by': 'kind' };
    await addTank(page, controls ? { ...attributes, controls: '' } : attributes);
    await stepBy(page, 15);
    const { hash } = await statsAfter(page, 15, 120);
    await sleep(400);
    const plain = await picture(page);
    let last = plain;
    for (const [key, value] of [
      ['slice', 'cell-type'],
      ['slice', 'velocity-x'],
      ['slice', 'divergence-before'],
      ['slice', 'pressure'],
      ['slice', 'residual'],
      ['slice-axis', 'x'],
      ['slice-position', 0.3],
      ['slice-cuts', false],
    ]) {
      await callTank(page, 'set', key, value);
      await sleep(300);
      const now = await picture(page);
      const { fraction } = await difference(page, last, now);
      log(`${controls ? 'panel, ' : ''}${key}=${value} changes ${(fraction * 100).toFixed(2)} % of the pixels`);
      assert.ok(fraction > 0.004, `${key}=${value} changes the picture`);
      last = now;
    }
    for (const [key, value] of [['slice', 'diagonal'], ['slice', 'speed'], ['slice-position', 0], ['slice-position', 1], ['slice', 'off']]) {
      await callTank(page, 'set', key, value);
      await sleep(200);
    }
    assert.equal((await difference(page, plain, await picture(page))).fraction, 0, 'the picture is restored when switched off');
    assert.equal((await nextStats(page)).hash, hash, 'the state is unchanged');
    assert.deepEqual([...tab.errors, ...tab.warnings, ...(await messages(page))], []);
    await tab.close();
  }
});

/** A large tank with the panel, paused after some steps.
 * @param {import('./engines.mjs').EngineContext['open']} open @param {Record<string, string>} attributes */
async function bigTank(open, attributes, steps = 15) {
  const tab = await open('/blank.html', { viewport: { width: 1280, height: 800 } });
  await tab.page.addStyleTag({ content: 'slosh-tank { width: 1280px !important; height: 800px !important }' });
  await addTank(tab.page, { scene: 'flip-dam-break', particles: '4000', paused: '', controls: '', ...attributes });
  await stepBy(tab.page, steps);
  const { hash } = await statsAfter(tab.page, steps, 120);
  await sleep(900);
  return { tab, page: tab.page, hash };
}

/** Waits until a change has changed more than `min` of the screenshot's pixels, the panel included.
 * @param {any} page @param {string} what @param {number} min @param {() => Promise<any>} change
 * @returns {Promise<number>} the fraction of changed pixels */
async function pixelsChanged(page, what, min, change) {
  const before = await screenshot(page);
  await change();
  let fraction = 0;
  await until(`${what} changes the picture`, async () => {
    await sleep(300);
    fraction = (await difference(page, before, await screenshot(page))).fraction;
    return fraction > min;
  });
  await sleep(400); // until transitions have ended
  return fraction;
}

engineTest('cell values, solver iterations, arrows and cells are drawn and do not affect the state', { timeout: 180_000 }, async ({ open, log }) => {
  const { tab, page, hash } = await bigTank(open, { slice: 'residual', tolerance: '1e-5', resolution: '0.5' });
  await page.focus('slosh-tank');
  await page.mouse.move(560, 420);
  await sleep(100);
  await pixelsChanged(page, 'the wheel', 0.1, async () => {
    for (let i = 0; i < 12; i++) {
      await page.mouse.wheel(0, -300);
      await sleep(60);
    }
  });
  await sleep(800);
  for (const [key, value] of [
    ['slice-numbers', false],
    ['slice-numbers', true],
    ['slice-iteration', 1],
    ['slice-iteration', 3],
    ['slice', 'diagonal'],
    ['show-grid-velocity', true],
    ['show-grid-velocity', false],
    ['slice', 'off'],
    ['show-grid-cells', true],
    ['show-grid-cells', false],
    ['slice', 'residual'],
  ]) {
    const fraction = await pixelsChanged(page, `${key}=${value}`, 0.003, () => callTank(page, 'set', key, value));
    log(`${key}=${value} changes ${(fraction * 100).toFixed(2)} % of the pixels`);
  }
  const iteration = (/** @type {number} */ target) =>
    until(`iteration ${target}`, async () => (await callTank(page, 'get', 'slice-iteration')) === target);
  await iteration(3);
  await pixelsChanged(page, 'the next iteration by its key', 0.003, () => page.keyboard.press('i'));
  await iteration(4);
  await page.keyboard.press('Shift+I');
  await iteration(3);
  await page.keyboard.press('Shift+I');
  await iteration(2);
  assert.equal((await nextStats(page)).hash, hash, 'the state is unchanged');
  assert.deepEqual([...tab.errors, ...tab.warnings, ...(await messages(page))], []);
  await tab.close();
});

engineTest('each side of a split view equals a single simulation', { timeout: 240_000 }, async ({ open }) => {
  const single = await bigTank(open, { preconditioner: 'none' }, 12);
  await single.tab.close();
  const { tab, page, hash } = await bigTank(open, { compare: 'preconditioner:none' }, 12);
  const stats = await callTank(page, 'stats');
  assert.equal(stats.otherHash, single.hash, 'the second simulation has the other setting');
  assert.notEqual(stats.hash, single.hash);
  assert.equal(await callTank(page, 'get', 'compare'), 'preconditioner:none');
  await pixelsChanged(page, 'a slice in both', 0.01, () => callTank(page, 'set', 'slice', 'pressure'));
  assert.deepEqual([...tab.errors, ...tab.warnings, ...(await messages(page))], []);

  await callTank(page, 'set', 'compare', 'preconditioner');
  await callTank(page, 'set', 'compare', 'sound-speed:1');
  await until('both are refused', async () => (await messages(page)).length >= 2);
  const texts = await messages(page);
  assert.equal(texts.length, 2, texts.join('; '));
  assert.match(texts[0] ?? '', /^compare: "preconditioner" is not of the form key:value/);
  assert.match(texts[1] ?? '', /^compare: .*sound-speed/);
  assert.equal(await callTank(page, 'get', 'compare'), 'preconditioner:none', 'unchanged');
  await pixelsChanged(page, 'the end', 0.05, () => callTank(page, 'set', 'compare', ''));
  const last = await until('one simulation', async () => {
    const now = await callTank(page, 'stats');
    return now.otherHash === '' && now;
  });
  assert.equal(last.hash, hash, 'the first simulation is unchanged');
  await tab.close();
});

engineTest('a particle selected on one side is selected on both', { timeout: 180_000 }, async ({ open, log }) => {
  const { tab, page } = await bigTank(open, { scene: 'dam-break', particles: '1500', compare: 'gravity-y:-0.01', 'render-style': 'points' }, 30);
  // Pixels: the left column has collapsed, the right one still stands, so that its pixel is empty in the left viewport.
  const [right, left, empty] = [[880, 380], [500, 510], [387, 380]];
  for (const [what, [x, y]] of /** @type {[string, number[]][]} */ ([
    ['a pick on the right', right], ['a click beside the fluid', empty], ['a pick on the left', left],
    ['another click beside the fluid', empty],
  ])) {
    const fraction = await pixelsChanged(page, what, 0.01, () => page.mouse.click(x, y));
    log(`${what}: ${(fraction * 100).toFixed(2)} % of the pixels`);
  }
  assert.deepEqual([...tab.errors, ...tab.warnings, ...(await messages(page))], []);
  await tab.close();
});

engineTest('comparing without the panel gives a message', { timeout: 60_000 }, async ({ open }) => {
  const tab = await open('/blank.html');
  await addTank(tab.page, { scene: 'flip-dam-break', particles: '1000', compare: 'flip:0.5' });
  await nextStats(tab.page);
  assert.deepEqual(await messages(tab.page), ['compare: only with the panel (the attribute controls)']);
  await tab.close();
});
