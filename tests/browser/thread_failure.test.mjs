// A thread of the module that ends by an error: the tank stops with its text. Such an error is a defect, which no input causes;
// here the page and the worker play it.

import assert from 'node:assert/strict';
import { engineCheck as check } from './engines.mjs';
import { sleep } from './harness.mjs';
import { beforeWorker } from './surface.mjs';
import { addTank, statsAfter } from './tank.mjs';

/** The calls of the module throw once the worker has got the message `fail`, as Emscripten does after the end of a thread. */
const failing = `{
  let fails = false;
  addEventListener('message', (event) => {
    if (event.data !== 'fail') return;
    event.stopImmediatePropagation();
    fails = true;
  });
  const { instantiate } = WebAssembly;
  const guarded = (f) => (...values) => {
    if (fails) throw 'unwind';
    return f(...values);
  };
  WebAssembly.instantiate = async (...given) => {
    const { exports } = await instantiate(...given);
    return { exports: Object.fromEntries(Object.entries(exports).map(([name, f]) => [name, typeof f === 'function' ? guarded(f) : f])) };
  };
}`;

/** A tank that runs, then the failure. @param {any} page @param {string} text of the thread's error, or '': none comes */
async function failedTank(page, text) {
  await beforeWorker(page, failing);
  await page.evaluate(() => {
    const own = /** @type {any} */ (window);
    own.workers = [];
    own.Worker = class extends Worker {
      /** @param {string | URL} url @param {WorkerOptions} [options] */
      constructor(url, options) {
        super(url, options);
        own.workers.push(this);
      }
    };
  });
  await addTank(page, { particles: '700' });
  await statsAfter(page, 5);
  await page.evaluate((/** @type {string} */ thrown) => {
    const { tank, workers, reasons = (/** @type {any} */ (window).reasons = []) } = /** @type {any} */ (window);
    tank.addEventListener('error', (/** @type {CustomEvent} */ { detail }) => reasons.push(`${detail.type}: ${detail.reason}`));
    workers[0].postMessage('fail');
    if (thrown) setTimeout(() => workers.at(-1).dispatchEvent(new ErrorEvent('error', { message: thrown, cancelable: true })), 300);
  }, text);
  await sleep(2500);
  assert.ok(await page.getByRole('alert').isVisible(), 'a message instead of the canvas');
  return page.evaluate(() => /** @type {any} */ (window).reasons);
}

for (const prefix of ['Uncaught ', 'uncaught exception: '])
  check(`the error of a thread is the reason that the tank stops: ${prefix}`, async ({ page }) => {
    const reasons = await failedTank(page, `${prefix}check failed at file.cpp:12: the invariant`);
    assert.deepEqual(reasons, ['stopped: The simulation stopped: check failed at file.cpp:12: the invariant']);
  }, { only: 'Chromium' });

check('a thread that ends without a word is the reason, too', async ({ page }) => {
  assert.deepEqual(await failedTank(page, ''), ['stopped: The simulation stopped: one of its threads failed']);
}, { only: 'Chromium' });
