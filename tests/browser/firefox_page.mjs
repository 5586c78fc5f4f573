// A page of Firefox with the part of Playwright's interface that the tests of the lab use: Debian's Firefox is driven by Puppeteer.

import { until } from './harness.mjs';

/** @typedef {{role?: string, name?: string, pattern?: string, text?: string, css?: string, within?: Query}} Query `pattern`: of the name */

/**
 * In the page: the elements of a query, also in shadow roots. Roles and names as far as the lab needs them.
 * @param {Query} query @returns {HTMLElement[]}
 */
function findAll(query) {
  /** @type {Record<string, string>} */
  const roles = { a: 'link', button: 'button', select: 'combobox', dialog: 'dialog', h1: 'heading', h2: 'heading', h3: 'heading' };
  const roleOf = (/** @type {Element} */ element) =>
    element.getAttribute('role') ?? (element.getAttribute('type') === 'range' ? 'slider' : roles[element.localName]);
  const titleOf = (/** @type {Element} */ element) =>
    /** @type {ShadowRoot} */ (element.getRootNode()).getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent;
  const nameOf = (/** @type {any} */ element) =>
    (element.getAttribute('aria-label') ?? titleOf(element) ?? element.labels?.[0]?.textContent ?? element.textContent ?? '').trim();
  /** @param {ParentNode} from @returns {HTMLElement[]} */
  const below = (from) =>
    [...from.querySelectorAll('*')].flatMap((element) => [/** @type {HTMLElement} */ (element), ...(element.shadowRoot ? below(element.shadowRoot) : [])]);
  const { role, name, pattern, text, css, within } = query;
  const roots = within ? findAll(within) : [document];
  return roots.flatMap(below).filter((element) =>
    (!role || roleOf(element) === role) &&
    (name === undefined || nameOf(element) === name) &&
    (pattern === undefined || new RegExp(pattern).test(nameOf(element))) &&
    (!css || element.matches(css)) &&
    (text === undefined || (element.textContent?.includes(text) && ![...element.children].some((child) => child.textContent?.includes(text)))));
}

/** @param {string | RegExp | undefined} name @returns {Query} */
const named = (name) => (name === undefined ? {} : typeof name === 'string' ? { name } : { pattern: name.source });

class FirefoxLocator {
  #page;
  #query;

  /** @param {import('puppeteer-core').Page} page @param {Query} query */
  constructor(page, query) {
    this.#page = page;
    this.#query = query;
  }

  /** Calls a function of the first element in the page. @template T @param {string} body of `(element, value) => ...` @param {unknown} [value] @returns {Promise<T>} */
  #first(body, value) {
    const source = `(query, value) => { ${findAll}; const element = findAll(query)[0]; return (${body})(element, value); }`;
    return /** @type {Promise<any>} */ (this.#page.evaluate(`(${source})(${JSON.stringify(this.#query)}, ${JSON.stringify(value ?? null)})`));
  }
  count() {
    return /** @type {Promise<number>} */ (this.#page.evaluate(`(() => { ${findAll}; return findAll(${JSON.stringify(this.#query)}).length; })()`));
  }
  /** @param {string} role @param {{name?: string | RegExp}} [options] */
  getByRole(role, { name } = {}) {
    return new FirefoxLocator(this.#page, { role, ...named(name), within: this.#query });
  }
  /** @param {string} name @returns {Promise<string | null>} */
  getAttribute(name) {
    return this.#first('(element, name) => element?.getAttribute(name) ?? null', name);
  }
  /** @returns {Promise<string>} */
  innerText() {
    return this.#first('(element) => element.innerText');
  }
  /** @returns {Promise<{x: number, y: number, width: number, height: number} | null>} */
  boundingBox() {
    return this.#first('(element) => { if (!element) return null; const { x, y, width, height } = element.getBoundingClientRect(); return { x, y, width, height }; }');
  }
  async isVisible() {
    const box = await this.boundingBox();
    return Boolean(box && box.width > 0 && box.height > 0) &&
      /** @type {Promise<boolean>} */ (this.#first('(element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })'));
  }
  async waitFor() {
    await until(`visible: ${JSON.stringify(this.#query)}`, () => this.isVisible());
  }
  /** @returns {Promise<void>} */
  focus() {
    return this.#first('(element) => element.focus()');
  }
  async click() {
    await this.waitFor();
    await this.#first('(element) => element.scrollIntoView({ block: "nearest", inline: "nearest" })');
    const { x, y, width, height } = /** @type {any} */ (await this.boundingBox());
    await this.#page.mouse.click(x + width / 2, y + height / 2);
  }
}

/** @param {import('puppeteer-core').Page} page */
export function likePlaywright(page) {
  const { keyboard, mouse } = page;
  return {
    goto: (/** @type {string} */ url) => page.goto(url),
    url: () => page.url(),
    frames: () => page.frames(),
    mainFrame: () => page.mainFrame(),
    setContent: (/** @type {string} */ html) => page.setContent(html),
    goBack: () => page.goBack(),
    goForward: () => page.goForward(),
    reload: () => page.reload(),
    /** @param {any} run @param {any} value */
    evaluate: (run, value) => page.evaluate(run, value),
    screenshot: (/** @type {any} */ options) => page.screenshot(options),
    addStyleTag: (/** @type {{content: string}} */ style) => page.addStyleTag(style),
    focus: (/** @type {string} */ css) => page.focus(css),
    locator: (/** @type {string} */ css) => new FirefoxLocator(page, { css: css.split(' ').at(-1) ?? css }),
    /** @param {string} role @param {{name?: string | RegExp}} [options] */
    getByRole: (role, { name } = {}) => new FirefoxLocator(page, { role, ...named(name) }),
    getByText: (/** @type {string} */ text) => new FirefoxLocator(page, { text }),
    keyboard: {
      down: (/** @type {any} */ key) => keyboard.down(key),
      up: (/** @type {any} */ key) => keyboard.up(key),
      type: (/** @type {string} */ text) => keyboard.type(text),
      /** @param {string} keys as `Control+Shift+Z` */
      async press(keys) {
        const held = keys.split('+'), last = /** @type {any} */ (held.pop());
        for (const key of held) await keyboard.down(/** @type {any} */ (key));
        await keyboard.press(last);
        for (const key of held.reverse()) await keyboard.up(/** @type {any} */ (key));
      },
    },
    mouse: {
      /** @param {number} x @param {number} y @param {{steps?: number}} [options] */
      move: (x, y, options) => mouse.move(x, y, options),
      down: (/** @type {any} */ options) => mouse.down(options),
      up: (/** @type {any} */ options) => mouse.up(options),
      click: (/** @type {number} */ x, /** @type {number} */ y) => mouse.click(x, y),
      dblclick: (/** @type {number} */ x, /** @type {number} */ y) => mouse.click(x, y, { count: 2 }),
      wheel: (/** @type {number} */ deltaX, /** @type {number} */ deltaY) => mouse.wheel({ deltaX, deltaY }),
    },
  };
}

/** A finger, with real touch events. @param {import('puppeteer-core').Page} page */
export function firefoxFinger({ touchscreen }) {
  return {
    start: (/** @type {number} */ x, /** @type {number} */ y) => touchscreen.touchStart(x, y),
    move: (/** @type {number} */ x, /** @type {number} */ y) => touchscreen.touchMove(x, y),
    end: () => touchscreen.touchEnd(),
  };
}
