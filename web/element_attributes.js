// The attributes of <slosh-tank> as settings of parameters. An attribute that is neither known nor a global one of HTML may
// be a misspelt parameter: it is passed on too, and the module reports it.

import { isGlobalAttribute, isKnown, keyOf, keysByAttribute, textOf } from './catalog_keys.js';

export const observedAttributes = ['scene', 'controls', 'paused', 'autoplay', 'environment', 'aria-label', ...keysByAttribute.keys()];

/** @param {string} name of an attribute */
export const isUnknownAttribute = (name) => !observedAttributes.includes(name) && !isGlobalAttribute(name);

/** @param {Element} element @returns {[string, string][]} key and text of every attribute that is, or may be, a parameter */
export const attributeSettings = (element) =>
  [...element.attributes]
    .filter(({ name }) => keysByAttribute.has(name) || isUnknownAttribute(name))
    .map(({ name, value }) => [textOf('', keyOf(name)), textOf(keyOf(name), value)]);

/** @param {Element} element @returns {[string, string][]} key and text of every attribute that is a parameter */
export const knownSettings = (element) => attributeSettings(element).filter(([key]) => isKnown(key));
