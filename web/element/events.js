// The events of a <slosh-tank> and its promise `ready`. As HTML's own: those of loading and playing do not bubble, a change of the
// scene does.


/** Messages in the console in a minute, of all tanks. */
const maxPrinted = 20;
const printed = { count: 0, since: -Infinity };

/** @param {string} text */
function print(text) {
  const now = performance.now();
  if (now - printed.since > 60_000) Object.assign(printed, { count: 0, since: now });
  printed.count++;
  if (printed.count < maxPrinted) console.warn(`slosh: ${text}`);
  if (printed.count === maxPrinted) console.warn('slosh: more messages are not printed for a minute; each is an event of its element');
}

export class ElementEvents {
  #host;
  /** @type {{promise: Promise<any>, resolve: (value: any) => void, reject: (reason: Error) => void}} */
  #ready = /** @type {any} */ (null); // by the constructor
  /** `ready` is resolved or rejected. */
  #settled = false;
  /** The simulation has started. */
  loaded = false;
  /** As last told. */
  #plays = false;
  #scene = '';

  /** @param {HTMLElement} host */
  constructor(host) {
    this.#host = host;
    this.#renew();
  }

  get ready() {
    return this.#ready.promise;
  }

  /** @param {string} name @param {any} [detail] @param {boolean} [bubbles] */
  dispatch(name, detail = {}, bubbles = false) {
    this.#host.dispatchEvent(new CustomEvent(name, { detail, bubbles, composed: bubbles }));
  }

  /** @param {string} text @param {string} [level] */
  message(text, level = 'warning') {
    print(text);
    this.dispatch('message', { level, text });
  }

  /** @param {{loaded: number, total: number}} stage */
  progress(stage) {
    this.#host.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, ...stage }));
  }

  /** The simulation has started: once until clear(). A tank that continues in another module has only changed its scene.
   * @param {any} detail */
  load(detail) {
    if (!this.loaded) this.dispatch('load', detail);
    this.loaded = true;
  }

  drawn() {
    this.#settled = true;
    this.#ready.resolve(this.#host);
  }

  /** @param {boolean} plays */
  playing(plays) {
    if (plays === this.#plays || !this.loaded) return;
    this.#plays = plays;
    this.dispatch(plays ? 'play' : 'pause');
  }

  /** @param {string} scene */
  scene(scene) {
    if (this.loaded && this.#scene && scene !== this.#scene) this.dispatch('scene-change', { scene }, true);
    this.#scene = scene;
  }

  /** @param {string} reason @param {import('./tank.js').FailureType} type */
  error(reason, type) {
    this.loaded = false;
    this.#settled = true;
    this.#ready.reject(new Error(reason));
    // Asynchronous, so that a listener added right after the element receives it too.
    setTimeout(() => this.dispatch('error', { reason, type }));
  }

  /** The tank was closed. The next one has its own `ready`; a promise that is pending is that of the next one. */
  clear() {
    if (this.#settled) this.#renew();
    this.loaded = this.#plays = false;
    this.#scene = '';
  }

  #renew() {
    /** @type {any} */
    const ready = {};
    ready.promise = new Promise((resolve, reject) => Object.assign(ready, { resolve, reject }));
    ready.promise.catch(() => {}); // not every page asks
    this.#ready = ready;
    this.#settled = false;
  }
}
