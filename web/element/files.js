// The addresses of the files that the element loads by name: its worker, the modules, the stills of the scenes. In the npm
// package a generated file of this name takes its place, so that bundlers find the files (tools/packaging).

/** Whether the files include modules with threads. */
export const hasThreads = true;
/** And modules with solvers on the GPU. */
export const hasGpu = true;

/** @param {string} address of a folder, absolute or relative to the page */
const folderAt = (address) => new URL(address.replace(/\/?$/, '/'), document.baseURI).href;

/** The folder of the files; '' is that of this script. */
let folder = '';

/** @param {string} address of the folder, absolute or relative to the page */
export function setFolder(address) {
  folder = folderAt(address);
}

/** The site with the pages; '' is that of the files. */
let site = '';

/** @param {string} address */
export function setSite(address) {
  site = folderAt(address);
}

/** Of a page of the site, or of the script that it offers. @param {string} name @returns {URL | null} null: no site is known */
export const siteAddress = (name) => new URL(name, site || folder || import.meta.url);

/** @param {string} name @returns {URL} */
export const fileAddress = (name) => new URL(name, folder || import.meta.url);
