// The code of the modules: fetched and compiled once for all tanks of a page.

/**
 * Not streamed: Firefox sometimes never ends a streaming compilation (Emscripten issue 22685), and streaming depends on the
 * server's content type of .wasm files.
 * @param {string} url
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileCode(url) {
  const response = await fetch(url).catch((error) => {
    throw new Error(`${url} could not be loaded: ${error.message}`);
  });
  if (!response.ok) throw new Error(`${url} could not be loaded: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** By address. @type {Map<string, Promise<WebAssembly.Module | null>>} */
const compiled = new Map();

/**
 * For the page. Null if it fails: the worker of the tank then compiles the code itself, because its policy may allow more,
 * and reports the reason.
 * @param {string} url
 * @returns {Promise<WebAssembly.Module | null>}
 */
export function compileOnce(url) {
  const known = compiled.get(url);
  if (known) return known;
  const code = compileCode(url).catch(() => {
    compiled.delete(url);
    return null;
  });
  compiled.set(url, code);
  return code;
}
