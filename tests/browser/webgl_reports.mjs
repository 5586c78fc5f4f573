// Tanks with instrumented WebGL: see webgl_probe.mjs.

/**
 * @typedef {{frames: number, draws: number, uploads: number, uploadMs: number, drawMs: number, finishedMs: number,
 *   objects: Record<string, number>, errors: string[]}} Report
 */

/** What a browser may lack: targets of floating-point numbers, and their blending and filters. */
export const floats = ['EXT_color_buffer_float', 'EXT_color_buffer_half_float', 'EXT_float_blend', 'OES_texture_float_linear'];

/**
 * Every tank of this page that is made from now on is watched. Call before the first.
 * @param {import('playwright-core').Page} page @param {string[]} [refuse] extensions that it is not to have
 * @param {{finish?: boolean, late?: number}} [options] whether each frame waits until it is drawn: `finishedMs` counts
 *   that, too; how many milliseconds a frame lets wait for itself
 */
export async function watchTanks(page, refuse = [], { finish = false, late = 0 } = {}) {
  const query = [...refuse.map((name) => `refuse=${name}`), ...(finish ? ['finish'] : []), ...(late ? [`late=${late}`] : [])].join('&');
  await page.evaluate((address) => {
    const scope = /** @type {any} */ (window);
    const Plain = scope.Worker;
    scope.Worker = class extends Plain {
      constructor(/** @type {URL} */ url, /** @type {WorkerOptions} */ options) {
        const watched = options.name === 'slosh';
        const text = `import ${JSON.stringify(address)}; import ${JSON.stringify(String(url))};`;
        super(watched ? URL.createObjectURL(new Blob([text], { type: 'text/javascript' })) : url, options);
      }
    };
  }, new URL(`webgl_probe.mjs?${query}`, page.url()).href);
}

/** What the last tank's WebGL has done so far. @param {import('playwright-core').Page} page @returns {Promise<Report>} */
export const webglReport = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const worker = /** @type {any} */ (window).startedWorkers.at(-1);
        const listen = (/** @type {MessageEvent} */ { data }) => {
          if (data.type !== 'webgl-report') return;
          worker.removeEventListener('message', listen);
          done(data.report);
        };
        worker.addEventListener('message', listen);
        worker.postMessage({ type: 'webgl-report' });
      }),
  );
