// Scripts that are loaded when they are first needed, in a browser that was offline then.

let tries = 0;

/**
 * What loads a script, and after a failure asks anew: Firefox remembers for ever that an address could not be loaded, so the next
 * try has another one. The browser's message tells the address, also of a file that a bundler has named.
 * @template T @param {() => Promise<T>} load with a literal import(), for bundlers @returns {() => Promise<T>}
 */
export function again(load) {
  const next = { module: '' };
  return () => (next.module ? import(next.module) : load()).catch((/** @type {Error} */ error) => {
    const [address] = /https?:[^?\s]+/.exec(error.message) ?? [];
    if (address) next.module = `${address}?retry=${++tries}`;
    throw error;
  });
}
