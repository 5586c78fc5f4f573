// Threads of a tank's module that the page has started.

/**
 * Replaces Worker for the module: its thread pool uses the workers that the page has started, through their ports.
 * @param {MessagePort[]} ports
 */
export function offerPool(ports) {
  /** @type {any} */ (globalThis).Worker = class {
    #port;
    constructor() {
      const port = ports.shift();
      if (!port) throw new Error('thread pool exhausted');
      this.#port = port;
    }
    /** @param {((event: MessageEvent) => void) | null} listener */
    set onmessage(listener) {
      this.#port.onmessage = listener;
    }
    postMessage(/** @type {any} */ message) {
      this.#port.postMessage(message);
    }
    terminate() {
      this.#port.close();
    }
  };
}
