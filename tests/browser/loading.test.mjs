// Loading of the script, its worker and the module: from other origins, under restrictive headers, and after failures. Answers
// to requests of workers are changed in Chromium only.

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { engineCheck as check, engineTest } from './engines.mjs';
import { sleep, startSite, until } from './harness.mjs';
import { addTank, callTank, nextStats, statsAfter } from './tank.mjs';

const serialSite = await startSite({ isolated: false });
/** Its requests are those of one test. */
const watched = await startSite();
after(() => [serialSite, watched].forEach((site) => site.close()));

/** Adds a tank that cannot run. @param {import('./harness.mjs').Page} page @returns {Promise<string>} the reason */
async function failingTank(page) {
  const event = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    scope.tank = scope.build();
    return scope.attach(scope.tank);
  });
  assert.equal(event.name, 'error');
  return event.detail.reason;
}

check('a second copy of the script has no effect', async ({ page }) => {
  await addTank(page);
  await page.evaluate(() => import(`${location.origin}/slosh.js?again`));
  await statsAfter(page, 10);
});

check('properties set before the script loads take effect', async ({ page }) => {
  const value = await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    const early = /** @type {any} */ (document.createElement('slosh-later'));
    early.particles = 640;
    document.body.append(frame, early);
    await /** @type {any} */ (window).imported;
    const { SloshTank } = await import(`${location.origin}/slosh.js`);
    customElements.define('slosh-later', class extends SloshTank {});
    return early.particles;
  });
  assert.equal(value, 640);
});

for (const [title, isolated] of /** @type {const} */ ([
  ['from another origin, with threads', true],
  ['from another origin, serial', false],
]))
  engineTest(title, { timeout: 60_000 }, async ({ open, url }) => {
    const host = await startSite({ isolated });
    const tab = await open(`${isolated ? url : serialSite.url}/blank.html?from=${host.url}/`);
    try {
      const loaded = await addTank(tab.page);
      assert.equal(loaded.threads, isolated);
      await statsAfter(tab.page, 5);
      assert.deepEqual(tab.errors, []);
    } finally {
      await tab.close();
      host.close();
    }
  });

for (const [title, path] of /** @type {const} */ ([
  ['a strict content security policy', '/strict.html'],
  ['a page that requires Trusted Types', '/trusted.html'],
]))
  check(
    title,
    async ({ page }) => {
      const loaded = await addTank(page, { controls: '' });
      assert.equal(loaded.threads, true);
      await statsAfter(page, 5);
    },
    { path },
  );

check(
  'a sandboxed frame, whose origin is null',
  async ({ page }) => {
    const frame = await until('the frame', async () => page.frames().find((each) => each.url().endsWith('/blank.html')));
    const steps = await frame.evaluate(async () => {
      const scope = /** @type {any} */ (window);
      await scope.imported;
      scope.tank = scope.build();
      const event = await scope.attach(scope.tank);
      return event.name === 'load' ? (await scope.nextStats(scope.tank, (/** @type {any} */ stats) => stats.steps >= 5)).steps : event.detail.reason;
    });
    assert.ok(steps >= 5, `runs: ${steps}`);
    assert.equal(await frame.evaluate(() => self.origin), 'null');
  },
  { path: '/sandboxed.html' },
);

check(
  'a worker script served without the page’s COEP header starts through a blob',
  async ({ page }) => {
    await page.route('**/worker.js', async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      delete headers['cross-origin-embedder-policy'];
      await route.fulfill({ response, headers });
    });
    const loaded = await addTank(page);
    assert.equal(loaded.threads, true);
    await statsAfter(page, 5);
  },
  { expectErrors: true, only: 'Chromium' },
);

engineTest('nothing is fetched before the tank comes near, and no WebGL context is made in the page', { timeout: 60_000 }, async ({ open }) => {
  watched.requests.length = 0;
  const { page, errors, close } = await open(`${watched.url}/blank.html`, {
    init: () => {
      const scope = /** @type {any} */ (window);
      scope.contexts = 0;
      for (const { prototype } of [HTMLCanvasElement, OffscreenCanvas]) {
        const { getContext } = prototype;
        prototype.getContext = /** @type {any} */ (function (/** @type {any[]} */ ...values) {
          if (/webgl/.test(values[0])) scope.contexts++;
          return Reflect.apply(getContext, this, values);
        });
      }
    },
  });
  const fetched = () => watched.requests.filter((path) => /worker|slosh-/.test(path));
  await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    const space = document.createElement('div');
    space.style.height = '400vh';
    scope.tank = scope.build({ particles: '600' });
    document.body.append(space, scope.tank);
    scope.tank.set('gravity-y', -7);
  });
  await sleep(1000);
  assert.deepEqual(fetched(), [], 'four viewports away');
  await page.evaluate(() => scrollTo(0, 0.5 * innerHeight));
  await sleep(300);
  assert.deepEqual(fetched(), []);
  await page.evaluate(() => scrollTo(0, 2.2 * innerHeight));
  await until('it is loaded before it is visible', () => callTank(page, 'loaded'));
  assert.equal(await callTank(page, 'particles'), 600);
  assert.equal(await callTank(page, 'gravityY'), -7, 'set before it was loaded');
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).contexts), 0);
  watched.requests.length = 0;
  await page.evaluate(() => {
    const scope = /** @type {any} */ (window);
    scrollTo(0, 0);
    scope.tank.remove();
    scope.tank = scope.build({ loading: 'eager' });
    document.body.append(scope.tank);
  });
  await until('an eager tank starts far away', () => callTank(page, 'loaded'));
  assert.deepEqual(errors, []);
  await close();
});

engineTest('eight tanks fetch and compile their module once', { timeout: 60_000 }, async ({ open }) => {
  watched.requests.length = 0;
  const { page, errors, close } = await open(`${watched.url}/blank.html`, {
    init: () => {
      const scope = /** @type {any} */ (window);
      const { compile } = WebAssembly;
      scope.compiled = 0;
      WebAssembly.compile = (bytes) => {
        scope.compiled++;
        return compile(bytes);
      };
    },
  });
  const loaded = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    const tanks = Array.from({ length: 8 }, () => scope.build({ particles: '300', style: 'width: 90px; height: 90px; float: left' }));
    return (await Promise.all(tanks.map((tank) => scope.attach(tank)))).map(({ name }) => name);
  });
  assert.deepEqual(loaded, Array(8).fill('load'));
  assert.equal(watched.requests.filter((path) => path.endsWith('.wasm')).length, 1);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).compiled), 1);
  assert.deepEqual(errors, []);
  await close();
});

check('width and height reserve the space, and the page may override them', async ({ page }) => {
  const sizes = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    const tank = scope.build({ width: '300', height: '150', paused: '' });
    const frame = document.createElement('div');
    document.body.append(frame);
    const size = (/** @type {Record<string, string>} */ style, frameWidth = '500px') => {
      frame.style.width = frameWidth;
      tank.removeAttribute('style');
      Object.assign(tank.style, style);
      return [tank.clientWidth, tank.clientHeight];
    };
    for (const sheet of document.styleSheets) sheet.disabled = true;
    frame.append(tank);
    return [size({}), size({}, '200px'), size({ width: '100%' }), size({ height: '100px', width: '50px' })];
  });
  assert.deepEqual(sizes, [[300, 150], [200, 100], [500, 250], [50, 100]]);
});

check('a wrong content type of a .wasm file is accepted without a warning', async ({ page, warnings }) => {
  await page.route('**/*.wasm', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } });
  });
  await addTank(page);
  await statsAfter(page, 5);
  assert.deepEqual(warnings, []);
}, { only: 'Chromium' });

check(
  'without the files with threads, the tank runs without threads',
  async ({ page, warnings }) => {
    await page.route('**/slosh-threads-*', (route) => route.fulfill({ status: 404, body: 'not here' }));
    const loaded = await addTank(page, { particles: '700' });
    assert.equal(loaded.threads, false);
    assert.equal((await statsAfter(page, 5)).particles, 700);
    assert.ok(warnings.some((text) => /slosh-threads-blobs.*without threads/.test(text)), `named: ${warnings}`);
  },
  { expectErrors: true, only: 'Chromium' },
);

check(
  'a policy that blocks the worker is named in the message',
  async ({ page, log }) => {
    const reason = await failingTank(page);
    log(reason);
    assert.match(reason, /worker\.js could not be loaded: the page's Content-Security-Policy blocks it \(worker-src\)/);
  },
  { path: '/blocked.html', expectErrors: true },
);

check('many messages are not all printed', async ({ page, warnings }) => {
  await addTank(page);
  const received = await page.evaluate(async () => {
    const { tank } = /** @type {any} */ (window);
    for (let i = 0; i < 60; i++) tank.set(`no-such-key-${i}`, 1);
    while (tank.events.filter((/** @type {any} */ event) => event.name === 'message').length < 60) await new Promise((done) => setTimeout(done, 50));
    return tank.events.length;
  });
  assert.ok(received >= 60, 'each is an event');
  assert.ok(warnings.length === 20 && /not printed/.test(String(warnings.at(-1))), `${warnings.length} in the console`);
});

check(
  'a missing module file is named in the message',
  async ({ page, log, warnings }) => {
    await page.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: 'not here' }));
    const reason = await failingTank(page);
    log(reason);
    assert.match(reason, /slosh-serial-blobs\.wasm could not be loaded: 404/);
    assert.ok(warnings.some((text) => /slosh-threads-blobs\.wasm could not be loaded: 404/.test(text)), `and the file with threads: ${warnings}`);
  },
  { expectErrors: true, only: 'Chromium' },
);

check(
  'a failed load gives a message, and reset() retries',
  async ({ page, log }) => {
    await page.route('**/slosh-*-blobs.js', (route) => route.abort());
    const reason = await failingTank(page);
    log(reason);
    assert.match(reason, /could not start/);
    assert.ok(await page.getByRole('alert').isVisible(), 'a message instead of the canvas');
    await page.unroute('**/slosh-*-blobs.js');
    await callTank(page, 'reset');
    await statsAfter(page, 5);
    assert.equal(await page.getByRole('alert').isVisible(), false);
  },
  { expectErrors: true, only: 'Chromium' },
);

check('an exception in the worker is reported, and reset() restarts', async ({ page, log }) => {
  await addTank(page);
  await nextStats(page);
  await page.evaluate(() => {
    const worker = /** @type {any} */ (window).startedWorkers.at(-1);
    // An invalid message: its handler throws in the worker, like a trap in the module.
    worker.postMessage({ type: 'pointer', list: null });
  });
  const reason = await until('an error event', async () => callTank(page, 'failure'));
  log(reason);
  assert.match(reason, /stopped/);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).tank.events.at(-1).name), 'error');
  await callTank(page, 'reset');
  assert.ok((await statsAfter(page, 5)).steps >= 5);
}, { expectErrors: true });

check('an error event of a running worker is reported', async ({ page }) => {
  await addTank(page);
  await nextStats(page);
  await page.evaluate(() => {
    const worker = /** @type {any} */ (window).startedWorkers.at(-1);
    worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
  });
  assert.equal(await until('an error event', async () => callTank(page, 'failure')), 'The simulation stopped: out of memory');
  // In the language of the element.
  await callTank(page, 'setAttribute', 'lang', 'de-AT');
  await callTank(page, 'reset');
  await nextStats(page);
  await page.evaluate(() => {
    const worker = /** @type {any} */ (window).startedWorkers.at(-1);
    worker.dispatchEvent(new ErrorEvent('error', { message: 'https://a.b/c.wasm could not be loaded: 404', cancelable: true }));
  });
  assert.equal(await until('an error event', async () => callTank(page, 'failure')), 'Die Simulation ist stehen geblieben: https://a.b/c.wasm konnte nicht geladen werden: 404');
});
