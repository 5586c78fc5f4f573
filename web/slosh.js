// <slosh-tank>: a tank of fluid in any page.
//
//   <script type="module" src="slosh.js"></script>
//   <slosh-tank scene="honey" controls gravity-y="-20"></slosh-tank>
//
// The attributes, properties, methods, events and parts are listed in docs/embedding.md; every parameter of the catalog is an
// attribute and a property, too (element/properties.js).
// The element only observes and forwards: its tanks start and end in element/life_cycle.js; simulation and drawing happen in a
// worker (tank.js, worker.js).

import { observedAttributes } from './element/attributes.js';
import { isScene } from './element/catalog_keys.js';
import { ElementControls, isCompanion } from './controls/element_controls.js';
import { ElementEvents } from './element/events.js';
import { setFolder, setSite } from './element/files.js';
import { updateLabels } from './element/labels.js';
import { LifeCycle } from './element/life_cycle.js';
import { LostContext } from './element/lost_context.js';
import { Parameters } from './element/parameters.js';
import { Playback } from './element/playback.js';
import { Poster } from './element/poster.js';
import { adoptProperties, choiceOf, defineProperties, whyInvalid } from './element/properties.js';
import { buildShadow } from './element/shadow_dom.js';
import { TankSharing } from './element/sharing.js';
import { particleBytes, Succession } from './element/succession.js';
import { texts } from './element/texts.js';

export class SloshTank extends TankSharing {
  static observedAttributes = observedAttributes;
  /** Texts by language, to which a page may add. */
  static texts = texts;
  /** The folder of worker and modules, if it is not that of this script. @param {string} address */
  static set folder(address) {
    setFolder(address);
    for (const tank of document.querySelectorAll('slosh-tank')) if (tank instanceof SloshTank) tank.#life.showPoster();
  }

  /** The site with the lab, for links and code to embed, if it is not in that folder. @param {string} address */
  static set site(address) {
    setSite(address);
  }

  #shadow = buildShadow(this);
  #events = new ElementEvents(this);
  #poster = new Poster(this, this.#shadow);
  #playback = new Playback(this, this.#shadow.play, () => this.#life.start());
  #tanks = new Succession();
  #context = new LostContext(this, this.#poster, this.#events, () => (this.failure ? this.#life.restart() : this.#life.changeModule()));
  #controls = new ElementControls({
    host: this,
    shadow: this.#shadow,
    tank: () => this.#tank,
    change: (key, value) => this.#parameters.set(key, value, false),
    tell: (text) => this.#events.message(text),
  });
  #life = new LifeCycle({
    host: this,
    shadow: this.#shadow,
    tanks: this.#tanks,
    playback: this.#playback,
    poster: this.#poster,
    context: this.#context,
    events: this.#events,
    controls: this.#controls,
    onOpen: () => this.#onOpen(),
    onStop: () => this.#parameters.stop(),
    onEvent: (name, detail) => this.#onEvent(name, detail),
  });
  #parameters = new Parameters(this, this.#tanks, this.#life);
  /** What answers a failed promise. @param {string} what */
  #tell = (what) => (/** @type {Error} */ error) => this.#events.message(`${what}: ${error.message}`);
  /** That of the page, or of parents that have one of their own, is looked at when the page's changes. */
  #language = new MutationObserver(() => this.#followLanguage());

  constructor() {
    super();
    this.#shadow.play.addEventListener('click', () => {
      this.#tanks.wantsFocus = !this.#tank;
      this.play();
      this.focus({ preventScroll: true });
    });
    this.addEventListener('click', () => {
      if (!this.#tank && !this.failure && choiceOf(this, 'reveal') === 'interaction') this.play();
      this.#context.revive();
    });
    this.addEventListener('keydown', (event) => {
      this.#context.revive();
      if (event.target === this && event.defaultPrevented) event.stopPropagation(); // a key of the tank is none of the page
    });
  }

  connectedCallback() {
    adoptProperties(this, SloshTank.prototype);
    this.#language.observe(document.documentElement, { attributeFilter: ['lang'] });
    if (!this.#tank && !this.failure) this.#prepare();
  }

  disconnectedCallback() {
    this.#controls.leave();
    // An element that is moved in the page is connected again before the microtask runs, and keeps its tank.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#language.disconnect();
      this.#life.stop();
    });
  }

  /** In another document. */
  adoptedCallback() {
    this.#shadow.root.dispatchEvent(new Event('adopt'));
  }

  /** @param {string} name @param {string | null} _old @param {string | null} value */
  attributeChangedCallback(name, _old, value) {
    const why = whyInvalid(name, value);
    // Asynchronous, so that a listener added right after the element receives it too.
    if (why) setTimeout(() => this.#events.message(why));
    if (name === 'controls') this.#life.followControls();
    else if (name === 'lang') this.#followLanguage();
    else if (name === 'paused') {
      if (this.#playback.follow(value !== null)) this.#postPaused(value !== null);
    } else if (name === 'aria-label' || name === 'alt') updateLabels(this, this.#shadow);
    else if (name === 'environment') this.#postEnvironment();
    else if (name === 'poster') this.#life.showPoster();
    else if (isCompanion(name)) {
      this.#life.followControls(); // a kiosk has none
      this.#controls.startCompanions();
    }
    else if (name === 'theme') this.#tank?.followPage();
    else if (name === 'loading' || name === 'reveal') {
      if (!this.#tank && !this.failure && this.isConnected) this.#prepare();
    } else if (name === 'width' || name === 'height' || name === 'touch-action') this.#updateStyle();
    else if (name !== 'autoplay' && name !== 'interaction-prompt') this.#parameters.follow(name, value);
  }

  // --- for scripts on the page -----------------------------------------------------------------------------

  /** False, as play(), ends the wait for the reader; the loss of the attribute does not. */
  get paused() {
    return super.paused;
  }
  set paused(value) {
    if (!value) this.#playback.endWait();
    super.paused = value;
  }

  play() {
    this.#playback.play();
    this.load();
  }

  /** Loads now, whatever `reveal` and `loading` say, and after a failure again. @returns {Promise<SloshTank>} `ready` */
  load() {
    if (this.failure && this.isConnected) this.#life.restart();
    else if (!this.#tank && this.isConnected) this.#life.start();
    return this.ready;
  }

  pause() {
    this.paused = true;
  }

  /** One display step; pauses. */
  step() {
    this.#playback.reflect(true);
    this.#events.playing(false);
    if (this.#tank) this.#tanks.command('step');
    else this.#tanks.steps++;
  }

  /** Restarts the scene, also after an error. */
  reset() {
    if ((this.failure || this.#context.isForGood) && this.isConnected) this.#life.restart();
    else this.#tanks.command('reset');
  }

  /** @param {string} name @param {unknown} value */
  set(name, value) {
    this.#parameters.set(name, value, true);
  }

  /** The current value, or a set one that is not reported yet. @param {string} name */
  get(name) {
    return this.#parameters.get(name);
  }

  /**
   * The scene, and the settings that are not its own or not those of attributes. Setting it opens the scene with these settings
   * and those of attributes; a part that is not valid gets a message.
   * @returns {import('./element/share.js').TankState}
   */
  get state() {
    return this.#parameters.state;
  }
  set state(state) {
    const { scene, settings = {}, particles } = /** @type {any} */ (state) ?? {};
    if (typeof scene === 'string' && settings && typeof settings === 'object') {
      this.set('scene', scene);
      if (this.#tank && !isScene(scene)) return; // refused
      for (const [key, value] of Object.entries(settings)) this.#parameters.set(key, value, false);
      this.#tanks.restore(particles).catch(this.#tell('state'));
    } else this.#events.message('state: an object with a scene and settings is expected');
  }

  /** The state with the particles, the bodies and the tilt of gravity, which setting `state` restores, too. Rejected where
   * nothing runs. @returns {Promise<import('./element/share.js').TankState>} */
  async saveState() {
    if (!this.#tank) throw new Error('slosh: no particles: there is no tank');
    const [numbers, { packParticles }] = await Promise.all([this.#tank.saveParticles(), particleBytes()]);
    return { ...this.state, particles: packParticles(numbers) };
  }

  get canvas() {
    return this.#tank?.canvas ?? null;
  }

  get #tank() {
    return this.#tanks.tank;
  }

  /** The picture as PNG, transparent outside the container. @param {{scale?: number}} [options] times the size on the screen, up to 4 @returns {Promise<Blob>} */
  toBlob({ scale = 1 } = {}) {
    if (!(scale > 0 && scale <= 4)) return Promise.reject(new Error(`slosh: no picture: scale: ${scale} is not a number in 0..4`));
    if (this.canvas && !this.canvas.clientWidth) return Promise.reject(new Error('slosh: no picture: the tank has no size'));
    return this.#tank?.capture(scale) ?? Promise.reject(new Error('slosh: no picture: there is no tank'));
  }

  /** Resolves to the element when its first frame is drawn; rejected if it cannot run. A restart makes a new one.
   * @returns {Promise<SloshTank>} */
  get ready() {
    return this.#events.ready;
  }
  /** Whether the simulation has started. */
  get loaded() {
    return this.#events.loaded;
  }
  /** The reason of a failure, or ''. */
  get failure() {
    return this.#life.failure;
  }
  /** The latest frame-stats, or null. */
  get stats() {
    return this.#tanks.stats;
  }

  // --- what attributes and language lead to ----------------------------------------------------------------

  /** Nothing but the poster is fetched before it starts. */
  #prepare() {
    this.#life.showPoster();
    updateLabels(this, this.#shadow);
    setTimeout(() => updateLabels(this, this.#shadow)); // the page adds texts after its import
    this.#playback.prepare();
  }

  /** A tank is there: it is told what the element has. */
  #onOpen() {
    this.#followLanguage();
    if (this.getAttribute('environment')) this.#postEnvironment();
    this.#parameters.start();
  }

  #postEnvironment() {
    this.#tanks.post({ type: 'environment', url: this.getAttribute('environment'), base: document.baseURI });
  }

  /** The attributes width and height reserve the space, as those of <img>; the page's style sheets have precedence. */
  #updateStyle() {
    const { width, height } = /** @type {any} */ (this);
    const rules = [width && `width: ${width}px; max-width: 100%`, height && !width && `height: ${height}px; width: auto`, width && height && `aspect-ratio: ${width} / ${height}`];
    const touch = this.hasAttribute('touch-action') ? `canvas:not(.active, .free) { touch-action: ${choiceOf(this, 'touch-action')} }` : '';
    this.#shadow.setStyle(`:host { ${rules.filter(Boolean).join('; ')} } ${touch}`);
  }

  #followLanguage() {
    updateLabels(this, this.#shadow);
    if (this.#tank && this.controls)
      this.#controls.translatePanel().then(() => updateLabels(this, this.#shadow)).catch(this.#tell('the texts of the panel'));
  }

  /** @param {boolean} paused */
  #postPaused(paused) {
    this.#tanks.command(paused ? 'pause' : 'play');
    this.#events.playing(!paused);
  }

  // --- from the worker -------------------------------------------------------------------------------------

  /** @param {string} name @param {any} detail */
  #onEvent(name, detail) {
    if (name === 'values') {
      const device = this.get('device');
      this.#tanks.settings.onReport(detail);
      if (this.get('device') !== device) this.#life.device.forgetMessage();
      this.#life.followDevice();
      updateLabels(this, this.#shadow);
      this.#controls.showGrip();
      this.#controls.updateSettings();
      this.#events.scene(detail.scene);
    } else if (name === 'main-parameters') {
      this.#controls.listSettings(detail.list).catch(this.#tell('the list of settings'));
    } else if (name === 'panel') {
      this.#tanks.panelOpen = detail.open;
      this.#shadow.stage.classList.toggle('covered', detail.covers);
      this.#shadow.stage.classList.toggle('open', detail.open);
    } else if (name === 'stats') {
      this.#tanks.stats = detail;
      this.#tanks.settings.onEye(detail.eye);
      this.#controls.showLegends(detail.legends);
      this.#events.dispatch('frame-stats', detail);
      if (!detail.paused) this.#life.followDevice();
    } else if (name === 'state') {
      this.#playback.report(detail.paused);
      this.#events.playing(!detail.paused);
    } else if (name === 'no-gpu') {
      if (this.get('device') === 'gpu') this.#life.device.tell(detail.text);
    } else if (name === 'other-module') {
      this.scene = detail.scene;
    } else if (name === 'message') {
      this.#events.message(this.#parameters.read(detail.text), detail.level);
    } else if (name === 'load') {
      this.#tanks.particles = null;
      this.#tanks.finish();
      this.#controls.startCompanions();
      this.#events.load(detail);
      this.#events.playing(!this.paused);
    } else if (name === 'drawn') {
      this.#poster.hide();
      this.#events.drawn();
      this.#controls.prompt().catch(this.#tell('interaction-prompt'));
    } else if (name === 'progress') {
      this.#events.progress(detail);
    } else if (name === 'visibility') {
      this.#events.dispatch('visibility', detail);
      this.#context.see(detail.visible);
    } else if (name === 'context') {
      this.#context.report(detail.lost);
    } else if (name === 'error') {
      this.#life.end(detail.text);
    }
  }
}

defineProperties(SloshTank.prototype);

// A page may load the script twice, from two addresses: the first one stays registered.
if (globalThis.customElements && !customElements.get('slosh-tank')) customElements.define('slosh-tank', SloshTank);
