/** Storage may be forbidden: then nothing is stored. @template T @param {(storage: Storage) => T} act @returns {T | null} */
export function withStorage(act) {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}
