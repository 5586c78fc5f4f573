// Modules that take the place of web/element/files.js: the addresses of the files in the package, and in a single file.

/** The package has no pages. */
const site = `
const folderAt = (address) => new URL(address.replace(/\\/?$/, '/'), document.baseURI).href;
let site = '';
export function setSite(address) {
  site = folderAt(address);
}
export const siteAddress = (name) => (site ? new URL(name, site) : null);`;

/**
 * Each address as an expression that bundlers recognise: they copy the file and insert its new address.
 * @param {string[]} names of files in the folder `files` of the package
 */
export const bundledFiles = (names) => `
const files = {
${names.map((name) => `  '${name}': () => new URL('./files/${name}', import.meta.url),`).join('\n')}
};
let folder = '';
export const hasThreads = true;
export const hasGpu = true;
export function setFolder(address) {
  folder = folderAt(address);
}
${site}
export const fileAddress = (name) => (folder ? new URL(name, folder) : (files[name]?.() ?? new URL(name, document.baseURI)));
`;

/**
 * The contents as blobs, made when they are first needed.
 * @param {string} family of scenes @param {Record<string, Buffer>} contents by name
 */
export const singleFiles = (family, contents) => `
const contents = { ${Object.entries(contents).map(([name, data]) => `'${name}': '${data.toString('base64')}'`).join(',\n')} };
const addresses = {};
export const hasThreads = false;
export const hasGpu = false;
export function setFolder() {}
${site}
export function fileAddress(name) {
  if (name.startsWith('scenes/')) return new URL('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>');
  if (!(name in contents)) throw new Error(\`\${name} is not in this file, which holds the scenes of ${family} without panel\`);
  const type = name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
  const bytes = () => Uint8Array.from(atob(contents[name]), (letter) => letter.charCodeAt(0));
  return new URL((addresses[name] ??= URL.createObjectURL(new Blob([bytes()], { type }))));
}
`;
