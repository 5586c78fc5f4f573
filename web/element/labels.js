// The texts of a tank for readers who do not see the fluid, in the language of the element.

import { titleOf } from './catalog_keys.js';
import { languageOf, textFor } from './text_for.js';

/** @param {import('./sharing.js').TankSharing} host @param {ReturnType<typeof import('./shadow_dom.js').buildShadow>} shadow */
export function updateLabels(host, shadow) {
  const { label, canvas } = host;
  for (const name of /** @type {const} */ (['tilt', 'menu', 'grip'])) shadow[name].setAttribute('aria-label', textFor(host, name));
  shadow.play.setAttribute('aria-label', `${textFor(host, 'play')}: ${label}`);
  canvas?.setAttribute('aria-label', label);
  if (canvas) canvas.lang = label === titleOf(host.scene) ? 'en' : languageOf(host);
}
