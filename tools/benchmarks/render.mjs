// Cost of rendering in Chromium: GPU time of each pass if the browser measures it, else of whole frames; CPU time and
// number of the WebGL calls.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bars } from './bars.mjs';
import { BenchError } from './interleave.mjs';

/**
 * The measured scenes and styles: each in all sizes with few and with many particles.
 * @type {{name: string, scene: string, attributes: Record<string, string>}[]}
 */
const variants = [
  { name: 'points', scene: 'flip-dam-break', attributes: { 'render-style': 'points' } },
  { name: 'points, 2D', scene: 'blobs-20k', attributes: { 'render-style': 'points' } },
  { name: 'metaballs', scene: 'blobs-20k', attributes: { 'render-style': 'metaballs' } },
  { name: 'surface', scene: 'flip-dam-break', attributes: { 'render-style': 'surface' } },
  { name: 'surface, article', scene: 'flip-dam-break', attributes: { 'render-style': 'surface', preset: 'article' } },
];
/** Ratios of two lines of the table, both with many particles at the larger size. @type {[string, string, import('./bars.mjs').Bar][]} */
const ratios = [['surface', 'surface, article', bars.render.surfaceOverArticle]];

const sizes = /** @type {const} */ ([[512, 512], [1280, 720]]);
const few = 20_000;
const many = 150_000;

/** @typedef {{passes: Record<string, number> | null, frame: number, uploads: number, calls: number, draws: number, renderer: string}} Cost milliseconds per frame */

/** @param {import('./main.mjs').Options} options */
export async function render({ quick, report, skip }) {
  const dist = fileURLToPath(new URL('../../build/dist/catalog.js', import.meta.url));
  if (!existsSync(dist)) throw new BenchError(`${dist} is missing: tools/build web dist`);
  const { launchChromium, startSite } = await import('../../tests/browser/harness.mjs');
  const site = await startSite();
  const chromium = await launchChromium();
  /** @type {Map<string, number>} */
  const totals = new Map();
  try {
    let reportedMissing = false;
    for (const { name, scene, attributes } of variants)
      for (const [width, height] of quick ? sizes.slice(1) : sizes)
        for (const particles of [few, many]) {
          const cost = await measure(chromium, site.url, { scene, particles: String(particles), ...attributes }, width, height, quick ? 2 : 5);
          if (!reportedMissing && !cost.passes) skip('milliseconds of each pass: this browser has no timer queries');
          reportedMissing = true;
          const where = `${name}, ${particles.toLocaleString('en')}, ${width} x ${height}`;
          for (const [pass, value] of Object.entries(cost.passes ?? {})) report({ name: `  ${where}: ${pass}`, value, unit: 'ms' });
          const total = cost.passes ? Object.values(cost.passes).reduce((a, b) => a + b, 0) : cost.frame;
          totals.set(`${name} ${particles} ${width}`, total);
          report({ name: `${where}: ${cost.passes ? 'all passes' : 'a whole frame'}`, value: total, unit: 'ms', note: cost.renderer });
          if (particles === many) {
            report({ name: `${where}: draw calls on the CPU`, value: cost.calls, unit: 'ms', ...bars.render.calls });
            report({ name: `${where}: the driver's copies on the CPU`, value: cost.uploads, unit: 'ms' });
          }
          report({ name: `${where}: draw calls`, value: cost.draws, unit: '', ...bars.render.draws });
        }
  } finally {
    await chromium.close();
    site.close();
  }
  const at = (/** @type {string} */ name, /** @type {number} */ particles) => totals.get(`${name} ${particles} ${sizes[1][0]}`) ?? NaN;
  for (const { name } of variants)
    report({
      name: `${name}: ${many.toLocaleString('en')} particles over ${few.toLocaleString('en')}, ${sizes[1].join(' x ')}`,
      value: at(name, many) / at(name, few), unit: 'x', ...bars.render.manyOverFew,
    });
  for (const [one, other, bar] of ratios)
    report({ name: `${one} over ${other}`, value: at(one, many) / at(other, many), unit: 'x', ...bar });
}

/**
 * A paused tank that is drawn repeatedly, with the panel closed.
 * @param {import('playwright-core').Browser} chromium @param {string} url @param {Record<string, string>} attributes
 * @param {number} width @param {number} height @param {number} reports number of half-second means
 * @returns {Promise<Cost>}
 */
async function measure(chromium, url, attributes, width, height, reports) {
  const { openTab, sleep, until } = await import('../../tests/browser/harness.mjs');
  const { addTank, callTank, nextStats, statsAfter } = await import('../../tests/browser/tank.mjs');
  const { webglReport, watchTanks } = await import('../../tests/browser/webgl_reports.mjs');
  const tab = await openTab(chromium, `${url}/blank.html`, { viewport: { width, height } });
  const page = /** @type {import('playwright-core').Page} */ (tab.page);
  await watchTanks(page, [], { finish: true });
  const style = `width: ${width}px; height: ${height}px`;
  const { renderer } = await addTank(page, { controls: '', paused: '', tabindex: '-1', style, ...attributes });
  for (let i = 0; i < 3; i++) await callTank(page, 'step');
  await statsAfter(page, 3, 300);
  // The panel opens if there is space.
  if (width >= 600) {
    await page.evaluate(() => /** @type {any} */ (window).tank.focus());
    await page.keyboard.press('h');
  }
  // A paused tank draws only for a while after a message.
  let measuring = true;
  const wakes = (async () => {
    for (; measuring; await sleep(300)) await callTank(page, 'set', 'frame-ms', 16);
  })();
  try {
    await sleep(2000);
    const before = await webglReport(page);
    /** @type {(Record<string, number> | null)[]} */
    const means = [];
    while (means.length < reports) {
      const { gpu } = await nextStats(page);
      if (gpu === null || Object.keys(gpu).length > 0) means.push(gpu);
    }
    const after = await until('frames', async () => {
      const now = await webglReport(page);
      return now.frames > before.frames + 3 && now;
    }, 60);
    const frames = after.frames - before.frames;
    const perFrame = (/** @type {'uploadMs' | 'drawMs' | 'draws' | 'finishedMs'} */ key) => (after[key] - before[key]) / frames;
    /** @type {Record<string, number>} */
    const passes = {};
    for (const mean of means) for (const [name, ms] of Object.entries(mean ?? {})) passes[name] = (passes[name] ?? 0) + ms / means.length;
    if (tab.errors.length > 0) throw new BenchError(tab.errors.join('; '));
    return {
      passes: means.includes(null) ? null : passes,
      frame: perFrame('finishedMs'), uploads: perFrame('uploadMs'), calls: perFrame('drawMs'), draws: perFrame('draws'), renderer,
    };
  } finally {
    measuring = false;
    await wakes;
    await tab.close();
  }
}
