// A film of a tank: its canvas, on the colour behind it, as MP4 or WebM. Loaded with the first film.

import { filmType } from './film_type.js';
import { backgroundOf } from './page_colours.js';
import { pixelRatioOf } from './pixel_ratio.js';

const framesPerSecond = 30;
/** Of the film, from pixels and time. */
const bitsPerPixel = 0.15;
const maxSeconds = 600;
/** Seconds in which a picture may reach the recorder, and how often it gets as many. */
const tryTime = 0.05;
const maxTries = 200;
/** Seconds in which the end of a loop passes into its start, pictures of that time, and pixels of each. */
const fadeTime = 0.7;
const fadePictures = 14;
const fadePixels = 1e6;

/**
 * @typedef {object} RecordOptions
 * @property {number} [seconds] length, 5 by default
 * @property {boolean} [loop] the end passes into the start, so that the film can repeat
 * @property {string} [type] of the file: 'video/mp4' or 'video/webm'; by default what the browser offers
 * @property {AbortSignal} [signal] ends the film early; what was recorded is the result
 * @property {(progress: number) => void} [progress] called with 0 to 1
 */

/** CSS pixels of the picture of a canvas, without border, padding and transforms. @param {HTMLCanvasElement} canvas */
function sizeOf(canvas) {
  const style = getComputedStyle(canvas);
  const inner = (/** @type {string} */ size, /** @type {string[]} */ sides) =>
    Math.max(1, sides.flatMap((side) => [`padding-${side}`, `border-${side}-width`]).reduce((rest, name) => rest - parseFloat(style.getPropertyValue(name)), parseFloat(style.getPropertyValue(size))));
  return { width: inner('width', ['left', 'right']), height: inner('height', ['top', 'bottom']) };
}

/**
 * Resolves to the film. Rejects if this browser cannot make one, or the tank is closed before it has a frame.
 * @param {{readonly canvas: HTMLCanvasElement | null}} tank whose canvas may be replaced meanwhile @param {RecordOptions} options
 * @returns {Promise<Blob>}
 */
export async function record(tank, { seconds = 5, loop = false, type = '', signal, progress } = {}) {
  if (!(seconds > 0 && seconds <= maxSeconds)) throw new Error(`slosh: no film: seconds: ${seconds} is not a number in 0..${maxSeconds}`);
  if (typeof MediaRecorder !== 'function') throw new Error('slosh: no film: this browser has no MediaRecorder');
  const chosen = filmType(type);
  if (!chosen) throw new Error(`slosh: no film: this browser cannot record ${type || 'videos'}`);
  const source = tank.canvas;
  if (!source?.clientWidth) throw new Error('slosh: no film: the tank has no size');
  // Films have no transparency, and even sizes. A canvas that was transferred to a worker can be drawn, but not captured everywhere.
  const even = (/** @type {number} */ side) => Math.max(2, side & ~1);
  const [size, ratio] = [sizeOf(source), pixelRatioOf(source)];
  const film = Object.assign(document.createElement('canvas'), { width: even(size.width * ratio), height: even(size.height * ratio) });
  const context = /** @type {CanvasRenderingContext2D} */ (film.getContext('2d', { alpha: false }));
  const background = backgroundOf(source);
  const draw = () => {
    context.fillStyle = background;
    context.fillRect(0, 0, film.width, film.height);
    const { canvas } = tank;
    if (!canvas?.clientWidth) return;
    // It may have another shape than the film by now. That of its picture is known only after the first frame.
    const now = sizeOf(canvas);
    const scale = Math.min(film.width / now.width, film.height / now.height);
    const fits = Math.abs(now.width * film.height - now.height * film.width) <= 2 * (film.width + film.height);
    const [width, height] = fits ? [film.width, film.height] : [scale * now.width, scale * now.height];
    context.drawImage(canvas, (film.width - width) / 2, (film.height - height) / 2, width, height);
  };
  const stream = film.captureStream(framesPerSecond);
  const recorder = new MediaRecorder(stream, { mimeType: chosen, videoBitsPerSecond: film.width * film.height * framesPerSecond * bitsPerPixel });
  /** @type {Blob[]} */
  const parts = [];
  recorder.ondataavailable = ({ data }) => void (data.size && parts.push(data));
  const over = new AbortController();
  const ended = new Promise((resolve, reject) => {
    recorder.onstop = resolve;
    recorder.onerror = (event) => reject(new Error(`slosh: no film: ${/** @type {any} */ (event).error?.message ?? 'the recorder failed'}`));
    // Firefox ends the recorder of a page that is left, and tells nothing when the reader comes back to it.
    addEventListener('pagehide', () => reject(new Error('slosh: no film: the page was left')), { once: true, signal: over.signal });
  });
  ended.catch(() => {}); // it may fail long before it is awaited
  /** Calls `each` with the seconds since now, in every frame, until they are over or the film ends early. @param {number} length @param {(time: number) => void} each */
  const play = (length, each) => new Promise((done, failed) => {
    const start = performance.now();
    const next = () => {
      const time = (performance.now() - start) / 1000;
      if (time >= length || signal?.aborted || !tank.canvas || recorder.state !== (each === keep ? 'inactive' : 'recording')) return done(undefined);
      try {
        draw();
        each(time);
        requestAnimationFrame(next);
      } catch (error) {
        failed(error); // `progress` of the page may throw
      }
    };
    next();
  });
  // What comes before the first picture of a loop is what its last ones pass into.
  const fade = loop ? Math.min(fadeTime, seconds / 3) : 0;
  const total = fade + seconds;
  /** @type {HTMLCanvasElement[]} */
  const kept = [];
  const share = Math.min(1, Math.sqrt(fadePixels / (film.width * film.height)));
  const copy = () => {
    const picture = Object.assign(document.createElement('canvas'), { width: Math.ceil(share * film.width), height: Math.ceil(share * film.height) });
    picture.getContext('2d')?.drawImage(film, 0, 0, picture.width, picture.height);
    kept.push(picture);
  };
  const keep = (/** @type {number} */ time) => {
    progress?.(time / total);
    if (time >= (kept.length * fade) / fadePictures) copy();
  };
  /** Draws the kept pictures over the film: the last one is its first. @param {number} part from 0 to 1 */
  const passInto = (part) => {
    const picture = kept[Math.min(Math.floor(part * kept.length), kept.length - 1)];
    if (!picture) return;
    context.globalAlpha = part;
    context.drawImage(picture, 0, 0, film.width, film.height);
    context.globalAlpha = 1;
  };
  try {
    if (loop) await play(fade, keep);
    recorder.start(250);
    let isFirst = loop;
    await play(seconds, (time) => {
      progress?.((fade + time) / total);
      if (isFirst) copy();
      isFirst = false;
      if (fade && time > seconds - fade) passInto(1 - (seconds - time) / fade);
    });
    if (loop && recorder.state === 'recording' && !signal?.aborted) {
      passInto(1);
      await new Promise((done) => setTimeout(done, 2000 / framesPerSecond));
    }
    // On a busy machine the recorder may not have a picture yet: the film gets longer, a loop by its start.
    for (let i = 0; i < maxTries && !parts.length && recorder.state === 'recording' && !signal?.aborted; i++) {
      recorder.requestData();
      await play(tryTime, () => void (loop && passInto(1)));
    }
    if (recorder.state !== 'inactive') recorder.stop();
    await ended;
  } finally {
    over.abort();
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  }
  progress?.(1);
  if (!parts.length) throw new Error('slosh: no film: nothing was recorded');
  return new Blob(parts, { type: chosen.split(';')[0] ?? chosen });
}
