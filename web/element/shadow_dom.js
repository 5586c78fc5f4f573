// The shadow DOM of a <slosh-tank>: its style sheet and its elements. There are no inline styles and no handlers in the
// markup, which a page's content security policy could refuse.

// Every embed downloads the style sheet, so what it means is said here:
// - :host::before is the width where the page gives none: in a row, a float, a cell;
// - border and outline of the stage are not drawn: they resolve the colours for page_colours.js, and the end of their transition
//   reports a change;
// - object-fit of the canvas: until a frame of a new size is drawn, the old one is not stretched;
// - its outline has no rounded corners: WebKit then composes the canvas three times as slowly;
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
  width: 1px;
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
@media (forced-colors: active) {
  [part='play'], [part='buttons'] > button { border: 2px solid ButtonText; }
  [part='play']::before { background: ButtonText; forced-color-adjust: none; }
}
[hidden] { display: none !important; }
`;

/** One sheet for every tank of the page. @type {CSSStyleSheet | undefined} */
let sheet;

/** @param {HTMLElement} host */
export function buildShadow(host) {
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
  /** @type {CSSStyleSheet | undefined} */
  let own;
  /** @param {string} rules of this element only */
  const setStyle = (rules) => {
    if (!('adoptedStyleSheets' in root)) return;
    if (!own) root.adoptedStyleSheets.push((own = new CSSStyleSheet()));
    own.replaceSync(rules);
  };
  if ('adoptedStyleSheets' in root) {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
    }
    root.adoptedStyleSheets = [sheet];
  }

  const stage = document.createElement('div');
  stage.setAttribute('part', 'stage');

  const poster = document.createElement('div');
  poster.hidden = true;
  poster.setAttribute('part', 'poster');
  const posterSlot = document.createElement('slot');
  posterSlot.name = 'poster';
  poster.append(posterSlot);

  const progress = document.createElement('div');
  progress.hidden = true;
  progress.setAttribute('part', 'progress');

  const play = document.createElement('button');
  play.type = 'button';
  const playSlot = document.createElement('slot'); // for another look
  playSlot.name = 'play';
  playSlot.addEventListener('slotchange', () => play.classList.toggle('own', playSlot.assignedNodes().length > 0));
  play.append(playSlot);
  play.hidden = true;
  play.setAttribute('part', 'play');

  // Shown on devices with an orientation sensor only.
  const tilt = document.createElement('button');
  tilt.type = 'button';
  tilt.hidden = true;
  tilt.setAttribute('part', 'tilt');
  tilt.setAttribute('aria-pressed', 'false');

  // On touch screens, in 3D: a finger moves the container instead of the eye.
  const grip = document.createElement('button');
  grip.type = 'button';
  grip.hidden = true;
  grip.setAttribute('part', 'grip');
  grip.setAttribute('aria-pressed', 'false');
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', width: '22', height: '22', fill: 'currentColor', 'aria-hidden': 'true' })) svg.setAttribute(name, value);
  const arrows = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  arrows.setAttribute('d', 'M12 1l4 5h-3v5h5V8l5 4-5 4v-3h-5v5h3l-4 5-4-5h3v-5H6v3l-5-4 5-4v3h5V6H8z');
  svg.append(arrows);
  grip.append(svg);

  // Of prompt.js.
  const prompt = document.createElement('div');
  prompt.hidden = true;
  prompt.setAttribute('part', 'prompt');
  prompt.setAttribute('role', 'status');

  // Shown with `controls`; menu.js fills its list.
  const menu = document.createElement('button');
  menu.type = 'button';
  menu.hidden = true;
  menu.textContent = '⋯';
  menu.setAttribute('part', 'menu');
  menu.setAttribute('aria-haspopup', 'menu');
  menu.setAttribute('aria-expanded', 'false');
  const buttons = document.createElement('div');
  buttons.setAttribute('part', 'buttons');
  buttons.append(grip, tilt, menu);
  const menuList = document.createElement('div');
  menuList.hidden = true;
  menuList.setAttribute('part', 'menu-list');
  menuList.setAttribute('role', 'menu');

  const legend = document.createElement('div');
  legend.hidden = true;
  legend.setAttribute('part', 'legend');

  // The error text, followed by the element's own content in the page.
  const message = document.createElement('div');
  message.hidden = true;
  message.setAttribute('part', 'message');
  message.setAttribute('role', 'alert');
  const messageText = document.createElement('p');
  message.append(messageText, document.createElement('slot'));

  const caption = document.createElement('slot');
  caption.name = 'caption';

  root.append(poster, stage, progress, legend, prompt, play, caption, buttons, menuList, message);
  return { root, setStyle, stage, poster, progress, legend, play, grip, tilt, menu, menuList, prompt, message, messageText };
}
