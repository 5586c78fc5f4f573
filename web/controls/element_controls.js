// What a tank offers beside its canvas: menu, grip, tilt, legends, native inputs, hint, help, and what it has by an attribute
// (kiosk, sound).
// Their scripts are loaded when they are first needed.

import { choiceOf, sceneNameOf } from '../element/properties.js';
import { is3d } from '../element/catalog_keys.js';
import { again } from '../element/import_again.js';
import { languageOf, textFor } from '../element/text_for.js';
import { LegendBox } from './legend_box.js';
import { TiltButton } from './tilt_button.js';

/** @typedef {import('../slosh.js').SloshTank} SloshTank */
/** @typedef {import('../element/tank.js').Tank} Tank */

/** What the element has by an attribute of this name, until it has it no more. @type {Record<string, () => Promise<{accompany: (tank: SloshTank, post: (message: object) => void, isSpatial: () => boolean) => void}>>} */
const companions = { kiosk: again(() => import('./kiosk.js')), sound: again(() => import('./sound.js')) };
const menuScript = again(() => import('./menu.js'));
const helpScript = again(() => import('./help.js'));
/** Milliseconds that a note can be read. */
const noteTime = 6000;

/** @param {string} name of an attribute */
export const isCompanion = (name) => name in companions;

export class ElementControls {
  /** With a panel. @type {import('./settings_list.js').SettingsList | null} */
  #settingsList = null;
  #isTranslated = false;
  #legends;
  #tiltButton;

  /**
   * @param {object} options
   * @param {SloshTank} options.host
   * @param {ReturnType<typeof import('../element/shadow_dom.js').buildShadow>} options.shadow
   * @param {() => Tank | null} options.tank
   * @param {(key: string, value: unknown) => void} options.change of a setting, by the reader
   * @param {(text: string) => void} options.tell
   */
  constructor({ host, shadow, tank, change, tell }) {
    this.host = host;
    this.shadow = shadow;
    this.tank = tank;
    this.change = change;
    this.tell = tell;
    this.#legends = new LegendBox(host, shadow.legend, tell);
    this.#tiltButton = new TiltButton(shadow.tilt, (message) => tank()?.post(message), tell);
    const { menu, menuList, grip } = shadow;
    grip.addEventListener('click', () => grip.setAttribute('aria-pressed', String(!this.grips)));
    const startMenu = () => menuScript().then((module) => module.startMenu(host, menu, menuList), (error) => {
      this.#fail('the menu', error);
      menu.addEventListener('click', startMenu, { once: true });
    });
    menu.addEventListener('click', startMenu, { once: true });
    host.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Keys of the element with a panel; those of the fluid are in input.js. @param {KeyboardEvent} event */
  #onKey(event) {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    const tank = this.tank();
    if (!this.host.controls || altKey || (tank && this.shadow.root.activeElement === tank.field)) return;
    const turns = (ctrlKey || metaKey) && { z: shiftKey ? 'redo' : 'undo', y: 'redo' }[key.toLowerCase()];
    if (turns) tank?.post({ type: 'command', name: turns });
    else if (key === '?' && !ctrlKey && !metaKey) helpScript().then(({ showHelp }) => showHelp(this.host), (error) => this.#fail('the help', error));
    else return;
    event.preventDefault();
  }

  /** Tells the reader over the tank, for some seconds. @param {string} text */
  note(text) {
    const note = Object.assign(document.createElement('div'), { className: 'note', textContent: text });
    note.setAttribute('role', 'alert');
    this.shadow.root.append(note);
    setTimeout(() => note.remove(), noteTime);
  }

  /** A script could not be loaded. @param {string} what @param {Error} error */
  #fail(what, { message }) {
    this.tell(`${what}: ${message}`);
    this.note(textFor(this.host, 'offline'));
  }

  /** A tank starts. */
  show() {
    this.#tiltButton.show();
    this.shadow.menu.hidden = !this.host.controls;
  }

  /** There is no tank to control. */
  hide() {
    const { menu, grip, tilt } = this.shadow;
    menu.hidden = grip.hidden = tilt.hidden = true;
  }

  /** The tank ends. */
  stop() {
    this.#tiltButton.turnOff();
  }

  /** @param {import('./legend.js').Legend[]} legends */
  showLegends(legends) {
    this.#legends.show(legends);
  }

  /** One finger moves the container of a 3D scene. */
  get grips() {
    return this.shadow.grip.getAttribute('aria-pressed') === 'true';
  }

  /** The grip, where the scene and the device need it. */
  showGrip() {
    const { grip } = this.shadow;
    grip.hidden = !is3d(sceneNameOf(this.host)) || !matchMedia('(pointer: coarse)').matches;
    if (grip.hidden) grip.setAttribute('aria-pressed', 'false');
  }

  /** The panel's texts by their English form, where the page is not in English. @returns {Promise<Record<string, string>>} */
  async #panelTexts() {
    if (/^(en\b.*)?$/.test(languageOf(this.host))) return {};
    const { panelTexts } = await import('./panel_texts.js');
    return panelTexts(this.host);
  }

  /** The panel, which may have had another language before. */
  async translatePanel() {
    const tank = this.tank();
    const texts = await this.#panelTexts();
    const pairs = Object.entries(texts).flat();
    if (pairs.length > 0 || this.#isTranslated) tank?.post({ type: 'panel-texts', pairs });
    this.#isTranslated = pairs.length > 0;
    this.#settingsList?.translate(texts);
  }

  /** The panel's first settings as native inputs. @param {import('./settings_list.js').Parameter[]} list */
  async listSettings(list) {
    const [{ SettingsList }, texts] = await Promise.all([import('./settings_list.js'), this.#panelTexts()]);
    if (!this.tank() || !this.host.controls) return;
    this.#settingsList ??= new SettingsList(this.host, this.change);
    this.#settingsList.show(list, texts);
  }

  updateSettings() {
    this.#settingsList?.update();
  }

  hideSettings() {
    this.leave();
    this.#settingsList?.hide();
  }

  /** Menu and help close: in another place they would be no overlays. */
  leave() {
    this.shadow.root.dispatchEvent(new Event('leave'));
  }

  /** Starts what the element has by its attributes. */
  startCompanions() {
    for (const [name, load] of Object.entries(companions))
      if (this.tank() && this.host.hasAttribute(name))
        load().then(({ accompany }) => accompany(this.host, (message) => this.tank()?.post(message), () => is3d(sceneNameOf(this.host))), (error) => this.#fail(name, error));
  }

  /** A hint that the tank can be dragged, where the page wants it. */
  async prompt() {
    const tank = this.tank();
    if (!tank || choiceOf(this.host, 'interaction-prompt') !== 'auto') return;
    const { showPrompt } = await import('./prompt.js');
    showPrompt({ tank: this.host, prompt: this.shadow.prompt, canvas: tank.canvas, post: (message) => tank.post(message) });
  }
}
