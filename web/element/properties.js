// The properties of <slosh-tank>: one for each attribute of the element, and one for each parameter of the catalog, in
// kebab-case and in camelCase.

import { camelCase, defaultOf, keysByAttribute } from './catalog_keys.js';

// Without a DOM (server-side rendering) the import does nothing.
const Base = globalThis.HTMLElement ?? class {};

/** Attributes with one of these values, the first by default. @type {Record<string, string[]>} */
export const enumerated = {
  loading: ['lazy', 'eager'],
  reveal: ['auto', 'interaction', 'manual'],
  theme: ['auto', 'light', 'dark'],
  'interaction-prompt': ['none', 'auto'],
  'touch-action': ['pan-y', 'pan-x', 'none', 'auto', 'manipulation'],
};
/** Attributes that are there or not. */
export const flags = ['kiosk', 'sound'];
const texts = ['environment', 'poster', 'alt'];
const sizes = ['width', 'height'];

/** The base class of the element: get() and set() access a parameter, all other properties are attributes. */
export class TankProperties extends Base {
  /** @abstract @param {string} _name @returns {any} */
  get(_name) {}

  /** @abstract @param {string} _name @param {unknown} _value */
  set(_name, _value) {}

  get paused() {
    return this.hasAttribute('paused');
  }
  set paused(value) {
    this.toggleAttribute('paused', Boolean(value));
  }
  /** A kiosk has no panel. */
  get controls() {
    return this.hasAttribute('controls') && !this.hasAttribute('kiosk');
  }
  set controls(value) {
    this.toggleAttribute('controls', Boolean(value));
  }
  /** Of floor, room and reflections: 'light', 'dark' or 'auto', as the page. */
  get theme() {
    return choiceOf(this, 'theme');
  }
  set theme(value) {
    put(this, 'theme', value);
  }
  get autoplay() {
    return this.getAttribute('autoplay') !== 'false';
  }
  set autoplay(value) {
    this.setAttribute('autoplay', value ? 'true' : 'false');
  }
  /** @returns {string} */
  get scene() {
    return this.get('scene');
  }
  set scene(value) {
    this.set('scene', value);
  }
}

/** An empty attribute is the first scene. @param {TankProperties} tank */
export const sceneNameOf = (tank) => tank.scene || String(defaultOf('scene'));

/** @param {string} text @param {string} name of an enumerated attribute */
function choice(text, name) {
  const values = enumerated[name] ?? [];
  return (values.includes(text) ? text : values[0]) ?? '';
}

/** The value of an enumerated attribute; an invalid one is the default. @param {any} element @param {string} name @returns {string} */
export const choiceOf = (element, name) => choice(element.getAttribute(name) ?? '', name);

/** A framework may give no value. @param {Element} element @param {string} name @param {any} value */
const put = (element, name, value) => (value == null ? element.removeAttribute(name) : element.setAttribute(name, value));

/**
 * Why the value of an attribute is not accepted, or ''.
 * @param {string} name @param {string | null} value
 */
export function whyInvalid(name, value) {
  if (value === null) return '';
  const shown = `${name}: "${value.slice(0, 40)}"`;
  const values = enumerated[name];
  if (value === 'false' && ['controls', 'paused', ...flags].includes(name)) return `${shown} is on, as in HTML`;
  if (values && !values.includes(value)) return `${shown} is not one of ${values.join(', ')}`;
  if (name === 'kiosk' && !/^(\d{1,5}(\.\d+)?)?$/.test(value)) return `${shown} is not a number of seconds`;
  return /^(width|height)$/.test(name) && !/^[1-9]\d{0,4}$/.test(value) ? `${shown} is not a number of CSS pixels` : '';
}

/** @param {object} prototype @param {string} name @param {(this: any) => any} get @param {(this: any, value: any) => void} set */
const define = (prototype, name, get, set) => Object.defineProperty(prototype, name, { configurable: true, enumerable: true, get, set });

/** Defines the properties of attributes and parameters, except for names that the class already has. @param {TankProperties} prototype */
export function defineProperties(prototype) {
  /** @param {string} name @param {(text: string, name: string) => unknown} read */
  const reflect = (name, read) => {
    if (!(name in prototype)) define(prototype, camelCase(name), function () { return read(this.getAttribute(name) ?? '', name); }, function (value) { put(this, name, value); });
  };
  for (const name of texts) reflect(name, String);
  for (const name of sizes) reflect(name, (text) => +text || 0);
  for (const name of flags)
    define(prototype, name, function () { return this.hasAttribute(name); }, function (value) { this.toggleAttribute(name, Boolean(value)); });
  for (const name of Object.keys(enumerated)) reflect(name, choice);
  for (const [attribute, { key }] of keysByAttribute)
    for (const name of new Set([attribute, camelCase(attribute)]))
      if (!(name in prototype)) define(prototype, name, function () { return this.get(key); }, function (value) { this.set(key, value); });
}

/**
 * Properties that were set before the element was defined hide the accessors of the class: sets them again.
 * @param {TankProperties} element @param {TankProperties} prototype
 */
export function adoptProperties(element, prototype) {
  const values = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
  for (const name of Object.keys(element)) {
    if (!(name in prototype)) continue;
    const value = values[name];
    delete values[name];
    values[name] = value;
  }
}
