// Drawing obstacles with the pen, in 2D and in 3D; the eraser; undo; the drawing in state and link.

import assert from 'node:assert/strict';
import { engineTest } from './engines.mjs';
import { sleep, until } from './harness.mjs';
import { callTank, difference, messages, picture, statsAfter, stepBy } from './tank.mjs';

const phone = { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** A tank with a panel. @param {import('./engines.mjs').EngineContext['open']} open @param {string} query @param {import('./engines.mjs').TabOptions} [options] */
async function openTank(open, query, options = { viewport: { width: 700, height: 500 } }) {
  const tab = await open(`/embed.html?controls&${query}`, options);
  await tab.page.evaluate((probe) => import(probe), '/probe.mjs');
  await tab.page.evaluate(() => {
    const tank = /** @type {any} */ (document.querySelector('slosh-tank'));
    Object.assign(window, { tank, told: [] });
    tank.addEventListener('message', (/** @type {CustomEvent} */ event) => /** @type {any} */ (window).told.push(event.detail.text));
  });
  await until('it runs', () => callTank(tab.page, 'stats'));
  return tab;
}
/** @typedef {import('./harness.mjs').Page} Page */
/** @param {Page} page @returns {Promise<string>} */
const drawing = async (page) => (await callTank(page, 'state')).settings.drawing ?? '';
/** What is drawn when all events of the pointer have arrived: it no longer changes. @param {Page} page @param {(text: string) => boolean} is */
const drawn = (page, is) => until('a drawing', async () => {
  const text = await drawing(page);
  await sleep(250);
  return is(text) && text === (await drawing(page)) && text;
});
const bodies = async (/** @type {Page} */ page) => (await callTank(page, 'stats')).bodies;
const told = (/** @type {Page} */ page) => page.evaluate(() => /** @type {any} */ (window).told);

/** @param {Page} page @param {number[][]} points pixels @param {number} [steps] events from one to the next */
async function stroke(page, points, steps = 6) {
  const [[x0 = 0, y0 = 0] = [], ...others] = points;
  await page.mouse.move(x0, y0);
  await page.mouse.down();
  for (const [x = 0, y = 0] of others) await page.mouse.move(x, y, { steps });
  await page.mouse.up();
}

engineTest('the pen leaves strokes that stay, are taken back, erased, and are in the link', { timeout: 90_000 }, async ({ open }) => {
  const { page, errors, close } = await openTank(open, 'scene=dam-break&particles=900&tool=pen');
  await callTank(page, 'set', 'gravity-y', -9); // a change before
  await stroke(page, [[330, 200], [400, 260], [480, 200]]);
  const first = await drawn(page, Boolean);
  assert.match(first, /^l\d+(\.-?\d+){6,}$/);
  await until('its obstacles', async () => (await bodies(page)) >= 2);
  await stroke(page, [[330, 320], [480, 320]]);
  const both = await drawn(page, (text) => text.includes('_'));
  assert.ok(both.startsWith(`${first}_l`), both);

  const link = new URL(await callTank(page, 'link'));
  const lab = await open(link.pathname + link.search);
  await until('the lab has it', () => lab.page.evaluate((text) => {
    const tank = /** @type {any} */ (document.querySelector('slosh-tank'));
    return tank?.stats?.bodies >= 3 && tank.state.settings.drawing === text && location.search.includes(`drawing=${text}`);
  }, both));
  await lab.close();
  assert.match(await callTank(page, 'embedCode'), /drawing="l.*" controls=""/);

  // A stroke has a part for each two neighbouring corners.
  const parts = async () => (await drawing(page)).split('_').reduce((sum, piece) => sum + (piece.split('.').length - 1) / 2 - 1, 0);
  const areAllThere = async () => (await bodies(page)) === (await parts());
  await until('all parts', areAllThere);
  await callTank(page, 'reset');
  await sleep(700);
  await until('a restart keeps them', areAllThere);
  assert.equal(await drawing(page), both);

  await page.keyboard.press('Control+z');
  await until('the second stroke is taken back', async () => (await drawing(page)) === first);
  await page.keyboard.press('Control+z');
  await until('the first, too', async () => (await drawing(page)) === '');
  assert.equal((await callTank(page, 'state')).settings['gravity-y'], -9, 'and nothing else');
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  await until('both again', async () => (await drawing(page)) === both);

  await callTank(page, 'set', 'tool', 'erase');
  await stroke(page, [[405, 322], [405, 318]]);
  await until('the second is erased', async () => (await drawing(page)) === first);
  await callTank(page, 'set', 'tool', 'drag');

  await callTank(page, 'set', 'drawing', 'l30.1');
  await until('a message', async () => /^drawing: positions are whole numbers/.test((await told(page)).join()));
  assert.equal(await drawing(page), first, 'and what was there stays');
  await callTank(page, 'set', 'scene', 'boats');
  await until('another scene has none', async () => (await callTank(page, 'state')).scene === 'boats' && (await drawing(page)) === '');
  assert.equal((await told(page)).length, 1);
  assert.deepEqual(errors, []);
  await close();
});

// In each family of solvers, also in those without rigid bodies. The pieces are in the picture, and in the link.
for (const [scene, y] of Object.entries({ blobs: 250, microbes: 250, 'dam-break-pcisph': 180 }))
  engineTest(`the pen leaves strokes in ${scene}, seen in the picture, also after a restart and from a link`, { timeout: 90_000 }, async ({ open }) => {
    const { page, errors, close } = await openTank(open, `scene=${scene}&particles=900&tool=pen&pen-width=7`);
    await statsAfter(page, 20);
    await stroke(page, [[430, y], [530, y + 12]]);
    const text = await drawn(page, Boolean);
    await until('it is an obstacle', async () => (await bodies(page)) >= 1);
    await sleep(1500); // it grows
    /** The part of the pixels along the stroke that have the grey of obstacles and their edges. */
    const grey = () => page.evaluate(async ([height = 0]) => {
      const scope = /** @type {any} */ (window);
      const { data, width } = await scope.pixelsOf(await scope.picture(scope.tank));
      let count = 0;
      for (let x = 440; x <= 520; x++) {
        const at = 4 * (Math.round(height + ((x - 430) * 12) / 100) * width + x);
        const [r, g, b] = data.slice(at, at + 3);
        if (Math.max(r, g, b) - Math.min(r, g, b) < 40 && r < 150) count++;
      }
      return count / 81;
    }, [y]);
    assert.ok((await grey()) > 0.9, `${await grey()} of the stroke are grey`);
    await callTank(page, 'reset');
    await sleep(1500);
    assert.equal(await drawing(page), text, 'it stays');
    assert.ok((await grey()) > 0.9, 'seen after a restart');
    const link = String(await page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank')).link));
    assert.ok(new URL(link).searchParams.get('drawing') === text, link);
    await callTank(page, 'set', 'drawing', '');
    await until('gone', async () => (await bodies(page)) === 0);
    assert.deepEqual(await told(page), []);
    assert.deepEqual(errors, []);
    await close();
  });

engineTest('a paused tank shows what is drawn at once', { timeout: 60_000 }, async ({ open }) => {
  const { page, close } = await openTank(open, 'scene=dam-break&particles=600&paused&tool=pen&pen-width=8');
  await sleep(300);
  const before = await picture(page);
  await stroke(page, [[330, 150], [520, 150]]);
  await until('a stroke', () => drawing(page));
  const { fraction } = await difference(page, before, await picture(page));
  assert.ok(fraction > 0.01, `${(100 * fraction).toFixed(2)} % of the picture are another`);
  await close();
});

engineTest('a finger draws, places boxes in 3D and erases them, at two pixels a point', { timeout: 90_000 }, async ({ open }) => {
  const flat = await openTank(open, 'scene=dam-break-pcisph&particles=700&tool=pen', phone);
  await flat.finger.start(120, 320);
  for (const [x = 0, y = 0] of [[160, 340], [200, 350], [240, 340], [280, 330]]) await flat.finger.move(x, y);
  await flat.finger.end();
  const text = await until('a stroke', () => drawing(flat.page));
  assert.match(text, /^l\d+(\.-?\d+){4,}$/);
  await flat.close();

  const deep = await openTank(open, 'scene=flip-dam-break&particles=800&style=points&foam=0&tool=pen&pen-width=20', { ...phone, viewport: { width: 300, height: 240 } });
  const { tap, drag } = deep.finger;
  await tap(115, 130);
  await until('a box', async () => /^b\d+(\.-?\d+){3}$/.test(await drawing(deep.page)));
  await until('it is an obstacle', async () => (await bodies(deep.page)) === 1);
  await callTank(deep.page, 'set', 'pen-shape', 'ball');
  await tap(200, 130);
  await until('a ball', async () => /_o\d+(\.-?\d+){3}$/.test(await drawing(deep.page)));
  await callTank(deep.page, 'set', 'tool', 'erase');
  await sleep(1500); // they grow
  await tap(115, 127);
  await until('the box is gone', async () => /^o[^_]+$/.test(await drawing(deep.page)));
  const eye = async () => (await callTank(deep.page, 'state')).settings.eye;
  assert.equal(await eye(), undefined);
  await drag([285, 220], [210, 220]);
  await until('beside the tank a finger turns the view', eye);
  assert.deepEqual(await told(deep.page), []);
  await deep.close();
});

// Where the press meets a stroke the eraser takes that alone; else fluid, also on a fast way, until the pointer is up.
engineTest('the eraser takes fluid out, in 2D and in 3D, also while paused', { timeout: 150_000 }, async ({ open, log }) => {
  for (const query of ['scene=dam-break&particles=900', 'scene=blobs&particles=900', 'scene=flip-dam-break&particles=2000&style=points&foam=0']) {
    const { page, errors, close } = await openTank(open, `${query}&tool=erase&pen-width=12`);
    const count = async () => (await callTank(page, 'stats')).particles;
    const before = await count();
    await page.mouse.move(500, query.includes('flip') ? 305 : 351); // beside the panel, also in fluid at rest
    await page.mouse.down();
    await until('fluid leaves', async () => (await count()) < before - 8);
    await page.mouse.up();
    await sleep(1000); // figures come twice a second
    const left = await count();
    await sleep(1000);
    assert.equal(await count(), left, 'none leaves when the pointer is up');
    assert.equal(await drawing(page), '');
    assert.deepEqual(await told(page), []);
    assert.deepEqual(errors, []);
    await close();
  }
  for (const query of ['scene=dam-break', 'scene=honey', 'scene=flip-dam-break&style=points&foam=0']) {
    const { page, errors, close } = await openTank(open, `${query}&particles=2000&tool=erase&pen-width=12`);
    // At a moment that does not depend on the speed of the machine.
    await callTank(page, 'pause');
    await callTank(page, 'reset');
    await stepBy(page, 60);
    await page.mouse.move(600, 150);
    await sleep(1000);
    const before = await picture(page);
    const left = async () => (await callTank(page, 'stats')).particles;
    const all = await left();
    await stroke(page, query.includes('flip') ? [[420, 300], [520, 312]] : [[430, 340], [600, 340]], 1); // as fast as one event
    await page.mouse.move(600, 150);
    await until('the paused picture shows it', async () => (await difference(page, before, await picture(page))).fraction > 0.003);
    assert(await callTank(page, 'paused'));
    await callTank(page, 'play');
    const rest = await until('the particles are gone', async () => (await left()) < 0.98 * all && left());
    log(`${query}: ${all - Number(rest)} of ${all} particles erased`);
    assert.ok(Number(rest) < 0.95 * all, 'all along the way');
    assert.deepEqual(await told(page), []);
    assert.deepEqual(errors, []);
    await close();
  }
  const { page, close } = await openTank(open, 'scene=dam-break&particles=900&tool=erase&pen-width=6&drawing=l40.-300.100.300.100');
  await until('the stroke', async () => (await bodies(page)) === 1);
  const before = (await callTank(page, 'stats')).particles;
  await stroke(page, [[495, 226], [495, 345]]);
  await until('the stroke is gone', async () => (await drawing(page)) === '');
  assert.equal((await callTank(page, 'stats')).particles, before, 'an eraser that met a stroke leaves the fluid');
  await close();
});

engineTest('the hint of a new visitor does not draw', { timeout: 40_000 }, async ({ open }) => {
  const { page, errors, close } = await open('/?scene=dam-break&particles=900&tool=pen', { viewport: { width: 900, height: 600 } });
  const state = () => page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank'))?.state);
  await until('it runs', async () => (await state())?.settings.tool === 'pen');
  await sleep(6000); // the hand moves from 1.5 s to 3.7 s after the first picture
  assert.equal((await state()).settings.drawing, undefined);
  assert.deepEqual(errors, []);
  await close();
});
