// The life of the tanks of an element, one after the other: a tank starts, may start in another way after a failure, is replaced
// by one in another module or canvas, and ends.

import { attributeSettings, knownSettings } from './attributes.js';
import { particlesOf, textOf, variantFor } from './catalog_keys.js';
import { DeviceChoice } from './device_choice.js';
import { sceneNameOf } from './properties.js';
import { StartMode } from './start_mode.js';
import { missingFeature } from './support.js';
import { textFor } from './text_for.js';

/** @typedef {import('./sharing.js').TankSharing} TankSharing */
/** @typedef {import('./tank.js').Tank} Tank */
/** @typedef {import('./tank.js').FailureType} FailureType */

/**
 * @typedef {object} LifeParts
 * @property {TankSharing} host
 * @property {ReturnType<typeof import('./shadow_dom.js').buildShadow>} shadow
 * @property {import('./succession.js').Succession} tanks
 * @property {import('./playback.js').Playback} playback
 * @property {import('./poster.js').Poster} poster
 * @property {import('./lost_context.js').LostContext} context
 * @property {import('./events.js').ElementEvents} events
 * @property {import('../controls/element_controls.js').ElementControls} controls
 * @property {() => void} onOpen a tank is there, and can be told what the element has
 * @property {() => void} onStop it is about to end
 * @property {(name: string, detail: any) => void} onEvent of the tank that runs
 */

/** @type {[string, string][]} */
const defaultsOnPage = [['quality', 'auto']];

export class LifeCycle {
  /** The reason of a failure, or ''. */
  failure = '';
  device;
  #host;
  #shadow;
  #tanks;
  #playback;
  #poster;
  #context;
  #events;
  #controls;
  #onOpen;
  #onStop;
  #onEvent;
  #mode = new StartMode();
  /** Is being replaced by another one. @type {Tank | null} */
  #changing = null;

  /** @param {LifeParts} parts */
  constructor({ host, shadow, tanks, playback, poster, context, events, controls, onOpen, onStop, onEvent }) {
    this.#host = host;
    this.#shadow = shadow;
    this.#tanks = tanks;
    this.#playback = playback;
    this.#poster = poster;
    this.#context = context;
    this.#events = events;
    this.#controls = controls;
    this.#onOpen = onOpen;
    this.#onStop = onStop;
    this.#onEvent = onEvent;
    this.device = new DeviceChoice((text) => events.message(text));
  }

  /** The still of the scene, or what the page wants to be shown, until the first frame is drawn. */
  showPoster() {
    if (this.#host.isConnected && !this.#tanks.tank && !this.failure) this.#poster.show();
  }

  /** @param {(host: Element) => [string, string][]} attributesOf those of the new tank, by key */
  start(attributesOf = attributeSettings) {
    this.#playback.stopWaiting();
    this.#shadow.message.hidden = true;
    this.showPoster();
    this.#poster.load();
    const missing = missingFeature();
    if (missing) return this.#fail(textFor(this.#host, 'needs', { what: missing }), 'unsupported');

    this.#playback.begin();
    this.#controls.show();
    const settings = [...attributesOf(this.#host), ...this.#tanks.settings.initialValues()];
    const chosenScene = settings.find(([key]) => key === 'scene')?.[1];
    const scene = chosenScene ?? textOf('scene', this.#host.getAttribute('scene') ?? '');
    const valueOf = (/** @type {string} */ key) => settings.findLast(([name]) => name === key)?.[1];
    const particles = Number(valueOf('particles') ?? particlesOf(scene));
    const device = valueOf('device') ?? 'auto';
    if (this.device.isUnknown(scene, device, particles)) {
      this.device.find().then(() => this.#host.isConnected && !this.#tanks.tank && this.start(attributesOf));
      return;
    }
    this.#tanks.settings.clearUnknown();
    this.#open(scene, settings, this.device.takesGpu(scene, device, particles));
  }

  /** @param {string} scene @param {[string, string][]} settings @param {boolean} gpu */
  #open(scene, settings, gpu) {
    const mode = this.#mode.options;
    try {
      this.#tanks.open({
        host: this.#host,
        stage: this.#shadow.stage,
        panel: this.#host.controls,
        variant: variantFor(scene, this.#host.controls, gpu),
        gpu,
        scene,
        // On the page's thread the resolution follows the time of a frame, unless the author chooses one.
        settings: [...(mode.onPage ? defaultsOnPage : []), ...settings.filter(([key]) => key !== 'scene')],
        paused: this.#host.paused,
        grips: () => this.#controls.grips,
        ...mode,
        onEvent: this.#onEvent,
        onFailure: (reason, type, retry) => this.#onFailure(reason, type, retry),
      });
      this.#onOpen();
      this.#tanks.tell(this.#host);
    } catch (error) {
      this.#fail(textFor(this.#host, 'start', { reason: error instanceof Error ? error.message : String(error) }), 'start');
    }
  }

  stop() {
    this.#playback.stopWaiting();
    this.#controls.stop();
    this.#onStop();
    this.#tanks.tank?.dispose();
    this.#tanks.finish();
    this.#clear();
  }

  #clear() {
    this.#tanks.clear();
    if (!this.#tanks.isReplacing) {
      this.#events.clear();
      this.#context.clear();
      this.#controls.hideSettings();
    }
    this.#controls.showLegends([]);
    this.failure = '';
  }

  restart() {
    this.stop();
    this.#tanks.panelOpen = null;
    this.#mode.clear();
    this.device.forgetFailure();
    this.start();
  }

  /** Continues in another module, or another canvas. For the page it is a change of scene: no second `load`.
   * @param {() => void} change of the settings, for the next tank only */
  switchModule(change) {
    const { tank } = this.#tanks;
    if (!tank) return;
    const focused = tank.canvas.matches(':focus');
    this.#tanks.leave(tank, this.#events.loaded, this.#context.isForGood);
    this.#context.clear();
    change();
    this.start(knownSettings);
    if (focused) this.#host.focus({ preventScroll: true });
  }

  /** Continues in another tank, with all settings and particles. */
  async changeModule() {
    const { tank } = this.#tanks;
    if (!tank || this.#changing === tank) return;
    this.#changing = tank;
    const particles = await tank.saveParticles().catch(() => null);
    if (tank !== this.#tanks.tank) return;
    const attributes = knownSettings(this.#host).map(([key]) => [key, this.#host.get(key)]);
    const kept = { ...Object.fromEntries(attributes), ...this.#host.state.settings, compare: this.#host.get('compare') };
    const scene = sceneNameOf(this.#host);
    this.#tanks.particles = particles;
    this.switchModule(() => {
      const { settings } = this.#tanks;
      for (const [key, value] of Object.entries(kept)) if (value !== '' && value !== undefined) settings.setOverride(key, textOf(key, value));
      settings.setOverride('scene', scene);
    });
  }

  /** The tank that was to be replaced goes on. @param {string} why */
  #comeBack(why) {
    const { tank, lost } = this.#tanks.comeBack();
    this.#changing = null;
    this.#mode.clear();
    this.#context.clear(lost);
    this.#shadow.stage.replaceChildren(tank.canvas, tank.field);
    this.#poster.hide();
    this.#events.message(why, 'error');
    this.#controls.note(why);
  }

  /** After a report of the module: continues in the module of the chosen device. Modules with the GPU have the CPU, too. */
  followDevice() {
    const { tank, stats } = this.#tanks;
    const [scene, device, particles] = [sceneNameOf(this.#host), String(this.#host.get('device')), stats?.particles ?? 0];
    if (!tank || tank.gpu || device === 'cpu') return;
    if (this.device.isUnknown(scene, device, particles)) this.device.find().then(() => tank === this.#tanks.tank && this.followDevice());
    else if (this.device.takesGpu(scene, device, particles)) this.changeModule();
  }

  /** After a change of what decides it: the module with the panel or without it. */
  followControls() {
    const tank = this.#tanks.tank;
    if (!tank || variantFor(sceneNameOf(this.#host), this.#host.controls, tank.gpu) === tank.variant) return;
    if (!this.#host.controls) this.#controls.hideSettings();
    if (this.#events.loaded) this.changeModule();
    else this.restart();
  }

  /** @param {string} reason @param {FailureType} type @param {import('./tank.js').Retry} retry */
  #onFailure(reason, type, retry) {
    const isLost = retry === 'when seen';
    const text = textFor(this.#host, isLost ? 'lost' : type === 'unsupported' ? 'webgl' : type, { reason: reason.replace(/could .* loaded/, (part) => textFor(this.#host, part)) });
    if (this.#tanks.tank?.gpu && !retry && type === 'start' && this.device.fail(text)) {
      this.#clear();
      if (this.#host.isConnected) return this.start();
    }
    this.#clear();
    this.#mode.retry(retry);
    if (!this.#host.isConnected || !retry || isLost) {
      this.#fail(text, type);
      if (isLost && this.failure) this.#context.wait();
      return;
    }
    if (retry === 'without threads') this.#events.message(`${text}; it starts again without threads`);
    this.start();
  }

  /** The tank has ended by an error. @param {string} reason */
  end(reason) {
    this.#tanks.tank?.dispose();
    this.#clear();
    this.#fail(reason, 'stopped');
  }

  /** @param {string} reason @param {FailureType} type */
  #fail(reason, type) {
    if (this.#tanks.isReplacing) return this.#comeBack(reason);
    this.failure = reason;
    this.#shadow.stage.replaceChildren();
    this.#shadow.play.hidden = true;
    this.#controls.hide();
    this.#poster.hide();
    this.#shadow.messageText.textContent = reason;
    this.#shadow.message.hidden = false;
    this.#events.error(reason, type);
  }
}
