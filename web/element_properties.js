// The properties of <slosh-tank>: one for each attribute of the element, and one for each parameter of the catalog, in
// kebab-case and in camelCase.

import { camelCase, keysByAttribute } from './catalog_keys.js';

// Without a DOM (server-side rendering) the import does nothing.
const Base = globalThis.HTMLElement ?? class {};

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
  get controls() {
    return this.hasAttribute('controls');
  }
  set controls(value) {
    this.toggleAttribute('controls', Boolean(value));
  }
  get environment() {
    return this.getAttribute('environment') ?? '';
  }
  set environment(value) {
    this.setAttribute('environment', value);
  }
  /** Of floor, room and reflections: 'light', 'dark' or 'auto', as the page. */
  get theme() {
    const theme = this.getAttribute('theme') ?? '';
    return ['light', 'dark'].includes(theme) ? theme : 'auto';
  }
  set theme(value) {
    this.setAttribute('theme', value);
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

/** Defines the properties of the parameters, except for names that the class already has. @param {TankProperties} prototype */
export function defineParameters(prototype) {
  for (const [attribute, { key }] of keysByAttribute)
    for (const name of new Set([attribute, camelCase(attribute)]))
      if (!(name in prototype))
        Object.defineProperty(prototype, name, {
          configurable: true,
          enumerable: true,
          get() {
            return this.get(key);
          },
          set(value) {
            this.set(key, value);
          },
        });
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
