// WebGPU devices, on pages, in workers and in programs under node. Loaded only where one may be used.

/** Limits that grow with the number of particles, or allow kernels with more buffers. */
const limits = ['maxBufferSize', 'maxStorageBufferBindingSize', 'maxStorageBuffersPerShaderStage', 'maxComputeWorkgroupsPerDimension'];

/**
 * The adapter's own limits, and timestamps where it has them.
 * @param {{features: {has(name: any): boolean}, limits: any}} adapter a GPUAdapter
 * @returns {{requiredFeatures: any[], requiredLimits: Record<string, number>}} a GPUDeviceDescriptor
 */
export function deviceRequest(adapter) {
  return {
    requiredFeatures: ['timestamp-query'].filter((name) => adapter.features.has(name)),
    requiredLimits: Object.fromEntries(limits.map((name) => [name, adapter.limits[name]])),
  };
}

/** @returns {Promise<any>} a GPUAdapter, or null */
async function findAdapter() {
  return (await /** @type {any} */ (navigator).gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? null;
}

/** @param {any} adapter a GPUAdapter */
function isSoftware(adapter) {
  const info = adapter.info ?? {};
  const names = [info.vendor, info.architecture, info.device, info.description].join(' ');
  return Boolean(info.isFallbackAdapter ?? adapter.isFallbackAdapter) || /swiftshader|llvmpipe|lavapipe|basic render|software/i.test(names);
}

/** @type {Promise<boolean> | undefined} */
let answer;
/** Whether there is an adapter that is not software. */
export const hasFastAdapter = () => (answer ??= findAdapter().then((adapter) => adapter !== null && !isSoftware(adapter), () => false));

/** @returns {Promise<{device: any, why: string}>} a GPUDevice, or null and the reason */
export async function makeDevice() {
  try {
    if (!('gpu' in navigator)) return { device: null, why: 'this browser has no WebGPU here' };
    const adapter = await findAdapter();
    if (!adapter) return { device: null, why: 'WebGPU finds no GPU on this machine' };
    return { device: await adapter.requestDevice(deviceRequest(adapter)), why: '' };
  } catch (error) {
    return { device: null, why: `WebGPU does not start: ${error instanceof Error ? error.message : error}` };
  }
}
