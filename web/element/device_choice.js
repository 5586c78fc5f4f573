// What simulates the fluid of a tank: the parameter `device`, what the browser has, and one message where they differ.

import { runsOnGpu } from './catalog_keys.js';
import { hasGpu } from './files.js';

/** Particles from which a GPU may be faster than the CPU: the module measures both (src/app/gpu). */
const minGpuParticles = 30_000;

export class DeviceChoice {
  /** Whether there is a GPU, which is asked for only where one may be faster. True for all tanks of the page.
   * @type {boolean | undefined} */
  static #hasAdapter;
  /** The module with the GPU could not start here. */
  #failed = false;
  /** The last message: told once for a scene and a choice of device. */
  #note = '';
  #message;

  /** @param {(text: string) => void} message */
  constructor(message) {
    this.#message = message;
  }

  /** @param {string} scene @param {string} device @param {number} particles */
  static #mayPay(scene, device, particles) {
    return hasGpu && device === 'auto' && particles >= minGpuParticles && runsOnGpu(scene);
  }

  /** Whether find() has to be called first. @param {string} scene @param {string} device @param {number} particles */
  isUnknown(scene, device, particles) {
    return DeviceChoice.#hasAdapter === undefined && 'gpu' in navigator && DeviceChoice.#mayPay(scene, device, particles);
  }

  /** Asks the browser for a GPU. */
  async find() {
    const asked = import('../worker/gpu_device.js').then(({ hasFastAdapter }) => hasFastAdapter());
    DeviceChoice.#hasAdapter = await asked.catch(() => false);
  }

  /** Whether the module with solvers on the GPU is to run. @param {string} scene @param {string} device @param {number} particles */
  takesGpu(scene, device, particles) {
    if (this.#failed) return false;
    if (device !== 'gpu') return Boolean(DeviceChoice.#hasAdapter) && DeviceChoice.#mayPay(scene, device, particles);
    if (!runsOnGpu(scene)) this.tell(`the scene "${scene}" has no solver on the GPU`);
    else if (!hasGpu) this.tell('this file has the CPU only');
    else if (!('gpu' in navigator)) this.tell('this browser has no WebGPU here');
    else return true;
    return false;
  }

  /** @param {string} why the CPU runs the scene */
  tell(why) {
    if (why !== this.#note) this.#message(`device: ${why}; the scene runs on the CPU`);
    this.#note = why;
  }

  /** The same message may be told again: of another scene, or another choice. */
  forgetMessage() {
    this.#note = '';
  }

  /** The module with the GPU may be missing, or need too much memory. @param {string} why @returns {boolean} whether that is new */
  fail(why) {
    if (this.#failed) return false;
    this.#failed = true;
    this.tell(why);
    return true;
  }

  forgetFailure() {
    this.#failed = false;
  }
}
