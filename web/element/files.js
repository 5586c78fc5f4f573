// The addresses of the files that the element loads by name: its worker, the modules, the stills of the scenes. In the npm
// package a generated file of this name takes its place, so that bundlers find the files (tools/packaging).

/** Whether the files include modules with threads. */
export const hasThreads = true;
/** And modules with solvers on the GPU. */
export const hasGpu = true;

/** The folder of the files; '' is that of this script. */
let folder = '';

/** @param {string} address of the folder, absolute or relative to the page */
export function setFolder(address) {
  folder = new URL(address.replace(/\/?$/, '/'), document.baseURI).href;
}

/** @param {string} name @returns {URL} */
export const fileAddress = (name) => new URL(name, folder || import.meta.url);
