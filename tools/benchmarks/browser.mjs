// The page in Chromium: time to the first frame, and time on the page thread.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bars } from './bars.mjs';
import { BenchError, median } from './interleave.mjs';

/** @param {import('./main.mjs').Options} options */
export async function browser({ quick, report }) {
  const dist = fileURLToPath(new URL('../../build/dist/article.html', import.meta.url));
  if (!existsSync(dist)) throw new BenchError(`${dist} is missing: tools/build web dist`);
  const { launchChromium, openTab, sleep, startSite, until } = await import('../../tests/browser/harness.mjs');
  const site = await startSite();
  const chromium = await launchChromium();
  try {
    /** @type {number[]} */
    const firsts = [];
    for (let i = 0; i < (quick ? 1 : 5); i++) {
      const tab = await openTab(chromium, `${site.url}/embed.html`);
      firsts.push(await until('the first frame', () => tab.page.evaluate(() => {
        const script = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/slosh.js'));
        const [frame] = performance.getEntriesByName('slosh: first frame');
        return script && frame ? frame.startTime - /** @type {any} */ (script).responseEnd : 0;
      })));
      await tab.close();
    }
    report({ name: 'from the start of the script to the first frame', value: median(firsts), unit: 'ms' });

    const tab = await openTab(chromium, `${site.url}/article.html`, { viewport: { width: 800, height: 4000 } });
    const page = /** @type {import('playwright-core').Page} */ (tab.page);
    await until('three running tanks', () => page.evaluate(() => {
      const tanks = /** @type {any[]} */ ([...document.querySelectorAll('slosh-tank')]);
      for (const tank of tanks.slice(0, 3)) tank.play?.();
      return tanks.filter((tank) => tank.stats?.steps > 0).length >= 3;
    }));
    // Counted by a listener, so that the trace contains script.
    await page.evaluate(() => {
      const scope = /** @type {any} */ (window);
      scope.reports = 0;
      for (const tank of document.querySelectorAll('slosh-tank')) tank.addEventListener('frame-stats', () => scope.reports++);
    });
    await chromium.startTracing(page, { categories: ['devtools.timeline', 'toplevel'] });
    const begin = performance.now();
    await sleep(quick ? 3000 : 10000);
    const seconds = (performance.now() - begin) / 1000;
    const trace = JSON.parse((await chromium.stopTracing()).toString());
    const reports = await page.evaluate(() => /** @type {any} */ (window).reports);
    const { script, task } = mainThread(trace.traceEvents);
    if (!(reports > 0) || script === 0) throw new BenchError('the trace of three running tanks holds no script of theirs');
    // Scaled to the sixty frames per second of a display.
    const frames = 60 * seconds;
    const note = `${(reports / seconds).toFixed(1)} reports/s`;
    report({ name: 'script of the page thread a frame, three tanks', value: script / frames, unit: 'ms', ...bars.browser.script, note });
    report({ name: 'all work of the page thread a frame, three tanks', value: task / frames, unit: 'ms' });
    await tab.close();
  } finally {
    await chromium.close();
    site.close();
  }
}

/** @typedef {{name: string, ph: string, pid: number, tid: number, ts: number, dur?: number, args?: any}} TraceEvent */

/** Milliseconds of the main thread of the busiest renderer: script, and total. @param {TraceEvent[]} events */
function mainThread(events) {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const scripts = new Set(['FunctionCall', 'EvaluateScript', 'v8.compile', 'RunMicrotasks', 'V8.GCScavenger', 'MinorGC', 'MajorGC']);
  const totals = mains.map((main) => {
    const own = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === main.pid && tid === main.tid);
    return {
      script: covered(own.filter(({ name }) => scripts.has(name))),
      task: covered(own.filter(({ name }) => name.endsWith('RunTask'))),
    };
  });
  return totals.sort((a, b) => b.script - a.script)[0] ?? { script: 0, task: 0 };
}

/** Milliseconds of the union of the events, which may be nested. @param {TraceEvent[]} events */
function covered(events) {
  let total = 0, until = 0;
  for (const { ts, dur = 0 } of events.sort((a, b) => a.ts - b.ts)) {
    total += Math.max(0, ts + dur - Math.max(ts, until));
    until = Math.max(until, ts + dur);
  }
  return total / 1000;
}
