// The keys of the catalog (catalog.js), which lists all parameters and scenes, and their names as attributes and properties.

import { catalog } from './catalog.js';
import { hexList } from './page_colours.js';

/** @typedef {import('./catalog.js').CatalogKey} CatalogKey */

/** Global attributes of HTML: never a parameter. */
const globalNames = new Set(
  (
    'accesskey anchor autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint ' +
    'exportparts hidden id inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover ' +
    'role slot spellcheck style tabindex title translate virtualkeyboardpolicy writingsuggestions'
  ).split(' '),
);
/** The attribute of a key. A global attribute of HTML gets a prefix: the key `style` is the attribute `render-style`.
 * @param {string} key */
export const attributeOf = (key) => (globalNames.has(key) ? `render-${key}` : key);

/** @param {string} name kebab-case */
export const camelCase = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** Every key under the name of its attribute. @type {ReadonlyMap<string, CatalogKey>} */
export const keysByAttribute = new Map(
  catalog.keys.filter(({ key }) => key !== 'scene').map((entry) => [attributeOf(entry.key), entry]),
);
const keysByName = new Map(catalog.keys.map((entry) => [entry.key, entry]));

/** @param {string} name key or attribute, in either case style */
export function keyOf(name) {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return keysByName.has(name) ? name : (keysByAttribute.get(kebab)?.key ?? name);
}

/** Inserted, deleted or replaced letters between two words (Levenshtein 1966). @param {string} a @param {string} b */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const letter of a)
    row = row.reduce((/** @type {number[]} */ next, above, i) => {
      const last = next[i - 1] ?? 0;
      return [...next, i === 0 ? above + 1 : Math.min(above + 1, last + 1, (row[i - 1] ?? 0) + Number(b[i - 1] !== letter))];
    }, []);
  return row[b.length] ?? 0;
}

/**
 * Whether the name of an attribute is probably a misspelt parameter: one letter of five or two of eight differ. All other
 * names belong to the page, to HTML or to a framework.
 * @param {string} name
 */
export function isMisspelt(name) {
  if (globalNames.has(name) || /[^a-z0-9-]/.test(name)) return false;
  return [...keysByAttribute.keys()].some((known) => distance(name, known) <= (known.length < 5 ? 0 : known.length < 8 ? 1 : 2));
}

/** @param {string} key */
export const isKnown = (key) => key === 'scene' || keysByName.has(key);

/** An object may have no text, or refuse it; the module then refuses the value. @param {unknown} value */
export function plainText(value) {
  try {
    return String(value);
  } catch {
    return '(an object without a text)';
  }
}

/** The text of a value as the module reads it. A boolean attribute without a value is true, as in HTML.
 * @param {string} key @param {unknown} value */
export function textOf(key, value) {
  const type = keysByName.get(key)?.type;
  const plain = plainText(value);
  const text = type === 'colours' ? hexList(plain.slice(0, 400)) : plain;
  if (text === '' && type === 'boolean') return 'true';
  // No valid value is that long. The ellipsis keeps the truncated text invalid.
  const longest = key === 'drawing' ? 2000 : 200;
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** A reported text as number, boolean or string. @param {string} key @param {unknown} text */
export function valueOf(key, text) {
  const type = keysByName.get(key)?.type;
  if (type === 'boolean') return text === true || text === 'true';
  return type === 'number' || type === 'integer' ? Number(text) : text;
}

/** @param {string} key */
export const defaultOf = (key) => (key === 'scene' ? catalog.scenes[0]?.name : keysByName.get(key)?.default);

/** @param {string} name of a scene @returns {boolean} whether it is in 3D */
export const is3d = (name) => catalog.scenes.some((entry) => entry.name === name && entry.dimensions === 3);

/** @param {string} name */
const findScene = (name) => catalog.scenes.find((entry) => entry.name === name);

/** @param {string} name */
export const isScene = (name) => findScene(name) !== undefined;

const sceneOf = (/** @type {string} */ name) => findScene(name) ?? catalog.scenes[0];

/** The build variant of the module that a scene needs, as in its file name: one for each family of solvers, with solvers on
 * the GPU and without, with the panel and without. An unknown scene gets the variant of the first scene, whose module
 * reports it.
 * @param {string} scene @param {boolean} panel @param {boolean} gpu */
export const variantFor = (scene, panel, gpu) => `${sceneOf(scene)?.family}${gpu ? '-gpu' : ''}${panel ? '-panel' : ''}`;

/** Whether solvers of this scene's family run on the GPU: slosh_gpu_families in tools/cmake/features.cmake.
 * @param {string} scene */
export const runsOnGpu = (scene) => /^(sph|sph-3d|pcisph|flip)$/.test(sceneOf(scene)?.family ?? '');

/** Particles of a scene at the start. @param {string} scene */
export const particlesOf = (scene) => sceneOf(scene)?.particles ?? 0;

/** @param {string} name @param {(english: string) => string} [translated] */
export function titleOf(name, translated = String) {
  const scene = findScene(name) ?? catalog.scenes[0];
  return scene ? `${translated(scene.title)}: ${translated(scene.about)}` : 'Fluid';
}
