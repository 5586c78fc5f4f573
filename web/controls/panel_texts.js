// The texts of the panel in the language of its element. Loaded with a panel on a page that is not in English.

import { languageOf } from '../element/text_for.js';

/** Those that come with Slosh. @type {Record<string, () => Promise<Record<string, string>>>} */
const shipped = { de: () => import('./panel_texts_de.js').then(({ german }) => german) };

/**
 * By their English form; a parameter's name as `parameter KEY`. A page adds its own as `SloshTank.texts.fr = { panel: { Search: 'Chercher' } }`.
 * @param {Element} element @returns {Promise<Record<string, string>>}
 */
export async function panelTexts(element) {
  const language = languageOf(element);
  const own = /** @type {import('../slosh.js').SloshTank['constructor'] & {texts: Record<string, {panel?: Record<string, string>}>}} */ (element.constructor).texts;
  /** @type {Record<string, string>} */
  const all = {};
  for (const name of new Set([language.split('-')[0] ?? '', language])) {
    const words = await shipped[name]?.();
    if (words) own[name] = { ...own[name], panel: { ...words, ...own[name]?.panel } }; // for the name of the tank, too
    Object.assign(all, own[name]?.panel);
  }
  // An empty text would be a button without a name.
  return Object.fromEntries(Object.entries(all).filter(([, text]) => typeof text === 'string' && text !== ''));
}
