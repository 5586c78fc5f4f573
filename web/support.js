// The browser features that the element needs, and how it starts workers on any page.

/** Eight bytes of header and one function that makes an f32x4: valid only where SIMD is. */
const simdModule = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** @returns {string} why this browser cannot run the lab, or '' */
function findMissingFeature() {
  const missing = (/** @type {string} */ what) => `This fluid needs ${what}, which this browser does not offer.`;
  if (typeof Worker !== 'function') return missing('Web Workers');
  if (
    typeof OffscreenCanvas !== 'function' ||
    typeof HTMLCanvasElement.prototype.transferControlToOffscreen !== 'function'
  )
    return missing('OffscreenCanvas');
  if (typeof WebAssembly !== 'object' || typeof WebAssembly.validate !== 'function') return missing('WebAssembly');
  if (!WebAssembly.validate(simdModule)) return missing('WebAssembly SIMD');
  try {
    const context = new OffscreenCanvas(1, 1).getContext('webgl2');
    if (!context) return missing('WebGL 2 (it may be switched off, or the graphics driver be blocked)');
    context.getExtension('WEBGL_lose_context')?.loseContext();
  } catch {
    return missing('WebGL 2 on an OffscreenCanvas');
  }
  return '';
}

/** @type {string | undefined} */
let missingFeature;

/**
 * The checks cost a context, so they run once a page.
 * @returns {string} why this browser cannot run the lab, or ''
 */
export function whyUnsupported() {
  missingFeature ??= findMissingFeature();
  return missingFeature;
}

/** Whether this is a hand-held device with an orientation sensor. */
export const canUseDeviceOrientation = () => 'DeviceOrientationEvent' in globalThis && matchMedia('(pointer: coarse)').matches;

/** Threads need shared memory, and shared memory needs a page that is cross-origin isolated. */
export const threadsAllowed = () =>
  globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function';

/** The page thread mostly sleeps, so every core may work; more than 8 gain nothing at these sizes. */
export const workerCount = () => Math.max(1, Math.min(navigator.hardwareConcurrency || 1, 8));

/**
 * Starts a worker from a script of this site, also from another origin: a page may start workers only from its
 * own, but a blob counts as its own and may import from anywhere.
 * @param {URL} url
 * @param {string} name
 * @param {boolean} throughBlob for a site that serves its scripts without the page's COEP header
 */
export function startWorker(url, name, throughBlob) {
  if (!throughBlob && url.origin === location.origin) return new Worker(url, { type: 'module', name });
  const blob = new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' });
  const blobUrl = URL.createObjectURL(blob);
  const worker = new Worker(blobUrl, { type: 'module', name });
  const release = () => URL.revokeObjectURL(blobUrl);
  worker.addEventListener('message', release, { once: true });
  worker.addEventListener('error', release, { once: true });
  return worker;
}
