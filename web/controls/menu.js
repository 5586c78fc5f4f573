// The menu of a tank with `controls`: picture, film, whole screen, link and code to embed it. Loaded when it is first opened.

import { addStyle } from './added_style.js';
import { again } from '../element/import_again.js';
import { filmType } from '../element/film_type.js';
import { addTexts, textFor } from '../element/text_for.js';

/** @typedef {import('../slosh.js').SloshTank} SloshTank */

const css = `
[part='menu-list'] {
  position: absolute;
  top: 48px;
  right: 10px;
  display: grid;
  max-width: calc(100% - 20px);
  max-height: calc(100% - 58px);
  overflow: auto;
  padding: 4px;
  border-radius: 8px;
  background: rgb(24 27 50 / 94%);
  box-shadow: 0 6px 24px rgb(0 0 0 / 30%);
}
[part='menu-list'] button {
  min-height: 36px;
  padding: 6px 14px;
  border: 0;
  border-radius: 5px;
  background: none;
  color: #e2e7f6;
  font: 400 14px/1.3 system-ui, sans-serif;
  text-align: start;
  cursor: pointer;
}
/* Above the page, which a small tank would not show. */
[part='menu-list']:popover-open { position: fixed; inset: auto; margin: 0; border: 0; max-width: calc(100vw - 16px); max-height: calc(100dvh - 16px); }
@media (forced-colors: active) {
  [part='menu-list'], [part='menu-list']:popover-open { border: 1px solid; }
  [part='menu-list'] button:focus { outline: 2px solid Highlight !important; outline-offset: -2px; }
}
[part='menu-list'] button:is(:hover, :focus) { background: rgb(255 255 255 / 14%); outline: none; }
`;
const helpScript = again(() => import('./help.js'));
const filmSeconds = 5;
/** Milliseconds that an item shows what it has done. */
const noteTime = 1500;
/** Least distance to the edge of the window, in CSS pixels. */
const edge = 8;

const english = {
  pause: 'Pause', restart: 'Restart', picture: 'Save picture', large: 'Save picture, twice as large', film: `Record ${filmSeconds} seconds`, loop: `Record a loop of ${filmSeconds} seconds`, sound: 'Sound on', mute: 'Sound off',
  recording: 'Recording {percent} %: stop', screen: 'Whole screen', link: 'Copy link', code: 'Copy code to embed', keep: 'Save settings', open: 'Open settings', badFile: 'not a file of settings', help: 'Keys and gestures', copied: 'Copied', failed: 'Not possible: {reason}',
  noPicture: 'no picture could be made', noFilm: 'no film could be made', noScreen: 'the browser refuses it',
};
const german = {
  pause: 'Anhalten', restart: 'Neu beginnen', picture: 'Bild sichern', large: 'Bild sichern, doppelt so groß', film: `${filmSeconds} Sekunden aufnehmen`, loop: `Schleife von ${filmSeconds} Sekunden aufnehmen`, sound: 'Ton an', mute: 'Ton aus',
  recording: 'Aufnahme {percent} %: beenden', screen: 'Ganzer Bildschirm', link: 'Link kopieren', code: 'Code zum Einbetten kopieren', keep: 'Einstellungen sichern', open: 'Einstellungen öffnen', badFile: 'keine Datei mit Einstellungen', help: 'Tasten und Gesten', copied: 'Kopiert', failed: 'Nicht möglich: {reason}',
  noPicture: 'es entsteht kein Bild', noFilm: 'es entsteht kein Film', noScreen: 'der Browser lehnt es ab',
};

/** @param {string} text @param {HTMLElement} parent */
function copyAsText(text, parent) {
  const field = Object.assign(document.createElement('textarea'), { value: text });
  const focused = /** @type {any} */ (parent.getRootNode()).activeElement;
  parent.append(field);
  field.focus();
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  focused?.focus();
  if (!isCopied) throw new Error(text);
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** What a reader is told of an error, by the item that has met it. @type {Record<string, string>} */
const reasons = { picture: 'noPicture', large: 'noPicture', film: 'noFilm', loop: 'noFilm', screen: 'noScreen', help: 'offline' };

/** Below the button, or as near as the window lets the whole list be; beside a button that it would cover. @param {HTMLElement} button @param {HTMLElement} list */
function place(button, list) {
  const { bottom, left, right } = button.getBoundingClientRect();
  const inside = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ of) => Math.max(edge, Math.min(at, of - size - edge));
  const top = inside(bottom + 6, list.offsetHeight, innerHeight);
  const [across, width] = [list.offsetWidth, document.documentElement.clientWidth];
  const beside = left - 6 - across >= edge ? left - 6 - across : right + 6;
  list.style.top = `${top}px`;
  list.style.left = `${inside(top < bottom ? beside : right - across, across, width)}px`;
}

/**
 * Opens the menu at each second press of its button, and now.
 * @param {SloshTank} tank @param {HTMLButtonElement} button @param {HTMLElement} list empty, in the shadow tree
 */
export function startMenu(tank, button, list) {
  addTexts(tank, { en: english, de: german });
  addStyle(list, css);
  button.addEventListener('click', () => toggleMenu(tank, button, list));
  toggleMenu(tank, button, list);
}

/** @param {SloshTank} tank @param {HTMLButtonElement} button @param {HTMLElement} list */
function toggleMenu(tank, button, list) {
  if (!list.hidden) return void list.dispatchEvent(new Event('close'));
  const ending = new AbortController();
  const { signal } = ending;
  /** Ends a film. @type {AbortController | null} */
  let filming = null;
  const say = (/** @type {string} */ name, /** @type {Record<string, string>} */ words = {}) => textFor(tank, /** @type {any} */ (name), words);
  /** A browser without popovers keeps the list in the tank. */
  const isAbove = 'popover' in list;
  const close = (focus = false) => {
    if (signal.aborted) return; // a later menu may be open in the same list
    list.hidden = true;
    if (isAbove) list.hidePopover();
    filming?.abort();
    button.setAttribute('aria-expanded', 'false');
    ending.abort();
    if (focus) button.focus({ preventScroll: true });
  };

  /** @param {string} name @param {(item: HTMLButtonElement) => unknown} act closes the menu unless it returns text to show first */
  const item = (name, act) => {
    const element = document.createElement('button');
    element.type = 'button';
    element.setAttribute('role', 'menuitem');
    element.tabIndex = -1;
    element.textContent = say(name);
    element.addEventListener('click', async () => {
      try {
        const text = await act(element);
        if (!text) return close(true);
        element.textContent = String(text);
        setTimeout(() => close(list.matches(':focus-within')), noteTime);
      } catch (error) {
        // The errors of the element are in English, for authors.
        const { message } = /** @type {Error} */ (error);
        const known = reasons[name];
        if (known) console.warn(message);
        const reason = known ? say(error instanceof TypeError && name !== 'screen' ? 'offline' : known) : message;
        element.textContent = say('failed', { reason });
      }
    });
    return element;
  };
  const copy = async (/** @type {string} */ text) => {
    // Pages without encryption have no clipboard, and frames may not be allowed to use it.
    const { clipboard } = navigator;
    await (clipboard ? clipboard.writeText(text) : Promise.reject()).catch(() => copyAsText(text, list));
    return say('copied');
  };
  const film = async (/** @type {HTMLButtonElement} */ element, loop = false) => {
    if (filming) return filming.abort();
    filming = new AbortController();
    const progress = (/** @type {number} */ value) => (element.textContent = say('recording', { percent: (100 * value).toFixed(0) }));
    const { signal } = filming;
    const blob = await tank.record({ seconds: filmSeconds, loop, signal, progress }).finally(() => (filming = null));
    save(blob, `${tank.scene}.${blob.type.includes('mp4') ? 'mp4' : 'webm'}`);
  };
  const keep = () => save(new Blob([JSON.stringify(tank.state, null, 2)], { type: 'application/json' }), `${tank.scene}.json`);
  /** Settings of a file. */
  const open = async () => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept: '.json,application/json' });
    const file = await new Promise((resolve) => {
      input.addEventListener('change', () => resolve(input.files?.[0]));
      input.addEventListener('cancel', () => resolve(null));
      input.click();
    });
    if (!file) return;
    const state = await file.text().then(JSON.parse).catch(() => null);
    if (typeof state?.scene !== 'string' || typeof state.settings !== 'object') throw new Error(say('badFile'));
    tank.state = state;
  };
  const items = [
    item(tank.paused ? 'play' : 'pause', () => (tank.paused ? tank.play() : tank.pause())),
    item('restart', () => tank.reset()),
    item('picture', async () => save(await tank.toBlob(), `${tank.scene}.png`)),
    item('large', async () => save(await tank.toBlob({ scale: 2 }), `${tank.scene}.png`)),
    ...(filmType() ? [item('film', film), item('loop', (element) => film(element, true))] : []),
    item(tank.hasAttribute('sound') ? 'mute' : 'sound', () => void tank.toggleAttribute('sound')),
    ...(document.fullscreenEnabled ? [item('screen', () => tank.toggleFullscreen())] : []),
    ...(tank.link ? [item('link', () => copy(tank.link)), item('code', () => copy(tank.embedCode()))] : []),
    item('keep', keep),
    item('open', open),
    item('help', async () => (await helpScript()).showHelp(tank)),
  ];
  list.replaceChildren(...items);
  list.hidden = false;
  if (isAbove) {
    list.popover = 'manual';
    list.showPopover();
    const follow = () => place(button, list);
    follow();
    // A note is longer than its item. In the next frame: a list that moves while sizes are told is an error event in Firefox.
    const size = new ResizeObserver(() => requestAnimationFrame(follow));
    size.observe(list);
    signal.addEventListener('abort', () => size.disconnect(), { once: true });
    for (const name of ['scroll', 'resize']) addEventListener(name, follow, { signal, capture: true, passive: true });
  }
  button.setAttribute('aria-expanded', 'true');
  items[0]?.focus({ preventScroll: true });

  list.addEventListener('close', () => close(), { signal });
  addEventListener('pagehide', () => close(), { signal }); // a film ends with its page
  list.getRootNode().addEventListener('leave', () => close(), { signal });
  const keyDown = (/** @type {KeyboardEvent} */ event) => {
    const at = items.findIndex((each) => each.matches(':focus'));
    const next = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) items.at(next % items.length)?.focus();
    else if (event.key === 'Escape') close(true);
    else if (event.key === 'Tab') return close();
    else return event.stopPropagation(); // not a shortcut of the tank
    event.preventDefault();
    event.stopPropagation();
  };
  list.addEventListener('keydown', keyDown, { signal });
  button.addEventListener('keydown', keyDown, { signal });
  document.addEventListener('pointerdown', (event) => {
    if (!event.composedPath().some((each) => each === list || each === button)) close();
  }, { signal, capture: true });
}
