// Runs in the worker of a tank before its own script and instruments WebGL: refuses extensions, delays frames, counts
// objects, calls and errors. It posts a report on request: see watchTanks() in webgl_reports.mjs.

/** @type {any} */
const scope = globalThis;
const options = new URL(import.meta.url).searchParams;
const refused = options.getAll('refuse');
const finishes = options.has('finish');
const frameInterval = Number(options.get('frame-interval') ?? 0);
const proto = /** @type {any} */ (WebGL2RenderingContext.prototype);
/** @type {Set<any>} */
const contexts = new Set();
/** @type {Map<string, Set<any>>} objects by kind that are not deleted */
const objectsByKind = new Map();
const pixel = new Uint8Array(4);
/** @type {string[]} */
const errors = [];
let frames = 0;
let draws = 0;
let uploads = 0;
let uploadMs = 0;
let drawMs = 0;
let finishedMs = 0;

/** @param {string} name @param {(original: Function, self: any, values: any[]) => any} act */
function wrap(name, act) {
  const original = proto[name];
  proto[name] = function (/** @type {any[]} */ ...values) {
    return act(original, this, values);
  };
}

for (const kind of ['Buffer', 'Texture', 'Framebuffer', 'Renderbuffer', 'VertexArray', 'Program', 'Shader', 'Query']) {
  const objects = new Set();
  objectsByKind.set(kind, objects);
  wrap(`create${kind}`, (original, self, values) => {
    contexts.add(self);
    const object = original.apply(self, values);
    if (object) objects.add(object);
    return object;
  });
  wrap(`delete${kind}`, (original, self, values) => {
    objects.delete(values[0]);
    return original.apply(self, values);
  });
}
wrap('getExtension', (original, self, values) => (refused.includes(values[0]) ? null : original.apply(self, values)));
// Indices beyond the vertices: Firefox refuses such a call, Chromium draws something. By the last upload to each buffer.
/** @type {WeakMap<object, number>} */
const largestIndex = new WeakMap();
if (!finishes) {
  wrap('bufferSubData', (original, self, values) => {
    const [target, offset, heap, from, bytes] = values;
    const bound = target === self.ELEMENT_ARRAY_BUFFER && offset === 0 && self.getParameter(self.ELEMENT_ARRAY_BUFFER_BINDING);
    if (bound) { // null in a lost context
      const indices = new Uint32Array(heap.buffer, heap.byteOffset + from, bytes / 4);
      largestIndex.set(bound, indices.reduce((a, b) => Math.max(a, b), 0));
    }
    return original.apply(self, values);
  });
  wrap('drawElements', (original, self, values) => {
    const largest = largestIndex.get(self.getParameter(self.ELEMENT_ARRAY_BUFFER_BINDING)) ?? 0;
    const previous = self.getParameter(self.ARRAY_BUFFER_BINDING);
    self.bindBuffer(self.ARRAY_BUFFER, self.getVertexAttrib(0, self.VERTEX_ATTRIB_ARRAY_BUFFER_BINDING));
    const vertices = self.getBufferParameter(self.ARRAY_BUFFER, self.BUFFER_SIZE) / (4 * self.getVertexAttrib(0, self.VERTEX_ATTRIB_ARRAY_SIZE));
    self.bindBuffer(self.ARRAY_BUFFER, previous);
    if (largest >= vertices && errors.length < 20) errors.push(`index ${largest} of ${vertices} vertices in frame ${frames}`);
    return original.apply(self, values);
  });
}
for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced', 'blitFramebuffer'])
  wrap(name, (original, self, values) => {
    const start = performance.now();
    original.apply(self, values);
    drawMs += performance.now() - start;
    draws++;
  });
for (const name of ['bufferData', 'bufferSubData', 'texImage2D', 'texSubImage2D'])
  wrap(name, (original, self, values) => {
    const start = performance.now();
    original.apply(self, values);
    uploadMs += performance.now() - start;
    uploads++;
  });

// Simulates a slow browser by long frame intervals.
if (frameInterval) {
  scope.requestAnimationFrame = (/** @type {(now: number) => void} */ act) => setTimeout(() => act(performance.now()), frameInterval);
  scope.cancelAnimationFrame = clearTimeout.bind(scope);
}
const request = scope.requestAnimationFrame.bind(scope);
scope.requestAnimationFrame = (/** @type {(now: number) => void} */ act) =>
  request((/** @type {number} */ now) => {
    const start = performance.now();
    act(now);
    frames++;
    // Reading a pixel waits until all previous commands are finished.
    if (finishes) for (const context of contexts) context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, pixel);
    finishedMs += performance.now() - start;
    for (const context of contexts)
      for (let code = context.getError(); code && errors.length < 20; code = context.getError()) {
        if (code === context.CONTEXT_LOST_WEBGL) break;
        errors.push(`0x${code.toString(16)} in frame ${frames}`);
      }
  });

scope.addEventListener('message', (/** @type {MessageEvent} */ event) => {
  if (event.data.type !== 'webgl-report') return;
  event.stopImmediatePropagation();
  const objects = Object.fromEntries([...objectsByKind].map(([kind, set]) => [kind, set.size]));
  scope.postMessage({ type: 'webgl-report', report: { frames, draws, uploads, uploadMs, drawMs, finishedMs, objects, errors } });
});
