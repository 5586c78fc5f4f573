// The recipes of docs/embedding.md, taken from its text.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
/** A new folder with files, removed after the tests. @param {Record<string, string>} files */
function folderWith(files) {
  const folder = mkdtempSync(join(tmpdir(), 'slosh-recipe-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}
/** @param {string} folder */
async function serve(folder) {
  const { url, close } = await listenOn(await makeServer(folder, { isolated: false }));
  after(close);
  return { folder, url, close };
}
/** A copy of the site with further files. @param {Record<string, string>} files */
function siteWith(files) {
  const folder = folderWith(files);
  cpSync(dist, folder, { recursive: true });
  return serve(folder);
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

test('a kiosk plays with a tank that is left alone', { timeout: 60_000 }, async () => {
  const recipe = block('html', '<title>Kiosk</title>');
  assert.match(recipe, /<slosh-tank [^>]*kiosk /);
  const site = await siteWith({ 'kiosk.html': recipe.replace(' kiosk ', ' kiosk="0.5" particles="700" ') });
  const tab = await openTab(browser, `${site.url}/kiosk.html`);
  await running(tab.page, 1);
  const centre = () => tab.page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank')).stats.centre[0]);
  const alone = () => tab.page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank')).canvas.classList.contains('alone'));
  await until('figures', () => tab.page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank')).stats));
  const before = await centre();
  await until('the tank moves by itself', async () => (await alone()) && Math.abs((await centre()) - before) > 1);
  await tab.page.mouse.move(200, 200);
  await until('a visitor ends it', async () => !(await alone()));
  assert.deepEqual(tab.warnings, []);
  await tab.close();
});

test('offline, after a second visit', { timeout: 90_000 }, async () => {
  const site = await siteWith({
    'offline.js': block('js', '// offline.js'),
    'kept.html': page(`<script type="module" src="slosh.js"></script>${block('html', 'serviceWorker.register')}<slosh-tank scene="honey" particles="600" style="width: 300px"></slosh-tank>`),
  });
  const tab = await openTab(browser, `${site.url}/kept.html`);
  await running(tab.page, 1);
  await until('its worker controls the page', () => tab.page.evaluate(() => navigator.serviceWorker.controller !== null));
  await tab.page.reload(); // now through the worker
  await running(tab.page, 1);
  site.close();
  await tab.page.goto(`${site.url}/kept.html?from=elsewhere`);
  await running(tab.page, 1);
  await tab.close();
});

/** The address and the other attributes of the frame in a page. @param {string} html */
function frameIn(html) {
  const [tag = ''] = /<iframe [^>]*>/.exec(html) ?? [];
  assert.ok(tag, `a frame in ${html}`);
  return Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}
/** Opens the page of a site in a folder below its origin: its frame has a tank that runs. @param {string} folder @param {string} path */
async function opensFrame(folder, path) {
  const site = await serve(folder);
  const tab = await openTab(browser, `${site.url}/${path}`);
  const frame = await until('the frame', async () => tab.page.frames().find((each) => each.url().includes('embed.html')));
  await running(frame, 1);
  await tab.close();
}
/** The text between backquotes that begins so. @param {string} start */
function inText(start) {
  const at = text.indexOf(`\`${start}`);
  assert.ok(at >= 0, `docs/embedding.md has ${start}`);
  return text.slice(at + 1, text.indexOf('`', at + 1));
}
/** @param {string} program */
const isInstalled = (program) => !spawnSync(program, ['--version']).error;

test('Hugo', { timeout: 60_000, skip: !isInstalled('hugo') }, async () => {
  const folder = folderWith({
    'config.toml': 'baseURL = "http://localhost/blog/"',
    'layouts/shortcodes/slosh.html': block('html', '.Get "scene"'),
    'layouts/_default/single.html': page('{{ .Content }}'),
    'content/tank.md': `---\ntitle: a page\n---\nBefore.\n\n${inText('{{< slosh')}\n\nAfter.\n`,
  });
  cpSync(dist, join(folder, 'static/slosh'), { recursive: true });
  execFileSync('hugo', ['--destination', 'site/blog', '--disableKinds', 'home,taxonomy,term,RSS,sitemap,section,404'], { cwd: folder, stdio: 'pipe' });
  const { src, title } = frameIn(readFileSync(join(folder, 'site/blog/tank/index.html'), 'utf8'));
  assert.deepEqual([src, title], ['/blog/slosh/embed.html?scene=honey', 'Honey folds']);
  await opensFrame(join(folder, 'site'), 'blog/tank/');
});

test('Jekyll', { timeout: 60_000, skip: !isInstalled('jekyll') }, async () => {
  const folder = folderWith({
    '_config.yml': 'baseurl: /blog',
    '_includes/slosh.html': block('html', 'include.scene'),
    'tank.md': `---\ntitle: a page\n---\nBefore.\n\n${inText('{% include slosh')}\n\nAfter.\n`,
  });
  cpSync(dist, join(folder, 'slosh'), { recursive: true });
  execFileSync('jekyll', ['build', '--destination', '_site/blog'], { cwd: folder, stdio: 'pipe' });
  const { src, title } = frameIn(readFileSync(join(folder, '_site/blog/tank.html'), 'utf8'));
  assert.deepEqual([src, title], ['/blog/slosh/embed.html?scene=honey', 'Honey folds']);
  await opensFrame(join(folder, '_site'), 'blog/tank.html');
});

test('the plugin for WordPress', { skip: !isInstalled('php') }, () => {
  // The functions of WordPress that it calls.
  const wordpress = `<?php
    function add_shortcode($name, $write) { $GLOBALS[$name] = $write; }
    function shortcode_atts($known, $given) { return array_merge($known, array_intersect_key($given, $known)); }
    function site_url($path) { return 'https://your.site' . $path; }
    function esc_url($address) { return htmlspecialchars($address); }
    function esc_attr($text) { return htmlspecialchars($text); }
    require 'slosh.php';
    echo $slosh(['scene' => 'honey', 'title' => '"Honey" folds']);`;
  const folder = folderWith({ 'slosh.php': block('php', 'Plugin Name: Slosh'), 'site.php': wordpress });
  const { src, title, width } = frameIn(execFileSync('php', ['site.php'], { cwd: folder, encoding: 'utf8' }));
  assert.deepEqual([src, title, width], ['https://your.site/slosh/embed.html?scene=honey', '&quot;Honey&quot; folds', '600']);
});

test('a page opened as a file says what to do', { timeout: 60_000 }, async () => {
  for (const name of ['index', 'article', 'embed']) {
    const tab = await openTab(browser, `file://${join(dist, `${name}.html`)}`);
    assert.match(await tab.page.getByRole('alert').innerText(), /web server.*python3 -m http\.server/);
    await tab.close();
  }
});
