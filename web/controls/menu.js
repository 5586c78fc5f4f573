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
[part='menu-list']:popover-open { position: fixed; inset: auto; height: auto; margin: 0; border: 0; max-width: calc(100vw - 16px); max-height: calc(100dvh - 16px); }
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
  const toggle = () => {
    if (list.hidden) new OpenMenu(tank, button, list);
    else list.dispatchEvent(new Event('close'));
  };
  button.addEventListener('click', toggle);
  toggle();
}

/** A file that the reader chooses, or null. @param {string} accept @returns {Promise<File | null | undefined>} */
function chooseFile(accept) {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept });
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

/** The menu from its opening until it closes. */
class OpenMenu {
  #tank;
  #button;
  #list;
  #ending = new AbortController();
  /** Ends a film. @type {AbortController | null} */
  #filming = null;
  #items;

  /** @param {SloshTank} tank @param {HTMLButtonElement} button @param {HTMLElement} list */
  constructor(tank, button, list) {
    this.#tank = tank;
    this.#button = button;
    this.#list = list;
    this.#items = this.#createItems();
    list.replaceChildren(...this.#items);
    list.hidden = false;
    if ('popover' in list) this.#showAbove(); // a browser without popovers keeps the list in the tank
    button.setAttribute('aria-expanded', 'true');
    this.#items[0]?.focus({ preventScroll: true });
    this.#listen();
  }

  #close(focus = false) {
    if (this.#ending.signal.aborted) return; // a later menu may be open in the same list
    this.#list.hidden = true;
    if ('popover' in this.#list) this.#list.hidePopover();
    this.#filming?.abort();
    this.#button.setAttribute('aria-expanded', 'false');
    this.#ending.abort();
    if (focus) this.#button.focus({ preventScroll: true });
  }

  /** @param {string} name @param {Record<string, string>} [words] */
  #say(name, words = {}) {
    return textFor(this.#tank, name, words);
  }

  #createItems() {
    const tank = this.#tank;
    return [
      this.#item(tank.paused ? 'play' : 'pause', () => (tank.paused ? tank.play() : tank.pause())),
      this.#item('restart', () => tank.reset()),
      this.#item('picture', async () => save(await tank.toBlob(), `${tank.scene}.png`)),
      this.#item('large', async () => save(await tank.toBlob({ scale: 2 }), `${tank.scene}.png`)),
      ...(filmType() ? [this.#item('film', (item) => this.#film(item)), this.#item('loop', (item) => this.#film(item, true))] : []),
      this.#item(tank.hasAttribute('sound') ? 'mute' : 'sound', () => void tank.toggleAttribute('sound')),
      ...(document.fullscreenEnabled ? [this.#item('screen', () => tank.toggleFullscreen())] : []),
      ...(tank.link ? [this.#item('link', () => this.#copy(tank.link)), this.#item('code', () => this.#copy(tank.embedCode()))] : []),
      this.#item('keep', () => save(new Blob([JSON.stringify(tank.state, null, 2)], { type: 'application/json' }), `${tank.scene}.json`)),
      this.#item('open', () => this.#openSettings()),
      this.#item('help', async () => (await helpScript()).showHelp(tank)),
    ];
  }

  /** @param {string} name @param {(item: HTMLButtonElement) => unknown} act closes the menu unless it returns text to show first */
  #item(name, act) {
    const item = Object.assign(document.createElement('button'), { type: 'button', tabIndex: -1, textContent: this.#say(name) });
    item.setAttribute('role', 'menuitem');
    item.addEventListener('click', async () => {
      try {
        const text = await act(item);
        if (!text) return this.#close(true);
        item.textContent = String(text);
        setTimeout(() => this.#close(this.#list.matches(':focus-within')), noteTime);
      } catch (error) {
        item.textContent = this.#say('failed', { reason: this.#reasonOf(name, /** @type {Error} */ (error)) });
      }
    });
    return item;
  }

  /** What the reader is told: the errors of the element are in English, for authors. @param {string} name of the item @param {Error} error */
  #reasonOf(name, error) {
    const known = reasons[name];
    if (!known) return error.message;
    console.warn(error.message);
    return this.#say(error instanceof TypeError && name !== 'screen' ? 'offline' : known);
  }

  /** @param {string} text */
  async #copy(text) {
    // Pages without encryption have no clipboard, and frames may not be allowed to use it.
    const { clipboard } = navigator;
    await (clipboard ? clipboard.writeText(text) : Promise.reject()).catch(() => copyAsText(text, this.#list));
    return this.#say('copied');
  }

  /** Begins, or ends the one that is made. @param {HTMLButtonElement} item shows the progress @param {boolean} [loop] */
  async #film(item, loop = false) {
    if (this.#filming) return this.#filming.abort();
    this.#filming = new AbortController();
    const progress = (/** @type {number} */ value) => (item.textContent = this.#say('recording', { percent: (100 * value).toFixed(0) }));
    const { signal } = this.#filming;
    const blob = await this.#tank.record({ seconds: filmSeconds, loop, signal, progress }).finally(() => (this.#filming = null));
    save(blob, `${this.#tank.scene}.${blob.type.includes('mp4') ? 'mp4' : 'webm'}`);
  }

  async #openSettings() {
    const file = await chooseFile('.json,application/json');
    if (!file) return;
    const state = await file.text().then(JSON.parse).catch(() => null);
    if (typeof state?.scene !== 'string' || typeof state.settings !== 'object') throw new Error(this.#say('badFile'));
    this.#tank.state = state;
  }

  /** Above the page, beside its button until it closes. */
  #showAbove() {
    const { signal } = this.#ending;
    this.#list.popover = 'manual';
    this.#list.showPopover();
    const follow = () => place(this.#button, this.#list);
    follow();
    // A note is longer than its item. In the next frame: a list that moves while sizes are told is an error event in Firefox.
    const size = new ResizeObserver(() => requestAnimationFrame(follow));
    size.observe(this.#list);
    signal.addEventListener('abort', () => size.disconnect(), { once: true });
    for (const name of ['scroll', 'resize']) addEventListener(name, follow, { signal, capture: true, passive: true });
  }

  /** To what closes it, and to its keys. */
  #listen() {
    const { signal } = this.#ending;
    const close = () => this.#close();
    this.#list.addEventListener('close', close, { signal });
    addEventListener('pagehide', close, { signal }); // a film ends with its page
    this.#list.getRootNode().addEventListener('leave', close, { signal });
    for (const part of [this.#list, this.#button]) part.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    document.addEventListener('pointerdown', (event) => {
      if (!event.composedPath().some((each) => each === this.#list || each === this.#button)) close();
    }, { signal, capture: true });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const at = this.#items.findIndex((each) => each.matches(':focus'));
    const next = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) this.#items.at(next % this.#items.length)?.focus();
    else if (event.key === 'Escape') this.#close(true);
    else if (event.key === 'Tab') return this.#close();
    else return event.stopPropagation(); // not a shortcut of the tank
    event.preventDefault();
    event.stopPropagation();
  }
}
