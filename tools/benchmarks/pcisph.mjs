// PCISPH against WCSPH: computing time per simulated second at the same mean compression.

import { bars } from './bars.mjs';
import { list, median, sloshLines } from './interleave.mjs';

/** @typedef {{setting: string, seconds: number, error: number}} Point computing time of a simulated second, and its mean compression */

/** The first scene of a solver, or none. @param {string} solver */
export const sceneOf = (solver) => list().scenes.find((scene) => scene.solver === solver)?.name;

/** @param {string} scene @param {string} setting @param {number} particles @param {number} steps @returns {Point} */
function measure(scene, setting, particles, steps) {
  const args = ['--set', `particles=${particles}`, '--set', setting, '--steps', String(steps), '--every', '1', '--threads', '1'];
  const lines = sloshLines('native', scene, ...args);
  const mean = (/** @type {(line: any) => number} */ of) => lines.reduce((sum, line) => sum + of(line), 0) / lines.length;
  return {
    setting,
    seconds: (mean(({ ms }) => ms) * 60) / 1000,
    // Only compression counts: a lower density, as at every surface, is not an error.
    error: mean(({ mean_compression: compression, mean_density_error: error }) => compression ?? error),
  };
}

/**
 * Both solvers on the same dam break: WCSPH by its speed of sound, PCISPH by the density error parameter.
 * @param {{quick: boolean}} options
 */
export function pcisphAgainstWcsph({ quick }) {
  const scene = sceneOf('pcisph');
  if (!scene) return null;
  const [particles, steps] = quick ? [4000, 30] : [20000, 60];
  // Two values of the parameter give the same run if the minimum number of iterations suffices; the first point is kept.
  const points = (/** @type {string} */ of, /** @type {string} */ key, /** @type {number[]} */ values) =>
    values
      .map((value) => measure(of, `${key}=${value}`, particles, steps))
      .filter(({ error }, k, all) => all.findIndex((other) => other.error === error) === k)
      .sort((a, b) => a.error - b.error);
  return {
    particles,
    wcsph: points('dam-break', 'sound-speed', quick ? [8, 16, 32] : [8, 12, 16, 24, 32]),
    pcisph: points(scene, 'density-error', [1, 0.1, 0.2, 0.5, 3]),
  };
}

/** The time at an error, between the points (in logarithms) or as at the nearest end. @param {Point[]} points @param {number} error */
export function timeAt(points, error) {
  const above = points.findIndex((point) => point.error >= error);
  if (above <= 0) return points[above < 0 ? points.length - 1 : 0].seconds;
  const [a, b] = [points[above - 1], points[above]];
  const t = Math.log(error / a.error) / Math.log(b.error / a.error);
  return a.seconds * (b.seconds / a.seconds) ** t;
}

/**
 * The time of WCSPH divided by that of PCISPH with a density error parameter of 1 %, at the resulting error.
 * @param {{wcsph: Point[], pcisph: Point[]}} comparison
 */
export function compareTimes({ wcsph, pcisph: points }) {
  const { seconds, error } = points.find(({ setting }) => setting.endsWith('=1')) ?? points[0];
  const other = timeAt(wcsph, error);
  return { pcisph: seconds, wcsph: other, error, ratio: other / seconds };
}

/** @param {import('./main.mjs').Options} options */
export async function pcisph({ quick, report, skip }) {
  const rounds = Array.from({ length: quick ? 1 : 3 }, () => pcisphAgainstWcsph({ quick }));
  if (!rounds[0]) return skip('there is no scene of the solver pcisph in `slosh list`');
  const measured = rounds.flatMap((round) => round ?? []);
  const times = measured.map(compareTimes);
  const percent = `${(100 * times[0].error).toFixed(2)} % mean compression`;
  report({ name: `pcisph, a simulated second at ${percent}`, value: median(times.map((time) => time.pcisph)), unit: 's' });
  report({ name: `wcsph, a simulated second at ${percent}`, value: median(times.map((time) => time.wcsph)), unit: 's' });
  report({
    name: 'pcisph, times less than wcsph', value: median(times.map((time) => time.ratio)), unit: 'x',
    ...bars.sph.pcisphOverWcsph, note: `dam break, ${measured[0].particles.toLocaleString('en')} particles, g++, 1 thread`,
  });
}
