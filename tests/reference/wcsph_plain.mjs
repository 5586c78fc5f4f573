/**
 * The reference of wcsph as one writes it at first: every particle looks through the nine cells around it, once for
 * its density and once for its force. Typed arrays and the same hash, but no pair is kept, and each is met twice.
 * The benchmarks judge by it, and show the tuned one beside it.
 */

import { commandOf } from './running.mjs';
import { DEFAULTS, WcsphReference } from './wcsph.mjs';

export class PlainWcsphReference extends WcsphReference {
  findDensity() {
    const { count, x, y, sum, h, buckets, bucketStart, cellX, cellY } = this;
    const h2 = h * h;
    for (let i = 0; i < count; i++) {
      const xi = x[i];
      const yi = y[i];
      let total = 0;
      for (let cy = cellY[i] - 1; cy <= cellY[i] + 1; cy++) {
        for (let cx = cellX[i] - 1; cx <= cellX[i] + 1; cx++) {
          const b = ((Math.imul(cx, 73856093) ^ Math.imul(cy, 19349663)) >>> 0) % buckets;
          const end = bucketStart[b + 1];
          for (let j = bucketStart[b]; j < end; j++) {
            const dx = x[j] - xi;
            const dy = y[j] - yi;
            const r2 = dx * dx + dy * dy;
            if (r2 >= h2 || cellX[j] !== cx || cellY[j] !== cy) continue;
            const q = Math.sqrt(r2) / h;
            total += q < 0.5 ? 1 + 6 * q * q * (q - 1) : 2 * (1 - q) * (1 - q) * (1 - q);
          }
        }
      }
      sum[i] = total;
    }
  }

  pushByPairs() {
    const { count, x, y, vx, vy, fx, fy, volume, push, h, scale, buckets, bucketStart, cellX, cellY } = this;
    const { restDensity, soundSpeed, viscosity, artificialViscosity } = this.parameters;
    const h2 = h * h;
    const drag = 2 * restDensity * viscosity;
    const shock = restDensity * artificialViscosity * soundSpeed * h;
    for (let i = 0; i < count; i++) {
      let ownX = 0;
      let ownY = 0;
      for (let cy = cellY[i] - 1; cy <= cellY[i] + 1; cy++) {
        for (let cx = cellX[i] - 1; cx <= cellX[i] + 1; cx++) {
          const b = ((Math.imul(cx, 73856093) ^ Math.imul(cy, 19349663)) >>> 0) % buckets;
          const end = bucketStart[b + 1];
          for (let j = bucketStart[b]; j < end; j++) {
            const dx = x[j] - x[i];
            const dy = y[j] - y[i];
            const r2 = dx * dx + dy * dy;
            if (r2 >= h2 || r2 === 0 || cellX[j] !== cx || cellY[j] !== cy) continue;
            const q = Math.sqrt(r2) / h;
            const slope = ((scale / h2) * (q < 0.5 ? 18 * q * q - 12 * q : -6 * (1 - q) * (1 - q))) / q;
            const dvx = vx[j] - vx[i];
            const dvy = vy[j] - vy[i];
            const both = volume[i] * volume[j];
            const nearing = dx * dvx + dy * dvy;
            let pressure = push[i] + push[j];
            if (nearing < 0) pressure -= (shock * both * nearing) / (r2 + 0.01 * h2);
            ownX += slope * (pressure * dx - both * drag * dvx);
            ownY += slope * (pressure * dy - both * drag * dvy);
          }
        }
      }
      fx[i] += ownX;
      fy[i] += ownY;
    }
  }
}

commandOf('wcsph_plain.mjs', { dt: 1 / 60, defaults: DEFAULTS }, (start, parameters) => new PlainWcsphReference(start, parameters));
