// The WebGPU device of programs that run under node: npm `webgpu` (Dawn) on a Vulkan driver. VK_DRIVER_FILES names the
// driver; by default it is the software driver of Debian's chromium package, so that results are the same everywhere.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const softwareDriver = '/usr/lib/chromium/vk_swiftshader_icd.json';

/** @param {string} why @returns {never} */
function fail(why) {
  console.error(`gpu: ${why}`);
  process.exit(1);
}

/** @returns {Promise<{preinitializedWebGPUDevice: unknown}>} options of an Emscripten module; ends the process without a GPU */
export async function gpuOptions() {
  const env = process.env;
  if (!env['VK_DRIVER_FILES'] && !env['VK_ICD_FILENAMES']) {
    if (!existsSync(softwareDriver)) fail(`no Vulkan driver: set VK_DRIVER_FILES, or install chromium, which has ${softwareDriver}`);
    env['VK_DRIVER_FILES'] = env['VK_ICD_FILENAMES'] = softwareDriver;
  }
  if (!env['XDG_RUNTIME_DIR']) {
    const folder = mkdtempSync(join(tmpdir(), 'slosh-gpu-'));
    env['XDG_RUNTIME_DIR'] = folder;
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  const dawn = await import('webgpu').catch(() => fail('the npm package webgpu is missing: run tools/setup test'));
  Object.assign(globalThis, dawn.globals);
  // Reachable for good: once it is collected, the process crashes.
  const gpu = dawn.create([]);
  Object.assign(globalThis, { sloshGpu: gpu });
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  if (!adapter) fail(`no adapter with the Vulkan driver ${env['VK_DRIVER_FILES'] ?? env['VK_ICD_FILENAMES']}: is libvulkan1 installed?`);
  const { deviceRequest } = await import('../web/worker/gpu_device.js');
  return { preinitializedWebGPUDevice: await adapter.requestDevice(deviceRequest(adapter)) };
}
