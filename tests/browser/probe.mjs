// Runs in the page under test: creates tanks, records their events and messages, compares pictures.

const scope = /** @type {any} */ (window);

/** The workers of the tanks, so that a test can reach them; not the threads of their modules. @type {Worker[]} */
scope.startedWorkers = [];
scope.liveWorkers = 0;
if (scope.Worker)
  scope.Worker = class extends Worker {
    #live = true;
    constructor(/** @type {string | URL} */ url, /** @type {WorkerOptions | undefined} */ options) {
      super(url, options);
      if (options?.name === 'slosh') scope.startedWorkers.push(this);
      scope.liveWorkers++;
    }
    terminate() {
      if (this.#live) scope.liveWorkers--;
      this.#live = false;
      super.terminate();
    }
  };

/** For WebKit, whose driver does not report them. @type {string[]} */
scope.consoleErrors = [];
const printError = console.error;
console.error = (...values) => {
  scope.consoleErrors.push(values.map(String).join(' '));
  printError(...values);
};
for (const name of ['error', 'unhandledrejection'])
  addEventListener(name, (/** @type {any} */ event) => scope.consoleErrors.push(`exception: ${event.message ?? event.reason}`));

/** A tank with attributes, not yet in the page. @param {Record<string, string>} attributes */
scope.build = (attributes = {}) => {
  const tank = /** @type {any} */ (document.createElement('slosh-tank'));
  for (const [name, value] of Object.entries(attributes)) tank.setAttribute(name, value);
  tank.events = [];
  for (const name of ['load', 'error', 'message'])
    tank.addEventListener(name, (/** @type {CustomEvent} */ event) => tank.events.push({ name, detail: event.detail }));
  return tank;
};

/** Adds the tank to the page and waits for its `load` or `error`. @param {any} tank @param {Element} parent */
scope.attach = (tank, parent = document.body) =>
  new Promise((done) => {
    const listeners = new AbortController();
    for (const name of ['load', 'error'])
      tank.addEventListener(
        name,
        (/** @type {CustomEvent} */ event) => {
          listeners.abort();
          done({ name, detail: event.detail });
        },
        { signal: listeners.signal },
      );
    parent.append(tank);
  });

/** The next report for which passes() is true. @param {any} tank @param {(stats: any) => boolean} passes */
scope.nextStats = (tank, passes = () => true, seconds = 30) =>
  new Promise((done, failed) => {
    /** @type {any} */
    let last = null;
    const timer = setTimeout(() => failed(new Error(`no such stats in ${seconds} s: ${JSON.stringify(last)}`)), seconds * 1000);
    const listen = (/** @type {CustomEvent} */ event) => {
      last = event.detail;
      if (!passes(last)) return;
      clearTimeout(timer);
      tank.removeEventListener('frame-stats', listen);
      done(last);
    };
    tank.addEventListener('frame-stats', listen);
  });

/** @param {Blob} blob */
scope.toBase64 = async (blob) => {
  let text = '';
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
};

/** @param {string} base64 */
scope.pixelsOf = async (base64) => {
  const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
  const bitmap = await createImageBitmap(blob, { premultiplyAlpha: 'none' });
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
};

/**
 * How far two PNGs differ: the mean of all channels (alpha weighs the colours), and the fraction of pixels
 * off by more than a tenth of the range.
 * @param {string} one @param {string} other
 */
scope.difference = async (one, other) => {
  const [a, b] = await Promise.all([scope.pixelsOf(one), scope.pixelsOf(other)]);
  if (a.width !== b.width || a.height !== b.height)
    return { mean: 1, fraction: 1, sizes: `${a.width}x${a.height} and ${b.width}x${b.height}` };
  let sum = 0;
  let off = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    let max = Math.abs(a.data[i + 3] - b.data[i + 3]);
    sum += max;
    for (let c = 0; c < 3; c++) {
      const delta = Math.abs(a.data[i + c] * a.data[i + 3] - b.data[i + c] * b.data[i + 3]) / 255;
      sum += delta;
      max = Math.max(max, delta);
    }
    if (max > 25.5) off++; // a tenth of 255
  }
  return { mean: sum / a.data.length / 255, fraction: off / (a.data.length / 4) };
};

/** The tank's own picture. @param {any} tank */
scope.picture = async (tank) => scope.toBase64(await tank.toBlob());

scope.imported = import(new URL('slosh.js', new URLSearchParams(location.search).get('from') ?? location.href).href);
