// The scenarios in Chromium and Firefox, on a page with cross-origin isolation (threads) and without.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launchChromium, launchFirefox, openFirefoxTab, openTab, startSite } from './harness.mjs';
import { briefScenarios, quickScenarios, scenarios } from './scenarios.mjs';

const starters = {
  async Chromium() {
    const browser = await launchChromium();
    return { open: (/** @type {string} */ url) => openTab(browser, url), close: () => browser.close() };
  },
  async Firefox() {
    const { browser, close } = await launchFirefox();
    return { open: (/** @type {string} */ url) => openFirefoxTab(browser, url), close };
  },
};

for (const [name, start] of Object.entries(starters))
  describe(name, () => {
    /** @type {Awaited<ReturnType<typeof start>>} */
    let browser;
    before(async () => {
      browser = await start();
    });
    after(() => browser?.close());

    // The brief tests: most scenarios once, and some in the other browser on the other kind of page.
    const isFirst = name === 'Chromium';
    const brief = process.env.SLOSH_BRIEF;
    const selected = !brief ? scenarios : isFirst ? quickScenarios : briefScenarios;
    for (const isolated of brief ? [isFirst] : [true, false])
      describe(isolated ? 'isolated' : 'not isolated', () => {
        /** @type {Awaited<ReturnType<typeof startSite>>} */
        let site;
        before(async () => {
          site = await startSite({ isolated });
        });
        after(() => site?.close());

        for (const [title, run] of Object.entries(selected))
          test(title, { timeout: 180_000 }, async (context) => {
            const tab = await browser.open(`${site.url}/blank.html`);
            try {
              await run({ page: tab.page, isolated, log: (text) => context.diagnostic(text) });
              assert.deepEqual(tab.errors, [], 'no console error');
            } finally {
              await tab.close();
            }
          });
      });
  });
