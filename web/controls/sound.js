// The sound of a tank, made from the energy of its fluid: the rush of water as filtered noise, and drops and bubbles as short tones
// that rise (Minnaert 1933; van den Doel 2005). Loaded with the attribute `sound`. Browsers allow sound after a press or a key only.

/** Seconds of noise that repeat. */
const noiseTime = 3;
/** Seconds at its end that pass into those at its start, where it goes on after them. */
const noiseFade = 0.2;
/** Of the loudest water; far from the limit of the loudspeaker. */
const loudness = 0.18;
/** Bubbles a second in the wildest water. */
const maxBubbles = 14;
/** Milliseconds between two looks at what the fluid does. */
const beat = 120;
/** The loudest energy so far is forgotten by this factor with each report, two a second, so that a scene of any unit is heard. */
const forgetting = 0.985;
/** Of the loudest energy: below it the fluid rests. */
const silence = 0.002;

/** The tanks that have a sound. @type {WeakSet<Element>} */
const sounding = new WeakSet();
/** The reader has pressed something since this script was loaded. */
let allowed = false;

/** @param {BaseAudioContext} context @returns {AudioBuffer} noise that gets weaker with the frequency, as of a stream */
function noiseOf(context) {
  const buffer = context.createBuffer(1, noiseTime * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let slow = 0;
  for (let i = 0; i < samples.length; i++) {
    const white = 2 * Math.random() - 1;
    slow = 0.985 * slow + 0.12 * white;
    samples[i] = 0.55 * slow + 0.12 * white;
  }
  const fade = Math.round(noiseFade * context.sampleRate);
  for (let i = 0; i < fade; i++) {
    const at = samples.length - fade + i;
    samples[at] = ((samples[at] ?? 0) * (fade - i) + (samples[i] ?? 0) * i) / fade;
  }
  return buffer;
}

/** What is heard. @param {AudioContext} context */
function makeWater(context) {
  const out = context.createGain();
  out.gain.value = 0;
  // A compressor limits slowly; what passes it is bent, so that no sample exceeds 0.9.
  const limiter = new DynamicsCompressorNode(context, { threshold: -14, knee: 6, ratio: 16, attack: 0.003, release: 0.2 });
  const bend = new WaveShaperNode(context, { curve: Float32Array.from({ length: 1025 }, (_, i) => 0.9 * Math.tanh((i - 512) / 512 / 0.9)) });
  out.connect(limiter).connect(bend).connect(context.destination);

  const noise = new AudioBufferSourceNode(context, { buffer: noiseOf(context), loop: true, loopStart: noiseFade, loopEnd: noiseTime });
  const low = new BiquadFilterNode(context, { type: 'lowpass', frequency: 300, Q: 0.4 });
  const high = new BiquadFilterNode(context, { type: 'highpass', frequency: 90 });
  const rush = new GainNode(context, { gain: 0 });
  noise.connect(low).connect(high).connect(rush).connect(out);
  noise.start(0, Math.random() * noiseTime);

  return {
    /** @param {number} value */
    fadeTo: (value) => out.gain.setTargetAtTime(value, context.currentTime, 0.15),
    /** @param {number} level 0 to 1 */
    rush(level) {
      const now = context.currentTime;
      rush.gain.setTargetAtTime(0.9 * level ** 1.5, now, 0.2);
      low.frequency.setTargetAtTime(220 + 1500 * level * level, now, 0.25);
    },
    /** A bubble: small ones are high and short. @param {number} level 0 to 1 */
    bubble(level) {
      const start = context.currentTime + Math.random() * 0.001 * beat;
      const frequency = 320 * (1 + 5 * Math.random() ** 2);
      const length = 0.04 + 18 / frequency * Math.random();
      const tone = new OscillatorNode(context, { frequency });
      tone.frequency.exponentialRampToValueAtTime(frequency * (1.1 + 0.5 * Math.random()), start + length);
      const loud = new GainNode(context, { gain: 0 });
      loud.gain.setValueAtTime(0, start);
      loud.gain.linearRampToValueAtTime((0.02 + 0.1 * level) * Math.random(), start + 0.004);
      loud.gain.exponentialRampToValueAtTime(1e-4, start + length);
      tone.connect(loud).connect(out);
      tone.start(start);
      tone.stop(start + length);
    },
  };
}

/**
 * Sounds until the element loses the attribute `sound` or leaves the page.
 * @param {import('../slosh.js').SloshTank} tank
 */
export function accompany(tank) {
  if (sounding.has(tank)) return;
  sounding.add(tank);
  const ending = new AbortController();
  const { signal } = ending;
  /** @type {AudioContext | null} */
  let context = null;
  /** @type {ReturnType<typeof makeWater> | null} */
  let water = null;
  let seen = true;
  /** Of the fluid: its energy as last told, the one before, and the loudest. */
  let energy = 0;
  let before = 0;
  let loudest = 0;
  /** What is heard follows it. */
  let level = 0;
  let splash = 0;

  const start = () => {
    allowed = true;
    context ??= new AudioContext({ latencyHint: 'playback' });
    water ??= makeWater(context);
    if (context.state === 'suspended') context.resume().catch(() => {});
  };
  if (allowed || navigator.userActivation?.hasBeenActive) start();
  for (const name of ['pointerdown', 'pointerup', 'keydown']) addEventListener(name, start, { signal, capture: true, passive: true });
  tank.addEventListener('visibility', (event) => (seen = /** @type {CustomEvent} */ (event).detail.visible), { signal });
  tank.addEventListener('frame-stats', (event) => {
    const { kineticEnergy, particles } = /** @type {CustomEvent} */ (event).detail;
    before = energy;
    energy = kineticEnergy / Math.max(particles, 1);
    loudest = Math.max(loudest * forgetting, energy);
  }, { signal });
  tank.addEventListener('scene-change', () => (energy = before = loudest = 0), { signal });

  const end = () => {
    clearInterval(timer);
    sounding.delete(tank);
    ending.abort();
    context?.close().catch(() => {});
  };
  let quietSince = 0;
  const timer = setInterval(() => {
    if (!tank.isConnected || !tank.hasAttribute('sound')) return end();
    if (!context || !water) return;
    const silent = tank.paused || !tank.loaded || !seen || document.hidden;
    water.fadeTo(silent ? 0 : loudness);
    // A context that is not heard rests.
    if (!silent) quietSince = 0;
    else if (!quietSince) quietSince = performance.now();
    else if (performance.now() - quietSince > 1000 && context.state === 'running') context.suspend().catch(() => {});
    if (silent) return;
    if (context.state === 'suspended') context.resume().catch(() => {});
    const share = loudest > 0 ? energy / loudest : 0;
    const target = share > silence ? Math.sqrt(share) : 0;
    level += 0.25 * (target - level);
    // What the energy gains or loses is heard as a splash.
    const change = loudest > 0 ? Math.min(Math.abs(energy - before) / loudest, 1) : 0;
    splash += 0.3 * (change - splash);
    const wild = Math.min(1, 0.5 * level + 1.2 * splash);
    water.rush(Math.min(1, 0.6 * level + 0.6 * splash));
    let due = maxBubbles * wild * wild * 0.001 * beat;
    for (; due > Math.random(); due--) water.bubble(wild);
  }, beat);
}
