// The shadow DOM of a <slosh-tank>: its style sheet and its elements. There are no inline styles and no handlers in the
// markup, which a page's content security policy could refuse.

import { addRules } from './style_sheets.js';

// Every embed downloads the style sheet, so what it means is said here:
// - :host::before is the width where the page gives none: in a row, a float, a cell;
// - border and outline of the stage are not drawn: they resolve the colours for page_colours.js, and the end of their transition
//   reports a change;
// - object-fit of the canvas: until a frame of a new size is drawn, the old one is not stretched;
// - the input takes the text of the panel, and tells how much the page enlarges the tank (pixel_ratio.js);
// - the outline of the canvas has no rounded corners: WebKit then composes the canvas three times as slowly;
// - place-content of the message: a long text scrolls, from its first line.
const css = `
:host {
  display: block;
  position: relative;
  aspect-ratio: 1;
  min-width: 0;
  contain: layout paint;
  break-inside: avoid;
}
:host([hidden]) { display: none; }
:host::before { content: ''; display: block; width: 300px; max-width: 100%; }
:host(:fullscreen) { background: #000; color: #fff; }
[part='stage'] {
  position: absolute;
  inset: 0;
  border: 0 solid;
  border-color: var(--slosh-colour-1, #000) var(--slosh-colour-2, #000) var(--slosh-colour-3, #000) var(--slosh-colour-4, #000);
  outline: 0 none var(--slosh-container, #000);
  transition: border-color 1ms, outline-color 1ms;
}
canvas {
  display: block;
  box-sizing: border-box;
  background: var(--slosh-background, none);
  width: 100%;
  height: 100%;
  object-fit: contain;
  outline: none;
  cursor: grab;
  touch-action: pan-y;
  user-select: none;
  -webkit-user-select: none;
  -webkit-touch-callout: none;
  -webkit-tap-highlight-color: transparent;
}
canvas.grabbed { cursor: grabbing; }
canvas.touched:focus-visible { outline: none; }
[part='poster'] {
  position: absolute;
  inset: 0;
  overflow: hidden;
  pointer-events: none;
  transition: opacity 0.2s, display 0.2s allow-discrete;
}
[part='poster'][hidden] { opacity: 0; }
[part='poster'] img, ::slotted([slot='poster']) { width: 100%; height: 100%; object-fit: contain; }
::slotted([slot='caption']) { position: absolute; left: 0; right: 0; bottom: 0; pointer-events: none; }
[part='progress'] {
  position: absolute;
  left: 50%;
  bottom: 12px;
  width: min(120px, 40%);
  height: 3px;
  translate: -50%;
  border-radius: 2px;
  overflow: hidden;
  background: rgb(128 128 140 / 40%);
}
[part='progress']::before {
  content: '';
  display: block;
  width: 40%;
  height: 100%;
  background: currentColor;
  animation: pass 1.2s ease-in-out infinite alternate;
}
@keyframes pass { from { translate: 0; } to { translate: 150%; } }
@media (prefers-reduced-motion: reduce) { [part='progress']::before { animation: none; width: 100%; opacity: 0.6; } }
canvas:is(.active, .free) { touch-action: none; }
canvas:focus-visible {
  outline: 2px solid Highlight;
  outline: 2px solid -webkit-focus-ring-color;
  outline-offset: -2px;
}
[part='stage'] input {
  position: absolute;
  left: 50%;
  top: 50%;
  width: 64px;
  height: 1px;
  padding: 0;
  border: 0;
  opacity: 0;
  font-size: 16px;
  pointer-events: none;
}
[part='play'] {
  position: absolute;
  left: 50%;
  top: 50%;
  width: 72px;
  height: 72px;
  max-width: 40%;
  max-height: 40%;
  translate: -50% -50%;
  border: 0;
  border-radius: 50%;
  background: rgb(20 14 48 / 62%);
  backdrop-filter: blur(10px);
  cursor: pointer;
  transition: background 0.15s;
}
[part='play']::before {
  content: '';
  position: absolute;
  inset: 30% 28% 30% 36%;
  background: #fff;
  clip-path: polygon(0 0, 100% 50%, 0 100%);
}
[part='play'].own::before { display: none; }
[part='play']:hover { background: rgb(20 14 48 / 82%); }
[part='play']:focus-visible { outline: 3px solid Highlight; outline-offset: 3px; }
[part='buttons'] { position: absolute; top: 10px; right: 10px; display: flex; gap: 8px; user-select: none; }
[part='buttons'] > button {
  position: relative;
  width: 32px;
  height: 32px;
  padding: 0;
  border: 0;
  border-radius: 5px;
  background: rgb(24 27 50 / 72%);
  color: #e2e7f6;
  cursor: pointer;
}
[part='menu'] { font: 700 15px/1 system-ui, sans-serif; }
[part='tilt']::before {
  content: '';
  position: absolute;
  inset: 7px 10.5px;
  border: 2px solid;
  border-radius: 3px;
  rotate: 24deg;
}
[part='tilt']::after { content: ''; position: absolute; inset: -8px -4px; }
[part='buttons'] > [aria-pressed='true'] { background: #2d92ff; }
[part='grip'] svg { display: block; margin: auto; }
[part='buttons'] > :focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
[part='message'] {
  position: absolute;
  inset: 0;
  display: grid;
  place-content: safe center;
  gap: 0.75em;
  padding: min(1.5em, 8%);
  box-sizing: border-box;
  overflow: auto;
  border-radius: 12px;
  background: color-mix(in srgb, currentColor 6%, transparent);
  font: 400 1rem/1.5 system-ui, sans-serif;
  text-align: center;
}
[part='message'] p { margin: 0; max-width: 34em; text-wrap: balance; overflow-wrap: anywhere; }
.note {
  position: absolute;
  inset: auto 10px 10px;
  padding: 7px;
  border: 0;
  border-radius: 5px;
  background: rgb(24 27 50 / 72%);
  color: #e2e7f6;
  font: 400 1rem/1.5 system-ui, sans-serif;
  text-align: center;
}
@media print { button { display: none; } }
@media (forced-colors: active) {
  [part='play'], [part='buttons'] > button { border: 2px solid ButtonText; }
  [part='play']::before { background: ButtonText; forced-color-adjust: none; }
}
[hidden] { display: none !important; }
`;

/** @template {Element} T @param {T} element @param {Record<string, string>} attributes */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Record<string, string>} attributes */
const create = (tag, attributes) => setAttributes(document.createElement(tag), attributes);

/** Arrows to four sides. */
function gripIcon() {
  const create = (/** @type {string} */ tag) => document.createElementNS('http://www.w3.org/2000/svg', tag);
  const svg = setAttributes(create('svg'), { viewBox: '0 0 24 24', width: '22', height: '22', fill: 'currentColor', 'aria-hidden': 'true' });
  svg.append(setAttributes(create('path'), { d: 'M12 1l4 5h-3v5h5V8l5 4-5 4v-3h-5v5h3l-4 5-4-5h3v-5H6v3l-5-4 5-4v3h5V6H8z' }));
  return svg;
}

/** Its slot takes another look. */
function playButton() {
  const play = create('button', { type: 'button', part: 'play', hidden: '' });
  const look = create('slot', { name: 'play' });
  look.addEventListener('slotchange', () => play.classList.toggle('own', look.assignedNodes().length > 0));
  play.append(look);
  return play;
}

/** What is hidden is shown when it is needed. @param {HTMLElement} host */
export function buildShadow(host) {
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
  addRules(root, css);
  const setStyle = addRules(root, '', true);
  const stage = create('div', { part: 'stage' });
  const poster = create('div', { part: 'poster', hidden: '' });
  poster.append(create('slot', { name: 'poster' }));
  const progress = create('div', { part: 'progress', hidden: '' });
  const legend = create('div', { part: 'legend', hidden: '' });
  const prompt = create('div', { part: 'prompt', hidden: '', role: 'status' }); // of prompt.js
  const play = playButton();

  const buttons = create('div', { part: 'buttons' });
  // On touch screens, in 3D: a finger moves the container instead of the eye.
  const grip = create('button', { type: 'button', part: 'grip', hidden: '', 'aria-pressed': 'false' });
  grip.append(gripIcon());
  // On devices with an orientation sensor.
  const tilt = create('button', { type: 'button', part: 'tilt', hidden: '', 'aria-pressed': 'false' });
  // With `controls`; menu.js fills its list.
  const menu = create('button', { type: 'button', part: 'menu', hidden: '', 'aria-haspopup': 'menu', 'aria-expanded': 'false' });
  menu.textContent = '⋯';
  buttons.append(grip, tilt, menu);
  const menuList = create('div', { part: 'menu-list', hidden: '', role: 'menu' });

  // The error text, followed by the element's own content in the page.
  const message = create('div', { part: 'message', hidden: '', role: 'alert' });
  const messageText = document.createElement('p');
  message.append(messageText, document.createElement('slot'));

  root.append(poster, stage, progress, legend, prompt, play, create('slot', { name: 'caption' }), buttons, menuList, message);
  return { root, setStyle, stage, poster, progress, legend, play, grip, tilt, menu, menuList, prompt, message, messageText };
}
