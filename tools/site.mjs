// The hand-written part of the site: node tools/site.mjs FROM TO MODULE...
// Copies the folder FROM into TO, its JavaScript bundled and minified: what a page asks for by name is one file with all
// that it imports, for every reader of an article downloads it. The catalog, which the build has written into TO, goes
// into the bundles and stays beside them. Removes modules and scripts that an earlier build left and that are none of the
// present ones.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

/** What pages and the element load by name. What one of them needs of another stays a file of its own. */
const scripts = ['slosh.js', 'worker.js', 'device_orientation.js', 'environment.js', 'tank_from_url.js', 'gallery_page.js'];
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

for (const path of filesBelow(from)) {
  if (/\.(js|d\.ts)$/.test(path)) continue;
  const copy = join(to, relative(from, path));
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, readFileSync(path));
}

await Promise.all(scripts.map((script) =>
  build({
    entryPoints: [join(from, script)],
    outfile: join(to, script),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
    external: scripts.map((other) => `./${other}`),
    plugins: [{
      name: 'catalog',
      setup: ({ onResolve }) => onResolve({ filter: /^\.\/catalog\.js$/ }, () => ({ path: resolve(to, catalog) })),
    }],
  })));

for (const name of readdirSync(to)) {
  const old = name.startsWith('slosh-') && !modules.includes(name.replace(/\..*/, ''));
  const unknown = /^[\w]+\.js$/.test(name) && ![...scripts, catalog].includes(name);
  if (old || unknown) rmSync(join(to, name));
}
