// What a reader sees before, during and after loading: poster, reveal, events, `ready`, lost contexts, invisible tanks.

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { engineCheck as check, engineTest } from './engines.mjs';
import { screenshot, sleep, startSite, until } from './harness.mjs';
import { addTank, callTank, difference, messages, nextStats, statsAfter } from './tank.mjs';

const area = { x: 0, y: 0, width: 400, height: 400 };

/** Adds a tank without waiting, and records its events in `told`. @param {import('./harness.mjs').Page} page @param {Record<string, string>} attributes @param {string} [content] */
const place = (page, attributes, content = '') =>
  page.evaluate(
    async ([given, html]) => {
      const scope = /** @type {any} */ (window);
      await scope.imported;
      scope.tank = scope.build(given);
      scope.tank.innerHTML = html;
      scope.told = [];
      for (const name of ['load', 'progress', 'play', 'pause', 'scene-change', 'visibility', 'context-lost', 'error'])
        document.addEventListener(name, (/** @type {any} */ event) => {
          if (event.target === scope.tank) scope.told.push({ name, bubbles: event.bubbles, ...event.detail, loaded: event.loaded, total: event.total });
        }, true);
      document.body.append(scope.tank);
    },
    /** @type {const} */ ([attributes, content]),
  );
/** @param {import('./harness.mjs').Page} page @param {string} name @returns {Promise<any[]>} */
const told = (page, name) => page.evaluate((which) => /** @type {any} */ (window).told.filter((/** @type {any} */ event) => event.name === which), name);
const poster = (/** @type {import('./harness.mjs').Page} */ page) =>
  page.evaluate(() => {
    const box = /** @type {any} */ (window).tank.shadowRoot.querySelector('[part=poster]');
    return box.hidden ? null : (box.querySelector('img')?.src ?? 'none');
  });

engineTest('the still of the scene until the first frame; reveal="interaction" fetches nothing else before a click anywhere', { timeout: 60_000 }, async ({ open }) => {
  const own = await startSite();
  after(() => own.close());
  const { page, errors, close } = await open(`${own.url}/blank.html`);
  const empty = await screenshot(page, area);
  await place(page, { scene: 'honey', reveal: 'interaction' });
  await until('the still', async () => (await difference(page, empty, await screenshot(page, area))).fraction > 0.1);
  assert.match(String(await poster(page)), /scenes\/honey\.webp$/);
  await sleep(500);
  assert.deepEqual(own.requests.filter((path) => /worker|slosh-/.test(path)), []);
  assert.equal(await callTank(page, 'loaded'), false);
  await page.mouse.click(30, 370);  // beside the button
  await statsAfter(page, 5);
  assert.equal(await poster(page), null, 'gone');
  assert.equal(await callTank(page, 'paused'), false);
  assert.deepEqual(errors, []);
  await close();
});

check('reveal="manual" waits for load() or play(), whose promise is ready', async ({ page }) => {
  await place(page, { reveal: 'manual', poster: '' });
  await sleep(400);
  assert.equal(await callTank(page, 'loaded'), false);
  assert.equal(await poster(page), 'none', 'poster="" shows nothing');
  const same = await page.evaluate(async () => {
    const { tank } = /** @type {any} */ (window);
    const before = tank.ready;
    return (await tank.load()) === tank && (await before) === tank && tank.loaded;
  });
  assert.ok(same);
});

check('the still of a scene in 3D has the floor of its page', async ({ page }) => {
  await place(page, { reveal: 'manual', scene: 'flip-ball' });
  assert.match(String(await poster(page)), /scenes\/flip-ball\.webp$/);
  await page.evaluate(() => void (document.body.style.background = '#123'));
  await place(page, { reveal: 'manual', scene: 'flip-ball' });
  assert.match(String(await poster(page)), /scenes\/flip-ball-dark\.webp$/);
  await until('it is there', () => page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.querySelector('[part=poster] img')?.naturalWidth > 90));
  await place(page, { reveal: 'manual', scene: 'flip-ball', theme: 'light' });
  assert.match(String(await poster(page)), /scenes\/flip-ball\.webp$/);
  await place(page, { reveal: 'manual', scene: 'honey' });
  assert.match(String(await poster(page)), /scenes\/honey\.webp$/, 'one in 2D has none');
});

check('a scene that is chosen before the start has its own still; no attribute of the element is a parameter', async ({ page }) => {
  await place(page, { reveal: 'manual', scene: 'honey' });
  await page.evaluate(() => /** @type {any} */ (window).tank.setAttribute('scene', 'jelly'));
  assert.match(String(await poster(page)), /scenes\/jelly\.webp$/);
  await callTank(page, 'play');
  await statsAfter(page, 3);
  assert.equal(await callTank(page, 'scene'), 'jelly');
  await page.evaluate(() => {
    const { tank } = /** @type {any} */ (window);
    const values = { 'interaction-prompt': 'none', loading: 'eager', reveal: 'auto', theme: 'dark', 'touch-action': 'none', autoplay: 'true', poster: '', alt: 'x', width: '300', height: '300' };
    for (const [name, value] of Object.entries(values)) tank.setAttribute(name, value);
  });
  await sleep(500);
  assert.deepEqual(await messages(page), []);
});

check('a poster of the page, as an address and as a slot', async ({ page }) => {
  await place(page, { reveal: 'manual', poster: 'icon.svg' });
  assert.match(String(await poster(page)), /\/icon\.svg$/);
  await page.evaluate(() => /** @type {any} */ (window).tank.remove());
  await place(page, { reveal: 'manual' }, '<b slot="poster">my poster</b>');
  assert.ok(await page.getByText('my poster').isVisible());
  await callTank(page, 'play');
  await statsAfter(page, 3);
  await until('it fades', async () => !(await page.getByText('my poster').isVisible()));
});

check('events of loading, playing and of the scene', async ({ page }) => {
  await place(page, { particles: '500' });
  await statsAfter(page, 5);
  const stages = await told(page, 'progress');
  assert.deepEqual(stages.map(({ loaded }) => loaded), [...stages.map(({ loaded }) => loaded)].sort(), 'stages only grow');
  assert.deepEqual([stages.at(-1).loaded, stages.at(-1).total], [4, 4]);
  assert.equal((await told(page, 'load')).length, 1);
  assert.deepEqual((await told(page, 'visibility')).map(({ visible }) => visible), [true]);
  assert.equal((await told(page, 'play')).length, 1);
  await callTank(page, 'pause');
  await until('a pause', async () => (await told(page, 'pause')).length === 1);
  await callTank(page, 'play');
  await until('a play', async () => (await told(page, 'play')).length === 2);
  for (const scene of ['jelly', 'dam-break']) {
    await callTank(page, 'set', 'scene', scene);
    await until(`a change to ${scene}`, async () => (await told(page, 'scene-change')).at(-1)?.scene === scene);
  }
  const changes = await told(page, 'scene-change');
  assert.ok(changes.length === 2 && changes.every(({ bubbles }) => bubbles), JSON.stringify(changes));
  assert.ok([...(await told(page, 'load')), ...(await told(page, 'play'))].every(({ bubbles }) => !bubbles));
  assert.equal((await told(page, 'load')).length, 1, 'another module is no second load');
});

check('a tank that cannot be seen does not step', async ({ page, log }) => {
  await addTank(page, { particles: '500' });
  await nextStats(page);
  for (const [property, hidden] of [['visibility', 'hidden'], ['opacity', '0'], ['display', 'none'], ['contentVisibility', 'hidden']]) {
    const count = await page.evaluate(
      async ([name, value]) => {
        const scope = /** @type {any} */ (window);
        const parent = scope.tank.parentElement;
        parent.style[String(name)] = value;
        await new Promise((done) => setTimeout(done, 1300));
        let reports = 0;
        const listen = () => reports++;
        scope.tank.addEventListener('frame-stats', listen);
        await new Promise((done) => setTimeout(done, 1500));
        scope.tank.removeEventListener('frame-stats', listen);
        parent.style[String(name)] = '';
        return reports;
      },
      [property, hidden],
    );
    log(`${property}: ${hidden}: ${count} reports`);
    assert.equal(count, 0, `${property}: ${hidden}`);
    await nextStats(page);
  }
});

// Firefox clears the canvas of a lost context: there it is the still of the scene.
check('a context that is lost for good: event, message, a picture, and reset() starts again', async ({ page, engine, log }) => {
  await place(page, { quality: 'high' });
  await statsAfter(page, 30);
  await callTank(page, 'pause');
  await sleep(3000);
  const before = await screenshot(page, area);
  await page.evaluate(() => /** @type {any} */ (window).startedWorkers.at(-1).postMessage({ type: 'debug-lose-context', restoreAfter: 1e8 }));
  await until('an event', async () => (await told(page, 'context-lost')).length === 1);
  await until('a message', async () => (await messages(page)).some((text) => /no graphics context left/.test(text)));
  await sleep(500);
  const { fraction } = await difference(page, before, await screenshot(page, area));
  log(`${(100 * fraction).toFixed(1)} % of the pixels are others`);
  if (engine === 'Firefox') assert.match(String(await poster(page)), /scenes\/blobs\.webp$/);
  else assert.ok(fraction < 0.01, `the last picture stays (${fraction})`);
  await callTank(page, 'reset');
  await until('another picture', async () => (await callTank(page, 'loaded')) === true);
  await callTank(page, 'play');
  await statsAfter(page, 5);
  assert.equal(await poster(page), null, 'no still over the water');
});

check('a tank that has lost its context for good goes on where it was when it comes into view again, is pressed, or by the key r', async ({ page, log }) => {
  await place(page, { scene: 'dam-break', particles: '600' });
  await callTank(page, 'set', 'gravity-y', -5);
  await page.evaluate(() => void (document.body.style.height = '4000px'));
  const { steps } = await statsAfter(page, 40);
  const isLost = async (/** @type {number} */ times) => (await messages(page)).filter((text) => /no graphics context left/.test(text)).length >= times;
  const lose = () => page.evaluate(() => /** @type {any} */ (window).startedWorkers.at(-1).postMessage({ type: 'debug-lose-context', restoreAfter: 1e8 }));
  const workers = () => page.evaluate(() => /** @type {any} */ (window).startedWorkers.length);
  const hasPicture = () => page.evaluate(() => /** @type {any} */ (window).tank.toBlob().then(() => true, () => false));

  await page.evaluate(() => scrollTo(0, 3000));
  await sleep(300);
  await lose();
  await until('lost', () => isLost(1));
  await sleep(800);
  assert.equal(await workers(), 1, 'out of view it stays as it is');
  await page.evaluate(() => scrollTo(0, 0));
  await until('a picture', hasPicture);
  await statsAfter(page, 5);
  assert.deepEqual([await callTank(page, 'gravityY'), await callTank(page, 'particles')], [-5, 600]);
  assert.equal((await told(page, 'load')).length, 1);
  log(`${steps} steps before`);

  // In view it may be one of too many: it waits for its reader.
  await lose();
  await until('lost', () => isLost(2));
  await sleep(800);
  assert.equal(await workers(), 2);
  await page.mouse.click(200, 200);
  await until('a picture', hasPicture);
  assert.equal(await callTank(page, 'gravityY'), -5);

  await lose();
  await until('lost', () => isLost(3));
  await callTank(page, 'focus');
  await page.keyboard.press('r');
  await until('a picture', hasPicture);
  assert.equal(await workers(), 4);
  await statsAfter(page, 5);
  assert.equal(await poster(page), null);
}, { timeout: 90_000 });

check('a tank that comes back while its context is being lost goes on, too', async ({ page }) => {
  await place(page, { particles: '600' });
  await page.evaluate(() => void (document.body.style.height = '4000px'));
  await statsAfter(page, 5);
  await page.evaluate(() => {
    scrollTo(0, 3000);
    /** @type {any} */ (window).startedWorkers.at(-1).postMessage({ type: 'debug-lose-context', restoreAfter: 1e8 });
  });
  await until('lost', async () => (await told(page, 'context-lost')).length === 1);
  await sleep(300);
  await page.evaluate(() => scrollTo(0, 0));
  await until('a picture', () => page.evaluate(() => /** @type {any} */ (window).tank.toBlob().then(() => true, () => false)));
});

check('ready is rejected with the reason, and a restart has another', async ({ page }) => {
  await page.route('**/slosh-*', (route) => route.abort());
  await place(page, {});
  const reason = await page.evaluate(() => /** @type {any} */ (window).tank.ready.then(() => '', String));
  assert.match(reason, /could not start/);
  const error = await until('an error event', async () => (await told(page, 'error'))[0]);
  assert.deepEqual([error.type, error.bubbles], ['start', false]);
  await page.unroute('**/slosh-*');
  await callTank(page, 'reset');
  assert.ok(await page.evaluate(async () => (await /** @type {any} */ (window).tank.ready) === /** @type {any} */ (window).tank));
}, { expectErrors: true, only: 'Chromium' }); // its driver can block requests of workers

check('invalid values of attributes are named', async ({ page }) => {
  await addTank(page, { loading: 'soon', reveal: 'now', theme: 'blue', width: '-3', height: '10%', 'touch-action': 'pinch' });
  const all = (await messages(page)).join('\n');
  for (const part of [/loading: "soon" is not one of lazy, eager/, /reveal: "now"/, /theme: "blue"/, /width: "-3" is not a number/, /height: "10%"/, /touch-action: "pinch"/]) assert.match(all, part);
  await page.evaluate(() => /** @type {any} */ (window).tank.setAttribute('touch-action', 'none'));
  assert.equal(await page.evaluate(() => getComputedStyle(/** @type {any} */ (window).tank.shadowRoot.querySelector('canvas')).touchAction), 'none');
});

check('the language of the page, and texts of its own', async ({ page }) => {
  await page.evaluate(() => void (document.documentElement.lang = 'de-AT'));
  await place(page, { reveal: 'interaction' });
  assert.ok(await page.getByRole('button', { name: /^Abspielen: / }).isVisible());
  await page.evaluate(async () => {
    const { SloshTank } = await import(`${location.origin}/slosh.js`);
    SloshTank.texts.fr = { play: 'Lire' };
    /** @type {any} */ (window).tank.remove();
    document.documentElement.lang = 'fr';
  });
  await place(page, { reveal: 'interaction' });
  assert.ok(await page.getByRole('button', { name: /^Lire: / }).isVisible());
  const reason = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    scope.WebAssembly.validate = () => false;
    document.body.lang = 'de';
    return (await scope.attach(scope.build())).detail;
  });
  assert.deepEqual([reason.type, /^Diese Flüssigkeit braucht WebAssembly SIMD/.test(reason.reason)], ['unsupported', true]);
});

check('alt is the label of the canvas', async ({ page }) => {
  await addTank(page, { alt: 'Blobs in a glass' });
  assert.ok(await page.getByRole('application', { name: 'Blobs in a glass' }).isVisible());
});

check('a long message can be read from its first line, with the content of the page', async ({ page }) => {
  await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    scope.WebAssembly.validate = () => false;
    await scope.imported;
    scope.tank = scope.build({ style: 'width: 150px; height: 100px' });
    scope.tank.innerHTML = `<p>${'my own words, '.repeat(40)}</p>`;
    await scope.attach(scope.tank);
  });
  const [top, scrolls] = await page.evaluate(() => {
    const box = /** @type {any} */ (window).tank.shadowRoot.querySelector('[part=message]');
    return [box.firstElementChild.getBoundingClientRect().top - box.getBoundingClientRect().top, box.scrollHeight > box.clientHeight];
  });
  assert.ok(top >= 0 && scrolls, `${top}`);
});
