// Pointer, wheel, key and text input of one canvas, posted to its worker: moves and wheel at most once per frame.
//
// A canvas with the focus is "active": it handles keys, every touch and, for its panel and in 3D scenes, the wheel. Without
// the focus vertical swipes and the wheel scroll the page; on a page that cannot scroll the canvas takes them, too. The focus of
// a finger ends some seconds after its last touch, so that a tapped tank does not hold the page.

import { is3d } from './catalog_keys.js';
import { parentOf } from './composed_tree.js';

/** `x` and `y` are from 0 to 1 across the canvas, downwards. @typedef {{type: number, id: number, device: number, buttons: number, x: number, y: number}} PointerEntry */

/** As PointerEvent::Type and PointerEvent::Device in src/app/input/input.h. */
const pointerTypes = /** @type {const} */ ({
  pointermove: 0,
  pointerdown: 1,
  pointerup: 2,
  pointerleave: 3,
  pointercancel: 3,
});
/** @type {Record<string, number>} */
const devices = { mouse: 0, touch: 1, pen: 2 };
/** By the character of the key, which does not depend on the keyboard layout. @type {Record<string, string>} */
const shortcuts = { ' ': 'Space', '.': 'Period', r: 'KeyR', R: 'KeyR', h: 'KeyH', H: 'KeyH', b: 'KeyB', B: 'KeyB', p: 'KeyP', P: 'KeyP', i: 'KeyI', I: 'KeyI' };
/** Keys that repeat while they are held down; the others act once. */
const repeating = /^(Arrow.*|Period|KeyI)$/;
const modifierKey = /^(Shift|Control|Alt|Meta)$/;
/** Something to delete, so that a virtual keyboard reports its backspace. */
const sentinel = ' ';

/** Milliseconds after the last touch. */
const touchFocusTime = 4000;
/** Milliseconds after which a finger at rest acts, but with a tool that draws or erases; with one that leaves something, those of a
 * long press. */
const restTime = 150;
const longTime = 500;
/** CSS pixels, after which it does not scroll. */
const sideways = 8;
/** Pixels of the wheel event's delta per line and per page, as in most browsers. */
const linePixels = 20;
const pagePixels = 400;
/** Wheel pixels of one notch of a mouse. */
const notchPixels = 100;

/** As PointerEvent::Modifiers in src/app/input/input.h. */
const modifiersOf = (/** @type {KeyboardEvent | PointerEvent} */ event) =>
  (event.shiftKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.altKey ? 4 : 0) | (event.metaKey ? 8 : 0);

/**
 * The key's name for the worker, or '' if a tank does not use the key.
 * @param {KeyboardEvent} event
 * @param {boolean} panel
 */
export function shortcutOf(event, panel) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return '';
  const code = /^Arrow(Left|Right|Up|Down)$/.test(event.key) ? event.key : (shortcuts[event.key] ?? (/^[1-8]$/.test(event.key) ? `Digit${event.key}` : ''));
  return /^Key[HI]$/.test(code) && !panel ? '' : code;
}

/**
 * Whether a wheel or a swipe over an element scrolls something. A page in a frame hands them on to the page around it.
 * @param {Element} element
 */
function canScroll(element) {
  if (window !== parent) return true;
  const root = document.scrollingElement ?? document.documentElement;
  const overflowOf = (/** @type {Element} */ at) => (at.scrollHeight > at.clientHeight + 1 ? getComputedStyle(at).overflowY : 'hidden');
  if (!/hidden|clip/.test(overflowOf(root))) return true;
  // The overflow of the body is that of the window, unless the root has its own.
  const isWindow = getComputedStyle(root).overflowY === 'visible';
  for (let at = parentOf(element); at && at !== root; at = parentOf(at))
    if (/auto|scroll/.test(overflowOf(at)) && !(isWindow && at === document.body)) return true;
  return false;
}

/** What is posted to the module: pointers and wheel at most once a frame, and before any key that comes after them. */
class Outbox {
  /** @type {PointerEntry[]} */
  #entries = [];
  #wheelX = 0;
  #wheelY = 0;
  #frame = 0;
  /** Keys that are down. @type {Set<string>} */
  pressed = new Set();

  /** @param {(message: object) => void} post @param {AbortSignal} signal */
  constructor(post, signal) {
    this.post = post;
    signal.addEventListener('abort', () => cancelAnimationFrame(this.#frame), { once: true });
  }

  /** @param {PointerEntry} entry @param {unknown} [waits] for what comes next */
  pointer(entry, waits) {
    const last = this.#entries[this.#entries.length - 1];
    const supersedes = last && entry.type === pointerTypes.pointermove && last.type === entry.type && last.id === entry.id && last.buttons === entry.buttons;
    if (supersedes) this.#entries.pop();
    this.#entries.push(entry);
    if (!waits) this.#schedule();
  }

  /** @param {number} dx @param {number} dy */
  wheel(dx, dy) {
    this.#wheelX += dx;
    this.#wheelY += dy;
    this.#schedule();
  }

  /** Ctrl must not be released before the click that it modifies. @param {string} code @param {boolean} down @param {number} modifiers */
  key(code, down, modifiers) {
    this.flush();
    this.post({ type: 'key', code, down, modifiers });
    if (down) this.pressed.add(code);
    else this.pressed.delete(code);
  }

  /** Of what waits. */
  forget() {
    this.#entries = [];
  }

  #schedule() {
    this.#frame ||= requestAnimationFrame(() => this.flush());
  }

  flush() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#entries.length) this.post({ type: 'pointer', list: this.#entries });
    if (this.#wheelX || this.#wheelY) this.post({ type: 'wheel', dx: this.#wheelX / notchPixels, dy: this.#wheelY / notchPixels });
    this.#entries = [];
    this.#wheelX = this.#wheelY = 0;
  }
}

/**
 * @typedef {object} Parts
 * @property {HTMLCanvasElement} canvas
 * @property {HTMLInputElement} field receives text while a field of the panel is being edited
 * @property {HTMLElement} host
 * @property {boolean} panel
 * @property {() => boolean} grips a finger does what the mouse does with Shift
 * @property {(event: MouseEvent) => {x: number, y: number}} placeOf where it is on the canvas, from 0 to 1
 * @property {(message: object) => void} post
 * @property {AbortSignal} signal removes all listeners
 */

/** @param {Parts} parts */
export function listen(parts) {
  const out = new Outbox(parts.post, parts.signal);
  const page = listenToPage(parts, out);
  listenToPointers(parts, out, page);
  listenToKeys(parts, out);
  listenToText(parts, out);
}

/** @param {Parts} parts @param {Outbox} out @param {{isFree: boolean}} page */
function listenToPointers({ canvas, host, grips, placeOf, post, signal }, out, page) {
  let touchTimer = 0;
  /** Of a finger that may scroll the page yet: until that is decided, nothing of it is posted. @type {PointerEvent | null} */
  let press = null;
  signal.addEventListener('abort', () => clearTimeout(touchTimer), { once: true });
  /** @param {PointerEvent} event */
  const onPointer = (event) => {
    const type = pointerTypes[/** @type {keyof typeof pointerTypes} */ (event.type)];
    const isTouch = event.pointerType === 'touch';
    if (type === pointerTypes.pointerdown) {
      clearTimeout(touchTimer);
      press = isTouch && event.isPrimary && !/none|pan-x/.test(getComputedStyle(canvas).touchAction) ? event : null;
      const { tool } = /** @type {any} */ (host);
      if (!/pen|erase/.test(tool)) touchTimer = Number(setTimeout(() => (press = null, out.flush()), /pour|drop/.test(tool) ? longTime : restTime));
      canvas.classList.toggle('touched', isTouch);
      canvas.classList.add('grabbed');
      try {
        canvas.setPointerCapture(event.pointerId);
      } catch {
        // A pointer created by a script cannot be captured, which is not needed.
      }
      if (event.button === 1) event.preventDefault();
    } else if (press && (type || Math.abs(event.clientX - press.clientX) > Math.max(Math.abs(event.clientY - press.clientY), sideways))) {
      press = null;
      if (type > 2) out.forget(); // the page scrolls
    }
    out.pointer({
      type,
      id: event.pointerId,
      device: devices[event.pointerType] ?? 0,
      buttons: event.buttons | ((modifiersOf(event) | (isTouch && grips() ? 1 : 0)) << 8),
      ...placeOf(event),
    }, press);
    if (type < 2) return;
    canvas.classList.remove('grabbed');
    // Not every touch browser focuses the tapped element. A swipe ends with pointercancel instead.
    if (event.type === 'pointerup') canvas.focus({ preventScroll: true });
    if (!isTouch || page.isFree) return;
    clearTimeout(touchTimer); // a finger goes up and leaves
    touchTimer = Number(setTimeout(() => canvas.blur(), touchFocusTime));
  };
  for (const name of Object.keys(pointerTypes))
    canvas.addEventListener(name, /** @type {EventListener} */ (onPointer), { signal });
  // Of a link or a draggable element around the tank, which would be dragged in the place of the fluid.
  document.addEventListener('dragstart', (event) => {
    if (canvas.classList.contains('grabbed')) event.preventDefault();
  }, { signal, capture: true });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  canvas.addEventListener('dblclick', () => {
    out.flush();
    post({ type: 'key', code: 'DoubleClick', down: true, modifiers: 0 });
  }, { signal });
}

/** @param {Parts} parts @param {Outbox} out */
function listenToKeys({ canvas, panel, signal }, out) {
  canvas.addEventListener('keydown', (event) => {
    canvas.classList.remove('touched');
    if (event.key === 'Escape' && !panel) canvas.blur();
    if (panel && modifierKey.test(event.key)) return out.key(event.code, true, modifiersOf(event)); // modifies a click
    const code = shortcutOf(event, panel);
    if (!code) return;
    event.preventDefault();
    if (!event.repeat || repeating.test(code)) out.key(code, true, modifiersOf(event));
  }, { signal });
  canvas.addEventListener('keyup', (event) => {
    const code = shortcutOf(event, panel) || event.code;
    if (!out.pressed.has(code)) return;
    out.key(code, false, modifiersOf(event));
    event.stopPropagation();
  }, { signal });
}

/** @param {Parts} parts @param {Outbox} out */
function listenToText({ field, post, signal }, out) {
  field.value = sentinel;
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (!event.isComposing && event.code) out.key(event.code, event.type === 'keydown', modifiersOf(event));
  };
  field.addEventListener('keydown', onKey, { signal });
  field.addEventListener('keyup', onKey, { signal });
  const takeText = () => {
    for (const character of field.value.slice(sentinel.length))
      post({ type: 'character', codepoint: character.codePointAt(0) });
    field.value = sentinel;
  };
  field.addEventListener('input', (event) => {
    const { isComposing, inputType } = /** @type {InputEvent} */ (event);
    if (isComposing) return;
    if (field.value.length < sentinel.length && inputType.startsWith('delete') && !out.pressed.has('Backspace'))
      for (const down of [true, false]) post({ type: 'key', code: 'Backspace', down, modifiers: 0 });
    takeText();
  }, { signal });
  field.addEventListener('compositionend', takeText, { signal });
}

/**
 * The focus, and what the page around the canvas leaves to it: the wheel, and the swipes of a page that cannot scroll.
 * @param {Parts} parts @param {Outbox} out
 * @returns {{isFree: boolean}} whether nothing scrolls under the canvas, as of now
 */
function listenToPage({ canvas, field, host, post, signal }, out) {
  const page = { isFree: false };
  let active = false;
  /** @param {WheelEvent} event */
  const onWheel = (event) => {
    // With Ctrl the wheel zooms the page. In 2D only the panel uses the wheel (settings_list.js).
    if (event.ctrlKey || !(canvas.matches('.wheeled') || is3d(/** @type {any} */ (host).scene))) return;
    event.preventDefault();
    const { DOM_DELTA_LINE, DOM_DELTA_PAGE } = WheelEvent;
    const unit = event.deltaMode === DOM_DELTA_LINE ? linePixels : event.deltaMode === DOM_DELTA_PAGE ? pagePixels : 1;
    out.wheel(event.deltaX * unit, event.deltaY * unit);
  };
  // Attached only if needed: a non-passive wheel listener delays every scroll of the page.
  const listenToWheel = () => {
    if (active || page.isFree) canvas.addEventListener('wheel', onWheel, { passive: false, signal });
    else canvas.removeEventListener('wheel', onWheel);
  };
  /** @param {boolean} now */
  const setActive = (now) => {
    if (active === now) return;
    active = now;
    canvas.classList.toggle('active', now);
    listenToWheel();
    out.pressed.clear();
    post({ type: 'focus', focused: now });
  };
  const checkPage = () => {
    page.isFree = !canScroll(host);
    canvas.classList.toggle('free', page.isFree);
    listenToWheel();
  };
  const pageSize = new ResizeObserver(checkPage);
  for (const element of [document.documentElement, document.body, host]) pageSize.observe(element);
  // Other parents may have grown.
  for (const name of ['pointerenter', 'touchend']) canvas.addEventListener(name, checkPage, { passive: true, signal });
  signal.addEventListener('abort', () => pageSize.disconnect(), { once: true });
  for (const part of [canvas, field]) {
    part.addEventListener('focus', () => setActive(true), { signal });
    part.addEventListener('blur', (event) => {
      const to = /** @type {FocusEvent} */ (event).relatedTarget;
      setActive(to === canvas || to === field);
    }, { signal });
  }
  document.addEventListener('pointerdown', (event) => {
    if (!active || event.composedPath().includes(host)) return;
    canvas.blur();
    field.blur();
  }, { signal, capture: true, passive: true });
  return page;
}
