// oEmbed (oembed.com, version 1.0) for the addresses of a site: what an editor needs to embed a tank whose link was pasted. Free of
// the page, so that any server in JavaScript can answer with it (tools/serve.mjs does, at embed.html?oembed).

import { addNeeds, frameOf } from '../element/frame_code.js';
import { pictures } from '../scenes/index.js';

/** @typedef {{name: string, title: string}} SceneTitle */

const usualSize = { width: 600, height: 400 };
/** Parameters of an oEmbed request; all others are settings of the tank. */
const ofRequest = ['oembed', 'url', 'maxwidth', 'maxheight', 'format'];

/**
 * The answer to a request `embed.html?oembed&SETTINGS`, or `embed.html?oembed&url=LINK` with a link to the lab or to embed.html of the
 * same site; `maxwidth` and `maxheight` bound its size, and that of the still.
 * @param {string} request absolute address
 * @param {SceneTitle[]} scenes of the catalog; the first is the one of an address without a scene
 * @returns {{error: string, status: 400 | 404 | 501} | Record<string, string | number>}
 */
export function oembedOf(request, scenes) {
  const asked = new URL(request), query = asked.searchParams;
  if (!['json', null].includes(query.get('format'))) return { error: `format: "${query.get('format')}" is not supported, json is`, status: 501 };
  const link = query.get('url') ?? asked.href;
  if (!URL.canParse(link)) return { error: `url: "${link.slice(0, 80)}" is no address`, status: 400 };
  const url = new URL(link), folder = new URL('.', asked);
  const page = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  if (url.origin !== asked.origin || new URL('.', url).pathname !== folder.pathname || !['', 'index.html', 'embed.html'].includes(page))
    return { error: `url: ${link.slice(0, 80)} is no page of ${folder.href}`, status: 404 };
  for (const name of ofRequest) url.searchParams.delete(name);
  const scene = scenes.find(({ name }) => name === url.searchParams.get('scene')) ?? scenes[0];
  if (!scene || (url.searchParams.get('scene') ?? scene.name) !== scene.name)
    return { error: `scene: "${String(url.searchParams.get('scene')).slice(0, 40)}" is not one of ${scenes.map(({ name }) => name).join(', ')}`, status: 404 };
  const size = { ...usualSize };
  for (const [side, name] of /** @type {const} */ ([['width', 'maxwidth'], ['height', 'maxheight']])) {
    const most = query.get(name);
    if (most === null) continue;
    if (!/^\d{1,5}$/.test(most) || Number(most) < 1) return { error: `${name}: a whole number of pixels from 1 to 99999, not "${most.slice(0, 20)}"`, status: 400 };
    size[side] = Math.min(size[side], Number(most));
  }
  addNeeds(url.searchParams);
  const most = (/** @type {string} */ name) => Number(query.get(name) ?? Infinity);
  const side = pictures.get(scene.name) ?? Infinity;
  const still = { thumbnail_url: new URL(`scenes/${scene.name}.webp`, folder).href, thumbnail_width: side, thumbnail_height: side };
  const embed = new URL('embed.html', folder);
  embed.search = String(url.searchParams);
  return {
    version: '1.0',
    type: 'rich',
    title: scene.title,
    provider_name: 'Slosh',
    provider_url: folder.href,
    cache_age: 86400,
    ...(side <= Math.min(most('maxwidth'), most('maxheight')) && still), // there is no smaller one
    ...size,
    html: frameOf(embed.href, { ...size, title: scene.title }),
  };
}
