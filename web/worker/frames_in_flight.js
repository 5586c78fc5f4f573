// Frames that are submitted to the graphics driver and not finished. Chromium stops a page that draws faster than the driver;
// Firefox queues the commands of all canvases without a limit: a slow tank then shows what happened seconds ago, and
// every other tank waits for its queue.

/** More would delay the response to the pointer; fewer would let a fast driver wait. */
const maxFrames = 3;
/** Milliseconds after which a fence is taken for lost, so that no driver stops a tank. */
const maxWait = 2000;

export class FramesInFlight {
  #context;
  /** Of the unfinished frames, the oldest first. @type {{fence: WebGLSync, time: number}[]} */
  #frames = [];

  /** @param {WebGL2RenderingContext} context */
  constructor(context) {
    this.#context = context;
  }

  /** The context is lost, and its fences with it. */
  clear() {
    this.#frames = [];
  }

  /** Whether the next frame should wait. @param {number} now milliseconds */
  isFull(now) {
    for (let oldest; (oldest = this.#frames[0]) && (this.#isDone(oldest.fence) || now - oldest.time > maxWait); this.#frames.shift())
      this.#context.deleteSync(oldest.fence);
    return this.#frames.length >= maxFrames;
  }

  /** The commands of a frame are submitted. @param {number} now milliseconds */
  add(now) {
    const fence = this.#context.fenceSync(this.#context.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!fence) return; // the context is lost
    this.#frames.push({ fence, time: now });
    this.#context.flush(); // a fence that is not flushed need not be reached
  }

  /** With a lost context no fence is reached. @param {WebGLSync} fence */
  #isDone(fence) {
    return this.#context.getSyncParameter(fence, this.#context.SYNC_STATUS) !== this.#context.UNSIGNALED;
  }
}
