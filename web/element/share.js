// A tank as text: a link to it, and the lines that embed it.

import { attributeOf } from './catalog_keys.js';
import { siteAddress } from './files.js';
import { addNeeds, escapedHtml as escaped, frameOf } from './frame_code.js';

/**
 * The scene of a tank and the settings that are not the scene's own, by key; with the bytes of particle_bytes.js if it was saved
 * with its particles.
 * @typedef {{scene: string, settings: Record<string, string | number | boolean>, particles?: Uint8Array}} TankState
 */

/** Without the tool in the reader's hand: another one's first drag would draw. Nor with the empty texts of what is not there.
 * @param {TankState} state */
const settingsOf = ({ scene, settings: { tool, ...settings } }) =>
  new URLSearchParams([['scene', scene], ...Object.entries(settings).filter(([, value]) => value !== '').map(([key, value]) => [key, String(value)])]);

/** @param {string} page of the site @param {URLSearchParams} settings @returns {string} '' without a site */
function addressOf(page, settings) {
  const url = siteAddress(page);
  if (url) url.search = String(settings);
  return url?.href ?? '';
}

/** The lab with the state of a tank; '' without a site. @param {TankState} state */
export function linkTo(state) {
  const settings = settingsOf(state);
  if (settings.get('quality') === 'auto') settings.delete('quality'); // as the lab has it
  return addressOf('index.html', settings);
}

/**
 * HTML that embeds a tank; '' without a site.
 * @param {'element' | 'iframe'} kind @param {TankState} state @param {{width: number, height: number, title: string}} look CSS pixels
 */
export function codeOf(kind, state, { width, height, title }) {
  const script = siteAddress('slosh.js');
  if (!script) return '';
  const settings = settingsOf(state);
  addNeeds(settings);
  if (kind === 'iframe') return frameOf(addressOf('embed.html', settings), { width, height, title });
  const attributes = [...[...settings].map(([key, value]) => [attributeOf(key), value]), ['width', width], ['height', height], ['alt', title]];
  const text = attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  return `<script type="module" src="${escaped(script.href)}"></script>\n<slosh-tank${text}></slosh-tank>`;
}
