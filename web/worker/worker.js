// The worker of a tank.

import { Runner } from './runner.js';

const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const runner = new Runner((message) => scope.postMessage(message));
scope.onmessage = (/** @type {MessageEvent} */ { data }) => runner.receive(data);
// The only message that a browser may not be able to copy is the compiled module.
scope.onmessageerror = () => runner.receive({ type: 'code', code: null });
scope.postMessage({ type: 'hello' });
