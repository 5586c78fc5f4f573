/**
 * Weakly compressible SPH in the plane, after the demo of 2,000 particles that the solver wcsph grew from: cubic
 * spline (Monaghan 1992), linear equation of state, symmetric pressure force (with particle volumes V = 1 / sum W,
 * Solenthaler & Pajarola 2008), Laplacian viscosity (Morris et al. 1997), walls of penalty springs, leapfrog, and a
 * spatial hash; Monaghan's artificial viscosity and a bulk viscosity as options. It is the oracle of the tests and
 * the baseline of the benchmarks, so it shares no code with the solver it judges. The origin is the box's middle.
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
 * @property {number} tension 1: pressure may pull where the density is below rest
 * @property {number} viscosity m2/s
 * @property {number} artificialViscosity Monaghan's alpha
 * @property {number} bulkViscosity fraction of c h
 * @property {number} gravityX m/s2
 * @property {number} gravityY
 * @property {number} wallStiffness 1/s2
 * @property {number} wallDamping 1/s
 * @property {number} cfl
 * @property {number} substeps 0: chosen by the CFL number
 */

/** The scene dam-break by the forms of the demo. @type {Readonly<Parameters>} */
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

/** The spline over its factor 40/(7 pi h^2). @param {number} q r/h */
const spline = (q) => (q >= 1 ? 0 : q < 0.5 ? 1 + 6 * q * q * (q - 1) : 2 * (1 - q) ** 3);

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
    this.scale = 40 / (7 * Math.PI * this.h * this.h);
    // A particle inside a square lattice is at rest.
    let around = 0;
    const reach = Math.ceil(this.h / this.spacing);
    for (let a = -reach; a <= reach; a++)
      for (let b = -reach; b <= reach; b++) around += spline((Math.hypot(a, b) * this.spacing) / this.h);
    this.volumeAtRest = 1 / (around * this.scale);
    this.mass = this.parameters.restDensity * this.volumeAtRest;

    // In the order of the buckets, all of them; `id` says whose. They change places with `spare`.
    this.x = floats(n, start.x);
    this.y = floats(n, start.y);
    this.vx = floats(n, start.vx);
    this.vy = floats(n, start.vy);
    this.ratio = floats(n).fill(1); // density over that at rest
    this.id = Int32Array.from({ length: n }, (_, i) => i);
    this.spare = Array.from({ length: 5 }, () => floats(n));
    this.spareId = new Int32Array(n);
    this.kind = start.kind;

    this.sum = floats(n);
    this.volume = floats(n);
    this.push = floats(n); // p V^2
    this.fx = floats(n);
    this.fy = floats(n);

    this.buckets = primeAbove(2 * n);
    this.bucketStart = new Int32Array(this.buckets + 1);
    this.bucket = new Int32Array(n);
    this.cellX = new Int32Array(n);
    this.cellY = new Int32Array(n);
    this.spareCells = [new Int32Array(n), new Int32Array(n)];
    // What `lookAround` finds.
    this.begins = new Int32Array(9);
    this.ends = new Int32Array(9);
    this.runs = 0;
    // Every pair within reach once: found for the density, used again for the forces.
    this.pairEnd = new Int32Array(n);
    this.pairOther = new Int32Array(24 * n);
    this.pairDistance = new Float64Array(24 * n);
    this.begun = false;
    this.lastSubsteps = 0;
  }

  /** @param {number} dt seconds */
  step(dt) {
    if (!this.begun) this.findForces(0);
    this.begun = true;
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

  /** So many that sound crosses at most the fraction cfl of h in each, and the viscosity stays stable. @param {number} dt */
  substepsFor(dt) {
    const { substeps, soundSpeed, gravityX, gravityY, cfl, viscosity } = this.parameters;
    if (substeps > 0) return substeps;
    const { count, vx, vy, h } = this;
    let fastest = 0;
    for (let i = 0; i < count; i++) fastest = Math.max(fastest, vx[i] * vx[i] + vy[i] * vy[i]);
    const pull = Math.hypot(gravityX, gravityY) * dt;
    const bySound = (dt * (soundSpeed + Math.sqrt(fastest) + pull)) / (cfl * h);
    const byDrag = (dt * viscosity) / (0.1 * h * h);
    return Math.min(512, Math.floor(Math.max(bySound, byDrag)) + 1);
  }

  /** @param {number} dt */
  kick(dt) {
    const { count, vx, vy, fx, fy, mass } = this;
    const { gravityX, gravityY } = this.parameters;
    const perMass = dt / mass;
    const gx = gravityX * dt;
    const gy = gravityY * dt;
    for (let i = 0; i < count; i++) {
      vx[i] += fx[i] * perMass + gx;
      vy[i] += fy[i] * perMass + gy;
    }
  }

  /** What would leave the box is stopped a hair's breadth before its wall. @param {number} dt */
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

  /** @param {number} dt of the sub-step that led here; 0 when none did */
  findForces(dt) {
    this.sort();
    this.findDensity();
    this.findPressure(dt);
    this.pushByWalls();
    this.pushByPairs();
  }

  /** Counting sort of all columns by bucket; cells have the edge h. */
  sort() {
    const { count, x, y, vx, vy, ratio, id, spare, spareId, buckets, bucket, bucketStart, cellX, cellY, spareCells } = this;
    const perH = 1 / this.h;
    const [sx, sy, svx, svy, sratio] = spare;
    const [scx, scy] = spareCells;
    bucketStart.fill(0);
    for (let i = 0; i < count; i++) {
      const cx = Math.floor(x[i] * perH);
      const cy = Math.floor(y[i] * perH);
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
      sratio[s] = ratio[i];
      spareId[s] = id[i];
      cellX[s] = scx[i];
      cellY[s] = scy[i];
    }
    this.spare = [x, y, vx, vy, ratio];
    this.spareId = id;
    [this.x, this.y, this.vx, this.vy, this.ratio] = spare;
    this.id = spareId;
  }

  /**
   * The nine buckets around a slot, each once though two cells may share it: slots from `begins` to `ends`. They are
   * the same for all of a cell. Slots come in order. @param {number} i @returns {number} how many
   */
  lookAround(i) {
    const { cellX, cellY, begins, ends, buckets, bucketStart } = this;
    if (i > 0 && cellX[i] === cellX[i - 1] && cellY[i] === cellY[i - 1]) return this.runs;
    let runs = 0;
    for (let cy = cellY[i] - 1; cy <= cellY[i] + 1; cy++) {
      for (let cx = cellX[i] - 1; cx <= cellX[i] + 1; cx++) {
        const b = ((Math.imul(cx, 73856093) ^ Math.imul(cy, 19349663)) >>> 0) % buckets;
        const begin = bucketStart[b];
        const end = bucketStart[b + 1];
        let known = begin === end;
        for (let k = 0; k < runs; k++) known ||= begins[k] === begin;
        if (known) continue;
        begins[runs] = begin;
        ends[runs++] = end;
      }
    }
    return (this.runs = runs);
  }

  /** The sum of the spline around everyone, and all pairs within reach. */
  findDensity() {
    const { count, x, y, sum, h, begins, ends, pairEnd } = this;
    let { pairOther, pairDistance } = this;
    const h2 = h * h;
    const perH = 1 / h;
    let n = 0;
    sum.fill(1); // itself
    for (let i = 0; i < count; i++) {
      const runs = this.lookAround(i);
      let candidates = 0;
      for (let k = 0; k < runs; k++) candidates += ends[k] - begins[k];
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
      for (let k = 0; k < runs; k++) {
        const end = ends[k];
        // Most candidates are too far, in no order a processor could guess: it counts and does not branch.
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
      let own = 0;
      for (let k = first; k < n; k++) {
        const q = Math.sqrt(pairDistance[k]) * perH;
        pairDistance[k] = q;
        const outer = 1 - q;
        const inner = 0.5 * (0.5 - q + Math.abs(0.5 - q)); // zero beyond one half
        const w = 2 * outer * outer * outer - 8 * inner * inner * inner;
        own += w;
        sum[pairOther[k]] += w;
      }
      sum[i] += own;
    }
  }

  /** @param {number} dt */
  findPressure(dt) {
    const { count, sum, ratio, volume, push, volumeAtRest, scale, h } = this;
    const { restDensity, soundSpeed, tension, bulkViscosity } = this.parameters;
    const stiffness = restDensity * soundSpeed * soundSpeed;
    const rate = dt > 0 ? (bulkViscosity * restDensity * soundSpeed * h) / dt : 0;
    for (let i = 0; i < count; i++) {
      const now = sum[i] * scale * volumeAtRest;
      let p = stiffness * (now - 1);
      const resistance = rate * (now - ratio[i]);
      if (tension) p += resistance;
      else p = Math.max(0, Math.max(0, p) + resistance);
      ratio[i] = now;
      volume[i] = volumeAtRest / now;
      push[i] = p * volume[i] * volume[i];
    }
  }

  /** The nearest wall's spring, from half a spacing away; it pushes and never pulls. */
  pushByWalls() {
    const { count, x, y, vx, vy, fx, fy, mass, spacing } = this;
    const { halfX, halfY, wallStiffness, wallDamping } = this.parameters;
    const reach = spacing / 2;
    for (let i = 0; i < count; i++) {
      const gapX = halfX - Math.abs(x[i]);
      const gapY = halfY - Math.abs(y[i]);
      fx[i] = 0;
      fy[i] = 0;
      if (gapX >= reach && gapY >= reach) continue;
      if (gapX <= gapY) {
        const side = x[i] < 0 ? -1 : 1;
        const back = wallStiffness * (reach - gapX) + wallDamping * vx[i] * side;
        if (back > 0) fx[i] = -side * mass * back;
      } else {
        const side = y[i] < 0 ? -1 : 1;
        const back = wallStiffness * (reach - gapY) + wallDamping * vy[i] * side;
        if (back > 0) fy[i] = -side * mass * back;
      }
    }
  }

  pushByPairs() {
    const { count, x, y, vx, vy, fx, fy, volume, push, pairEnd, pairOther, pairDistance, h, scale } = this;
    const { restDensity, soundSpeed, viscosity, artificialViscosity } = this.parameters;
    const drag = 2 * restDensity * viscosity;
    const shock = restDensity * artificialViscosity * soundSpeed * h;
    const slack = 0.01 * h * h;
    const perH2 = scale / (h * h);
    for (let i = 0, k = 0; i < count; i++) {
      const xi = x[i];
      const yi = y[i];
      const vxi = vx[i];
      const vyi = vy[i];
      const volumeI = volume[i];
      const pushI = push[i];
      let ownX = 0;
      let ownY = 0;
      for (const end = pairEnd[i]; k < end; k++) {
        const j = pairOther[k];
        const q = pairDistance[k];
        const dx = x[j] - xi;
        const dy = y[j] - yi;
        const dvx = vx[j] - vxi;
        const dvy = vy[j] - vyi;
        const outer = 1 - q;
        const inner = 0.5 * (0.5 - q + Math.abs(0.5 - q));
        // (dW/dr) / r; coincident particles have no direction to part in.
        const slope = q > 0 ? (perH2 * (24 * inner * inner - 6 * outer * outer)) / q : 0;
        const both = volumeI * volume[j];
        const nearing = dx * dvx + dy * dvy;
        const closing = 0.5 * (nearing - Math.abs(nearing)); // zero for what parts
        const r = q * h;
        const along = slope * (pushI + push[j] - (shock * both * closing) / (r * r + slack));
        const across = -slope * both * drag;
        const px = along * dx + across * dvx;
        const py = along * dy + across * dvy;
        ownX += px;
        ownY += py;
        fx[j] -= px;
        fy[j] -= py;
      }
      fx[i] += ownX;
      fy[i] += ownY;
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
