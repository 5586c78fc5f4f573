// Rules for parts of a shadow tree that are loaded later.

/** One sheet for the trees of all tanks, by its text. @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/** Adds rules to the tree of an element, once. As an adopted sheet, which no content security policy refuses.
 * @param {Element} element @param {string} css */
export function addStyle(element, css) {
  const root = /** @type {ShadowRoot} */ (element.getRootNode());
  if (!('adoptedStyleSheets' in root)) return;
  const sheet = sheets.get(css) ?? new CSSStyleSheet();
  if (!sheets.has(css)) sheet.replaceSync(css);
  sheets.set(css, sheet);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
