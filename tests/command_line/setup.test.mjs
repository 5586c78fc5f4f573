// tools/setup in a copy of the project, with programs in front of PATH that stand for those of a machine.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs `tools/setup run` where npm's packages and Dear ImGui are there already.
 * @param {Record<string, string>} programs shell scripts by name, found before those of this machine
 * @param {(run: () => import('node:child_process').SpawnSyncReturns<string>, folder: string) => void} check
 */
function withSetup(programs, check) {
  const folder = mkdtempSync(join(tmpdir(), 'slosh-setup-'));
  try {
    for (const name of ['setup', 'em']) cpSync(join(project, 'tools', name), join(folder, 'tools', name));
    cpSync(join(project, 'package-lock.json'), join(folder, 'package-lock.json'));
    mkdirSync(join(folder, 'node_modules'));
    mkdirSync(join(folder, '.toolchain/imgui'), { recursive: true });
    writeFileSync(join(folder, '.toolchain/imgui/imgui.h'), '#define IMGUI_VERSION_NUM 19200\n');
    const packages = createHash('sha256').update(readFileSync(join(project, 'package-lock.json'))).digest('hex');
    writeFileSync(join(folder, '.toolchain/npm.stamp'), `${packages}\n`);
    mkdirSync(join(folder, 'bin'));
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(folder, 'bin', name), 0o755);
    }
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, IMGUI_DIR: '' };
    check(() => spawnSync(join(folder, 'tools/setup'), ['run'], { encoding: 'utf8', env }), folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
/** @param {Record<string, string>} programs */
function usesEmccOnPath(programs) {
  withSetup(programs, (run, folder) => {
    const first = run();
    assert.equal(first.stderr, '');
    assert.equal(first.status, 0, first.stdout);
    assert.equal(readFileSync(join(folder, '.toolchain/emcc'), 'utf8'), 'host\n');
    assert.equal(run().stdout, '', 'a second run does nothing');
  });
}
/** @param {string} version */
const emcc = (version) => `case $1 in
  --version) echo 'emcc (Emscripten gcc/clang-like replacement) ${version} (Debian)' ;;
  -dumpversion) echo ${version} ;;
esac`;

test('an Emscripten on PATH that is new enough is used', () => {
  usesEmccOnPath({ emcc: emcc('4.0.9'), 'em-config': 'echo /' });
});

test('the Emscripten of the distribution is installed if it is new enough', () => {
  usesEmccOnPath({
    emcc: emcc('3.1.6'),
    'em-config': 'echo /',
    'apt-cache': "echo '  Candidate: 3.1.69+dfsg-3'",
    'apt-get': `case "$*" in *' emscripten'*) cp "$0.emcc" "$(dirname "$0")/emcc" ;; esac`,
    'apt-get.emcc': emcc('3.1.69'),
  });
});

test('a private root that cannot be made ends the set-up with its reason', () => {
  const programs = {
    emcc: emcc('3.1.6'),
    'apt-cache': "echo '  Candidate: 3.1.6~dfsg-5'",
    'apt-get': '',
    mmdebstrap: "sleep 1; echo 'E: the archive is not reachable'; exit 100",
    sudo: '"$@"',
  };
  withSetup(programs, (run) => {
    const { status, stderr } = run();
    assert.equal(status, 1);
    assert.equal(stderr, 'setup: mmdebstrap failed: E: the archive is not reachable (log: .toolchain/root.log)\n');
  });
});
