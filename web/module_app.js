// The simulation in a tank's module: the calls of src/app/web/exports.cpp.

/**
 * @typedef {Record<string, any> & {HEAPU8: Uint8Array}} Module
 * @typedef {{type: number, id: number, device: number, buttons: number, x: number, y: number}} PointerEntry in device pixels
 */

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
  close() {
    this.module._slosh_close(this.#at);
  }

  /** @param {number} now milliseconds */
  frame(now) {
    this.module._slosh_frame(this.#at, now);
  }
  /** Whether a paused tank must draw again. */
  get waits() {
    return Boolean(this.module._slosh_waits?.(this.#at));
  }
  /** Draws without a step. */
  draw() {
    this.module._slosh_capture(this.#at);
  }
  /** @param {{width: number, height: number, dpr: number, dark: boolean}} size */
  resize({ width, height, dpr, dark }) {
    this.module._slosh_resize(this.#at, width, height, dpr, Number(dark));
  }
  /** @param {boolean} lost */
  context(lost) {
    this.module._slosh_context(this.#at, Number(lost));
  }

  /** Sets a parameter. @param {string} key @param {string} value @returns {number} as SetReply.status in tank.js */
  set(key, value) {
    writeTexts(this.module, key, value);
    return this.module._slosh_set(this.#at);
  }
  /** Other names have no effect. @param {string} name */
  command(name) {
    if (name in commands) this.module._slosh_command(this.#at, commands[name]);
  }
  /** @param {string} kinds @param {string} container */
  pageColours(kinds, container) {
    writeTexts(this.module, kinds, container);
    this.module._slosh_page_colours(this.#at);
  }

  /** @param {PointerEntry} entry */
  pointer({ type, id, device, buttons, x, y }) {
    this.module._slosh_pointer(this.#at, type, id, device, buttons, x, y);
  }
  /** In notches. @param {number} dx @param {number} dy */
  wheel(dx, dy) {
    this.module._slosh_wheel(this.#at, dx, dy);
  }
  /** @param {string} code @param {boolean} down @param {number} modifiers */
  key(code, down, modifiers) {
    writeTexts(this.module, code);
    this.module._slosh_key(this.#at, Number(down), modifiers);
  }
  /** @param {number} codepoint */
  character(codepoint) {
    this.module._slosh_character(this.#at, codepoint);
  }
  /** @param {boolean} focused */
  focus(focused) {
    this.module._slosh_focus(this.#at, Number(focused));
  }
  /** @param {[number, number, number]} down */
  deviceGravity(down) {
    this.module._slosh_device_gravity(this.#at, ...down);
  }

  /** Whether the module draws an environment. */
  get hasEnvironment() {
    return Boolean(this.module._slosh_environment);
  }
  /** @param {boolean} available in the texture that environment.js has filled */
  environment(available) {
    this.module._slosh_environment(this.#at, available);
  }

  /** The particles as numbers: src/app/state/saved_state.h. */
  save() {
    const at = this.module._slosh_save(this.#at);
    return new Float32Array(this.module.HEAPU8.slice(at, at + 4 * this.module._slosh_numbers_count()).buffer);
  }
  /** @param {Float32Array} numbers */
  restore(numbers) {
    const at = this.module._slosh_numbers(numbers.length);
    this.module.HEAPU8.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), at);
    this.module._slosh_restore(this.#at);
  }
}
