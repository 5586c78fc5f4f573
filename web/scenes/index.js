// The scenes that have a picture here. Written with them: see tests/web/pictures.test.mjs.
/** @type {Set<string>} */
export const pictures = new Set([
  'blobs',
  'blobs-20k',
  'honey',
  'jelly',
  'dam-break-blobs',
  'dam-break',
  'boats',
  'dam-break-3d',
  'tank-3d',
  'curl-disc',
  'microbes',
  'fountain',
  'waterfall',
  'oil-and-water',
  'honey-and-water',
  'drop',
  'drop-3d',
  'dam-break-pcisph',
]);
