/**
 * SPH with the kernels of Mueller, Charypar, Gross (*Particle-based fluid simulation for interactive applications*,
 * SCA 2003) in the plane, with the constants of a VEX set-up for Houdini: points in a disc whose rim throws them
 * back. It is the oracle of the tests and the baseline of the benchmarks, so it shares no code with the solver it
 * judges.
 *
 * node mueller_sph.mjs --init FILE.csv [--steps N] [--dt SECONDS] [--set key=value]... [--dump FILE.csv] [--time]
 */

import { commandOf, floats } from './running.mjs';

/**
 * @typedef {object} Parameters
 * @property {number} radius of the disc
 * @property {number} h support of the kernels
 * @property {number} mass of a particle
 * @property {number} stiffness k
 * @property {number} restDensity
 * @property {number} viscosity
 * @property {number} damping of the reflection at the rim
 * @property {number} neighbours the cap: the nearest are kept
 * @property {'planar' | 'spatial'} kernels
 * @property {'clamped' | 'signed'} pressure
 * @property {'symmetric' | 'asymmetric'} force
 * @property {'verlet' | 'taylor'} integrator
 */

/** The constants and forms of the set-up. @type {Readonly<Parameters>} */
export const DEFAULTS = Object.freeze({
  radius: 5,
  h: 0.5,
  mass: 1,
  stiffness: 1000,
  restDensity: 1000,
  viscosity: 1,
  damping: 0.75,
  neighbours: 100,
  kernels: 'spatial',
  pressure: 'clamped',
  force: 'asymmetric',
  integrator: 'taylor',
});

/** The mass with which particles spread evenly over the disc have the rest density. @param {number} count */
export const massFor = (count) => (DEFAULTS.restDensity * Math.PI * DEFAULTS.radius ** 2) / count;

const MASK = (1n << 64n) - 1n;
/** The finaliser of splitmix64. @param {bigint} x */
const mixed = (x) => {
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return x ^ (x >> 31n);
};
/** One draw in [0, 1) for a particle and a step. @param {number} step @param {number} id */
const drawn = (step, id) => {
  const state = mixed((BigInt(step) << 32n) | BigInt(id));
  return Number(mixed((state + 0x9e3779b97f4a7c15n) & MASK) >> 40n) / 2 ** 24;
};

export class MuellerReference {
  /**
   * @param {Record<string, ArrayLike<number>>} start columns x, y and perhaps vx, vy
   * @param {Partial<Parameters>} [parameters]
   */
  constructor(start, parameters = {}) {
    const n = start.x.length;
    this.count = n;
    /** @type {Parameters} */
    this.parameters = { ...DEFAULTS, ...parameters };
    // In cell order, all of them; `id` says whose.
    this.x = floats(n, start.x);
    this.y = floats(n, start.y);
    this.vx = floats(n, start.vx);
    this.vy = floats(n, start.vy);
    this.id = Int32Array.from({ length: n }, (_, i) => i);
    this.spare = [floats(n), floats(n), floats(n), floats(n)];
    this.spareId = new Int32Array(n);
    this.ax = floats(n);
    this.ay = floats(n);
    this.density = floats(n);
    this.pressure = floats(n);
    this.limit = floats(n); // square of how far the nearest reach that are kept
    this.cell = new Int32Array(n);
    const width = Math.ceil((2 * this.parameters.radius) / this.parameters.h) + 3;
    this.width = width;
    this.cellStart = new Int32Array(width * width + 1);
    // The neighbours of every particle, found with the density and used again for the forces.
    const cap = this.parameters.neighbours;
    this.near = new Int32Array(n * cap);
    this.nearCount = new Int32Array(n);
    this.found = new Int32Array(n);
    this.foundSquare = new Float64Array(n);
    this.begun = false;
    this.steps = 0;
  }

  /** @param {number} dt seconds */
  step(dt) {
    if (!this.begun) this.findAccelerations();
    this.begun = true;
    const verlet = this.parameters.integrator === 'verlet';
    this.move(dt, verlet ? dt / 2 : dt);
    this.turnBack();
    this.steps++;
    this.findAccelerations();
    if (verlet) this.kick(dt / 2);
  }

  /** x += v dt + a dt^2/2, v += a kick. @param {number} dt @param {number} kick */
  move(dt, kick) {
    const { count, x, y, vx, vy, ax, ay } = this;
    const bend = (dt * dt) / 2;
    for (let i = 0; i < count; i++) {
      x[i] += vx[i] * dt + ax[i] * bend;
      y[i] += vy[i] * dt + ay[i] * bend;
      vx[i] += ax[i] * kick;
      vy[i] += ay[i] * kick;
    }
  }

  /** @param {number} dt */
  kick(dt) {
    const { count, vx, vy, ax, ay } = this;
    for (let i = 0; i < count; i++) {
      vx[i] += ax[i] * dt;
      vy[i] += ay[i] * dt;
    }
  }

  /** The rim: what leads out is reflected, and the particle put back up to a hundredth of the radius inside. */
  turnBack() {
    const { count, x, y, vx, vy, id, steps } = this;
    const { radius, damping } = this.parameters;
    for (let i = 0; i < count; i++) {
      const r2 = x[i] * x[i] + y[i] * y[i];
      if (!(r2 > radius * radius)) continue;
      const r = Math.sqrt(r2);
      const nx = x[i] / r;
      const ny = y[i] / r;
      const to = radius * (1 - 0.01 * drawn(steps, id[i]));
      const out = vx[i] * nx + vy[i] * ny;
      x[i] = nx * to;
      y[i] = ny * to;
      if (out > 0) {
        vx[i] -= 2 * out * nx * damping;
        vy[i] -= 2 * out * ny * damping;
      }
    }
  }

  findAccelerations() {
    this.sort();
    this.findDensity();
    this.findForces();
  }

  /** Counting sort of all columns into square cells of edge h; the disc's box has a rim of empty ones. */
  sort() {
    const { count, x, y, id, cell, cellStart, width, spare, spareId } = this;
    const { h, radius } = this.parameters;
    const perH = 1 / h;
    cellStart.fill(0);
    for (let i = 0; i < count; i++) {
      const c = (Math.floor((y[i] + radius) * perH) + 1) * width + Math.floor((x[i] + radius) * perH) + 1;
      cell[i] = c;
      cellStart[c]++;
    }
    for (let c = 0, sum = 0; c < cellStart.length; c++) cellStart[c] = sum += cellStart[c];
    const { vx, vy } = this;
    const [sx, sy, svx, svy] = spare;
    for (let i = count - 1; i >= 0; i--) {
      const s = --cellStart[cell[i]];
      sx[s] = x[i];
      sy[s] = y[i];
      svx[s] = vx[i];
      svy[s] = vy[i];
      spareId[s] = id[i];
    }
    this.spare = [x, y, vx, vy];
    this.spareId = id;
    [this.x, this.y, this.vx, this.vy, this.id] = [sx, sy, svx, svy, spareId];
  }

  /** Density and pressure; leaves the neighbours, at most the cap, in `near`. */
  findDensity() {
    const { count, width, cellStart, x, y, near, nearCount, found, foundSquare, density, pressure, limit } = this;
    const { radius, h, mass, stiffness, restDensity, kernels, neighbours: cap } = this.parameters;
    const clamped = this.parameters.pressure === 'clamped';
    const h2 = h * h;
    const perH = 1 / h;
    const poly6 = mass * (kernels === 'planar' ? 4 / (Math.PI * h ** 8) : 315 / (64 * Math.PI * h ** 9));
    for (let i = 0; i < count; i++) {
      const xi = x[i];
      const yi = y[i];
      const row = (Math.floor((yi + radius) * perH) + 1) * width + Math.floor((xi + radius) * perH) + 1;
      // Two candidates in three are too far, in no order a processor could guess: it counts and does not branch.
      let n = 0;
      for (let c = row - width; c <= row + width; c += width) {
        const end = cellStart[c + 2];
        for (let j = cellStart[c - 1]; j < end; j++) {
          const dx = x[j] - xi;
          const dy = y[j] - yi;
          const r2 = dx * dx + dy * dy;
          found[n] = j;
          foundSquare[n] = r2;
          n += +(r2 < h2 && j !== i);
        }
      }
      limit[i] = h2;
      if (n > cap) n = this.keepNearest(i, n);
      let sum = h2 * h2 * h2;
      const first = i * cap;
      for (let k = 0; k < n; k++) {
        const a = h2 - foundSquare[k];
        sum += a * a * a;
        near[first + k] = found[k];
      }
      nearCount[i] = n;
      density[i] = poly6 * sum;
      const p = stiffness * (density[i] - restDensity);
      pressure[i] = clamped && !(p > 0) ? 0 : p;
    }
  }

  /** Of n neighbours found, the nearest as many as the cap come to the front. @param {number} i @param {number} n */
  keepNearest(i, n) {
    const { found, foundSquare, limit } = this;
    const cap = this.parameters.neighbours;
    // Quickselect: what is left of `k` is no farther than what is right of it.
    const k = cap - 1;
    for (let lo = 0, hi = n - 1; lo < hi; ) {
      const pivot = foundSquare[(lo + hi) >> 1];
      let a = lo;
      let b = hi;
      while (a <= b) {
        while (foundSquare[a] < pivot) a++;
        while (foundSquare[b] > pivot) b--;
        if (a > b) break;
        const square = foundSquare[a];
        const other = found[a];
        foundSquare[a] = foundSquare[b];
        found[a] = found[b];
        foundSquare[b] = square;
        found[b] = other;
        a++;
        b--;
      }
      if (k <= b) hi = b;
      else if (k >= a) lo = a;
      else break;
    }
    let farthest = 0;
    for (let m = 0; m < cap; m++) farthest = Math.max(farthest, foundSquare[m]);
    limit[i] = farthest;
    return cap;
  }

  findForces() {
    const { count, x, y, vx, vy, ax, ay, near, nearCount, density, pressure, limit } = this;
    const { h, mass, viscosity, kernels, neighbours: cap } = this.parameters;
    const asymmetric = this.parameters.force === 'asymmetric';
    const planar = kernels === 'planar';
    const spiky = (mass * (planar ? 30 : 45)) / (Math.PI * h ** (planar ? 5 : 6));
    const laplacian = (mass * viscosity * (planar ? 40 : 45)) / (Math.PI * h ** (planar ? 5 : 6));
    for (let i = 0; i < count; i++) {
      const xi = x[i];
      const yi = y[i];
      const vxi = vx[i];
      const vyi = vy[i];
      const perRho = 1 / density[i];
      const pi = pressure[i];
      const own = pi * perRho * perRho;
      const reach = limit[i];
      let fx = 0;
      let fy = 0;
      const end = i * cap + nearCount[i];
      for (let k = i * cap; k < end; k++) {
        const j = near[k];
        const dx = x[j] - xi;
        const dy = y[j] - yi;
        const r2 = dx * dx + dy * dy;
        const r = Math.sqrt(r2);
        const gap = h - r;
        const perRhoJ = 1 / density[j];
        let push;
        let drag;
        if (asymmetric) {
          push = (pi + pressure[j]) * perRhoJ * perRhoJ;
          drag = perRhoJ;
        } else {
          // What one of the two does not see, neither feels: momentum is kept.
          if (r2 > limit[j] || r2 > reach) continue;
          push = own + pressure[j] * perRhoJ * perRhoJ;
          drag = 0.5 * (perRho + perRhoJ);
        }
        const along = r > 0 ? (-spiky * push * gap * gap) / r : 0;
        const across = laplacian * drag * gap;
        fx += along * dx + across * (vx[j] - vxi);
        fy += along * dy + across * (vy[j] - vyi);
      }
      ax[i] = fx;
      ay[i] = fy;
    }
  }

  /** Positions and velocities in id order. */
  table() {
    const columns = { x: this.x, y: this.y, vx: this.vx, vy: this.vy };
    const sorted = Object.entries(columns).map(([name, values]) => {
      const column = new Float64Array(this.count);
      for (let s = 0; s < this.count; s++) column[this.id[s]] = values[s];
      return /** @type {[string, Float64Array]} */ ([name, column]);
    });
    return Object.fromEntries(sorted);
  }
}

commandOf('mueller_sph.mjs', { dt: 0.002, defaults: DEFAULTS }, (start, parameters) => new MuellerReference(start, parameters));
