/** Measures of a state of the fluid. */

/** @typedef {import('./blobs.mjs').BlobsReference} BlobsReference */

/** Root mean square displacement of a particle in 1/60 s, in interaction radii. @param {BlobsReference} reference */
export function calm({ count, vx, vy, parameters }) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += vx[i] * vx[i] + vy[i] * vy[i];
  return Math.sqrt(sum / count) / 60 / parameters.interactionRadius;
}

/** Height of the settled fluid: from the lowest particle to the 99th percentile. @param {BlobsReference} reference */
export function settledHeight({ count, y }) {
  const sorted = Float64Array.from(y).sort();
  return sorted[Math.min(count - 1, Math.floor(0.99 * count))] - sorted[0];
}

/** Fraction of the container's area that lies within half an interaction radius of a particle. @param {BlobsReference} reference */
export function areaFraction({ count, x, y, parameters }) {
  const { radius, centreX, centreY, interactionRadius: h } = parameters;
  const pixel = Math.min(radius / 200, h / 8);
  const size = Math.ceil((2 * radius) / pixel);
  const wet = new Uint8Array(size * size);
  const wetRadius = h / 2;
  for (let i = 0; i < count; i++) {
    const px = x[i] - centreX + radius;
    const py = y[i] - centreY + radius;
    const top = Math.min(size - 1, Math.floor((py + wetRadius) / pixel));
    const right = Math.min(size - 1, Math.floor((px + wetRadius) / pixel));
    for (let v = Math.max(0, Math.floor((py - wetRadius) / pixel)); v <= top; v++) {
      for (let u = Math.max(0, Math.floor((px - wetRadius) / pixel)); u <= right; u++) {
        const dx = (u + 0.5) * pixel - px;
        const dy = (v + 0.5) * pixel - py;
        if (dx * dx + dy * dy < wetRadius * wetRadius) wet[v * size + u] = 1;
      }
    }
  }
  let all = 0;
  let covered = 0;
  for (let v = 0; v < size; v++) {
    for (let u = 0; u < size; u++) {
      if (Math.hypot((u + 0.5) * pixel - radius, (v + 0.5) * pixel - radius) > radius) continue;
      all++;
      covered += wet[v * size + u];
    }
  }
  return covered / all;
}
