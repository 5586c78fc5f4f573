// For an invalid argument the program prints one line to stderr, with the argument and the expected values, and exits with
// 2. The native program and the wasm program print the same line.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { native, run, web } from '../support/programs.mjs';

const folder = mkdtempSync(join(tmpdir(), 'slosh-bad-'));
after(() => rmSync(folder, { recursive: true }));
/** @param {string} name @param {string} text */
function csv(name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
// Fluid in the boats' tank, and a particle in the middle of the first boat.
const water = Array.from({ length: 2000 }, (_, i) => `${(i % 50) * 0.04 - 1},${Math.floor(i / 50) * 0.009 - 0.59}\n`);
const buried = `x,y\n${water.join('')}-0.55,0\n`;
const good = csv('good.csv', 'x,y\n1,2\n');
const scenes = ['blobs', 'honey', 'jelly'];

/** Arguments, and texts that the line must contain. @type {[string[], string[]][]} */
const mistakes = [
  [[], ['expected', 'list', 'run']],
  [['walk'], ['"walk"', 'list or run']],
  [['list', '--yaml'], ['"--yaml"', '--json']],
  [['list', 'blobs'], ['"blobs"', '--json']],
  [['run'], ['expected a scene', 'slosh list']],
  [['run', '--steps', '3'], ['expected a scene']],
  [['run', 'soup'], ['"soup"', ...scenes]],
  [['run', ''], ['""', ...scenes]],
  [['run', 'two\nlines'], ['"two?lines"', ...scenes]],
  [['run', 'blobs', '--stpes', '3'], ['"--stpes"', '--steps', '--seconds', '--dump']],
  [['run', 'blobs', 'jelly'], ['"jelly"', '--steps']],
  ...['--steps', '--seconds', '--threads', '--seed', '--set', '--every', '--init', '--dump'].map(
    (option) => /** @type {[string[], string[]]} */ ([['run', 'blobs', option], [option, 'expected a value']])),
  ...['nan', '1e999', '', 'inf', '0x10', ' 3', '3 ', '-1', '1e8'].map(
    (text) => /** @type {[string[], string[]]} */ ([['run', 'blobs', '--steps', text], ['--steps', `"${text}"`, '0..']])),
  [['run', 'blobs', '--steps', '1.5'], ['--steps', '"1.5"', 'whole number']],
  [['run', 'blobs', '--seconds', 'soon'], ['--seconds', '"soon"', '0..']],
  [['run', 'blobs', '--steps', '2', '--seconds', '1'], ['--seconds', '--steps']],
  [['run', 'blobs', '--threads', '0'], ['--threads', '"0"', '1..64']],
  [['run', 'blobs', '--every', '0'], ['--every', '"0"', '1..']],
  [['run', 'blobs', '--seed', '-1'], ['seed', '"-1"', '0..']],
  [['run', 'blobs', '--set', 'particles'], ['--set', '"particles"', 'key=value']],
  [['run', 'blobs', '--set', 'device=gpu'], ['device', 'CPU only', 'slosh_gpu.mjs']],
  [['run', 'blobs', '--set', '=3'], ['--set', 'unknown key ""']],
  [['run', 'blobs', '--set', 'colour=red'], ['--set', 'unknown key "colour"', 'slosh list']],
  ...['0', '10000000', '-5'].map(
    (text) => /** @type {[string[], string[]]} */ ([['run', 'blobs', '--set', `particles=${text}`], ['--set particles', `"${text}"`, 'outside 1..1000000']])),
  ...['nan', '1e999', '', 'many'].map(
    (text) => /** @type {[string[], string[]]} */ ([['run', 'blobs', '--set', `particles=${text}`], ['--set particles', `"${text}"`, 'a number in 1..1000000']])),
  [['run', 'blobs', '--set', 'particles=2.5'], ['--set particles', '"2.5"', 'a whole number']],
  [['run', 'blobs', '--set', `stiffness=${'9'.repeat(100000)}`], ['--set stiffness', 'a number in 0..500']],
  [['run', 'blobs', '--set', 'stiffness=1000'], ['--set stiffness', '"1000"', 'outside 0..500']],
  [['run', 'blobs', '--set', 'mode=random'], ['--set mode', '"random"', 'parallel or sequential']],
  [['run', 'blobs', '--set', 'anti-stick=maybe'], ['--set anti-stick', '"maybe"', 'true or false']],
  [['run', 'blobs', '--init', join(folder, 'none.csv')], ['--init', 'none.csv', 'No such file']],
  [['run', 'blobs', '--init', folder], ['--init', folder]],
  [['run', 'blobs', '--init', csv('empty.csv', '')], ['empty.csv', 'no particles']],
  [['run', 'blobs', '--init', csv('header.csv', 'x,y\n')], ['header.csv', 'no particles']],
  [['run', 'flip-block', '--set', 'density=4e6'], ['density', '4e6', 'outside 0..1283239']],
  [['run', 'blobs', '--init', csv('column.csv', 'x,y,colour\n1,2,3\n')], ['column.csv:1:3', '"colour"', 'x, y, vx, vy, kind']],
  [['run', 'blobs', '--init', csv('twice.csv', 'x,y,x\n1,2,3\n')], ['twice.csv:1:3', '"x"']],
  [['run', 'blobs', '--init', csv('short.csv', 'x,vx\n1,2\n')], ['short.csv:1', 'no column y']],
  [['run', 'blobs', '--init', csv('word.csv', 'x,y\n1,2\n3,four\n')], ['word.csv:3:2', '"four"', 'not a number']],
  [['run', 'blobs', '--init', csv('nan.csv', 'x,y\nnan,2\n')], ['nan.csv:2:1', '"nan"', 'not a number']],
  [['run', 'blobs', '--init', csv('few.csv', 'x,y\n1\n')], ['few.csv:2', 'expected 2 columns, got 1']],
  [['run', 'blobs', '--init', csv('far.csv', 'x,y\n0,0\n1e9,0\n')], ['far.csv:3', 'outside the container']],
  [['run', 'blobs', '--init', csv('fast.csv', 'x,y,vx\n0,0,1\n0,1,1e9\n')], ['fast.csv:3', 'faster than 2679.6']],
  [['run', 'boats', '--init', csv('buried.csv', buried)], ['buried.csv', 'particle 2000 lies inside body 1', 'bodies start anew']],
  [['run', 'blobs', '--init', csv('kind.csv', 'x,y,kind\n1,2,3\n')], ['kind.csv:2:3', '"3"', '0..2']],
  [['run', 'blobs', '--steps', '0', '--dump', join(folder, 'no', 'such.csv')], ['--dump', 'such.csv', 'No such file']],
  [['run', 'blobs', '--init', good, '--steps', '0', '--dump', folder], ['--dump', folder]],
];

for (const [args, parts] of mistakes) {
  const shown = args.map((arg) => JSON.stringify(arg.length > 60 ? `${arg.slice(0, 30)}...` : arg.replace(folder, ''))).join(' ');
  test(`slosh ${shown}`, () => {
    const answers = [native, web].map((program) => {
      const { status, stdout, stderr } = run(program, ...args);
      const where = `${program.name}: ${stderr}${stdout}`;
      assert.match(stderr, /^slosh: [^\n]+\n$/, where);
      assert.ok(stderr.length < 400, `${where} is too long`);
      assert.ok(!stderr.includes('using'), where);
      for (const part of parts) assert.ok(stderr.includes(part), `${where}, expected ${part}`);
      assert.equal(status, 2, where);
      return stderr;
    });
    assert.equal(answers[1], answers[0]);
  });
}

// Each value is within its range; together they make the simulation unstable.
/** @type {[string, string[], string[]][]} */
const unstableSettings = [
  ['dam-break', ['sound-speed=1000', 'substeps=1', 'particles=400'], ['sound-speed (1000', 'substeps (1']],
  ['curl-disc', ['stiffness=1000000', 'time-scale=4', 'substeps=1', 'particles=400'], ['stiffness (1000000', 'time-scale (4']],
];
for (const [scene, sets, parts] of unstableSettings)
  test(`slosh run ${scene} --set ${sets.join(' --set ')}: names the step at which it became unstable`, () => {
    const answers = [native, web].map((program) => {
      const { status, stderr } = run(program, 'run', scene, '--steps', '60', ...sets.flatMap((set) => ['--set', set]));
      assert.match(stderr, /^slosh: run: the simulation became unstable at step \d+: the [^\n]+\n$/, program.name);
      for (const part of parts) assert.ok(stderr.includes(part), `${program.name}: ${stderr}, expected ${part}`);
      assert.equal(status, 1, program.name);
      return stderr;
    });
    assert.equal(answers[1], answers[0]);
  });
