// <slosh-tank>: a tank of fluid in any page.
//
//   <script type="module" src="slosh.js"></script>
//   <slosh-tank scene="honey" controls gravity-y="-20"></slosh-tank>
//
// The attributes, properties, methods, events and parts are listed in docs/embedding.md; every parameter of the catalog is an
// attribute and a property, too (element/properties.js).
// The element only observes and forwards; simulation and drawing happen in a worker (tank.js, worker.js).

import { attributeOf, isScene, keyOf, particlesOf, plainText, textOf, titleOf, valueOf, variantFor } from './element/catalog_keys.js';
import { DeviceChoice } from './element/device_choice.js';
import { attributeSettings, isMisspeltAttribute, knownSettings, observedAttributes } from './element/attributes.js';
import { ElementControls, isCompanion } from './controls/element_controls.js';
import { ElementEvents } from './element/events.js';
import { adoptProperties, choiceOf, defineProperties, sceneNameOf, whyInvalid } from './element/properties.js';
import { TankSharing } from './element/sharing.js';
import { setFolder, setSite } from './element/files.js';
import { NextTank, particleBytes } from './element/next_tank.js';
import { LostContext } from './element/lost_context.js';
import { Playback } from './element/playback.js';
import { Poster } from './element/poster.js';
import { buildShadow } from './element/shadow_dom.js';
import { StartMode } from './element/start_mode.js';
import { Succession } from './element/succession.js';
import { missingFeature } from './element/support.js';
import { languageOf, textFor } from './element/text_for.js';
import { texts } from './element/texts.js';

/** @typedef {import('./element/tank.js').Tank} Tank */

/** @type {[string, string][]} */
const defaultsOnPage = [['quality', 'auto']];

export class SloshTank extends TankSharing {
  static observedAttributes = observedAttributes;
  /** Texts by language, to which a page may add. */
  static texts = texts;
  /** The folder of worker and modules, if it is not that of this script. @param {string} address */
  static set folder(address) {
    setFolder(address);
    for (const tank of document.querySelectorAll('slosh-tank')) if (tank instanceof SloshTank) tank.#showPoster();
  }

  /** The site with the lab, for links and code to embed, if it is not in that folder. @param {string} address */
  static set site(address) {
    setSite(address);
  }

  #shadow = buildShadow(this);
  #poster = new Poster(this, this.#shadow);
  #playback = new Playback(this, this.#shadow.play, () => this.#start());
  #current = new Succession();
  #next = new NextTank(this.#current);
  #mode = new StartMode();
  /** The reason of a failure, or ''. */
  #failure = '';
  #events = new ElementEvents(this);
  #context = new LostContext(this, this.#poster, this.#events, () => this.#tank && this.#changeModule(this.#tank));
  #controls = new ElementControls({
    host: this,
    shadow: this.#shadow,
    tank: () => this.#tank,
    change: (key, value) => this.#change(key, value, false),
    tell: (text) => this.#events.message(text),
  });
  #device = new DeviceChoice((text) => this.#events.message(text));
  /** Is being replaced by another one. @type {Tank | null} */
  #changing = null;
  #authorSettingsDue = false;
  /** What answers a failed promise. @param {string} what */
  #tell = (what) => (/** @type {Error} */ error) => this.#events.message(`${what}: ${error.message}`);
  #misspeltAttributes = new MutationObserver((records) => {
    for (const { attributeName } of records) if (attributeName) this.#sendMisspeltAttribute(attributeName);
  });

  /** That of the page, or of parents that have one of their own, is looked at when the page's changes. */
  #language = new MutationObserver(() => this.#followLanguage());

  constructor() {
    super();
    this.#shadow.play.addEventListener('click', () => {
      this.#next.wantsFocus = !this.#tank;
      this.play();
      this.focus({ preventScroll: true });
    });
    this.addEventListener('click', () => {
      if (!this.#tank && !this.#failure && choiceOf(this, 'reveal') === 'interaction') this.play();
      this.#context.revive();
    });
    this.addEventListener('keydown', () => this.#context.revive());
  }

  connectedCallback() {
    adoptProperties(this, SloshTank.prototype);
    this.#language.observe(document.documentElement, { attributeFilter: ['lang'] });
    if (!this.#tank && !this.#failure) this.#prepare();
  }

  disconnectedCallback() {
    this.#controls.leave();
    // An element that is moved in the page is connected again before the microtask runs, and keeps its tank.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#language.disconnect();
      this.#stop();
    });
  }

  /** @param {string} name @param {string | null} _old @param {string | null} value */
  attributeChangedCallback(name, _old, value) {
    if (name === 'controls') this.#followControls();
    else if (name === 'lang') this.#followLanguage();
    else if (name === 'paused') {
      if (this.#playback.follow(value !== null)) this.#postPaused(value !== null);
    } else if (name === 'aria-label' || name === 'alt') this.#updateLabel();
    else if (name === 'environment') this.#postEnvironment();
    else if (name === 'poster') this.#showPoster();
    // Asynchronous, so that a listener added right after the element receives it too.
    else if (whyInvalid(name, value)) setTimeout(() => this.#events.message(whyInvalid(name, value)));
    else if (isCompanion(name)) {
      this.#followControls(); // a kiosk has none
      this.#controls.accompany();
    }
    else if (name === 'theme') this.#tank?.followPage();
    else if (name === 'loading' || name === 'reveal') {
      if (!this.#tank && !this.#failure && this.isConnected) this.#prepare();
    } else if (name === 'width' || name === 'height' || name === 'touch-action') this.#updateStyle();
    else if (name === 'scene') this.#followScene(value);
    else if (name !== 'autoplay' && name !== 'interaction-prompt') {
      this.#current.settings.removeOverride(keyOf(name));
      if (this.#tank) this.#send(keyOf(name), value); // else #start reads the attributes
      this.#postAuthorSettings();
    }
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
    if (this.#failure && this.isConnected) this.#restart();
    else if (!this.#tank && this.isConnected) this.#start();
    return this.ready;
  }

  pause() {
    this.paused = true;
  }

  /** One display step; pauses. */
  step() {
    this.#playback.reflect(true);
    this.#events.playing(false);
    if (this.#tank) this.#tank.post({ type: 'command', name: 'step' });
    else this.#next.steps++;
  }

  /** Restarts the scene, also after an error. */
  reset() {
    if ((this.#failure || this.#context.isForGood) && this.isConnected) this.#restart();
    else this.#tank?.post({ type: 'command', name: 'reset' });
  }

  /** @param {string} name @param {unknown} value */
  set(name, value) {
    this.#change(name, value, true);
  }

  /** @param {string} name @param {unknown} value @param {boolean} byAuthor of the page; else by its reader */
  #change(name, value, byAuthor) {
    const key = keyOf(plainText(name));
    const text = textOf(key, value);
    if (key === 'scene' && this.#tank) return this.#changeScene(text, true);
    this.#current.settings.setOverride(key, text, byAuthor);
    if (byAuthor) this.#postAuthorSettings();
    if (this.#tank) this.#send(key, text);
    else {
      this.#current.settings.queueUnknown(textOf('', key), text);
      if (key === 'scene' && this.#failure && this.isConnected) this.#restart();
    }
  }

  /** The current value, or a set one that is not reported yet. @param {string} name */
  get(name) {
    const key = keyOf(plainText(name));
    return this.#current.settings.get(key, this.getAttribute(attributeOf(key)));
  }

  /**
   * The scene, and the settings that are not its own or not those of attributes. Setting it opens the scene with these settings
   * and those of attributes; a part that is not valid gets a message.
   * @returns {import('./element/share.js').TankState}
   */
  get state() {
    const isOther = (/** @type {string} */ key, /** @type {unknown} */ attribute) => !this.#tank || !(Number.isNaN(attribute) || this.get(key) === attribute);
    const others = knownSettings(this).filter(([key, text]) => key !== 'scene' && isOther(key, valueOf(key, text))).map(([key]) => [key, this.get(key)]);
    return { scene: sceneNameOf(this), settings: { ...Object.fromEntries(others), ...this.#current.settings.changed() } };
  }
  set state(state) {
    const { scene, settings = {}, particles } = /** @type {any} */ (state) ?? {};
    if (typeof scene === 'string' && settings && typeof settings === 'object') {
      this.set('scene', scene);
      if (this.#tank && !isScene(scene)) return; // refused
      for (const [key, value] of Object.entries(settings)) this.#change(key, value, false);
      this.#next.restore(particles).catch(this.#tell('state'));
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
    return this.#current.tank;
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
    return this.#failure;
  }
  /** The latest frame-stats, or null. */
  get stats() {
    return this.#current.stats;
  }

  // --- life cycle of the tank ----------------------------------------------------------------------------------

  /** Nothing but the poster is fetched before it starts. */
  #prepare() {
    this.#showPoster();
    this.#updateLabel();
    setTimeout(() => this.#updateLabel()); // the page adds texts after its import
    this.#playback.prepare();
  }

  /** @param {(host: SloshTank) => [string, string][]} attributesOf those of the new tank, by key */
  #start(attributesOf = attributeSettings) {
    const { stage, message } = this.#shadow;
    this.#playback.stopWaiting();
    message.hidden = true;
    this.#showPoster();
    this.#poster.load();
    this.#misspeltAttributes.observe(this, { attributes: true });
    const missing = missingFeature();
    if (missing) return this.#fail(textFor(this, 'needs', { what: missing }), 'unsupported');

    this.#playback.begin();
    this.#controls.show();
    const settings = [...attributesOf(this), ...this.#current.settings.initialValues()];
    const chosenScene = settings.find(([key]) => key === 'scene')?.[1];
    const scene = chosenScene ?? textOf('scene', this.getAttribute('scene') ?? '');
    const valueOf = (/** @type {string} */ key) => settings.findLast(([name]) => name === key)?.[1];
    const particles = Number(valueOf('particles') ?? particlesOf(scene));
    const device = valueOf('device') ?? 'auto';
    if (this.#device.isUnknown(scene, device, particles)) {
      this.#device.find().then(() => this.isConnected && !this.#tank && this.#start(attributesOf));
      return;
    }
    this.#current.settings.clearUnknown();
    const gpu = this.#device.takesGpu(scene, device, particles);
    const mode = this.#mode.options;
    try {
      const tank = this.#current.open({
        host: this,
        stage,
        panel: this.controls,
        variant: variantFor(scene, this.controls, gpu),
        gpu,
        scene,
        // On the page's thread the resolution follows the time of a frame, unless the author chooses one.
        settings: [...(mode.onPage ? defaultsOnPage : []), ...settings.filter(([key]) => key !== 'scene')],
        paused: this.paused,
        grips: () => this.#controls.grips,
        ...mode,
        onEvent: (name, detail) => this.#onEvent(name, detail),
        onFailure: (reason, type, retry) => this.#onFailure(reason, type, retry),
      });
      if (this.controls) this.#translatePanel();
      this.#updateLabel();
      if (this.getAttribute('environment')) this.#postEnvironment();
      this.#postAuthorSettings();
      this.#next.tell(tank, this);
    } catch (error) {
      this.#fail(textFor(this, 'start', { reason: error instanceof Error ? error.message : String(error) }), 'start');
    }
  }

  #stop() {
    this.#playback.stopWaiting();
    this.#controls.stop();
    this.#misspeltAttributes.disconnect();
    this.#tank?.dispose();
    this.#current.finish();
    this.#clear();
  }

  #clear() {
    this.#current.clear();
    if (!this.#current.isReplacing) {
      this.#events.clear();
      this.#context.clear();
      this.#controls.hideSettings();
    }
    this.#controls.showLegends([]);
    this.#failure = '';
  }

  #restart() {
    this.#stop();
    this.#next.panelOpen = null;
    this.#mode.clear();
    this.#device.forgetFailure();
    this.#start();
  }

  /** Continues in another module, or another canvas. For the page it is a change of scene: no second `load`.
   * @param {() => void} change of the settings, for the next tank only */
  #switchModule(change) {
    const tank = this.#tank;
    if (!tank) return;
    const focused = tank.canvas.matches(':focus');
    this.#current.leave(tank, this.#events.loaded, this.#context.isForGood);
    this.#context.clear();
    change();
    this.#start(knownSettings);
    if (focused) this.focus({ preventScroll: true });
  }

  /** The tank that was to be replaced goes on. @param {string} why */
  #comeBack(why) {
    const { tank, lost } = this.#current.comeBack();
    this.#changing = null;
    this.#next.forgetParticles(); // of the scene that does not come
    this.#mode.clear();
    this.#context.clear(lost);
    this.#shadow.stage.replaceChildren(tank.canvas, tank.field);
    this.#poster.hide();
    this.#events.message(why, 'error');
    this.#controls.note(why);
  }

  // --- the device ---

  /** After a report of the module: continues in the module of the chosen device. Modules with the GPU have the CPU, too. */
  #followDevice() {
    const tank = this.#tank;
    const [scene, device, particles] = [sceneNameOf(this), String(this.get('device')), this.#current.stats?.particles ?? 0];
    if (!tank || tank.gpu || device === 'cpu') return;
    if (this.#device.isUnknown(scene, device, particles)) this.#device.find().then(() => tank === this.#tank && this.#followDevice());
    else if (this.#device.takesGpu(scene, device, particles)) this.#changeModule(tank);
  }

  /** After a change of what decides it: the module with the panel or without it. */
  #followControls() {
    const tank = this.#tank;
    if (!tank || variantFor(sceneNameOf(this), this.controls, tank.gpu) === tank.variant) return;
    if (!this.controls) this.#controls.hideSettings();
    if (this.#events.loaded) this.#changeModule(tank);
    else this.#restart();
  }

  /** Continues in another tank, with all settings and particles. @param {Tank} tank */
  async #changeModule(tank) {
    if (this.#changing === tank) return;
    this.#changing = tank;
    const particles = await tank.saveParticles().catch(() => null);
    if (tank !== this.#tank) return;
    const kept = { ...Object.fromEntries(knownSettings(this).map(([key]) => [key, this.get(key)])), ...this.state.settings, compare: this.get('compare') };
    const scene = sceneNameOf(this);
    this.#next.particles = particles;
    this.#switchModule(() => {
      for (const [key, value] of Object.entries(kept)) if (value !== '' && value !== undefined) this.#current.settings.setOverride(key, textOf(key, value));
      this.#current.settings.setOverride('scene', scene);
    });
  }

  /** @param {string} reason @param {import('./element/tank.js').FailureType} type @param {import('./element/tank.js').Retry} retry */
  #onFailure(reason, type, retry) {
    const text = type === 'unsupported' ? textFor(this, 'webgl') : textFor(this, type, { reason });
    if (this.#tank?.gpu && !retry && type === 'start' && this.#device.fail(text)) {
      this.#clear();
      if (this.isConnected) return this.#start();
    }
    this.#clear();
    this.#mode.retry(retry);
    if (!this.isConnected || !retry) return this.#fail(text, type);
    if (retry === 'without threads') this.#events.message(`${text}; it starts again without threads`);
    this.#start();
  }

  /** @param {string} reason @param {import('./element/tank.js').FailureType} type */
  #fail(reason, type) {
    if (this.#current.isReplacing) return this.#comeBack(reason);
    const { stage, message, messageText, play } = this.#shadow;
    this.#failure = reason;
    stage.replaceChildren();
    play.hidden = true;
    this.#controls.hide();
    this.#poster.hide();
    messageText.textContent = reason;
    message.hidden = false;
    this.#events.error(reason, type);
  }

  #postEnvironment() {
    this.#tank?.post({ type: 'environment', url: this.getAttribute('environment'), base: document.baseURI });
  }

  /** The attributes width and height reserve the space, as those of <img>; the page's style sheets have precedence. */
  #updateStyle() {
    const [width, height] = ['width', 'height'].map((name) => /^\d{1,5}$/.exec(this.getAttribute(name) ?? '')?.[0]);
    const rules = [width && `width: ${width}px; max-width: 100%`, height && !width && `height: ${height}px; width: auto`, width && height && `aspect-ratio: ${width} / ${height}`];
    const touch = this.hasAttribute('touch-action') ? `canvas:not(.active, .free) { touch-action: ${choiceOf(this, 'touch-action')} }` : '';
    this.#shadow.setStyle(`:host { ${rules.filter(Boolean).join('; ')} } ${touch}`);
  }

  #followLanguage() {
    this.#updateLabel();
    if (this.#tank && this.controls) this.#translatePanel();
  }

  #translatePanel() {
    this.#controls.translatePanel().then(() => this.#updateLabel()).catch(this.#tell('the texts of the panel'));
  }

  #updateLabel() {
    const { label, canvas } = this;
    for (const name of /** @type {const} */ (['tilt', 'menu', 'grip'])) this.#shadow[name].setAttribute('aria-label', textFor(this, name));
    this.#shadow.play.setAttribute('aria-label', `${textFor(this, 'play')}: ${label}`);
    canvas?.setAttribute('aria-label', label);
    if (canvas) canvas.lang = label === titleOf(this.scene) ? 'en' : languageOf(this);
  }

  // --- settings --------------------------------------------------------------------------------------------

  /** After a change of the attribute. Without one the present scene stays. @param {string | null} value */
  #followScene(value) {
    if (value === null) return;
    if (this.#tank) return this.#changeScene(textOf('scene', value), false);
    this.#current.settings.removeOverride('scene');
    if (this.#failure && this.isConnected) this.#restart();
    else this.#showPoster();
  }

  /** To these the panel goes back, not to those of the reader. One message for all changes of a task. */
  #postAuthorSettings() {
    if (!this.controls || !this.#tank || this.#authorSettingsDue) return;
    this.#authorSettingsDue = true;
    queueMicrotask(() => {
      this.#authorSettingsDue = false;
      this.#tank?.post({ type: 'author-settings', pairs: [...knownSettings(this), ...this.#current.settings.byAuthor].flat() });
    });
  }

  /** @param {string} key @param {unknown} value null: the scene's own */
  #send(key, value) {
    const text = value === null ? null : textOf(key, value);
    const ticket = this.#current.settings.request(key, text);
    this.#tank?.post({ type: 'set', key: textOf('', key), value: text, ticket });
  }

  /** A new scene starts with its own values; attributes of the element apply to every scene.
   * @param {string} name @param {boolean} byScript not by the attribute */
  #changeScene(name, byScript) {
    if (!isScene(name)) return this.#tank?.post({ type: 'set', key: 'scene', value: name, ticket: 0 }); // the module refuses it
    this.#device.forgetMessage();
    this.#next.particles = null;
    const device = String(this.get('device'));
    const leave = () => {
      this.#current.settings.clearOverrides(); // of the previous scene
      if (byScript) this.#current.settings.setOverride('scene', name);
    };
    if (variantFor(name, this.controls, Boolean(this.#tank?.gpu)) !== this.#tank?.variant)
      return this.#switchModule(() => {
        leave();
        this.#current.settings.setOverride('device', device); // of the page, not of a scene
      });
    leave();
    this.#current.settings.leaveScene();
    this.#send('scene', name);
    for (const [key, value] of knownSettings(this)) this.#send(key, value);
  }

  /** @param {string} name an attribute that has changed */
  #sendMisspeltAttribute(name) {
    const value = this.getAttribute(name);
    if (value !== null && isMisspeltAttribute(name)) this.#send(keyOf(name), value);
  }

  /** @param {boolean} paused */
  #postPaused(paused) {
    this.#tank?.post({ type: 'command', name: paused ? 'pause' : 'play' });
    this.#events.playing(!paused);
  }

  /** The still of the scene, or what the page wants to be shown, until the first frame is drawn. */
  #showPoster() {
    if (this.isConnected && !this.#tank && !this.#failure) this.#poster.show();
  }

  // --- from the worker -------------------------------------------------------------------------------------

  /** @param {string} name @param {any} detail */
  #onEvent(name, detail) {
    if (name === 'values') {
      const device = this.get('device');
      this.#current.settings.onReport(detail);
      if (this.get('device') !== device) this.#device.forgetMessage();
      this.#followDevice();
      this.#updateLabel();
      this.#controls.showGrip();
      this.#controls.updateSettings();
      this.#events.scene(detail.scene);
    } else if (name === 'main-parameters') {
      this.#controls.listSettings(detail.list).catch(this.#tell('the list of settings'));
    } else if (name === 'panel') {
      this.#next.panelOpen = detail.open;
      this.#shadow.stage.classList.toggle('covered', detail.covers);
    } else if (name === 'stats') {
      this.#current.stats = detail;
      this.#current.settings.onEye(detail.eye);
      this.#controls.showLegends(detail.legends);
      this.#events.dispatch('frame-stats', detail);
      if (!detail.paused) this.#followDevice();
    } else if (name === 'state') {
      this.#playback.report(detail.paused);
      this.#events.playing(!detail.paused);
    } else if (name === 'no-gpu') {
      if (this.get('device') === 'gpu') this.#device.tell(detail.text);
    } else if (name === 'other-module') {
      this.scene = detail.scene;
    } else if (name === 'message') {
      this.#events.message(detail.text, detail.level);
    } else if (name === 'load') {
      this.#next.particles = null;
      this.#current.finish();
      this.#controls.accompany();
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
      this.#tank?.dispose();
      this.#clear();
      this.#fail(detail.text, 'stopped');
    }
  }
}

defineProperties(SloshTank.prototype);

// A page may load the script twice, from two addresses: the first one stays registered.
if (globalThis.customElements && !customElements.get('slosh-tank')) customElements.define('slosh-tank', SloshTank);
