/**
 * The reference of wcsph.mjs in its simplest form: every particle searches the nine buckets around it, once for its
 * density and once for its force. Typed arrays, sorted by the same hash; but pairs are not stored, each is evaluated
 * twice, and each candidate takes a branch. The bars of the benchmarks refer to this form.
 */

import { commandOf } from './running.mjs';
import { DEFAULTS, WcsphReference, spline, splineSlope } from './wcsph.mjs';

export class PlainWcsphReference extends WcsphReference {
  findDensity() {
    const { count, x, y, kernelSum, h, begins, ends } = this;
    const h2 = h * h;
    const invH = 1 / h;
    for (let i = 0; i < count; i++) {
      const xi = x[i];
      const yi = y[i];
      let total = 0;
      const rangeCount = this.findRanges(i);
      for (let k = 0; k < rangeCount; k++) {
        const end = ends[k];
        for (let j = begins[k]; j < end; j++) {
          const dx = x[j] - xi;
          const dy = y[j] - yi;
          const r2 = dx * dx + dy * dy;
          if (r2 >= h2) continue;
          total += spline(Math.sqrt(r2) * invH);
        }
      }
      kernelSum[i] = total;
    }
  }

  addPairForces() {
    const { count, x, y, vx, vy, fx, fy, volume, pressureTerm, h, scale, begins, ends } = this;
    const { restDensity, soundSpeed, viscosity, artificialViscosity } = this.parameters;
    const h2 = h * h;
    const invH = 1 / h;
    const slopeScale = scale / h2;
    const twoMu = 2 * restDensity * viscosity;
    const artificial = restDensity * artificialViscosity * soundSpeed * h;
    const limiterTime = (300 * h) / soundSpeed;
    for (let i = 0; i < count; i++) {
      const xi = x[i];
      const yi = y[i];
      const vxi = vx[i];
      const vyi = vy[i];
      const volumeI = volume[i];
      const pressureTermI = pressureTerm[i];
      let sumX = 0;
      let sumY = 0;
      const rangeCount = this.findRanges(i);
      for (let k = 0; k < rangeCount; k++) {
        const end = ends[k];
        for (let j = begins[k]; j < end; j++) {
          const dx = x[j] - xi;
          const dy = y[j] - yi;
          const r2 = dx * dx + dy * dy;
          if (r2 >= h2 || r2 === 0) continue;
          const q = Math.sqrt(r2) * invH;
          const slope = (slopeScale * splineSlope(q)) / q;
          const dvx = vx[j] - vxi;
          const dvy = vy[j] - vyi;
          const volumes = volumeI * volume[j];
          const approachRate = -(dx * dvx + dy * dvy) / (r2 + 0.01 * h2);
          let pressure = pressureTermI + pressureTerm[j];
          if (approachRate > 0) pressure += artificial * volumes * approachRate * Math.min(limiterTime * approachRate, 1);
          sumX += slope * (pressure * dx - volumes * twoMu * dvx);
          sumY += slope * (pressure * dy - volumes * twoMu * dvy);
        }
      }
      fx[i] += sumX;
      fy[i] += sumY;
    }
  }
}

commandOf('wcsph_plain.mjs', { dt: 1 / 60, defaults: DEFAULTS }, (start, parameters) => new PlainWcsphReference(start, parameters));
