// Every bar of tools/bench, and no bar anywhere else: what a figure has to reach at least, or at most.

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
    manyOverFew: atMost(1.5), // time a particle
    capacity: atLeast(30000), // particles at 60 steps a second
    calm: atMost, // as the original, measured in the same run
  },
  sph: {
    overPlain: { 1: atLeast(5), 2: atLeast(8) }, // by threads
    hashOverDense: atMost(1.6), // time
    wasmOverNative: atLeast(0.8),
    twoThreads: atLeast(1.7),
    manyOverFew: atMost(1.5),
    stepsPerSecond: atLeast(60),
    pcisphOverWcsph: atLeast(3), // less time at equal density error
  },
  flip: {
    // By density: six, six, four and four times the frames of the old demo, and more than its display showed.
    stepsPerSecond: {
      5000: atLeast(600), 10000: atLeast(600), 50000: atLeast(198), 100000: atLeast(102), 500000: atLeast(24), 1000000: atLeast(12),
    },
    pressureShare: atMost(30), // % of the step
    wasmOverNative: atLeast(0.8),
    twoThreads: atLeast(1.7),
    manyOverFew: (/** @type {number} */ noise) => atMost(1 + noise), // time a particle or cell
    mostNoise: 0.1, // a machine less quiet than this shows no growth
  },
  size: { embed: atMost(80), panel: atMost(300) }, // KB
  render: {
    calls: atMost(1), // ms a frame, beside the driver's own copies
    draws: atMost(25), // a frame
    manyOverFew: atMost(2.5), // time of the graphics card
    surfaceOverArticle: atMost(1.5),
  },
  browser: { script: atMost(1) }, // ms a frame
};
