// Scenarios for every browser, with and without threads. Each runs in a new blank page.

import assert from 'node:assert/strict';
import { screenshot, sleep, until } from './harness.mjs';

/** @typedef {{page: import('./harness.mjs').Page, isolated: boolean, say: (text: string) => void}} Bench */

/**
 * A tank 400 x 400 in the upper left corner, named `tank` in the page.
 * @param {Bench['page']} page @param {Record<string, string>} [attributes]
 * @returns {Promise<any>} the detail of its load event
 */
export async function addTank(page, attributes = {}) {
  const news = await page.evaluate(async (given) => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    scope.tank = scope.build(given);
    return scope.attach(scope.tank);
  }, attributes);
  assert.equal(news.name, 'load', `loads: ${JSON.stringify(news)}`);
  return news.detail;
}

/** Calls a method of the tank, or reads a property. @param {Bench['page']} page @param {string} name @param {any[]} values */
export const ask = (page, name, ...values) =>
  page.evaluate(
    ([member, given]) => {
      const { tank } = /** @type {any} */ (window);
      return typeof tank[member] === 'function' ? tank[member](...given) : tank[member];
    },
    /** @type {const} */ ([name, values]),
  );

/** Asks for as many single steps: see statsAfter() for when they are done. @param {Bench['page']} page @param {number} count */
export const stepBy = (page, count) =>
  page.evaluate((times) => {
    for (let i = 0; i < times; i++) /** @type {any} */ (window).tank.step();
  }, count);

/**
 * Takes the graphics context away, and waits until it is back.
 * @param {Bench['page']} page @param {number} away milliseconds
 * @returns {Promise<string>} what the tank says while it has none
 */
export async function loseContext(page, away = 200) {
  await page.evaluate(
    (restoreAfter) => /** @type {any} */ (window).startedWorkers.at(-1).postMessage({ type: 'debug-lose-context', restoreAfter }),
    away,
  );
  const refusal = () => page.evaluate(() => /** @type {any} */ (window).tank.toBlob().then(() => '', String));
  const said = await until('the context is away', refusal);
  await until('the context is back', async () => !(await refusal()));
  return said;
}

/**
 * The styles that draw a scene each in its own way: in 3D metaballs are the surface, in 2D the surface is metaballs.
 * @param {string[]} styles @param {number} dimensions
 */
export const stylesFor = (styles, dimensions) => styles.filter((style) => style !== (dimensions === 3 ? 'metaballs' : 'surface'));

/** @param {Bench['page']} page @returns {Promise<any>} the next report */
export const nextStats = (page) => page.evaluate(() => {
  const scope = /** @type {any} */ (window);
  return scope.nextStats(scope.tank);
});

/** @param {Bench['page']} page @param {number} steps @returns {Promise<any>} */
export const statsAfter = (page, steps, seconds = 60) =>
  page.evaluate(
    ([count, time]) => {
      const scope = /** @type {any} */ (window);
      return scope.nextStats(scope.tank, (/** @type {any} */ stats) => stats.steps >= count, time);
    },
    /** @type {const} */ ([steps, seconds]),
  );

/** @param {Bench['page']} page @returns {Promise<string>} */
export const picture = (page) => page.evaluate(() => {
  const scope = /** @type {any} */ (window);
  return scope.picture(scope.tank);
});

/** @param {Bench['page']} page @param {string} one @param {string} other @returns {Promise<any>} */
export const difference = (page, one, other) =>
  page.evaluate(([a, b]) => /** @type {any} */ (window).difference(a, b), /** @type {const} */ ([one, other]));

/**
 * The picture once it no longer changes: three in a row are the same, as two may be for want of a frame in between.
 * @param {Bench['page']} page @param {number} fraction of the pixels that may differ all the same
 */
export async function settled(page, fraction = 0) {
  let [one, alike] = [await picture(page), 0];
  for (let i = 0; i < 60 && alike < 2; i++) {
    await sleep(150);
    const other = await picture(page);
    alike = one === other || (await difference(page, one, other)).fraction <= fraction ? alike + 1 : 0;
    one = other;
  }
  return one;
}

/** @param {Bench['page']} page @returns {Promise<string[]>} */
export const messages = (page) =>
  page.evaluate(() =>
    /** @type {any} */ (window).tank.heard
      .filter((/** @type {any} */ news) => news.name === 'message')
      .map((/** @type {any} */ news) => news.detail.text),
  );

const area = { x: 0, y: 0, width: 400, height: 400 };

/** @type {Record<string, (bench: Bench) => Promise<void>>} */
export const scenarios = {
  async 'loads the right module and runs'({ page, isolated, say }) {
    const loaded = await addTank(page);
    assert.equal(loaded.threads, isolated, 'threads exactly where the page is isolated');
    assert.equal(loaded.panel, false, 'no panel unless requested');
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    assert.equal(loaded.workers, isolated ? Math.min(cores, 8) : 1);
    await nextStats(page);
    const before = await screenshot(page, area);
    const first = await nextStats(page);
    const second = await statsAfter(page, first.steps + 20);
    const { fraction } = await difference(page, before, await screenshot(page, area));
    say(`${second.fps.toFixed(0)} frames/s, ${second.ms.toFixed(1)} ms a frame, ${(fraction * 100).toFixed(1)} % of pixels moved`);
    assert.ok(second.steps > first.steps, 'steps go on');
    assert.ok(fraction > 0.005, `the picture moves (${fraction})`);
  },

  async 'a drag sloshes the fluid and the container returns'({ page, say }) {
    await addTank(page);
    const rest = await statsAfter(page, 200);
    await page.mouse.move(200, 200);
    await page.mouse.down();
    await page.mouse.move(300, 200, { steps: 4 });
    const held = await statsAfter(page, rest.steps + 70);
    await page.mouse.up();
    await page.mouse.move(700, 550);
    // It swings for a while: what counts is the middle of the swing.
    const [x0, x1] = [rest.centre[0], held.centre[0]];
    /** @type {number[]} */
    const recent = [];
    const x2 = await until('back at rest', async () => {
      recent.push((await nextStats(page)).centre[0]);
      const mean = recent.slice(-6).reduce((sum, x) => sum + x, 0) / 6;
      return recent.length >= 6 && Math.abs(mean - x0) < 0.2 * Math.abs(x1 - x0) && { mean };
    });
    say(`centre of mass: rest ${x0.toFixed(2)}, dragged ${x1.toFixed(2)}, released ${x2.mean.toFixed(2)}`);
    assert.ok(Math.abs(x1 - x0) > 3, `a drag to the right moves the fluid (${x0} to ${x1})`);
  },

  async 'the right button stirs the fluid and leaves the container in place'({ page, say }) {
    await addTank(page);
    const rest = await statsAfter(page, 250);
    await page.mouse.move(150, 320);
    await page.mouse.down({ button: 'right' });
    let most = 0;
    for (let i = 0; i < 60; i++) {
      const angle = i * 0.5;
      await page.mouse.move(200 + 60 * Math.cos(angle), 310 + 40 * Math.sin(angle));
      await sleep(30);
      const stats = await ask(page, 'stats');
      most = Math.max(most, stats.kineticEnergy);
    }
    const stirred = await ask(page, 'stats');
    await page.mouse.up({ button: 'right' });
    say(`kinetic energy: rest ${rest.kineticEnergy.toFixed(0)}, stirred up to ${most.toFixed(0)}`);
    assert.ok(most > 3 * rest.kineticEnergy + 1, `stirring adds energy (${rest.kineticEnergy} to ${most})`);
    assert.ok(Math.abs(stirred.centre[0] - rest.centre[0]) < 6, 'the container stays where it is');
  },

  async 'the panel opens and closes with h'({ page, say }) {
    const loaded = await addTank(page, { controls: '', paused: '', style: 'width: 760px; height: 560px' });
    assert.equal(loaded.panel, true, 'controls picks the module with the panel');
    await page.mouse.click(740, 540);
    // The view glides when the panel opens or closes.
    const open = await settled(page, 0.001);
    await page.keyboard.press('h');
    await sleep(300);
    const closed = await settled(page, 0.001);
    await page.keyboard.press('h');
    await sleep(300);
    const opened = await settled(page, 0.001);
    const away = await difference(page, open, closed);
    const again = await difference(page, open, opened);
    say(`pixels changed: closed ${(away.fraction * 100).toFixed(1)} %, open again ${(again.fraction * 100).toFixed(2)} %`);
    assert.ok(away.fraction > 0.05, 'closing changes the picture');
    assert.ok(again.fraction < 0.3 * away.fraction, 'opening brings it back');
  },

  async 'text typed into the panel sets a value'({ page, say }) {
    await addTank(page, { controls: '', paused: '', style: 'width: 760px; height: 590px' });
    const field = () =>
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
    // Wherever the panel has its sliders: a click with Ctrl on one asks for its value as text.
    let found = 0;
    for (let y = 570; y > 60 && !found; y -= 11) {
      await page.keyboard.down('Control');
      await page.mouse.click(215, y);
      await page.keyboard.up('Control');
      for (let i = 0; i < 30 && !found; i++) {
        await sleep(50);
        if (await field()) found = y;
      }
    }
    assert.ok(found, 'some slider asks for text');
    await page.keyboard.type('0.9'); // in the range of every slider of the look
    await sleep(200);
    await page.keyboard.press('Enter');
    const [key, value] = await until('a value changes', async () => {
      const now = await values();
      return [...now].find(([name, current]) => current !== before.get(name));
    });
    say(`${key} is ${value} now`);
    assert.equal(value, 0.9);
    await until('the canvas has the focus again', async () => !(await field()));
  },

  async 'attributes and properties change values'({ page }) {
    await addTank(page, { particles: '700', scene: 'blobs' });
    assert.equal((await nextStats(page)).particles, 700, 'an attribute before the start');
    assert.equal(await ask(page, 'get', 'particles'), 700);
    await page.evaluate(() => /** @type {any} */ (window).tank.setAttribute('particles', '900'));
    await until('attribute applied', async () => (await nextStats(page)).particles === 900);
    await page.evaluate(() => void (/** @type {any} */ (window).tank.particles = 1100));
    assert.equal(await ask(page, 'particles'), 1100, 'a property reads back at once');
    await until('property applied', async () => (await nextStats(page)).particles === 1100);
    await page.evaluate(() => void (/** @type {any} */ (window).tank.gravityY = -12));
    await until('camelCase reaches the key', async () => (await ask(page, 'get', 'gravity-y')) === -12);
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).tank['gravity-y']), -12);
    await ask(page, 'set', 'render-style', 'points');
    await until('the key that HTML has taken', async () => (await ask(page, 'renderStyle')) === 'points');
    await page.evaluate(() => void (/** @type {any} */ (window).tank.scene = 'honey'));
    await until('scene applied', async () => (await ask(page, 'scene')) === 'honey');
    assert.equal((await nextStats(page)).particles, 900, 'attributes hold for the next scene, properties do not');
    assert.deepEqual(await messages(page), []);
  },

  async 'invalid settings give a message and the simulation continues'({ page, say }) {
    await addTank(page, { particles: '', 'no-such-thing': '1', scene: 'nowhere' });
    /** @param {string} key @param {string} value @param {RegExp[]} named */
    const refuse = async (key, value, ...named) => {
      const known = (await messages(page)).length;
      await page.evaluate(
        ([k, v]) => /** @type {any} */ (window).tank.set(k, v === '10 MB' ? '7'.repeat(1e7) : v),
        /** @type {const} */ ([key, value]),
      );
      const answer = await until(`an answer to ${key}=${value}`, async () => (await messages(page))[known]);
      say(`${key}=${value}: ${answer}`);
      for (const word of named) assert.match(answer, word);
    };
    const early = (await messages(page)).join('\n');
    for (const word of [/nowhere/, /no-such-thing/, /particles/]) assert.match(early, word);
    await refuse('wobble', '3', /wobble/);
    await refuse('particles', 'NaN', /particles/, /NaN/i);
    await refuse('particles', '1e999', /particles/, /1e999/);
    await refuse('gravity-y', '', /gravity-y/);
    await refuse('particles', '10 MB', /particles/);
    await refuse('particles', '10000000', /particles/, /\d/);
    await refuse('particles', '0', /particles/, /\d/);
    await refuse('scene', 'atlantis', /scene/, /atlantis/, /blobs/);
    await page.evaluate(() => /** @type {any} */ (window).tank.setAttribute('wibble', 'x'));
    await until('an unknown attribute is answered', async () => (await messages(page)).some((text) => /wibble/.test(text)));
    await ask(page, 'set', 'particles', 1500);
    const stats = await until('back to 1500', async () => {
      const report = await nextStats(page);
      return report.particles === 1500 && report;
    });
    assert.ok((await statsAfter(page, stats.steps + 10)).maxSpeed < 1e4, 'the simulation goes on');
  },

  async 'three tanks at once'({ page, say }) {
    await page.evaluate(async () => {
      const scope = /** @type {any} */ (window);
      await scope.imported;
      scope.tanks = ['blobs', 'honey', 'jelly'].map((scene) =>
        scope.build({ scene, style: 'width: 250px; height: 250px; float: left' }),
      );
      await Promise.all(scope.tanks.map((/** @type {any} */ tank) => scope.attach(tank)));
    });
    const reports = await page.evaluate(() => {
      const scope = /** @type {any} */ (window);
      return Promise.all(
        scope.tanks.map((/** @type {any} */ tank) => scope.nextStats(tank, (/** @type {any} */ stats) => stats.steps > 60)),
      );
    });
    say(reports.map((/** @type {any} */ stats) => `${stats.fps.toFixed(0)} frames/s`).join(', '));
    assert.equal(new Set(reports.map((/** @type {any} */ stats) => stats.hash)).size, 3, 'each its own simulation');
  },

  async 'keyboard control'({ page, say }) {
    await addTank(page, { tabindex: '-1' });
    await page.evaluate(() => /** @type {any} */ (window).tank.focus());
    await statsAfter(page, 150);
    await page.keyboard.press(' ');
    await until('Space pauses', () => ask(page, 'paused'));
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
    const reset = await until('r starts again', async () => {
      const stats = await nextStats(page);
      return stats.hash !== stepped.hash && stats;
    });
    assert.ok(reset.centre[1] > stepped.centre[1] + 0.5, `the fluid is up again (${stepped.centre} to ${reset.centre})`);
    await page.keyboard.press(' ');
    await until('Space plays', async () => !(await ask(page, 'paused')));
    const level = await statsAfter(page, stepped.steps + 200);
    await page.keyboard.down('ArrowRight');
    const tilted = await statsAfter(page, level.steps + 60);
    await page.keyboard.up('ArrowRight');
    say(`tilt: centre ${level.centre[0].toFixed(2)} to ${tilted.centre[0].toFixed(2)}`);
    assert.ok(tilted.centre[0] > level.centre[0] + 1, 'ArrowRight lets the fluid run to the right');
  },

  async 'the key b drops a body, and a press grabs it'({ page, say }) {
    await addTank(page, { scene: 'boats', particles: '1000', tabindex: '-1' });
    const first = await nextStats(page);
    await page.mouse.move(200, 150);
    await page.evaluate(() => /** @type {any} */ (window).tank.focus());
    await page.keyboard.press(' ');
    await until('Space pauses', () => ask(page, 'paused'));
    await page.keyboard.press('b');
    const dropped = await until('one more body', async () => {
      const stats = await nextStats(page);
      return stats.bodies === first.bodies + 1 && stats;
    });
    await page.mouse.down();
    await page.mouse.move(320, 150, { steps: 4 });
    await page.keyboard.press(' ');
    const held = await statsAfter(page, dropped.steps + 60);
    await page.mouse.up();
    const moved = Math.abs(held.centre[0] - dropped.centre[0]);
    say(`${first.bodies} bodies, then ${held.bodies}; centre moved by ${moved.toFixed(3)}`);
    assert.ok(moved < 0.15, 'what is dragged is the body, not the container');
    await ask(page, 'reset');
    await until('a reset brings back the bodies of the scene', async () => (await nextStats(page)).bodies === first.bodies);
  },

  async 'the key p and the pour tool pour at the pointer'({ page, say }) {
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
    assert.equal(still.particles, held.particles, 'let go, it ends');
    await ask(page, 'set', 'tool', 'pour');
    await page.mouse.down();
    const full = await until('up to the budget', async () => {
      const stats = await nextStats(page);
      return stats.particles >= 890 && stats;
    });
    await page.mouse.up();
    say(`${first.particles} particles, ${held.particles} by the key, ${full.particles} by the tool`);
    assert.ok(full.particles <= 900, 'and no further');
    assert.deepEqual(await messages(page), [], 'nothing to say so far');
    await page.mouse.move(3, 3);
    await page.mouse.down();
    await until('a word on pouring into a wall', async () => /inside a wall/.test((await messages(page)).join()));
    await page.mouse.up();
    await ask(page, 'reset');
    await until('a reset begins again', async () => (await nextStats(page)).particles === first.particles);
  },

  async 'a lost context is restored with the particles'({ page, say }) {
    await addTank(page);
    await statsAfter(page, 60);
    await ask(page, 'pause');
    const before = await until('paused', async () => {
      const stats = await nextStats(page);
      return stats.paused && stats;
    });
    const shown = await picture(page);
    assert.match(await loseContext(page, 1200), /lost/, 'the context really is away');
    const { fraction } = await difference(page, shown, await picture(page));
    const after = await nextStats(page);
    say(`${(fraction * 100).toFixed(2)} % of pixels differ after the restoration`);
    assert.equal(after.hash, before.hash, 'the same particles');
    assert.ok(fraction < 0.005, 'the same picture');
    await ask(page, 'play');
    await statsAfter(page, after.steps + 20);
  },

  async 'removed and attached again it restarts'({ page }) {
    for (let i = 0; i < 3; i++) {
      await addTank(page);
      await nextStats(page);
      await page.evaluate(() => /** @type {any} */ (window).tank.remove());
      await until('its worker ends', () => page.evaluate(() => /** @type {any} */ (window).liveWorkers === 0), 5);
    }
    const again = await page.evaluate(() => {
      const scope = /** @type {any} */ (window);
      return scope.attach(scope.tank);
    });
    assert.equal(again.name, 'load', 'the same element, attached again');
    assert.ok((await nextStats(page)).steps > 0);
  },
};
