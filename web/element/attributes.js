// The attributes of <slosh-tank> as settings of parameters. One that looks like a misspelt parameter is passed on too, and the
// module reports it.

import { enumerated, flags } from './properties.js';
import { isKnown, isMisspelt, keyOf, keysByAttribute, textOf } from './catalog_keys.js';

export const observedAttributes = [
  'scene', 'lang', 'controls', 'paused', ...flags, 'autoplay', 'environment', 'poster', 'alt', 'aria-label', 'width', 'height', ...Object.keys(enumerated), ...keysByAttribute.keys(),
];

/** Of another author than this element's, or misspelt: the answers are kept, because the search is long. @type {Map<string, boolean>} */
const answers = new Map();

/** @param {string} name of an attribute */
export function isMisspeltAttribute(name) {
  if (observedAttributes.includes(name)) return false;
  const answer = answers.get(name) ?? isMisspelt(name);
  if (answers.size < 1000) answers.set(name, answer);
  return answer;
}

/** @param {Element} element @returns {[string, string][]} key and text of every attribute that is, or may be, a parameter */
export const attributeSettings = (element) =>
  [...element.attributes]
    .filter(({ name }) => keysByAttribute.has(name) || isMisspeltAttribute(name))
    .map(({ name, value }) => [textOf('', keyOf(name)), textOf(keyOf(name), value)]);

/** @param {Element} element @returns {[string, string][]} key and text of every attribute that is a parameter */
export const knownSettings = (element) => attributeSettings(element).filter(([key]) => isKnown(key));
