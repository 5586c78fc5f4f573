// Scenarios of pointer and keyboard input: see scenarios.mjs.

import assert from 'node:assert/strict';
import { sleep, until } from './harness.mjs';
import { addTank, callTank, difference, messages, nextStats, picture, settled, statsAfter } from './tank.mjs';

/** The style of the element around a tank, whether that is turned to the right, and pixels of the picture per CSS pixel. @type {Record<string, [string, boolean, number]>} */
const surroundings = {
  'a plain page': ['', false, 1],
  'a slide at half its size': ['transform: scale(0.5); transform-origin: 0 0', false, 1],
  'a slide enlarged': ['transform: scale(1.6); transform-origin: 0 0', false, 1.6],
  'turned by 90 degrees': ['transform: rotate(90deg)', true, 1],
  zoomed: ['zoom: 1.5', false, 1.5],
  'zoomed out and enlarged': ['zoom: 0.8; transform: scale(1.5); transform-origin: 0 0', false, 1.2],
  'from right to left': ['direction: rtl', false, 1],
};

/** A tank with a pen. @param {import('./harness.mjs').Page} page @param {string} style of the element around it */
const addDrawing = (page, style) =>
  page.evaluate(async (hostStyle) => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    const host = document.createElement('div');
    host.style.cssText = `width: 320px; ${hostStyle}`;
    document.body.replaceChildren(host);
    scope.tank = scope.build({ scene: 'dam-break', particles: '600', tool: 'pen', controls: '', style: 'width: 320px; height: 240px' });
    await scope.attach(scope.tank, host);
  }, style);

/** @type {import('./scenarios.mjs').Scenarios} */
export const inputScenarios = {
  async 'a drag sloshes the fluid and the container returns'({ page, log }) {
    await addTank(page);
    const rest = await statsAfter(page, 200);
    await page.mouse.move(200, 200);
    await page.mouse.down();
    await page.mouse.move(300, 200, { steps: 4 });
    const held = await statsAfter(page, rest.steps + 70);
    await page.mouse.up();
    await page.mouse.move(700, 550);
    // The fluid oscillates: the mean over some reports is compared.
    const [x0, x1] = [rest.centre[0], held.centre[0]];
    /** @type {number[]} */
    const recent = [];
    const x2 = await until('back at rest', async () => {
      recent.push((await nextStats(page)).centre[0]);
      const mean = recent.slice(-6).reduce((sum, x) => sum + x, 0) / 6;
      return recent.length >= 6 && Math.abs(mean - x0) < 0.2 * Math.abs(x1 - x0) && { mean };
    });
    log(`centre of mass: rest ${x0.toFixed(2)}, dragged ${x1.toFixed(2)}, released ${x2.mean.toFixed(2)}`);
    assert.ok(Math.abs(x1 - x0) > 3, `a drag to the right moves the fluid (${x0} to ${x1})`);
  },

  async 'the right button stirs the fluid and leaves the container in place'({ page, log }) {
    await addTank(page);
    const rest = await statsAfter(page, 250);
    await page.mouse.move(150, 320);
    await page.mouse.down({ button: 'right' });
    let maxEnergy = 0;
    for (let i = 0; i < 60; i++) {
      const angle = i * 0.5;
      await page.mouse.move(200 + 60 * Math.cos(angle), 310 + 40 * Math.sin(angle));
      await sleep(30);
      const stats = await callTank(page, 'stats');
      maxEnergy = Math.max(maxEnergy, stats.kineticEnergy);
    }
    const stirred = await callTank(page, 'stats');
    await page.mouse.up({ button: 'right' });
    log(`kinetic energy: at rest ${rest.kineticEnergy.toFixed(0)}, maximum while stirred ${maxEnergy.toFixed(0)}`);
    assert.ok(maxEnergy > 3 * rest.kineticEnergy + 1, `stirring adds energy (${rest.kineticEnergy} to ${maxEnergy})`);
    assert.ok(Math.abs(stirred.centre[0] - rest.centre[0]) < 6, 'the container stays in place');
  },

  async 'the panel opens and closes with h'({ page, log }) {
    const loaded = await addTank(page, { controls: '', paused: '', quality: 'high', style: 'width: 760px; height: 560px' });
    assert.equal(loaded.panel, true, 'the attribute controls selects the module with the panel');
    await page.mouse.click(740, 540);
    // The view moves smoothly when the panel opens or closes.
    const open = await settled(page, 0.001);
    await page.keyboard.press('h');
    await sleep(300);
    const closed = await settled(page, 0.001);
    await page.keyboard.press('h');
    await sleep(300);
    const reopened = await settled(page, 0.001);
    const byClosing = await difference(page, open, closed);
    const byReopening = await difference(page, open, reopened);
    log(`different pixels: closed ${(byClosing.fraction * 100).toFixed(1)} %, open again ${(byReopening.fraction * 100).toFixed(2)} %`);
    assert.ok(byClosing.fraction > 0.05, 'closing changes the picture');
    assert.ok(byReopening.fraction < 0.3 * byClosing.fraction, 'opening restores the picture');
  },

  async 'text typed into the panel sets a value'({ page, log }) {
    await addTank(page, { controls: '', paused: '', style: 'width: 760px; height: 640px' });
    const editsText = () =>
      page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.activeElement?.localName === 'input');
    const values = async () => {
      const all = await page.evaluate(async () => {
        const { catalog } = await import(`${location.origin}/catalog.js`);
        return catalog.keys.map((/** @type {any} */ { key }) => [key, /** @type {any} */ (window).tank.get(key)]);
      });
      return new Map(/** @type {[string, unknown][]} */ (all));
    };
    await nextStats(page);
    const before = await values();
    // A click with Ctrl on a slider opens its text field. Those of the main settings are found by clicks from the bottom upwards.
    let found = 0;
    for (let y = 325; y > 200 && !found; y -= 11) {
      await page.keyboard.down('Control');
      await page.mouse.click(215, y);
      await page.keyboard.up('Control');
      for (let i = 0; i < 30 && !found; i++) {
        await sleep(50);
        if (await editsText()) found = y;
      }
    }
    assert.ok(found, 'a slider opens its text field');
    await page.keyboard.type('0.6'); // in the range of every main setting that the scene has

    await sleep(200);
    await page.keyboard.press('Enter');
    const [key, value] = await until('a value changes', async () => {
      const now = await values();
      return [...now].find(([name, current]) => current !== before.get(name));
    });
    log(`${key} = ${value}`);
    assert.equal(value, 0.6);
    await until('the canvas has the focus again', async () => !(await editsText()));
  },

  async 'keyboard control'({ page, log }) {
    await addTank(page, { tabindex: '-1' });
    await page.evaluate(() => /** @type {any} */ (window).tank.focus());
    await statsAfter(page, 150);
    await page.keyboard.press(' ');
    await until('Space pauses', () => callTank(page, 'paused'));
    const still = await nextStats(page);
    await page.keyboard.press('.');
    const stepped = await page.evaluate(
      (steps) => {
        const scope = /** @type {any} */ (window);
        return scope.nextStats(scope.tank, (/** @type {any} */ stats) => stats.steps > steps);
      },
      still.steps,
    );
    assert.equal(stepped.steps, still.steps + 1, '. takes one step');
    await page.keyboard.press('r');
    const reset = await until('r restarts', async () => {
      const stats = await nextStats(page);
      return stats.hash !== stepped.hash && stats;
    });
    assert.ok(reset.centre[1] > stepped.centre[1] + 0.5, `the fluid is at its initial height (${stepped.centre} to ${reset.centre})`);
    await page.keyboard.press(' ');
    await until('Space plays', async () => !(await callTank(page, 'paused')));
    const level = await statsAfter(page, stepped.steps + 200);
    await page.keyboard.down('ArrowRight');
    const tilted = await statsAfter(page, level.steps + 60);
    await page.keyboard.up('ArrowRight');
    log(`tilt: centre ${level.centre[0].toFixed(2)} to ${tilted.centre[0].toFixed(2)}`);
    assert.ok(tilted.centre[0] > level.centre[0] + 1, 'ArrowRight moves the fluid to the right');
  },

  async 'the key b drops a body, and a press grabs it'({ page, log }) {
    await addTank(page, { scene: 'boats', particles: '1000', tabindex: '-1' });
    const first = await nextStats(page);
    await page.mouse.move(200, 150);
    await page.evaluate(() => /** @type {any} */ (window).tank.focus());
    await page.keyboard.press(' ');
    await until('Space pauses', () => callTank(page, 'paused'));
    await page.keyboard.press('b');
    const dropped = await until('one more body', async () => {
      const stats = await nextStats(page);
      return stats.bodies === first.bodies + 1 && stats;
    });
    /** Metres from the middle to the last body, the one that was dropped. @returns {Promise<[number, number]>} */
    const place = () => page.evaluate(async () => {
      const { particles } = await /** @type {any} */ (window).tank.saveState();
      const [, , bodies = 0, perBody = 0] = new Uint32Array(particles.buffer, 0, 5);
      const [x = NaN, y = NaN] = new Float32Array(particles.buffer, 32, bodies * perBody).subarray((bodies - 1) * perBody);
      return [x, y];
    });
    const start = await place();
    await page.mouse.down();
    await page.mouse.move(320, 150, { steps: 4 });
    await page.keyboard.press(' ');
    const held = await statsAfter(page, dropped.steps + 60);
    const end = await place();
    await page.mouse.up();
    const moved = Math.abs(held.centre[0] - dropped.centre[0]);
    log(`${first.bodies} bodies, then ${held.bodies}; centre moved by ${moved.toFixed(3)}, the body from ${start} to ${end}`);
    assert.ok(moved < 0.1, 'the drag does not move the container');
    const metres = 2.84 / 400; // a pixel
    assert.ok(Math.abs(start[0]) < 20 * metres, 'dropped at the pointer');
    assert.ok(Math.abs(end[0] - 120 * metres) < 20 * metres && Math.abs(end[1] - 50 * metres) < 20 * metres, `the body follows the pointer: ${end}`);
    await callTank(page, 'reset');
    await until('a reset restores the bodies of the scene', async () => (await nextStats(page)).bodies === first.bodies);
  },

  async 'the key p and the pour tool pour at the pointer'({ page, log }) {
    await addTank(page, { scene: 'dam-break', particles: '600', budget: '900', 'when-full': 'stop', tabindex: '-1' });
    const first = await nextStats(page);
    await page.mouse.move(300, 160);
    await page.evaluate(() => /** @type {any} */ (window).tank.focus());
    await page.keyboard.down('p');
    const poured = await until('more particles', async () => {
      const stats = await nextStats(page);
      return stats.particles > first.particles + 10 && stats;
    });
    await page.keyboard.up('p');
    const held = await statsAfter(page, poured.steps + 5);
    const still = await statsAfter(page, held.steps + 20);
    assert.equal(still.particles, held.particles, 'pouring ends when the key is released');
    await callTank(page, 'set', 'tool', 'pour');
    await page.mouse.down();
    const full = await until('up to the budget', async () => {
      const stats = await nextStats(page);
      return stats.particles >= 890 && stats;
    });
    await page.mouse.up();
    log(`${first.particles} particles, ${held.particles} by the key, ${full.particles} by the tool`);
    assert.ok(full.particles <= 900, 'not beyond the budget');
    assert.deepEqual(await messages(page), [], 'no message so far');
    await page.mouse.move(3, 3);
    await page.mouse.down();
    await until('a message about pouring into a wall', async () => /inside a wall/.test((await messages(page)).join()));
    await page.mouse.up();
    await callTank(page, 'reset');
    await until('a reset restores the number of particles', async () => (await nextStats(page)).particles === first.particles);
  },

  async 'blobs are poured where the panel is, and say so where it is not'({ page, log }) {
    const pour = async (/** @type {() => Promise<unknown>} */ seen) => {
      await page.mouse.move(320, 100);
      await page.evaluate(() => /** @type {any} */ (window).tank.focus());
      await page.keyboard.down('p');
      await seen();
      await page.keyboard.up('p');
    };
    await addTank(page, { scene: 'honey', particles: '600', budget: '700', 'when-full': 'stop', controls: '', tabindex: '-1' });
    await nextStats(page);
    await pour(() => until('more particles', async () => (await nextStats(page)).particles > 620));
    assert.deepEqual(await messages(page), [], 'no message with the panel');
    await page.evaluate(() => /** @type {any} */ (window).tank.remove());
    await addTank(page, { scene: 'honey', particles: '600', budget: '700', 'pour-width': '2', tabindex: '-1' });
    await nextStats(page);
    await pour(() => until('a message', async () => (await messages(page)).length > 0));
    log((await messages(page)).join());
    assert.match((await messages(page)).join(), /^pouring here needs the attribute controls$/);
  },

  async 'the pen draws where the pointer is, and the picture is sharp, on any page'({ page, log }) {
    /** The ends of the strokes on a plain page. @type {number[]} */
    let plain = [];
    for (const [title, [style, isTurned, ratio]] of Object.entries(surroundings)) {
      await addDrawing(page, style);
      await statsAfter(page, 5);
      const to = async (/** @type {number} */ x, /** @type {number} */ y, steps = 1) => {
        const box = await page.evaluate(() => {
          const { left, top, width, height } = /** @type {any} */ (window).tank.getBoundingClientRect();
          return { left, top, width, height };
        });
        const [across, down] = isTurned ? [1 - y, x] : [x, y];
        await page.mouse.move(box.left + across * box.width, box.top + down * box.height, { steps });
      };
      for (const theme of ['light', 'dark']) { // a change of theme measures again
        await callTank(page, 'setAttribute', 'theme', theme);
        await sleep(600);
        await to(0.75, 0.3);
        await page.mouse.down();
        await to(0.9, 0.4, 4);
        await page.mouse.up();
      }
      const strokes = await until('two strokes', async () => {
        const { drawing = '' } = (await callTank(page, 'state')).settings;
        return drawing.split('_').length === 2 && drawing;
      });
      const ends = strokes.split('_').map((/** @type {string} */ text) => text.split('.').slice(1).map(Number)).flatMap((/** @type {number[]} */ stroke) => [...stroke.slice(0, 2), ...stroke.slice(-2)]);
      if (!plain.length) plain = ends;
      const pixels = await page.evaluate(async (base64) => (await /** @type {any} */ (window).pixelsOf(base64)).width, await picture(page));
      log(`${title}: ${ends}, ${pixels} pixels wide`);
      for (const [i, value] of ends.entries()) assert.ok(Math.abs(value - (plain[i] ?? 0)) <= 15, `${title}: ${ends} for ${plain}`);
      assert.ok(Math.abs(pixels - 320 * ratio) <= 1, `${title}: ${pixels} pixels`);
    }
    assert.deepEqual(await messages(page), []);
  },
};
