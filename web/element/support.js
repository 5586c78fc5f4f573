// The browser features that the element needs, and how it starts workers on any page.

/** A module of one function that creates an f32x4: valid only with SIMD support. */
const simdModule = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Without WebGL 2, which the tank itself asks for: a context in the page would cost up to a second.
 * @returns {string} the name of the missing feature, or '' */
export function missingFeature() {
  if (typeof WebAssembly !== 'object' || typeof WebAssembly.validate !== 'function') return 'WebAssembly';
  if (!WebAssembly.validate(simdModule)) return 'WebAssembly SIMD';
  return '';
}

/** Without one of these a tank runs on the page thread; so it does where workers get no WebGL 2, which only they can tell. */
export const canDrawInWorkers = () =>
  typeof Worker === 'function' && typeof OffscreenCanvas === 'function' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype;

/** Whether this is a hand-held device with an orientation sensor. */
export const canUseDeviceOrientation = () => 'DeviceOrientationEvent' in globalThis && matchMedia('(pointer: coarse)').matches;

/** Threads need shared memory, and shared memory needs a page that is cross-origin isolated. */
export const threadsAllowed = () =>
  globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function';

/** All cores, as the page thread is mostly idle; more than 8 do not help at these particle numbers. */
export const workerCount = () => Math.max(1, Math.min(navigator.hardwareConcurrency || 1, 8));

/**
 * Makes the address of a script acceptable on a page that requires Trusted Types: through a policy named `slosh`, one for
 * all copies of this script. If the page does not allow the policy, the browser refuses the worker and names the reason.
 * @param {string} address
 * @returns {string}
 */
function trusted(address) {
  const scope = /** @type {any} */ (globalThis);
  const key = Symbol.for('slosh: policy of Trusted Types');
  try {
    scope[key] ??= scope.trustedTypes?.createPolicy('slosh', { createScriptURL: (/** @type {string} */ url) => url });
  } catch {
    return address;
  }
  return scope[key]?.createScriptURL(address) ?? address;
}

/**
 * Starts a worker from a script of this site, also on a page of another origin: a page may start workers only from its own
 * origin, but a blob URL has the origin of the page and may import from any. A page without an origin (a sandboxed frame)
 * may start workers only from data URLs.
 * @param {URL} url
 * @param {string} name
 * @param {boolean} throughBlob for a site that serves its scripts without the page's COEP header
 */
export function startWorker(url, name, throughBlob) {
  const start = (/** @type {string} */ address) => new Worker(trusted(address), { type: 'module', name });
  // Not location.origin: that of a sandboxed frame is the origin of its address.
  if (!throughBlob && url.origin === self.origin) return start(url.href);
  const script = `import ${JSON.stringify(url.href)};`;
  if (self.origin === 'null') return start(`data:text/javascript,${encodeURIComponent(script)}`);
  const blobUrl = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = start(blobUrl);
  const release = () => URL.revokeObjectURL(blobUrl);
  worker.addEventListener('message', release, { once: true });
  worker.addEventListener('error', release, { once: true });
  return worker;
}

/**
 * A tank on the page thread, with the interface of its worker.
 * @returns {Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>}
 */
export function startOnPage() {
  const loading = import('../worker/page_runner.js').then(({ PageRunner }) => new PageRunner((data) => remote.onmessage?.(/** @type {any} */ ({ data }))));
  loading.catch((error) => remote.onerror?.(new ErrorEvent('error', { message: error.message })));
  /** @type {any} */
  const remote = {
    postMessage: (/** @type {any} */ message) => loading.then((runner) => runner.receive(message), () => {}),
    terminate() {},
  };
  return remote;
}
