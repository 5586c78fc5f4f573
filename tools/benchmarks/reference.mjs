// Times the JavaScript reference in a separate process: node reference.mjs START.csv SUBSTEPS TUNED STEPS prints the
// milliseconds of a step, with the same smoothing length, stiffness and sub-step as the solver at that particle count.

import { BlobsReference, DEFAULTS, interactionRadius } from '../../tests/oracles/blobs.mjs';
import { readCsv } from '../../tests/oracles/csv.mjs';

const [file, substeps, tuned, steps] = process.argv.slice(2);
const start = await readCsv(file);
// The speed of sound, c^2 ~ k h, does not depend on the count.
const resolutionRatio = interactionRadius(1500) / interactionRadius(start.x.length);
const scaled = { stiffness: DEFAULTS.stiffness * resolutionRatio, nearStiffness: DEFAULTS.nearStiffness * resolutionRatio };
const reference = new BlobsReference(/** @type {any} */ (start), scaled, { tuned: tuned === 'true' });
const dt = 1 / 60 / Number(substeps);

const times = Array.from({ length: Number(steps) }, () => {
  const before = performance.now();
  reference.step(dt);
  return performance.now() - before;
});
// Without the first quarter, which warms up the compiler.
const warm = times.slice(times.length >> 2).sort((a, b) => a - b);
console.log(JSON.stringify({ median: warm[warm.length >> 1], min: warm[0], steps: warm.length }));
