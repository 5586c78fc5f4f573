// Life cycle of the element: attach, remove, move, hide, pause and play. In Chromium, whose memory can be measured.

import assert from 'node:assert/strict';
import { engineCheck as check } from './engines.mjs';
import { readdirSync, readFileSync } from 'node:fs';
import { sleep, until } from './harness.mjs';
import { addTank, callTank, hasMenu, nextStats, picture, statsAfter, stepBy } from './tank.mjs';
import { watchTanks } from './webgl_reports.mjs';


/** The browser's processes: the descendants of this process. */
function processes() {
  /** @type {Map<string, string>} */
  const parents = new Map();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      parents.set(id, /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? '');
    } catch {
      // The process has ended.
    }
  const isDescendant = (/** @type {string} */ id) => {
    for (let at = id; parents.has(at); at = parents.get(at) ?? '') if (at === String(process.pid)) return true;
    return false;
  };
  return [...parents.keys()].filter((id) => id !== String(process.pid) && isDescendant(id));
}

/** Number of threads of web workers, nested ones included, and memory in MB, of the whole browser. */
function usage() {
  let workers = 0;
  let memory = 0;
  for (const id of processes())
    try {
      for (const thread of readdirSync(`/proc/${id}/task`))
        if (readFileSync(`/proc/${id}/task/${thread}/comm`, 'utf8').startsWith('DedicatedWorker')) workers++;
      memory += Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      // The process has ended.
    }
  return { workers, memory };
}

check('removing and attaching 20 times does not leak', async ({ page, log }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const measure = async () => {
    let remaining = NaN;
    await until('all workers end', async () => (remaining = usage().workers) === 0, 15).catch((error) => {
      throw new Error(`${error.message}: ${remaining} threads remain, the page has ${page.workers().length} workers`);
    });
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const valueOf = (/** @type {string} */ name) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
    return { heap: valueOf('JSHeapUsedSize') / 1e6, nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners'), ...usage() };
  };
  const cycle = async () => {
    const event = await page.evaluate(() => {
      const scope = /** @type {any} */ (window);
      return scope.attach(scope.tank);
    });
    assert.equal(event.name, 'load');
    await nextStats(page);
    await page.evaluate(() => {
      const scope = /** @type {any} */ (window);
      scope.startedWorkers.length = scope.tank.events.length = 0;
      scope.tank.remove();
    });
  };
  await addTank(page);
  assert.ok(usage().workers > 0, 'a running worker is counted');
  await page.evaluate(() => /** @type {any} */ (window).tank.remove());
  for (let i = 0; i < 3; i++) await cycle();
  const early = await measure();
  for (let i = 0; i < 20; i++) await cycle();
  const late = await measure();
  for (const name of /** @type {const} */ (['heap', 'nodes', 'listeners', 'memory']))
    log(`${name}: ${early[name].toFixed(1)} after 4 cycles, ${late[name].toFixed(1)} after 24`);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).liveWorkers), 0);
  assert.ok(late.heap - early.heap < 0.5, 'page heap (MB)');
  assert.ok(late.nodes - early.nodes < 20, 'nodes');
  assert.ok(late.listeners - early.listeners < 10, 'listeners');
  assert.ok(late.memory - early.memory < 150, 'memory of the browser (MB): less than that of 20 tanks by far');
}, { only: 'Chromium' });

check('moving it in the page keeps the simulation', async ({ page }) => {
  await addTank(page);
  const first = await nextStats(page);
  await page.evaluate(() => {
    const frame = document.createElement('section');
    document.body.prepend(frame);
    frame.append(/** @type {any} */ (window).tank);
  });
  const second = await nextStats(page);
  assert.ok(second.steps > first.steps, `the simulation continues (${first.steps}, ${second.steps})`);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).startedWorkers.length), 1, 'the same worker');
});

/** The numbers of steps and of reports between hide() and show().
 * @param {import('./harness.mjs').Page} page @param {() => Promise<any>} hide @param {() => Promise<any>} show */
async function stepsWhile(page, hide, show) {
  const before = await nextStats(page);
  await hide();
  await sleep(700);
  await page.evaluate(() => {
    const scope = /** @type {any} */ (window);
    scope.statsEvents = 0;
    scope.tank.addEventListener('frame-stats', () => scope.statsEvents++);
  });
  await sleep(3000);
  const reports = await page.evaluate(() => /** @type {any} */ (window).statsEvents);
  await show();
  const after = await nextStats(page);
  return { reports, steps: after.steps - before.steps };
}

check('off-screen: no steps', async ({ page, log }) => {
  await addTank(page);
  await page.evaluate(() => (document.body.style.height = '4000px'));
  const { steps, reports } = await stepsWhile(
    page,
    () => page.evaluate(() => scrollTo(0, 3000)),
    () => page.evaluate(() => scrollTo(0, 0)),
  );
  log(`${steps} steps before and after 3.7 s off-screen`);
  assert.equal(reports, 0, 'no frame');
  assert.ok(steps < 100, `${steps} steps`);
});

check('hidden tab: no steps', async ({ page, log }) => {
  await addTank(page);
  const setVisibility = (/** @type {string} */ state) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const { steps, reports } = await stepsWhile(page, () => setVisibility('hidden'), () => setVisibility('visible'));
  log(`${steps} steps before and after 3.7 s in the hidden tab`);
  assert.equal(reports, 0, 'no frame');
  assert.ok(steps < 100, `${steps} steps`);
});

check('display: none: no steps', async ({ page }) => {
  await addTank(page);
  const { reports } = await stepsWhile(page, () => callTank(page, 'toggleAttribute', 'hidden', true), () =>
    callTank(page, 'toggleAttribute', 'hidden', false),
  );
  assert.equal(reports, 0);
});

check('paused: no steps and, without input, no frames; play resumes', async ({ page }) => {
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
  await callTank(page, 'removeAttribute', 'paused');
  await statsAfter(page, 20);
});

check('a single step of a playing tank is a pause, told once, and play() is told again', async ({ page }) => {
  await addTank(page);
  const told = await page.evaluate(async () => {
    const { tank } = /** @type {any} */ (window);
    /** @type {string[]} */
    const names = [];
    for (const name of ['play', 'pause']) tank.addEventListener(name, () => names.push(name));
    tank.step();
    tank.step();
    tank.play();
    return names;
  });
  assert.deepEqual(told, ['pause', 'play']);
});

check('what a page sets while the browser looks for a GPU is not lost', async ({ page }) => {
  await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    scope.tank = scope.build({ scene: 'flip-dam-break', particles: '31000', loading: 'eager', paused: '' });
    scope.tank.set('no-such-key', 1);
    const started = scope.attach(scope.tank);
    if (scope.tank.canvas) throw new Error('it has not asked for a GPU');
    scope.tank.setAttribute('particles', '1200');
    await started;
  });
  const { particles } = await nextStats(page);
  assert.equal(particles, 1200);
  const texts = await page.evaluate(() => /** @type {any} */ (window).tank.events.map((/** @type {any} */ { detail }) => detail?.text ?? ''));
  assert.ok(texts.some((/** @type {string} */ text) => text.includes('no-such-key')), texts.join());
}, { only: 'Chromium' }); // the others have no WebGPU to look for

check('a tank that has failed is started by reset() only', async ({ page }) => {
  const state = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    const { WebAssembly: kept } = scope;
    scope.WebAssembly = undefined;
    scope.tank = scope.build({ scene: 'honey', particles: '600' });
    const event = await scope.attach(scope.tank);
    scope.WebAssembly = kept;
    scope.tank.setAttribute('loading', 'eager');
    await new Promise((done) => setTimeout(done, 500));
    const after = { first: event.name, failure: scope.tank.failure, workers: scope.startedWorkers.length };
    scope.tank.reset();
    await scope.tank.ready;
    return { ...after, healed: scope.tank.failure };
  });
  assert.equal(state.first, 'error');
  assert.match(state.failure, /WebAssembly/);
  assert.equal(state.workers, 0);
  assert.equal(state.healed, '');
});

check('a film whose progress cannot be told is refused, and the next one is made', async ({ page }) => {
  await addTank(page, { particles: '600' });
  const result = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    const fail = () => {
      throw new Error('no bar');
    };
    const refused = await scope.tank.record({ seconds: 1, progress: fail }).then(() => 'made', String);
    const film = await scope.tank.record({ seconds: 0.5 });
    return { refused, bytes: film.size, errors: scope.consoleErrors };
  });
  assert.match(result.refused, /no bar/);
  assert.ok(result.bytes > 100, `${result.bytes}`);
  assert.deepEqual(result.errors, []);
});

for (const frameInterval of [900, 1400])
  check(`single steps are reported at frame intervals of ${frameInterval} ms`, async ({ page }) => {
    await watchTanks(/** @type {any} */ (page), [], { frameInterval });
    await addTank(page, { paused: '' });
    for (const [more, total] of [[3, 3], [1, 4], [5, 9]]) {
      await stepBy(page, more ?? 0);
      assert.equal((await statsAfter(page, total ?? 0, 30)).steps, total);
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
      assert.equal((await callTank(page, 'stats')).steps, 0, 'does not start without the user');
      const filled = await page.evaluate(async (base64) => {
        const { data } = await /** @type {any} */ (window).pixelsOf(base64);
        let opaque = 0;
        for (let i = 3; i < data.length; i += 4) if (data[i] > 200) opaque++;
        return opaque / (data.length / 4);
      }, await picture(page));
      assert.ok(filled > 0.1, `the first frame is drawn (opaque fraction ${filled})`);
      await page.getByRole('button', { name: /^Play/ }).click();
      await statsAfter(page, 10);
      assert.equal(await page.getByRole('button', { name: /^Play/ }).isVisible(), false);
    },
    options,
  );

for (const [title, attributes, options] of /** @type {const} */ ([
  ['reduced motion', {}, { reducedMotion: 'reduce' }],
  ['autoplay="false"', { autoplay: 'false' }, {}],
]))
  check(`${title}: a page that is morphed and loses the attribute \`paused\` starts nothing, paused = false does`, async ({ page }) => {
    await addTank(page, attributes);
    const state = () => page.evaluate(() => {
      const { tank } = /** @type {any} */ (window);
      return [tank.hasAttribute('paused'), !tank.shadowRoot.querySelector('[part=play]').hidden];
    });
    await callTank(page, 'removeAttribute', 'paused');
    assert.deepEqual(await state(), [true, true]);
    await page.evaluate(() => void (/** @type {any} */ (window).tank.paused = false));
    assert.deepEqual(await state(), [false, false]);
    await statsAfter(page, 10);
  }, options);

check('controls can be added and removed', async ({ page }) => {
  await addTank(page, { particles: '600' });
  const startedModules = () => page.evaluate(() => /** @type {any} */ (window).startedWorkers.length);
  for (const panel of [true, false]) {
    const modules = await startedModules();
    await page.evaluate((value) => void (/** @type {any} */ (window).tank.controls = value), panel);
    await until('the other module has started', async () => (await startedModules()) > modules);
    await until('its menu', async () => (await hasMenu(page)) === panel);
    assert.equal((await nextStats(page)).particles, 600, 'with the same settings');
  }
});

// A scene of each solver, and of the parts that some scenes alone have.
check('every solver starts again and again', async ({ page }) => {
  for (const scene of ['blobs', 'honey', 'jelly', 'dam-break', 'honey-and-water', 'curl-disc', 'microbes', 'dam-break-pcisph', 'flip-block']) {
    await addTank(page, { scene, paused: '', particles: '1000', style: 'width: 200px; height: 150px' });
    for (const steps of [20, 25, 30]) {
      await stepBy(page, steps);
      const { kineticEnergy } = await statsAfter(page, steps, 30);
      assert.ok(kineticEnergy > 0, `${scene} moves`);
      await page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank')).reset());
    }
    await page.evaluate(() => document.querySelector('slosh-tank')?.remove());
  }
});

check('a tank that draws more than the graphics driver can leaves time to one beside it', async ({ page, log }) => {
  await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    const style = 'width: 390px; height: 390px; float: left';
    const scene = { scene: 'flip-double-splash', particles: '12000', quality: 'medium', style };
    scope.tanks = ['points', 'surface'].map((kind) => scope.build({ ...scene, 'render-style': kind }));
    await Promise.all(scope.tanks.map((/** @type {any} */ tank) => scope.attach(tank)));
  });
  const steps = () => page.evaluate(() => /** @type {any} */ (window).tanks.map((/** @type {any} */ tank) => tank.stats?.steps ?? 0));
  const start = Date.now();
  await until('both step', async () => (await steps()).every((/** @type {number} */ count) => count > 20), 15);
  const time = await page.evaluate(async () => {
    const began = performance.now();
    await /** @type {any} */ (window).tanks[0].toBlob();
    return performance.now() - began;
  });
  log(`both have stepped after ${Date.now() - start} ms (${await steps()}); a picture takes ${time.toFixed(0)} ms`);
  assert.ok(time < 2500, 'the picture does not wait for a long queue of frames');
});
