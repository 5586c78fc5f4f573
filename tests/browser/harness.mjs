// Sites, browsers and tabs for the browser tests. Environment variables: SLOSH_DIST is the built site (default:
// build/dist); CHROMIUM and FIREFOX are the browsers (default: those of Debian).

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { makeServer } from '../../tools/serve.mjs';

/** @typedef {import('playwright-core').Page} Page of Playwright, or of Puppeteer where both have the same call */
/** @typedef {{page: Page, errors: string[], warnings: string[], close: () => Promise<void>}} Tab */

const pathTo = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
export const dist = process.env.SLOSH_DIST ?? pathTo('../../build/dist');

const blank = `<!doctype html><html lang="en"><meta charset="utf-8"><title>blank</title>
<link rel="icon" href="icon.svg"><link rel="stylesheet" href="blank.css">
<script type="module" src="probe.mjs"></script><body></body></html>`;
const blankStyle = 'body { margin: 0; background: #fff } slosh-tank { width: 400px; height: 400px }';
const strictPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; " +
  "style-src 'self'; img-src 'self'";
/** Content security policies of the pages that have one. @type {Record<string, string>} */
const policies = {
  '/strict.html': strictPolicy,
  '/blocked.html': strictPolicy.replace("worker-src 'self' blob:", "worker-src 'none'"),
  '/trusted.html': `${strictPolicy}; require-trusted-types-for 'script'; trusted-types slosh`,
};
const sandboxed = `<!doctype html><html lang="en"><meta charset="utf-8"><title>sandboxed</title>
<link rel="icon" href="icon.svg"><iframe sandbox="allow-scripts" src="blank.html" width="600" height="500"></iframe></html>`;

/**
 * The built site, and beside it webgl_probe.mjs and an empty page with the helpers of probe.mjs: blank.html, the pages of
 * `policies`, and in a frame without an origin sandboxed.html. `requests` are the paths that browsers requested; those that
 * `offline.paths` matches get no answer.
 * @param {{isolated?: boolean}} [options]
 */
export async function startSite({ isolated = true } = {}) {
  const site = await makeServer(dist, { isolated });
  const [probe, webglProbe] = await Promise.all(['./probe.mjs', './webgl_probe.mjs'].map((name) => readFile(pathTo(name))));
  /** @type {Record<string, [string, string | Buffer]>} */
  const files = {
    '/blank.html': ['text/html', blank],
    ...Object.fromEntries(Object.keys(policies).map((path) => [path, ['text/html', blank]])),
    '/sandboxed.html': ['text/html', sandboxed],
    '/blank.css': ['text/css', blankStyle],
    '/probe.mjs': ['text/javascript', probe ?? ''],
    '/webgl_probe.mjs': ['text/javascript', webglProbe ?? ''],
  };
  /** @type {string[]} */
  const requests = [];
  const offline = { paths: /** @type {RegExp | null} */ (null) };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    requests.push(path);
    if (offline.paths?.test(path)) return void request.socket.destroy();
    const file = files[path];
    if (!file) return void site.emit('request', request, response);
    if (isolated) {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    }
    const policy = policies[path];
    if (policy) response.setHeader('Content-Security-Policy', policy);
    // A frame without an origin loads its scripts across origins.
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.setHeader('Cache-Control', 'no-cache');
    response.writeHead(200, { 'Content-Type': file[0] }).end(file[1]);
  });
  return { ...(await listenOn(server)), requests, offline };
}

/** Starts a server on a free port. @param {import('node:http').Server} server */
export async function listenOn(server) {
  await new Promise((done) => server.listen(0, 'localhost', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://localhost:${port}`, close };
}

const chromiumFlags = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** @param {string[]} [flags] */
export const launchChromium = (flags = []) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    chromiumSandbox: false,
    args: [...chromiumFlags, ...flags],
  });

/** A browser and a site for one test file, closed after its tests. */
export async function chromiumAndSite() {
  const [browser, site] = await Promise.all([launchChromium(), startSite()]);
  after(async () => {
    await browser.close();
    site.close();
  });
  return { browser, site };
}

/** A display: Firefox supports WebGL only with one. @returns {Promise<{name: string, close: () => void}>} */
export async function startDisplay() {
  if (process.env.DISPLAY) return { name: process.env.DISPLAY, close() {} };
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '+extension', 'GLX'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise((done, failed) => {
    xvfb.once('error', failed);
    /** @type {import('node:stream').Readable} */ (xvfb.stdio[3]).once('data', (data) => done(String(data).trim()));
  });
  return { name: `:${number}`, close: () => void xvfb.kill() };
}

/** @param {Record<string, unknown>} [preferences] */
export async function launchFirefox(preferences = {}) {
  const display = await startDisplay();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: false,
    extraPrefsFirefox: preferences,
    env: { ...process.env, DISPLAY: display.name },
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      display.close();
    },
  };
}

/** What Chromium itself writes where WebGPU has no adapter; a tank asks for one when its particles are many enough. */
const noAdapter = 'No available adapters.';

/** The texts of console errors, exceptions and warnings of a page. @param {any} page */
function recordConsole(page) {
  /** @type {string[]} */
  const errors = [];
  /** @type {string[]} */
  const warnings = [];
  page.on('console', (/** @type {any} */ message) => {
    if (message.type() === 'error') errors.push(message.text());
    if (/^warn/.test(message.type()) && message.text() !== noAdapter) warnings.push(message.text());
  });
  page.on('pageerror', (/** @type {any} */ error) => errors.push(`exception: ${error?.message ?? error}`));
  return { errors, warnings };
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {import('playwright-core').BrowserContextOptions & {init?: () => void}} [options]
 * @returns {Promise<Tab>}
 */
export async function openTab(browser, url, { init, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 }, ...options });
  const page = await context.newPage();
  if (init) await page.addInitScript(init);
  const recorded = recordConsole(page);
  await page.goto(url);
  return { page, ...recorded, close: () => context.close() };
}

/**
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url
 * @param {Parameters<typeof openTab>[2]} [options] `viewport`, `deviceScaleFactor` and `init` apply
 * @returns {Promise<Tab>}
 */
export async function openFirefoxTab(browser, url, { viewport, deviceScaleFactor = 1, init } = {}) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ ...(viewport ?? { width: 800, height: 600 }), deviceScaleFactor });
  if (init) await page.evaluateOnNewDocument(init);
  const recorded = recordConsole(page);
  await page.goto(url);
  return { page: /** @type {any} */ (page), ...recorded, close: () => context.close() };
}

/** @returns {Promise<number>} */
export const freePort = () =>
  new Promise((done) => {
    const server = createSocketServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => done(port));
    });
  });

export const sleep = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Waits until `poll` returns a true value; fails with `what` and the last value.
 * @template T @param {string} what @param {() => Promise<T>} poll @param {number} [seconds]
 * @returns {Promise<Exclude<NonNullable<T>, false>>}
 */
export async function until(what, poll, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await poll();
    if (value) return /** @type {any} */ (value);
    if (Date.now() > end) assert.fail(`not within ${seconds} s: ${what} (last value: ${JSON.stringify(value)})`);
    await sleep(50);
  }
}

/** @param {Page} page @param {any} [clip] @returns {Promise<string>} a PNG in base64 */
export async function screenshot(page, clip) {
  return Buffer.from(await page.screenshot(clip ? { clip } : {})).toString('base64');
}
