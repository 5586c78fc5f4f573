// The graphics context of a canvas, and its picture.

const contextAttributes = { alpha: true, premultipliedAlpha: true, antialias: false, depth: true };
/** Milliseconds before each request of a context: WebKit refuses some in workers at random. */
const contextDelays = [0, 50, 250];

/** @param {any} canvas an OffscreenCanvas, or that of a page @returns {Promise<WebGL2RenderingContext | null>} */
export async function makeContext(canvas) {
  for (const delay of contextDelays) {
    if (delay) await new Promise((done) => setTimeout(done, delay));
    const context = canvas.getContext('webgl2', contextAttributes);
    if (context) return context;
  }
  return null;
}

/** @param {any} canvas as above @returns {Promise<Blob>} */
export const pngOf = (canvas) =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob()
    : new Promise((resolve, reject) => canvas.toBlob((/** @type {Blob | null} */ blob) => (blob ? resolve(blob) : reject(new Error('the canvas has no picture')))));
