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
  size: { embed: atMost(80), panel: atMost(300) }, // KB
  browser: { script: atMost(1) }, // ms a frame
};
