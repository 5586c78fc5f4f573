// Tanks with instrumented WebGL: see webgl_probe.mjs.

/**
 * @typedef {{frames: number, draws: number, uploads: number, uploadMs: number, drawMs: number, finishedMs: number,
 *   objects: Record<string, number>, errors: string[]}} Report
 */

/** Extensions that a browser may lack: float render targets, their blending and filtering. */
export const floats = ['EXT_color_buffer_float', 'EXT_color_buffer_half_float', 'EXT_float_blend', 'OES_texture_float_linear'];

/**
 * Instruments the WebGL of every tank that is created after this call.
 * @param {import('playwright-core').Page} page @param {string[]} [refuse] extensions that are hidden from the tank
 * @param {{finish?: boolean, frameInterval?: number}} [options] finish: each frame waits until it is drawn, and
 *   `finishedMs` includes that time; frameInterval: milliseconds between frames, 0 for those of the browser
 */
export async function watchTanks(page, refuse = [], { finish = false, frameInterval = 0 } = {}) {
  const query = [
    ...refuse.map((name) => `refuse=${name}`),
    ...(finish ? ['finish'] : []),
    ...(frameInterval ? [`frame-interval=${frameInterval}`] : []),
  ].join('&');
  await page.evaluate((address) => {
    const scope = /** @type {any} */ (window);
    const Plain = scope.Worker;
    scope.Worker = class extends Plain {
      constructor(/** @type {URL} */ url, /** @type {WorkerOptions} */ options) {
        const isTank = options.name === 'slosh';
        const text = `import ${JSON.stringify(address)}; import ${JSON.stringify(String(url))};`;
        super(isTank ? URL.createObjectURL(new Blob([text], { type: 'text/javascript' })) : url, options);
      }
    };
  }, new URL(`webgl_probe.mjs?${query}`, page.url()).href);
}

/** The counts of the last tank's WebGL calls so far. @param {import('playwright-core').Page} page @returns {Promise<Report>} */
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
