// The pages of the site: the lab, the article, the embed; and their load on the main thread.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineTest } from './engines.mjs';
import { chromiumAndSite, openTab, screenshot, until } from './harness.mjs';
import { pixelsOf } from './tank.mjs';

const { browser, site } = await chromiumAndSite();

/** Waits until every tank has taken so many steps. @param {import('./harness.mjs').Page} page @param {number} steps */
const running = (page, steps, seconds = 60) =>
  until(
    'all tanks run',
    () =>
      page.evaluate((min) => {
        const tanks = /** @type {any[]} */ ([...document.querySelectorAll('slosh-tank')]);
        return tanks.length > 0 && tanks.every((tank) => tank.stats?.steps >= min) && tanks.map((tank) => tank.stats);
      }, steps),
    seconds,
  );

/**
 * Milliseconds of script on the page's main thread: the union of the intervals of all script events of a Chromium trace.
 * @param {any[]} events
 */
function scriptTime(events) {
  const names = new Set(['FunctionCall', 'EvaluateScript', 'v8.evaluateModule', 'FireAnimationFrame', 'EventDispatch']);
  for (const name of ['RunMicrotasks', 'TimerFire', 'HandlePostMessage', 'MinorGC', 'MajorGC', 'V8.GCScavenger']) names.add(name);
  const mainThreads = new Set(
    events
      .filter((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain')
      .map((event) => `${event.pid}/${event.tid}`),
  );
  const spans = events
    .filter((event) => event.ph === 'X' && names.has(event.name) && mainThreads.has(`${event.pid}/${event.tid}`))
    .map((event) => [event.ts, event.ts + (event.dur ?? 0)])
    .sort((a, b) => a[0] - b[0]);
  let total = 0;
  let end = 0;
  for (const [from, to] of spans) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return { milliseconds: total / 1000, count: spans.length };
}

test('the first tanks of the article run off the main thread', { timeout: 180_000 }, async (context) => {
  // A viewport that is tall enough for its first tanks; the others are not loaded.
  const { page, errors, close } = await openTab(browser, `${site.url}/article.html`, { viewport: { width: 900, height: 4200 } });
  const stats = await until('three tanks run', () => page.evaluate(() => {
    const all = [.../** @type {any} */ (document.querySelectorAll('slosh-tank'))].map((tank) => tank.stats).filter((report) => report?.steps >= 30);
    return all.length >= 3 && all;
  }), 120);
  context.diagnostic(stats.map((/** @type {any} */ report) => `${report.fps.toFixed(0)} frames/s`).join(', '));

  const seconds = 5;
  const measure = async () => {
    await browser.startTracing(page, { categories: ['devtools.timeline', 'v8', 'blink.user_timing', 'toplevel'] });
    const end = Date.now() + seconds * 1000;
    for (let i = 0; Date.now() < end; i++) await page.mouse.move(450 + 80 * Math.sin(i / 5), 600 + 60 * Math.cos(i / 5));
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    return scriptTime(traceEvents);
  };
  const { milliseconds, count } = await measure();
  const perFrame = milliseconds / (seconds * 60);
  context.diagnostic(`page thread: ${perFrame.toFixed(3)} ms of script per frame (${count} events in ${seconds} s, pointer moving)`);
  assert.ok(count > 20, 'the trace contains script events of the page');
  assert.ok(perFrame < 1, `${perFrame} ms per frame`);

  // Test of the measurement: an additional load is detected. By timers, because a slow machine draws few frames.
  await page.evaluate(() => void setInterval(() => {
    const end = performance.now() + 4;
    while (performance.now() < end);
  }, 16));
  const loaded = await measure();
  context.diagnostic(`with a load of 4 ms each 16 ms: ${(loaded.milliseconds / (seconds * 60)).toFixed(3)} ms`);
  assert.ok(loaded.milliseconds > milliseconds * 1.5 + 50, 'the additional load is measured');
  assert.deepEqual(errors, []);
  await close();
});

// The scheme of colours is an option of Chromium's driver.
engineTest('an embed in a frame is transparent, also where the system is dark, unless the address asks for a theme', { timeout: 120_000, only: 'Chromium' }, async ({ open }) => {
  const { page, errors, close } = await open('/blank.html', { colorScheme: 'dark' });
  await page.evaluate(() => {
    document.body.style.background = '#ffe8d0';
    for (const query of ['scene=blobs&paused', 'scene=blobs&paused&theme=dark']) {
      const frame = document.createElement('iframe');
      Object.assign(frame, { src: `embed.html?${query}`, width: 300, height: 300, style: 'border: 0' });
      document.body.append(frame);
    }
  });
  for (const frame of page.frames().slice(1))
    await until('the tank is loaded', () => frame.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank'))?.loaded));
  // The corners of the frames, beside the round tank.
  const { data, width } = await pixelsOf(page, await screenshot(page));
  const [automatic, dark] = [4, 304].map((x) => [...data.slice(4 * (4 * width + x), 4 * (4 * width + x) + 3)]);
  assert.deepEqual(automatic, [255, 232, 208], 'the page is seen through the frame');
  assert.ok(Math.max(...(dark ?? [255])) < 60, `theme=dark is dark: ${dark}`);
  assert.deepEqual(errors, []);
  await close();
});

engineTest('time from script start to the first frame', { timeout: 120_000 }, async ({ open, log }) => {
  /** @type {number[]} */
  const times = [];
  for (let i = 0; i < 5; i++) {
    const { page, close } = await open('/embed.html');
    const time = await until('a first frame', () =>
      page.evaluate(() => {
        const frame = performance.getEntriesByName('slosh: first frame')[0];
        const script = performance.getEntriesByName(`${location.origin}/slosh.js`)[0];
        return frame && script && frame.startTime - script.startTime;
      }),
    );
    times.push(time);
    await close();
  }
  times.sort((a, b) => a - b);
  log(`first frame ${times[2]?.toFixed(0)} ms after the script is requested (${times.map((t) => t.toFixed(0)).join(', ')})`);
  assert.ok((times[2] ?? Infinity) < 10_000);
});

engineTest('the lab: query, gallery, messages, and no script injection by the address', { timeout: 120_000 }, async ({ open }) => {
  const query = '?scene=honey&particles=800&wibble=1&onclick=alert(1)&%20=3&gravity-y=NaN&paused=false';
  const { page, errors, warnings, close } = await open(`/index.html${query}`, {
    viewport: { width: 1280, height: 800 },
  });
  const texts = () => page.evaluate(() => [...document.querySelectorAll('[role=status] p')].map((line) => line.textContent ?? ''));
  // First, as they go after some seconds.
  const toasts = await until('the messages', async () => {
    const all = await texts();
    return all.some((text) => text.includes('gravity-y')) && all;
  });
  const [stats] = await running(page, 5);
  assert.equal(stats.particles, 800);
  for (const text of toasts) assert.ok(warnings.includes(`slosh: ${text}`), `the console has the same message: ${text}`);
  assert.equal(toasts.length, 4, 'one message each for gravity-y, wibble, onclick and the empty key');
  const tank = () => page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector('slosh-tank'));
    return { scene: element.scene, names: element.getAttributeNames() };
  });
  assert.equal((await tank()).scene, 'honey');
  assert.deepEqual((await tank()).names, ['controls', 'quality', 'interaction-prompt'], 'those of the lab, none from the address');
  const scenes = await page.evaluate(async () => (await import(`${location.origin}/catalog.js`)).catalog.scenes);
  assert.equal(await page.evaluate(() => document.querySelectorAll('nav[aria-label="Scenes"] a').length), scenes.length);
  await page.getByRole('link', { name: new RegExp(scenes[0].title) }).click();
  await until('the other scene', async () => (await tank()).scene === scenes[0].name);
  assert.match(page.url(), new RegExp(`scene=${scenes[0].name}$`));
  await page.getByRole('heading', { name: scenes[0].title }).waitFor();
  await page.goBack();
  await until('back', async () => (await tank()).scene === 'honey');
  assert.deepEqual(errors, []);
  await close();
});

for (const [width, height] of /** @type {const} */ ([[390, 844], [844, 390], [1280, 800]]))
  engineTest(`the lab at ${width} x ${height}: nothing overflows`, { timeout: 60_000 }, async ({ open }) => {
    const { page, errors, close } = await open('/index.html', { viewport: { width, height } });
    await running(page, 2);
    const box = await page.evaluate(() => {
      const { width, height } = /** @type {Element} */ (document.querySelector('slosh-tank')).getBoundingClientRect();
      return { width, height, over: document.documentElement.scrollWidth - innerWidth };
    });
    assert.ok(box.over <= 0, 'no horizontal scrolling');
    assert.ok(box.width * box.height > 0.5 * width * height, `the tank has most of the window (${box.width} x ${box.height})`);
    assert.deepEqual(errors, []);
    await close();
  });

engineTest('the embed consists of one tank', { timeout: 60_000 }, async ({ open }) => {
  const { page, errors, close } = await open('/embed.html?scene=jelly&controls', { viewport: { width: 800, height: 600 } });
  await running(page, 5);
  const box = await page.evaluate(() => {
    const { width, height } = /** @type {Element} */ (document.querySelector('slosh-tank')).getBoundingClientRect();
    return { width, height, controls: document.querySelector('slosh-tank')?.hasAttribute('controls') };
  });
  assert.deepEqual(box, { width: 800, height: 600, controls: true });
  assert.deepEqual(errors, []);
  await close();
});
