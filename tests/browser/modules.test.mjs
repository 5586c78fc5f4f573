// The module that a tank loads, and the change to another module with a scene of another solver family.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { engineTest } from './engines.mjs';
import { dist, startSite, until } from './harness.mjs';
import { addTank, callTank, hasMenu, messages, nextStats, statsAfter } from './tank.mjs';

const [threads, serial] = await Promise.all([startSite(), startSite({ isolated: false })]);
const sites = { threads, serial };
/** @type {{name: string, family: string, about: string}[]} */
const scenes = (await import(join(dist, 'catalog.js'))).catalog.scenes;
/** One scene of each family. */
const samples = [...new Map(scenes.map((scene) => [scene.family, scene])).values()];
after(() => Object.values(sites).forEach((site) => site.close()));

/**
 * @param {string} title
 * @param {(page: import('./harness.mjs').Page, flavour: string, modules: () => string[]) => Promise<void>} run
 *   modules: the module files requested since its last call or since the page was opened
 */
function check(title, run) {
  for (const [flavour, site] of Object.entries(sites))
    engineTest(`${title} (${flavour})`, { timeout: 120_000 }, async ({ open }) => {
      const { page, errors, close } = await open(`${site.url}/blank.html`);
      /** Code that the page has compiled, and keeps. @type {Set<string>} */
      const kept = new Set();
      const modules = () => {
        const requested = site.requests.splice(0).filter((path) => /^\/slosh-.*\.(js|wasm)$/.test(path)).map((path) => path.slice(1));
        const code = requested.filter((name) => name.endsWith('.wasm'));
        for (const name of code) assert.ok(!kept.has(name), `${name} is fetched once a page`);
        for (const name of code) kept.add(name);
        const names = new Set(requested);
        for (const name of requested.map((each) => each.replace(/js$/, 'wasm'))) if (kept.has(name)) names.add(name);
        return [...names].sort();
      };
      site.requests.length = 0;  // of other tests
      try {
        await run(page, flavour, modules);
        assert.deepEqual(errors, [], 'no console error');
      } finally {
        await close();
      }
    });
}

/** The files of one module. @param {string} name */
const filesOf = (name) => [`slosh-${name}.js`, `slosh-${name}.wasm`];

/** @param {import('./harness.mjs').Page} page */
const startedWorkers = (page) => page.evaluate(() => /** @type {any} */ (window).startedWorkers.length);

const away = await startSite();
after(() => away.close());

engineTest('a scene whose module cannot be loaded leaves the running one, and can be chosen again later', { timeout: 120_000 }, async ({ open }) => {
  const { page, close } = await open(`${away.url}/blank.html`);
  await addTank(page, { scene: 'honey', particles: '700', controls: '' });
  await setProperty(page, 'gravityY', -1);
  await until('the property', async () => (await nextStats(page)) && (await callTank(page, 'get', 'gravity-y')) === -1);
  const { steps } = await nextStats(page);
  for (const [paths, name] of /** @type {[RegExp, string][]} */ ([[/./, 'worker.js'], [/slosh-.*flip-panel\.wasm/, 'slosh-serial-flip-panel.wasm']])) {
    away.offline.paths = paths;
    await page.evaluate(() => void (/** @type {any} */ (window).tank.state = { scene: 'flip-ball', settings: { particles: 4000, 'gravity-y': -3 } }));
    assert.equal(await callTank(page, 'scene'), 'flip-ball', 'it is asked for');
    await until(`a message with the address of ${name}`, async () => (await messages(page)).some((text) => text.includes(`/${name}`) && !/without threads/.test(text)));
    assert.equal(await callTank(page, 'scene'), 'honey');
    assert.deepEqual((await callTank(page, 'state')).settings, { particles: 700, 'gravity-y': -1 });
    assert.equal(await callTank(page, 'loaded'), true);
    assert.equal(await callTank(page, 'failure'), '');
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.querySelector('.note') !== null), true, 'the reader is told, too');
    const now = await nextStats(page);
    assert.ok(now.steps >= steps && now.particles === 700, `${steps} steps before, ${now.steps} now`);
    await statsAfter(page, now.steps + 5);
  }
  away.offline.paths = null;
  await setProperty(page, 'scene', 'flip-ball');
  await until('the other scene', async () => Math.abs((await nextStats(page)).centre[1]) < 3); // in metres
  assert.equal(await callTank(page, 'scene'), 'flip-ball');
  assert.equal(await events(page, 'error'), 0);
  assert.equal(await events(page, 'load'), 1);
  await until('the others have ended', () => onlyOneRunning(page));
  await close();
});

/** @param {import('./harness.mjs').Page} page @param {string} name */
const events = (page, name) =>
  page.evaluate(
    (expected) => /** @type {any} */ (window).tank.events.filter((/** @type {any} */ event) => event.name === expected).length,
    name,
  );

/** Sets a property of the tank. @param {import('./harness.mjs').Page} page @param {string} name @param {unknown} value */
const setProperty = (page, name, value) =>
  page.evaluate(([key, given]) => void (/** @type {any} */ (window).tank[key] = given), /** @type {const} */ ([name, value]));

check('a tank loads only the module of its scene', async (page, flavour, modules) => {
  assert.ok(samples.length >= 2, `families: ${samples.map(({ family }) => family).join(', ')}`);
  for (const { name, family } of samples) {
    const loaded = await addTank(page, { scene: name });
    assert.equal(loaded.scene, name);
    assert.equal(loaded.panel, false);
    assert.deepEqual(modules(), filesOf(`${flavour}-${family}`));
    await nextStats(page);
    await callTank(page, 'remove');
  }
  const loaded = await addTank(page);
  assert.equal(loaded.scene, scenes[0]?.name, 'the first scene by default');
  assert.deepEqual(modules(), filesOf(`${flavour}-${scenes[0]?.family}`));
});

check('a module with the panel also has one solver family', async (page, flavour, modules) => {
  const loaded = await addTank(page, { scene: samples[0]?.name ?? '', controls: '' });
  assert.equal(loaded.panel, true);
  for (const { name, family } of [...samples, ...samples]) {
    await setProperty(page, 'scene', name);
    await nextStats(page);
    assert.equal(await callTank(page, 'scene'), name);
    const now = modules();
    assert.ok(now.length === 0 || `${now}` === `${filesOf(`${flavour}-${family}-panel`)}`, `${name}: ${now}`);
  }
  assert.equal(await startedWorkers(page), 2 * samples.length, 'one worker per module');
  assert.equal(await events(page, 'load'), 1);
  assert.deepEqual(await messages(page), []);
});

test('only modules with the panel contain the descriptions of the scenes', async () => {
  for (const { family } of samples)
    for (const flavour of ['threads', 'serial']) {
      const within = async (/** @type {string} */ panel) => {
        const response = await fetch(`${serial.url}/slosh-${flavour}-${family}${panel}.wasm`);
        const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
        return scenes.filter(({ about }) => text.includes(about)).length;
      };
      assert.ok((await within('-panel')) > 0, `${flavour}, ${family}: texts of the panel`);
      assert.equal(await within(''), 0, `${flavour}, ${family}: unused texts`);
    }
});

engineTest('the menu of the panel lists the scenes of all modules', { timeout: 120_000 }, async ({ open }) => {
  const { page, errors, close } = await open('/blank.html');
  await addTank(page, { scene: 'blobs', controls: '', style: 'width: 800px; height: 800px' });
  await nextStats(page);
  // In pixels: a row of the menu is 18 high, the first one is at y = 73.
  const row = scenes.findIndex(({ name }) => name === 'dam-break');
  await page.mouse.click(120, 38);
  await statsAfter(page, (await nextStats(page)).steps + 10);
  await page.mouse.click(120, 73 + 18 * row);
  await until('a scene of another family', async () => (await nextStats(page)) && (await callTank(page, 'scene')) === 'dam-break');
  assert.deepEqual(errors, []);
  await close();
});

/** Whether only the worker and the threads of one tank are running. @param {import('./harness.mjs').Page} page */
const onlyOneRunning = (page) =>
  page.evaluate(() => {
    const each = crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, 8) : 1;
    return /** @type {any} */ (window).liveWorkers === each;
  });

check('a scene of another family runs in its own module', async (page, flavour, modules) => {
  const [from, to] = /** @type {[typeof samples[0], typeof samples[0]]} */ (samples);
  await addTank(page, { scene: from.name, particles: '700' });
  await setProperty(page, 'gravityY', -1);
  await until('the property', async () => (await nextStats(page)) && (await callTank(page, 'get', 'gravity-y')) === -1);
  modules();
  await page.evaluate(() => /** @type {any} */ (window).tank.focus());

  await setProperty(page, 'scene', to.name);
  assert.equal(await callTank(page, 'scene'), to.name, 'the property returns the set value at once');
  assert.equal(await callTank(page, 'loaded'), true);
  await callTank(page, 'toBlob'); // of the new tank
  assert.equal((await nextStats(page)).particles, 700, 'attributes apply to the next scene');
  assert.notEqual(await callTank(page, 'get', 'gravity-y'), -1, 'properties do not');
  assert.equal(await callTank(page, 'scene'), to.name);
  assert.deepEqual(modules(), filesOf(`${flavour}-${to.family}`));
  assert.equal(await startedWorkers(page), 2);
  assert.ok(await page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.activeElement?.localName === 'canvas'), 'keeps the focus');

  // The attribute has the same effect, and a paused tank stays paused.
  await setProperty(page, 'particles', 900);
  await callTank(page, 'pause');
  await callTank(page, 'setAttribute', 'scene', from.name);
  const back = await nextStats(page);
  assert.equal(back.steps, 0, 'paused from the start');
  assert.equal(back.particles, 700);
  assert.equal(await callTank(page, 'scene'), from.name);
  assert.deepEqual(modules(), filesOf(`${flavour}-${from.family}`));
  await callTank(page, 'play');
  await statsAfter(page, 5);

  assert.equal(await events(page, 'load'), 1, 'a change of scene is no second load');
  assert.equal(await events(page, 'error'), 0);
  assert.deepEqual(await messages(page), []);
  await until('the previous tanks have ended', () => onlyOneRunning(page));
});

check('scenes selected in quick succession: the last one is shown', async (page, _flavour, modules) => {
  await page.evaluate(
    async (names) => {
      const scope = /** @type {any} */ (window);
      await scope.imported;
      scope.tank = scope.build();
      const loaded = scope.attach(scope.tank);
      for (const name of names) scope.tank.scene = name;
      await loaded;
    },
    [...samples, ...samples].map(({ name }) => name),
  );
  await nextStats(page);
  assert.equal(await callTank(page, 'scene'), samples.at(-1)?.name);
  assert.equal(await events(page, 'load'), 1);
  assert.ok(modules().some((name) => name.endsWith(`${samples.at(-1)?.family}.wasm`)));
  await until('only one tank is running', () => onlyOneRunning(page));
});

check('a scene that is refused changes nothing', async (page) => {
  await addTank(page, { scene: 'blobs', particles: '700', 'gravity-x': 'soon' });
  await page.evaluate(() => {
    const { tank } = /** @type {any} */ (window);
    tank.scene = 'honey';
    tank.gravityY = -1;
  });
  const state = { scene: 'honey', settings: { particles: 700, 'gravity-y': -1 } };
  await until('the settings', async () => (await nextStats(page)) && JSON.stringify(await callTank(page, 'state')) === JSON.stringify(state));
  const before = (await messages(page)).length;
  for (const how of ['property', 'state', 'attribute'])
    await page.evaluate((way) => {
      const { tank } = /** @type {any} */ (window);
      if (way === 'property') tank.scene = 'nope';
      else if (way === 'state') tank.state = { scene: 'nope', settings: { particles: 900, 'gravity-y': -3 } };
      else tank.setAttribute('scene', 'nope');
    }, how);
  await until('three messages', async () => (await messages(page)).length >= before + 3);
  await nextStats(page);
  await nextStats(page);
  const told = (await messages(page)).slice(before);
  assert.ok(told.length === 3 && told.every((text) => /^scene: "nope" is not one of/.test(text)), told.join());
  assert.deepEqual(await callTank(page, 'state'), state);
  // Nor does a tank that goes on in a module with the panel.
  await setProperty(page, 'controls', true);
  await until('the panel', () => hasMenu(page));
  await nextStats(page);
  assert.deepEqual(await callTank(page, 'state'), state);
});

check('an unknown scene gives a message with all scenes', async (page, flavour, modules) => {
  const message = `scene: "atlantis" is not one of ${scenes.map(({ name }) => name).join(', ')}`;
  await addTank(page, { scene: 'atlantis' });
  await nextStats(page);
  assert.deepEqual(await messages(page), [message], 'from the start');
  assert.equal(await callTank(page, 'scene'), scenes[0]?.name, 'and the first scene runs');
  assert.deepEqual(modules(), filesOf(`${flavour}-${scenes[0]?.family}`));
  await callTank(page, 'remove');

  for (const { name, family } of samples) {
    await addTank(page, { scene: name });
    await setProperty(page, 'scene', 'atlantis');
    await until('a message', async () => (await messages(page)).length > 0);
    const { steps } = await nextStats(page);
    await statsAfter(page, steps + 3);
    assert.deepEqual(await messages(page), [message]);
    assert.equal(await callTank(page, 'scene'), name, 'the previous scene continues');
    assert.deepEqual(modules(), filesOf(`${flavour}-${family}`));
    await callTank(page, 'remove');
  }
});
