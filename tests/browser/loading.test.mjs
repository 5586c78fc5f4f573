// Loading of the script, its worker and the module: from other origins, under restrictive headers, and after failures.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chromiumAndSite, openTab, startSite, tabTests, until } from './harness.mjs';
import { addTank, callTank, nextStats, statsAfter } from './tank.mjs';

const { browser, site } = await chromiumAndSite();
const check = tabTests(browser, site);
const serialSite = await startSite({ isolated: false });
after(() => serialSite.close());

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
  test(title, { timeout: 60_000 }, async () => {
    const host = await startSite({ isolated });
    const tab = await openTab(browser, `${isolated ? site.url : serialSite.url}/blank.html?from=${host.url}/`);
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

check(
  'a strict content security policy',
  async ({ page }) => {
    const loaded = await addTank(page, { controls: '' });
    assert.equal(loaded.threads, true);
    await statsAfter(page, 5);
  },
  { path: '/strict.html' },
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
  { expectErrors: true },
);

check('a wrong content type of a .wasm file is accepted without a warning', async ({ page, warnings }) => {
  await page.route('**/*.wasm', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } });
  });
  await addTank(page);
  await statsAfter(page, 5);
  assert.deepEqual(warnings, []);
});

check(
  'a missing module file is named in the message',
  async ({ page, log }) => {
    await page.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: 'not here' }));
    const event = await page.evaluate(async () => {
      const scope = /** @type {any} */ (window);
      await scope.imported;
      return scope.attach(scope.build());
    });
    log(event.detail.reason);
    assert.equal(event.name, 'error');
    assert.match(event.detail.reason, /slosh-threads-blobs\.wasm could not be loaded: 404/);
  },
  { expectErrors: true },
);

check(
  'a failed load gives a message, and reset() retries',
  async ({ page, log }) => {
    await page.route('**/slosh-threads-blobs.mjs', (route) => route.abort());
    const event = await page.evaluate(async () => {
      const scope = /** @type {any} */ (window);
      await scope.imported;
      scope.tank = scope.build();
      return scope.attach(scope.tank);
    });
    log(event.detail.reason);
    assert.equal(event.name, 'error');
    assert.match(event.detail.reason, /could not start/);
    assert.ok(await page.getByRole('alert').isVisible(), 'a message instead of the canvas');
    await page.unroute('**/slosh-threads-blobs.mjs');
    await callTank(page, 'reset');
    await statsAfter(page, 5);
    assert.equal(await page.getByRole('alert').isVisible(), false);
  },
  { expectErrors: true },
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
});
