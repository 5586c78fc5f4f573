// The settings that the panel shows first, as native inputs for keyboards and assistive technology: the panel is a picture. They
// follow the canvas in the order of the focus, and are seen while one of them has it. Also what the text field of the panel needs
// on a page. Loaded with a panel.

import { addStyle } from './added_style.js';
import { addTexts, textFor } from '../element/text_for.js';

/**
 * As the event `main-parameters` of the module lists them.
 * @typedef {{key: string, type: string, unit: string, doc: string, min: number, max: number, sliderMax: number, logarithmic: boolean, choices: string[]}} Parameter
 */

const css = `
.settings-box { position: absolute; inset: 10px; z-index: 1; container-type: inline-size; pointer-events: none; }
[part='settings'] {
  user-select: none;
  pointer-events: auto;
  position: absolute;
  right: 0;
  bottom: 0;
  display: grid;
  grid-template-columns: auto minmax(60px, 130px) minmax(0, 8em);
  gap: 6px 12px;
  align-items: center;
  max-width: 100%;
  max-height: 100%;
  overflow: auto;
  scroll-padding-block: 12px;
  padding: 12px 16px;
  box-sizing: border-box;
  border-radius: 10px;
  background: rgb(24 27 50 / 96%);
  color: #e2e7f6;
  font: 400 14px/1.3 system-ui, sans-serif;
}
[part='settings']:not(:focus-within) { width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[part='settings'] h3 { grid-column: 1 / -1; margin: 0; font-size: 14px; }
[part='settings'] :is(input, select) { min-width: 0; margin: 0; font: inherit; accent-color: #2d92ff; }
[part='settings'] :is(input, select):focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
[part='settings'] :is([type='range'], select) { width: 100%; }
[part='settings'] :is([type='range'], output) { direction: ltr; } /* a minus is before its number, on every page */
@container (max-width: 340px) {
  [part='settings'] { grid-template-columns: minmax(0, 1fr) minmax(0, 7em); width: 100%; }
  [part='settings'] label { grid-column: 1 / -1; }
}
canvas.draws { cursor: crosshair; }
/* In the middle beside the open panel, which is 284 pixels wide and 10 from the edge. */
.open:not(.covered) ~ [part='play'] { left: calc(50% + 147px); }
/* The panel of a small tank has the whole of it, and buttons of its own. */
.covered ~ [part='buttons'], .covered ~ [part='play'] { display: none; }
[part='settings'] output { font-variant-numeric: tabular-nums; }
`;
/** Positions of a slider. */
const steps = 200;

export class SettingsList {
  #tank;
  #change;
  /** @type {Parameter[]} */
  #list = [];
  #root = document.createElement('div');
  /** @type {{parameter: Parameter, input: HTMLInputElement | HTMLSelectElement, output: HTMLOutputElement | null}[]} */
  #rows = [];
  /** By their English form. @type {Record<string, string>} */
  #texts = {};

  /** @param {import('../slosh.js').SloshTank} tank @param {(key: string, value: unknown) => void} change of a setting */
  constructor(tank, change) {
    this.#tank = tank;
    this.#change = change;
    addTexts(tank, { en: { settings: 'Settings' }, de: { settings: 'Einstellungen' } });
    this.#root.setAttribute('part', 'settings');
    this.#root.setAttribute('role', 'group');
    this.#root.setAttribute('aria-labelledby', 'settings-title');
    const { shadowRoot } = tank;
    const box = Object.assign(document.createElement('div'), { className: 'settings-box' });
    box.append(this.#root);
    const stage = /** @type {HTMLElement | null | undefined} */ (shadowRoot?.querySelector('[part=stage]'));
    stage?.after(box);
    if (stage) {
      serveTextField(stage);
      serveWheel(stage);
    }
    addStyle(this.#root, css);
    // Firefox leaves one that is cut off at the edge of the list where it is.
    this.#root.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement && target !== this.#root) target.scrollIntoView({ block: 'nearest' });
    });
    // Keys of an input are not those of the tank.
    this.#root.addEventListener('keydown', (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
    });
  }

  /** @param {Parameter[]} list @param {Record<string, string>} texts of the panel, by their English form */
  show(list, texts) {
    this.#list = list;
    this.translate(texts);
  }

  /** @param {Record<string, string>} texts */
  translate(texts) {
    this.#texts = texts;
    const list = this.#list;
    if (list.length === 0) return;
    const title = Object.assign(document.createElement('h3'), { id: 'settings-title', textContent: textFor(this.#tank, 'settings') });
    this.#root.replaceChildren(title);
    this.#rows = list.map((parameter) => this.#addRow({ ...parameter, ...sliderRange(parameter) }));
    this.update();
  }

  hide() {
    this.#tank.shadowRoot?.querySelector('[part=stage]')?.classList.remove('open', 'covered');
    this.#root.replaceChildren();
    this.#list = [];
    this.#rows = [];
  }

  /** @param {Parameter} parameter */
  #addRow(parameter) {
    const { key, type, choices, doc } = parameter;
    const id = `setting-${key}`;
    const label = Object.assign(document.createElement('label'), { htmlFor: id, textContent: this.#texts[`parameter ${key}`] ?? key.replaceAll('-', ' ') });
    /** @type {HTMLInputElement | HTMLSelectElement} */
    let input;
    /** @type {HTMLOutputElement | null} */
    let output = null;
    if (type === 'choice') {
      input = document.createElement('select');
      for (const choice of choices) input.append(Object.assign(document.createElement('option'), { value: choice, textContent: this.#texts[choice] ?? choice }));
    } else if (type === 'boolean') input = Object.assign(document.createElement('input'), { type: 'checkbox' });
    else {
      input = Object.assign(document.createElement('input'), { type: 'range', min: '0', max: String(steps), step: 'any' });
      output = document.createElement('output');
      output.htmlFor.add(id);
      output.setAttribute('aria-live', 'off'); // the slider says its value itself
    }
    input.id = id;
    input.setAttribute('aria-description', this.#texts[doc] ?? doc);
    input.addEventListener('input', () => this.#set(parameter, input, output));
    if (output) input.addEventListener('keydown', (event) => this.#step(parameter, /** @type {HTMLInputElement} */ (input), output, /** @type {KeyboardEvent} */ (event)));
    this.#root.append(label, input, output ?? document.createElement('span'));
    return { parameter, input, output };
  }

  /** Arrows move by one position, or by 1 where that is more. @param {Parameter} parameter @param {HTMLInputElement} input
   * @param {HTMLOutputElement | null} output @param {KeyboardEvent} event */
  #step(parameter, input, output, event) {
    const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (!direction) return;
    event.preventDefault();
    const old = numberOf(parameter, Number(input.value));
    let position = Number(input.value) + direction;
    if (parameter.type === 'integer' && Math.round(numberOf(parameter, position)) === Math.round(old)) position = positionOf(parameter, Math.round(old) + Math.sign(direction));
    input.value = String(position);
    this.#set(parameter, input, output);
  }

  /** @param {Parameter} parameter @param {HTMLInputElement | HTMLSelectElement} input @param {HTMLOutputElement | null} output */
  #set(parameter, input, output) {
    const { key, type } = parameter;
    if (output) {
      const number = numberOf(parameter, Number(input.value));
      this.#change(key, type === 'integer' ? Math.round(number) : Number(number.toPrecision(4)));
      this.#write(parameter, input, output);
    } else this.#change(key, type === 'boolean' ? /** @type {HTMLInputElement} */ (input).checked : input.value);
  }

  /** @param {Parameter} parameter @param {Element} input @param {HTMLOutputElement} output */
  #write({ key, unit }, input, output) {
    const text = `${Number(Number(this.#tank.get(key)).toPrecision(4))} ${unit}`.trim();
    if (output.textContent === text) return;
    output.textContent = text;
    input.setAttribute('aria-valuetext', text);
  }

  /** The values may have changed. */
  update() {
    this.#tank.canvas?.classList.toggle('draws', /^(pen|erase)$/.test(String(this.#tank.get('tool'))));
    for (const { parameter, input, output } of this.#rows) {
      const value = this.#tank.get(parameter.key);
      if (parameter.type === 'boolean') /** @type {HTMLInputElement} */ (input).checked = Boolean(value);
      else if (!output) input.value = String(value);
      else {
        if (Math.abs(numberOf(parameter, Number(input.value)) - Number(value)) > 1e-4 * Math.abs(Number(value))) input.value = String(positionOf(parameter, Number(value)));
        this.#write(parameter, input, output);
      }
    }
  }
}

/** What the field that takes the text of the panel needs on a page. @param {HTMLElement} stage its parent, and that of the canvas */
function serveTextField(stage) {
  // Browsers scroll it into view: it is where its picture was pressed, so that no keyboard on the screen covers that.
  stage.addEventListener('pointerdown', ({ offsetX, offsetY }) => {
    const field = stage.querySelector('input');
    if (field) Object.assign(field.style, { left: `${offsetX}px`, top: `${offsetY}px` });
  });
  for (const name of /** @type {const} */ (['keydown', 'keyup']))
    stage.addEventListener(name, (event) => {
      if (!(event.target instanceof HTMLInputElement)) return;
      if (event.key === 'Escape') event.preventDefault(); // ends the text, not the page's dialog
      event.stopPropagation(); // no shortcuts of the page
    });
}

/** CSS pixels and parts of the canvas, as in src/app/panel/panel.cpp. */
const [sideWidth, margin, bottomHeight, minWidths, minAspect] = [284, 10, 0.44, 1.8, 0.6];

/** Of a scene in 2D the panel takes the wheel, and the fluid does not: tells the canvas (input.js) which it is. @param {HTMLElement} stage its parent */
function serveWheel(stage) {
  stage.addEventListener('wheel', ({ target, clientX, clientY }) => {
    if (!(target instanceof HTMLCanvasElement)) return;
    const { left, top, width, height } = target.getBoundingClientRect();
    const across = target.clientWidth;
    const isAtSide = across >= minWidths * sideWidth && across - sideWidth >= minAspect * target.clientHeight;
    const isOver = isAtSide ? ((clientX - left) / width) * across < sideWidth + margin : (clientY - top) / height > 1 - bottomHeight;
    const { classList } = stage;
    target.classList.toggle('wheeled', classList.contains('covered') || (classList.contains('open') && isOver));
  }, { capture: true, passive: true });
}

/** Most of a wide accepted range is of no use. @param {Parameter} parameter */
const sliderRange = ({ min, max, sliderMax }) => (sliderMax > 0 ? { min: Math.max(min, -sliderMax), max: Math.min(max, sliderMax) } : { min, max });

/** A logarithmic slider that begins at 0 has its smallest value above 0 here, as in the panel. */
const smallest = 1e-6;

/** The value at a position of its slider. @param {Parameter} parameter @param {number} position */
function numberOf(parameter, position) {
  const { min, max } = parameter;
  const part = Math.min(Math.max(position / steps, 0), 1);
  const from = Math.max(min, smallest);
  return !parameter.logarithmic ? min + (max - min) * part : part === 0 ? min : from * (max / from) ** part;
}

/** @param {Parameter} parameter @param {number} value */
function positionOf(parameter, value) {
  const { min, max } = parameter;
  if (max <= min) return 0;
  const from = Math.max(min, smallest);
  return steps * (parameter.logarithmic ? Math.log(Math.max(value, from) / from) / Math.log(max / from) : (value - min) / (max - min));
}
