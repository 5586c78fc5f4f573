// Menu, help, native inputs and the text field of the panel: in small tanks and windows, in dialogs, and in pages that change.

import assert from 'node:assert/strict';
import { engineCheck as check, engineTest } from './engines.mjs';
import { after } from 'node:test';
import { sleep, startSite, until } from './harness.mjs';
import { addTank, callTank, messages, nextStats } from './tank.mjs';

const away = await startSite();
after(() => away.close());

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

check('the menu leaves its button free in a low window', async ({ page }) => {
  await addTank(page, { scene: 'honey', particles: '500', controls: '', style: 'width: 500px; height: 300px' });
  await openMenu(page);
  await until('open', async () => (await menu(page)).pressable.length > 5);
  const { overlaps, inside } = await page.evaluate(() => {
    const root = /** @type {any} */ (window).tank.shadowRoot;
    const [list, button] = ['menu-list', 'menu'].map((part) => root.querySelector(`[part=${part}]`).getBoundingClientRect());
    return {
      overlaps: list.left < button.right && list.right > button.left && list.top < button.bottom && list.bottom > button.top,
      inside: list.left >= 0 && list.right <= innerWidth && list.top >= 0 && list.bottom <= innerHeight,
    };
  });
  assert.deepEqual([overlaps, inside], [false, true]);
  await page.mouse.click(500 - 26, 26);
  await until('its button closes it', async () => (await menu(page)).height === 0);
}, { viewport: { width: 600, height: 320 } });

check('the menu offers no film where none can be made, and tells in the language of the page what is not possible', async ({ page }) => {
  await page.evaluate(() => {
    document.documentElement.lang = 'de';
    MediaRecorder.isTypeSupported = () => false;
  });
  await addTank(page, { scene: 'honey', particles: '500', controls: '' });
  await page.getByRole('button', { name: 'Bild, Film, Link und mehr' }).click();
  const { pressable } = await until('the menu', async () => (await menu(page)).pressable.length > 8 && menu(page));
  assert.deepEqual(pressable.filter((text) => /aufnehmen/.test(text ?? '')), []);
  await page.evaluate(() => {
    const { tank } = /** @type {any} */ (window);
    tank.toBlob = () => Promise.reject(new Error('slosh: no picture: the graphics context is lost'));
    [...tank.shadowRoot.querySelectorAll('[part=menu-list] button')].find((item) => item.textContent === 'Bild sichern').click();
  });
  await until('a note', async () => (await menu(page)).pressable.includes('Nicht möglich: es entsteht kein Bild'));
});

check('a note that is longer than its item is no error of the window', async ({ page }) => {
  await page.evaluate(() => {
    const scope = /** @type {any} */ (window);
    scope.windowErrors = [];
    addEventListener('error', (event) => scope.windowErrors.push(event.message));
  });
  await addTank(page, { scene: 'honey', particles: '500', controls: '', style: 'width: 300px; height: 60px' });
  await openMenu(page);
  await until('open', async () => (await menu(page)).pressable.length > 5);
  for (const length of [10, 3, 14]) {
    await page.evaluate((letters) => void (/** @type {any} */ (window).tank.shadowRoot.querySelector('[part=menu-list] button').textContent = 'a word '.repeat(letters)), length);
    await sleep(200);
  }
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).windowErrors), []);
});

engineTest('what was pressed while the network was away can be pressed again, and the reader is told', { timeout: 90_000 }, async ({ open }) => {
  const { page, close } = await open(`${away.url}/blank.html`);
  await addTank(page, { scene: 'honey', particles: '500', controls: '' });
  await nextStats(page);
  const notes = () => page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.querySelectorAll('.note').length);
  const parts = () => page.evaluate(() => ['help', 'menu-list'].map((part) => Boolean(/** @type {any} */ (window).tank.shadowRoot.querySelector(`[part=${part}]`)?.checkVisibility())));
  const film = () => page.evaluate(() => /** @type {any} */ (window).tank.record({ seconds: 0.3 }).then(() => 'made', String));
  away.offline.paths = /./;
  await openMenu(page);
  await until('a note', async () => (await notes()) === 1);
  await callTank(page, 'focus');
  await page.keyboard.press('?');
  await until('another', async () => (await notes()) === 2);
  await callTank(page, 'setAttribute', 'sound', '');
  await until('a third', async () => (await notes()) === 3);
  assert.notEqual(await film(), 'made');
  assert.deepEqual((await messages(page)).map((text) => text.split(':')[0]), ['the menu', 'the help', 'sound']);
  assert.deepEqual(await parts(), [false, false]);
  away.offline.paths = null;
  assert.equal(await film(), 'made');
  await callTank(page, 'removeAttribute', 'sound');
  await callTank(page, 'setAttribute', 'sound', '');
  await callTank(page, 'focus');
  await page.keyboard.press('?');
  await until('the help', async () => (await parts())[0]);
  await page.keyboard.press('Escape');
  await openMenu(page);
  await until('the menu', async () => (await parts())[1]);
  await sleep(300);
  assert.equal((await messages(page)).length, 3);
  await close();
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

for (const [width, height] of [[268, 400], [300, 300], [400, 150], [800, 420]])
  check(`the native inputs fit into a tank of ${width} x ${height}`, async ({ page }) => {
    await addTank(page, { scene: 'dam-break', particles: '500', controls: '', style: `width: ${width}px; height: ${height}px` });
    await until('the inputs', () => page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.querySelectorAll('[part=settings] :is(input, select)').length === 6));
    const faults = await page.evaluate(() => {
      const { tank } = /** @type {any} */ (window);
      const root = tank.shadowRoot, list = root.querySelector('[part=settings]');
      const isIn = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) => a.left >= b.left && a.right <= b.right + 0.5 && a.top >= b.top && a.bottom <= b.bottom + 0.5;
      const faults = [];
      for (const input of list.querySelectorAll('input, select')) {
        input.focus();
        const box = input.getBoundingClientRect();
        if (!isIn(list.getBoundingClientRect(), tank.getBoundingClientRect())) faults.push('the list');
        if (!isIn(box, list.getBoundingClientRect()) || root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) !== input) faults.push(input.id);
        if (box.width < 50 && input.type === 'range') faults.push(`${input.id}: ${box.width} px wide`);
      }
      const area = list.getBoundingClientRect();
      for (const part of list.querySelectorAll('label, output'))
        if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth || part.getBoundingClientRect().right > area.right) faults.push(part.textContent);
      if (list.scrollWidth > list.clientWidth) faults.push('wider than its box');
      return faults;
    });
    assert.deepEqual(faults, []);
  });

check('native inputs: one change writes one value, which is not announced twice, and numbers run from left to right', async ({ page }) => {
  await page.evaluate(() => void (document.documentElement.dir = 'rtl'));
  await addTank(page, { scene: 'dam-break', particles: '500', controls: '' });
  await until('the inputs', () => page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.querySelector('#setting-gravity-y') !== null));
  const result = await page.evaluate(async () => {
    const { tank } = /** @type {any} */ (window);
    const list = tank.shadowRoot.querySelector('[part=settings]'), slider = list.querySelector('#setting-gravity-y');
    const outputs = [...list.querySelectorAll('output')];
    /** @type {Set<string>} */
    const written = new Set();
    const record = (/** @type {MutationRecord[]} */ records) => {
      for (const { target } of records) written.add(/** @type {any} */ (target).htmlFor?.value ?? /** @type {any} */ (target).id);
    };
    const observer = new MutationObserver(record);
    observer.observe(list, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['aria-valuetext'] });
    tank.set('gravity-y', -3);
    while (slider.getAttribute('aria-valuetext') !== '-3 m/s²') await new Promise(requestAnimationFrame);
    record(observer.takeRecords());
    const live = outputs.map((output) => output.getAttribute('aria-live'));
    return { written: [...written], live: [...new Set(live)], directions: [...new Set([slider, ...outputs].map((part) => getComputedStyle(part).direction))] };
  });
  assert.deepEqual(result, { written: ['setting-gravity-y'], live: ['off'], directions: ['ltr'] });
});

/** A tank whose search field is at (80, 371). @param {Page} page */
async function addPanel(page) {
  await addTank(page, { scene: 'dam-break', particles: '600', controls: '', style: 'width: 800px; height: 420px' });
  await nextStats(page);
}
const inField = (/** @type {Page} */ page) => page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.activeElement?.localName === 'input');

check('Escape in a text field of the panel leaves the dialog of the page open', async ({ page }) => {
  await addPanel(page);
  await page.evaluate(() => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.style.cssText = 'margin: 0; border: 0; padding: 0; max-width: none; max-height: none';
    dialog.append(/** @type {any} */ (window).tank);
    dialog.showModal();
  });
  await page.mouse.click(80, 371);
  await until('a text field', () => inField(page));
  await page.keyboard.press('Escape');
  await until('the canvas', async () => !(await inField(page)));
  assert.ok(await page.evaluate(() => document.querySelector('dialog')?.open));
});

check('the focus of a text field is where it was pressed, so that no keyboard of the screen covers it', async ({ page }) => {
  await addPanel(page);
  await page.mouse.click(80, 371);
  await until('a text field', () => inField(page));
  const { x, y } = await page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.activeElement.getBoundingClientRect().toJSON());
  assert.ok(Math.abs(x - 80) < 2 && Math.abs(y - 371) < 2, `${x}, ${y}`);
});

check('a panel over the whole of a small tank has no buttons of the page above it, nor a legend', async ({ page }) => {
  await addTank(page, { scene: 'dam-break', particles: '500', controls: '', 'colour-by': 'speed', style: 'width: 328px; height: 328px' });
  await nextStats(page);
  const box = await page.evaluate(() => {
    const { x, y, width } = /** @type {any} */ (window).tank.getBoundingClientRect();
    return { x, y, width };
  });
  const shown = () => page.evaluate(() => ['buttons', 'legend'].map((part) => /** @type {any} */ (window).tank.shadowRoot.querySelector(`[part=${part}]`).checkVisibility()));
  await until('buttons and legend', async () => (await shown()).every(Boolean));
  await page.mouse.click(box.x + 26, box.y + 26);
  await until('the panel alone', async () => !(await shown()).some(Boolean));
  const right = Math.min(10 + 284, box.width - 10); // of the panel
  await page.mouse.click(box.x + right - 12 - 16, box.y + 10 + 12 + 16);
  await until('its cross closes it', async () => (await shown()).every(Boolean));
});
