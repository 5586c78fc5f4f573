// What a reader has begun and does not end: a swipe that becomes a scroll, a key let go elsewhere, a slider, an eraser or a context
// that goes away in the middle.

import assert from 'node:assert/strict';
import { engineTest } from './engines.mjs';
import { screenshot, sleep, until } from './harness.mjs';
import { addTank, callTank, difference, loseContext, nextStats, statsAfter } from './tank.mjs';

const phone = { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const size = { viewport: { width: 800, height: 420 } };
const large = 'width: 800px; height: 420px';

/** The middle of a row of the panel of dam-break, CSS pixels. @param {number} index */
const row = (index) => 10 + 12 + 32 + 5 + 32 + 5 + 32 + 5 + 28 + 10 + 11 + 27 * index;
/** @param {import('./harness.mjs').Page} page */
const fieldIsOpen = (page) => page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.activeElement?.localName === 'input');
/** @param {import('./harness.mjs').Page} page @param {string} key */
const value = (page, key) => callTank(page, 'get', key);

// The touches of Firefox's driver scroll no page.
engineTest('a swipe that scrolls the page draws, pours and drops nothing', { timeout: 90_000, only: 'Chromium' }, async ({ open, log }) => {
  const { page, errors, close, finger } = await open('/blank.html', phone);
  await page.evaluate(() => void document.body.style.setProperty('height', '3000px'));
  await addTank(page, { scene: 'dam-break', particles: '400', controls: '', style: 'display: block; width: 360px; height: 300px' });
  await nextStats(page);
  for (const tool of ['pen', 'pour', 'drop']) {
    await callTank(page, 'set', 'tool', tool);
    await page.evaluate(() => scrollTo(0, 0));
    const before = await nextStats(page);
    await finger.drag([180, 240], [180, 60]);
    await until('the page has scrolled', () => page.evaluate(() => scrollY > 20));
    const after = await statsAfter(page, 10);
    log(`${tool}: ${after.particles} particles, ${after.bodies} bodies`);
    assert.deepEqual([after.particles, after.bodies], [before.particles, before.bodies], tool);
    assert.equal((await callTank(page, 'state')).settings.drawing ?? '', '', tool);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await callTank(page, 'set', 'tool', 'drop');
  await finger.tap(180, 120);
  await until('a tap drops a body', async () => (await nextStats(page)).bodies === 1);
  await callTank(page, 'set', 'tool', 'pen');
  await finger.drag([120, 200], [260, 206]);
  await until('a stroke sideways', async () => (await callTank(page, 'state')).settings.drawing);
  assert.deepEqual(errors, []);
  await close();
});

// Events of a script: a finger that rests, or a page that is busy, before the browser takes the swipe.
engineTest('a finger that rests, or is late, and then scrolls does nothing to the fluid', { timeout: 90_000, webkit: true }, async ({ open, log, engine }) => {
  const { page, errors, close } = await open('/blank.html', size);
  await page.evaluate(() => void document.body.style.setProperty('height', '3000px'));
  await addTank(page, { scene: 'dam-break', particles: '400', controls: '', style: 'display: block; width: 600px; height: 300px' });
  /** @param {string} tool @param {number} rest @param {number} busy milliseconds */
  const scroll = async (tool, rest, busy) => {
    await callTank(page, 'set', 'tool', tool);
    await nextStats(page);
    return page.evaluate(async ([restTime, busyTime]) => {
      const canvas = /** @type {any} */ (window).tank.canvas;
      const send = (/** @type {string} */ type, /** @type {number} */ y) =>
        canvas.dispatchEvent(new PointerEvent(type, { pointerId: 7, pointerType: 'touch', isPrimary: true, buttons: 1, clientX: 450, clientY: y, bubbles: true }));
      const worker = /** @type {any} */ (window).startedWorkers?.at(-1);
      /** @type {any[]} */
      const posted = [];
      if (worker) worker.postMessage = (/** @type {any[]} */ ...given) => {
        if (given[0].type === 'pointer') posted.push(...given[0].list);
        Worker.prototype.postMessage.apply(worker, /** @type {any} */ (given));
      };
      if (canvas.matches('.active')) canvas.blur();
      send('pointerdown', 200);
      await new Promise((done) => setTimeout(done, restTime));
      send('pointermove', 180);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      for (const start = performance.now(); performance.now() - start < busyTime; );
      send('pointercancel', 160);
      return posted.filter(({ type }) => type === 1).length;
    }, /** @type {const} */ ([rest, busy]));
  };
  for (const tool of ['pen', 'erase']) assert.equal(await scroll(tool, 700, 0), 0, `${tool}: no press`);
  for (const tool of ['pour', 'drop']) assert.equal(await scroll(tool, 300, 0), 0, `${tool}: no press before it is a long one`);
  const presses = engine === 'WebKit' ? 0 : 1; // there is no worker to listen to
  assert.equal(await scroll('drag', 300, 0), presses, 'a press that leaves nothing');
  for (const touch of ['pan-y', 'auto']) {
    await callTank(page, 'setAttribute', 'touch-action', touch);
    for (const tool of ['pen', 'pour', 'drag']) assert.equal(await scroll(tool, 0, 500), 0, `${tool}, ${touch}: no press`);
  }
  const { particles, bodies } = await statsAfter(page, (await nextStats(page)).steps + 5);
  log(`${particles} particles, ${bodies} bodies`);
  assert.deepEqual([particles, bodies, (await callTank(page, 'state')).settings.drawing ?? ''], [400, 0, '']);
  assert.deepEqual(errors, []);
  await close();
});

engineTest('a comparison that ends lets go of the eraser in its second half', { timeout: 60_000 }, async ({ open }) => {
  const { page, errors, close } = await open('/blank.html', size);
  await addTank(page, { scene: 'dam-break', particles: '500', controls: '', tool: 'erase', compare: 'gravity-y:-5', style: large });
  await nextStats(page);
  await page.mouse.click(600, 30);
  await page.keyboard.press('h');
  await sleep(1500); // the view moves to its new place
  await page.mouse.move(500, 310);
  await page.mouse.down();
  await page.mouse.move(505, 310);
  await until('it erases', async () => (await nextStats(page)).particles < 500);
  await callTank(page, 'set', 'compare', '');
  const { particles } = await statsAfter(page, (await nextStats(page)).steps + 20);
  await sleep(300);
  const later = await statsAfter(page, (await nextStats(page)).steps + 20);
  assert.equal(later.particles, particles, 'and then no longer');
  await page.mouse.up();
  assert.deepEqual(errors, []);
  await close();
});

engineTest('the panel has its texts after a lost context', { timeout: 60_000 }, async ({ open, log }) => {
  const { page, close } = await open('/blank.html', size);
  await addTank(page, { scene: 'dam-break', particles: '500', controls: '', paused: '', style: large });
  await nextStats(page);
  await page.mouse.move(600, 200);
  const panel = { x: 10, y: 10, width: 280, height: 330 };
  await sleep(500);
  const before = await screenshot(page, panel);
  await callTank(page, 'focus');
  await page.keyboard.press('h');
  await until('another picture without the panel', async () => (await difference(page, before, await screenshot(page, panel))).fraction > 0.3);
  await page.keyboard.press('h');
  await until('the panel', async () => (await difference(page, before, await screenshot(page, panel))).fraction < 0.01);
  await loseContext(page);
  await sleep(500);
  const { fraction } = await difference(page, before, await screenshot(page, panel));
  log(`${(100 * fraction).toFixed(2)} % of the panel differ`);
  assert.ok(fraction < 0.01, 'the same panel');
  await close();
});

engineTest('a key let go while a text field has the keys is up', { timeout: 60_000 }, async ({ open }) => {
  const { page, close } = await open('/blank.html', size);
  await addTank(page, { scene: 'dam-break', particles: '500', controls: '', style: large });
  await nextStats(page);
  await page.mouse.click(640, 120);
  await page.keyboard.down('p');
  await until('it pours', async () => (await nextStats(page)).particles > 500);
  await page.mouse.dblclick(210, row(3));
  await until('a text field', () => fieldIsOpen(page));
  await page.keyboard.up('p');
  await page.keyboard.press('Escape');
  await until('no text field', async () => !(await fieldIsOpen(page)));
  await page.mouse.move(640, 120);
  const { particles, steps } = await nextStats(page);
  const later = await until('later', async () => { const stats = await nextStats(page); return stats.steps > steps + 20 && stats; });
  assert.equal(later.particles, particles, 'it no longer pours');
  await close();
});

engineTest('a double press on a slider opens its field and leaves its value', { timeout: 60_000 }, async ({ open }) => {
  const { page, close } = await open('/blank.html', size);
  await addTank(page, { scene: 'dam-break', particles: '500', controls: '', style: large });
  await nextStats(page);
  const before = await value(page, 'gravity-y');
  await page.mouse.dblclick(250, row(2));
  await until('a text field', () => fieldIsOpen(page));
  await page.keyboard.press('Escape');
  await until('no text field', async () => !(await fieldIsOpen(page)));
  await statsAfter(page, 2);
  assert.equal(await value(page, 'gravity-y'), before);
  await close();
});

engineTest('a slider that is held when the panel closes changes nothing later', { timeout: 90_000 }, async ({ open }) => {
  const { page, close } = await open('/blank.html', size);
  await addTank(page, { scene: 'blobs', controls: '', style: large });
  await nextStats(page);
  await page.mouse.click(640, 120);
  await page.mouse.move(200, row(1));
  await page.mouse.down();
  const slider = { x: 148, y: row(1) - 10, width: 108, height: 20 };
  const rest = await screenshot(page, slider);
  await page.mouse.move(255, row(1), { steps: 5 });
  await until('the slider moves', async () => (await difference(page, rest, await screenshot(page, slider))).fraction > 0.1);
  await page.keyboard.press('h');
  await sleep(500);
  await page.mouse.up();
  await callTank(page, 'set', 'scene', 'jelly');
  await statsAfter(page, (await nextStats(page)).steps + 10);
  const own = await value(page, 'particles');
  await page.keyboard.press('h');
  await sleep(1000);
  assert.equal(await value(page, 'particles'), own);
  await close();
});
