// All bars of tools/bench: lower or upper limits of the figures.

/** @typedef {{bar: number, better: 'higher' | 'lower'}} Bar */
/** @param {number} bar @returns {Bar} */
const atLeast = (bar) => ({ bar, better: 'higher' });
/** @param {number} bar @returns {Bar} */
const atMost = (bar) => ({ bar, better: 'lower' });

export const bars = {
  blobs: {
    overPlain: { 1500: { one: atLeast(6), two: atLeast(8) }, 20000: { one: atLeast(6), two: atLeast(11) } },
    wasmOverNative: atLeast(0.85),
    twoThreads: atLeast(1.7),
    manyOverFew: atMost(1.5), // time per particle
    capacity: atLeast(30000), // particles at 60 steps per second
    calm: atMost, // the rms speed of the original, measured in the same run
  },
  sph: {
    overPlain: { 1: atLeast(5), 2: atLeast(8) }, // by threads
    hashOverDense: atMost(1.6), // time
    wasmOverNative: atLeast(0.8),
    twoThreads: atLeast(1.7),
    manyOverFew: atMost(1.5),
    stepsPerSecond: atLeast(60),
    pcisphOverWcsph: atLeast(3), // less time at equal mean compression
  },
  flip: {
    // By density: six, six, four and four times the frame rate of the old demo.
    stepsPerSecond: {
      5000: atLeast(600), 10000: atLeast(600), 50000: atLeast(198), 100000: atLeast(102), 500000: atLeast(24), 1000000: atLeast(12),
    },
    pressurePercent: atMost(30), // of the step
    wasmOverNative: atLeast(0.8),
    twoThreads: atLeast(1.7),
    manyOverFew: (/** @type {number} */ noise) => atMost(1 + noise), // time per particle or cell
    maxNoise: 0.1, // with more noise no growth can be measured
  },
  size: { embed: atMost(80), panel: atMost(300) }, // KB
  render: {
    calls: atMost(1), // ms per frame, without the copies of the driver
    draws: atMost(40), // per frame
    manyOverFew: atMost(2.5), // GPU time
    surfaceOverArticle: atMost(1.5),
  },
  browser: { script: atMost(1) }, // ms per frame
};
