// Download size of an embed, compressed with brotli.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { bars } from './bars.mjs';
import { BenchError } from './interleave.mjs';

const dist = fileURLToPath(new URL('../../build/dist', import.meta.url));

/** @param {string} name */
function read(name) {
  const file = join(dist, name);
  if (!existsSync(file)) {
    throw new BenchError(`${file} is missing: tools/build web dist`);
  }
  return readFileSync(file);
}

/** A module and all that it imports, by name. @param {string} name @param {Set<string>} [found] */
function withImports(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const text = read(name).toString();
  for (const [, other] of text.matchAll(/(?:\bfrom|\bimport)\s*['"]\.\/([\w./-]+)['"]/g)) withImports(other, found);
  return found;
}

/** @param {string} name */
const compressed = (name) =>
  brotliCompressSync(read(name), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1000;

/** The modules of each family, with and without the panel. @returns {Promise<string[]>} */
async function families() {
  read('catalog.js');
  const { catalog } = await import(pathToFileURL(join(dist, 'catalog.js')).href);
  return [...new Set(catalog.scenes.map((/** @type {{family: string}} */ { family }) => family))];
}

/** @param {import('./main.mjs').Options} options */
export async function size({ report }) {
  const page = [...withImports('worker.js', withImports('slosh.js'))];
  const shared = page.map(compressed).reduce((a, b) => a + b);
  report({ name: `the element: ${page.length} files of JavaScript`, value: shared, unit: 'KB', note: page.join(' ') });
  for (const panel of [false, true])
    for (const family of await families())
      for (const threads of ['threads', 'serial']) {
        const name = `slosh-${threads}-${family}${panel ? '-panel' : ''}`;
        const [module, wasm] = ['js', 'wasm'].map((type) => compressed(`${name}.${type}`));
        report({
          name: `an embed of ${family}${panel ? ' with panel' : ''}, ${threads}`,
          value: shared + module + wasm, unit: 'KB', ...(panel ? bars.size.panel : bars.size.embed),
          note: `module ${module.toFixed(1)}, wasm ${wasm.toFixed(1)} KB`,
        });
      }
}
