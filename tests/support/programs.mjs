// The command line in all its builds, as the tests run it.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @typedef {{name: string, make: string, file: string, command: string[], threads: number}} Program */
/** @typedef {{status: number | null, stdout: string, stderr: string}} Answer */

/** @param {string} preset @param {string} name @param {string} file @param {number} threads @returns {Program} */
function program(preset, name, file, threads) {
  const path = fileURLToPath(new URL(`../../build/${preset}/${file}`, import.meta.url));
  const make = `tools/build ${preset} ${file.replace('.mjs', '')}`;
  return { name, make, file: path, command: file.endsWith('.mjs') ? [process.execPath, path] : [path], threads };
}

export const native = program('native', 'g++', 'slosh', 4);
export const nativeDebug = program('native-debug', 'sanitized', 'slosh', 4);
/** With the thread sanitizer; on most systems it needs `setarch -R`. */
export const tsan = program('tsan', 'tsan', 'slosh', 4);
export const clang = program('clang', 'clang', 'slosh', 4);
export const web = program('web', 'wasm', 'slosh.mjs', 4);
export const webSerial = program('web', 'wasm-serial', 'slosh_serial.mjs', 1);

/** @param {Program} program */
export function missing({ make, file }) {
  return existsSync(file) ? '' : `${file} is missing: ${make}`;
}

/** @param {Program} program @param {string[]} args @returns {Answer} */
export function run(program, ...args) {
  const problem = missing(program);
  if (problem) throw new Error(problem);
  const [file, ...first] = program.command;
  const { status, stdout, stderr, error } = spawnSync(file, [...first, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error) throw error;
  return { status, stdout, stderr };
}

/** Like run(), but throws if the program fails; returns its output. @param {Program} program @param {string[]} args */
export function answer(program, ...args) {
  const { status, stdout, stderr } = run(program, ...args);
  if (status !== 0) throw new Error(`slosh ${args.join(' ')} (${program.name}) ended with ${status}: ${stderr || stdout}`);
  return stdout;
}

/** The objects that `run ... --json` prints. @param {Program} program @param {string[]} args */
export function steps(program, ...args) {
  return answer(program, 'run', ...args, '--json').trimEnd().split('\n').map((line) => JSON.parse(line));
}
