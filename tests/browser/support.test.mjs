// Unsupported browsers: a readable message instead of the canvas, an error event, no exception.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromiumAndSite, launchChromium, openTab } from './harness.mjs';
import { beforeWorker } from './surface.mjs';

const { browser, site } = await chromiumAndSite();

/** @type {Record<string, {word: RegExp, init?: () => void, worker?: string, flags?: string[]}>} */
const missingFeatures = {
  'no Worker': { word: /Worker/, init: () => void Reflect.deleteProperty(window, 'Worker') },
  'no OffscreenCanvas': { word: /OffscreenCanvas/, init: () => void Reflect.deleteProperty(window, 'OffscreenCanvas') },
  'no transferControlToOffscreen': {
    word: /OffscreenCanvas/,
    init: () => void Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen'),
  },
  'no WebAssembly': { word: /WebAssembly/, init: () => void Reflect.deleteProperty(window, 'WebAssembly') },
  'no SIMD': { word: /SIMD/, init: () => void (WebAssembly.validate = () => false) },
  'no WebGL 2 in workers': { word: /WebGL/, worker: 'OffscreenCanvas.prototype.getContext = () => null;' },
  'no 3D at all': { word: /WebGL/, flags: ['--disable-gpu', '--disable-software-rasterizer'] },
};

for (const [title, { word, init, worker, flags }] of Object.entries(missingFeatures))
  test(title, { timeout: 60_000 }, async (context) => {
    const limited = flags ? await launchChromium(flags) : browser;
    const tab = await openTab(limited, `${site.url}/blank.html`, init ? { init } : {});
    if (worker) await beforeWorker(tab.page, worker);
    try {
      const event = await tab.page.evaluate(async () => {
        const scope = /** @type {any} */ (window);
        await scope.imported;
        scope.tank = scope.build({ controls: '' });
        scope.tank.innerHTML = '<img alt="A picture of it" />';
        const first = await scope.attach(scope.tank);
        // None of these calls throws.
        scope.tank.play();
        scope.tank.pause();
        scope.tank.step();
        scope.tank.set('particles', 3);
        scope.tank.particles = 5;
        first.refusal = await scope.tank.toBlob().then(String, String);
        return first;
      });
      assert.equal(event.name, 'error');
      context.diagnostic(event.detail.reason);
      assert.match(event.detail.reason, word);
      const alert = tab.page.getByRole('alert');
      assert.ok(await alert.isVisible(), 'the message is visible');
      assert.equal((await alert.innerText()).includes(event.detail.reason), true);
      assert.equal(await tab.page.locator('slosh-tank canvas').count(), 0, 'instead of the canvas');
      assert.ok(await tab.page.getByAltText('A picture of it').isVisible(), 'with the content of the element');
      assert.match(event.refusal, /no tank/);
      assert.deepEqual(tab.errors, [], 'no exception, no console error');
    } finally {
      await tab.close();
      if (flags) await limited.close();
    }
  });
