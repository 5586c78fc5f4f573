// Every web module accepts exactly the parameters that the command line lists for its scenes.

import assert from 'node:assert/strict';
import { answer, native } from '../support/programs.mjs';
import { engineTest } from './engines.mjs';
import { until } from './harness.mjs';
import { addTank, callTank, nextStats } from './tank.mjs';

/** @type {{name: string, parameters: {key: string}[]}[]} */
const scenes = JSON.parse(answer(native, 'list', '--json')).scenes;
/** Keys that are not parameters of a scene: those of the page, and the list of changed ones. */
const pageKeys = ['scene', 'compare', 'eye', 'drawing', 'changed'];

/**
 * The keys that the last tank's module reports, none until it runs the scene. A module that is replaced may still report its own.
 * @param {import('./harness.mjs').Page} page @param {string} scene @returns {Promise<string[] | undefined>}
 */
const reportedKeys = (page, scene) =>
  page.evaluate((name) => {
    const { values } = /** @type {any} */ (window);
    return values.scene === name ? Object.keys(values) : undefined;
  }, scene);

for (const panel of process.env.SLOSH_BRIEF ? [false] : [false, true])
  engineTest(`the parameters of each scene, ${panel ? 'with the panel' : 'without a panel'}`, { timeout: 300_000 }, async ({ open }) => {
    const { page, errors, close } = await open('/blank.html');
    await page.evaluate(() => {
      const scope = /** @type {any} */ (window);
      scope.values = {};
      const Plain = scope.Worker;
      scope.Worker = class extends Plain {
        constructor(/** @type {any[]} */ ...given) {
          super(...given);
          this.addEventListener('message', (/** @type {MessageEvent} */ { data }) => {
            if (data?.type === 'event' && data.name === 'values') scope.values = data.detail;
          });
        }
      };
    });
    const [first] = scenes;
    assert.ok(first);
    await addTank(page, { scene: first.name, ...(panel ? { controls: '' } : {}) });
    /** @type {Record<string, {missing: string[], added: string[]}>} */
    const differences = {};
    for (const { name, parameters } of scenes) {
      await page.evaluate((scene) => void (/** @type {any} */ (window).tank.scene = scene), name);
      const reported = await until(`the values of ${name}`, () => reportedKeys(page, name));
      const keys = reported.filter((/** @type {string} */ key) => !pageKeys.includes(key));
      const listed = parameters.map(({ key }) => key);
      const missing = listed.filter((key) => !keys.includes(key));
      const added = keys.filter((key) => !listed.includes(key));
      if (missing.length || added.length) differences[name] = { missing, added };
    }
    assert.deepEqual(differences, {});
    assert.equal(await callTank(page, 'scene'), scenes.at(-1)?.name);
    await nextStats(page);
    assert.deepEqual(errors, []);
    await close();
  });
