// The simulation in a tank's module: the calls of src/app/web/exports.cpp.

/** @typedef {Record<string, any> & {HEAPU8: Uint8Array}} Module */

const encoder = new TextEncoder();
/** @type {Record<string, number>} */
const commands = { pause: 0, play: 1, step: 2, reset: 3, panel: 4, openPanel: 5, closePanel: 6, undo: 7, redo: 8 };

/** Texts are passed to the module joined by NUL, so none may contain one. @param {Module} module @param {unknown[]} texts */
function writeTexts(module, ...texts) {
  const bytes = encoder.encode(texts.map((text) => String(text).replaceAll('\0', '\ufffd')).join('\0'));
  const at = module._slosh_text(bytes.length);
  module.HEAPU8.set(bytes, at);
  module.HEAPU8[at + bytes.length] = 0;
}

export class ModuleApp {
  module;
  /** Its address in the module. */
  #at;

  /** @param {Module} module @param {number} at */
  constructor(module, at) {
    this.module = module;
    this.#at = at;
  }

  /**
   * @param {Module} module
   * @param {string} scene @param {[string, string][]} settings @param {number} workers threads, this one included
   * @returns {ModuleApp | null} null where the scene cannot be opened
   */
  static open(module, scene, settings, workers) {
    writeTexts(module, scene, ...settings.flat());
    const at = module._slosh_open(workers);
    return at ? new ModuleApp(module, at) : null;
  }

  /** The call `_slosh_${name}` with numbers. @param {string} name @param {number[]} numbers @returns {number} */
  call(name, ...numbers) {
    return this.module[`_slosh_${name}`](this.#at, ...numbers);
  }

  /** Whether a paused tank must draw again. */
  get waits() {
    return Boolean(this.module._slosh_waits?.(this.#at));
  }

  /** @param {string} key @param {string | null} value null: the scene's own @returns {number} as SetReply.status in tank.js */
  set(key, value) {
    writeTexts(this.module, key, value ?? '');
    return this.call(value === null ? 'unset' : 'set');
  }
  /** Other names have no effect. @param {string} name */
  command(name) {
    const number = commands[name];
    if (number !== undefined) this.call('command', number);
  }
  /** @param {string} kinds @param {string} container */
  pageColours(kinds, container) {
    writeTexts(this.module, kinds, container);
    this.call('page_colours');
  }

  /** What the panel resets to. @param {string[]} pairs keys and texts in turn */
  authorSettings(pairs) {
    writeTexts(this.module, ...pairs);
    this.module._slosh_author_settings?.(this.#at);
  }

  /** @param {string[]} pairs English and translated texts in turn */
  panelTexts(pairs) {
    writeTexts(this.module, ...pairs);
    this.module._slosh_panel_texts?.(this.#at);
  }

  /** @param {string} code @param {boolean} down @param {number} modifiers */
  key(code, down, modifiers) {
    writeTexts(this.module, code);
    this.call('key', Number(down), modifiers);
  }

  /** The particles as numbers: src/app/state/saved_state.h. */
  save() {
    const at = this.call('save');
    return new Float32Array(this.module.HEAPU8.slice(at, at + 4 * this.module._slosh_numbers_count()).buffer);
  }
  /** @param {Float32Array} numbers */
  restore(numbers) {
    const at = this.module._slosh_numbers(numbers.length);
    this.module.HEAPU8.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), at);
    this.call('restore');
  }
}
