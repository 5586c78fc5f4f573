// Life cycle of the element: attach, remove, move, hide, fail and restart. In Chromium, whose memory can be measured.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launchChromium, openTab, sleep, startSite, until } from './harness.mjs';
import { addTank, ask, nextStats, picture, statsAfter, stepBy } from './scenarios.mjs';
import { watchTanks } from './webgl_reports.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof startSite>>} */
let site;
/** @type {Awaited<ReturnType<typeof startSite>>} */
let plain;
before(async () => {
  [browser, site, plain] = await Promise.all([launchChromium(), startSite(), startSite({ isolated: false })]);
});
after(async () => {
  await browser?.close();
  site?.close();
  plain?.close();
});

/**
 * @param {string} title
 * @param {(bench: import('./harness.mjs').Tab & {say: (text: string) => void}) => Promise<void>} run
 * @param {Parameters<typeof openTab>[2] & {path?: string, expectErrors?: boolean, where?: () => string}} [options]
 */
function check(title, run, { path = '/blank.html', expectErrors = false, where, ...options } = {}) {
  test(title, { timeout: 180_000 }, async (context) => {
    const tab = await openTab(browser, where ? where() : site.url + path, options);
    try {
      await run({ ...tab, say: (text) => context.diagnostic(text) });
      if (!expectErrors) assert.deepEqual(tab.errors, [], 'no console error');
    } finally {
      await tab.close();
    }
  });
}

/** The browser's processes, from below this one. */
function processes() {
  /** @type {Map<string, string>} */
  const parents = new Map();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      parents.set(id, /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? '');
    } catch {
      // It has ended meanwhile.
    }
  const isOurs = (/** @type {string} */ id) => {
    for (let at = id; parents.has(at); at = parents.get(at) ?? '') if (at === String(process.pid)) return true;
    return false;
  };
  return [...parents.keys()].filter((id) => id !== String(process.pid) && isOurs(id));
}

/** Threads of web workers, nested ones too, and memory in MB of the whole browser. */
function usage() {
  let workers = 0;
  let memory = 0;
  for (const id of processes())
    try {
      for (const thread of readdirSync(`/proc/${id}/task`))
        if (readFileSync(`/proc/${id}/task/${thread}/comm`, 'utf8').startsWith('DedicatedWorker')) workers++;
      memory += Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      // It has ended meanwhile.
    }
  return { workers, memory };
}

check('removing and attaching 20 times leaks nothing', async ({ page, say }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const measure = async () => {
    let left = NaN;
    await until('all workers end', async () => (left = usage().workers) === 0, 15).catch((error) => {
      throw new Error(`${error.message}: ${left} threads left, ${page.workers().length} workers known`);
    });
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (/** @type {string} */ name) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
    return { heap: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), listeners: of('JSEventListeners'), ...usage() };
  };
  const cycle = async () => {
    const news = await page.evaluate(() => {
      const scope = /** @type {any} */ (window);
      return scope.attach(scope.tank);
    });
    assert.equal(news.name, 'load');
    await nextStats(page);
    await page.evaluate(() => {
      const scope = /** @type {any} */ (window);
      scope.startedWorkers.length = scope.tank.heard.length = 0;
      scope.tank.remove();
    });
  };
  await addTank(page);
  assert.ok(usage().workers > 0, 'the count sees a running worker');
  await page.evaluate(() => /** @type {any} */ (window).tank.remove());
  for (let i = 0; i < 3; i++) await cycle();
  const early = await measure();
  for (let i = 0; i < 20; i++) await cycle();
  const late = await measure();
  for (const name of /** @type {const} */ (['heap', 'nodes', 'listeners', 'memory']))
    say(`${name}: ${early[name].toFixed(1)} after 4 times, ${late[name].toFixed(1)} after 24`);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).liveWorkers), 0);
  assert.ok(late.heap - early.heap < 0.5, 'page heap (MB)');
  assert.ok(late.nodes - early.nodes < 20, 'nodes');
  assert.ok(late.listeners - early.listeners < 10, 'listeners');
  assert.ok(late.memory - early.memory < 150, 'memory of the browser (MB); one tank alone takes more than 20 of these');
});

check('moving it in the page keeps the simulation', async ({ page }) => {
  await addTank(page);
  const first = await nextStats(page);
  await page.evaluate(() => {
    const frame = document.createElement('section');
    document.body.prepend(frame);
    frame.append(/** @type {any} */ (window).tank);
  });
  const second = await nextStats(page);
  assert.ok(second.steps > first.steps, `steps go on (${first.steps}, ${second.steps})`);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).startedWorkers.length), 1, 'the same worker');
});

/** Steps taken while `hide` holds, and reports heard meanwhile.
 * @param {import('./harness.mjs').Page} page @param {() => Promise<any>} hide @param {() => Promise<any>} show */
async function stepsWhile(page, hide, show) {
  const before = await nextStats(page);
  await hide();
  await sleep(700);
  await page.evaluate(() => {
    const scope = /** @type {any} */ (window);
    scope.heardStats = 0;
    scope.tank.addEventListener('frame-stats', () => scope.heardStats++);
  });
  await sleep(3000);
  const reports = await page.evaluate(() => /** @type {any} */ (window).heardStats);
  await show();
  const after = await nextStats(page);
  return { reports, steps: after.steps - before.steps };
}

check('off-screen: no steps', async ({ page, say }) => {
  await addTank(page);
  await page.evaluate(() => (document.body.style.height = '4000px'));
  const { steps, reports } = await stepsWhile(
    page,
    () => page.evaluate(() => scrollTo(0, 3000)),
    () => page.evaluate(() => scrollTo(0, 0)),
  );
  say(`${steps} steps around 3.7 s out of sight, all of them before or after`);
  assert.equal(reports, 0, 'not one frame');
  assert.ok(steps < 100, `${steps} steps`);
});

check('hidden tab: no steps', async ({ page, say }) => {
  await addTank(page);
  const turn = (/** @type {string} */ state) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const { steps, reports } = await stepsWhile(page, () => turn('hidden'), () => turn('visible'));
  say(`${steps} steps around 3.7 s hidden, all of them before or after`);
  assert.equal(reports, 0, 'not one frame');
  assert.ok(steps < 100, `${steps} steps`);
});

check('display: none: no steps', async ({ page }) => {
  await addTank(page);
  const { reports } = await stepsWhile(page, () => ask(page, 'toggleAttribute', 'hidden', true), () =>
    ask(page, 'toggleAttribute', 'hidden', false),
  );
  assert.equal(reports, 0);
});

check('paused: no steps, then no frames, and play goes on', async ({ page }) => {
  await addTank(page, { paused: '' });
  const first = await nextStats(page);
  assert.equal(first.steps, 0, 'paused from the start');
  await sleep(3500);
  const idle = await page.evaluate(() => {
    const scope = /** @type {any} */ (window);
    return Promise.race([scope.nextStats(scope.tank).then(() => 'frames'), new Promise((done) => setTimeout(done, 1500, 'none'))]);
  });
  assert.equal(idle, 'none', 'a paused tank without input draws nothing');
  await stepBy(page, 7);
  assert.equal((await statsAfter(page, 7)).steps, 7, 'seven single steps');
  await ask(page, 'removeAttribute', 'paused');
  await statsAfter(page, 20);
});

for (const late of [900, 1400])
  check(`single steps are told of where frames are ${late} ms apart`, async ({ page }) => {
    await watchTanks(/** @type {any} */ (page), [], { late });
    await addTank(page, { paused: '' });
    for (const [more, all] of [[3, 3], [1, 4], [5, 9]]) {
      await stepBy(page, more ?? 0);
      assert.equal((await statsAfter(page, all ?? 0, 30)).steps, all);
    }
  });

for (const [title, attributes, options] of /** @type {const} */ ([
  ['reduced motion', {}, { reducedMotion: 'reduce' }],
  ['autoplay="false"', { autoplay: 'false' }, {}],
]))
  check(
    `${title}: shows the first frame and waits for the play button`,
    async ({ page }) => {
      await addTank(page, attributes);
      await sleep(1200);
      assert.equal((await ask(page, 'stats')).steps, 0, 'does not start by itself');
      const filled = await page.evaluate(async (base64) => {
        const { data } = await /** @type {any} */ (window).pixelsOf(base64);
        let opaque = 0;
        for (let i = 3; i < data.length; i += 4) if (data[i] > 200) opaque++;
        return opaque / (data.length / 4);
      }, await picture(page));
      assert.ok(filled > 0.1, `the first frame is there (${filled} of it opaque)`);
      await page.getByRole('button', { name: 'Play' }).click();
      await statsAfter(page, 10);
      assert.equal(await page.getByRole('button', { name: 'Play' }).isVisible(), false);
    },
    options,
  );

check('controls can be added and removed', async ({ page }) => {
  await addTank(page, { particles: '600' });
  for (const panel of [true, false]) {
    await page.evaluate((value) => {
      const { tank } = /** @type {any} */ (window);
      tank.heard.length = 0;
      tank.controls = value;
    }, panel);
    const loaded = await until('the other module', () =>
      page.evaluate(() => /** @type {any} */ (window).tank.heard.find((/** @type {any} */ news) => news.name === 'load')),
    );
    assert.equal(loaded.detail.panel, panel);
    assert.equal((await nextStats(page)).particles, 600, 'with the same settings');
  }
});

check('a second copy of the script is harmless', async ({ page }) => {
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
    const tab = await openTab(browser, `${isolated ? site.url : plain.url}/blank.html?from=${host.url}/`);
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
  async ({ page, say }) => {
    await page.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: 'not here' }));
    const news = await page.evaluate(async () => {
      const scope = /** @type {any} */ (window);
      await scope.imported;
      return scope.attach(scope.build());
    });
    say(news.detail.reason);
    assert.equal(news.name, 'error');
    assert.match(news.detail.reason, /slosh-threads-blobs\.wasm could not be loaded: 404/);
  },
  { expectErrors: true },
);

check(
  'a failed load gives a message, and reset() retries',
  async ({ page, say }) => {
    await page.route('**/slosh-threads-blobs.mjs', (route) => route.abort());
    const news = await page.evaluate(async () => {
      const scope = /** @type {any} */ (window);
      await scope.imported;
      scope.tank = scope.build();
      return scope.attach(scope.tank);
    });
    say(news.detail.reason);
    assert.equal(news.name, 'error');
    assert.match(news.detail.reason, /could not start/);
    assert.ok(await page.getByRole('alert').isVisible(), 'a message in place of the canvas');
    await page.unroute('**/slosh-threads-blobs.mjs');
    await ask(page, 'reset');
    await statsAfter(page, 5);
    assert.equal(await page.getByRole('alert').isVisible(), false);
  },
  { expectErrors: true },
);

check('a terminated worker is reported, and reset() restarts', async ({ page, say }) => {
  await addTank(page);
  await nextStats(page);
  await page.evaluate(() => {
    const worker = /** @type {any} */ (window).startedWorkers.at(-1);
    // Garbage for a handler: it throws inside the worker, as a trap in the module would.
    worker.postMessage({ type: 'pointer', list: null });
  });
  const reason = await until('an error event', async () => ask(page, 'failure'));
  say(reason);
  assert.match(reason, /stopped/);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).tank.heard.at(-1).name), 'error');
  await ask(page, 'reset');
  assert.ok((await statsAfter(page, 5)).steps >= 5);
}, { expectErrors: true });

check('a drag of ten container widths in one event keeps every particle inside', async ({ page, say }) => {
  await addTank(page);
  await statsAfter(page, 60);
  await page.evaluate(async () => {
    const canvas = /** @type {any} */ (window).tank.shadowRoot.querySelector('canvas');
    const send = (/** @type {string} */ type, /** @type {number} */ x, /** @type {number} */ y, buttons = 1) =>
      canvas.dispatchEvent(
        new PointerEvent(type, { pointerId: 7, pointerType: 'mouse', buttons, clientX: x, clientY: y, bubbles: true }),
      );
    send('pointerdown', 200, 200);
    for (const [x, y] of [[4200, 200], [-3800, 200], [200, -3800], [200, 4200], [1e9, -1e9], [4200, 4200], [-3800, -3800]]) {
      send('pointermove', x ?? 0, y ?? 0);
      await new Promise((done) => setTimeout(done, 150));
    }
    send('pointerup', 200, 200, 0);
    send('pointerleave', 900, 200, 0);
  });
  const wild = await nextStats(page);
  assert.equal(wild.particles, 1500);
  assert.ok(Number.isFinite(wild.maxSpeed) && wild.centre.every(Number.isFinite), JSON.stringify(wild));
  const calm = await statsAfter(page, wild.steps + 200);
  say(`greatest speed: right after ${wild.maxSpeed.toFixed(0)}, later ${calm.maxSpeed.toFixed(0)}`);
  assert.ok(calm.maxSpeed < 1000, `settles (${calm.maxSpeed})`);
  const outside = await page.evaluate(async (base64) => {
    const { data, width, height } = await /** @type {any} */ (window).pixelsOf(base64);
    let most = 0;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (Math.hypot(x - width / 2, y - height / 2) > 0.53 * width) most = Math.max(most, data[4 * (y * width + x) + 3]);
    return most;
  }, await picture(page));
  assert.ok(outside < 80, `nothing but a soft shadow outside of the glass (alpha ${outside})`);
});

test('device pixels: twice the ratio, twice the canvas', { timeout: 60_000 }, async (context) => {
  const sharp = await launchChromium(['--force-device-scale-factor=2']);
  try {
    const { page, close } = await openTab(sharp, `${site.url}/blank.html`, { viewport: null });
    await addTank(page);
    const { width, ratio } = await page.evaluate(async (base64) => {
      const { width } = await /** @type {any} */ (window).pixelsOf(base64);
      return { width, ratio: devicePixelRatio };
    }, await picture(page));
    context.diagnostic(`400 CSS pixels at ratio ${ratio}: ${width} pixels`);
    assert.equal(ratio, 2);
    assert.equal(width, 800);
    await close();
  } finally {
    await sharp.close();
  }
});

check('a change of pixel ratio and size takes effect', async ({ page }) => {
  await addTank(page);
  const widthOf = async () =>
    page.evaluate(async (base64) => (await /** @type {any} */ (window).pixelsOf(base64)).width, await picture(page));
  assert.equal(await widthOf(), 400);
  const session = await page.context().newCDPSession(page);
  const metrics = { width: 800, height: 600, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', { ...metrics, deviceScaleFactor: 3 });
  await until('three times the pixels', async () => (await widthOf()) === 1200);
  await session.send('Emulation.setDeviceMetricsOverride', { ...metrics, deviceScaleFactor: 1 });
  await page.evaluate(() => (/** @type {any} */ (window).tank.style.width = '250px'));
  await until('narrower', async () => (await widthOf()) === 250);
});

check(
  'touch: vertical swipes belong to the page until a tap',
  async ({ page }) => {
    await addTank(page);
    const action = () =>
      page.evaluate(() => getComputedStyle(/** @type {any} */ (window).tank.shadowRoot.querySelector('canvas')).touchAction);
    assert.equal(await action(), 'pan-y');
    await page.touchscreen.tap(200, 200);
    await until('a tap activates', async () => (await action()) === 'none');
    await page.touchscreen.tap(700, 500);
    await until('a tap elsewhere releases', async () => (await action()) === 'pan-y');
  },
  { hasTouch: true },
);
