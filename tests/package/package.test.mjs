// The npm package: a project of each bundler with the settings of docs/embedding.md, built and opened in a browser; the
// development server of Vite; the single file; types, also in templates; import on a server. Needs build/package (tools/package).

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeServer } from '../../tools/serve.mjs';
import { freePort, launchChromium, listenOn, openTab, until } from '../browser/harness.mjs';

const project = fileURLToPath(new URL('../../', import.meta.url));
const built = join(project, 'build/package');
const { version } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'));
const browser = await launchChromium();
after(() => browser.close());

const text = readFileSync(join(project, 'docs/embedding.md'), 'utf8');
/** The first block of code with a mark in docs/embedding.md. @param {string} mark @returns {string} */
function recipe(mark) {
  const found = [...text.matchAll(/^```\w+\n([^]*?)^```$/gm)].map(([, code]) => code ?? '').find((code) => code.includes(mark));
  assert.ok(found, `docs/embedding.md has a block with ${mark}`);
  return found;
}

/** A new project that has the package installed. Below this project, whose bundlers it finds.
 * @param {string} name @param {Record<string, string>} files
 * @param {string[]} [copied] the names in the package that are copied; without them the package is a link */
function makeProject(name, files, copied) {
  const folder = join(project, 'build/test/package', name);
  const installed = join(folder, 'node_modules/slosh-tank');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  // As installed: without what the list `files` of package.json omits.
  if (!copied) symlinkSync(built, installed, 'junction');
  else for (const each of copied) cpSync(join(built, each), join(installed, each), { recursive: true });
  for (const [path, text] of Object.entries({ 'package.json': '{ "type": "module", "private": true }', ...files })) writeFileSync(join(folder, path), text);
  return folder;
}
/** @param {string} folder @param {string} program of the project's npm packages @param {string[]} words */
function run(folder, program, ...words) {
  const path = join(project, 'node_modules', program);
  const [command, first] = program.startsWith('esbuild') ? [path, []] : [process.execPath, [path]]; // esbuild is a native program
  return execFileSync(command, [...first, ...words], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

const page = (/** @type {string} */ script) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>a page</title><link rel="icon" href="data:,">
<slosh-tank scene="honey" particles="700" width="400" height="300"></slosh-tank>
<slosh-tank scene="drop" particles="600" width="400" height="300"></slosh-tank>${script}</html>`;

/** Opens a folder in a browser: both tanks run, a still was shown, nothing failed.
 * @param {string} folder @param {{threads?: boolean, tanks?: number}} [expected] */
async function opens(folder, { threads = true, tanks = 2 } = {}) {
  const server = await listenOn(await makeServer(folder, { isolated: true }));
  try {
    await opensAt(server.url, { threads, tanks });
  } finally {
    server.close();
  }
}
/** The same from a server. @param {string} url @param {{threads: boolean, tanks: number}} expected */
async function opensAt(url, { threads, tanks }) {
  const tab = await openTab(browser, `${url}/`, { init: () => {
    const scope = /** @type {any} */ (window);
    scope.details = [];
    // The path of an event `load` ends at the document.
    document.addEventListener('load', (event) => void (/** @type {any} */ (event).detail?.renderer && scope.details.push(/** @type {any} */ (event).detail)), true);
  } });
  try {
    const particles = await until('the tanks run', () => tab.page.evaluate((count) => {
      const all = [.../** @type {any} */ (document.querySelectorAll('slosh-tank'))].map((tank) => tank.stats?.steps > 5 && tank.stats.particles);
      return all.length === count && all.every(Boolean) && all;
    }, tanks));
    assert.deepEqual(particles, [700, 600].slice(0, tanks));
    const loaded = await tab.page.evaluate(() => /** @type {any} */ (window).details);
    assert.deepEqual(loaded.map((/** @type {any} */ detail) => detail.threads), Array(tanks).fill(threads), 'threads');
    // The package has no pages, until the page names a site that has them.
    const links = await tab.page.evaluate(() => {
      const tank = /** @type {any} */ (document.querySelector('slosh-tank'));
      const without = [tank.link, tank.embedCode(), tank.embedCode('iframe')];
      tank.constructor.site = 'https://example.org/slosh';
      return [...without, tank.link, tank.embedCode()];
    });
    assert.deepEqual(links.slice(0, 3), ['', '', '']);
    assert.match(links[3], /^https:\/\/example\.org\/slosh\/index\.html\?scene=/);
    assert.match(links[4], /src="https:\/\/example\.org\/slosh\/slosh\.js"/);
    assert.deepEqual(tab.errors, []);
  } finally {
    await tab.close();
  }
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const skip = major < 20 || (major === 20 && minor < 19) ? 'Vite 7 needs Node 20.19' : false;
const vitePage = { 'index.html': page('<script type="module" src="/main.js"></script>'), 'main.js': "import 'slosh-tank';" };

test('Vite', { timeout: 120_000, skip }, async () => {
  const folder = makeProject('vite', vitePage);
  run(folder, 'vite/bin/vite.js', 'build');
  await opens(join(folder, 'dist'));
});

test('the development server of Vite', { timeout: 120_000, skip }, async () => {
  // A link would lead out of the folder, from which alone this server sends files.
  const folder = makeProject('vite-server', { ...vitePage, 'vite.config.js': recipe('// vite.config.js') }, readdirSync(built));
  const port = await freePort();
  const server = spawn(process.execPath, [join(project, 'node_modules/vite/bin/vite.js'), '--host', '127.0.0.1', '--port', String(port), '--strictPort'], { cwd: folder, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  try {
    await until('the server answers', () => fetch(url).then((answer) => answer.ok, () => false));
    await opensAt(url, { threads: false, tanks: 2 });
  } finally {
    server.kill();
  }
});

test('webpack', { timeout: 120_000 }, async () => {
  const folder = makeProject('webpack', { 'main.js': "import 'slosh-tank';", 'webpack.config.js': "export default { mode: 'production', entry: './main.js' };" });
  const output = run(folder, 'webpack-cli/bin/cli.js', 'build');
  assert.ok(!/Critical dependency|ERROR/.test(output), output);
  writeFileSync(join(folder, 'dist/index.html'), page('<script src="main.js"></script>'));
  await opens(join(folder, 'dist'));
});

test('Rollup', { timeout: 120_000 }, async () => {
  const folder = makeProject('rollup', { 'main.js': "import 'slosh-tank';", 'rollup.config.js': recipe('// rollup.config.js') });
  run(folder, 'rollup/dist/bin/rollup', '--config', '--silent');
  writeFileSync(join(folder, 'dist/index.html'), page('<script type="module" src="main.js"></script>'));
  await opens(join(folder, 'dist'));
});

test('esbuild, with a copy of the files', { timeout: 120_000 }, async () => {
  const folder = makeProject('esbuild', { 'main.js': "import 'slosh-tank';" });
  const path = `${join(project, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  execFileSync('bash', ['-ec', recipe('npx esbuild').replace('npx ', '')], { cwd: folder, stdio: 'pipe', env: { ...process.env, PATH: path } });
  writeFileSync(join(folder, 'dist/index.html'), page('<script type="module" src="main.js"></script>'));
  await opens(join(folder, 'dist'));
});

test('a named folder of files', { timeout: 120_000 }, async () => {
  const folder = makeProject('folder', { 'main.js': "import { SloshTank } from 'slosh-tank';\nSloshTank.folder = '/named/';" });
  run(folder, 'esbuild/bin/esbuild', 'main.js', '--bundle', '--format=esm', '--outdir=dist');
  cpSync(join(built, 'files'), join(folder, 'dist/named'), { recursive: true });
  writeFileSync(join(folder, 'dist/index.html'), page('<script type="module" src="main.js"></script>').replaceAll(' width=', ' poster="" width='));
  await opens(join(folder, 'dist'));
});

test('without a bundler', { timeout: 60_000 }, async () => {
  const folder = makeProject('plain', {});
  cpSync(built, join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'dist/index.html'), page('<script type="module" src="index.js"></script>'));
  await opens(join(folder, 'dist'));
});

test('one file, with its hash', { timeout: 60_000 }, async () => {
  const name = `single/slosh-blobs-${version}.js`;
  const hash = JSON.parse(readFileSync(join(built, 'sri.json'), 'utf8'))[name];
  const folder = makeProject('single', {});
  mkdirSync(join(folder, 'dist'));
  cpSync(join(built, name), join(folder, 'dist/tank.js'));
  const one = page(`<script type="module" src="tank.js" integrity="${hash}"></script>`).replace(/<slosh-tank scene="drop".*<\/slosh-tank>/, '');
  writeFileSync(join(folder, 'dist/index.html'), one);
  await opens(join(folder, 'dist'), { threads: false, tanks: 1 });
});

test('an import on a server does nothing', () => {
  const folder = makeProject('server', { 'main.js': "const { SloshTank } = await import('slosh-tank'); console.log(typeof SloshTank);" });
  assert.equal(execFileSync(process.execPath, ['main.js'], { cwd: folder, encoding: 'utf8' }).trim(), 'function');
});

test('types of the element, its attributes and events', () => {
  const folder = makeProject('types', {
    'main.ts': `import type { SloshTank } from 'slosh-tank';
import 'slosh-tank';
const tank = document.querySelector('slosh-tank')!;
const same: SloshTank = tank;
same.particles = 3000;
same.gravityY = -9;
same.scene = 'honey';
const all: Promise<Blob> = tank.record({ seconds: 2 });
tank.addEventListener('frame-stats', ({ detail }) => console.log(detail.fps.toFixed(1), all));
// @ts-expect-error no such scene
tank.scene = 'atlantis';
// @ts-expect-error a number
tank.particles = 'many';
const attributes: JSX.IntrinsicElements['slosh-tank'] = { scene: 'drop', 'gravity-y': -3, reveal: 'interaction', 'render-style': 'points' };
console.log(attributes);
`,
    'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [], skipLibCheck: false } }),
  });
  try {
    run(folder, 'typescript/bin/tsc', '-p', '.');
  } catch (error) {
    assert.fail(/** @type {any} */ (error).stdout);
  }
});

/** Lines that a type checker must find wrong, and no other, are those with this word. */
const wrongLines = (/** @type {string} */ code) => code.split('\n').flatMap((line, index) => (line.includes('wrong') ? [index + 1] : []));
/** @param {string} name of the file @param {string} code @param {string} program @param {string[]} words */
function findsWrongLines(name, code, program, ...words) {
  const compilerOptions = { strict: true, noEmit: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [], skipLibCheck: false, jsx: 'react-jsx' };
  const folder = makeProject(`types-${name}`, { [name]: code, 'tsconfig.json': JSON.stringify({ compilerOptions, include: [name] }) }, ['package.json', 'index.d.ts']);
  let output = '';
  try {
    run(folder, program, ...words);
  } catch (error) {
    output = /** @type {any} */ (error).stdout;
  }
  // As tsc and vue-tsc write it, and svelte-check.
  const lines = [...output.matchAll(/^(?:[^\s(]+\((\d+),\d+\): error|\d+ ERROR "[^"]+" (\d+):)/gm)].map(([, line, other]) => Number(line ?? other));
  assert.deepEqual(lines, wrongLines(code), output);
}

test('types in templates of React', () => {
  findsWrongLines('page.tsx', `import { useRef } from 'react';
import type { SloshTank } from 'slosh-tank';
import 'slosh-tank';
export function Page() {
  const tank = useRef<SloshTank>(null);
  return (
    <slosh-tank ref={tank} scene="honey" particles={3000} gravity-y="-5" controls className="a" style={{ width: 300 }} title="honey"
      onClick={() => tank.current?.play()} onframe-stats={({ detail }) => console.log(detail.fps.toFixed(1))} onload={({ detail }) => console.log(detail.workers)}>
      <img slot="poster" src="honey.jpg" alt="" />
    </slosh-tank>
  );
}
export const scene = <slosh-tank scene="atlantis" />; // wrong
export const number = <slosh-tank particles={true} />; // wrong
export const choice = <slosh-tank reveal="never" />; // wrong
export const hyphen = <slosh-tank gravity-y={[]} />; // wrong
export const unknown = <slosh-tank particels={4} />; // wrong
export const listener = <slosh-tank onframe-stats={(event: number) => event} />; // wrong
export const detail = <slosh-tank onframe-stats={({ detail }) => detail.frames} />; // wrong
`, 'typescript/bin/tsc', '-p', '.');
});

test('types in templates of Vue', { timeout: 60_000 }, () => {
  findsWrongLines('page.vue', `<script setup lang="ts">
import { ref } from 'vue';
import type { SloshTank } from 'slosh-tank';
import 'slosh-tank';
const tank = ref<SloshTank>();
</script>
<template>
  <slosh-tank ref="tank" scene="honey" :particles="3000" gravity-y="-5" controls :class="['a', { b: true }]" style="width: 300px" title="honey" @click="tank?.play()"
    @frame-stats="({ detail }) => console.log(detail.fps.toFixed(1))" @load="({ detail }) => console.log(detail.workers)"><img slot="poster" src="honey.jpg" alt="" /></slosh-tank>
  <slosh-tank scene="atlantis" /> <!-- wrong -->
  <slosh-tank :particles="true" /> <!-- wrong -->
  <slosh-tank reveal="never" /> <!-- wrong -->
  <slosh-tank :gravity-y="[]" /> <!-- wrong -->
  <slosh-tank @frame-stats="(event: number) => event" /> <!-- wrong -->
  <slosh-tank @frame-stats="({ detail }) => detail.frames" /> <!-- wrong -->
</template>
`, 'vue-tsc/bin/vue-tsc.js', '-p', '.');
});

test('types in templates of Svelte', { timeout: 60_000 }, () => {
  findsWrongLines('page.svelte', `<script lang="ts">
  import type { SloshTank } from 'slosh-tank';
  import 'slosh-tank';
  let tank: SloshTank | undefined = $state();
</script>
<slosh-tank bind:this={tank} scene="honey" particles={3000} gravity-y="-5" controls class="a" style="width: 300px" title="honey" aria-label="honey" onpointerenter={() => tank?.play()}
  onframe-stats={({ detail }) => console.log(detail.fps.toFixed(1))} onload={({ detail }) => console.log(detail.workers)}><img slot="poster" src="honey.jpg" alt="" /></slosh-tank>
<slosh-tank scene="atlantis"></slosh-tank> <!-- wrong -->
<slosh-tank particles={true}></slosh-tank> <!-- wrong -->
<slosh-tank reveal="never"></slosh-tank> <!-- wrong -->
<slosh-tank gravity-y={[]}></slosh-tank> <!-- wrong -->
<slosh-tank particels={4}></slosh-tank> <!-- wrong -->
<slosh-tank onframe-stats={(event: number) => event}></slosh-tank> <!-- wrong -->
<slosh-tank onframe-stats={({ detail }) => detail.frames}></slosh-tank> <!-- wrong -->
`, 'svelte-check/bin/svelte-check', '--tsconfig', './tsconfig.json', '--output', 'machine', '--threshold', 'error');
});

test('the manifest names every attribute of the types, and the list of files is complete', () => {
  const manifest = JSON.parse(readFileSync(join(built, 'custom-elements.json'), 'utf8'));
  const [element] = manifest.modules[0].declarations;
  const types = readFileSync(join(built, 'index.d.ts'), 'utf8');
  assert.ok(element.attributes.length > 60, `${element.attributes.length} attributes`);
  for (const { name, description } of element.attributes) {
    assert.ok(description, name);
    if (name !== 'scene') assert.ok(types.includes(`'${name}'?:`), name);
  }
  const { files } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'));
  for (const name of readdirSync(built)) assert.ok([...files, 'package.json', 'README.md', 'LICENSE'].includes(name), `${name} is in the package`);
  for (const name of files) assert.ok(existsSync(join(built, name)), name);
});
