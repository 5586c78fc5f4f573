// A tank in the pages of authors: in boxes that are closed, dark, turned, in links and shadow roots; with attributes that change.

import assert from 'node:assert/strict';
import { engineCheck as check } from './engines.mjs';
import { sleep, until } from './harness.mjs';
import { addTank, callTank, hasMenu, nextStats, pixelsOf } from './tank.mjs';

check('a tank of which no pixel is seen rests', async ({ page }) => {
  await addTank(page, { particles: '500', style: 'width: 300px; height: 200px' });
  await page.evaluate(() => {
    const scope = /** @type {any} */ (window);
    scope.seen = [];
    scope.tank.addEventListener('visibility', (/** @type {any} */ { detail }) => scope.seen.push(detail.visible));
    scope.box = document.createElement('div');
    scope.box.style.overflow = 'hidden';
    scope.tank.before(scope.box);
    scope.box.append(scope.tank);
  });
  const seen = () => page.evaluate(() => /** @type {any} */ (window).seen.at(-1));
  // A closed part of a list, the first line below the window, the next of some slides.
  for (const rule of ['height: 0', 'margin-top: 100vh', 'margin-left: 100vw; width: 300px']) {
    await page.evaluate((style) => void (/** @type {any} */ (window).box.style.cssText = `overflow: hidden; ${style}`), rule);
    await until(`rests: ${rule}`, async () => (await seen()) === false);
    await page.evaluate(() => void (/** @type {any} */ (window).box.style.cssText = 'overflow: hidden; height: 3px; margin: 0'));
    await until(`runs again after ${rule}`, async () => (await seen()) === true);
  }
});

check('a state keeps what the reader has set back to the scene’s own', async ({ page }) => {
  await addTank(page, { scene: 'dam-break', particles: '500', 'gravity-y': '-5' });
  await nextStats(page);
  await callTank(page, 'set', 'gravity-y', -9.81);
  await until('set', async () => (await callTank(page, 'get', 'gravity-y')) === -9.81);
  const state = await callTank(page, 'state');
  assert.deepEqual(state.settings, { 'gravity-y': -9.81, particles: 500 });
  await callTank(page, 'set', 'gravity-y', -2);
  await page.evaluate((saved) => void (/** @type {any} */ (window).tank.state = saved), state);
  await nextStats(page);
  await until('restored', async () => (await callTank(page, 'get', 'gravity-y')) === -9.81);
});

check('the panel comes and goes with `controls` and `kiosk`, and the fluid stays as it is', async ({ page }) => {
  await addTank(page, { scene: 'dam-break', particles: '500' });
  await nextStats(page);
  await page.evaluate(() => {
    const scope = /** @type {any} */ (window);
    scope.loads = 0;
    scope.tank.addEventListener('load', () => scope.loads++);
    scope.tank.state = { ...scope.tank.state, settings: { particles: 500, 'gravity-y': -3 } };
  });
  await until('a reader’s setting', async () => (await callTank(page, 'get', 'gravity-y')) === -3);
  await callTank(page, 'pause');
  await nextStats(page);
  const { hash } = await callTank(page, 'stats');
  /** @param {string} what @param {boolean} there */
  const now = async (what, there) => {
    await until(`${what}: ${there ? 'a' : 'no'} panel`, async () => (await hasMenu(page)) === there && (await callTank(page, 'stats'))?.hash === hash);
    assert.equal(await callTank(page, 'get', 'gravity-y'), -3, what);
  };
  await page.evaluate(() => void (/** @type {any} */ (window).tank.controls = true));
  await now('controls', true);
  await page.evaluate(() => void (/** @type {any} */ (window).tank.kiosk = true));
  await now('a kiosk', false);
  await page.evaluate(() => void (/** @type {any} */ (window).tank.kiosk = false));
  await now('no kiosk', true);
  await page.evaluate(() => void (/** @type {any} */ (window).tank.controls = false));
  await now('no controls', false);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).loads), 0);
});

check('the whole screen ends inside a shadow root, too', async ({ page }) => {
  await addTank(page, { particles: '300' });
  await page.evaluate(() => {
    const { tank } = /** @type {any} */ (window);
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    const button = Object.assign(document.createElement('button'), { textContent: 'screen', onclick: () => tank.toggleFullscreen() });
    tank.append(Object.assign(button, { slot: 'caption' }));
    root.append(tank);
  });
  const isWhole = () => page.evaluate(() => document.fullscreenElement !== null);
  const press = () => page.evaluate(() => /** @type {any} */ (window).tank.querySelector('button').click());
  await page.mouse.click(300, 300); // a gesture
  await press();
  await until('whole', isWhole);
  await sleep(500);
  await page.mouse.click(300, 300);
  await press();
  await until('as before', async () => !(await isWhole()));
});

check('a film of a turned tank, and of one that changes its shape, shows the circle as a circle', async ({ page, log }) => {
  await addTank(page, { scene: 'blobs', particles: '400', style: 'width: 300px; height: 200px; rotate: 30deg; margin: 100px', paused: '', '--slosh-background': '' });
  const film = await page.evaluate(async () => {
    const { tank } = /** @type {any} */ (window);
    const made = tank.record({ seconds: 2.5 });
    setTimeout(() => (tank.style.width = '200px'), 600);
    const blob = await made;
    const video = Object.assign(document.createElement('video'), { muted: true, src: URL.createObjectURL(blob) });
    document.body.append(video);
    await new Promise((done, failed) => Object.assign(video, { onloadeddata: done, onerror: failed }));
    await video.play();
    await new Promise((done) => setTimeout(done, 1900));
    const canvas = Object.assign(document.createElement('canvas'), { width: video.videoWidth, height: video.videoHeight });
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    return { width: canvas.width, height: canvas.height, picture: canvas.toDataURL().split(',')[1] };
  });
  assert.deepEqual([film.width, film.height], [300, 200]);
  // The extent of what is not the colour of the page.
  const { width, height, data } = await pixelsOf(page, film.picture ?? '');
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      if (Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) > 200) continue;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
  log(`${right - left} x ${bottom - top}`);
  assert.ok(right - left > 80 && right - left < 1.25 * (bottom - top) + 60, 'not wider than the shape of the last canvas');
});

check('a paused tank follows a page that turns dark', async ({ page }) => {
  await addTank(page, { scene: 'dam-break-3d', particles: '500', paused: '', backdrop: 'floor' });
  await sleep(4000); // longer than it reports after its start
  await page.evaluate(() => {
    const scope = /** @type {any} */ (window);
    const worker = scope.startedWorkers.at(-1);
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (/** @type {any} */ message, /** @type {any} */ ...rest) => {
      if (message.type === 'resize') scope.isDark = message.dark;
      post(message, ...rest);
    };
    document.body.style.background = '#111';
  });
  await until('the module is told', () => page.evaluate(() => /** @type {any} */ (window).isDark), 5);
});

check('buttons, names and panel speak the language of now, and texts that a page adds', async ({ page }) => {
  await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    document.documentElement.lang = 'fr';
    const { SloshTank } = await scope.imported;
    scope.waiting = document.body.appendChild(scope.build({ reveal: 'interaction' }));
    SloshTank.texts.fr = { play: 'Lire', menu: 'Plus' };
  });
  const label = (/** @type {string} */ tank, /** @type {string} */ part) =>
    page.evaluate(([name, of]) => /** @type {any} */ (window)[name ?? ''].shadowRoot.querySelector(`[part=${of}]`).getAttribute('aria-label'), [tank, part]);
  await until('its play button', async () => /^Lire: /.test(await label('waiting', 'play')));
  assert.equal(await label('waiting', 'menu'), 'Plus');
  await addTank(page, { scene: 'dam-break', particles: '500', controls: '', lang: 'en' });
  await nextStats(page);
  assert.equal(await label('tank', 'menu'), 'Picture, film, link and more');
  const inputs = () => page.evaluate(() => [.../** @type {any} */ (window).tank.shadowRoot.querySelectorAll('label')].map((each) => each.textContent).join());
  await until('English inputs', async () => /particles/.test(await inputs()));
  await callTank(page, 'setAttribute', 'lang', 'de');
  await until('German inputs', async () => /Teilchen/.test(await inputs()));
  assert.equal(await label('tank', 'menu'), 'Bild, Film, Link und mehr');
  await callTank(page, 'removeAttribute', 'lang');
  await page.evaluate(() => void (document.documentElement.lang = ''));
  await until('English inputs again', async () => /particles/.test(await inputs()));
});

check('the container can be dragged in a link, which is not', async ({ page }) => {
  await addTank(page, { particles: '500' });
  await page.evaluate(() => {
    const scope = /** @type {any} */ (window);
    const link = Object.assign(document.createElement('a'), { href: '#away', draggable: true });
    scope.tank.before(link);
    link.append(scope.tank);
    scope.heard = [];
    for (const name of ['pointercancel', 'pointermove']) scope.tank.canvas.addEventListener(name, () => scope.heard.push(name));
  });
  await nextStats(page);
  await page.mouse.move(200, 200);
  await page.mouse.down();
  for (let x = 200; x < 330; x += 10) await page.mouse.move(x, 210);
  await page.mouse.up();
  const heard = await page.evaluate(() => /** @type {any} */ (window).heard);
  assert.ok(!heard.includes('pointercancel') && heard.length > 8, heard.join());
});

check('a look of its own takes the place of the triangle of the play button', async ({ page }) => {
  await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    scope.tank = document.body.appendChild(scope.build({ reveal: 'interaction' }));
  });
  const triangle = () => page.evaluate(() => getComputedStyle(/** @type {any} */ (window).tank.shadowRoot.querySelector('[part=play]'), '::before').display);
  assert.notEqual(await triangle(), 'none');
  await page.evaluate(() => /** @type {any} */ (window).tank.append(Object.assign(document.createElement('span'), { slot: 'play', textContent: 'GO' })));
  await until('its own', async () => (await triangle()) === 'none');
});

check('a comparison is part of the state', async ({ page }) => {
  await addTank(page, { scene: 'dam-break', particles: '500', controls: '', compare: 'gravity-y:-5' });
  await until('two', async () => (await callTank(page, 'state')).settings.compare === 'gravity-y:-5');
  assert.match(await callTank(page, 'link'), /compare=gravity-y%3A-5/);
  await callTank(page, 'set', 'compare', '');
  await until('one', async () => (await callTank(page, 'get', 'compare')) === '');
});

check('a tank without room for its words shows no hint', async ({ page }) => {
  await addTank(page, { particles: '300', 'interaction-prompt': 'auto', style: 'width: 80px; height: 80px' });
  await sleep(2500);
  const { hint, padding } = await page.evaluate(() => {
    const root = /** @type {any} */ (window).tank.shadowRoot;
    return { hint: !root.querySelector('[part=prompt]').hidden, padding: getComputedStyle(root.querySelector('[part=message]')).paddingLeft };
  });
  assert.equal(hint, false);
  assert.match(padding, /min|8%|6\.4px/);
});

check('the menu has an edge where the reader chooses the colours', async ({ page }) => {
  await addTank(page, { particles: '300', controls: '' });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByRole('button', { name: 'Picture, film, link and more' }).click();
  const width = () => page.evaluate(() => getComputedStyle(/** @type {any} */ (window).tank.shadowRoot.querySelector('[part=menu-list]')).borderTopWidth);
  await until('open', async () => (await width()) === '1px');
}, { only: 'Chromium' });
