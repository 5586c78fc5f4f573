// Rules for parts of a shadow tree that are loaded later.

import { addRules } from '../element/style_sheets.js';

/** What each tree has. @type {WeakMap<Node, Set<string>>} */
const added = new WeakMap();

/** Adds rules to the tree of an element, once. @param {Element} element @param {string} css */
export function addStyle(element, css) {
  const root = /** @type {ShadowRoot} */ (element.getRootNode());
  const all = added.get(root) ?? new Set();
  if (!all.has(css)) addRules(root, css);
  added.set(root, all.add(css));
}
