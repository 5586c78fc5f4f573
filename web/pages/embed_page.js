// embed.html: a tank with settings from the address, and messages between it and the page around its frame.
//
// The page sends { type: 'slosh', id, call, key, value } with `call` one of `calls`, and gets { type: 'slosh', id, result } or
// { type: 'slosh', id, error }. After the call `listen` it also gets { type: 'slosh', event, detail } for each event. With
// ?origin=https://my.site in the address only pages of that origin are answered.

import { isAskedForOembed, tank } from './tank_from_url.js';

const events = ['load', 'play', 'pause', 'scene-change', 'visibility', 'context-lost', 'frame-stats', 'message', 'error', 'progress'];
const given = new URLSearchParams(location.search).get('origin');
const allowed = given !== null && URL.canParse(given) ? new URL(given).origin : given;
/** The origin of the page that listens, or ''. */
let listener = '';

/** @type {Record<string, (key: string, value: unknown) => unknown>} */
const calls = {
  play: () => tank.play(),
  pause: () => tank.pause(),
  step: () => tank.step(),
  reset: () => tank.reset(),
  set: (key, value) => tank.set(key, value),
  get: (key) => tank.get(key),
  state: () => tank.state,
  save: () => tank.saveState(),
  restore: (_, state) => {
    tank.state = /** @type {any} */ (state);
  },
  stats: () => tank.stats,
  picture: (_, options) => tank.toBlob(/** @type {any} */ (options) ?? {}),
  listen: () => {},
};

addEventListener('message', async ({ source, origin, data }) => {
  if (data?.type !== 'slosh' || source !== parent || source === window) return;
  if (allowed !== null && origin !== allowed) return console.warn(`slosh: a message from ${origin} is not answered: the address allows ${allowed}`);
  // A frame without an origin can be answered by everyone only.
  const target = origin === 'null' ? '*' : origin;
  const { id, call } = data;
  /** @type {any} */
  const reply = { type: 'slosh', id };
  try {
    if (!Object.hasOwn(calls, call)) throw new Error(`slosh: "${String(call).slice(0, 40)}" is not one of ${Object.keys(calls).join(', ')}`);
    if (call === 'listen') listener = target;
    reply.result = await calls[call]?.(data.key, data.value);
  } catch (error) {
    reply.error = error instanceof Error ? error.message : String(error);
  }
  parent.postMessage(reply, target);
});

for (const name of events)
  tank.addEventListener(name, (event) => {
    const { detail, loaded, total } = /** @type {any} */ (event);
    if (listener) parent.postMessage({ type: 'slosh', event: name, detail: name === 'progress' ? { loaded, total } : detail }, listener);
  });

if (isAskedForOembed) await import('./oembed_page.js');
