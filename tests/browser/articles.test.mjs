// The articles: their figures run and their inputs work, they are accessible, light before the first figure, do not jump, fit a
// phone, and can be read without JavaScript.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { engineTest } from './engines.mjs';
import { dist, sleep, until } from './harness.mjs';

const axe = readFileSync(fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');
const articles = ['article', 'water-by-pressure', 'a-grid-that-remembers', 'two-hundred-lines-of-vex', 'from-dots-to-water'];
/** KB, compressed, without what a figure loads. */
const maxWeight = 250;

/** Violations of accessibility, as short texts. @param {import('./harness.mjs').Page} page */
export const violations = async (page) => {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => /** @type {any} */ (window).axe.run());
  return found.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ node) => node.target.join(' ')).join(', ')}`);
};

engineTest('the list of articles', { timeout: 60_000 }, async ({ open }) => {
  const { page, errors, close } = await open('/articles.html');
  const links = await page.evaluate(() => [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.articles a'))].map((link) => link.pathname));
  assert.deepEqual(links.sort(), articles.map((name) => `/${name}.html`).sort());
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(errors, []);
  await close();
});

for (const name of articles)
  engineTest(name, { timeout: 240_000 }, async ({ engine, open, requests, log }) => {
    const before = requests.length;
    const { page, errors, close } = await open(`/${name}.html`, {
      viewport: { width: 1000, height: 800 },
      init: () => {
        const scope = /** @type {any} */ (window);
        scope.shift = 0; // Firefox does not measure it
        if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) scope.shift += /** @type {any} */ (entry).value;
        }).observe({ type: 'layout-shift', buffered: true });
        scope.messages = [];
        document.addEventListener('message', (event) => scope.messages.push(/** @type {any} */ (event).detail?.text), true);
      },
    });
    await sleep(500);
    const weight = [...new Set(requests.slice(before))]
      .filter((path) => !/slosh-|worker/.test(path))
      .reduce((sum, path) => sum + brotliCompressSync(readFileSync(join(dist, path))).length / 1000, 0);
    const words = await page.evaluate(() => document.querySelector('main')?.innerText.split(/\s+/).length ?? 0);

    const figures = await page.locator('slosh-tank').count();
    for (let i = 0; i < figures; i++) {
      await page.evaluate((k) => document.querySelectorAll('slosh-tank')[k]?.scrollIntoView({ block: 'center' }), i);
      await until(`figure ${i + 1} runs`, () => page.evaluate((k) => {
        const tank = /** @type {any} */ (document.querySelectorAll('slosh-tank')[k]);
        return tank.paused ? tank.stats : tank.stats?.steps > 5;
      }, i), 60);
    }
    // Each input starts with the value of its tanks, and changes it.
    const inputs = await page.evaluate(() =>
      [...document.querySelectorAll('figure')].flatMap((figure) =>
        [.../** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (figure.querySelectorAll('[data-key]'))].map((input) => {
          const key = input.dataset.key ?? '';
          const value = () => [.../** @type {any} */ (figure.querySelectorAll('slosh-tank'))].map((tank) => tank.get(key));
          const isCheckbox = input.type === 'checkbox';
          const shown = () => (isCheckbox ? /** @type {HTMLInputElement} */ (input).checked : input.value);
          const start = [String(shown()), value().map(String)];
          if (input instanceof HTMLSelectElement) input.selectedIndex = (input.selectedIndex + 1) % input.options.length;
          else if (isCheckbox) input.checked = !input.checked;
          else input.value = String(Number(input.value) === Number(input.max) ? input.min : input.max);
          input.dispatchEvent(new Event('input', { bubbles: true }));
          return { key, start, end: [String(shown()), value().map(String)] };
        }),
      ),
    );
    const same = (/** @type {any} */ [shown, values]) => values.every((/** @type {string} */ value) => value === shown || Math.abs(Number(value) - Number(shown)) < 1e-6);
    for (const { key, start, end } of inputs) assert.ok(same(start) && same(end) && String(start) !== String(end), `${key}: ${start} then ${end}`);
    await sleep(1500);
    const [shift, messages] = await page.evaluate(() => [/** @type {any} */ (window).shift, /** @type {any} */ (window).messages]);
    log(`${words} words, ${figures} tanks, ${inputs.length} inputs, ${weight.toFixed(0)} KB before the first figure, layout shift ${shift.toFixed(3)}`);
    assert.deepEqual(messages, [], 'no message');
    assert.ok(weight < maxWeight, `${weight} KB`);
    assert.ok(shift < 0.02, `layout shift ${shift}`);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(errors, []);
    await close();

    const phone = await open(`/${name}.html`, { viewport: { width: 390, height: 844 } });
    const wide = await phone.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(Number(wide[0]) <= Number(wide[1]), `as wide as a phone: ${wide}`);
    await phone.close();

    if (engine !== 'Chromium') return; // the driver of the other has no switch for JavaScript
    const still = await open(`/${name}.html`, { javaScriptEnabled: false });
    const [tanks, shown] = [await still.page.locator('slosh-tank').count(), await still.page.locator('slosh-tank > :is(img, p)').count()];
    assert.ok(tanks > 0 && shown >= tanks, `without JavaScript every figure has a still or a text: ${shown} of ${tanks}`);
    await still.close();
  });
