// The recipes of docs/embedding.md, taken from its text.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeServer } from '../../tools/serve.mjs';
import { dist, launchChromium, listenOn, openTab, until } from './harness.mjs';

const text = readFileSync(fileURLToPath(new URL('../../docs/embedding.md', import.meta.url)), 'utf8');
const browser = await launchChromium();
after(() => browser.close());

/** The blocks of code in a language. @param {string} language @returns {string[]} */
const blocks = (language) => [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code ?? '');
/** @param {string} language @param {string} mark @returns {string} */
function block(language, mark) {
  const found = blocks(language).find((code) => code.includes(mark));
  assert.ok(found, `docs/embedding.md has a block of ${language} with ${mark}`);
  return found;
}
/** A copy of the site with further files. @param {Record<string, string>} files */
async function siteWith(files) {
  const folder = mkdtempSync(join(tmpdir(), 'slosh-recipe-'));
  cpSync(dist, folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const { url, close } = await listenOn(await makeServer(folder, { isolated: false }));
  after(() => {
    close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, url, close };
}
const page = (/** @type {string} */ body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>a page</title><link rel="icon" href="icon.svg">${body}</html>`;
/** @param {any} frame @param {number} count */
const running = (frame, count) =>
  until(`${count} tanks run`, () => frame.evaluate((/** @type {number} */ expected) => {
    const tanks = [.../** @type {any} */ (document.querySelectorAll('slosh-tank'))];
    return tanks.length === expected && tanks.every((tank) => tank.loaded);
  }, count));

test('the first lines, colours, the poster', { timeout: 120_000 }, async () => {
  const ours = (/** @type {string} */ code) => code.replaceAll('https://your.site/slosh/', '');
  const site = await siteWith({
    'first.html': page(ours(block('html', '<slosh-tank scene="blobs" particles="3000"'))),
    'colours.html': page(`<script type="module" src="slosh.js"></script>${ours(block('html', '--slosh-colour-1'))}`),
    'poster.html': page(`<script type="module" src="slosh.js"></script>${ours(block('html', 'slot="poster"')).replace('my-honey.jpg', 'scenes/honey.webp')}`),
  });
  for (const [name, count] of /** @type {const} */ ([['first', 2], ['colours', 2]])) {
    const tab = await openTab(browser, `${site.url}/${name}.html`);
    await running(tab.page, count);
    assert.deepEqual(tab.errors, [], name);
    await tab.close();
  }
  const tab = await openTab(browser, `${site.url}/poster.html`);
  await tab.page.mouse.click(200, 350); // the poster
  await running(tab.page, 1);
  assert.deepEqual(tab.errors, []);
  await tab.close();
});

test('a frame and its messages', { timeout: 60_000 }, async () => {
  const site = await siteWith({});
  const here = (/** @type {string} */ code) => code.replaceAll('https://your.site/slosh', site.url).replaceAll('https://your.site', site.url);
  writeFileSync(join(site.folder, 'frame.html'), page(here(block('html', '<iframe'))));
  const tab = await openTab(browser, `${site.url}/frame.html`);
  const frame = await until('the frame', async () => tab.page.frames().find((each) => each.url().includes('embed.html')));
  await running(frame, 1);
  await tab.page.evaluate((code) => void Object.assign(document.head.appendChild(document.createElement('script')), { textContent: code }), here(block('js', 'postMessage')));
  await until('the setting arrives', () => frame.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank')).gravityY === -20));
  assert.deepEqual(tab.errors, []);
  await tab.close();
});

test('offline, after a first visit', { timeout: 90_000 }, async () => {
  const site = await siteWith({ 'offline.js': block('js', '// offline.js') });
  writeFileSync(join(site.folder, 'kept.html'), page(`<script type="module" src="slosh.js"></script><script type="module">navigator.serviceWorker.register('offline.js').catch(() => {});</script><slosh-tank scene="honey" particles="600" style="width: 300px"></slosh-tank>`));
  const tab = await openTab(browser, `${site.url}/kept.html`);
  await running(tab.page, 1);
  await until('its worker controls the page', () => tab.page.evaluate(() => navigator.serviceWorker.controller !== null));
  await tab.page.reload(); // now through the worker
  await running(tab.page, 1);
  site.close();
  await tab.page.reload();
  await running(tab.page, 1);
  await tab.close();
});

test('a page opened as a file says what to do', { timeout: 60_000 }, async () => {
  for (const name of ['index', 'article', 'embed']) {
    const tab = await openTab(browser, `file://${join(dist, `${name}.html`)}`);
    assert.match(await tab.page.getByRole('alert').innerText(), /web server.*python3 -m http\.server/);
    await tab.close();
  }
});
