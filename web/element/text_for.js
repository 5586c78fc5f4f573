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

/** What the texts of the element's language have. @param {Element} element @param {(words: any) => string | undefined} read */
function find(element, read) {
  const texts = textsOf(element);
  const language = languageOf(element);
  return read(texts[language]) ?? read(texts[language.split('-')[0] ?? '']);
}

/** A text of the panel, where those of the element's language are there. @param {Element} element @param {string} english */
export const panelTextFor = (element, english) => find(element, (words) => words?.panel?.[english]) || english;

/**
 * A text in the language of the element.
 * @param {Element} element @param {string} name @param {Record<string, string>} [words] for the places
 */
export function textFor(element, name, words = {}) {
  const text = find(element, (words) => words?.[name]) ?? textsOf(element).en?.[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (whole, word) => words[word] ?? whole);
}
