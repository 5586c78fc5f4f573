// The texts of an element in its language. Scripts that are loaded later share those of the element's class, to which a page may
// have added its own.

import { parentOf } from './composed_tree.js';

/** @typedef {Record<string, Record<string, string>>} TextsByLanguage */

/** @param {Element} element a tank @returns {TextsByLanguage} */
const textsOf = (element) => /** @type {any} */ (element.constructor).texts;

/** Texts of a part that is loaded later; those of the page have precedence. @param {Element} element @param {TextsByLanguage} own by language */
export function addTexts(element, own) {
  const texts = textsOf(element);
  for (const [language, words] of Object.entries(own)) texts[language] = { ...words, ...texts[language] };
}

/** The nearest `lang`, in small letters, also around shadow trees; '' without one. @param {Element} element */
export function languageOf(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = parentOf(at)) {
    const { lang } = /** @type {HTMLElement} */ (at);
    if (lang) return lang.toLowerCase();
  }
  return '';
}

/**
 * A text in the language of the element.
 * @param {Element} element @param {string} name @param {Record<string, string>} [words] for the places
 */
export function textFor(element, name, words = {}) {
  const texts = textsOf(element);
  const language = languageOf(element);
  const text = texts[language]?.[name] ?? texts[language.split('-')[0] ?? '']?.[name] ?? texts.en?.[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (whole, word) => words[word] ?? whole);
}
