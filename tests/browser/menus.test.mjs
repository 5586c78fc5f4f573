// Menu and help: in small tanks and windows, and in pages that change.

import assert from 'node:assert/strict';
import { engineCheck as check } from './engines.mjs';
import { until } from './harness.mjs';
import { addTank, callTank } from './tank.mjs';

/** @typedef {import('./harness.mjs').Page} Page */

const menuName = 'Picture, film, link and more';
const openMenu = (/** @type {Page} */ page) => page.getByRole('button', { name: menuName }).click();
/** The texts of the items that can be pressed at their middle, the height of the list, and whether it is in the window. @param {Page} page */
const menu = (page) => page.evaluate(() => {
  const root = /** @type {any} */ (window).tank.shadowRoot;
  const list = root.querySelector('[part=menu-list]');
  const { top, bottom, height } = list.getBoundingClientRect();
  const isInFront = (/** @type {Element} */ item) => {
    const box = item.getBoundingClientRect();
    return root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) === item;
  };
  return { height, inside: top >= 0 && bottom <= innerHeight, pressable: [...list.querySelectorAll('button')].filter(isInFront).map((item) => item.textContent) };
});

check('the menu of a flat tank is as high as its items, or as the window', async ({ page }) => {
  await addTank(page, { scene: 'honey', particles: '500', controls: '', style: 'width: 300px; height: 60px' });
  await openMenu(page);
  await until('all items', async () => (await menu(page)).pressable.length === 13);
  await page.evaluate(() => void (document.body.style.paddingTop = '520px'));
  await page.keyboard.press('Escape');
  await openMenu(page);
  const { height, inside } = await until('its items', async () => (await menu(page)).pressable.length > 8 && menu(page));
  assert.ok(inside && height > 400, `${height} px, ${inside ? '' : 'not '}in the window`);
});

check('an open menu follows its tank when the page scrolls', async ({ page }) => {
  await addTank(page, { scene: 'honey', particles: '500', controls: '', style: 'margin-top: 200px; width: 300px; height: 60px' });
  await page.evaluate(() => void (document.body.style.height = '3000px'));
  await openMenu(page);
  await until('open', async () => (await menu(page)).pressable.length > 0);
  const gap = () => page.evaluate(() => {
    const root = /** @type {any} */ (window).tank.shadowRoot;
    return root.querySelector('[part=menu-list]').getBoundingClientRect().top - root.querySelector('[part=menu]').getBoundingClientRect().bottom;
  });
  await page.evaluate(() => scrollTo(0, 180));
  await until('below its button', async () => Math.abs((await gap()) - 6) < 1);
});

check('without a whole screen the menu does not offer it, and the method says why', async ({ page }) => {
  await page.evaluate(() => void Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
  await addTank(page, { scene: 'honey', particles: '500', controls: '' });
  await openMenu(page);
  const { pressable } = await until('the menu', async () => (await menu(page)).pressable.length > 8 && menu(page));
  assert.ok(!pressable.includes('Whole screen'), pressable.join());
  assert.match(await page.evaluate(() => /** @type {any} */ (window).tank.toggleFullscreen().then(() => '', String)), /slosh: no whole screen in this browser or frame/);
});

check('menu and help close when their tank leaves its place, or loses its controls', async ({ page }) => {
  await addTank(page, { scene: 'honey', particles: '500', controls: '' });
  const state = () => page.evaluate(() => {
    const root = /** @type {any} */ (window).tank.shadowRoot;
    return [Boolean(root.querySelector('[part=help]')), !root.querySelector('[part=menu-list]').hidden, root.querySelector('[part=menu]').getAttribute('aria-expanded')];
  });
  const showHelp = async () => {
    await callTank(page, 'focus');
    await page.keyboard.press('?');
    await until('the help', async () => (await state())[0]);
  };
  const change = (/** @type {string} */ how) => page.evaluate(async (kind) => {
    const { tank } = /** @type {any} */ (window);
    if (kind === 'controls') return void (tank.controls = false);
    tank.remove();
    if (kind === 'later') await new Promise(requestAnimationFrame);
    document.body.append(tank);
  }, how);
  for (const how of ['at once', 'later']) {
    await showHelp();
    await change(how);
    await until(`no help: ${how}`, async () => !(await state())[0], 5);
    await openMenu(page);
    await until('the menu', async () => (await state())[1]);
    await change(how);
    assert.deepEqual(await state(), [false, false, 'false'], how);
  }
  await openMenu(page);
  await until('the menu', async () => (await state())[1]);
  await change('controls');
  assert.deepEqual(await state(), [false, false, 'false']);
});

check('the help begins at its title in a small window', async ({ page }) => {
  await addTank(page, { scene: 'honey', particles: '500', controls: '', style: 'width: 300px; height: 200px' });
  await callTank(page, 'focus');
  await page.keyboard.press('?');
  const { scrolls, at, focused } = await until('the help', () => page.evaluate(() => {
    const dialog = /** @type {any} */ (window).tank.shadowRoot.querySelector('[part=help]');
    return dialog && { scrolls: dialog.scrollHeight > dialog.clientHeight, at: dialog.scrollTop, focused: /** @type {ShadowRoot} */ (dialog.getRootNode()).activeElement?.id };
  }));
  assert.deepEqual([scrolls, at, focused], [true, 0, 'help-title']);
}, { viewport: { width: 320, height: 300 } });
