/**
 * Weakly compressible SPH in 2D, after a demo of 2,000 particles, the origin of the solver wcsph: linear equation of
 * state, symmetric pressure force (with particle volumes V = 1 / sum W,
 * Solenthaler & Pajarola 2008), Laplacian viscosity (Morris et al. 1997), walls of penalty springs, leapfrog, and a
 * spatial hash; Monaghan's artificial viscosity and a bulk viscosity as options. The demo has
 * the cubic spline; here it is the quartic one of the solver. It is the oracle of the tests and
 * the baseline of the benchmarks, so it shares no code with the solver. The origin is the centre of the box.
 *
 * node wcsph.mjs --init FILE.csv [--steps N] [--dt SECONDS] [--set key=value]... [--dump FILE.csv] [--time]
 */

import { commandOf, floats } from './running.mjs';

/**
 * @typedef {object} Parameters
 * @property {number} halfX half the size of the box, m
 * @property {number} halfY
 * @property {number} area that the fluid fills at rest, m2
 * @property {number} smoothing support of the kernel in particle spacings
 * @property {number} restDensity kg/m3
 * @property {number} soundSpeed m/s: the stiffness is its square
 * @property {number} tension 1: negative pressure where the density is below rest, to -0.3 rho_0 c^2; 0: clamped to 0
 * @property {number} viscosity m2/s
 * @property {number} artificialViscosity Monaghan's alpha
 * @property {number} bulkViscosity fraction of c h
 * @property {number} gravityX m/s2
 * @property {number} gravityY
 * @property {number} wallStiffness 1/s2
 * @property {number} wallDamping 1/s
 * @property {number} cfl fraction of h that sound crosses in a sub-step
 * @property {number} substeps in a step; 0: chosen by the CFL number
 */

/** The scene dam-break with the equations of the demo. @type {Readonly<Parameters>} */
export const DEFAULTS = Object.freeze({
  halfX: 1,
  halfY: 0.6,
  area: 0.48,
  smoothing: 2.6,
  restDensity: 1000,
  soundSpeed: 12,
  tension: 1,
  viscosity: 1e-4,
  artificialViscosity: 0,
  bulkViscosity: 0,
  gravityX: 0,
  gravityY: -9.81,
  wallStiffness: 20000,
  wallDamping: 40,
  cfl: 0.4,
  substeps: 0,
});

/** @param {number} n */
function primeAbove(n) {
  for (let candidate = n + 1; ; candidate++) {
    let d = 2;
    while (d * d <= candidate && candidate % d !== 0) d++;
    if (d * d > candidate) return candidate;
  }
}

/** The quartic spline by pieces, without its factor 46875/(2398 pi h^2). @param {number} q r/h */
export function spline(q) {
  const q2 = q * q;
  if (q < 0.2) return 6 * q2 * q2 - 2.4 * q2 + 0.368;
  if (q < 0.6) return -4 * q2 * q2 + 8 * q2 * q - 4.8 * q2 + 0.32 * q + 0.352;
  return q < 1 ? (1 - q) ** 4 : 0;
}

/** Its derivative. @param {number} q */
export function splineSlope(q) {
  if (q < 0.2) return 24 * q ** 3 - 4.8 * q;
  if (q < 0.6) return -16 * q ** 3 + 24 * q * q - 9.6 * q + 0.32;
  return q < 1 ? -4 * (1 - q) ** 3 : 0;
}

export class WcsphReference {
  /**
   * @param {Record<string, ArrayLike<number>>} start columns x, y and perhaps vx, vy, kind
   * @param {Partial<Parameters>} [parameters]
   */
  constructor(start, parameters = {}) {
    const n = start.x.length;
    this.count = n;
    /** @type {Parameters} */
    this.parameters = { ...DEFAULTS, ...parameters };
    const { area, smoothing, halfX, halfY } = this.parameters;
    this.spacing = Math.sqrt(area / n);
    this.h = Math.min(smoothing * this.spacing, halfX, halfY);
    this.scale = 46875 / (2398 * Math.PI * this.h * this.h);
    // V_0 is such that a particle inside a square lattice has the rest density.
    let latticeSum = 0;
    const radius = Math.ceil(this.h / this.spacing);
    for (let a = -radius; a <= radius; a++)
      for (let b = -radius; b <= radius; b++) latticeSum += spline((Math.hypot(a, b) * this.spacing) / this.h);
    this.restVolume = 1 / (latticeSum * this.scale);
    this.mass = this.parameters.restDensity * this.restVolume;

    // Sorted by bucket; `id` is the particle of a slot. The sort swaps them with `spare`.
    this.x = floats(n, start.x);
    this.y = floats(n, start.y);
    this.vx = floats(n, start.vx);
    this.vy = floats(n, start.vy);
    this.densityRatio = floats(n).fill(1); // rho / rho_0
    this.id = Int32Array.from({ length: n }, (_, i) => i);
    this.spare = Array.from({ length: 5 }, () => floats(n));
    this.spareId = new Int32Array(n);
    this.kind = start.kind;

    this.kernelSum = floats(n);
    this.volume = floats(n);
    this.pressureTerm = floats(n); // p V^2
    this.fx = floats(n);
    this.fy = floats(n);

    this.buckets = primeAbove(2 * n);
    this.bucketStart = new Int32Array(this.buckets + 1);
    this.bucket = new Int32Array(n);
    this.cellX = new Int32Array(n);
    this.cellY = new Int32Array(n);
    this.spareCells = [new Int32Array(n), new Int32Array(n)];
    // Result of `findRanges`.
    this.begins = new Int32Array(9);
    this.ends = new Int32Array(9);
    this.rangeCount = 0;
    // Every pair within h once: found for the density, used again for the forces.
    this.pairEnd = new Int32Array(n);
    this.pairOther = new Int32Array(24 * n);
    this.pairDistance = new Float64Array(24 * n);
    this.forcesValid = false;
    this.lastSubsteps = 0;
  }

  /** @param {number} dt seconds */
  step(dt) {
    if (!this.forcesValid) this.findForces(0);
    this.forcesValid = true;
    const substeps = this.substepsFor(dt);
    const short = dt / substeps;
    for (let s = 0; s < substeps; s++) {
      this.kick(short / 2);
      this.drift(short);
      this.findForces(short);
      this.kick(short / 2);
    }
    this.lastSubsteps = substeps;
  }

  /** The number of sub-steps: sound crosses at most the fraction cfl of h in each, and the viscosity is stable. @param {number} dt */
  substepsFor(dt) {
    const { substeps, soundSpeed, gravityX, gravityY, cfl, viscosity } = this.parameters;
    if (substeps > 0) return substeps;
    const { count, vx, vy, h } = this;
    let maxSpeed2 = 0;
    for (let i = 0; i < count; i++) maxSpeed2 = Math.max(maxSpeed2, vx[i] * vx[i] + vy[i] * vy[i]);
    const speedGain = Math.hypot(gravityX, gravityY) * dt;
    const bySound = (dt * (soundSpeed + Math.sqrt(maxSpeed2) + speedGain)) / (cfl * h);
    const byViscosity = (dt * viscosity) / (0.1 * h * h);
    return Math.min(512, Math.floor(Math.max(bySound, byViscosity)) + 1);
  }

  /** @param {number} dt */
  kick(dt) {
    const { count, vx, vy, fx, fy, mass } = this;
    const { gravityX, gravityY } = this.parameters;
    const dtOverMass = dt / mass;
    const gx = gravityX * dt;
    const gy = gravityY * dt;
    for (let i = 0; i < count; i++) {
      vx[i] += fx[i] * dtOverMass + gx;
      vy[i] += fy[i] * dtOverMass + gy;
    }
  }

  /**
   * Moves the particles. One that leaves the box is moved to 0.001 to 0.002 spacings inside the wall, by its id so that
   * particles do not coincide, and its velocity towards the wall becomes 0. @param {number} dt
   */
  drift(dt) {
    const { count, x, y, vx, vy, id, spacing } = this;
    const { halfX, halfY } = this.parameters;
    for (let i = 0; i < count; i++) {
      const px = (x[i] += vx[i] * dt);
      const py = (y[i] += vy[i] * dt);
      if (px <= halfX && px >= -halfX && py <= halfY && py >= -halfY) continue;
      const inset = 0.001 * spacing * (1 + (id[i] % 1024) / 1024);
      if (Math.abs(px) > halfX) {
        x[i] = Math.sign(px) * (halfX - inset);
        if (px * vx[i] > 0) vx[i] = 0;
      }
      if (Math.abs(py) > halfY) {
        y[i] = Math.sign(py) * (halfY - inset);
        if (py * vy[i] > 0) vy[i] = 0;
      }
    }
  }

  /** @param {number} dt of the sub-step before; 0 at the start */
  findForces(dt) {
    this.sort();
    this.findDensity();
    this.findPressure(dt);
    this.addWallForces();
    this.addPairForces();
  }

  /** Counting sort of all columns by the hash bucket of the cell; cells have the edge h. */
  sort() {
    const { count, x, y, vx, vy, densityRatio, id, spare, spareId, buckets, bucket, bucketStart, cellX, cellY, spareCells } = this;
    const invH = 1 / this.h;
    const [sx, sy, svx, svy, sortedRatio] = spare;
    const [scx, scy] = spareCells;
    bucketStart.fill(0);
    for (let i = 0; i < count; i++) {
      const cx = Math.floor(x[i] * invH);
      const cy = Math.floor(y[i] * invH);
      scx[i] = cx;
      scy[i] = cy;
      const b = ((Math.imul(cx, 73856093) ^ Math.imul(cy, 19349663)) >>> 0) % buckets;
      bucket[i] = b;
      bucketStart[b]++;
    }
    for (let b = 0, sum = 0; b <= buckets; b++) bucketStart[b] = sum += bucketStart[b];
    for (let i = count - 1; i >= 0; i--) {
      const s = --bucketStart[bucket[i]];
      sx[s] = x[i];
      sy[s] = y[i];
      svx[s] = vx[i];
      svy[s] = vy[i];
      sortedRatio[s] = densityRatio[i];
      spareId[s] = id[i];
      cellX[s] = scx[i];
      cellY[s] = scy[i];
    }
    this.spare = [x, y, vx, vy, densityRatio];
    this.spareId = id;
    [this.x, this.y, this.vx, this.vy, this.densityRatio] = spare;
    this.id = spareId;
  }

  /**
   * The slot ranges of the nine cells around a slot, `begins` to `ends`. A bucket that two cells share is listed once.
   * Slots are queried in ascending order, so the ranges are reused within a cell. @param {number} i @returns {number} of ranges
   */
  findRanges(i) {
    const { cellX, cellY, begins, ends, buckets, bucketStart } = this;
    if (i > 0 && cellX[i] === cellX[i - 1] && cellY[i] === cellY[i - 1]) return this.rangeCount;
    let rangeCount = 0;
    for (let cy = cellY[i] - 1; cy <= cellY[i] + 1; cy++) {
      for (let cx = cellX[i] - 1; cx <= cellX[i] + 1; cx++) {
        const b = ((Math.imul(cx, 73856093) ^ Math.imul(cy, 19349663)) >>> 0) % buckets;
        const begin = bucketStart[b];
        const end = bucketStart[b + 1];
        let skip = begin === end;
        for (let k = 0; k < rangeCount; k++) skip ||= begins[k] === begin;
        if (skip) continue;
        begins[rangeCount] = begin;
        ends[rangeCount++] = end;
      }
    }
    return (this.rangeCount = rangeCount);
  }

  /** The sum of the spline over the neighbours of each particle, and the list of all pairs within h. */
  findDensity() {
    const { count, x, y, kernelSum, h, begins, ends, pairEnd } = this;
    let { pairOther, pairDistance } = this;
    const h2 = h * h;
    const invH = 1 / h;
    let n = 0;
    kernelSum.fill(spline(0)); // the particle itself
    for (let i = 0; i < count; i++) {
      const rangeCount = this.findRanges(i);
      let candidates = 0;
      for (let k = 0; k < rangeCount; k++) candidates += ends[k] - begins[k];
      if (n + candidates > pairOther.length) {
        const [others, distances] = [pairOther, pairDistance];
        pairOther = this.pairOther = new Int32Array(2 * (n + candidates));
        pairDistance = this.pairDistance = new Float64Array(2 * (n + candidates));
        pairOther.set(others);
        pairDistance.set(distances);
      }
      const xi = x[i];
      const yi = y[i];
      const first = n;
      for (let k = 0; k < rangeCount; k++) {
        const end = ends[k];
        // Most candidates are too far, in an order that the processor cannot predict: the count replaces a branch.
        for (let j = begins[k] > i ? begins[k] : i + 1; j < end; j++) {
          const dx = x[j] - xi;
          const dy = y[j] - yi;
          const r2 = dx * dx + dy * dy;
          pairOther[n] = j;
          pairDistance[n] = r2;
          n += +(r2 < h2);
        }
      }
      pairEnd[i] = n;
      let sumI = 0;
      for (let k = first; k < n; k++) {
        const q = Math.sqrt(pairDistance[k]) * invH;
        pairDistance[k] = q;
        // Without branches: the brackets are zero beyond 3/5 and 1/5.
        const outer = (1 - q) * (1 - q);
        const middle = 0.5 * (0.6 - q + Math.abs(0.6 - q));
        const inner = 0.5 * (0.2 - q + Math.abs(0.2 - q));
        const w = outer * outer - 5 * middle * middle * middle * middle + 10 * inner * inner * inner * inner;
        sumI += w;
        kernelSum[pairOther[k]] += w;
      }
      kernelSum[i] += sumI;
    }
  }

  /** @param {number} dt */
  findPressure(dt) {
    const { count, kernelSum, densityRatio, volume, pressureTerm, restVolume, scale, h } = this;
    const { restDensity, soundSpeed, tension, bulkViscosity } = this.parameters;
    const stiffness = restDensity * soundSpeed * soundSpeed;
    const least = tension ? -0.3 * stiffness : 0;
    const rate = dt > 0 ? (bulkViscosity * restDensity * soundSpeed * h) / dt : 0;
    for (let i = 0; i < count; i++) {
      const now = kernelSum[i] * scale * restVolume;
      const bulk = rate * (now - densityRatio[i]);
      const p = Math.max(least, Math.max(least, stiffness * (now - 1)) + bulk);
      densityRatio[i] = now;
      volume[i] = restVolume / now;
      pressureTerm[i] = p * volume[i] * volume[i];
    }
  }

  /** Penalty spring of the nearest wall, within half a spacing of it; repels only. */
  addWallForces() {
    const { count, x, y, vx, vy, fx, fy, mass, spacing } = this;
    const { halfX, halfY, wallStiffness, wallDamping } = this.parameters;
    const range = spacing / 2;
    for (let i = 0; i < count; i++) {
      const gapX = halfX - Math.abs(x[i]);
      const gapY = halfY - Math.abs(y[i]);
      fx[i] = 0;
      fy[i] = 0;
      if (gapX >= range && gapY >= range) continue;
      if (gapX <= gapY) {
        const side = x[i] < 0 ? -1 : 1;
        const acceleration = wallStiffness * (range - gapX) + wallDamping * vx[i] * side;
        if (acceleration > 0) fx[i] = -side * mass * acceleration;
      } else {
        const side = y[i] < 0 ? -1 : 1;
        const acceleration = wallStiffness * (range - gapY) + wallDamping * vy[i] * side;
        if (acceleration > 0) fy[i] = -side * mass * acceleration;
      }
    }
  }

  addPairForces() {
    const { count, x, y, vx, vy, fx, fy, volume, pressureTerm, pairEnd, pairOther, pairDistance, h, scale } = this;
    const { restDensity, soundSpeed, viscosity, artificialViscosity } = this.parameters;
    const twoMu = 2 * restDensity * viscosity;
    const artificial = restDensity * artificialViscosity * soundSpeed * h;
    const eta2 = 0.01 * h * h; // Monaghan 1992
    const limiterTime = (300 * h) / soundSpeed;
    const slopeScale = scale / (h * h);
    for (let i = 0, k = 0; i < count; i++) {
      const xi = x[i];
      const yi = y[i];
      const vxi = vx[i];
      const vyi = vy[i];
      const volumeI = volume[i];
      const pressureTermI = pressureTerm[i];
      let sumX = 0;
      let sumY = 0;
      for (const end = pairEnd[i]; k < end; k++) {
        const j = pairOther[k];
        const q = pairDistance[k];
        const dx = x[j] - xi;
        const dy = y[j] - yi;
        const dvx = vx[j] - vxi;
        const dvy = vy[j] - vyi;
        const outer = 1 - q;
        const middle = 0.5 * (0.6 - q + Math.abs(0.6 - q));
        const inner = 0.5 * (0.2 - q + Math.abs(0.2 - q));
        const bend = 20 * middle * middle * middle - 4 * outer * outer * outer - 40 * inner * inner * inner;
        // (dW/dr) / r; coincident particles have no direction.
        const slope = q > 0 ? (slopeScale * bend) / q : 0;
        const volumes = volumeI * volume[j];
        const dot = dx * dvx + dy * dvy;
        const r = q * h;
        // Only of approaching particles; in proportion to their rate of approach up to 1/limiterTime.
        const approachRate = (0.5 * (Math.abs(dot) - dot)) / (r * r + eta2);
        const damping = artificial * volumes * approachRate * Math.min(limiterTime * approachRate, 1);
        const radial = slope * (pressureTermI + pressureTerm[j] + damping);
        const shear = -slope * volumes * twoMu;
        const px = radial * dx + shear * dvx;
        const py = radial * dy + shear * dvy;
        sumX += px;
        sumY += py;
        fx[j] -= px;
        fy[j] -= py;
      }
      fx[i] += sumX;
      fy[i] += sumY;
    }
  }

  /** Positions, velocities and kinds in id order. */
  table() {
    const columns = { x: this.x, y: this.y, vx: this.vx, vy: this.vy };
    const sorted = Object.entries(columns).map(([name, values]) => {
      const column = new Float64Array(this.count);
      for (let s = 0; s < this.count; s++) column[this.id[s]] = values[s];
      return /** @type {[string, Float64Array]} */ ([name, column]);
    });
    return { .../** @type {Record<string, Float64Array>} */ (Object.fromEntries(sorted)), ...(this.kind && { kind: this.kind }) };
  }
}

commandOf('wcsph.mjs', { dt: 1 / 60, defaults: DEFAULTS }, (start, parameters) => new WcsphReference(start, parameters));
