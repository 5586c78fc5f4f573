// WebKit, which offers WebGL 2 to workers only if it is told to: the scenarios on the page thread, and in workers.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launchChromium, openTab, startSite, sleep, until } from './harness.mjs';
import { briefScenarios, scenarios } from './scenarios.mjs';
import { addTank, callTank, difference, messages, nextStats, picture, stepBy } from './tank.mjs';
import { launchWebkit } from './webkit.mjs';

const brief = process.env.SLOSH_BRIEF;
const paths = {
  'on the page thread': { isolated: false, launch: {} },
  'in workers': { isolated: true, launch: { features: '+AllowWebGLInWorkers', environment: { JSC_useSharedArrayBuffer: '1' } } },
};
/** Several tanks draw at the same time here: they take turns on the page thread, and in workers this WebKit crashes. */
const omitted = ['three tanks at once'];
/** Slow: not in the brief run. */
if (brief) omitted.push('five tanks of four families take turns', 'a scene that is too large for the page thread gets fewer particles, with a note');
/** WebGL in workers is off in WebKit as it ships: told to, it crashes now and then. Then the scenario is repeated in a new browser;
 * on the page thread a crash is a failure. */
const maxCrashes = 2;
let crashes = 0;

/** Hashes after single steps of two scenes. @param {import('./harness.mjs').Page} page */
async function hashes(page) {
  const all = [];
  for (const attributes of [{ scene: 'honey', particles: '1500' }, { scene: 'dam-break-blobs', particles: '900' }]) {
    await addTank(page, { ...attributes, paused: '' });
    await stepBy(page, 40);
    const stats = await until('40 steps', async () => {
      const report = await nextStats(page);
      return report.steps === 40 && report;
    });
    all.push(stats.hash);
    await page.evaluate(() => /** @type {any} */ (window).tank.remove());
  }
  return all;
}

/** @type {import('./scenarios.mjs').Scenarios} */
const onPage = {
  async 'five tanks of four families take turns'({ page, log }) {
    const settings = [{ scene: 'blobs' }, { scene: 'dam-break', particles: '600' }, { scene: 'drop', particles: '600' }, { scene: 'flip-ball', particles: '2000' }, { scene: 'honey' }];
    await page.evaluate(async (list) => {
      const scope = /** @type {any} */ (window);
      await scope.imported;
      scope.tanks = list.map((/** @type {any} */ attributes) => scope.build({ ...attributes, style: 'width: 150px; height: 250px; float: left' }));
      const loaded = await Promise.all(scope.tanks.map((/** @type {any} */ tank) => scope.attach(tank)));
      if (loaded.some(({ name }) => name !== 'load')) throw new Error(JSON.stringify(loaded));
      scope.counts = list.map(() => 0);
      scope.tanks.forEach((/** @type {any} */ tank, /** @type {number} */ i) => tank.addEventListener('frame-stats', () => scope.counts[i]++));
    }, settings);
    /** Which tanks report in two seconds. */
    const active = () =>
      page.evaluate(async () => {
        const scope = /** @type {any} */ (window);
        await new Promise((done) => setTimeout(done, 1000));
        scope.counts.fill(0);
        await new Promise((done) => setTimeout(done, 2000));
        return scope.counts.flatMap((/** @type {number} */ count, /** @type {number} */ i) => (count > 1 ? [i] : []));
      });
    const pictures = await page.evaluate(() => {
      const scope = /** @type {any} */ (window);
      return Promise.all(scope.tanks.map((/** @type {any} */ tank) => scope.picture(tank)));
    });
    assert.equal(new Set(pictures).size, 5, 'each has drawn its own picture');
    for (const [x, index] of [[75, 0], [525, 3], [225, 1]]) {
      await page.mouse.move(Number(x), 125);
      const running = await active();
      log(`under the pointer ${index}, running ${running}`);
      assert.deepEqual(running, [index], 'the tank under the pointer');
    }
    await page.evaluate(() => /** @type {any} */ (window).tanks[1].pause());
    const others = (await active()).filter((/** @type {number} */ index) => index !== 1);  // a paused tank may still draw
    assert.equal(others.length, 1, 'another one while it is paused');
  },

  async 'one of more tanks than the browser has contexts for says so'({ page, log }) {
    const failures = await page.evaluate(async () => {
      const scope = /** @type {any} */ (window);
      await scope.imported;
      const tanks = Array.from({ length: 18 }, () => scope.build({ particles: '200', style: 'width: 60px; height: 60px; float: left' }));
      const loaded = await Promise.all(tanks.map((tank) => scope.attach(tank)));
      return loaded.flatMap(({ name, detail }) => (name === 'error' ? [detail.reason] : []));
    });
    log(failures.join());
    assert.ok(failures.every((/** @type {string} */ reason) => /no graphics context left/.test(reason)), failures.join());
  },

  async 'a tank that got no context goes on when it is pressed or comes into view'({ page, log }) {
    const failed = await page.evaluate(async () => {
      const scope = /** @type {any} */ (window);
      await scope.imported;
      document.documentElement.lang = 'de';
      scope.tanks = Array.from({ length: 20 }, () => scope.build({ particles: '200', loading: 'eager', style: 'width: 60px; height: 60px; float: left' }));
      await Promise.all(scope.tanks.map((/** @type {any} */ tank) => scope.attach(tank)));
      return scope.tanks.map((/** @type {any} */ tank) => tank.failure);
    });
    const [first, second] = failed.flatMap((/** @type {string} */ reason, /** @type {number} */ index) => (reason ? [index] : []));
    log(`without a context: ${failed.filter(Boolean)}`);
    assert.ok(second !== undefined, 'more than one has failed');
    assert.match(failed[first], /^Der Browser hat keinen Grafikkontext/);
    const failure = (/** @type {number} */ index) => page.evaluate((at) => /** @type {any} */ (window).tanks[at].failure, index);
    await page.mouse.click(60 * (first % 13) + 30, 60 * Math.floor(first / 13) + 30);
    await until('the pressed one goes on', async () => !(await failure(first)));
    assert.ok(await failure(second), 'not the other one, which has stayed in view');
    await page.evaluate(() => void (document.body.style.marginTop = '2000px'));
    await sleep(500);
    await page.evaluate(() => void (document.body.style.marginTop = '0'));
    await until('the other one goes on', async () => !(await failure(second)));
    await page.evaluate(async (index) => /** @type {any} */ (window).tanks[index].ready, second);
  },

  async 'a scene that is too large for the page thread gets fewer particles, with a note'({ page, log }) {
    await addTank(page, { scene: 'flip-ball', particles: '60000' });
    // They are a new start: not while the reader holds something.
    await page.mouse.move(200, 200);
    await page.mouse.down();
    await sleep(8000);
    assert.deepEqual(await messages(page), [], 'not in the hand of the reader');
    await page.mouse.up();
    const note = await until('a note', async () => (await messages(page)).find((text) => /^particles: /.test(text)));
    log(note);
    assert.match(note, /particles: \d+ instead of [56]\d+, because a frame takes \d+ ms on the page's own thread/);
    await until('fewer particles', async () => (await nextStats(page)).particles < 40_000);
  },
};

/** @type {import('./scenarios.mjs').Scenarios} */
const onBoth = {
  async 'a picture, another scene, another family'({ page }) {
    await addTank(page, { particles: '800' });
    await nextStats(page);
    const first = await picture(page);
    for (const scene of ['jelly', 'dam-break', 'flip-ball']) {
      await callTank(page, 'set', 'scene', scene);
      await until(`${scene} runs`, async () => (await callTank(page, 'scene')) === scene && (await nextStats(page)).steps > 3);
      assert.ok((await difference(page, first, await picture(page))).fraction > 0.02, `${scene} looks different`);
    }
  },

  async 'the same hashes as Chromium'({ page, log }) {
    const [browser, site] = await Promise.all([launchChromium(), startSite()]);
    const tab = await openTab(browser, `${site.url}/blank.html`);
    const expected = await hashes(tab.page);
    await browser.close();
    site.close();
    log(expected.join(' '));
    assert.deepEqual(await hashes(page), expected);
  },
};

// The brief tests: as WebKit ships.
for (const [name, { isolated, launch }] of Object.entries(paths).slice(0, brief ? 1 : 2))
  describe(`WebKit ${name}`, () => {
    /** @type {Awaited<ReturnType<typeof launchWebkit>>} */
    let browser;
    /** @type {Awaited<ReturnType<typeof startSite>>} */
    let site;
    before(async () => {
      [browser, site] = await Promise.all([launchWebkit(launch), startSite({ isolated })]);
    });
    after(async () => {
      await browser?.close();
      site?.close();
    });

    const all = { ...(brief ? briefScenarios : scenarios), ...onBoth, ...(isolated ? {} : onPage) };
    for (const [title, run] of Object.entries(all)) {
      if (omitted.includes(title)) continue;
      test(title, { timeout: 120_000 }, async (context) => {
        const attempt = async () => {
          const tab = await browser.open(`${site.url}/blank.html`);
          try {
            await run({ page: tab.page, isolated, log: (text) => context.diagnostic(text) });
          } finally {
            await tab.close();
          }
          assert.deepEqual(tab.errors, [], 'no console error');
        };
        await attempt().catch(async (error) => {
          if (!isolated || crashes === maxCrashes || (await browser.isAlive())) throw error;
          context.diagnostic(`the browser crashed (${++crashes}): ${error}`);
          await browser.close();
          browser = await launchWebkit(launch);
          await attempt();
        });
      });
    }
  });
