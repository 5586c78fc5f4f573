// The parameters of an element: what its attributes, its page and its reader ask for reaches the tank that runs, or the next one.

import { isMisspeltAttribute, knownSettings } from './attributes.js';
import { attributeOf, isKnown, isScene, keyOf, plainText, textOf, valueOf, variantFor } from './catalog_keys.js';
import { sceneNameOf } from './properties.js';

export class Parameters {
  #host;
  #tanks;
  #life;
  #authorSettingsDue = false;
  /** The last text of each that was refused. @type {Record<string, string | undefined>} */
  #refused = {};
  #misspeltAttributes = new MutationObserver((records) => {
    for (const { attributeName } of records) if (attributeName) this.#sendMisspelt(attributeName);
  });

  /**
   * @param {import('./sharing.js').TankSharing} host @param {import('./succession.js').Succession} tanks
   * @param {import('./life_cycle.js').LifeCycle} life
   */
  constructor(host, tanks, life) {
    this.#host = host;
    this.#tanks = tanks;
    this.#life = life;
  }

  get #settings() {
    return this.#tanks.settings;
  }

  /** @param {string} name */
  get(name) {
    const key = keyOf(plainText(name));
    return this.#settings.get(key, this.#host.getAttribute(attributeOf(key)));
  }

  /** @param {string} name @param {unknown} value @param {boolean} byAuthor of the page; else by its reader */
  set(name, value, byAuthor) {
    const key = keyOf(plainText(name));
    const text = textOf(key, value);
    if (key === 'scene' && this.#tanks.tank) return this.#changeScene(text, true);
    this.#settings.setOverride(key, text, byAuthor);
    if (byAuthor) this.#postAuthorSettings();
    if (this.#tanks.tank) this.#send(key, text);
    else {
      this.#settings.queueUnknown(textOf('', key), text);
      if (key === 'scene' && this.#life.failure && this.#host.isConnected) this.#life.restart();
    }
  }

  /** The scene, and the settings that are not its own or not those of attributes. @returns {import('./share.js').TankState} */
  get state() {
    const isOther = (/** @type {string} */ key, /** @type {unknown} */ attribute) =>
      !this.#tanks.tank || !(Number.isNaN(attribute) || this.get(key) === attribute);
    const attributes = knownSettings(this.#host).filter(([key, text]) => key !== 'scene' && text !== this.#refused[key] && isOther(key, valueOf(key, text)));
    const others = attributes.map(([key]) => [key, this.get(key)]);
    return { scene: sceneNameOf(this.#host), settings: { ...Object.fromEntries(others), ...this.#settings.changed() } };
  }

  /** What the module says of a parameter, as the page is told. @param {string} text */
  read(text) {
    const [, unknown, key, value] = /^(?:unknown key "([^"]+)"|(\S+): "(.*)" is not .*)$/.exec(text) ?? [];
    if (key) this.#refused[key] = value;
    return unknown && isKnown(unknown) ? `${unknown}: not in this scene` : text;
  }

  /** After a change of an attribute. @param {string} name @param {string | null} value */
  follow(name, value) {
    if (name === 'scene') return this.#followScene(value);
    const key = keyOf(name);
    this.#settings.removeOverride(key);
    if (this.#tanks.tank) this.#send(key, value); // else the next tank reads the attributes
    this.#postAuthorSettings();
  }

  /** Without the attribute the present scene stays. @param {string | null} value */
  #followScene(value) {
    if (value === null) return;
    if (this.#tanks.tank) return this.#changeScene(textOf('scene', value), false);
    this.#settings.removeOverride('scene');
    if (this.#life.failure && this.#host.isConnected) this.#life.restart();
    else this.#life.showPoster();
  }

  /** A tank is there, which has read the attributes. From now on misspelt ones reach it, too. */
  start() {
    this.#misspeltAttributes.observe(this.#host, { attributes: true });
    this.#postAuthorSettings();
  }

  stop() {
    this.#misspeltAttributes.disconnect();
  }

  /** @param {string} name an attribute that has changed */
  #sendMisspelt(name) {
    const value = this.#host.getAttribute(name);
    if (value !== null && isMisspeltAttribute(name)) this.#send(keyOf(name), value);
  }

  /** To these the panel goes back, not to those of the reader. One message for all changes of a task. */
  #postAuthorSettings() {
    if (!this.#host.controls || !this.#tanks.tank || this.#authorSettingsDue) return;
    this.#authorSettingsDue = true;
    queueMicrotask(() => {
      this.#authorSettingsDue = false;
      this.#tanks.post({ type: 'author-settings', pairs: [...knownSettings(this.#host), ...this.#settings.byAuthor].flat() });
    });
  }

  /** @param {string} key @param {unknown} value null: the scene's own */
  #send(key, value) {
    const text = value === null ? null : textOf(key, value);
    const ticket = this.#settings.request(key, text);
    this.#tanks.post({ type: 'set', key: textOf('', key), value: text, ticket });
  }

  /** A new scene starts with its own values; attributes of the element apply to every scene.
   * @param {string} name @param {boolean} byScript not by the attribute */
  #changeScene(name, byScript) {
    const { tank } = this.#tanks;
    if (!isScene(name)) return this.#tanks.post({ type: 'set', key: 'scene', value: name, ticket: 0 }); // the module refuses it
    this.#life.device.forgetMessage();
    this.#tanks.particles = null;
    const device = String(this.get('device'));
    const leave = () => {
      this.#settings.clearOverrides(); // of the previous scene
      if (byScript) this.#settings.setOverride('scene', name);
    };
    if (variantFor(name, this.#host.controls, Boolean(tank?.gpu)) !== tank?.variant)
      return this.#life.switchModule(() => {
        leave();
        this.#settings.setOverride('device', device); // of the page, not of a scene
      });
    leave();
    this.#settings.leaveScene();
    this.#send('scene', name);
    for (const [key, value] of knownSettings(this.#host)) this.#send(key, value);
  }
}
