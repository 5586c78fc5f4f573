// The solver wcsph against the plain JavaScript in wcsph.mjs, from the same CSV, 2,000 particles, with the options of
// the demo: spatial hash, linear equation of state, penalty springs, leapfrog.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { expectDistance, quantiles, roundState, slosh, sortedDistances } from './comparing.mjs';
import { readCsv, writeCsv } from './csv.mjs';
import { WcsphReference } from './wcsph.mjs';
import { settingsOf, slow } from './wcsph_demo.mjs';
import { PlainWcsphReference } from './wcsph_plain.mjs';

const folder = mkdtempSync(join(tmpdir(), 'wcsph-'));
after(() => rmSync(folder, { recursive: true }));

const count = 2000;
const dt = Math.fround(1 / 60);
const cases = [
  { name: 'as the demo', parameters: {} },
  { name: 'no tension, artificial and bulk viscosity', parameters: { tension: 0, artificialViscosity: 0.05, bulkViscosity: 0.3 } },
];
const starts = [
  { state: 'first', stepsBefore: 0 },
  { state: 'falling', stepsBefore: 100 },
  { state: 'running', stepsBefore: 400 },
];

for (const { name, parameters } of cases) {
  for (const { state, stepsBefore } of starts) {
    test(`wcsph against the reference: ${name}, ${state}`, async () => {
      const all = { ...slow, ...parameters };
      const settings = settingsOf(all);
      const [init, dump] = [join(folder, 'init.csv'), join(folder, 'dump.csv')];
      slosh('dam-break', ...settings, '--set', `particles=${count}`, '--steps', String(stepsBefore), '--dump', init);
      if (stepsBefore === 0) {
        // The outer particles of the lattice are exactly at the range of the wall springs. A small displacement keeps
        // rounding from deciding which of them the springs move.
        const { x, y, ...rest } = await readCsv(init);
        await writeCsv(init, { x: x.map((v) => v + 4e-4), y: y.map((v) => v + 7e-4), ...rest });
      }
      const start = await readCsv(init);
      const [reference, rounded] = [0, 1].map(() => new WcsphReference(start, all));
      const { h } = reference;
      const last = count - 1;
      let done = 0;
      for (const [until, bar] of [[1, 1e-5], [30, 1e-3]]) {
        for (; done < until; done++) {
          reference.step(dt);
          rounded.step(dt);
          roundState(rounded);
        }
        slosh('dam-break', ...settings, '--init', init, '--steps', String(until), '--dump', dump);
        const [expected, solver, roundedTable] = [reference.table(), await readCsv(dump), rounded.table()];
        const distance = sortedDistances(expected, solver, h);
        const moved = sortedDistances(expected, start, h)[last];
        console.log(
          `${name}, ${state}, ${until} steps: median, 95 %, worst ${quantiles(distance)} h apart` +
            ` (rounding alone: ${sortedDistances(expected, roundedTable, h)[last].toExponential(1)}; moved up to ${moved.toFixed(4)} h)`,
        );
        assert.equal(solver.x.length, count);
        expectDistance('wcsph 2D, 2,000 particles', until, distance[last], bar);
        assert.ok(moved > 10 * bar, 'nothing moved');
      }
    });
  }
}

test('the spatial hash finds every pair exactly once', () => {
  // Far apart in the plane, so that cells share buckets.
  let state = 1;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const x = Float64Array.from({ length: 500 }, (_, i) => 3 * random() + (i % 3) * 1000);
  const y = Float64Array.from({ length: 500 }, () => 3 * random());
  const reference = new WcsphReference({ x, y }, { halfX: 1e4, halfY: 1e4, area: 27 });
  reference.sort();
  reference.findDensity();
  const { h, scale, id, kernelSum, pairEnd } = reference;
  let pairs = 0;
  for (let s = 0; s < 500; s++) {
    let density = 0;
    for (let j = 0; j < 500; j++) {
      const q = Math.hypot(x[j] - x[id[s]], y[j] - y[id[s]]) / h;
      if (q < 1 && j > id[s]) pairs++;
      for (const [knot, factor] of [[1, 1], [0.6, -5], [0.2, 10]]) density += factor * Math.max(knot - q, 0) ** 4;
    }
    assert.ok(Math.abs(kernelSum[s] - density) < 1e-12 * density, `density ${kernelSum[s]}, expected ${density}`);
  }
  assert.equal(pairEnd[499], pairs);
  assert.ok(pairs > 1000 && Math.abs(scale * h * h - 46875 / (2398 * Math.PI)) < 1e-12);
});

test('the plain and the tuned reference agree', () => {
  const x = Float64Array.from({ length: 2000 }, (_, i) => -0.99 + 0.0155 * (i % 40));
  const y = Float64Array.from({ length: 2000 }, (_, i) => -0.59 + 0.0155 * Math.floor(i / 40));
  const parameters = { ...slow, artificialViscosity: 0.1 };
  const [tuned, plain] = [new WcsphReference({ x, y }, parameters), new PlainWcsphReference({ x, y }, parameters)];
  for (let i = 0; i < 10; i++) {
    tuned.step(dt);
    plain.step(dt);
  }
  const [distance, moved] = [sortedDistances(tuned.table(), plain.table(), tuned.h), sortedDistances(tuned.table(), { x, y }, tuned.h)];
  assert.ok(distance[1999] < 1e-9, `${distance[1999]} h apart`);
  assert.ok(moved[1999] > 0.01);
});
