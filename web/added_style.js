// Rules for parts of a shadow tree that are loaded later.

/** Adds rules to the tree of an element. As an adopted sheet, which no content security policy refuses.
 * @param {Element} element @param {string} css */
export function addStyle(element, css) {
  const root = /** @type {ShadowRoot} */ (element.getRootNode());
  if (!('adoptedStyleSheets' in root)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
}
