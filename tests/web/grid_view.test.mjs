// A slice through the grid of a fluid: what is seen of it, and that looking changes nothing.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { chromiumAndSite, openTab, sleep } from './harness.mjs';
import { addTank, ask, difference, messages, nextStats, picture, statsAfter } from './scenarios.mjs';

const { browser, site } = await chromiumAndSite();

test('a slice is seen with the panel and without, moves, and is gone when switched off', { timeout: 180_000 }, async (context) => {
  for (const controls of [false, true]) {
    const tab = await openTab(browser, `${site.url}/blank.html`);
    const { page } = tab;
    /** @type {Record<string, string>} */
    const attributes = { scene: 'flip-dam-break', particles: '4000', paused: '', 'colour-by': 'kind' };
    await addTank(page, controls ? { ...attributes, controls: '' } : attributes);
    for (let i = 0; i < 15; i++) await ask(page, 'step');
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
      const { share } = await difference(page, last, now);
      context.diagnostic(`${controls ? 'panel, ' : ''}${key}=${value} changes ${(share * 100).toFixed(2)} % of the pixels`);
      assert.ok(share > 0.004, `${key}=${value} is seen`);
      last = now;
    }
    for (const [key, value] of [['slice', 'diagonal'], ['slice', 'speed'], ['slice-position', 0], ['slice-position', 1], ['slice', 'off']])
      await ask(page, 'set', key, value), await sleep(200);
    assert.equal((await difference(page, plain, await picture(page))).share, 0, 'gone when switched off');
    assert.equal((await nextStats(page)).hash, hash, 'looking changes nothing');
    assert.deepEqual([...tab.errors, ...tab.warnings, ...(await messages(page))], []);
    await tab.close();
  }
});
