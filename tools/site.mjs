// The hand-written part of the site: node tools/site.mjs FROM TO MODULE...
// Copies the folder FROM into TO, its JavaScript bundled and minified: each script that a page loads by name becomes one
// file with its imports, for a small download. These files lie side by side in TO, whatever their folder in FROM. The
// catalog, which the build has written into TO, is part of the bundles and also a file. Removes modules and scripts of
// earlier builds.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { minifiedStyles } from './minified_styles.mjs';

/** Scripts that pages and the element load by name. Imports of one from another stay separate files. */
const scripts = ['slosh.js', 'worker.js', 'page_runner.js', 'device_orientation.js', 'environment.js', 'recording.js', 'menu.js', 'legend.js', 'prompt.js', 'particle_bytes.js', 'settings_list.js', 'panel_texts.js', 'panel_texts_de.js', 'help.js', 'kiosk.js', 'sound.js', 'gpu_device.js', 'tank_from_url.js', 'embed_page.js', 'gallery_page.js', 'figures.js', 'file_page.js', 'theme.js', 'oembed_page.js'];
/** Those that pages run before their modules. */
const classic = ['file_page.js', 'theme.js'];
const catalog = 'catalog.js';

/** @param {string} folder @returns {string[]} every file below it */
function filesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

const [from, to, ...modules] = process.argv.slice(2);
if (!from || !to) {
  console.error('usage: node tools/site.mjs FROM TO MODULE...');
  process.exit(2);
}

const sources = filesBelow(from);
for (const path of sources) {
  if (/\.(js|d\.ts)$/.test(path)) continue;
  const copy = join(to, relative(from, path));
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, readFileSync(path));
}

await Promise.all(scripts.map((script) =>
  build({
    entryPoints: [sources.find((path) => basename(path) === script) ?? script],
    outfile: join(to, script),
    bundle: true,
    minify: true,
    charset: classic.includes(script) ? 'ascii' : 'utf8', // modules are always UTF-8
    format: classic.includes(script) ? 'iife' : 'esm',
    // Also parsed by browsers without SIMD, which get a message.
    target: script === 'slosh.js' ? ['chrome84', 'firefox90', 'safari15'] : 'es2022',
    // Chrome 84 has `?.` and fails only where a call after it spreads its arguments, which no script of the element does.
    supported: { 'optional-chain': true },
    logLevel: 'warning',
    plugins: [minifiedStyles, {
      name: 'site',
      setup({ onResolve }) {
        onResolve({ filter: /\.js$/ }, ({ path, kind }) => {
          const name = basename(path);
          if (name === catalog) return { path: resolve(to, catalog) };
          return kind !== 'entry-point' && scripts.includes(name) ? { path: `./${name}`, external: true } : null;
        });
      },
    }],
  })));

for (const name of readdirSync(to)) {
  const old = name.startsWith('slosh-') && !modules.some((module) => [`${module}.js`, `${module}.wasm`].includes(name));
  const unknown = /^[\w]+\.js$/.test(name) && ![...scripts, catalog].includes(name);
  if (old || unknown) rmSync(join(to, name));
}
