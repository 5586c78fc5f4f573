// tools/site.mjs: the files that it writes refer to no file that is missing, scripts that are loaded on demand stay files of
// their own, and what an earlier build left is removed.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const tool = fileURLToPath(new URL('../../tools/site.mjs', import.meta.url));
const web = fileURLToPath(new URL('../../web', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'slosh-site-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string} root @param {RegExp} ending */
const textsOf = (root, ending) =>
  readdirSync(root, { recursive: true }).map(String).filter((name) => ending.test(name) && statSync(join(root, name)).isFile()).map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
/** The first group of every match. @param {RegExp} pattern @param {string} text @returns {string[]} */
const found = (pattern, text) => [...text.matchAll(pattern)].map(([, name = '']) => name);

const old = ['slosh-threads-of-old.wasm', 'slosh-threads-of-old.js', 'script_of_old.js'];
const kept = ['slosh-threads-blobs.wasm', 'slosh-threads-blobs.js', 'file-of-the-author.txt'];
for (const name of [...old, ...kept]) writeFileSync(join(folder, name), '');
writeFileSync(join(folder, 'catalog.js'), 'export const catalog = { scenes: [], styles: [], parameters: [] };\n');
const { status, stderr } = spawnSync(process.execPath, [tool, web, folder, 'slosh-threads-blobs'], { encoding: 'utf8' });
const files = readdirSync(folder);

test('the site is written, and only modules and scripts of earlier builds are removed', () => {
  assert.deepEqual([status, stderr], [0, '']);
  assert.deepEqual(kept.filter((name) => !files.includes(name)), [], 'kept');
  assert.deepEqual(old.filter((name) => files.includes(name)), [], 'removed');
  for (const name of ['index.html', 'embed.html', 'slosh.js', 'worker.js', 'catalog.js']) assert.ok(files.includes(name), name);
});

test('scripts, style sheets and pages that a page or a script names are there', (context) => {
  let count = 0;
  for (const { name, text } of textsOf(folder, /\.(html|js)$/)) {
    const names = name.endsWith('.html')
      ? found(/\b(?:src|href)="([\w./-]+\.(?:js|css|html|svg|webp))[?#"]/g, text)
      : [...found(/(?:from|import)\s*\(?\s*"(\.\/[\w.-]+\.js)"/g, text), ...found(/new URL\("([\w.-]+\.(?:js|css))",\s*import\.meta\.url/g, text)];
    count += names.length;
    for (const to of names) assert.ok(statSync(join(folder, to), { throwIfNoEntry: false }), `${name} names ${to}`);
  }
  context.diagnostic(`${count} names`);
  assert.ok(count > 40, `only ${count} names were found`);
});

test('a script that is loaded on demand is a file of its own and in no other', () => {
  const onDemand = new Set(textsOf(web, /\.js$/).flatMap(({ text }) => found(/\bimport\('([\w./-]+\.js)'\)/g, text.replace(/\/\*[^]*?\*\//g, ''))).map((path) => basename(path)));
  assert.ok(onDemand.size > 8, [...onDemand].join());
  for (const name of onDemand) assert.ok(files.includes(name), `${name} is in the list of tools/site.mjs`);
});

test('without folders the usage is printed', () => {
  const wrong = spawnSync(process.execPath, [tool, web], { encoding: 'utf8' });
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /^usage: node tools\/site\.mjs FROM TO/);
});
