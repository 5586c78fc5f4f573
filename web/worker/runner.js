// Runs a tank: owns its canvas, its module and its frame loop. Messages connect it with the element: from a worker, where it
// has an OffscreenCanvas (worker.js), or on the page thread, with the canvas of the page (page_runner.js).
//
// The loop runs while the canvas is visible and the simulation runs. A paused tank draws for a moment after each
// message, so that the panel and a dragged container respond.

import { forwarded } from './forwarded.js';
import { FramesInFlight } from './frames_in_flight.js';
import { makeContext, pngOf } from './graphics.js';
import { ModuleApp } from './module_app.js';
import { compileCode } from './module_code.js';
import { offerPool } from './offered_pool.js';
import { StepQueue } from './step_queue.js';

/** @typedef {Record<string, any> & {type: string}} Message */

/** What Emscripten throws in the worker of the module when one of its threads has ended by an error. */
const threadFailed = 'unwind';
/** Milliseconds that a paused tank draws after a message: until a released container has returned. */
const awakeTime = 2500;
/** Milliseconds without a frame after which queued steps are taken by a timer. */
const maxFrameDelay = 1000;

export class Runner {
  #post;
  /** An OffscreenCanvas, or that of a page. @type {any} */
  #canvas;
  /** Null before it is open and after a failure. @type {ModuleApp | null} */
  #app = null;
  /** @type {FramesInFlight | null} */
  #framesInFlight = null;
  /** The graphics context is lost. */
  #lost = false;
  #ended = false;
  #visible = false;
  #held = false;
  #paused = false;
  /** The first frame was drawn. */
  #drawn = false;
  /** A message arrived after the last frame. */
  #changed = false;
  /** Handle of the requested animation frame; 0 for none. */
  #frame = 0;
  /** Time in milliseconds until which a paused tank draws. */
  #awakeUntil = 0;
  #steps = new StepQueue();
  /** Handle of the timer that draws if the browser delays a frame while steps are queued; 0 for none. */
  #delayTimer = 0;
  /** Number of reports of the values to the page. */
  #reports = 0;
  /** The last one: it has every parameter of the scene. @type {Record<string, unknown>} */
  #values = {};
  /** A GPUDevice, in modules with solvers on the GPU. @type {any} */
  #device = null;
  /** @type {Message} */
  #size = { type: 'resize' };
  /** @type {Message | null} */
  #newSize = null;
  /** Messages received while the module was loading. @type {Message[]} */
  #waiting = [];
  /** Resolves to the compiled module, or to null if the page has none. @type {(code: WebAssembly.Module | null) => void} */
  #takeCode = () => {};
  /** @type {Promise<WebAssembly.Module | null>} */
  #givenCode = new Promise((resolve) => {
    this.#takeCode = resolve;
  });

  /** @param {(message: Message) => void} post to the element */
  constructor(post) {
    this.#post = post;
  }

  /** Whether frames of this tank would be seen, and would step. */
  get runs() {
    return this.#visible && !this.#paused && !this.#ended;
  }

  /** Another tank has the turn: this one draws its first frame, and one after each message. @param {boolean} value */
  set held(value) {
    if (this.#held === value) return;
    this.#held = value;
    if (value) this.#cancel();
    this.#request();
  }

  /** @param {Message} data from the element */
  receive(data) {
    if (data.type === 'open') this.#open(data).catch((error) => this.#fatal(error));
    else if (data.type === 'code') this.#takeCode(data.code);
    else if (data.type === 'dispose') this.#dispose();
    else if (this.#ended) return;
    else if (this.#app) this.#handle(data);
    else if (data.type !== 'pointer') this.#waiting.push(data);
  }

  /** @param {unknown} error @param {boolean} [final] another module would fail, too */
  #fatal(error, final = false, noContext = false) {
    if (this.#ended) return;
    this.#ended = true;
    this.#app = null; // not closed: its state is undefined
    this.#cancel();
    // A browser takes the oldest or the newest where a page has too many.
    const isLost = !this.#drawn && this.#canvas?.getContext('webgl2')?.isContextLost();
    const text = isLost ? 'the browser has no graphics context left for it' : error instanceof Error ? error.message : String(error);
    const readable = /Aborted\(OOM\)/.test(text) ? 'out of memory: fewer `particles` need less' : text.replace(/ *Build with -sASSERTIONS.*/, '');
    const post = (/** @type {string} */ reason) => this.#post({ type: 'fatal', final, noContext, isLost, text: reason });
    // The error of the thread, which tells the page why, may come later.
    if (text === threadFailed) setTimeout(post, 1000, 'one of its threads failed');
    else post(readable);
  }

  /** Runs `act`; a trap in the module ends the tank with a readable message.
   * @param {() => void} act */
  #guarded(act) {
    try {
      act();
    } catch (error) {
      if (error !== threadFailed) console.error(error);
      this.#fatal(error);
    }
  }

  /** @param {string} name @param {string} detailText */
  #onModuleEvent(name, detailText) {
    let detail;
    try {
      detail = JSON.parse(detailText);
    } catch {
      detail = { text: detailText };
    }
    if (name === 'state' || name === 'stats') this.#paused = Boolean(detail.paused);
    if (name === 'values') {
      this.#reports++;
      this.#values = detail;
    }
    this.#post({ type: 'event', name, detail });
  }

  /** @param {Message} message */
  async #open(message) {
    const canvas = (this.#canvas = message.canvas);
    canvas.width = message.width;
    canvas.height = message.height;
    const loading = Promise.all([import(message.module), this.#givenCode.then((code) => code ?? compileCode(message.code))]);
    loading.catch(() => {});
    const making = message.gpu ? import('./gpu_device.js').then(({ makeDevice }) => makeDevice()) : null;
    making?.catch(() => {});
    // Created here, while the module is loading, and returned again to the module: Firefox refuses a second getContext on
    // a transferred canvas.
    const context = await makeContext(canvas);
    if (!context) return this.#fatal('no WebGL 2', true, true);
    canvas.getContext = () => context;
    this.#framesInFlight = new FramesInFlight(context);
    canvas.addEventListener('webglcontextlost', this.#onContextLost);
    canvas.addEventListener('webglcontextrestored', this.#onContextRestored);

    if (message.ports.length) offerPool(message.ports);
    const [{ default: create }, code] = await loading;
    const gpu = await making;
    this.#device = gpu?.device;
    /** @type {import('./module_app.js').Module} */
    const module = await new Promise((resolve, reject) => {
      /** @param {WebAssembly.Imports} imports @param {(instance: WebAssembly.Instance, code: WebAssembly.Module) => void} receive */
      const instantiateWasm = (imports, receive) => {
        WebAssembly.instantiate(code, imports).then((instance) => receive(instance, code), reject);
        return {};
      };
      const sloshEvent = (/** @type {string} */ name, /** @type {string} */ detail) => this.#onModuleEvent(name, detail);
      create({ canvas, instantiateWasm, poolSize: message.workers - 1, sloshEvent, ...(gpu?.device && { preinitializedWebGPUDevice: gpu.device }) }).then(resolve, reject);
    });
    if (this.#ended) return;
    this.#paused = message.paused;
    this.#app = ModuleApp.open(module, message.scene, message.settings, message.workers);
    if (!this.#app) return this.#fatal('The scene could not be opened.');
    this.#resize(message);
    if (gpu?.why) this.#post({ type: 'event', name: 'no-gpu', detail: { text: gpu.why } });
    if (this.#paused) this.#app.command('pause');
    const queued = this.#waiting;
    this.#waiting = [];
    for (const each of queued) this.#handle(each);
    this.#wake();
  }

  /** @param {Event} event */
  #onContextLost = (event) => {
    event.preventDefault(); // without it the context is never restored
    this.#lost = true;
    this.#framesInFlight?.clear();
    this.#cancel();
    this.#post({ type: 'event', name: 'context', detail: { lost: true } });
    this.#guarded(() => this.#app?.call('context', 1));
  };

  #onContextRestored = () => {
    this.#lost = false;
    this.#post({ type: 'event', name: 'context', detail: { lost: false } });
    this.#guarded(() => this.#app?.call('context', 0));
    this.#wake();
  };

  #wake() {
    this.#awakeUntil = performance.now() + awakeTime;
    this.#changed = true;
    this.#request();
  }

  #request() {
    const runs = !this.#paused || performance.now() < this.#awakeUntil || this.#app?.waits;
    const moves = this.#held ? this.#changed || !this.#drawn : runs;
    const shouldDraw = this.#app && this.#visible && !this.#lost && !this.#ended && (moves || !this.#steps.isEmpty);
    if (!shouldDraw) return;
    this.#frame ||= requestAnimationFrame((now) => this.#draw(now));
    if (!this.#steps.isEmpty) this.#delayTimer ||= Number(setTimeout(() => this.#draw(performance.now()), maxFrameDelay));
  }

  #cancel() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#delayTimer);
    this.#frame = this.#delayTimer = 0;
  }

  /** @param {number} now */
  #draw(now) {
    this.#cancel();
    const app = /** @type {ModuleApp} */ (this.#app);
    this.#guarded(() => {
      const start = performance.now();
      if (this.#framesInFlight?.isFull(start)) return this.#request();
      this.#changed = false;
      const steps = this.#steps.take();
      this.#applySize();
      for (let i = 0; i < steps; i++) app.command('step');
      app.call('frame', now);
      this.#framesInFlight?.add(performance.now());
      if (steps) this.#awakeUntil = performance.now() + awakeTime;
      const time = performance.now() - start;
      this.#steps.adapt(time);
      if (!this.#drawn) this.#post({ type: 'drawn' });
      this.#drawn = true;
      this.onFrame(time);
      this.#request();
    });
  }

  /** For a runner on the page thread. @param {number} _time milliseconds of script that the frame took */
  onFrame(_time) {}

  /** A new size clears the canvas, so it is applied just before the next frame. */
  #applySize() {
    if (!this.#newSize) return;
    this.#resize(this.#newSize);
    this.#newSize = null;
  }

  /** @param {Message} size */
  #resize(size) {
    const { width, height, dpr, dark } = size;
    this.#size = { type: 'resize', width, height, dpr, dark };
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    this.#app?.call('resize', width, height, dpr, Number(dark));
  }

  /** @param {ModuleApp} app @param {number} id @param {number} scale of the picture */
  #capture(app, id, scale) {
    // The context may be lost before its event arrives.
    const isLost = () => this.#lost || this.#canvas.getContext('webgl2')?.isContextLost();
    const fail = (/** @type {unknown} */ error) =>
      this.#post({ type: 'answer', id, text: isLost() ? 'no picture: the graphics context is lost' : `no picture: ${error}` });
    if (isLost()) return fail('');
    // The image must be captured in the task that has drawn it.
    this.#applySize();
    const { width, height } = this.#size;
    if (scale !== 1) this.#resize({ ...this.#size, width: Math.round(width * scale), height: Math.round(height * scale), dpr: this.#size.dpr * scale });
    app.call('capture');
    pngOf(this.#canvas).then((value) => this.#post({ type: 'answer', id, value }), fail);
    if (scale === 1) return;
    this.#resize({ ...this.#size, width, height, dpr: this.#size.dpr / scale });
    app.call('capture'); // the picture on the screen
  }

  #dispose() {
    this.#ended = true;
    this.#cancel();
    try {
      this.#app?.call('close');
    } finally {
      this.#app = null;
      this.#device?.destroy();
      this.#post({ type: 'closed' }); // the page ends this worker and its threads
    }
  }

  /** @param {Message} message */
  #handle(message) {
    const app = this.#app;
    if (app) this.#guarded(() => (this.#handlers[message.type] ?? forwarded[message.type])?.(message, app));
    this.#wake();
  }

  /** @param {string} key @param {string | null} value null: the scene's own @returns {number} as SetReply.status in tank.js */
  set(key, value) {
    if (value === null && !(key in this.#values)) return 2; // its attribute had a message
    return this.#app?.set(key, value) ?? 2;
  }

  /** @type {Record<string, (message: Message, app: ModuleApp) => void>} */
  #handlers = {
    set: ({ key, value, ticket }) => {
      const reportsBefore = this.#reports;
      const status = this.set(key, value);
      this.#post({ type: 'set', key, ticket, status, reported: this.#reports !== reportsBefore });
    },
    command: ({ name }, app) => {
      if (name === 'pause' || name === 'step') this.#paused = true;
      if (name === 'play') this.#paused = false;
      if (name === 'step') this.#steps.add();
      else if (name === 'play' || name === 'reset') this.#steps.clear(); // a pause reflected by the attribute must not cancel queued steps
      app.command(name === 'step' ? 'pause' : name);
    },
    pointer: ({ list }, app) => {
      const { width, height } = this.#size;
      for (const { type, id, device, buttons, x, y } of list) app.call('pointer', type, id, device, buttons, x * width, y * height);
    },
    environment: (message, app) => {
      if (!app.module._slosh_environment) return;
      const show = (/** @type {boolean} */ available) => {
        this.#app?.call('environment', Number(available));
        this.#wake();
      };
      import('./environment.js').then(
        ({ loadEnvironment }) => loadEnvironment(message, app.module, this.#post, show),
        (error) => this.#post({ type: 'event', name: 'message', detail: { level: 'warning', text: `environment: ${error.message}` } }),
      );
    },
    resize: (message) => {
      this.#newSize = message;
    },
    visible: (message) => {
      this.#visible = message.visible;
      if (!this.#visible) this.#cancel();
    },
    save: ({ id }, app) => {
      this.#post({ type: 'answer', id, value: app.save() });
    },
    capture: ({ id, scale = 1 }, app) => {
      this.#capture(app, id, scale);
    },
    'debug-lose-device': () => {
      this.#device?.destroy();
    },
    'debug-lose-context': ({ restoreAfter = 100 }) => {
      const extension = this.#canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
      extension?.loseContext();
      setTimeout(() => extension?.restoreContext(), restoreAfter);
    },
  };
}
