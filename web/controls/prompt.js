// One quiet hint that a tank can be dragged: a hand that moves the container once, with a few words. It goes with the first
// press, and never comes again on this site. Loaded for interaction-prompt="auto".

import { addStyle } from './added_style.js';
import { is3d } from '../element/catalog_keys.js';
import { withStorage } from '../element/storage.js';
import { addTexts, textFor } from '../element/text_for.js';

const css = `
[part='prompt'] {
  position: absolute;
  left: 50%;
  top: 58%;
  translate: -50%;
  width: max-content;
  max-width: 80%;
  padding: 7px 14px;
  border-radius: 20px;
  background: rgb(24 27 50 / 72%);
  color: #fff;
  font: 500 14px/1.3 system-ui, sans-serif;
  text-align: center;
  text-wrap: balance;
  pointer-events: none;
}
[part='prompt']::before { content: '☝'; display: block; font-size: 26px; line-height: 1; }
`;
const stored = 'slosh: dragged';
/** Milliseconds until the hint, and of its movement. */
const delay = 1500;
const duration = 2200;
/** Fraction of the canvas that the hand moves. */
const reach = 0.12;
/** CSS pixels from the middle of a tank to that of its part beside the open panel, as in settings_list.js. */
const besidePanel = 147;
/** CSS pixels of a tank that has room for the words. */
const minSide = 140;
/** A pointer that no browser has. */
const pointerId = -7;

const words = {
  en: { drag: 'Drag it', drag3d: 'Drag to look around, with Shift to slosh', touch3d: 'One finger looks around, two fingers slosh' },
  de: { drag: 'Ziehen', drag3d: 'Ziehen, um sich umzusehen; mit Umschalttaste schwappt es', touch3d: 'Ein Finger schaut sich um, zwei Finger schwappen' },
};

/** Once a page: not again with the module of another scene. */
let isShown = false;

/**
 * @param {object} parts
 * @param {HTMLElement & {scene: string, get(key: string): any}} parts.tank
 * @param {HTMLElement} parts.prompt in the shadow tree
 * @param {HTMLCanvasElement} parts.canvas
 * @param {(message: object) => void} parts.post to the runner
 */
export async function showPrompt({ tank, prompt, canvas, post }) {
  if (canvas.clientWidth < minSide || canvas.clientHeight < minSide) return;
  if (isShown || withStorage((storage) => storage.getItem(stored))) return;
  isShown = true;
  addTexts(tank, words);
  addStyle(prompt, css);
  const ending = new AbortController();
  const end = () => {
    ending.abort();
    prompt.hidden = true;
    withStorage((storage) => storage.setItem(stored, '1'));
  };
  tank.addEventListener('pointerdown', end, { once: true, signal: ending.signal });
  await new Promise((done) => setTimeout(done, delay));
  if (ending.signal.aborted || !canvas.isConnected) return;
  // Nothing would move, or with another tool the hand would do something else: the pen would leave a stroke.
  if (tank.hasAttribute('paused') || (tank.get('tool') ?? 'drag') !== 'drag') return;
  const spatial = is3d(tank.scene);
  const name = !spatial ? 'drag' : matchMedia('(pointer: coarse)').matches ? 'touch3d' : 'drag3d';
  prompt.textContent = textFor(tank, /** @type {any} */ (name));
  prompt.hidden = false;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // The movement of the hand drags the container: there, back and to the middle. Shift drags it in 3D.
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const middle = width / 2 + (canvas.closest('.open:not(.covered)') ? besidePanel : 0);
  const buttons = 1 | (spatial ? 1 << 8 : 0);
  const send = (/** @type {number} */ type, /** @type {number} */ x, held = buttons) =>
    post({ type: 'pointer', list: [{ type, id: pointerId, device: 0, buttons: held, x: x / width, y: 0.5 }] });
  const start = performance.now();
  prompt.style.left = `${middle}px`;
  if (spatial && height > width) prompt.style.top = '78%'; // below the tank
  send(1, middle);
  await new Promise((done) => {
    const next = () => {
      const time = (performance.now() - start) / duration;
      const offset = reach * width * Math.sin(2 * Math.PI * Math.min(time, 1));
      prompt.style.translate = `calc(-50% + ${offset}px)`;
      if (ending.signal.aborted || !canvas.isConnected || time >= 1) return done(undefined);
      send(0, middle + offset);
      requestAnimationFrame(next);
    };
    next();
  });
  send(2, middle, 0);
  send(3, middle, 0);
}
