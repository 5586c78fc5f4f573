// The device's own tilt as the tank's gravity: loaded by the tap that asks for it.

/** How much of what is new each report takes over: hands tremble. */
const share = 0.3;
/** A device that has said nothing for so long has nothing to say. */
const patience = 1500;

const radians = (/** @type {number} */ degrees) => (degrees * Math.PI) / 180;

/**
 * Which way is down, on the screen to the right, up, and out of it; length 1. The angles are those of
 * DeviceOrientationEvent, `turned` is how far the picture is turned against the device (screen.orientation.angle).
 * @param {number} beta @param {number} gamma @param {number} turned
 * @returns {[number, number, number]}
 */
export function downOf(beta, gamma, turned) {
  const [b, g, t] = [radians(beta), radians(gamma), radians(turned)];
  const x = Math.cos(b) * Math.sin(g);
  const y = -Math.sin(b);
  return [x * Math.cos(t) - y * Math.sin(t), x * Math.sin(t) + y * Math.cos(t), -Math.cos(b) * Math.cos(g)];
}

/**
 * Follows the device until `signal` ends it.
 * @param {object} parts
 * @param {Promise<string> | undefined} parts.permission the answer to what was asked in the tap itself
 * @param {(message: object) => void} parts.post to the worker
 * @param {(reason: string) => void} parts.refuse it cannot be done, and why
 * @param {AbortSignal} parts.signal
 */
export async function followDevice({ permission, post, refuse, signal }) {
  const answer = await permission?.catch(() => 'denied');
  if (signal.aborted) return;
  if (answer === 'denied') return refuse('the device may not tell how it is held: its permission was refused');
  /** @type {[number, number, number] | null} */
  let down = null;
  let frame = 0;
  const tell = () => {
    frame = 0;
    if (down) post({ type: 'lean', down });
  };
  const timer = setTimeout(() => refuse('this device does not tell how it is held'), patience);
  addEventListener(
    'deviceorientation',
    ({ beta, gamma }) => {
      if (beta === null || gamma === null) return;
      clearTimeout(timer);
      const now = downOf(beta, gamma, screen.orientation?.angle ?? 0);
      const before = down ?? now;
      down = /** @type {[number, number, number]} */ (before.map((value, i) => value + share * ((now[i] ?? 0) - value)));
      frame ||= requestAnimationFrame(tell);
    },
    { signal },
  );
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    post({ type: 'lean', down: [0, 0, 0] });
  });
}
