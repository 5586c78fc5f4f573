// The hand-written part of the site: node tools/site.mjs FROM TO FLAVOUR MODULE...
// Copies the folder FROM into TO, without type declarations (they are for tsc only) and without the comments in the
// JavaScript: a third of it, and every reader of an article downloads it. Removes modules of this flavour (threads,
// serial) that an earlier build left and that are none of MODULE.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** @param {string} folder @returns {string[]} every file below it */
function filesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

/** @param {string} path */
function read(path) {
  if (!path.endsWith('.js')) return readFileSync(path);
  const compilerOptions = { allowJs: true, target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true };
  const { outputText } = ts.transpileModule(readFileSync(path, 'utf8'), { compilerOptions, fileName: path });
  return Buffer.from(outputText);
}

const [from, to, flavour, ...modules] = process.argv.slice(2);
if (!from || !to || !flavour) {
  console.error('usage: node tools/site.mjs FROM TO FLAVOUR MODULE...');
  process.exit(2);
}

for (const path of filesBelow(from)) {
  if (path.endsWith('.d.ts')) continue;
  const copy = join(to, relative(from, path));
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, read(path));
}
for (const name of readdirSync(to))
  if (name.startsWith(`slosh-${flavour}`) && !modules.includes(name.replace(/\..*/, ''))) rmSync(join(to, name));
