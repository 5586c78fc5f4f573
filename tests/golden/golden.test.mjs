// One hash per scene, equal for every build and number of workers. After a change that is meant to move particles,
// `node tests/golden/golden.test.mjs --update` writes golden.txt, and tests nothing: a comparison with hashes just written could
// not fail.
//
// Because each scene runs with 1 to 4 workers here, the other suites compare workers only where no scene does: data
// structures (tests/unit), and in tests/physics what no scene uses (APIC, adaptive support, hash in Müller SPH, ...).
//
// Suite `golden` of tools/test. One scene: node --test --test-name-pattern='^drop ' tests/golden/golden.test.mjs

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { answer, clang, missing, native, steps, web, webSerial } from '../support/programs.mjs';

/** @typedef {{name: string, args: string[], steps: number}} Case */

const file = fileURLToPath(new URL('golden.txt', import.meta.url));

/** Every scene with its defaults, and blobs as the original demo, which no scene is by default. @returns {Case[]} */
function listCases() {
  const { scenes } = JSON.parse(answer(native, 'list', '--json'));
  const cases = scenes.map((/** @type {any} */ { name, solver, parameters }) => {
    const count = parameters.find((/** @type {any} */ p) => p.key === 'particles')?.default ?? 0;
    const cost = solver === 'double_density' ? count : 8 * count; // many sub-steps, and many more neighbours in 3D
    return { name, args: [name], steps: cost > 200000 ? 10 : cost > 10000 ? 30 : 120 };
  });
  const sequential = ['blobs', '--set', 'mode=sequential', '--set', 'unit=approximate', '--set', 'weight-difference=0'];
  return [...cases, { name: 'blobs/sequential', args: sequential, steps: 120 }];
}

/** @param {import('../support/programs.mjs').Program} program @param {Case} golden_case @param {number} threads @returns {string} */
function hashOf(program, golden_case, threads) {
  const last = steps(program, ...golden_case.args, '--steps', String(golden_case.steps), '--threads', String(threads)).at(-1);
  assert.equal(last.step, golden_case.steps);
  return last.hash;
}

/** Lines of `scene steps hash`. @returns {Map<string, string>} */
function readGolden() {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return new Map(lines.filter((line) => line && !line.startsWith('#')).map((line) => {
    const [name, count, hash] = line.split(' ');
    return [`${name} ${count}`, hash];
  }));
}

const cases = listCases();
if (process.argv.includes('--update')) {
  const lines = cases.map((golden_case) => `${golden_case.name} ${golden_case.steps} ${hashOf(native, golden_case, 1)}`);
  writeFileSync(file, ['# scene, steps, hash of the state then; see golden.test.mjs', ...lines, ''].join('\n'));
  console.log(`golden.txt: ${lines.length} hashes written, nothing tested`);
  process.exit();
}
const golden = readGolden();

test('golden.txt lists exactly the existing scenes', () => {
  assert.deepEqual([...golden.keys()].sort(), cases.map(({ name, steps }) => `${name} ${steps}`).sort());
  assert.equal(new Set(golden.values()).size, golden.size, 'two scenes have the same hash');
});

// SLOSH_PROGRAMS: names of the programs to test; the default is all.
const chosen = process.env.SLOSH_PROGRAMS?.split(' ');
for (const program of [native, clang, web, webSerial]) {
  if (chosen && !chosen.includes(program.name)) continue;
  for (const golden_case of cases) {
    test(`${golden_case.name} with ${program.name}, up to ${program.threads} workers`, () => {
      assert.equal(missing(program), '');
      // Every number of workers in one build, the minimum and the maximum in the others; fewer for SLOSH_BRIEF=1.
      const least = process.env.SLOSH_BRIEF ? [] : [1];
      const counts = program !== native ? new Set([...least, program.threads]) : process.env.SLOSH_BRIEF ? [1, 4] : [1, 2, 3, 4];
      for (const threads of counts) {
        const hash = hashOf(program, golden_case, threads);
        assert.equal(hash, golden.get(`${golden_case.name} ${golden_case.steps}`), `${threads} workers`);
      }
    });
  }
}
