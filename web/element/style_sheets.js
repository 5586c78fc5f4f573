// The rules of a shadow tree: adopted sheets, which no content security policy refuses. A tree that moves to another document
// loses them: the element then sends it the event `adopt`. Browsers of before 2023 get elements.

/** For the trees of all tanks of this document, by text. @type {Record<string, CSSStyleSheet>} */
const shared = {};

/**
 * Adds rules to a tree, there and in each document that it moves to.
 * @param {ShadowRoot} root @param {string} css @param {boolean} [isOwn] they will change, for this tree only
 * @returns {(css: string) => void} sets other rules
 */
export function addRules(root, css, isOwn) {
  if (!root.adoptedStyleSheets) {
    const style = root.appendChild(document.createElement('style'));
    style.textContent = css;
    return (text) => void (style.textContent = text);
  }
  /** @type {CSSStyleSheet | undefined} */
  let sheet;
  const add = () => {
    const { defaultView } = root.ownerDocument;
    if (!defaultView) return; // a document that is not shown
    const known = isOwn || defaultView !== window ? {} : shared;
    if (!known[css]) (known[css] = new defaultView.CSSStyleSheet()).replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, (sheet = known[css])];
  };
  add();
  root.addEventListener('adopt', add);
  return (text) => sheet?.replaceSync((css = text));
}
