// A slice through the grid of a fluid: what is drawn, and that drawing does not affect the state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromiumAndSite, openTab, screenshot, sleep, until } from './harness.mjs';
import { addTank, ask, difference, messages, nextStats, picture, statsAfter, stepBy } from './tank.mjs';

const { browser, site } = await chromiumAndSite();

test('a slice is drawn with and without the panel, moves, and is absent when off', { timeout: 180_000 }, async (context) => {
  for (const controls of [false, true]) {
    const tab = await openTab(browser, `${site.url}/blank.html`);
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
      await ask(page, 'set', key, value);
      await sleep(300);
      const now = await picture(page);
      const { fraction } = await difference(page, last, now);
      context.diagnostic(`${controls ? 'panel, ' : ''}${key}=${value} changes ${(fraction * 100).toFixed(2)} % of the pixels`);
      assert.ok(fraction > 0.004, `${key}=${value} is seen`);
      last = now;
    }
    for (const [key, value] of [['slice', 'diagonal'], ['slice', 'speed'], ['slice-position', 0], ['slice-position', 1], ['slice', 'off']])
      await ask(page, 'set', key, value), await sleep(200);
    assert.equal((await difference(page, plain, await picture(page))).fraction, 0, 'gone when switched off');
    assert.equal((await nextStats(page)).hash, hash, 'looking changes nothing');
    assert.deepEqual([...tab.errors, ...tab.warnings, ...(await messages(page))], []);
    await tab.close();
  }
});

/** A large tank with the panel, paused after some steps. @param {Record<string, string>} attributes */
async function bigTank(attributes, steps = 15) {
  const tab = await openTab(browser, `${site.url}/blank.html`, { viewport: { width: 1280, height: 800 } });
  await tab.page.addStyleTag({ content: 'slosh-tank { width: 1280px !important; height: 800px !important }' });
  await addTank(tab.page, { scene: 'flip-dam-break', particles: '4000', paused: '', controls: '', ...attributes });
  await stepBy(tab.page, steps);
  const { hash } = await statsAfter(tab.page, steps, 120);
  await sleep(900);
  return { tab, page: tab.page, hash };
}

/** The fraction of the screen, which the panel draws to as well, that a change changes: soon more than `least`.
 * @param {any} page @param {string} what @param {number} least @param {() => Promise<any>} change */
async function seen(page, what, least, change) {
  const before = await screenshot(page);
  await change();
  let fraction = 0;
  await until(`${what} is seen`, async () => {
    await sleep(300);
    fraction = (await difference(page, before, await screenshot(page))).fraction;
    return fraction > least;
  });
  await sleep(400); // until it has come to rest
  return fraction;
}

test('cell values, solver iterations, arrows and cells are drawn and do not affect the state', { timeout: 180_000 }, async (context) => {
  const { tab, page, hash } = await bigTank({ slice: 'residual', tolerance: '1e-5', resolution: '0.5' });
  await page.focus('slosh-tank');
  await page.mouse.move(560, 420);
  await sleep(100);
  await seen(page, 'the wheel', 0.1, async () => {
    for (let i = 0; i < 12; i++) await page.mouse.wheel(0, -300), await sleep(60);
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
    const fraction = await seen(page, `${key}=${value}`, 0.003, () => ask(page, 'set', key, value));
    context.diagnostic(`${key}=${value} changes ${(fraction * 100).toFixed(2)} % of the pixels`);
  }
  const iteration = (/** @type {number} */ target) =>
    until(`iteration ${target}`, async () => (await ask(page, 'get', 'slice-iteration')) === target);
  await iteration(3);
  await seen(page, 'the next iteration by its key', 0.003, () => page.keyboard.press('i'));
  await iteration(4);
  await page.keyboard.press('Shift+I');
  await iteration(3);
  await page.keyboard.press('Shift+I');
  await iteration(2);
  assert.equal((await nextStats(page)).hash, hash, 'looking changes nothing');
  assert.deepEqual([...tab.errors, ...tab.warnings, ...(await messages(page))], []);
  await tab.close();
});

test('two settings side by side equal each of them alone', { timeout: 240_000 }, async () => {
  const alone = await bigTank({ preconditioner: 'none' }, 12);
  await alone.tab.close();
  const { tab, page, hash } = await bigTank({ compare: 'preconditioner:none' }, 12);
  const stats = await nextStats(page);
  assert.equal(stats.otherHash, alone.hash, 'the second is the one with the other setting');
  assert.notEqual(stats.hash, alone.hash);
  assert.equal(await ask(page, 'get', 'compare'), 'preconditioner:none');
  await seen(page, 'a slice in both', 0.01, () => ask(page, 'set', 'slice', 'pressure'));
  assert.deepEqual([...tab.errors, ...tab.warnings, ...(await messages(page))], []);

  await ask(page, 'set', 'compare', 'preconditioner');
  await ask(page, 'set', 'compare', 'sound-speed:1');
  await until('both are refused', async () => (await messages(page)).length >= 2);
  const said = await messages(page);
  assert.equal(said.length, 2, said.join('; '));
  assert.match(said[0] ?? '', /^compare: "preconditioner" is not of the form key:value/);
  assert.match(said[1] ?? '', /^compare: .*sound-speed/);
  assert.equal(await ask(page, 'get', 'compare'), 'preconditioner:none', 'as it was');
  await seen(page, 'the end', 0.05, () => ask(page, 'set', 'compare', ''));
  const last = await nextStats(page);
  assert.equal(last.otherHash, '');
  assert.equal(last.hash, hash, 'the first goes on');
  await tab.close();
});

test('a particle selected on one side is selected on both', { timeout: 180_000 }, async (context) => {
  const { tab, page } = await bigTank({ scene: 'dam-break', particles: '1500', compare: 'gravity-y:-0.01', 'render-style': 'points' }, 30);
  // The left column has run out over the floor, the right one stands: where it is, there is nothing on the left.
  const [onTheRight, onTheLeft, nothing] = [[880, 380], [500, 510], [387, 380]];
  for (const [what, [x, y]] of /** @type {[string, number[]][]} */ ([
    ['picked on the right', onTheRight], ['let go', nothing], ['picked on the left', onTheLeft], ['let go again', nothing],
  ])) {
    const fraction = await seen(page, what, 0.01, () => page.mouse.click(x, y));
    context.diagnostic(`${what}: ${(fraction * 100).toFixed(2)} % of the pixels`);
  }
  assert.deepEqual([...tab.errors, ...tab.warnings, ...(await messages(page))], []);
  await tab.close();
});

test('comparing without the panel gives a message', { timeout: 60_000 }, async () => {
  const tab = await openTab(browser, `${site.url}/blank.html`);
  await addTank(tab.page, { scene: 'flip-dam-break', particles: '1000', compare: 'flip:0.5' });
  await nextStats(tab.page);
  assert.deepEqual(await messages(tab.page), ['compare: only with the panel (the attribute controls)']);
  await tab.close();
});
