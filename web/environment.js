// The image of the surroundings that water in 3D mirrors: fetched and decoded in the worker. Loaded by the first tank
// that names one.

const widest = 4096;
/** To this much it is scaled down: a mirror that is never still shows no more. */
const kept = 2048;
const mostBytes = 32e6;

/** Counts what was asked for: only the last of it is shown. */
let asked = 0;

/** @param {URL} url @returns {Promise<ImageBitmap>} */
async function fetchImage(url) {
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) throw new Error(`could not be loaded${response ? `: ${response.status} ${response.statusText}` : ''}`);
  const blob = await response.blob();
  if (blob.size > mostBytes) throw new Error(`is too large: ${Math.ceil(blob.size / 1e6)} MB, more than ${mostBytes / 1e6}`);
  const whole = await createImageBitmap(blob).catch(() => null);
  if (!whole) throw new Error('is no image that this browser can read');
  const { width, height } = whole;
  if (Math.max(width, height) > widest) throw new Error(`is too large: ${width} x ${height} pixels, more than ${widest} across`);
  const scale = Math.min(1, kept / Math.max(width, height));
  const side = (/** @type {number} */ pixels) => Math.max(1, Math.round(pixels * scale));
  const image = await createImageBitmap(whole, { resizeWidth: side(width), resizeHeight: side(height), resizeQuality: 'high' });
  whole.close();
  return image;
}

/**
 * Hands over the image at an address, or none where none is asked for or it cannot be had, which is said.
 * @param {Record<string, any>} asking `url` as the page wrote it, or null, and the `base` that it is relative to
 * @param {Record<string, any>} module keeps the image, so that it is there after a lost context
 * @param {(message: any) => void} post to the page
 * @param {(there: boolean) => void} show
 */
export async function surround({ url, base }, module, post, show) {
  const own = ++asked;
  /** @type {ImageBitmap | null} */
  let image = null;
  let text = '';
  try {
    if (url !== null && !URL.canParse(url, base)) throw new Error('is no address');
    if (url !== null) image = await fetchImage(new URL(url, base));
  } catch (error) {
    text = `environment: "${url.slice(0, 200)}" ${error instanceof Error ? error.message : error}`;
  }
  if (own !== asked) return image?.close();
  if (text) post({ type: 'event', name: 'message', detail: { level: 'warning', text } });
  module.environment = image;
  show(image !== null);
}
