// The page's side of a running tank: its canvas, and the worker with its threads. It ends with dispose(); a restart needs a
// new Tank, because a canvas can be transferred to a worker only once.

import { CanvasWatch, maxSide } from './canvas_watch.js';
import { fileAddress } from './files.js';
import { listen } from './input.js';
import { compileOnce } from '../worker/module_code.js';
import { startOnPage, startWorker, workerCount } from './support.js';

/**
 * The reply to a message 'set': status 0 ok, 1 clamped, 2 refused; reported: the new values have already been sent.
 * @typedef {{key: string, ticket: number, status: number, reported: boolean}} SetReply
 *
 * @typedef {'unsupported' | 'start' | 'stopped'} FailureType
 * @typedef {'' | 'through blob' | 'without threads' | 'on the page' | 'when seen'} Retry
 *
 * @typedef {object} TankOptions
 * @property {import('./properties.js').TankProperties} host
 * @property {HTMLElement} stage parent of the canvas
 * @property {boolean} panel
 * @property {string} variant of the module: see variantFor in catalog_keys.js
 * @property {string} scene
 * @property {[string, string][]} settings
 * @property {boolean} paused
 * @property {() => boolean} grips one finger moves the container of a 3D scene
 * @property {boolean} threads the module with threads
 * @property {boolean} onPage on the page thread instead of in a worker
 * @property {boolean} gpu the module with solvers on the GPU
 * @property {boolean} throughBlob see startWorker in support.js
 * @property {(name: string, detail: any) => void} onEvent
 * @property {(reply: SetReply) => void} onReply
 * @property {(reason: string, type: FailureType, retry: Retry) => void} onFailure with what may help
 */

/** Milliseconds that a worker has to close before it is terminated: it may wait for a thread forever. */
const disposeTime = 1500;

/** A mark for tools that measure the time to the first frame: once per page. */
function markFirstFrame() {
  const name = 'slosh: first frame';
  if (performance.getEntriesByName(name).length === 0) performance.mark(name);
}

export class Tank {
  canvas = document.createElement('canvas');
  /** Receives text for fields of the panel: keydown events alone report neither accents nor input methods. */
  field = document.createElement('input');
  #ending = new AbortController();
  #worker;
  /** The threads of the module. The page starts them, because Firefox sometimes hangs a worker that starts one, and
   * Chromium a worker that ends together with its own. @type {Worker[]} */
  #pool = [];
  #options;
  /** The worker has sent a message. */
  #hasMessaged = false;
  /** Directive of the page's content security policy that has blocked a script of the tank. */
  #blockedBy = '';
  /** The scene is open: later failures are those of a running simulation. */
  #running = false;
  #disposed = false;
  #watch;
  /** Waiting for an answer of the worker. @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
  #asked = new Map();
  #questions = 0;
  /** A field of the panel is edited. */
  #editsText = false;
  /** Of #progress(). */
  #stage = 0;

  /** @param {TankOptions} options */
  constructor(options) {
    this.#options = options;
    const { canvas, field } = this;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-keyshortcuts', `Space . R ${options.panel ? 'H ' : ''}ArrowLeft ArrowRight ArrowUp ArrowDown`);
    canvas.setAttribute('part', 'canvas');
    field.tabIndex = -1;
    field.setAttribute('aria-hidden', 'true');
    field.autocapitalize = 'off';
    field.autocomplete = 'off';
    field.spellcheck = false;
    options.stage.replaceChildren(canvas, field);

    const script = fileAddress('worker.js');
    const name = `slosh-${options.threads ? 'threads' : 'serial'}-${options.variant}`;
    const module = fileAddress(`${name}.js`);
    const { href: code } = fileAddress(`${name}.wasm`);
    this.#watchPolicy([script, module]);
    const onError = async (/** @type {ErrorEvent} */ event, /** @type {URL} */ url) => {
      event.preventDefault();
      await new Promise((done) => setTimeout(done));  // the report of a blocked script may come after the error
      const blocked = this.#blockedBy && `: the page's Content-Security-Policy blocks it (${this.#blockedBy})`;
      const reason = event.message?.replace(/^uncaught (exception: )?/i, '') || `${url.href} could not be loaded${blocked}`;
      this.#fail(reason);
    };
    this.#worker = options.onPage ? startOnPage() : startWorker(script, 'slosh', options.throughBlob);
    this.#worker.onmessage = ({ data }) => this.#onMessage(data);
    this.#worker.onerror = (event) => onError(event, script);
    const workers = options.threads ? workerCount() : 1;
    const ports = Array.from({ length: workers - 1 }, () => this.#startThread(module, onError));

    this.#watch = new CanvasWatch({
      canvas,
      host: options.host,
      stage: options.stage,
      post: (message) => this.post(message),
      onEvent: options.onEvent,
      signal: this.#ending.signal,
    });
    const { width, height, ratio, dark } = this.#watch;
    const drawn = options.onPage ? canvas : canvas.transferControlToOffscreen();
    this.#worker.postMessage(
      {
        type: 'open',
        canvas: drawn,
        width,
        height,
        dpr: ratio,
        dark,
        workers,
        ports,
        module: module.href,
        code,
        scene: options.scene,
        settings: options.settings,
        paused: options.paused,
        gpu: options.gpu,
      },
      options.onPage ? [] : [/** @type {Transferable} */ (drawn), ...ports],
    );
    compileOnce(code).then((compiled) => {
      this.post({ type: 'code', code: compiled });
      this.#progress(2);
    });
    this.#watch.start();
    // From one field of the panel to another by a press on the canvas: the module reports no change.
    canvas.addEventListener('focus', () => {
      if (this.#editsText) field.focus({ preventScroll: true });
    }, { signal: this.#ending.signal });
    listen({
      canvas,
      field,
      host: options.host,
      panel: options.panel,
      grips: options.grips,
      placeOf: (event) => this.#watch.placeOf(event),
      post: (message) => this.post(message),
      signal: this.#ending.signal,
    });
  }

  /** Whether the module has solvers on the GPU. */
  get gpu() {
    return this.#options.gpu;
  }

  /** The build variant of the module that runs here. */
  get variant() {
    return this.#options.variant;
  }

  /**
   * A worker for the module's pool, under the name that Emscripten's script expects.
   * @param {URL} module
   * @param {(event: ErrorEvent, url: URL) => void} onError
   * @returns {MessagePort} receives the messages of the thread and sends messages to it
   */
  #startThread(module, onError) {
    const thread = startWorker(module, 'em-pthread', this.#options.throughBlob);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => thread.postMessage(data);
    thread.onmessage = ({ data }) => port1.postMessage(data);
    thread.onerror = (event) => onError(event, module);
    this.#pool.push(thread);
    return port2;
  }

  /** Remembers whether the page's policy blocks one of the scripts. @param {URL[]} urls */
  #watchPolicy(urls) {
    const ours = [...urls.map(({ href }) => href), 'blob', 'data'];
    const onViolation = (/** @type {SecurityPolicyViolationEvent} */ { blockedURI, effectiveDirective }) => {
      if (ours.includes(blockedURI)) this.#blockedBy = effectiveDirective;
    };
    document.addEventListener('securitypolicyviolation', onViolation, { signal: this.#ending.signal });
  }

  /** @param {object} message */
  post(message) {
    if (!this.#disposed) this.#worker.postMessage(message);
  }

  /** The pixel ratio, the theme or the page's colours may have changed. */
  followPage() {
    this.#watch.followPage();
  }

  /** @param {number} scale times the size of the canvas @returns {Promise<Blob>} the picture as PNG */
  capture(scale) {
    this.followPage();
    return this.#ask({ type: 'capture', scale: Math.min(scale, maxSide / Math.max(this.#watch.width, this.#watch.height)) });
  }

  /** @returns {Promise<Float32Array>} the particles as numbers: src/app/state/saved_state.h */
  saveParticles() {
    return this.#ask({ type: 'save' });
  }

  /** @param {Record<string, unknown>} message @returns {Promise<any>} the answer */
  #ask(message) {
    const id = ++this.#questions;
    this.post({ ...message, id });
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
  }

  dispose() {
    if (this.#disposed) return;
    this.post({ type: 'dispose' });
    this.#end();
    const all = [...this.#pool, this.#worker];
    const end = () => all.forEach((worker) => worker.terminate());
    const timer = setTimeout(end, disposeTime);
    this.#worker.onmessage = ({ data }) => {
      if (data.type !== 'closed') return;
      clearTimeout(timer);
      end();
    };
    for (const worker of all) worker.onerror = (event) => event.preventDefault();
  }

  #end() {
    this.#disposed = true;
    this.#ending.abort();
    this.canvas.remove();
    this.field.remove();
    for (const { reject } of this.#asked.values()) reject(new Error('slosh: the tank was closed'));
    this.#asked.clear();
  }

  /** The worker has started, the code is compiled, the scene is open, the first frame is drawn. @param {number} stage */
  #progress(stage) {
    if (!this.#disposed && stage > this.#stage) this.#options.onEvent('progress', { loaded: (this.#stage = stage), total: 4 });
  }

  /** @param {string} text the reason @param {boolean} [final] */
  #fail(text, final = this.#running) {
    if (this.#disposed) return;
    this.dispose();
    const { throughBlob, threads } = this.#options;
    // A page with a COEP header refuses worker scripts served without one, but not workers from a blob URL.
    const type = this.#running ? 'stopped' : 'start';
    if (!final && !this.#hasMessaged && !throughBlob) this.#options.onFailure(text, type, 'through blob');
    // The files with threads may be missing or blocked.
    else this.#options.onFailure(text, type, !final && threads ? 'without threads' : '');
  }

  /** @param {any} data */
  #onMessage(data) {
    if (!this.#hasMessaged) this.#progress(1);
    this.#hasMessaged = true;
    if (data.type === 'fatal' && (data.noContext || data.isLost)) {
      this.dispose();
      this.#options.onFailure(data.text, data.isLost ? 'start' : 'unsupported', data.isLost ? 'when seen' : this.#options.onPage ? '' : 'on the page');
    } else if (data.type === 'fatal') this.#fail(data.text, data.final || this.#running);
    else if (data.type === 'drawn') {
      markFirstFrame();
      this.#progress(4);
      this.#options.onEvent('drawn', {});
    }
    else if (data.type === 'answer') {
      const waiting = this.#asked.get(data.id);
      this.#asked.delete(data.id);
      if (data.value) waiting?.resolve(data.value);
      else waiting?.reject(new Error(`slosh: ${data.text}`));
    } else if (data.type === 'set') this.#options.onReply(data);
    else if (data.type === 'event') {
      if (data.name === 'load') {
        this.#running = true;
        this.#progress(3);
      }
      if (data.name === 'stats') this.followPage();
      if (data.name === 'text-input') this.#focusTextField(data.detail.active);
      this.#options.onEvent(data.name, data.detail);
    }
  }

  /** Moves the focus to the text field while a field of the panel is edited. @param {boolean} active */
  #focusTextField(active) {
    this.#editsText = active;
    const root = /** @type {ShadowRoot} */ (this.canvas.getRootNode());
    if (active && root.activeElement === this.canvas) this.field.focus({ preventScroll: true });
    if (!active && root.activeElement === this.field) this.canvas.focus({ preventScroll: true });
  }
}
