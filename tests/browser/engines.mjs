// Tests that run in Chromium, in Firefox and, where they ask for it, in WebKit, each in tabs of its own, on desktop and as a phone
// with real touch events.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { firefoxFinger, likePlaywright } from './firefox_page.mjs';
import { launchChromium, launchFirefox, openFirefoxTab, openTab, sleep, startSite } from './harness.mjs';
import { launchWebkit } from './webkit.mjs';

/** @typedef {Parameters<typeof openTab>[2]} TabOptions */
/** @typedef {ReturnType<typeof fingerOf>} Finger */
/** @typedef {import('./harness.mjs').Tab & {finger: Finger}} EngineTab */
/** @typedef {{engine: string, url: string, requests: string[], open: (path: string, options?: TabOptions) => Promise<EngineTab>, log: (text: string) => void}} EngineContext */

/** @param {{start: (x: number, y: number) => Promise<unknown>, move: (x: number, y: number) => Promise<unknown>, end: () => Promise<unknown>}} touch */
const fingerOf = (touch) => ({
  ...touch,
  /** @param {number[]} from @param {number[]} to */
  async drag([x0 = 0, y0 = 0], [x1 = 0, y1 = 0]) {
    await touch.start(x0, y0);
    const moves = 10;
    for (let i = 1; i <= moves; i++) {
      await touch.move(x0 + ((x1 - x0) * i) / moves, y0 + ((y1 - y0) * i) / moves);
      await sleep(40);
    }
    await touch.end();
    await sleep(500);
  },
  async tap(/** @type {number} */ x, /** @type {number} */ y) {
    await touch.start(x, y);
    await touch.end();
    await sleep(500);
  },
});

/** @param {import('./harness.mjs').Page} page */
async function chromiumFinger(page) {
  const session = await page.context().newCDPSession(page);
  const send = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {number[][]} */ points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x = 0, y = 0]) => ({ x, y })) });
  return fingerOf({
    start: (x, y) => send('touchStart', [[x, y]]),
    move: (x, y) => send('touchMove', [[x, y]]),
    end: () => send('touchEnd', []),
  });
}

/** In a new page: nothing moves by itself, as the visitor has dragged before. */
export const withoutHint = () => {
  try {
    localStorage.setItem('slosh: dragged', '1');
  } catch {} // Firefox runs this in its empty first page, too
};

/** The browsers of this file: started with the first test that needs one, closed after the last. @type {Map<string, Promise<any>>} */
const started = new Map();
/** @template T @param {string} name @param {() => Promise<T>} start @returns {Promise<T>} */
const once = (name, start) => {
  if (!started.has(name)) started.set(name, start());
  return /** @type {Promise<any>} */ (started.get(name));
};
after(async () => {
  for (const running of started.values()) await (await running).close();
});

// Firefox says by preferences only that it has a touch screen, or that its reader wants no motion: other browsers.
const touchScreen = { 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1, 'dom.w3c_touch_events.enabled': 1 };

/** @type {Record<string, (url: string, options?: TabOptions) => Promise<EngineTab>>} */
const engines = {
  async Chromium(url, options) {
    const tab = await openTab(await once('Chromium', launchChromium), url, options);
    return { ...tab, finger: await chromiumFinger(tab.page) };
  },
  async Firefox(url, options) {
    const [kind, preferences] = options?.hasTouch ? ['touch', touchScreen]
      : options?.reducedMotion ? ['no motion', { 'ui.prefersReducedMotion': 1 }]
      : ['', {}];
    const { browser } = await once(`Firefox ${kind}`, () => launchFirefox(preferences));
    const tab = await openFirefoxTab(browser, url, options);
    const page = /** @type {any} */ (tab.page);
    return { ...tab, page: /** @type {any} */ (likePlaywright(page)), finger: fingerOf(firefoxFinger(page)) };
  },
  /** As it ships, with one tab of 800 x 600 pixels at a time; its driver has no fingers. */
  async WebKit(url) {
    const browser = await once('WebKit', launchWebkit);
    return { ...(await browser.open(url)), finger: /** @type {any} */ (null) };
  },
};

/**
 * Defines a test for each engine. SLOSH_ENGINE selects one.
 * @param {string} title
 * @param {{timeout: number, only?: 'Chromium' | undefined, webkit?: boolean}} options `only`: it needs what just this engine's driver
 *   has; `webkit`: also in WebKit
 * @param {(context: EngineContext) => Promise<void>} run
 */
export function engineTest(title, { timeout, only, webkit = false }, run) {
  for (const [engine, open] of Object.entries(engines)) {
    if (engine === 'WebKit' && !webkit) continue;
    if (engine !== (only ?? engine) || engine !== (process.env.SLOSH_ENGINE ?? engine)) continue;
    // The brief tests are those of one engine; browsers.test.mjs has the other.
    if (process.env.SLOSH_BRIEF && engine !== 'Chromium') continue;
    test(`${title} (${engine})`, { timeout }, async (context) => {
      const { url, requests } = await once('site', startSite);
      await run({ engine, url, requests, open: (path, options) => open(new URL(path, url).href, options), log: (text) => context.diagnostic(text) });
    });
  }
}

/**
 * A test in a tab of its own, in each engine; fails on errors of the console.
 * @param {string} title
 * @param {(test: EngineTab & {engine: string, url: string, requests: string[], open: EngineContext['open'], log: (text: string) => void}) => Promise<void>} run
 * @param {TabOptions & {path?: string, expectErrors?: boolean, only?: 'Chromium', webkit?: boolean, timeout?: number}} [options]
 */
export function engineCheck(title, run, { path = '/blank.html', expectErrors = false, only, webkit = false, timeout = 180_000, ...options } = {}) {
  engineTest(title, { timeout, only, webkit }, async (context) => {
    const tab = await context.open(path, options);
    try {
      await run({ ...tab, ...context });
    } finally {
      await tab.close();
    }
    if (!expectErrors) assert.deepEqual(tab.errors, [], 'no console error');
  });
}
