// The environment image that water in 3D reflects: fetched and decoded in the worker. Loaded with the first image.

/** Pixels: larger images are refused. */
const maxSide = 4096;
/** Pixels: larger images are scaled down. Reflections on moving water show no more detail. */
const scaledSide = 2048;
const maxBytes = 32e6;

/** @param {URL} url @returns {Promise<ImageBitmap>} */
async function fetchImage(url) {
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) throw new Error(`could not be loaded${response ? `: ${response.status} ${response.statusText}` : ''}`);
  const blob = await response.blob();
  if (blob.size > maxBytes) throw new Error(`is too large: ${Math.ceil(blob.size / 1e6)} MB, more than ${maxBytes / 1e6}`);
  const whole = await createImageBitmap(blob).catch(() => null);
  if (!whole) throw new Error('is not an image that this browser can decode');
  const { width, height } = whole;
  if (Math.max(width, height) > maxSide) throw new Error(`is too large: ${width} x ${height} pixels, more than ${maxSide} across`);
  const scale = Math.min(1, scaledSide / Math.max(width, height));
  const side = (/** @type {number} */ pixels) => Math.max(1, Math.round(pixels * scale));
  const image = await createImageBitmap(whole, { resizeWidth: side(width), resizeHeight: side(height), resizeQuality: 'high' });
  whole.close();
  return image;
}

/**
 * Passes the image at an address to the module. Without an address the module gets no image; neither if the image cannot be
 * loaded, which is reported to the page as a warning.
 * @param {Record<string, any>} request `url` as the page wrote it, or null, and the `base` that it is relative to
 * @param {Record<string, any>} module stores the image, for uploads after a lost context
 * @param {(message: any) => void} post to the page
 * @param {(available: boolean) => void} show
 */
export async function loadEnvironment({ url, base }, module, post, show) {
  // Only the last request of a module takes effect.
  const request = (module.environmentRequest = {});
  /** @type {ImageBitmap | null} */
  let image = null;
  let text = '';
  try {
    if (url !== null && !URL.canParse(url, base)) throw new Error('is not a URL');
    if (url !== null) image = await fetchImage(new URL(url, base));
  } catch (error) {
    text = `environment: "${url.slice(0, 200)}" ${error instanceof Error ? error.message : error}`;
  }
  if (request !== module.environmentRequest) return image?.close();
  if (text) post({ type: 'event', name: 'message', detail: { level: 'warning', text } });
  module.environment = image;
  show(image !== null);
}
