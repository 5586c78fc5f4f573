// A tank on the page thread, where a browser offers WebGL 2 to the page only. Loaded only there. One tank steps at a time, and
// a scene with too many particles for a responsive page loses some.

import { Runner } from './runner.js';

/** Milliseconds of script in a frame: more makes the page respond late. */
const maxFrameTime = 12;
/** Milliseconds that a smaller number of particles aims at. */
const aimedFrameTime = 10;
/** Frames of which the median is compared with the limit. The first ones compile shaders. */
const samples = 20;
/** Milliseconds until quality=auto has chosen a resolution: until then the particles stay. */
const settleTime = 2000;
/** Below this number nothing is taken away. */
const minParticles = 400;

/** @type {Map<PageRunner, HTMLCanvasElement>} */
const tanks = new Map();

/** Where the reader looks: a tank that is dragged, else under the pointer, else with the focus, else nearest to the middle. */
function chooseTurn() {
  const running = [...tanks].filter(([runner]) => runner.runs);
  const distance = (/** @type {HTMLCanvasElement} */ canvas) => {
    const { left, right, top, bottom } = canvas.getBoundingClientRect();
    return Math.hypot((left + right - innerWidth) / 2, (top + bottom - innerHeight) / 2);
  };
  const nearest = () => running.sort(([, a], [, b]) => distance(a) - distance(b))[0];
  const chosen = ['.grabbed', ':hover', ':focus'].map((state) => running.find(([, canvas]) => canvas.matches(state))).find(Boolean) ?? nearest();
  for (const [runner] of tanks) runner.held = runner.runs && runner !== chosen?.[0];
}

let scheduled = 0;
const schedule = () => {
  scheduled ||= requestAnimationFrame(() => {
    scheduled = 0;
    chooseTurn();
  });
};
for (const name of ['pointerover', 'pointerup', 'scroll', 'resize', 'focusin', 'focusout']) addEventListener(name, schedule, { capture: true, passive: true });

export class PageRunner extends Runner {
  #element;
  #particles = 0;
  /** Milliseconds of the last frames. @type {number[]} */
  #times = [];
  /** Time in milliseconds from which frames count; 0 before the first frame. */
  #settled = 0;
  /** Before particles were taken away. @type {{particles: number, time: number} | null} */
  #earlier = null;

  /** @param {(message: any) => void} post to the element */
  constructor(post) {
    super((message) => {
      if (message.name === 'stats') this.#particles = message.detail.particles;
      if (message.name === 'values') this.#correct(message.detail);
      post(message);
      schedule(); // a message may tell that the tank runs or rests
    });
    this.#element = post;
  }

  /** Here `quality` is auto by default, not the scene's own. @param {{changed: string[], quality: string}} values */
  #correct(values) {
    values.changed = values.changed.filter((key) => key !== 'quality');
    if (values.quality !== 'auto') values.changed.push('quality');
  }

  /** @param {import('./runner.js').Message} message */
  receive(message) {
    if (message.type === 'open') tanks.set(this, message.canvas);
    if (message.type === 'dispose') tanks.delete(this);
    if (message.type === 'set' && /^(scene|particles|quality)$/.test(message.key)) {
      this.#settled = 0;
      this.#earlier = null;
    }
    super.receive(message);
    schedule();
  }

  /** @param {number} time */
  onFrame(time) {
    if (!this.runs) return;
    const now = performance.now();
    // Fewer particles are a new start: not in the hand of the reader.
    if (!this.#settled || tanks.get(this)?.matches('.grabbed')) {
      this.#settled = now + settleTime;
      this.#times = [];
    }
    if (now < this.#settled || this.#times.push(time) < samples) return;
    const median = this.#times.sort((a, b) => a - b)[samples / 2] ?? 0;
    this.#times = [];
    const particles = this.#particlesFor(median);
    if (median <= maxFrameTime || particles >= this.#particles) return;
    const text = `particles: ${particles} instead of ${this.#particles}, because a frame takes ${median.toFixed(0)} ms on the page's own thread: this browser offers WebGL 2 to no worker`;
    this.#earlier = { particles: this.#particles, time: median };
    this.#settled = 0;
    this.set('particles', String(particles));
    this.#element({ type: 'event', name: 'message', detail: { level: 'info', text } });
  }

  /**
   * The number for which a frame is short enough, if its time is linear in the number. As many as now if no number is: then
   * the time is that of the picture.
   * @param {number} time of a frame now
   */
  #particlesFor(time) {
    const now = this.#particles;
    const slope = this.#earlier ? (this.#earlier.time - time) / (this.#earlier.particles - now) : time / now;
    const constant = time - slope * now;
    if (slope <= 0 || constant > 0.8 * aimedFrameTime) return now;
    return Math.max(minParticles, Math.floor(Math.max(now / 4, (aimedFrameTime - constant) / slope)));
  }
}
