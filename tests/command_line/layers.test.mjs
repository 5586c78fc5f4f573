// tools/layers.mjs: a small project without faults passes, and one fault against each rule gives its line and exit status 1.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const tool = fileURLToPath(new URL('../../tools/layers.mjs', import.meta.url));

/** @param {string[]} args */
const layers = (...args) => spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8' });

/** @type {Record<string, string>} */
const sound = {
  'src/base/clock.h': '#pragma once\n#include <vector>\nnamespace slosh {\nstruct Clock {\n};\n}  // namespace slosh\n',
  'src/domain/walls.h': '#pragma once\n#include "base/clock.h"\n',
  'src/grid/mac_grid.h': '#pragma once\n',
  'src/app/web/page.cpp': '#include <emscripten/em_js.h>\n#include "domain/walls.h"\n',
  'tests/unit/base/clock_test.cpp': '#include "base/clock.h"\n',
  'web/slosh.js': "import { start } from './element/start.js';\n",
  'web/element/start.js': '// import { wrong } from "../pages/page.js";\nexport const start = 1;\n',
  'web/pages/page.js': "import '../slosh.js';\n",
  'shaders/scene2d/points.frag': '#include "colours.glsl"\n',
  'shaders/common/colours.glsl': '// nothing\n',
};

/** Lines and exit status for a project of the sound files and others. @param {Record<string, string>} files */
function check(files) {
  const folder = mkdtempSync(join(tmpdir(), 'slosh-layers-'));
  try {
    for (const [path, text] of Object.entries({ ...sound, ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { stdout, stderr, status } = layers(folder);
    assert.equal(stderr, '');
    return { lines: stdout.trimEnd().split('\n'), status };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a project without faults passes', () => {
  assert.deepEqual(check({}), { lines: ['layers: 0 faults'], status: 0 });
});

const manyFiles = Object.fromEntries(Array.from({ length: 26 }, (_, k) => [`src/search/part${k}.h`, '#pragma once\n']));
const type = '#pragma once\nnamespace slosh {\nstruct Clock : Base {\n};\n}  // namespace slosh\n';

/** @type {[string, Record<string, string>, string[]][]} rule, files, lines */
const faults = [
  ['a layer above', { 'src/base/wrong.h': '#include "domain/walls.h"\n' },
    ['src/base/wrong.h: base must not include domain/walls.h', 'a cycle of folders: base, domain']],
  ['a layer above through another file', { 'src/domain/deep.h': '#include "rigid/body.h"\n', 'src/rigid/body.h': '#pragma once\n', 'src/analysis/near.h': '#include "domain/deep.h"\n' },
    ['src/domain/deep.h: domain must not include rigid/body.h', 'src/analysis/near.h: analysis must not include domain/deep.h -> rigid/body.h']],
  ['a header that only other folders may include', { 'src/base/gl.h': '#include <GLES3/gl3.h>\n', 'src/solver/ui.h': '#include "imgui.h"\n' },
    ['src/base/gl.h: must not include <GLES3/gl3.h>', 'src/solver/ui.h: must not include <imgui.h>']],
  ['the other headers of libraries', { 'src/base/web.h': '#include <emscripten.h>\n', 'src/gpu/queue.h': '#include <webgpu/webgpu.h>\n' },
    ['src/base/web.h: must not include <emscripten.h>', 'src/gpu/queue.h: must not include <webgpu/webgpu.h>']],
  ['a type of the same name', { 'src/domain/again.h': type }, ['src/domain/again.h: slosh::Clock is also defined in src/base/clock.h']],
  ['a folder that the table does not have', { 'src/other/a.h': '#pragma once\n' },
    ['src/other: the table of layers in tools/layers.mjs has no such folder']],
  ['too many files', manyFiles, ['src/search: 26 sources, more than 25']],
  ['a cycle of files', { 'src/grid/a.h': '#include "grid/b.h"\n', 'src/grid/b.h': '#include "grid/a.h"\n' }, ['a cycle of files: grid/a.h, grid/b.h']],
  ['a unit test of nothing', { 'tests/unit/base/gone_test.cpp': '', 'tests/unit/nowhere/a_test.cpp': '' },
    ['tests/unit/base/gone_test.cpp: there is no src/base/gone.h or src/base/gone.cpp to test',
      'tests/unit/nowhere/a_test.cpp: there is no folder src/nowhere', 'tests/unit/nowhere/a_test.cpp: there is no src/nowhere/a.h or src/nowhere/a.cpp to test']],
  ['a script that imports the wrong way', { 'web/element/up.js': "import { page } from '../pages/page.js';\n", 'web/worker/late.js': "await import('../slosh.js');\n" },
    ['web/element/up.js: element must not import web/pages/page.js', 'web/worker/late.js: worker must not import web/slosh.js']],
  ['a folder of scripts that the table does not have', { 'web/extra/a.js': '' }, ['web/extra: the table of layers in tools/layers.mjs has no such folder']],
  ['a shader that does not exist', { 'shaders/scene2d/b.frag': '#include "gone.glsl"\n' }, ['shaders/scene2d/b.frag: there is no shaders/gone.glsl']],
  ['a cycle of shaders', { 'shaders/a.glsl': '#include "b.glsl"\n', 'shaders/b.glsl': '#include "a.glsl"\n' }, ['a cycle of shaders: a.glsl, b.glsl']],
];

for (const [rule, files, lines] of faults) {
  test(rule, () => {
    const found = check(files);
    assert.deepEqual(found.lines.slice(0, -1).sort(), [...lines].sort());
    assert.equal(found.lines.at(-1), `layers: ${lines.length} faults`);
    assert.equal(found.status, 1);
  });
}

test('a folder without sources is a fault, not a pass', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slosh-layers-'));
  const { stdout, status } = layers(folder);
  rmSync(folder, { recursive: true });
  assert.deepEqual([stdout, status], ['src/: no sources\nlayers: 1 faults\n', 1]);
});

test('wrong arguments get the usage', () => {
  for (const args of [['a', 'b'], ['--help']]) {
    const { stderr, status } = layers(...args);
    assert.deepEqual([stderr, status], ['usage: node tools/layers.mjs [FOLDER]\n', 2]);
  }
});
