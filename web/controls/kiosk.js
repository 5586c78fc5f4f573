// A tank for everyone who passes, or behind everything else: left alone it plays with itself, by the gestures of a hand; a visitor has
// it at once. There is nothing to click, the picture wanders a little, so that no edge burns in, and it starts again by itself after
// a failure. Loaded with the attribute `kiosk`, which may say after how many seconds the gestures begin.

import { addStyle } from './added_style.js';

const css = `
:host([kiosk]) :is([part='buttons'], [part='menu-list'], [part='legend'], [part='prompt'], [part='settings']) { display: none !important; }
:host([kiosk]) canvas { outline: none !important; }
:host([kiosk]) canvas.alone { cursor: none; }
:host([kiosk]) [part='stage'] { inset: -10px; } /* as far as it wanders */
`;
const defaultWait = 30;
/** Seconds without a picture after which it starts again. */
const patience = 12;
/** CSS pixels that the picture wanders, and the seconds of its two turns. */
const wander = 10;
const [wanderX, wanderY] = [197, 131];
/** A pointer that no browser has. */
const pointerId = -8;
const [move, press, lift, leave] = [0, 1, 2, 3];
const [left, right, shift] = [1, 2, 1 << 8];

/** @type {WeakSet<Element>} */
const kept = new WeakSet();

/** Smooth from 0 to 1. @param {number} t */
const eased = (t) => t * t * (3 - 2 * t);
const between = (/** @type {number} */ low, /** @type {number} */ high) => low + (high - low) * Math.random();

/**
 * A gesture: the buttons, and the way of the pointer in parts of the canvas.
 * @param {boolean} spatial
 * @returns {{buttons: number, seconds: number, at: (t: number) => [number, number]}}
 */
function gestureFor(spatial) {
  const seconds = between(3, 6);
  const turns = Math.random() < 0.5 ? 1 : 2;
  const sign = Math.random() < 0.5 ? -1 : 1;
  const [wide, high] = [between(0.08, 0.18), between(0, 0.08)];
  const kind = Math.random();
  // Around the middle, and back to it.
  const loop = (/** @type {number} */ t) => /** @type {[number, number]} */ ([
    0.5 + sign * wide * Math.sin(2 * Math.PI * turns * eased(t)), 0.5 + high * Math.sin(4 * Math.PI * turns * eased(t)),
  ]);
  if (spatial && kind < 0.35) {
    const end = sign * between(0.06, 0.14); // the eye goes around
    return { buttons: left, seconds: 2 * seconds, at: (t) => [0.5 + end * eased(t), 0.5] };
  }
  if (!spatial && kind < 0.35) return { buttons: right, seconds, at: (t) => [0.5 + sign * 0.3 * Math.cos(Math.PI * t), 0.62 + 0.12 * Math.sin(3 * Math.PI * t)] };
  return { buttons: left | (spatial ? shift : 0), seconds, at: loop };
}

/**
 * Keeps the tank until it loses the attribute `kiosk` or leaves the page.
 * @param {import('../slosh.js').SloshTank} tank @param {(message: object) => void} post to its runner
 * @param {() => boolean} isSpatial whether its scene is in 3D
 */
export function accompany(tank, post, isSpatial) {
  if (kept.has(tank)) return;
  kept.add(tank);
  const stage = /** @type {HTMLElement | null | undefined} */ (tank.shadowRoot?.querySelector('[part=stage]'));
  if (stage) addStyle(stage, css);
  const ending = new AbortController();
  const { signal } = ending;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let touched = performance.now();
  /** Since when nothing is drawn; 0 while it is. */
  let darkSince = 0;
  let steps = -1;
  let seen = true;
  /** @type {ReturnType<typeof gestureFor> | null} */
  let gesture = null;
  let began = 0;
  /** Milliseconds of the page: when the next gesture begins. */
  let next = 0;

  const waits = () => {
    const seconds = parseFloat(tank.getAttribute('kiosk') ?? '');
    return 1000 * (seconds >= 0 ? seconds : defaultWait);
  };
  const send = (/** @type {number} */ type, /** @type {[number, number]} */ [x, y], /** @type {number} */ buttons) => {
    post({ type: 'pointer', list: [{ type, id: pointerId, device: 0, buttons, x, y }] });
  };
  const letGo = () => {
    if (!gesture) return;
    const at = gesture.at(Math.min((performance.now() - began) / 1000 / gesture.seconds, 1));
    gesture = null;
    send(lift, at, 0);
    send(leave, at, 0);
  };
  const onVisitor = (/** @type {Event} */ event) => {
    if (!event.isTrusted) return;
    touched = performance.now();
    letGo();
    tank.canvas?.classList.remove('alone');
    // Where motion is not wanted by itself, the visitor wants it.
    if (event.type === 'pointerdown' && tank.paused && event.composedPath().includes(tank)) tank.play();
  };
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) addEventListener(name, onVisitor, { signal, capture: true, passive: true });
  tank.addEventListener('frame-stats', (event) => {
    const detail = /** @type {CustomEvent} */ (event).detail;
    // An unstable simulation stands still.
    if (detail.broken) tank.reset();
    if (detail.steps !== steps || tank.paused) darkSince = 0;
    steps = detail.steps;
  }, { signal });

  tank.addEventListener('visibility', (event) => (seen = /** @type {CustomEvent} */ (event).detail.visible), { signal });

  const check = setInterval(() => {
    if (!tank.isConnected || !tank.hasAttribute('kiosk')) return end();
    const now = performance.now();
    if (document.hidden || !seen || (!tank.failure && (tank.paused || !tank.loaded))) darkSince = 0;
    else darkSince ||= now;
    if (darkSince && now - darkSince > 1000 * patience) {
      darkSince = 0;
      tank.reset();
    }
  }, 1000);

  const frame = () => {
    if (signal.aborted) return;
    requestAnimationFrame(frame);
    const now = performance.now();
    const turn = (/** @type {number} */ seconds) => Math.sin((2 * Math.PI * now) / 1000 / seconds);
    const whole = (/** @type {number} */ value) => `${Math.round(value * devicePixelRatio) / devicePixelRatio}px`; // stays sharp
    if (stage) stage.style.translate = still.matches ? '' : `${whole(wander * turn(wanderX))} ${whole(wander * turn(wanderY))}`;
    if (still.matches || tank.paused || !tank.loaded || now - touched < waits()) return letGo();
    tank.canvas?.classList.add('alone');
    if (!gesture && now >= next) {
      gesture = gestureFor(isSpatial());
      began = now;
      send(move, gesture.at(0), 0);
      send(press, gesture.at(0), gesture.buttons);
    } else if (gesture) {
      const t = (now - began) / 1000 / gesture.seconds;
      if (t < 1) return send(move, gesture.at(t), gesture.buttons);
      letGo();
      next = now + 1000 * between(1.5, 6);
    }
  };
  const end = () => {
    clearInterval(check);
    letGo();
    kept.delete(tank);
    ending.abort();
    if (stage) stage.style.translate = '';
    tank.canvas?.classList.remove('alone');
  };
  requestAnimationFrame(frame);
}
