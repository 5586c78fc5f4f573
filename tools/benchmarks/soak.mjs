// tools/bench --soak: every scene for 20,000 steps: energy, volume, height and memory must not drift.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { BenchError } from './interleave.mjs';

const program = join(fileURLToPath(new URL('../..', import.meta.url)), 'build/native/slosh');
const lines = 40; // measurements of a run

/** @typedef {{kinetic_energy: number, max_speed: number, volume: number, centre: number[], particles: number, memory: number}} Measured */

/** Resident memory of a process, MB; 0 where the system does not say. @param {number} pid */
function memoryOf(pid) {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Runs a scene, one measurement after each fortieth of the steps. @param {string} scene @param {number} particles @param {number} steps */
async function run(scene, particles, steps) {
  const args = ['run', scene, '--set', `particles=${particles}`, '--steps', String(steps), '--every', String(steps / lines), '--threads', '1', '--json'];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let message = '';
  child.stderr.on('data', (text) => { message += text; });
  const ended = new Promise((resolve) => child.on('close', resolve));
  /** @type {Measured[]} */
  const measured = [];
  for await (const line of createInterface(child.stdout)) measured.push({ ...JSON.parse(line), memory: memoryOf(child.pid ?? 0) });
  await ended;
  return { measured, message: message.trim(), command: `slosh ${args.join(' ')}` };
}

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);

/**
 * What drifted, in words. The last quarter of the run is compared with the second one, when the first splashes are over.
 * @param {Measured[]} all @param {number} extent of the container, m
 */
export function drifts(all, extent) {
  const quarter = all.length / 4;
  const early = all.slice(quarter, 2 * quarter), late = all.slice(-quarter);
  /** @type {string[]} */
  const found = [];
  // Of a run that is driven (a fountain, waves) the energy is steady; else it falls.
  const energy = mean(late.map((m) => m.kinetic_energy)), before = Math.max(...all.slice(0, 2 * quarter).map((m) => m.kinetic_energy));
  if (energy > 1.2 * before) found.push(`the kinetic energy grew from at most ${before.toPrecision(3)} J to ${energy.toPrecision(3)} J`);
  const perParticle = (/** @type {Measured} */ m) => m.volume / Math.max(m.particles, 1);
  const volume = mean(late.map(perParticle)) / mean(early.map(perParticle)) - 1;
  if (!(Math.abs(volume) <= 0.02)) found.push(`the volume changed by ${(100 * volume).toFixed(1)} %`);
  const height = (mean(late.map((m) => m.centre[1])) - mean(early.map((m) => m.centre[1]))) / extent;
  if (!(Math.abs(height) <= 0.02)) found.push(`the mean height changed by ${(100 * height).toFixed(1)} % of the container's`);
  // A run whose number of particles grows has its memory from the start; the last line comes when the program ends.
  const memory = Math.max(...late.slice(0, -1).map((m) => m.memory)) - (early[0]?.memory ?? 0);
  if (memory > 1) found.push(`the memory grew by ${memory.toFixed(1)} MB`);
  return found;
}

/** Returns the number of scenes that drift. @param {{quick: boolean, only: string[]}} options */
export async function soak({ quick, only }) {
  if (!existsSync(program)) throw new BenchError(`${program} is missing: tools/build native slosh`);
  const { scenes } = JSON.parse(spawnSync(program, ['list', '--json'], { encoding: 'utf8' }).stdout);
  const names = scenes.map((/** @type {{name: string}} */ { name }) => name);
  for (const name of only) if (!names.includes(name)) throw new BenchError(`--only: "${name}" is not one of ${names.join(', ')}`);
  const steps = quick ? 2000 : 20000;
  let drifting = 0;
  for (const { name, container: [low, high] } of scenes) {
    if (only.length > 0 && !only.includes(name)) continue;
    const started = Date.now();
    const { measured, message, command } = await run(name, low.length === 3 ? 2000 : 800, steps);
    const found = message || measured.length < lines ? [message || 'it ended early'] : drifts(measured, high[1] - low[1]);
    const last = measured.at(-1);
    const memory = Math.max(0, ...measured.map((m) => m.memory));
    const seconds = Math.round((Date.now() - started) / 1000);
    if (found.length > 0) ++drifting;
    console.log(`${found.length > 0 ? 'DRIFTS' : 'steady'} ${name.padEnd(20)} ${seconds} s, fastest ${last?.max_speed.toPrecision(3)} m/s, `
      + `${memory.toFixed(1)} MB${found.length > 0 ? `: ${found.join('; ')} (${command})` : ''}`);
  }
  console.log(`soak: ${drifting} scenes drift in ${steps} steps`);
  return drifting;
}
