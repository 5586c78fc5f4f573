// Adds a tank to the element with the attribute data-tank, which lists attributes of the tank, with settings from the
// page's address: ?scene=honey&particles=3000. Flags of the element are attributes; all other keys are passed to set(), which
// accepts any name, so that an address can neither add an event handler nor break the page.

import { SloshTank } from '../slosh.js';

const flags = new Set(['controls', 'paused', 'autoplay', 'theme', 'reveal', 'loading', 'poster', 'alt', 'touch-action', 'interaction-prompt', 'environment', 'kiosk', 'sound']);
/** Keys of the page, or of those that count its readers; not of the tank. @param {string} key */
const isOfPage = (key) => /^(origin|oembed|utm_.*|fbclid|gclid|msclkid|mc_.id|ref)$/.test(key);

/** Whether a key of an address is a setting, and not a flag of the element or the page. @param {string} key */
export const isOfTank = (key) => !isOfPage(key) && !flags.has(key);

/**
 * @param {HTMLElement} parent
 * @param {string} query
 */
export function tankFromUrl(parent, query) {
  const tank = /** @type {SloshTank} */ (document.createElement('slosh-tank'));
  for (const attribute of (parent.dataset.tank ?? '').split(' ')) {
    const [name, value = ''] = attribute.split('=');
    if (name) tank.setAttribute(name, value);
  }
  const all = [...new URLSearchParams(query)].filter(([key]) => !isOfPage(key)), settings = all.filter(([key]) => !flags.has(key));
  // A link to the lab has the state of a reader, an address in a frame the settings of an author: the panel goes back to these.
  if ('state' in parent.dataset) tank.state = { scene: new Map(settings).get('scene') ?? tank.scene, settings: Object.fromEntries(settings.filter(([key]) => key !== 'scene')) };
  else for (const [key, value] of settings) tank.set(key, value);
  for (const [key, value] of all)
    if (!flags.has(key)) continue;
    else if (value === 'false' && key !== 'autoplay') tank.removeAttribute(key);
    else tank.setAttribute(key, value);
  if (tank.theme !== 'auto') document.documentElement.style.colorScheme = tank.theme;
  return tank;
}

const parent = /** @type {HTMLElement} */ (document.querySelector('[data-tank]'));
export const isAskedForOembed = new URLSearchParams(location.search).has('oembed');
export const tank = tankFromUrl(parent, location.search);
// After the page has attached its listeners.
// With ?oembed the page shows what an editor needs to embed it (embed_page.js), and no tank.
if (!isAskedForOembed) queueMicrotask(() => parent.prepend(tank));
