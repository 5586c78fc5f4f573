// The npm package: a project of each bundler, built and opened in a browser; the single file; types; import on a server.
// Needs build/package (tools/package).

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeServer } from '../../tools/serve.mjs';
import { launchChromium, listenOn, openTab, until } from '../browser/harness.mjs';

const project = fileURLToPath(new URL('../../', import.meta.url));
const built = join(project, 'build/package');
const { version } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'));
const browser = await launchChromium();
after(() => browser.close());

/** A new project that has the package installed. Below this project, whose bundlers it finds. @param {string} name @param {Record<string, string>} files */
function makeProject(name, files) {
  const folder = join(project, 'build/test/package', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  // As installed: without what the list `files` of package.json omits.
  symlinkSync(built, join(folder, 'node_modules/slosh-tank'), 'junction');
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
  const tab = await openTab(browser, `${server.url}/`, { init: () => {
    const scope = /** @type {any} */ (window);
    scope.details = [];
    // The path of an event `load` ends at the document.
    document.addEventListener('load', (event) => void (/** @type {any} */ (event).detail?.renderer && scope.details.push(/** @type {any} */ (event).detail)), true);
  } });
  try {
    const particles = await until('the tanks run', () => tab.page.evaluate((count) => {
      const all = [.../** @type {any} */ (document.querySelectorAll('slosh-tank'))].map((tank) => tank.stats?.particles);
      return all.length === count && all.every(Boolean) && all;
    }, tanks));
    assert.deepEqual(particles, [700, 600].slice(0, tanks));
    const loaded = await tab.page.evaluate(() => /** @type {any} */ (window).details);
    assert.deepEqual(loaded.map((/** @type {any} */ detail) => detail.threads), Array(tanks).fill(threads), 'threads');
    assert.deepEqual(tab.errors, []);
  } finally {
    await tab.close();
    server.close();
  }
}

test('Vite', { timeout: 120_000 }, async (context) => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) return context.skip('Vite 7 needs Node 20.19');
  const folder = makeProject('vite', { 'index.html': page('<script type="module" src="/main.js"></script>'), 'main.js': "import 'slosh-tank';" });
  run(folder, 'vite/bin/vite.js', 'build');
  await opens(join(folder, 'dist'));
});

test('webpack', { timeout: 120_000 }, async () => {
  const folder = makeProject('webpack', { 'main.js': "import 'slosh-tank';", 'webpack.config.js': "export default { mode: 'production', entry: './main.js' };" });
  const output = run(folder, 'webpack-cli/bin/cli.js', 'build');
  assert.ok(!/Critical dependency|ERROR/.test(output), output);
  writeFileSync(join(folder, 'dist/index.html'), page('<script src="main.js"></script>'));
  await opens(join(folder, 'dist'));
});

test('Rollup', { timeout: 120_000 }, async () => {
  const folder = makeProject('rollup', {
    'main.js': "import 'slosh-tank';",
    'rollup.config.js': `import { importMetaAssets } from '@web/rollup-plugin-import-meta-assets';
export default {
  input: 'main.js', output: { dir: 'dist', format: 'es' },
  plugins: [{ name: 'packages', resolveId: (id) => (id === 'slosh-tank' ? new URL('node_modules/slosh-tank/index.js', import.meta.url).pathname : null) }, importMetaAssets()],
};`,
  });
  run(folder, 'rollup/dist/bin/rollup', '--config', '--silent');
  writeFileSync(join(folder, 'dist/index.html'), page('<script type="module" src="main.js"></script>'));
  await opens(join(folder, 'dist'));
});

test('esbuild, with a copy of the files', { timeout: 120_000 }, async () => {
  const folder = makeProject('esbuild', { 'main.js': "import { SloshTank } from 'slosh-tank';\nSloshTank.folder = '/files/';" });
  run(folder, 'esbuild/bin/esbuild', 'main.js', '--bundle', '--minify', '--format=esm', '--splitting', '--outdir=dist');
  cpSync(join(built, 'files'), join(folder, 'dist/files'), { recursive: true });
  writeFileSync(join(folder, 'dist/index.html'), page('<script type="module" src="main.js"></script>'));
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
