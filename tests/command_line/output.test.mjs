// Output through pipes: complete with a slow reader; a closed pipe ends the program without a message.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { answer, missing, native, web, webSerial } from '../support/programs.mjs';

/**
 * Runs a program in a shell pipeline.
 * @param {import('../support/programs.mjs').Program} program
 * @param {string} script of bash; "$@" is the program
 */
function pipeline(program, script) {
  const problem = missing(program);
  if (problem) throw new Error(problem);
  const { stdout, stderr, error } = spawnSync('bash', ['-c', script, 'bash', ...program.command], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error) throw error;
  return { stdout, stderr };
}

/** Exit status in bash of a program that SIGPIPE ended. */
const endedByPipe = 128 + 13;

const whole = answer(native, 'list', '--json');

for (const program of [native, web, webSerial]) {
  test(`output larger than a pipe buffer arrives complete at a slow reader (${program.name})`, () => {
    assert.ok(whole.length > 3 * 65536, 'a pipe holds 64 KiB');
    const { stdout, stderr } = pipeline(program, '"$@" list --json | { sleep 0.5; cat; }');
    assert.equal(stderr, '');
    assert.equal(stdout.length, whole.length);
    assert.ok(stdout === whole, 'the same text');
  });

  for (const [what, args] of [['list', 'list --json'], ['run', 'run blobs --set particles=300 --steps 2000 --every 1']])
    test(`a closed pipe ends ${what} quietly (${program.name})`, () => {
      const { stdout, stderr } = pipeline(program, `"$@" ${args} | head -c 20; echo " \${PIPESTATUS[0]}"`);
      assert.equal(stderr, '');
      assert.match(stdout, new RegExp(`^.{20} ${endedByPipe}\\n$`, 's'));
    });

  test(`a full disk is reported (${program.name})`, () => {
    const { stdout, stderr } = pipeline(program, '"$@" list >/dev/full; echo $?');
    assert.match(stderr, /^slosh: cannot write the output: [^\n]*\n$/);
    assert.equal(stdout, '1\n');
  });
}

test('a closed pipe ends the program also where the parent process ignores the signal', () => {
  const { stdout, stderr } = pipeline(native, 'trap "" PIPE; "$@" list --json | head -c 20 >/dev/null; echo "${PIPESTATUS[0]}"');
  assert.equal(stderr, '');
  assert.equal(stdout, `${endedByPipe}\n`);
});
