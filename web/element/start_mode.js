// How a tank can start in this page: in workers or on the page's thread, with threads or without, as the failures before have shown.

import { hasThreads } from './files.js';
import { canDrawInWorkers, threadsAllowed } from './support.js';

export class StartMode {
  /** Workers get no WebGL 2 here: true for all tanks of the page after the first that was told so. */
  static #onPage = false;
  /** Workers start from a blob URL, because the page's COEP header refused the script. */
  #throughBlob = false;
  /** The module with threads could not start here. */
  #withoutThreads = false;

  /** Those of a tank. */
  get options() {
    const onPage = StartMode.#onPage || !canDrawInWorkers();
    return { onPage, threads: hasThreads && threadsAllowed() && !this.#withoutThreads && !onPage, throughBlob: this.#throughBlob };
  }

  /** @param {import('./tank.js').Retry} retry what may help after a failure */
  retry(retry) {
    this.#throughBlob = retry === 'through blob';
    this.#withoutThreads ||= retry === 'without threads';
    StartMode.#onPage ||= retry === 'on the page';
  }

  /** All may be tried again. */
  clear() {
    this.#throughBlob = this.#withoutThreads = false;
  }
}
