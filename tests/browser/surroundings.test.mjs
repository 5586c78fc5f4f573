// A tank in what pages put around it, in every engine: turned, framed, in another document, beside shortcuts and scrolled text.

import assert from 'node:assert/strict';
import { engineCheck as check, engineTest } from './engines.mjs';
import { sleep, until } from './harness.mjs';
import { addTank, callTank, messages, nextStats, picture, settings } from './tank.mjs';

/** @typedef {import('./harness.mjs').Page} Page */
const everywhere = { webkit: true };

/** Pixels of the picture. @param {Page} page */
const sizeOf = async (page) =>
  page.evaluate(async (base64) => {
    const { width, height } = await /** @type {any} */ (window).pixelsOf(base64);
    return [width, height];
  }, await picture(page));

/** @param {Page} page @param {string} rules */
const addRules = (page, rules) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, rules);

check('a turned tank has as many pixels as one that stands, an enlarged one more', async ({ page, log }) => {
  await addTank(page, { particles: '500', paused: '' });
  for (const [transform, expected] of /** @type {[string, number][]} */ ([['rotate(30deg)', 400], ['rotate(45deg) scale(1.5)', 600], ['rotate(-100deg) scale(0.5)', 400], ['scale(9)', 1600], ['none', 400]])) {
    await addRules(page, `body { transform: ${transform}; overflow: hidden; height: 500px }`);
    const [width, height] = await until(`the size of ${transform}`, async () => {
      const size = await sizeOf(page);
      return Math.abs(size[0] - expected) <= 1 && size;
    }, 5);
    log(`${transform}: ${width} x ${height}`);
    assert.ok(Math.abs(height - expected) <= 1, `${transform}: ${height}`);
  }
}, everywhere);

check('border and padding of the canvas are around the picture, and the pointer is where it was', async ({ page, log }) => {
  await addTank(page, { scene: 'dam-break', particles: '600', tool: 'pen', controls: '', style: 'width: 320px; height: 240px' });
  /** Draws in the middle of the picture, from 40 pixels at its left. @param {number} x @param {number} y */
  const draw = async (x, y) => {
    await callTank(page, 'set', 'drawing', '');
    await until('no drawing', async () => !(await settings(page)).drawing);
    await page.mouse.move(x - 40, y);
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
    const text = await until('a stroke', async () => (await settings(page)).drawing);
    return String(text).split('.').slice(1).map(Number);
  };
  await nextStats(page);
  await sleep(500);
  const [left = 0, y = 0] = await draw(160, 120);
  await addRules(page, 'slosh-tank::part(canvas) { border: 10px solid teal; padding: 0 0 0 60px }');
  await until('a smaller picture', async () => String(await sizeOf(page)) === '240,220', 5);
  await sleep(800); // the view moves smoothly
  const framed = await draw(190, 120);
  log(`${left}, ${y} on a plain page, ${framed.slice(0, 2)} in a frame`);
  // 40 pixels are more of a picture that is smaller: 220 of 240 lines.
  assert.ok(Math.abs(framed[1] ?? NaN) - Math.abs(y) < 12 && Math.abs((framed[0] ?? NaN) / left - 240 / 220) < 0.3, `${framed}`);
  const last = framed.slice(-2);
  assert.ok(Math.abs(last[0] ?? NaN) < 15 && Math.abs(last[1] ?? NaN) < 15, `ends in the middle: ${framed}`);
}, everywhere);

check('a tank that has no height at first runs when it has one', async ({ page }) => {
  await addTank(page, { particles: '500', style: 'height: 0; aspect-ratio: auto' });
  await sleep(700);
  await page.evaluate(() => void (/** @type {any} */ (window).tank.style.height = '300px'));
  assert.ok((await nextStats(page)).steps > 0);
  assert.deepEqual(await sizeOf(page), [400, 300]);
}, everywhere);

check('a tank that moves into another document keeps its look', async ({ page }) => {
  await addTank(page, { particles: '500', width: '200', height: '100', controls: '' });
  await nextStats(page);
  await page.evaluate(() => {
    const { tank } = /** @type {any} */ (window);
    tank.shadowRoot.querySelector('[part=menu]').click();
  });
  await until('a menu', () => page.evaluate(() => Boolean(/** @type {any} */ (window).tank.shadowRoot.querySelector('[role=menuitem]'))));
  const looks = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    const look = () => {
      const styleOf = (/** @type {string} */ name) => getComputedStyle(scope.tank.shadowRoot.querySelector(name));
      const host = getComputedStyle(scope.tank);
      return [host.display, host.aspectRatio, styleOf('[part=stage]').position, styleOf('canvas').cursor, styleOf('[part=menu-list] button').minHeight];
    };
    const frame = document.createElement('iframe');
    Object.assign(frame.style, { width: '500px', height: '400px' });
    document.body.append(frame);
    await new Promise((done) => setTimeout(done, 200));
    const all = [look()];
    frame.contentDocument?.body.append(scope.tank);
    await new Promise((done) => setTimeout(done, 300));
    all.push(look());
    document.body.prepend(scope.tank);
    await new Promise((done) => setTimeout(done, 300));
    all.push(look());
    return all.map(String);
  });
  assert.match(looks[0] ?? '', /^block,200 \/ 100,absolute,grab,36px$/);
  assert.equal(looks[1], looks[0], 'in a frame');
  assert.equal(looks[2], looks[0], 'back in the page');
  await nextStats(page);
}, everywhere);

check('a browser without adopted style sheets shows the same tank', async ({ page }) => {
  const look = await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    Object.assign(frame.style, { width: '500px', height: '400px' });
    document.body.append(frame);
    const inside = /** @type {any} */ (frame.contentWindow);
    inside.eval('delete ShadowRoot.prototype.adoptedStyleSheets');
    await inside.eval(`import(${JSON.stringify(new URL('slosh.js', location.href).href)})`);
    const tank = inside.document.createElement('slosh-tank');
    for (const [name, value] of Object.entries({ particles: '300', width: '200', height: '100' })) tank.setAttribute(name, value);
    inside.document.body.append(tank);
    await tank.ready;
    const host = inside.getComputedStyle(tank);
    return [host.display, host.width, host.height, inside.getComputedStyle(tank.shadowRoot.querySelector('[part=stage]')).position];
  });
  assert.deepEqual(look, ['block', '200px', '100px', 'absolute']);
}, everywhere);

check('a film is made also where the recorder gets its first picture late', async ({ page, log }) => {
  await addTank(page, { particles: '300' });
  await nextStats(page);
  const size = await page.evaluate(async () => {
    const capture = HTMLCanvasElement.prototype.captureStream;
    // The stream of a copy, which is drawn only after a second.
    HTMLCanvasElement.prototype.captureStream = function (/** @type {number} */ rate) {
      const copy = Object.assign(document.createElement('canvas'), { width: this.width, height: this.height });
      const context = copy.getContext('2d');
      const timer = setTimeout(() => setInterval(() => context?.drawImage(this, 0, 0), 30), 1000);
      void timer;
      return capture.call(copy, rate);
    };
    const blob = await /** @type {any} */ (window).tank.record({ seconds: 0.3 });
    return blob.size;
  });
  log(`${size} bytes`);
  assert.ok(size > 200);
});

check('a setting that was refused is not in the state', async ({ page }) => {
  await addTank(page, { 'render-style': 'nonsense', particles: '700', 'colour-by': 'speed', colours: 'mud' });
  await until('both messages', async () => (await messages(page)).length >= 2);
  await nextStats(page);
  assert.deepEqual(await settings(page), { 'colour-by': 'speed', particles: 700 });
  await page.evaluate(() => /** @type {any} */ (window).tank.setAttribute('render-style', 'points'));
  await until('a valid one', async () => (await settings(page)).style === 'points');
}, everywhere);

check('a parameter of other scenes is said to be not in this one', async ({ page }) => {
  await addTank(page, { backdrop: 'room', particles: '500', wobbl: '1' });
  await callTank(page, 'set', 'wobble', '3');
  await until('the messages', async () => (await messages(page)).length >= 2);
  const both = ['backdrop: not in this scene', 'unknown key "wobble"'];
  assert.deepEqual(await messages(page), both);
  // Without the attribute there is nothing to say.
  for (const name of ['backdrop', 'particles', 'wobbl']) await page.evaluate((gone) => /** @type {any} */ (window).tank.removeAttribute(gone), name);
  await until('the own particles of the scene', async () => (await nextStats(page)).particles !== 500);
  assert.deepEqual(await messages(page), both);
}, everywhere);

check('a quality that the reader chooses is in the state where it is not the one that tanks have here', async ({ page }) => {
  await addTank(page, { particles: '500' });
  await nextStats(page);
  const [own, other] = (await callTank(page, 'get', 'quality')) === 'auto' ? ['auto', 'high'] : ['high', 'auto'];
  await callTank(page, 'set', 'quality', other);
  await until('the other one', async () => (await settings(page)).quality === other);
  await callTank(page, 'set', 'quality', own);
  await until('its own', async () => (await settings(page)).quality === undefined);
}, everywhere);

check('keys of the tank are no shortcuts of the page, other keys are', async ({ page }) => {
  await addTank(page, { particles: '500', tabindex: '-1' });
  await page.evaluate(() => {
    const scope = /** @type {any} */ (window);
    scope.heard = [];
    for (const name of ['keydown', 'keyup']) document.addEventListener(name, (event) => scope.heard.push(`${name} ${/** @type {any} */ (event).key}`));
    scope.tank.focus();
  });
  for (const key of ['ArrowRight', 'r', '.', 'k']) await page.keyboard.press(key);
  await until('another key', () => page.evaluate(() => /** @type {any} */ (window).heard.includes('keyup k')));
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).heard), ['keydown k', 'keyup k']);
}, everywhere);

check('the menu is as tall as its items', async ({ page }) => {
  await addTank(page, { particles: '300', controls: '', style: 'width: 300px; height: 200px' });
  await page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.querySelector('[part=menu]').click());
  const heights = await until('items', () => page.evaluate(() => {
    const list = /** @type {any} */ (window).tank.shadowRoot.querySelector('[part=menu-list]');
    const items = [...list.children].map(({ offsetHeight }) => offsetHeight);
    return items.length > 0 && [Math.min(...items), Math.max(...items)];
  }));
  assert.deepEqual(heights, [36, 36]);
}, everywhere);

check('with `controls` the wheel scrolls the page over a fluid in 2D, and the panel over itself', async ({ page }) => {
  await addTank(page, { scene: 'dam-break', particles: '500', controls: '', style: 'width: 700px; height: 400px' });
  await page.evaluate(() => void (document.body.style.height = '300vh'));
  await nextStats(page);
  await page.mouse.click(600, 50);
  await until('the list of settings', () => page.evaluate(() => Boolean(/** @type {any} */ (window).tank.shadowRoot.querySelector('[part=settings] label'))));
  const top = () => page.evaluate(() => document.scrollingElement?.scrollTop ?? 0);
  await page.mouse.move(100, 200);
  await page.mouse.wheel(0, 100);
  await sleep(600);
  assert.equal(await top(), 0, 'over the panel');
  await page.mouse.move(600, 200);
  await page.mouse.wheel(0, 100);
  await until('scrolls over the fluid', async () => (await top()) > 20, 5);
  await page.evaluate(() => scrollTo(0, 0));
  await callTank(page, 'focus');
  await page.keyboard.press('h');
  await until('a closed panel', () => page.evaluate(() => !/** @type {any} */ (window).tank.shadowRoot.querySelector('.open')));
  await page.mouse.move(100, 200);
  await page.mouse.wheel(0, 100);
  await until('scrolls where the panel was', async () => (await top()) > 20, 5);
});

engineTest('the lab runs', { timeout: 60_000, ...everywhere }, async ({ open }) => {
  const { page, close } = await open('/index.html?scene=blobs&particles=500');
  await until('steps', () => page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank'))?.stats?.steps > 2));
  await close();
});

engineTest('on paper a tank has no buttons', { timeout: 60_000, only: 'Chromium' }, async ({ open }) => {
  const { page, close } = await open('/blank.html');
  await addTank(page, { particles: '300', controls: '', autoplay: 'false' });
  const shown = () => page.evaluate(() => [.../** @type {any} */ (window).tank.shadowRoot.querySelectorAll('[part=play], [part=menu], canvas')].map((part) => part.checkVisibility()));
  assert.deepEqual((await shown()).filter(Boolean).length, 3);
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual((await shown()).filter(Boolean).length, 1, 'the canvas');
  await close();
});
