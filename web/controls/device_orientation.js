// Device orientation as the direction of gravity. Loaded when the user turns it on.

/** Weight of each new report in exponential smoothing, which suppresses the tremor of the hand. */
const smoothing = 0.3;
/** Milliseconds without a report after which the device is assumed to have no sensor. */
const firstReportTimeout = 1500;

const radians = (/** @type {number} */ degrees) => (degrees * Math.PI) / 180;

/**
 * The unit vector of gravity in screen coordinates: to the right, up, out of the screen. The angles, in degrees, are those
 * of DeviceOrientationEvent; `turned` is screen.orientation.angle.
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
 * @param {Promise<string> | undefined} parts.permission requested in the tap, where the browser needs one
 * @param {(message: object) => void} parts.post to the worker
 * @param {(reason: string) => void} parts.refuse called with the reason if the orientation is not available
 * @param {AbortSignal} parts.signal
 */
export async function followDevice({ permission, post, refuse, signal }) {
  const state = await permission?.catch(() => 'denied');
  if (signal.aborted) return;
  if (state === 'denied') return refuse('the permission to read the device orientation was refused');
  /** @type {[number, number, number] | null} */
  let down = null;
  let frame = 0;
  const postDown = () => {
    frame = 0;
    if (down) post({ type: 'device-gravity', down });
  };
  const timer = setTimeout(() => refuse('this device does not report its orientation'), firstReportTimeout);
  addEventListener(
    'deviceorientation',
    ({ beta, gamma }) => {
      if (beta === null || gamma === null) return;
      clearTimeout(timer);
      const now = downOf(beta, gamma, screen.orientation?.angle ?? 0);
      const before = down ?? now;
      down = /** @type {[number, number, number]} */ (before.map((value, i) => value + smoothing * ((now[i] ?? 0) - value)));
      frame ||= requestAnimationFrame(postDown);
    },
    { signal },
  );
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    post({ type: 'device-gravity', down: [0, 0, 0] });
  });
}
