// Adds a tank to the element with the attribute data-tank, with settings from the page's address:
// ?scene=honey&particles=3000. Flags of the element are attributes; everything else goes to set(), which
// accepts any name, so that an address can neither add a handler nor break the page.

import { SloshTank } from './slosh.js';

const flags = new Set(['controls', 'paused', 'autoplay']);

/**
 * @param {HTMLElement} place
 * @param {string} query
 */
export function tankFromUrl(place, query) {
  const tank = /** @type {SloshTank} */ (document.createElement('slosh-tank'));
  for (const flag of (place.dataset.tank ?? '').split(' ')) if (flag) tank.setAttribute(flag, '');
  for (const [key, value] of new URLSearchParams(query))
    if (!flags.has(key)) tank.set(key, value);
    else if (value === 'false' && key !== 'autoplay') tank.removeAttribute(key);
    else tank.setAttribute(key, value);
  return tank;
}

const place = /** @type {HTMLElement} */ (document.querySelector('[data-tank]'));
export const tank = tankFromUrl(place, location.search);
// The page's own listeners are attached before anything can happen.
queueMicrotask(() => place.prepend(tank));
