// Speed of the GPU path (tools/bench --gpu), beside the CPU on the same machine: steps a second, milliseconds by stage, and the
// cost of reading back. The adapter is the software driver, or that of VK_DRIVER_FILES.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { availableParallelism } from 'node:os';
import { BenchError, lastLine, slosh } from './interleave.mjs';

/** @typedef {import('./main.mjs').Options} Options */
const program = join(fileURLToPath(new URL('../../build/web', import.meta.url)), 'slosh_gpu_bench.mjs');

/** Particles by scene, from few to many. @type {[string, number[], Record<string, number | string>][]} */
const cases = [
  ['flip-block', [100_000, 500_000, 1_000_000, 2_000_000, 4_000_000], { foam: 0 }],
  ['dam-break-3d', [100_000], { foam: 0 }],
  ['dam-break-3d', [100_000, 500_000], { method: 'pcisph' }],
];
/** Seconds that a case may take, by the time of the case before. */
const patience = 90;

/** @param {string} scene @param {number} steps @param {Record<string, number | string>} settings @returns {any} */
function measure(scene, steps, settings) {
  if (!existsSync(program)) throw new BenchError(`${program} is missing: tools/build web slosh_gpu_bench`);
  const pairs = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  return lastLine(process.execPath, [program, scene, String(steps), ...pairs]);
}

/** @param {Options & {most?: number}} options */
export function gpu({ quick, report, skip, most = Infinity }) {
  for (const [scene, counts, others] of cases) {
    let expected = 0; // milliseconds a particle and step
    for (const particles of counts) {
      const name = `${scene}${others.method ? ` with ${others.method}` : ''}, ${particles.toLocaleString('en')} particles`;
      if (particles > most) {
        skip(`${name}: more than --max ${most}`);
        continue;
      }
      const steps = quick ? 10 : 30, rounds = 3; // queued, alone, by stage
      if (expected * particles * (rounds * steps + 3) > 1000 * patience) {
        skip(`${name}: it would take ${Math.round((expected * particles * (rounds * steps + 3)) / 1000)} s here`);
        continue;
      }
      const settings = { ...others, particles };
      const result = measure(scene, expected === 0 && quick ? 5 : steps, settings);
      expected = result.msPerStep / result.particles;
      const note = `${result.adapter}; ${result.substeps} sub-steps, ${result.iterations.toFixed(1)} iterations, ${result.dispatches.toFixed(0)} dispatches`;
      report({ name, value: 1000 / result.msPerStep, unit: 'steps/s', note });
      report({ name: '    one step alone, with a wait', value: result.msAlone, unit: 'ms' });
      for (const [stage, ms] of Object.entries(result.stages)) report({ name: `    ${stage}`, value: ms, unit: 'ms' });
      report({ name: '    read back', value: result.readMs + result.unpackMs, unit: 'ms', note: `${(result.bytesRead / result.particles).toFixed(0)} bytes a particle` });
      const bound = (/** @type {number} */ bandwidth) => `${(result.traffic / bandwidth / 1e6).toFixed(2)} ms at ${bandwidth} GB/s`;
      report({ name: '    memory traffic, at most', value: result.traffic / result.particles, unit: 'bytes a particle', note: `${bound(100)}, ${bound(400)}` });
      if (others.method) continue; // the command line has no such scene
      const threads = Math.min(availableParallelism(), 16);
      const args = Object.entries(settings).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
      const cpu = slosh('native', scene, ...args, '--steps', String(particles > 500_000 ? 5 : 10), '--threads', String(threads));
      report({ name: `    the CPU, native, ${threads} threads`, value: 1000 / cpu.ms_per_step.median, unit: 'steps/s' });
    }
  }
}
