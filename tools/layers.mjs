// Checks the layers of the source: node tools/layers.mjs [FOLDER]
// FOLDER contains src/, web/, tests/ and shaders/; the default is this project. Prints one line per fault; the exit status is 1
// with faults.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const everythingBelowSolvers =
  'base domain search rigid grid grid/pressure grid/liquid grid/forces grid/boundaries solver sph foam analysis';
const methods = ['double_density', 'wcsph', 'pcisph', 'mueller', 'flip'].map((method) => `solvers/${method}`);
/**
 * The folders or single files that the files of a folder may include, directly or through other files, beside their own
 * folder. A folder that includes another must also list what it includes through the other.
 * @type {Record<string, string>}
 */
const table = {
  base: '',
  domain: 'base',
  search: 'base',
  rigid: 'base domain',
  grid: 'base domain',
  'grid/pressure': 'base domain grid',
  'grid/liquid': 'base domain rigid grid grid/pressure',
  'grid/forces': 'base domain rigid grid grid/pressure grid/liquid',
  'grid/boundaries': 'base domain rigid grid grid/pressure grid/liquid',
  solver: 'base domain grid/mac_grid.h grid/pressure_vectors.h',
  sph: 'base domain search rigid solver/views.h grid/mac_grid.h grid/pressure_vectors.h',
  foam: 'base domain search solver/views.h grid/mac_grid.h grid/pressure_vectors.h',
  analysis: 'base domain search solver/views.h grid/mac_grid.h grid/pressure_vectors.h',
  ...Object.fromEntries(methods.map((folder) => [folder, everythingBelowSolvers])),
  solvers: `${everythingBelowSolvers} ${methods.join(' ')}`,
  scenes: `${everythingBelowSolvers} ${methods.join(' ')} solvers`,
  gpu: 'base domain grid search',
  'gpu/sph': `${everythingBelowSolvers} ${methods.join(' ')} gpu`,
  'gpu/flip': `${everythingBelowSolvers} ${methods.join(' ')} gpu`,
  'gpu/solvers': `${everythingBelowSolvers} ${methods.join(' ')} solvers gpu gpu/sph gpu/flip`,
  'render/options': 'base',
  'render/gl': 'base',
  'render/common': 'base domain solver/views.h solver/grid_slice.h grid/mac_grid.h grid/pressure_vectors.h '
    + 'render/options render/gl',
};
const renderFeature = `${table['render/common']} render/common`;
Object.assign(table, {
  'render/scene2d': renderFeature,
  'render/scene3d': renderFeature,
  'render/bodies': renderFeature,
  'render/debug': renderFeature,
  render: `${renderFeature} render/scene2d render/scene3d render/bodies render/debug`,
  settings: `${table['scenes']} scenes render/options`,
});
const everythingBelowApp = Object.keys(table).join(' ');
Object.assign(table, {
  'app/gpu': everythingBelowApp,
  'app/input': everythingBelowApp,
  'app/timing': everythingBelowApp,
  'app/legend': everythingBelowApp,
  'app/state': everythingBelowApp,
  'app/drawing': everythingBelowApp,
  'app/panel/texts': '',
  'app/panel/imgui': `${everythingBelowApp} app/panel/texts`,
  'app/panel': `${everythingBelowApp} app/input app/legend app/panel/texts app/panel/imgui`,
  app: `${everythingBelowApp} app/gpu app/input app/timing app/legend app/state app/drawing app/panel/texts app/panel/imgui app/panel`,
  'app/web': `${everythingBelowApp} app/gpu app/input app/timing app/legend app/state app/drawing app/panel/texts app/panel/imgui app/panel app`,
});

/** The same of the scripts in web/; '' is slosh.js, the element. @type {Record<string, string[]>} */
const webTable = {
  worker: [],
  element: ['worker'],
  controls: ['element'],
  '': ['element', 'controls'],
  pages: ['', 'element', 'controls', 'scenes'],
};

/** Headers of libraries, and the folders that may include them. @type {[RegExp, RegExp][]} */
const foreign = [
  [/^(GLES|GL\/|EGL|webgl)/, /^(render|app)\//],
  [/^imgui/, /^app\//],
  // jobs.cpp asks Emscripten whether the module was linked with threads, check.h throws what a page shows.
  [/^(emscripten|wasm_simd128)/, /^(app\/|base\/(jobs\.cpp|check\.h)$|gpu\/device)/],
  [/^webgpu/, /^gpu\/device\.cpp$/],
];

/** Maximum number of files in a folder. */
const maxSources = 25;
/** One file per scene. */
const unlimited = ['scenes'];

/** @param {string} folder @returns {string[]} the files below it, relative to it */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile()).sort();
}

/** @param {Map<string, Iterable<string>>} graph @returns {string[][]} its cycles: strongly connected components (Tarjan 1972) */
function cyclesOf(graph) {
  /** @type {Map<string, {index: number, low: number, onStack: boolean}>} */
  const nodes = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const cycles = [];
  /** @param {string} name */
  const visit = (name) => {
    const node = { index: nodes.size, low: nodes.size, onStack: true };
    nodes.set(name, node);
    stack.push(name);
    for (const next of graph.get(name) ?? []) {
      const visited = nodes.get(next);
      if (!visited) node.low = Math.min(node.low, visit(next).low);
      else if (visited.onStack) node.low = Math.min(node.low, visited.index);
    }
    if (node.low === node.index) {
      const component = stack.splice(stack.indexOf(name));
      for (const member of component) /** @type {{onStack: boolean}} */ (nodes.get(member)).onStack = false;
      if (component.length > 1 || [...(graph.get(name) ?? [])].includes(name)) cycles.push(component.sort());
    }
    return node;
  };
  for (const name of graph.keys()) if (!nodes.has(name)) visit(name);
  return cycles;
}

/**
 * The names of the types that a file defines outside anonymous namespaces. Two classes of one name in one program are
 * silently taken for one, with the constructor of either.
 * @param {string} text of a file as clang-format leaves it
 */
function typesOf(text) {
  const names = [];
  /** @type {string[]} */
  const namespaces = [];
  for (const line of text.split('\n')) {
    const opened = /^namespace ?([\w:]*) \{$/.exec(line);
    if (opened) namespaces.push(opened[1] ?? '');
    else if (/^\} {2}\/\/ namespace/.test(line)) namespaces.pop();
    const type = /^(?:class|struct|enum class|enum)(?: \[\[[^\]]*\]\])? (\w+)(?: final)?(?: : [^;]*)? \{/.exec(line)?.[1];
    if (type && !namespaces.includes('')) names.push([...namespaces, type].join('::'));
  }
  return names;
}

/** @param {string} path */
const folderOf = (path) => (dirname(path) === '.' ? '' : dirname(path));

/** @param {string} root @returns {string[]} the faults */
export function check(root) {
  /** @type {string[]} */
  const faults = [];
  const files = filesBelow(join(root, 'src')).filter((path) => /\.(h|cpp)$/.test(path));
  if (files.length === 0) faults.push('src/: no sources');

  /** @type {Map<string, string[]>} */
  const includes = new Map();
  /** The file that defines a type. @type {Map<string, string>} */
  const definitions = new Map();
  for (const path of files) {
    const text = readFileSync(join(root, 'src', path), 'utf8');
    for (const type of typesOf(text)) {
      const other = definitions.get(type);
      if (other) faults.push(`src/${path}: ${type} is also defined in src/${other}`);
      definitions.set(type, path);
    }
    const names = [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">]*)/gm)].map((match) => match[1] ?? '');
    includes.set(path, names.filter((name) => existsSync(join(root, 'src', name)) && /\.(h|cpp)$/.test(name)));
    for (const name of names)
      for (const [pattern, allowed] of foreign)
        if (pattern.test(name) && !allowed.test(path)) faults.push(`src/${path}: must not include <${name}>`);
  }

  /** @type {Map<string, string[]>} */
  const sources = new Map();
  for (const path of files) sources.set(folderOf(path), [...(sources.get(folderOf(path)) ?? []), path]);
  for (const [folder, names] of sources) {
    if (!(folder in table)) faults.push(`src/${folder}: the table of layers in tools/layers.mjs has no such folder`);
    if (names.length > maxSources && !unlimited.includes(folder))
      faults.push(`src/${folder}: ${names.length} sources, more than ${maxSources}`);
  }

  for (const path of files) {
    const folder = folderOf(path);
    const allowed = new Set([folder, ...(table[folder] ?? '').split(' ')]);
    /** For each reachable file the file that includes it first. @type {Map<string, string>} */
    const from = new Map([[path, '']]);
    // Breadth first, so that a fault shows the shortest chain; the search does not continue behind a fault.
    for (const [at] of from)
      for (const next of includes.get(at) ?? []) {
        if (from.has(next) || !(folder in table)) continue;
        if (allowed.has(next) || allowed.has(folderOf(next))) {
          from.set(next, at);
          continue;
        }
        let chain = next;
        for (let step = at; step && step !== path; step = from.get(step) ?? '') chain = `${step} -> ${chain}`;
        faults.push(`src/${path}: ${folder} must not include ${chain}`);
      }
  }

  /** @type {Map<string, Set<string>>} */
  const folders = new Map([...sources.keys()].map((folder) => [folder, new Set()]));
  for (const [path, names] of includes)
    for (const name of names) if (folderOf(name) !== folderOf(path)) folders.get(folderOf(path))?.add(folderOf(name));
  for (const cycle of cyclesOf(includes)) faults.push(`a cycle of files: ${cycle.join(', ')}`);
  for (const cycle of cyclesOf(folders)) faults.push(`a cycle of folders: ${cycle.join(', ')}`);

  for (const path of filesBelow(join(root, 'tests/unit')).filter((name) => name.endsWith('.cpp'))) {
    const folder = folderOf(path);
    if (!(folder in table) && folder !== 'tools') faults.push(`tests/unit/${path}: there is no folder src/${folder}`);
    const tested = path.replace(/_test\.cpp$/, '');
    const source = folder === 'tools' ? tested : `src/${tested}`;
    if (!['.h', '.cpp'].some((extension) => existsSync(join(root, source + extension))))
      faults.push(`tests/unit/${path}: there is no ${source}.h or ${source}.cpp to test`);
  }

  for (const path of filesBelow(join(root, 'web')).filter((name) => name.endsWith('.js') && !name.startsWith('scenes/'))) {
    const folder = folderOf(path);
    const allowed = webTable[folder];
    if (!allowed) faults.push(`web/${folder}: the table of layers in tools/layers.mjs has no such folder`);
    // Types in comments may name any file.
    const code = readFileSync(join(root, 'web', path), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
    for (const [, name = ''] of code.matchAll(/(?:\bfrom |\bimport\(|^import )'(\.[^']*)'/gm)) {
      const imported = join(dirname(path), name);
      if (folderOf(imported) !== folder && !allowed?.includes(folderOf(imported)))
        faults.push(`web/${path}: ${folder || 'slosh.js'} must not import web/${imported}`);
    }
  }

  const shaders = filesBelow(join(root, 'shaders'));
  const byName = new Map(shaders.map((path) => [path, path]));
  for (const path of shaders) byName.set(path.replace(/^.*\//, ''), path);
  /** @type {Map<string, string[]>} */
  const shaderIncludes = new Map();
  for (const path of shaders) {
    const names = [...readFileSync(join(root, 'shaders', path), 'utf8').matchAll(/^#include "([^"]*)"/gm)].map((match) => match[1] ?? '');
    for (const name of names) if (!byName.has(name)) faults.push(`shaders/${path}: there is no shaders/${name}`);
    shaderIncludes.set(path, names.map((name) => byName.get(name) ?? name));
  }
  for (const cycle of cyclesOf(shaderIncludes)) faults.push(`a cycle of shaders: ${cycle.join(', ')}`);
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [root = relative('.', fileURLToPath(new URL('..', import.meta.url))), ...rest] = process.argv.slice(2);
  if (rest.length || root.startsWith('-')) {
    console.error('usage: node tools/layers.mjs [FOLDER]');
    process.exit(2);
  }
  const faults = check(root);
  for (const fault of faults) console.log(fault);
  console.log(`layers: ${faults.length} faults`);
  process.exit(faults.length ? 1 : 0);
}
