// The npm package: node tools/packaging/main.mjs SITE CATALOG TO
// SITE is the built site, CATALOG the output of `slosh list --json`. See tools/package.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { minifiedStyles } from '../minified_styles.mjs';
import { elementsManifest, typesOf } from './declarations.mjs';
import { bundledFiles, singleFiles } from './file_modules.mjs';

/** KB of JavaScript and module, compressed with brotli, that an embed without panel may need, by family. */
const budgets = /** @type {Record<string, number>} */ ({ blobs: 110, mueller: 133, pcisph: 148.5, sph: 162, 'sph-3d': 192.5, flip: 213.5 });
/** The same with solvers on the GPU. */
const gpuBudgets = /** @type {Record<string, number>} */ ({ 'pcisph-gpu': 220, 'sph-gpu': 220, 'sph-3d-gpu': 220.5, 'flip-gpu': 251.5 });

const [site, catalogPath, to] = process.argv.slice(2);
if (!site || !catalogPath || !to) {
  console.error('usage: node tools/packaging/main.mjs SITE CATALOG TO');
  process.exit(2);
}
const catalog = JSON.parse(readFileSync(catalogPath, 'utf8'));
const { version, license, description } = JSON.parse(readFileSync('package.json', 'utf8'));
const write = (/** @type {string} */ name, /** @type {string} */ text) => writeFileSync(join(to, name), text);
const json = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`;

rmSync(to, { recursive: true, force: true });
mkdirSync(join(to, 'files'), { recursive: true });
mkdirSync(join(to, 'single'));

/** @param {string} text of a module that replaces web/element/files.js @returns {import('esbuild').Plugin} */
const replacing = (text) => ({
  name: 'files',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/files\.js$/ }, () => ({ path: 'files.js', namespace: 'generated' }));
    onLoad({ filter: /.*/, namespace: 'generated' }, () => ({ contents: text, loader: 'js' }));
    onResolve({ filter: /\/catalog\.js$/ }, () => ({ path: join(process.cwd(), site, 'catalog.js') }));
  },
});
/** @type {import('esbuild').BuildOptions} */
const options = { bundle: true, minify: true, charset: 'utf8', format: 'esm', target: 'es2022', logLevel: 'warning' };

// --- the files that the element loads by name ---------------------------------------------------------------------------
await build({ ...options, entryPoints: ['web/worker/worker.js'], outfile: join(to, 'files/worker.js'), plugins: [minifiedStyles, replacing('')] });
const modules = readdirSync(site).filter((name) => /^slosh-(threads|serial)-[\w-]+\.(js|wasm)$/.test(name));
for (const name of modules) cpSync(join(site, name), join(to, 'files', name));
cpSync(join(site, 'scenes'), join(to, 'files/scenes'), { recursive: true, filter: (path) => !path.endsWith('.js') });
const stills = readdirSync(join(to, 'files/scenes')).map((name) => `scenes/${name}`);

// --- the element --------------------------------------------------------------------------------------------------------
const names = ['worker.js', ...modules, ...stills];
await build({
  ...options,
  entryPoints: { index: 'web/slosh.js' },
  outdir: to,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  plugins: [minifiedStyles, replacing(bundledFiles(names))],
});

// Bundlers must leave the import of a module by its address alone; esbuild drops the comments that tell them.
const chunks = readdirSync(join(to, 'chunks')).map((name) => `chunks/${name}`);
let marked = 0;
for (const name of ['index.js', ...chunks]) {
  const text = readFileSync(join(to, name), 'utf8').replace(/\bimport\((\w+\.module)\)/g, (_, address) => {
    marked++;
    return `import(/* webpackIgnore: true */ /* @vite-ignore */ ${address})`;
  });
  write(name, text);
}
if (marked !== 2) throw new Error(`${marked} imports of a module by its address, 2 expected`);

// --- one file for each family -------------------------------------------------------------------------------------------
const families = Object.keys(budgets);
for (const family of families) {
  const holds = names.filter((name) => name === 'worker.js' || [`slosh-serial-${family}.js`, `slosh-serial-${family}.wasm`].includes(name));
  const contents = Object.fromEntries(holds.map((name) => [name, readFileSync(join(to, 'files', name))]));
  await build({
    ...options,
    entryPoints: ['web/slosh.js'],
    outfile: join(to, `single/slosh-${family}-${version}.js`),
    plugins: [minifiedStyles, replacing(singleFiles(family, contents))],
  });
}

// --- what describes the package -----------------------------------------------------------------------------------------
write('index.d.ts', typesOf(catalog));
write('custom-elements.json', json(elementsManifest(catalog, version)));
write('package.json', json({
  name: 'slosh-tank',
  version,
  description,
  license,
  type: 'module',
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    './single/*': './single/*',
    './files/*': './files/*',
    './custom-elements.json': './custom-elements.json',
    './package.json': './package.json',
  },
  types: './index.d.ts',
  customElements: 'custom-elements.json',
  sideEffects: true,
  files: ['index.js', 'index.d.ts', 'chunks', 'files', 'single', 'custom-elements.json', 'sri.json'],
}));
cpSync('LICENSE', join(to, 'LICENSE'));
cpSync('tools/packaging/README.md', join(to, 'README.md'));

// --- sizes and hashes ---------------------------------------------------------------------------------------------------
const kilobytes = (/** @type {string} */ name) => brotliCompressSync(readFileSync(join(to, name))).length / 1000;
const integrity = (/** @type {string} */ name) => `sha384-${createHash('sha384').update(readFileSync(join(to, name))).digest('base64')}`;
const singles = families.map((family) => `single/slosh-${family}-${version}.js`);
write('sri.json', json(Object.fromEntries(['index.js', ...singles].map((name) => [name, integrity(name)]))));
let failed = false;
const shared = kilobytes('index.js') + kilobytes('files/worker.js');
for (const [module, budget] of Object.entries({ ...budgets, ...gpuBudgets })) {
  const size = shared + kilobytes(`files/slosh-threads-${module}.js`) + kilobytes(`files/slosh-threads-${module}.wasm`);
  failed ||= size > budget;
  const single = module in budgets ? `; in one file ${kilobytes(`single/slosh-${module}-${version}.js`).toFixed(1)} KB` : '';
  console.log(`package: ${module}: ${size.toFixed(1)} KB${size > budget ? `, more than its budget of ${budget} KB` : ''}${single}`);
}
for (const name of ['index.js', ...singles]) console.log(`package: ${name} ${integrity(name)}`);
console.log(failed ? 'package: too large' : `package: ${to} is ready: npm pack ./${to}, then npm install the .tgz`);
process.exit(failed ? 1 : 0);
