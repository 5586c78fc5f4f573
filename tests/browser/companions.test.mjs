// What accompanies a tank: its sound, and the kiosk that plays with it. A film that can repeat.

import assert from 'node:assert/strict';
import { chromiumAndSite, openTab, sleep, until } from './harness.mjs';
import { test } from 'node:test';
import { engineCheck as check } from './engines.mjs';
import { addTank, callTank, loseContext, messages, nextStats } from './tank.mjs';

const { browser, site } = await chromiumAndSite();

/** @typedef {import('./harness.mjs').Page} Page */
/** Listens to all that reaches the loudspeakers, from now on: the contexts, and the loudest sample of the last moments. @param {Page} page */
const listen = (page) => page.evaluate(() => {
  const scope = /** @type {any} */ (window);
  const connect = AudioNode.prototype.connect;
  // A test is a press for the browser.
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } });
  scope.ears = [];
  /** @type {any} */ (AudioNode.prototype).connect = function (/** @type {any} */ to, /** @type {any[]} */ ...rest) {
    if (to === this.context.destination) {
      const ear = new AnalyserNode(this.context, { fftSize: 8192 });
      /** @type {any} */ (connect).call(this, ear);
      scope.ears.push(ear);
    }
    return /** @type {any} */ (connect).call(this, to, ...rest);
  };
  scope.hear = () => {
    const ear = scope.ears.at(-1);
    if (!ear) return { state: 'none', peak: 0, mean: 0 };
    const samples = new Float32Array(ear.fftSize);
    ear.getFloatTimeDomainData(samples);
    return { state: ear.context.state, peak: samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0), mean: Math.sqrt(samples.reduce((sum, each) => sum + each * each, 0) / samples.length) };
  };
});
/** @param {Page} page @returns {Promise<{state: string, peak: number, mean: number}>} */
const hear = (page) => page.evaluate(() => /** @type {any} */ (window).hear());

check('water is heard after a press, follows the fluid, never clips, and rests', async ({ page, log }) => {
  await listen(page);
  await addTank(page, { particles: '800', sound: '' });
  await sleep(700);
  assert.equal((await hear(page)).state, 'none', 'no sound before a press');
  assert.equal(await page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/sound.js'))), true);
  const box = /** @type {any} */ (await page.locator('slosh-tank').boundingBox());
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  let loudest = { peak: 0, mean: 0 };
  for (let i = 0; i < 40; i++) {
    await page.mouse.move(x + 110 * Math.sin(i), y);
    await sleep(60);
    const { peak, mean } = await hear(page);
    loudest = { peak: Math.max(loudest.peak, peak), mean: Math.max(loudest.mean, mean) };
  }
  await page.mouse.up();
  log(`wild: peak ${loudest.peak.toFixed(3)}, mean ${loudest.mean.toFixed(4)}`);
  assert.ok(loudest.mean > 0.01, 'it is heard');
  assert.ok(loudest.peak < 0.9, 'it does not clip');
  await until('water at rest is quiet', async () => (await hear(page)).mean < 0.2 * loudest.mean);
  await callTank(page, 'pause');
  await until('a paused tank is silent', async () => (await hear(page)).state === 'suspended');
  await callTank(page, 'play');
  await until('it goes on', async () => (await hear(page)).state === 'running');
  await page.evaluate(() => /** @type {any} */ (window).tank.removeAttribute('sound'));
  await until('muted', async () => (await hear(page)).state === 'closed');
  await page.evaluate(() => void (/** @type {any} */ (window).tank.sound = true));
  await until('another press is not needed', async () => (await hear(page)).state === 'running');
}, { only: 'Chromium' }); // Firefox starts no AudioContext on a machine without a sound card

check('a kiosk has nothing to click, wanders, and goes on after a lost context', async ({ page }) => {
  await addTank(page, { scene: 'dam-break', particles: '600', kiosk: '0', controls: '' });
  await nextStats(page);
  assert.equal(await page.evaluate(() => [.../** @type {any} */ (document.querySelector('slosh-tank')).shadowRoot.querySelectorAll('button')].filter((each) => each.checkVisibility()).length), 0);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).tank.controls), false);
  const shift = () => page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank')).shadowRoot.querySelector('[part=stage]').style.translate);
  await page.evaluate(() => /** @type {any} */ (window).tank.setAttribute('kiosk', 'soon'));
  await until('a message', async () => (await messages(page)).join() === 'kiosk: "soon" is not a number of seconds');
  const first = await until('a place', shift);
  await until('the picture wanders', async () => (await shift()) !== first, 20);
  await loseContext(page);
  const { steps } = await nextStats(page);
  await until('it goes on', async () => (await callTank(page, 'stats')).steps > steps);
});

test('with reduced motion a kiosk waits for its visitor', { timeout: 60_000 }, async () => {
  const { page, close } = await openTab(browser, `${site.url}/index.html?scene=dam-break&particles=600&kiosk=0`, { viewport: { width: 500, height: 400 }, reducedMotion: 'reduce' });
  await until('the page of a tank alone', async () => page.url().includes('/embed.html?scene=dam-break&particles=600&kiosk=0'));
  await until('its tank', () => page.evaluate(() => document.querySelector('slosh-tank')));
  await page.evaluate(() => void (/** @type {any} */ (window).tank = document.querySelector('slosh-tank')));
  await until('it is there', () => callTank(page, 'loaded'));
  await sleep(800);
  const has = () => page.evaluate(() => [/** @type {any} */ (window).tank.paused, /** @type {any} */ (window).tank.canvas.classList.contains('alone')]);
  assert.deepEqual(await has(), [true, false]);
  await page.mouse.click(100, 100);
  await until('a visitor moves it', async () => !(await has())[0]);
  await sleep(500);
  assert.deepEqual(await has(), [false, false], 'but not the kiosk');
  await close();
});

check('the end of a loop passes into its start', async ({ page, log }) => {
  await addTank(page, { particles: '700', 'gravity-x': '20' });
  await nextStats(page);
  /** How much the last picture that its recorder gets differs from the first. @param {boolean} loop @param {boolean} [late] the recorder has nothing when the time is over */
  const jump = (loop, late = false) => page.evaluate(async ([isLoop, isLate]) => {
    const { tank } = /** @type {any} */ (window);
    /** @type {HTMLCanvasElement} */
    let film = document.createElement('canvas');
    /** @type {Uint8ClampedArray[]} */
    const pictures = [];
    const look = () => void pictures.push(/** @type {CanvasRenderingContext2D} */ (film.getContext('2d')).getImageData(0, 0, film.width, film.height).data);
    const { captureStream } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.captureStream = function (/** @type {number} */ rate) {
      film = this;
      return captureStream.call(this, rate);
    };
    const { start, stop } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (/** @type {number} */ slice) {
      queueMicrotask(look);
      start.call(this, isLate ? 60_000 : slice);
    };
    MediaRecorder.prototype.stop = function () {
      look();
      stop.call(this);
    };
    tank.reset();
    const blob = await tank.record({ seconds: 1.2, loop: isLoop });
    Object.assign(HTMLCanvasElement.prototype, { captureStream });
    Object.assign(MediaRecorder.prototype, { start, stop });
    const [first, last] = pictures;
    if (!first || !last || blob.size < 1000) throw new Error('no film');
    return first.reduce((sum, value, i) => sum + Math.abs(value - (last[i] ?? 0)), 0) / first.length;
  }, [loop, late]);
  const [plain, loop, late] = [await jump(false), await jump(true), await jump(true, true)];
  log(`the last picture differs from the first by ${plain.toFixed(2)}, in a loop by ${loop.toFixed(2)}, with a late recorder by ${late.toFixed(2)} of 255`);
  assert.ok(plain > 2, 'the fluid moves');
  assert.ok(Math.max(loop, late) < 0.1 * plain, 'it passes into the start');
});
