// What a WebGPU device of Slosh is requested with, on pages and in programs: the adapter's own limits, and timestamps
// where it has them.

/** Limits that grow with the number of particles, or allow kernels with more buffers. */
const limits = ['maxBufferSize', 'maxStorageBufferBindingSize', 'maxStorageBuffersPerShaderStage', 'maxComputeWorkgroupsPerDimension'];

/**
 * @param {{features: {has(name: any): boolean}, limits: any}} adapter a GPUAdapter
 * @returns {{requiredFeatures: any[], requiredLimits: Record<string, number>}} a GPUDeviceDescriptor
 */
export function deviceRequest(adapter) {
  return {
    requiredFeatures: ['timestamp-query'].filter((name) => adapter.features.has(name)),
    requiredLimits: Object.fromEntries(limits.map((name) => [name, adapter.limits[name]])),
  };
}
