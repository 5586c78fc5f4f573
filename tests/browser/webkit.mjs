// WebKit through its own driver (WebDriver protocol), with the calls of Playwright's pages that the scenarios use.

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Builder, Button, Key, Origin, WebDriver } from 'selenium-webdriver';
import { freePort, sleep, startDisplay, until } from './harness.mjs';

/** Of Debian's package webkit2gtk-driver, in a folder with the architecture in its name. */
function miniBrowser() {
  for (const architecture of readdirSync('/usr/lib').filter((name) => name.includes('-linux-gnu')))
    for (const folder of readdirSync(join('/usr/lib', architecture)).filter((name) => name.startsWith('webkit2gtk-')).sort().reverse())
      if (readdirSync(join('/usr/lib', architecture, folder)).includes('MiniBrowser')) return join('/usr/lib', architecture, folder, 'MiniBrowser');
  throw new Error('no MiniBrowser: install webkit2gtk-driver');
}

const named = /** @type {Record<string, string>} */ ({ Control: Key.CONTROL, Shift: Key.SHIFT, Enter: Key.ENTER, ArrowLeft: Key.ARROW_LEFT, ArrowRight: Key.ARROW_RIGHT, ArrowUp: Key.ARROW_UP, ArrowDown: Key.ARROW_DOWN });
const keyOf = (/** @type {string} */ name) => named[name] ?? name;
/** @type {Record<string, Button>} */
const buttons = { left: Button.LEFT, middle: Button.MIDDLE, right: Button.RIGHT };

/** @param {WebDriver} driver */
function pageOf(driver) {
  let [x, y] = [0, 0];
  // The driver reports the release of another button as that of the left one: the session holds it until it ends.
  let isStuck = false;
  /** @param {(actions: import('selenium-webdriver').Actions) => import('selenium-webdriver').Actions} add */
  const act = (add) => add(driver.actions({ async: true })).perform();
  const mouse = {
    /** @param {number} toX @param {number} toY @param {{steps?: number}} [options] */
    async move(toX, toY, { steps = 1 } = {}) {
      const [fromX, fromY] = [x, y];
      for (let i = 1; i <= steps; i++) {
        [x, y] = [Math.round(fromX + ((toX - fromX) * i) / steps), Math.round(fromY + ((toY - fromY) * i) / steps)];
        await act((actions) => actions.move({ x, y, duration: 10, origin: Origin.VIEWPORT }));
      }
    },
    down: ({ button = 'left' } = {}) => {
      if (button !== 'left') isStuck = true;
      return act((actions) => actions.press(buttons[button]));
    },
    up: ({ button = 'left' } = {}) => act((actions) => actions.release(buttons[button])),
    /** @param {number} toX @param {number} toY */
    async click(toX, toY) {
      await mouse.move(toX, toY);
      await mouse.down();
      await mouse.up();
    },
  };
  const keyboard = {
    down: (/** @type {string} */ name) => act((actions) => actions.keyDown(keyOf(name))),
    up: (/** @type {string} */ name) => act((actions) => actions.keyUp(keyOf(name))),
    press: (/** @type {string} */ name) => act((actions) => actions.keyDown(keyOf(name)).keyUp(keyOf(name))),
    type: (/** @type {string} */ text) => act((actions) => actions.sendKeys(text)),
  };
  return {
    mouse,
    keyboard,
    isStuck: () => isStuck,
    /** @param {Function} run @param {any} [argument] */
    async evaluate(run, argument) {
      const script = `const [argument, done] = arguments; Promise.resolve((${run})(argument)).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await driver.executeAsyncScript(script, argument);
      if (error) throw new Error(error);
      return value;
    },
    /** The whole viewport, or a part that begins at its corner. */
    async screenshot() {
      return Buffer.from(await driver.takeScreenshot(), 'base64');
    },
  };
}

/**
 * @param {{features?: string, environment?: Record<string, string>}} [options] as `--features` of MiniBrowser
 */
export async function launchWebkit({ features = '', environment = {} } = {}) {
  const [display, port] = await Promise.all([startDisplay(), freePort()]);
  const server = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, ...environment, DISPLAY: display.name } });
  const url = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver answers', () => fetch(`${url}/status`).then((response) => response.ok, () => false));
  const args = ['--automation', ...(features ? [`--features=${features}`] : [])];
  const startSession = async () => {
    const made = await new Builder().usingServer(url).withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: miniBrowser(), args } }).build();
    await made.manage().window().setRect({ x: 0, y: 0, width: 800, height: 680 });
    await made.manage().setTimeouts({ script: 120_000, pageLoad: 60_000 });
    return made;
  };
  let driver = await startSession();
  return {
    isAlive: () => driver.getTitle().then(() => true, () => false),
    /** The only tab; `errors` are complete after close(). @param {string} address */
    async open(address) {
      await driver.get(address);
      const page = pageOf(driver);
      /** @type {string[]} */
      const errors = [];
      const close = async () => {
        errors.push(...(await page.evaluate(() => /** @type {any} */ (window).consoleErrors ?? [])));
        await driver.actions({ async: true }).clear(); // keys and buttons that are still down
        await driver.get('about:blank');
        if (!page.isStuck()) return;
        await driver.quit();
        driver = await startSession();
      };
      return { page: /** @type {import('./harness.mjs').Page} */ (/** @type {unknown} */ (page)), errors, warnings: [], close };
    },
    async close() {
      await driver.quit().catch(() => {});
      server.kill();
      display.close();
      await sleep(100);
    },
  };
}
