// What an author sets is a tank's own: a reader's "Reset all" goes back to it, and what is taken away is the scene's again.

import assert from 'node:assert/strict';
import { engineTest } from './engines.mjs';
import { until } from './harness.mjs';
import { addTank, callTank, messages, nextStats, settings } from './tank.mjs';

engineTest('an attribute that is removed leaves the scene’s own value', { timeout: 120_000 }, async ({ open }) => {
  const { page, errors, close } = await open('/blank.html');
  await addTank(page, { scene: 'dam-break', particles: '600', 'gravity-y': '-20' });
  await nextStats(page);
  const is = (/** @type {string} */ key, /** @type {unknown} */ value) => until(`${key} ${value}`, async () => (await callTank(page, 'get', key)) === value);
  await is('gravity-y', -20);
  await callTank(page, 'removeAttribute', 'gravity-y');
  await is('gravity-y', -9.81);
  // Whatever a script has set before.
  await callTank(page, 'set', 'gravity-y', -5);
  await callTank(page, 'setAttribute', 'gravity-y', '-6');
  await callTank(page, 'removeAttribute', 'gravity-y');
  await is('gravity-y', -9.81);
  assert.deepEqual(await settings(page), { particles: 600 });
  await callTank(page, 'removeAttribute', 'particles');
  await until('the scene’s own settings', async () => JSON.stringify(await settings(page)) === '{}');
  await callTank(page, 'removeAttribute', 'scene');
  await nextStats(page);
  assert.equal(await callTank(page, 'scene'), 'dam-break', 'it has no scene without one');
  assert.deepEqual(errors, []);
  await close();
});

engineTest('"Reset all" goes back to what the author has set', { timeout: 120_000 }, async ({ open }) => {
  const { page, errors, close } = await open('/blank.html', { viewport: { width: 800, height: 420 } });
  await addTank(page, { scene: 'dam-break', particles: '600', controls: '', style: 'width: 800px; height: 420px' });
  await nextStats(page);
  await page.evaluate(() => void (/** @type {any} */ (window).tank.gravityY = -12));
  await callTank(page, 'set', 'viscosity', 0.01);
  await until('the author’s', async () => Object.keys(await settings(page)).length === 3);
  const author = await settings(page);
  // A reader changes two of them, and another one, by the inputs beside the canvas.
  for (const key of ['gravity-y', 'viscosity', 'surface-tension'])
    await page.evaluate((name) => {
      const input = /** @type {any} */ (window).tank.shadowRoot.querySelector(`#setting-${name}`);
      input.value = String(0.9 * input.max);
      input.dispatchEvent(new Event('input'));
    }, key);
  await until('the reader’s', async () => Object.keys(await settings(page)).length === 4);
  for (const key of ['gravity-y', 'viscosity']) assert.notEqual((await settings(page))[key], author[key], key);
  // In pixels: beside the search, which is below the presets and six rows, 27 high each.
  await page.mouse.click(260, 10 + 12 + 32 + 5 + 32 + 5 + 32 + 5 + 28 + 10 + 11 + 27 * 7);
  await until('the author’s again', async () => !('surface-tension' in (await settings(page))));
  assert.deepEqual(await settings(page), author);
  assert.deepEqual(errors, []);
  await close();
});

engineTest('width and height are properties, and no value takes an attribute away', { timeout: 120_000 }, async ({ open }) => {
  const { page, errors, close } = await open('/blank.html');
  const seen = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    const tank = scope.build({ reveal: 'manual' });
    tank.removeAttribute('style');
    document.body.append(tank);
    document.adoptedStyleSheets = [];
    const sizes = () => [tank.width, tank.height, tank.getAttribute('width'), tank.getAttribute('height')];
    const without = sizes();
    Object.assign(tank, { width: 300, height: '150' });
    const set = [...sizes(), getComputedStyle(tank).aspectRatio];
    // As React does with a value that is undefined at the next rendering.
    for (const name of ['width', 'height', 'alt', 'poster', 'theme', 'touchAction', 'loading']) {
      tank[name] = tank[name] || 'auto';
      tank[name] = undefined;
    }
    return { without, set, left: ['width', 'height', 'alt', 'poster', 'theme', 'touch-action', 'loading'].filter((name) => tank.hasAttribute(name)) };
  });
  assert.deepEqual(seen, { without: [0, 0, null, null], set: [300, 150, '300', '150', '300 / 150'], left: [] });
  assert.deepEqual(errors, []);
  await close();
});

engineTest('a flag with the value "false" is on, and one message says so', { timeout: 120_000 }, async ({ open }) => {
  const { page, errors, close } = await open('/blank.html');
  await addTank(page, { particles: '500', controls: 'false', paused: 'false' });
  assert.equal(await callTank(page, 'controls'), true);
  assert.equal(await callTank(page, 'paused'), true);
  const told = () => messages(page).then((all) => all.filter((text) => /"false"/.test(text)).sort());
  const [controls, paused] = ['controls', 'paused'].map((name) => `${name}: "false" is on, as in HTML`);
  assert.deepEqual(await told(), [controls, paused]);
  await callTank(page, 'setAttribute', 'sound', 'false');
  await until('a message', async () => (await told()).length === 3);
  assert.deepEqual(errors, []);
  await close();
});
