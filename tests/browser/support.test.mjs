// Unsupported browsers: a readable message instead of the canvas, an error event, no exception. Browsers in which a worker
// cannot draw: the tank runs on the page thread.

import assert from 'node:assert/strict';
import { engineTest } from './engines.mjs';
import { launchChromium, openTab } from './harness.mjs';
import { beforeWorker } from './surface.mjs';
import { addTank, difference, picture, statsAfter } from './tank.mjs';

/** Workers are changed, and browsers started with other flags, in Chromium only. @param {unknown} need @returns {{only?: 'Chromium'}} */
const onlyChromium = (need) => (need ? { only: 'Chromium' } : {});
const noContext = 'OffscreenCanvas.prototype.getContext = () => null;';

/** @type {Record<string, {word: RegExp, init?: () => void, worker?: string, flags?: string[]}>} */
const missingFeatures = {
  'no WebAssembly': { word: /WebAssembly/, init: () => void Reflect.deleteProperty(window, 'WebAssembly') },
  'no SIMD': { word: /SIMD/, init: () => void (WebAssembly.validate = () => false) },
  'no WebGL 2 in workers, none in the page': {
    word: /WebGL/,
    worker: noContext,
    init: () => void (HTMLCanvasElement.prototype.getContext = () => null),
  },
  'no 3D at all': { word: /WebGL/, flags: ['--disable-gpu', '--disable-software-rasterizer'] },
};

for (const [title, { word, init, worker, flags }] of Object.entries(missingFeatures))
  engineTest(title, { timeout: 60_000, ...onlyChromium(worker ?? flags) }, async ({ open, url, log }) => {
    const limited = flags && (await launchChromium(flags));
    const tab = limited ? await openTab(limited, `${url}/blank.html`) : await open('/blank.html', init ? { init } : {});
    if (worker) await beforeWorker(tab.page, worker);
    try {
      const event = await tab.page.evaluate(async () => {
        const scope = /** @type {any} */ (window);
        await scope.imported;
        scope.tank = scope.build({ controls: '' });
        scope.tank.innerHTML = '<img alt="A picture of it" />';
        const first = await scope.attach(scope.tank);
        // None of these calls throws; the first starts once more, and fails again.
        scope.tank.play();
        await scope.tank.ready.catch(() => {});
        scope.tank.pause();
        scope.tank.step();
        scope.tank.set('particles', 3);
        scope.tank.particles = 5;
        first.refusal = await scope.tank.toBlob().then(String, String);
        return first;
      });
      assert.equal(event.name, 'error');
      log(event.detail.reason);
      assert.match(event.detail.reason, word);
      const alert = tab.page.getByRole('alert');
      assert.ok(await alert.isVisible(), 'the message is visible');
      assert.equal((await alert.innerText()).includes(event.detail.reason), true);
      assert.equal(await tab.page.locator('slosh-tank canvas').count(), 0, 'instead of the canvas');
      const shown = await tab.page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('[alt="A picture of it"]')).checkVisibility());
      assert.ok(shown, 'with the content of the element');
      assert.match(event.refusal, /no tank/);
      assert.deepEqual(tab.errors, [], 'no exception, no console error');
    } finally {
      await tab.close();
      await limited?.close();
    }
  });

/** @type {Record<string, {init?: () => void, worker?: string}>} */
const missingInWorkers = {
  'no Worker': { init: () => void Reflect.deleteProperty(window, 'Worker') },
  'no OffscreenCanvas': { init: () => void Reflect.deleteProperty(window, 'OffscreenCanvas') },
  'no transferControlToOffscreen': { init: () => void Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen') },
  'no WebGL 2 in workers': { worker: noContext },
};

for (const [title, { init, worker }] of Object.entries(missingInWorkers))
  engineTest(`${title}: on the page thread`, { timeout: 60_000, ...onlyChromium(worker) }, async ({ open }) => {
    const tab = await open('/blank.html', init ? { init } : {});
    if (worker) await beforeWorker(tab.page, worker);
    try {
      const loaded = await addTank(tab.page, { particles: '700' });
      assert.equal(loaded.threads, false);
      assert.ok((await statsAfter(tab.page, 20)).particles === 700);
      const blank = await tab.page.evaluate(() => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 400 });
        return canvas.toDataURL().split(',')[1] ?? '';
      });
      const { fraction } = await difference(tab.page, blank, await picture(tab.page));
      assert.ok(fraction > 0.05, `it draws (${fraction})`);
      // The next tank of the page does not ask a worker again.
      const before = await tab.page.evaluate(() => /** @type {any} */ (window).startedWorkers.length);
      await addTank(tab.page, { particles: '500' });
      assert.equal(await tab.page.evaluate(() => /** @type {any} */ (window).startedWorkers.length), before);
      assert.deepEqual(tab.errors, [], 'no exception, no console error');
    } finally {
      await tab.close();
    }
  });
