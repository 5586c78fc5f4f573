/**
 * Double density relaxation in 2D (Clavet, Beaudoin, Poulin, *Particle-based Viscoelastic
 * Fluid Simulation*, SCA 2005), with the constants and the order of updates of the demo *Simulating
 * blobs of fluid*. It is the oracle of the tests and the baseline of the benchmarks, so it shares
 * no code with the solver.
 */

import { floats } from './running.mjs';

export { calm, settledHeight, areaFraction } from './measures.mjs';

/** @typedef {{x: ArrayLike<number>, y: ArrayLike<number>, vx?: ArrayLike<number>, vy?: ArrayLike<number>, kind?: ArrayLike<number>}} Start */

/**
 * @typedef {object} Parameters
 * @property {number} radius of the container
 * @property {number} centreX
 * @property {number} centreY
 * @property {number} interactionRadius 0: chosen from the particle count
 * @property {number} stiffness
 * @property {number} nearStiffness
 * @property {number} restDensity
 * @property {number} gravityX
 * @property {number} gravityY
 * @property {'approximate' | 'exact'} unit how the unit vector between two particles is computed
 */

/** The constants of the demo. @type {Readonly<Parameters>} */
export const DEFAULTS = Object.freeze({
  radius: 22.33,
  centreX: 0,
  centreY: 0,
  interactionRadius: 0,
  stiffness: 35,
  nearStiffness: 100,
  restDensity: 5,
  gravityX: 0,
  gravityY: -35,
  unit: 'approximate',
});

/** The demo's interaction radius for a particle count. @param {number} count */
export const interactionRadius = (count) => ((46.04 / 54) * 2.5 * 38) / Math.sqrt(count);

const MAX_CELLS = 1 << 24;

export class BlobsReference {
  /**
   * @param {Start} start
   * @param {Partial<Parameters>} [parameters]
   * @param {{tuned?: boolean}} [options] `tuned: false`: a branch for each candidate of the neighbour search; the same bits
   */
  constructor(start, parameters = {}, { tuned = true } = {}) {
    const n = start.x.length;
    this.count = n;
    this.tuned = tuned;
    /** @type {Parameters} */
    this.parameters = { ...DEFAULTS, ...parameters };
    if (!(this.parameters.interactionRadius > 0)) this.parameters.interactionRadius = interactionRadius(n);
    /** Position of the repelling pointer; null: none. @type {{x: number, y: number} | null} */
    this.pointer = null;

    this.x = floats(n, start.x);
    this.y = floats(n, start.y);
    this.vx = floats(n, start.vx);
    this.vy = floats(n, start.vy);
    this.kind = Uint8Array.from(start.kind ?? new Uint8Array(n));
    this.mass = floats(n, Array.from(this.kind, (kind) => 0.85 + 0.1 * kind));

    this.oldX = floats(n);
    this.oldY = floats(n);
    // Pass 2 works on copies in cell order, so that the candidates of a particle are three contiguous ranges.
    this.sorted = new Float64Array(2 * n); // x and y interleaved
    this.sortedMass = floats(n);
    this.cellX = new Int32Array(n);
    this.cellY = new Int32Array(n);
    this.cell = new Int32Array(n);
    this.slot = new Int32Array(n);
    this.cellStart = new Int32Array(1024);
    this.width = 0;
    // Of the current particle: the slots of its neighbours; the unit vector (x, y) and g = 1 - r/h of each pair.
    this.near = new Int32Array(n + 1);
    this.pair = new Float64Array(3 * n);
  }

  /** @param {number} dt seconds */
  step(dt) {
    this.predict(dt);
    this.sort();
    this.relax(dt);
    this.collide(dt);
  }

  /** Pass 1: forces, and the predicted positions. @param {number} dt */
  predict(dt) {
    const { count, x, y, vx, vy, mass, oldX, oldY, pointer } = this;
    const { gravityX, gravityY } = this.parameters;
    for (let i = 0; i < count; i++) {
      let fx = gravityX;
      let fy = gravityY;
      if (pointer !== null) {
        const dx = x[i] - pointer.x;
        const dy = y[i] - pointer.y;
        const d2 = dx * dx + dy * dy;
        if (d2 > 0) {
          const repulsion = Math.min(350, 2700 / d2) / Math.sqrt(d2);
          fx += repulsion * dx;
          fy += repulsion * dy;
        }
      }
      oldX[i] = x[i];
      oldY[i] = y[i];
      vx[i] += (fx * dt) / mass[i];
      vy[i] += (fy * dt) / mass[i];
      x[i] += vx[i] * dt;
      y[i] += vy[i] * dt;
    }
  }

  /** Counting sort into square cells of edge h, over the bounding box of the particles and a border of empty cells. */
  sort() {
    const { count, x, y, mass, cellX, cellY, cell, slot, sorted, sortedMass } = this;
    const h = this.parameters.interactionRadius;
    let left = Infinity, right = -Infinity, bottom = Infinity, top = -Infinity;
    for (let i = 0; i < count; i++) {
      const cx = Math.floor(x[i] / h);
      const cy = Math.floor(y[i] / h);
      cellX[i] = cx;
      cellY[i] = cy;
      left = Math.min(left, cx);
      right = Math.max(right, cx);
      bottom = Math.min(bottom, cy);
      top = Math.max(top, cy);
    }
    if (count === 0) return;
    const width = right - left + 3;
    const cells = width * (top - bottom + 3);
    if (!(cells <= MAX_CELLS)) throw new RangeError('a position is infinite or NaN');
    if (this.cellStart.length <= cells) this.cellStart = new Int32Array(2 * cells);
    this.width = width;
    const { cellStart } = this;
    cellStart.fill(0, 0, cells + 1);
    for (let i = 0; i < count; i++) {
      const c = (cellY[i] - bottom + 1) * width + (cellX[i] - left + 1);
      cell[i] = c;
      cellStart[c]++;
    }
    for (let c = 0, sum = 0; c <= cells; c++) cellStart[c] = sum += cellStart[c];
    // Backwards, so that each cell has its particles in id order.
    for (let i = count - 1; i >= 0; i--) {
      const s = --cellStart[cell[i]];
      slot[i] = s;
      sorted[2 * s] = x[i];
      sorted[2 * s + 1] = y[i];
      sortedMass[s] = mass[i];
    }
  }

  /** Pass 2: for one particle after the other the densities, then the displacements, which take effect at once. @param {number} dt */
  relax(dt) {
    const { count, width, slot, cell, cellStart, sorted: at, sortedMass: mass, near, pair, tuned } = this;
    const { interactionRadius: h, stiffness, nearStiffness, restDensity, unit } = this.parameters;
    const exact = unit === 'exact';
    const h2 = h * h;
    const invH = 1 / h;
    for (let i = 0; i < count; i++) {
      const self = slot[i];
      const mi = mass[self];
      let xi = at[2 * self];
      let yi = at[2 * self + 1];
      // Comparisons with NaN are false, so a particle is not its own neighbour.
      at[2 * self] = NaN;

      // Two of three candidates are too far, in an order that the processor cannot predict: tuned, a count replaces the
      // branch.
      let n = 0;
      for (let row = cell[i] - width, last = row + 2 * width; row <= last; row += width) {
        const end = cellStart[row + 2];
        if (!tuned) {
          for (let j = cellStart[row - 1]; j < end; j++) {
            const dx = at[2 * j] - xi;
            const dy = at[2 * j + 1] - yi;
            if (dx * dx + dy * dy < h2) near[n++] = j;
          }
          continue;
        }
        for (let j = cellStart[row - 1]; j < end; j++) {
          const dx = at[2 * j] - xi;
          const dy = at[2 * j + 1] - yi;
          near[n] = j;
          n += +(dx * dx + dy * dy < h2);
        }
      }

      let density = 0;
      let nearDensity = 0;
      for (let k = 0; k < n; k++) {
        const j = near[k];
        const dx = at[2 * j] - xi;
        const dy = at[2 * j + 1] - yi;
        const d = Math.sqrt(dx * dx + dy * dy);
        const g = 1 - d * invH;
        density += g * g;
        nearDensity += g * g * g;
        let invLength = 0; // coincident particles have no direction
        if (d > 0) {
          if (exact) {
            invLength = 1 / d;
          } else {
            const ax = Math.abs(dx);
            const ay = Math.abs(dy);
            const sum = ax + ay;
            invLength = 2 / (sum + Math.abs(ax - ay)); // 1 / max(ax, ay), again without a branch
            invLength *= 1.29289 - sum * invLength * 0.29289;
          }
        }
        pair[3 * k] = dx * invLength;
        pair[3 * k + 1] = dy * invLength;
        pair[3 * k + 2] = g;
      }

      const pressure = stiffness * (mi * density - restDensity) * mi * dt * dt;
      const nearPressure = nearStiffness * mi * nearDensity * mi * dt * dt;
      for (let k = 0; k < n; k++) {
        const j = near[k];
        const mj = mass[j];
        const g = pair[3 * k + 2];
        const displacement = (g * (pressure + nearPressure * g)) / (mi + mj);
        const px = displacement * pair[3 * k];
        const py = displacement * pair[3 * k + 1];
        xi -= px * mj;
        yi -= py * mj;
        at[2 * j] += px * mi;
        at[2 * j + 1] += py * mi;
      }
      at[2 * self] = xi;
      at[2 * self + 1] = yi;
    }
  }

  /** Pass 3: the round wall, and the velocities (x - x_old) / dt. @param {number} dt */
  collide(dt) {
    const { count, slot, sorted, x, y, vx, vy, oldX, oldY } = this;
    const { radius, centreX, centreY, interactionRadius: h } = this.parameters;
    for (let i = 0; i < count; i++) {
      const s = slot[i];
      let px = sorted[2 * s];
      let py = sorted[2 * s + 1];
      let ox = oldX[i];
      let oy = oldY[i];
      const rx = px - centreX;
      const ry = py - centreY;
      const r2 = rx * rx + ry * ry;
      if (r2 > radius * radius) {
        const r = Math.sqrt(r2);
        const nx = rx / r;
        const ny = ry / r;
        px = centreX + nx * radius;
        py = centreY + ny * radius;
        ox += nx * h * dt; // anti-stick: the particle leaves the wall at the speed h per second
        oy += ny * h * dt;
      }
      x[i] = px;
      y[i] = py;
      vx[i] = (px - ox) / dt;
      vy[i] = (py - oy) / dt;
    }
  }
}

/**
 * A start at rest, spread evenly over the disc, with kinds drawn at random (mulberry32).
 * @param {number} count
 * @param {number} [seed]
 * @param {number} [radius]
 */
export function randomStart(count, seed = 1, radius = DEFAULTS.radius) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  const kind = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    do {
      x[i] = (2 * random() - 1) * radius;
      y[i] = (2 * random() - 1) * radius;
    } while (x[i] * x[i] + y[i] * y[i] > radius * radius);
    kind[i] = Math.floor(3 * random());
  }
  return { x, y, vx: new Float64Array(count), vy: new Float64Array(count), kind };
}

if (typeof process !== 'undefined' && process.argv[1]) {
  // Not awaited: command.mjs imports this module, so that awaiting it here would never end.
  Promise.all([import('node:url'), import('node:fs')]).then(async ([{ pathToFileURL }, { realpathSync }]) => {
    if (import.meta.url !== pathToFileURL(realpathSync(process.argv[1])).href) return;
    await (await import('./command.mjs')).run(process.argv.slice(2));
  });
}
