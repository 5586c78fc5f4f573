// The types of films, best first.
const types = ['video/mp4;codecs=avc1.42E01F', 'video/mp4', 'video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

/** What this browser can record, or undefined. @param {string} [type] the beginning of a type; '': any */
export const filmType = (type = '') =>
  typeof MediaRecorder === 'function' ? types.find((each) => each.startsWith(type) && MediaRecorder.isTypeSupported(each)) : undefined;
