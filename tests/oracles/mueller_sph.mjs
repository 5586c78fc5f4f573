/**
 * SPH with the kernels of Mueller, Charypar, Gross (*Particle-based fluid simulation for interactive applications*,
 * SCA 2003) in 2D, with the constants of a VEX set-up for Houdini: points in a disc whose rim reflects them.
 * It is the oracle of the tests and the baseline of the benchmarks, so it shares no code with the solver.
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
 * @property {number} neighbours neighbour cap: the nearest count
 * @property {'planar' | 'spatial'} kernels
 * @property {'clamped' | 'signed'} pressure
 * @property {'symmetric' | 'asymmetric'} force
 * @property {'verlet' | 'taylor'} integrator
 */

/** The constants and options of the set-up. @type {Readonly<Parameters>} */
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
const mix = (x) => {
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return x ^ (x >> 31n);
};
/** A random number in [0, 1) for a particle and a step. @param {number} step @param {number} id */
const randomAt = (step, id) => {
  const state = mix((BigInt(step) << 32n) | BigInt(id));
  return Number(mix((state + 0x9e3779b97f4a7c15n) & MASK) >> 40n) / 2 ** 24;
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
    // In cell order; `id` is the particle of a slot.
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
    this.cutoff2 = floats(n); // squared distance of the farthest neighbour within the cap, or h^2
    this.cell = new Int32Array(n);
    const width = Math.ceil((2 * this.parameters.radius) / this.parameters.h) + 3;
    this.width = width;
    this.cellStart = new Int32Array(width * width + 1);
    // The neighbours of every particle, found with the density and used again for the forces.
    const cap = this.parameters.neighbours;
    this.near = new Int32Array(n * cap);
    this.nearCount = new Int32Array(n);
    this.found = new Int32Array(n);
    this.foundDistance2 = new Float64Array(n);
    this.accelerationsValid = false;
    this.steps = 0;
  }

  /** @param {number} dt seconds */
  step(dt) {
    if (!this.accelerationsValid) this.findAccelerations();
    this.accelerationsValid = true;
    const verlet = this.parameters.integrator === 'verlet';
    this.move(dt, verlet ? dt / 2 : dt);
    this.reflectAtRim();
    this.steps++;
    this.findAccelerations();
    if (verlet) this.kick(dt / 2);
  }

  /** x += v dt + a dt^2/2, v += a kick. @param {number} dt @param {number} kick */
  move(dt, kick) {
    const { count, x, y, vx, vy, ax, ay } = this;
    const halfDt2 = (dt * dt) / 2;
    for (let i = 0; i < count; i++) {
      x[i] += vx[i] * dt + ax[i] * halfDt2;
      y[i] += vy[i] * dt + ay[i] * halfDt2;
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

  /** Reflects outward velocities at the rim, and puts the particle back inside by up to 1 % of the radius. */
  reflectAtRim() {
    const { count, x, y, vx, vy, id, steps } = this;
    const { radius, damping } = this.parameters;
    for (let i = 0; i < count; i++) {
      const r2 = x[i] * x[i] + y[i] * y[i];
      if (!(r2 > radius * radius)) continue;
      const r = Math.sqrt(r2);
      const nx = x[i] / r;
      const ny = y[i] / r;
      const newRadius = radius * (1 - 0.01 * randomAt(steps, id[i]));
      const out = vx[i] * nx + vy[i] * ny;
      x[i] = nx * newRadius;
      y[i] = ny * newRadius;
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

  /** Counting sort of all columns into square cells of edge h over the box of the disc, with a border of empty cells. */
  sort() {
    const { count, x, y, id, cell, cellStart, width, spare, spareId } = this;
    const { h, radius } = this.parameters;
    const invH = 1 / h;
    cellStart.fill(0);
    for (let i = 0; i < count; i++) {
      const c = (Math.floor((y[i] + radius) * invH) + 1) * width + Math.floor((x[i] + radius) * invH) + 1;
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

  /** Density and pressure; writes the neighbours, at most the cap, to `near`. */
  findDensity() {
    const { count, width, cellStart, x, y, near, nearCount, found, foundDistance2, density, pressure, cutoff2 } = this;
    const { radius, h, mass, stiffness, restDensity, kernels, neighbours: cap } = this.parameters;
    const clamped = this.parameters.pressure === 'clamped';
    const h2 = h * h;
    const invH = 1 / h;
    const poly6 = mass * (kernels === 'planar' ? 4 / (Math.PI * h ** 8) : 315 / (64 * Math.PI * h ** 9));
    for (let i = 0; i < count; i++) {
      const xi = x[i];
      const yi = y[i];
      const row = (Math.floor((yi + radius) * invH) + 1) * width + Math.floor((xi + radius) * invH) + 1;
      // Two of three candidates are too far, in an order that the processor cannot predict: the count replaces a branch.
      let n = 0;
      for (let c = row - width; c <= row + width; c += width) {
        const end = cellStart[c + 2];
        for (let j = cellStart[c - 1]; j < end; j++) {
          const dx = x[j] - xi;
          const dy = y[j] - yi;
          const r2 = dx * dx + dy * dy;
          found[n] = j;
          foundDistance2[n] = r2;
          n += +(r2 < h2 && j !== i);
        }
      }
      cutoff2[i] = h2;
      if (n > cap) n = this.capNeighbours(i, n);
      let sum = h2 * h2 * h2;
      const first = i * cap;
      for (let k = 0; k < n; k++) {
        const a = h2 - foundDistance2[k];
        sum += a * a * a;
        near[first + k] = found[k];
      }
      nearCount[i] = n;
      density[i] = poly6 * sum;
      const p = stiffness * (density[i] - restDensity);
      pressure[i] = clamped && !(p > 0) ? 0 : p;
    }
  }

  /** Moves the nearest of n found neighbours, up to the cap, to the front; returns the cap. @param {number} i @param {number} n */
  capNeighbours(i, n) {
    const { found, foundDistance2, cutoff2 } = this;
    const cap = this.parameters.neighbours;
    // Quickselect (Hoare): entries before `k` are not farther than those after it.
    const k = cap - 1;
    for (let lo = 0, hi = n - 1; lo < hi; ) {
      const pivot = foundDistance2[(lo + hi) >> 1];
      let a = lo;
      let b = hi;
      while (a <= b) {
        while (foundDistance2[a] < pivot) a++;
        while (foundDistance2[b] > pivot) b--;
        if (a > b) break;
        const square = foundDistance2[a];
        const other = found[a];
        foundDistance2[a] = foundDistance2[b];
        found[a] = found[b];
        foundDistance2[b] = square;
        found[b] = other;
        a++;
        b--;
      }
      if (k <= b) hi = b;
      else if (k >= a) lo = a;
      else break;
    }
    let farthest = 0;
    for (let m = 0; m < cap; m++) farthest = Math.max(farthest, foundDistance2[m]);
    cutoff2[i] = farthest;
    return cap;
  }

  findForces() {
    const { count, x, y, vx, vy, ax, ay, near, nearCount, density, pressure, cutoff2 } = this;
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
      const invRhoI = 1 / density[i];
      const pressureI = pressure[i];
      const pressureTermI = pressureI * invRhoI * invRhoI;
      const cutoff2I = cutoff2[i];
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
        const invRhoJ = 1 / density[j];
        let pressureTerm;
        let viscosityTerm;
        if (asymmetric) {
          pressureTerm = (pressureI + pressure[j]) * invRhoJ * invRhoJ;
          viscosityTerm = invRhoJ;
        } else {
          // A pair counts only if both are within the cap of the other, so that momentum is conserved.
          if (r2 > cutoff2[j] || r2 > cutoff2I) continue;
          pressureTerm = pressureTermI + pressure[j] * invRhoJ * invRhoJ;
          viscosityTerm = 0.5 * (invRhoI + invRhoJ);
        }
        const radial = r > 0 ? (-spiky * pressureTerm * gap * gap) / r : 0;
        const shear = laplacian * viscosityTerm * gap;
        fx += radial * dx + shear * (vx[j] - vxi);
        fy += radial * dy + shear * (vy[j] - vyi);
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
