import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BlobsReference, areaFraction, calm, interactionRadius, randomStart, settledHeight } from './blobs.mjs';
import { formatCsv, parseCsv } from './csv.mjs';

const dt = 1 / 60;
/** No forces, and a wall that no particle reaches. */
const free = { gravityX: 0, gravityY: 0, radius: 1e9 };

/** @param {number} value @param {number} expected @param {number} [tolerance] */
const near = (value, expected, tolerance = 1e-12) =>
  assert.ok(Math.abs(value - expected) <= tolerance, `${value}, expected ${expected} within ${tolerance}`);

/** @param {[number, number][]} points @param {number[]} [kind] */
const at = (points, kind) => ({ x: points.map((p) => p[0]), y: points.map((p) => p[1]), kind });

/** @typedef {{x: number, y: number, m: number}} Point */

/**
 * Pass 2 for the particle `self` against all others, without cells, in plain arithmetic.
 * @param {Point[]} points @param {Point} self @param {number} h @param {'approximate' | 'exact'} unit
 */
function relaxOne(points, self, h, unit) {
  const found = points
    .filter((other) => other !== self)
    .map((other) => {
      const v = [other.x - self.x, other.y - self.y];
      const d = Math.hypot(v[0], v[1]);
      const q = Math.max(Math.abs(v[0]), Math.abs(v[1]));
      const length = unit === 'exact' ? d : q / (1.29289 - 0.29289 * ((Math.abs(v[0]) + Math.abs(v[1])) / q));
      return { other, g: 1 - d / h, u: d === 0 ? [0, 0] : [v[0] / length, v[1] / length] };
    })
    .filter(({ g }) => g > 0);
  const rho = found.reduce((sum, { g }) => sum + self.m * g ** 2, 0);
  const rhoNear = found.reduce((sum, { g }) => sum + self.m * g ** 3, 0);
  const P = 35 * (rho - 5) * self.m;
  const PNear = 100 * rhoNear * self.m;
  for (const { other, g, u } of found) {
    const D = (P * g + PNear * g ** 2) * dt ** 2;
    self.x -= (D * u[0] * other.m) / (self.m + other.m);
    self.y -= (D * u[1] * other.m) / (self.m + other.m);
    other.x += (D * u[0] * self.m) / (self.m + other.m);
    other.y += (D * u[1] * self.m) / (self.m + other.m);
  }
}

/** @param {[number, number][]} points @param {number[]} kind @param {'approximate' | 'exact'} unit */
function compareWithPlainArithmetic(points, kind, unit) {
  const h = 2;
  const bodies = points.map(([x, y], i) => ({ x, y, m: [0.85, 0.95, 1.05][kind[i]] }));
  for (const body of bodies) relaxOne(bodies, body, h, unit);
  const reference = new BlobsReference(at(points, kind), { ...free, interactionRadius: h, unit });
  reference.step(dt);
  bodies.forEach((body, i) => {
    near(reference.x[i], body.x);
    near(reference.y[i], body.y);
    near(reference.vx[i], (body.x - points[i][0]) / dt, 1e-10);
    near(reference.vy[i], (body.y - points[i][1]) / dt, 1e-10);
  });
}

test('two particles agree with a calculation by hand', () => {
  // h = 2, d = 1, m = 0.85: g = 1/2, rho = 0.2125, rho' = 0.10625; both are relaxed along x, one after the other.
  const half = (/** @type {number} */ d) => {
    const g = 1 - d / 2;
    return ((35 * (0.85 * g * g - 5) * 0.85 * g + 100 * 0.85 * g * g * g * 0.85 * g * g) / 3600) / 2;
  };
  const d1 = 1 + 2 * half(1);
  const d2 = d1 + 2 * half(d1);
  const reference = new BlobsReference(at([[0, 0], [1, 0]]), { ...free, interactionRadius: 2 });
  reference.step(dt);
  near(reference.x[1] - reference.x[0], d2);
  near(reference.x[0] + reference.x[1], 1);
  assert.equal(reference.y[0], 0);
  near(35 * (0.2125 - 5) * 0.85 * 0.5 + 100 * 0.10625 * 0.85 * 0.25, half(1) * 7200);
});

for (const unit of /** @type {const} */ (['approximate', 'exact'])) {
  test(`small groups against sequential updates in plain arithmetic, ${unit} unit vector`, () => {
    compareWithPlainArithmetic([[0.1, 0.2], [0.9, -0.4]], [0, 2], unit);
    compareWithPlainArithmetic([[0.1, 0.2], [0.9, -0.4], [-0.6, 0.5]], [0, 2, 1], unit);
    compareWithPlainArithmetic([[3.9, -2.1], [4.1, -1.9], [5.2, -1.2]], [2, 1, 0], unit);
    compareWithPlainArithmetic([[-0.1, 0.1], [1.2, 0.1], [2.5, 0.2]], [1, 0, 2], unit); // the outer two are not neighbours
    const crowd = randomStart(80, 5, 3);
    compareWithPlainArithmetic(Array.from(crowd.x, (x, i) => [x, crowd.y[i]]), Array.from(crowd.kind), unit);
  });
}

test('the approximate unit vector', () => {
  // At this density the pair attracts along u, whose length is known.
  const length = (/** @type {number} */ x, /** @type {number} */ y) => {
    const h = 2;
    const reference = new BlobsReference(at([[0, 0], [x, y]]), { ...free, interactionRadius: h });
    reference.predict(dt);
    reference.sort();
    reference.count = 1; // relaxes the first particle only
    reference.relax(dt);
    reference.collide(dt);
    const g = 1 - Math.hypot(x, y) / h;
    const push = ((35 * (0.85 * g * g - 5) * 0.85 * g + 100 * 0.85 * g ** 3 * 0.85 * g * g) * dt * dt) / 2;
    near(reference.x[0] * y, reference.y[0] * x);
    return Math.hypot(reference.x[0], reference.y[0]) / Math.abs(push);
  };
  near(length(1, 0), 1);
  near(length(0, -1), 1);
  near(length(-0.7, 0.7), Math.SQRT2 * (1.29289 - 0.58578));
  near(length(0.8, 0.4), Math.hypot(1, 0.5) * (1.29289 - 1.5 * 0.29289));
});

test('the pair update conserves momentum', () => {
  const start = randomStart(400, 2, 6);
  const reference = new BlobsReference(start, { ...free, interactionRadius: 1.5 });
  let drift = 0;
  for (let i = 0; i < 1000; i++) {
    reference.step(dt);
    let px = 0, py = 0, size = 0;
    for (let k = 0; k < reference.count; k++) {
      px += reference.mass[k] * reference.vx[k];
      py += reference.mass[k] * reference.vy[k];
      size += reference.mass[k] * Math.hypot(reference.vx[k], reference.vy[k]);
    }
    assert.ok(size > 0);
    drift = Math.max(drift, Math.hypot(px, py) / size);
  }
  console.log(`momentum drift over 1,000 steps: ${drift.toExponential(1)} of the sum of |m v|`);
  assert.ok(drift < 1e-9);
});

test('free fall and the pointer', () => {
  const reference = new BlobsReference(at([[0, 5], [3, 5]], [0, 2]), { interactionRadius: 1 });
  reference.pointer = { x: 0, y: 1 };
  reference.step(dt);
  near(reference.vy[0], ((-35 + 2700 / 16) * dt) / 0.85);
  near(reference.vx[1], ((2700 / 25) * 0.6 * dt) / 1.05);
  near(reference.vy[1], ((-35 + (2700 / 25) * 0.8) * dt) / 1.05);
  near(reference.y[1], 5 + reference.vy[1] * dt);
  const close = new BlobsReference(at([[0.5, 0], [0, 0]]), { ...free, interactionRadius: 0.1 });
  close.pointer = { x: 0, y: 0 };
  close.step(dt);
  near(close.vx[0], (350 * dt) / 0.85);
  assert.deepEqual([close.x[1], close.y[1]], [0, 0]);
});

test('the wall projects a particle onto the rim and releases it', () => {
  const start = { x: [3.9], y: [4], vx: [60], vy: [0], kind: [0] };
  const reference = new BlobsReference(start, { ...free, radius: 3, centreX: 1, centreY: 4, interactionRadius: 2 });
  reference.step(dt);
  near(reference.x[0], 4);
  near(reference.vx[0], (4 - (3.9 + 2 * dt)) / dt, 1e-10);
});

test('particles never leave the walls', () => {
  for (const [seed, speed] of [[1, 0], [2, 3000]]) {
    const start = randomStart(600, seed);
    for (let i = 0; i < 600; i++) start.vx[i] = i % 2 ? speed : -speed;
    const reference = new BlobsReference(start);
    for (let i = 0; i < 400; i++) {
      reference.pointer = i < 200 ? { x: 10 * Math.sin(i / 5), y: -10 } : null;
      reference.step(1 / 35);
      for (let k = 0; k < 600; k++) {
        assert.ok(Math.hypot(reference.x[k], reference.y[k]) <= reference.parameters.radius * (1 + 1e-12));
      }
    }
  }
});

test('coincident particles stay finite', () => {
  const points = /** @type {[number, number][]} */ ([[1, 1], [1, 1], [1, 1], [1.5, 1], [1 + 1e-200, 1]]);
  for (const unit of /** @type {const} */ (['approximate', 'exact'])) {
    const reference = new BlobsReference(at(points), { ...free, interactionRadius: 2, unit });
    reference.step(dt);
    for (const value of [...reference.x, ...reference.y, ...reference.vx]) assert.ok(Number.isFinite(value));
    const alone = new BlobsReference(at(points.slice(0, 2)), { ...free, interactionRadius: 2, unit });
    alone.step(dt);
    assert.deepEqual([...alone.x, ...alone.y], [1, 1, 1, 1]);
  }
});

test('equal starts give equal bits, another seed gives others', () => {
  const [a, b, c] = [3, 3, 4].map((seed, i) => new BlobsReference(randomStart(500, seed), {}, { tuned: i === 0 }));
  for (let i = 0; i < 100; i++) for (const reference of [a, b, c]) reference.step(dt);
  assert.deepEqual(a.x, b.x);
  assert.deepEqual(a.vy, b.vy);
  assert.notDeepEqual(a.x, c.x);
});

test('the demo comes to rest: 1,500 particles, 20 s', () => {
  near(interactionRadius(1500), 2.091, 5e-4);
  const reference = new BlobsReference(randomStart(1500, 1));
  for (let i = 0; i < 1200; i++) reference.step(dt);
  const measures = { calm: calm(reference), height: settledHeight(reference), area: areaFraction(reference) };
  console.log(`v_rms / 60 / h ${measures.calm.toFixed(4)}, height ${measures.height.toFixed(2)}, area ${measures.area.toFixed(3)}`);
  assert.ok(measures.calm > 0 && measures.calm < 0.025, `calm ${measures.calm}`);
  near(measures.height, 17.6, 1);
  near(measures.area, 0.376, 0.011);
});

test('measures of known states', () => {
  const reference = new BlobsReference({ x: [-5, 0, 7], y: [1, 2, 9], vx: [3, 0, 0], vy: [0, 0, 3] }, { interactionRadius: 2 });
  near(calm(reference), Math.sqrt(18 / 3) / 60 / 2);
  near(settledHeight(reference), 8);
  near(areaFraction(reference), 3 / 22.33 ** 2, 1e-4);
});

test('CSV: every 32-bit float round-trips, faults are named', () => {
  const x = Float32Array.from({ length: 200 }, (_, i) => Math.sin(i + 1) * 10 ** ((i % 20) - 10));
  const table = { x, y: x.map((v) => -v / 3), vx: x, vy: x, kind: x.map((_, i) => i % 3) };
  const text = formatCsv(table);
  assert.equal(text.split('\n')[0], 'x,y,vx,vy,kind');
  assert.deepEqual(Float32Array.from(parseCsv(text).y), table.y);
  assert.equal(formatCsv({ z: [3], kind: [1], x: [1 / 3], y: [2] }), 'x,y,z,kind\n0.333333333,2,3,1\n');
  assert.throws(() => parseCsv('y,x\n1,2\n'), /header 'y,x'/);
  assert.throws(() => parseCsv('x,y\n1\n'), /line 2: 1 values, expected 2/);
  assert.throws(() => parseCsv('x,y\n1,2\n1,\n'), /line 3: ''/);
});

test('the command line', () => {
  const blobs = fileURLToPath(new URL('blobs.mjs', import.meta.url));
  /** @param {string[]} args */
  const run = (...args) => spawnSync(process.execPath, [blobs, ...args], { encoding: 'utf8' });
  const folder = mkdtempSync(join(tmpdir(), 'blobs-'));
  try {
    const [init, dump] = [join(folder, 'init.csv'), join(folder, 'dump.csv')];
    writeFileSync(init, 'x,y\n0,0\n1,0\n');
    const done = run('--init', init, '--steps', '3', '--dump', dump, '--time', '--dt', '0.01', '--set', 'gravity-y=-9', '--set', 'unit=exact');
    assert.equal(done.status, 0, done.stderr);
    assert.deepEqual(Object.keys(JSON.parse(done.stdout).ms_per_step), ['min', 'median', 'p95']);
    const same = new BlobsReference(at([[0, 0], [1, 0]]), { gravityY: -9, unit: 'exact' });
    for (let i = 0; i < 3; i++) same.step(0.01);
    assert.equal(readFileSync(dump, 'utf8'), formatCsv({ x: same.x, y: same.y, vx: same.vx, vy: same.vy, kind: same.kind }));
    for (const bad of [['--foo'], ['--steps', '-1'], ['--dt'], ['--set', 'mass=1'], ['--set', 'unit=1'], ['--init', join(folder, 'none.csv')]]) {
      const { status, stderr } = run(...bad);
      assert.equal(status, 2);
      assert.equal(stderr.trim().split('\n').length, 1);
      assert.ok(stderr.includes(bad[0]) && stderr.includes(bad[bad.length - 1].split('=')[0]), stderr);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
