// The worker of a tank: owns the OffscreenCanvas, the module and the frame loop. The page only posts messages.
//
// The loop runs while the canvas is visible and the simulation runs. A paused tank draws for a moment after each
// message, so that the panel and a dragged container respond.

import { compileCode } from './module_code.js';

/**
 * @typedef {Record<string, any> & {HEAPU8: Uint8Array}} Module the exports of src/app/web/exports.cpp
 * @typedef {Record<string, any> & {type: string}} Message
 */

const scope = /** @type {DedicatedWorkerGlobalScope & {Worker: typeof Worker}} */ (/** @type {unknown} */ (self));
const encoder = new TextEncoder();
const commands = /** @type {Record<string, number>} */ ({ pause: 0, play: 1, step: 2, reset: 3, panel: 4 });
/** Milliseconds that a paused tank draws after a message: until a released container has returned. */
const awakeTime = 2500;
/** Milliseconds: while a frame takes less, the number of queued single steps per frame is doubled. */
const shortFrame = 50;
/** Milliseconds without a frame after which queued steps are taken by a timer. */
const maxFrameDelay = 1000;
/** Limit of single steps in the queue, for a script that requests steps in a loop. */
const maxQueuedSteps = 100_000;
const contextAttributes = { alpha: true, premultipliedAlpha: true, antialias: false, depth: true };

/** @type {OffscreenCanvas} */
let canvas;
/** @type {Module} */
let module;
/** Address of the App in the module; 0 before it is open and after a failure. */
let app = 0;
/** The graphics context is lost. */
let lost = false;
let ended = false;
let visible = false;
let paused = false;
/** The first frame was drawn. */
let drawn = false;
/** Handle of the requested animation frame; 0 for none. */
let frame = 0;
/** Time in milliseconds until which a paused tank draws. */
let awakeUntil = 0;
/** Single steps in the queue. */
let queuedSteps = 0;
/** Number of queued steps per frame: one at first, then as many as keep the frame short. */
let stepsPerFrame = 1;
/** Handle of the timer that draws if the browser delays a frame while steps are queued; 0 for none. */
let delayTimer = 0;
/** Number of reports of the values to the page. */
let reports = 0;
/** @type {Message | null} */
let newSize = null;
/** Messages received while the module was loading. @type {Message[]} */
let waiting = [];

const post = (/** @type {Message} */ message) => scope.postMessage(message);

/** @param {unknown} error @param {boolean} [final] another module would fail, too */
function fatal(error, final = false) {
  if (ended) return;
  ended = true;
  app = 0; // not closed: its state is undefined
  cancel();
  const text = error instanceof Error ? error.message : String(error);
  post({ type: 'fatal', final, text: text.replace(/ *Build with -sASSERTIONS.*/, '') });
}

/** Runs `act`; a trap in the module ends the tank with a readable message.
 * @param {() => void} act */
function guarded(act) {
  try {
    act();
  } catch (error) {
    console.error(error);
    fatal(`The simulation stopped: ${error instanceof Error ? error.message : error}`);
  }
}

/** Texts are passed to the module joined by NUL, so none may contain one. @param {unknown[]} texts */
function writeTexts(...texts) {
  const bytes = encoder.encode(texts.map((text) => String(text).replaceAll('\0', '\ufffd')).join('\0'));
  const at = module._slosh_text(bytes.length);
  module.HEAPU8.set(bytes, at);
  module.HEAPU8[at + bytes.length] = 0;
}

/** @param {string} name @param {string} detailText */
function onModuleEvent(name, detailText) {
  let detail;
  try {
    detail = JSON.parse(detailText);
  } catch {
    detail = { text: detailText };
  }
  if (name === 'state' || name === 'stats') paused = Boolean(detail.paused);
  if (name === 'values') reports++;
  post({ type: 'event', name, detail });
}

/**
 * Replaces Worker for the module: its thread pool uses the workers that the page has started, through their ports.
 * @param {MessagePort[]} ports
 */
function offerPool(ports) {
  scope.Worker = /** @type {any} */ (
    class {
      #port;
      constructor() {
        const port = ports.shift();
        if (!port) throw new Error('thread pool exhausted');
        this.#port = port;
      }
      /** @param {((event: MessageEvent) => void) | null} listener */
      set onmessage(listener) {
        this.#port.onmessage = listener;
      }
      postMessage(/** @type {any} */ message) {
        this.#port.postMessage(message);
      }
      terminate() {
        this.#port.close();
      }
    }
  );
}

/** Resolves to the compiled module, or to null if the page has none. @type {(code: WebAssembly.Module | null) => void} */
let takeCode = () => {};
/** @type {Promise<WebAssembly.Module | null>} */
const givenCode = new Promise((resolve) => {
  takeCode = resolve;
});

/** @param {Message} message */
async function open(message) {
  canvas = message.canvas;
  canvas.width = message.width;
  canvas.height = message.height;
  const loading = Promise.all([
    import(message.module),
    givenCode.then((code) => code ?? compileCode(message.code)),
  ]);
  // Created here, while the module is loading, and returned again to the module: Firefox refuses a second getContext on
  // a transferred canvas.
  const context = canvas.getContext('webgl2', contextAttributes);
  if (!context) {
    loading.catch(() => {});
    return fatal('This fluid needs WebGL 2, which this browser does not offer to workers (it may be switched off, or the graphics driver be blocked).', true);
  }
  canvas.getContext = /** @type {any} */ (() => context);
  canvas.addEventListener('webglcontextlost', onContextLost);
  canvas.addEventListener('webglcontextrestored', onContextRestored);

  offerPool(message.ports);
  const [{ default: create }, code] = await loading;
  module = await new Promise((resolve, reject) => {
    /** @param {WebAssembly.Imports} imports @param {(instance: WebAssembly.Instance, code: WebAssembly.Module) => void} receive */
    const instantiateWasm = (imports, receive) => {
      WebAssembly.instantiate(code, imports).then((instance) => receive(instance, code), reject);
      return {};
    };
    const settings = { canvas, instantiateWasm, poolSize: message.workers - 1, sloshEvent: onModuleEvent };
    create(settings).then(resolve, reject);
  });
  if (ended) return;
  paused = message.paused;
  writeTexts(message.scene, ...message.settings.flat());
  app = module._slosh_open(message.workers);
  if (!app) return fatal('The scene could not be opened.');
  module._slosh_resize(app, message.width, message.height, message.dpr, Number(message.dark));
  if (paused) module._slosh_command(app, commands.pause);
  const queued = waiting;
  waiting = [];
  queued.forEach(handle);
  wake();
}

/** @param {Event} event */
function onContextLost(event) {
  event.preventDefault(); // without it the context is never restored
  lost = true;
  cancel();
  if (app) guarded(() => module._slosh_context(app, 1));
}

function onContextRestored() {
  lost = false;
  if (app) guarded(() => module._slosh_context(app, 0));
  wake();
}

function wake() {
  awakeUntil = performance.now() + awakeTime;
  request();
}

function request() {
  const shouldDraw = app && visible && !lost && !ended && (!paused || queuedSteps || performance.now() < awakeUntil);
  if (!shouldDraw) return;
  frame ||= requestAnimationFrame(draw);
  if (queuedSteps) delayTimer ||= setTimeout(draw, maxFrameDelay, performance.now() + maxFrameDelay);
}

function cancel() {
  cancelAnimationFrame(frame);
  clearTimeout(delayTimer);
  frame = delayTimer = 0;
}

/** @param {number} now */
function draw(now) {
  cancel();
  guarded(() => {
    const start = performance.now();
    const steps = Math.min(queuedSteps, stepsPerFrame);
    applySize();
    for (let i = 0; i < steps; i++) module._slosh_command(app, commands.step);
    queuedSteps -= steps;
    module._slosh_frame(app, now);
    if (steps) awakeUntil = performance.now() + awakeTime;
    if (!queuedSteps) stepsPerFrame = 1;
    else if (performance.now() - start < shortFrame) stepsPerFrame *= 2;
    else stepsPerFrame = Math.max(1, stepsPerFrame >> 1);
    if (!drawn) post({ type: 'drawn' });
    drawn = true;
    request();
  });
}

/** A new size clears the canvas, so it is applied just before the next frame. */
function applySize() {
  if (!newSize) return;
  const { width, height, dpr, dark } = newSize;
  newSize = null;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  module._slosh_resize(app, width, height, dpr, Number(dark));
}

/** @param {number} id */
function capture(id) {
  // The context may be lost before its event arrives.
  const isLost = () => lost || canvas.getContext('webgl2')?.isContextLost();
  const fail = (/** @type {unknown} */ error) =>
    post({ type: 'capture', id, text: isLost() ? 'the graphics context is lost' : String(error) });
  if (isLost()) return fail('');
  // The image must be captured in the task that has drawn it.
  applySize();
  module._slosh_capture(app);
  canvas.convertToBlob().then((blob) => post({ type: 'capture', id, blob }), fail);
}

/** @param {boolean} available whether the module has an environment image */
function showEnvironment(available) {
  if (app) module._slosh_environment(app, available);
  wake();
}

function dispose() {
  ended = true;
  cancel();
  try {
    if (app) module._slosh_close(app);
  } finally {
    app = 0;
    post({ type: 'closed' }); // the page ends this worker and its threads
  }
}

/** @type {Record<string, (message: Message) => void>} */
const handlers = {
  set({ key, value, ticket }) {
    const reportsBefore = reports;
    writeTexts(key, value);
    const status = module._slosh_set(app);
    post({ type: 'set', key, ticket, status, reported: reports !== reportsBefore });
  },
  command({ name }) {
    if (!(name in commands)) return;
    if (name === 'pause' || name === 'step') paused = true;
    if (name === 'play') paused = false;
    if (name === 'step') queuedSteps = Math.min(queuedSteps + 1, maxQueuedSteps);
    else if (name !== 'pause') queuedSteps = 0;  // a pause reflected by the attribute must not cancel queued steps
    module._slosh_command(app, commands[name === 'step' ? 'pause' : name]);
  },
  pointer({ list }) {
    for (const { type, id, device, buttons, x, y } of list) module._slosh_pointer(app, type, id, device, buttons, x, y);
  },
  wheel({ dx, dy }) {
    module._slosh_wheel(app, dx, dy);
  },
  key({ code, down, modifiers }) {
    writeTexts(code);
    module._slosh_key(app, down ? 1 : 0, modifiers);
  },
  character({ codepoint }) {
    module._slosh_character(app, codepoint);
  },
  focus({ focused }) {
    module._slosh_focus(app, focused ? 1 : 0);
  },
  'device-gravity'({ down }) {
    module._slosh_device_gravity(app, ...down);
  },
  environment(message) {
    if (module._slosh_environment) import('./environment.js').then(({ loadEnvironment }) => loadEnvironment(message, module, post, showEnvironment));
  },
  resize(message) {
    newSize = message;
  },
  'page-colours'({ kinds, container }) {
    writeTexts(kinds, container);
    module._slosh_page_colours(app);
  },
  visible(message) {
    visible = message.visible;
    if (!visible) cancel();
  },
  capture({ id }) {
    capture(id);
  },
  'debug-lose-context'({ restoreAfter = 100 }) {
    const extension = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    extension?.loseContext();
    setTimeout(() => extension?.restoreContext(), restoreAfter);
  },
};

/** @param {Message} message */
function handle(message) {
  guarded(() => handlers[message.type]?.(message));
  wake();
}

scope.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.type === 'open') open(data).catch((error) => fatal(`The simulation could not start: ${error.message}`));
  else if (data.type === 'code') takeCode(data.code);
  else if (data.type === 'dispose') dispose();
  else if (ended) return;
  else if (app) handle(data);
  else if (data.type !== 'pointer') waiting.push(data);
};
scope.onmessageerror = () => takeCode(null);  // the only message that a browser may not be able to copy
post({ type: 'hello' });
