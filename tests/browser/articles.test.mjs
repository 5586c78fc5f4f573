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

// In frames: the driver of WebKit has windows of one size.
engineTest('a narrow phone scrolls no article sideways, and its sliders are as high as a finger needs', { timeout: 120_000, webkit: true }, async ({ open }) => {
  const { page, close } = await open('/blank.html');
  for (const name of articles) {
    const found = await page.evaluate(async (article) => {
      const frame = document.createElement('iframe');
      Object.assign(frame.style, { width: '320px', height: '560px', border: '0' });
      frame.src = `${article}.html`;
      document.body.replaceChildren(frame);
      await new Promise((done) => (frame.onload = done));
      const { documentElement } = /** @type {Document} */ (frame.contentDocument);
      const heights = [...documentElement.querySelectorAll('input[type=range]')].map((input) => input.getBoundingClientRect().height);
      return [documentElement.scrollWidth - documentElement.clientWidth, Math.min(...heights) >= 24];
    }, name);
    assert.deepEqual(found, [0, true], name);
  }
  await close();
});

for (const name of articles)
  engineTest(name, { timeout: 240_000 }, async ({ engine, open, requests, log }) => {
    const before = requests.length;
    const { page, errors, close } = await open(`/${name}.html`, {
      viewport: { width: 1000, height: 800 },
      init: () => {
        const scope = /** @type {any} */ (window);
        scope.shift = 0;
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
    assert.ok(figures > 0 && inputs.length > 0, `${figures} figures, ${inputs.length} inputs`);
    const same = (/** @type {any} */ [shown, values]) => values.length > 0 && values.every((/** @type {string} */ value) => value === shown || Math.abs(Number(value) - Number(shown)) < 1e-6);
    for (const { key, start, end } of inputs) assert.ok(same(start) && same(end) && String(start) !== String(end), `${key}: ${start} then ${end}`);
    await sleep(1500);
    const [shift, messages] = await page.evaluate(() => [/** @type {any} */ (window).shift, /** @type {any} */ (window).messages]);
    log(`${words} words, ${figures} tanks, ${inputs.length} inputs, ${weight.toFixed(0)} KB before the first figure, layout shift ${shift.toFixed(3)}`);
    assert.deepEqual(messages, [], 'no message');
    assert.ok(weight < maxWeight, `${weight} KB`);
    if (engine === 'Chromium') assert.ok(shift < 0.02, `layout shift ${shift}`); // the other does not measure it
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
    const dead = await still.page.locator('.controls, figure svg').all();
    assert.ok(dead.length > 0);
    for (const part of dead) assert.equal(await part.isVisible(), false, 'nor a slider or a plot that does nothing');
    await still.close();
  });

engineTest('the lab without JavaScript has no button that does nothing', { timeout: 60_000, only: 'Chromium' }, async ({ open }) => {
  const { page, close } = await open('/index.html', { javaScriptEnabled: false });
  assert.deepEqual([await page.locator('.theme').count(), await page.locator('.theme').isVisible()], [1, false]);
  await close();
});

/** Of the lines and the names of the plot that a selector names. @param {import('./harness.mjs').Page} page @param {string} selector */
const strokes = (page, selector) => page.evaluate((css) => {
  const plot = /** @type {Element} */ (document.querySelector(css));
  const lines = [...plot.querySelectorAll('polyline')].map((line) => getComputedStyle(line));
  return {
    colours: lines.map(({ stroke }) => stroke),
    dashes: lines.map(({ strokeDasharray }) => strokeDasharray),
    names: [...plot.querySelectorAll('text')].map((text) => getComputedStyle(text).fill),
    samples: [...plot.querySelectorAll('line.line')].map((line) => getComputedStyle(line).strokeDasharray),
  };
}, selector);

engineTest('the lines of a plot differ without their colours, and match their names', { timeout: 60_000 }, async ({ open, engine }) => {
  for (const forcedColors of /** @type {const} */ (['none', 'active'])) {
    if (forcedColors === 'active' && engine !== 'Chromium') continue; // the other driver has no switch for it
    const { page, errors, close } = await open('/two-hundred-lines-of-vex.html', { forcedColors });
    await until('a plot', () => page.evaluate(() => document.querySelectorAll('svg[data-kernels] polyline').length === 3));
    const { colours, dashes, names, samples } = await strokes(page, 'svg[data-kernels]');
    assert.equal(new Set(dashes).size, 3, `${forcedColors}: ${dashes}`);
    assert.deepEqual(samples, dashes);
    assert.deepEqual(names, colours);
    assert.ok(new Set(colours).size > 1, `${forcedColors}: ${colours}`);
    assert.deepEqual(errors, []);
    await close();
  }
});

engineTest('what a tank has not reported is no number, and fewer particles than asked for are told', { timeout: 60_000 }, async ({ open }) => {
  const { page, close } = await open('/a-grid-that-remembers.html', { viewport: { width: 800, height: 500 } });
  const plot = () => page.evaluate(() => document.querySelector('svg[data-plot=kineticEnergy]')?.textContent ?? '');
  await until('a plot', plot);
  assert.match(await plot(), /^PIC – J.*FLIP – J$/);
  const figure = (/** @type {string} */ read) => page.evaluate((name) => {
    const input = /** @type {HTMLInputElement} */ (document.querySelector('[data-key=particles]'));
    const tank = /** @type {any} */ (input.closest('figure')?.querySelector('slosh-tank'));
    if (name === 'fewer') tank.set('particles', 5000);
    if (name === 'more') tank.set('particles', 20000);
    if (name === 'start') tank.scrollIntoView({ block: 'center' });
    return [input.value, input.parentElement?.querySelector('output')?.value, tank.stats?.particles];
  }, read);
  assert.deepEqual((await figure('')).slice(0, 2), ['16000', '16000']);
  await figure('start');
  await until('it runs', async () => (await figure(''))[2] > 0);
  await figure('fewer');
  await until('fewer', async () => (await figure(''))[2] === 5000);
  await until('they are told', async () => (await figure(''))[1] === '5000', 10);
  await figure('more');
  await until('more', async () => (await figure(''))[2] === 20000);
  await until('as many as it was asked for', async () => (await figure(''))[1] === '16000', 10);
  await close();
});
