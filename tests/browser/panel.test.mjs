// The panel as a visitor uses it: a finger scrolls it and holds its sliders, the scene's own choice of settings comes first, the
// search, the way back to the scene's values; the native inputs beside it; help, the grip of touch screens, the address.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { engineTest, withoutHint } from './engines.mjs';
import { screenshot, sleep, until } from './harness.mjs';
import { addTank, callTank, difference, nextStats, settings, statsAfter } from './tank.mjs';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const axe = readFileSync(fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');

/** @param {import('./engines.mjs').EngineContext['open']} open @param {string} query @param {import('./engines.mjs').TabOptions} [options] */
async function openLab(open, query, options) {
  const tab = await open(`/index.html${query}`, { init: withoutHint, ...options });
  await tab.page.evaluate((probe) => import(probe), '/probe.mjs');
  await until('the lab runs', () => tab.page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank'))?.stats));
  await tab.page.evaluate(() => void (/** @type {any} */ (window).tank = document.querySelector('slosh-tank')));
  return tab;
}

engineTest('a finger scrolls the panel from anywhere, holds a slider sideways, and taps', { timeout: 120_000 }, async ({ open, log }) => {
  const { page, errors, close, finger } = await openLab(open, '?scene=honey&particles=700', phone);
  const box = /** @type {any} */ (await page.locator('slosh-tank').boundingBox());
    await finger.tap(box.x + 26, box.y + 26);
  await sleep(1500);
  // The panel covers the lower part of the tank; its rows have their sliders at the right.
  const panel = { x: box.x + 10, y: Math.round(box.y + 0.56 * box.height + 88), width: box.width - 20, height: Math.round(0.44 * box.height - 110) };
  const at = (/** @type {number} */ part) => [box.x + 0.62 * box.width, panel.y + part * panel.height];
  const before = await settings(page);
  const picture = await screenshot(page, panel);
  await finger.drag(at(0.8), at(0.1));
  const { fraction } = await difference(page, picture, await screenshot(page, panel));
  log(`scrolled: ${(100 * fraction).toFixed(1)} % of the pixels`);
  assert.ok(fraction > 0.03, 'the panel scrolls');
  assert.deepEqual(await settings(page), before, 'and no slider moves');
  await finger.drag(at(0.1), at(0.95));
  await sleep(300);
  // The third row is gravity-y, below the presets and the number of particles.
  const row = (/** @type {number} */ index) => panel.y + 20 + 38 * index;
  await finger.drag([box.x + 0.6 * box.width, row(2)], [box.x + 0.8 * box.width, row(2)]);
  const { 'gravity-y': gravity, ...others } = await until('gravity', async () => 'gravity-y' in (await settings(page)) && settings(page));
  assert.deepEqual(others, before, 'only this one');
  log(`gravity-y ${gravity}`);
  // The arrow at its right takes it back.
  await finger.tap(box.x + box.width - 41, row(2));
  await until('the own gravity', async () => !('gravity-y' in (await settings(page))));
  assert.deepEqual(errors, []);
  await close();
});

engineTest('the scene’s main settings come first; the transport stays; search; reset all', { timeout: 180_000 }, async ({ open }) => {
  const { page, errors, close } = await open('/blank.html', { viewport: { width: 800, height: 420 } });
  await addTank(page, { scene: 'dam-break', particles: '600', controls: '', style: 'width: 800px; height: 420px' });
  await nextStats(page);
  const type = async (/** @type {number} */ y, /** @type {string} */ text) => {
    await page.keyboard.down('Control');
    await page.mouse.click(210, y);
    await page.keyboard.up('Control');
    await sleep(400); // another text field may have been active
    await until('a text field', () => page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.activeElement?.localName === 'input'));
    await page.keyboard.type(text);
    await sleep(300);
    await page.keyboard.press('Enter');
    await sleep(400);
  };
  // In pixels: edge, padding, two rows of buttons, tools, two lines of the hint; a row is 22 high, with a gap of 5.
  const first = 10 + 12 + 32 + 5 + 32 + 5 + 32 + 5 + 28 + 10;
  const row = (/** @type {number} */ index) => first + 11 + 27 * index;
  await type(row(2), '-5');
  await until('gravity', async () => (await callTank(page, 'get', 'gravity-y')) === -5);
  await type(row(3), '0.01');
  await until('viscosity', async () => (await callTank(page, 'get', 'viscosity')) === 0.01);

  // Scrolled to its end, the button that pauses is where it was.
  await page.mouse.move(140, 330);
  for (let i = 0; i < 10; i++) await page.mouse.wheel(0, 300);
  await sleep(400);
  await page.mouse.click(10 + 12 + 16, 10 + 12 + 32 + 5 + 16);
  await until('paused', () => callTank(page, 'paused'));
  await page.mouse.move(140, 330);
  for (let i = 0; i < 10; i++) await page.mouse.wheel(0, -300);
  await sleep(400);

  // The search is below the presets and the six rows. What it finds is the first row below it.
  const search = row(7);
  await page.mouse.click(80, search);
  await until('a text field', () => page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.activeElement?.localName === 'input'));
  await page.keyboard.type('artificial');
  await sleep(600);
  // With a text the rows above it go.
  await type(row(1), '0.2');
  await until('found', async () => (await callTank(page, 'get', 'artificial-viscosity')) === 0.2);
  assert.deepEqual(Object.keys(await settings(page)).sort(), ['artificial-viscosity', 'gravity-y', 'particles', 'viscosity']);
  // "Reset all" is beside the search.
  await page.mouse.click(260, row(0));
  await until('all but the author’s', async () => JSON.stringify(await settings(page)) === '{"particles":600}');
  assert.deepEqual(errors, []);
  await close();
});

engineTest('the panel speaks the language of its page, or what the page adds', { timeout: 180_000 }, async ({ open, log }) => {
  for (const { lang, text, names, title } of [
    { lang: 'de-AT', text: 'künstl', names: ['Teilchen', 'Schwerkraft y', 'Viskosität'], title: 'Einstellungen' },
    { lang: 'fr', text: 'vélocité', names: ['particles', 'Pesanteur', 'viscosity'], title: 'Settings' },
    { lang: 'en', text: 'artificial', names: ['particles', 'gravity y', 'viscosity'], title: 'Settings' },
  ]) {
    const { page, errors, close } = await open('/blank.html', { viewport: { width: 800, height: 420 } });
    await page.evaluate(async (script) => {
      await import(script);
      const { texts } = /** @type {any} */ (customElements.get('slosh-tank'));
      texts.fr = { panel: { 'parameter gravity-y': 'Pesanteur', 'parameter artificial-viscosity': 'Vélocité amortie', 'Reset all': '', Search: null } };
    }, '/slosh.js');
    await addTank(page, { scene: 'dam-break', particles: '600', controls: '', lang, style: 'width: 800px; height: 420px' });
    await nextStats(page);
    const [heading, ...labels] = await until('the native inputs', () => page.evaluate(() => {
      const list = /** @type {any} */ (window).tank.shadowRoot.querySelector('[part=settings]');
      return list?.querySelector('label') && [...list.querySelectorAll('h3, label')].map((each) => each.textContent);
    }));
    log(`${lang}: ${heading}: ${labels.join(', ')}`);
    assert.equal(heading, title);
    for (const name of names) assert.ok(labels.includes(name), `${name} in ${labels}`);
    // The search of the panel, which is drawn, finds the setting by its name in that language.
    const inField = () => page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.activeElement?.localName === 'input');
    const first = 182, row = (/** @type {number} */ index) => first + 27 * index;
    await page.mouse.click(80, row(7));
    await until('a text field', inField);
    await page.keyboard.type(text);
    await sleep(600);
    await page.keyboard.down('Control');
    await page.mouse.click(210, row(1));
    await page.keyboard.up('Control');
    await sleep(400);
    await until('a text field', inField);
    await page.keyboard.type('0.2');
    await sleep(300);
    await page.keyboard.press('Enter');
    await until('found', async () => (await callTank(page, 'get', 'artificial-viscosity')) === 0.2);
    assert.deepEqual(errors, []);
    await close();
  }
});

engineTest('presets, chance, and the way back', { timeout: 120_000 }, async ({ open, log }) => {
  const { page, errors, close } = await open('/blank.html', { viewport: { width: 800, height: 600 } });
  await addTank(page, { scene: 'dam-break', particles: '500', controls: '', style: 'width: 800px; height: 600px' });
  await nextStats(page);
  const own = await settings(page);
  const keys = (/** @type {Record<string, unknown>} */ values) => Object.keys(values).filter((key) => key !== 'particles').sort().join();
  // In pixels: the middle of the row of presets; the entries of its list are 19 high.
  await page.mouse.click(100, 182);
  await sleep(500);
  await page.mouse.click(100, 182 + 25 + 19 * 2);
  const preset = await until('a preset', async () => keys(await settings(page)) !== '' && settings(page));
  log(JSON.stringify(preset));
  await sleep(900);
  await page.mouse.click(271, 182);
  const chance = await until('chance', async () => !['', keys(preset)].includes(keys(await settings(page))) && settings(page));
  log(JSON.stringify(chance));
  assert.deepEqual([preset.particles, chance.particles], [500, 500], 'both keep what the author has set');
  await page.evaluate(() => /** @type {any} */ (window).tank.focus());
  const back = async (/** @type {string} */ press, /** @type {Record<string, unknown>} */ to) => {
    await page.keyboard.press(press);
    await until(`${press}: ${JSON.stringify(to)}`, async () => JSON.stringify(Object.entries(await settings(page)).sort()) === JSON.stringify(Object.entries(to).sort()));
  };
  await back('Control+z', preset);
  await back('Control+z', own);
  await page.keyboard.press('Control+z');
  await sleep(400);
  assert.deepEqual(await settings(page), own, 'attributes are not taken back');
  await back('Control+Shift+Z', preset);
  await back('Control+y', chance);
  assert.deepEqual(errors, []);
  await close();
});

engineTest('a closed panel stays closed with the module of another family', { timeout: 120_000 }, async ({ open }) => {
  const { page, errors, close } = await open('/blank.html', { viewport: { width: 800, height: 600 } });
  await addTank(page, { scene: 'honey', particles: '500', controls: '', style: 'width: 800px; height: 600px' });
  await nextStats(page);
  const corner = { x: 20, y: 20, width: 250, height: 150 };
  /** Whether the panel is dark over this corner. */
  const isOpen = async () => (await difference(page, await screenshot(page, corner), shown)).fraction < 0.3;
  await sleep(500);
  const shown = await screenshot(page, corner);
  await page.evaluate(() => /** @type {any} */ (window).tank.focus());
  await page.keyboard.press('h');
  await until('closed', async () => !(await isOpen()));
  for (const scene of ['dam-break', 'microbes', 'honey']) {
    await callTank(page, 'set', 'scene', scene);
    await until(scene, async () => (await nextStats(page)) && (await callTank(page, 'state')).scene === scene);
    await statsAfter(page, (await nextStats(page)).steps + 5);
    assert.equal(await isOpen(), false, scene);
  }
  await page.keyboard.press('h');
  await until('open', isOpen);
  await callTank(page, 'set', 'scene', 'dam-break');
  await until('another family', async () => (await nextStats(page)) && (await callTank(page, 'state')).scene === 'dam-break');
  await until('still open', isOpen);
  assert.deepEqual(errors, []);
  await close();
});

engineTest('native inputs of the main settings follow the canvas, in step with the panel', { timeout: 120_000 }, async ({ open }) => {
  const { page, errors, close } = await openLab(open, '?scene=dam-break&particles=600', { viewport: { width: 1000, height: 700 } });
  const group = page.getByRole('group', { name: 'Settings' });
  await until('the inputs', async () => (await group.getByRole('slider').count()) === 4);
  assert.equal(await group.getByRole('combobox').count(), 2);
  await page.evaluate(() => {
    /** @type {any} */ (window).violations = async (/** @type {string} */ source) => {
      new Function(source)();
      return (await /** @type {any} */ (window).axe.run()).violations.map((/** @type {any} */ { id }) => id);
    };
  });
  await page.getByRole('link', { name: 'Skip to the tank' }).focus();
  await page.keyboard.press('Enter');
  const focused = () => page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.activeElement?.id || /** @type {any} */ (window).tank.shadowRoot.activeElement?.localName);
  assert.equal(await focused(), 'canvas');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'setting-particles');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  const gravity = await until('gravity', async () => (await settings(page))['gravity-y']);
  assert.ok(Number(gravity) > -9.81, String(gravity));
  const slider = group.getByRole('slider', { name: 'gravity y' });
  assert.match(String(await slider.getAttribute('aria-valuetext')), /^-?[\d.]+ m\/s²$/);
  await callTank(page, 'set', 'gravity-y', -3);
  await until('in step', async () => (await slider.getAttribute('aria-valuetext')) === '-3 m/s²');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'setting-style');
  await page.keyboard.press('ArrowDown');
  await until('another style', async () => (await callTank(page, 'get', 'style')) === 'metaballs');
  assert.deepEqual(await page.evaluate((source) => /** @type {any} */ (window).violations(source), axe), []);
  // Another scene, another choice.
  await callTank(page, 'set', 'scene', 'jelly');
  await until('those of jelly', async () => (await group.getByRole('slider', { name: 'plasticity' }).count()) === 1);
  assert.deepEqual(errors, []);
  await close();
});

engineTest('the key ? shows all keys and gestures', { timeout: 60_000 }, async ({ open }) => {
  const { page, errors, close } = await openLab(open, '?scene=tank-3d&particles=1000');
  await page.evaluate(() => /** @type {any} */ (window).tank.focus());
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys and gestures' });
  await help.waitFor();
  assert.match(await help.innerText(), /look around[^]*pause and go on[^]*show or hide the panel/);
  await page.keyboard.press('Escape');
  await until('closed', async () => (await help.count()) === 0);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.activeElement?.localName), 'canvas');
  assert.deepEqual(errors, []);
  await close();
});

engineTest('on a touch screen one finger can move the container of a 3D scene', { timeout: 120_000 }, async ({ open, log }) => {
  const { page, errors, close, finger } = await openLab(open, '?scene=tank-3d&particles=600&artificial-viscosity=1&style=points', { ...phone, deviceScaleFactor: 1 });
  await statsAfter(page, 60);
  const grip = page.getByRole('button', { name: 'Move the container with one finger' });
  const box = /** @type {any} */ (await page.locator('slosh-tank').boundingBox());
    const middle = [box.x + 0.5 * box.width, box.y + 0.5 * box.height];
  const shake = async () => {
    const rest = (await nextStats(page)).kineticEnergy;
    for (let i = 0; i < 3; i++) {
      await finger.drag(middle, [Number(middle[0]) + 90, Number(middle[1])]);
      await finger.drag(middle, [Number(middle[0]) - 90, Number(middle[1])]);
    }
    return (await nextStats(page)).kineticEnergy / rest;
  };
  await until('calm', async () => (await nextStats(page)).kineticEnergy < 2, 60);
  const turned = await shake();
  await grip.click();
  assert.equal(await grip.getAttribute('aria-pressed'), 'true');
  const moved = await shake();
  log(`energy times ${turned.toFixed(2)}, with the grip ${moved.toFixed(2)}`);
  assert.ok(moved > 3 * turned, `${moved} against ${turned}`);
  await callTank(page, 'set', 'scene', 'dam-break');
  await until('no grip in 2D', async () => !(await grip.isVisible()), 60);
  assert.deepEqual(errors, []);
  await close();
});

engineTest('the address has what differs from the scene, also after back and forward', { timeout: 120_000 }, async ({ open }) => {
  const { page, errors, close } = await openLab(open, '?scene=honey&particles=600&friction=rough&paused', { viewport: { width: 1000, height: 700 } });
  const query = () => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.search)));
  await callTank(page, 'set', 'gravity-y', -20);
  await callTank(page, 'play');
  await until('in the address', async () => (await query())['gravity-y'] === '-20');
  assert.deepEqual(Object.keys(await query()).sort(), ['gravity-y', 'particles', 'paused', 'scene']);
  await page.locator('#gallery a[href="?scene=jelly"]').click();
  await until('jelly', async () => (await callTank(page, 'state')).scene === 'jelly' && (await nextStats(page)));
  await until('its own values', async () => Object.keys(await query()).filter((key) => key !== 'paused').join() === 'scene');
  await page.goBack();
  await until('honey as it was', async () => {
    const { scene, settings: now } = await callTank(page, 'state');
    return scene === 'honey' && now['gravity-y'] === -20 && now.particles === 600;
  });
  await page.goForward();
  await until('jelly again', async () => (await callTank(page, 'state')).scene === 'jelly' && !('gravity-y' in (await settings(page))));
  assert.deepEqual(errors, []);
  await close();
});
