// Single steps that were asked for and not taken yet: one in a frame at first, then as many as keep the frame short.

/** Milliseconds: while a frame takes less, the number of steps per frame is doubled. */
const shortFrame = 50;
/** Limit, for a script that requests steps in a loop. */
const maxQueued = 100_000;

export class StepQueue {
  #count = 0;
  #perFrame = 1;

  get isEmpty() {
    return this.#count === 0;
  }

  add() {
    this.#count = Math.min(this.#count + 1, maxQueued);
  }

  clear() {
    this.#count = 0;
  }

  /** @returns {number} steps of this frame */
  take() {
    const steps = Math.min(this.#count, this.#perFrame);
    this.#count -= steps;
    return steps;
  }

  /** @param {number} time milliseconds that the frame took */
  adapt(time) {
    if (this.isEmpty) this.#perFrame = 1;
    else this.#perFrame = time < shortFrame ? 2 * this.#perFrame : Math.max(1, this.#perFrame >> 1);
  }
}
