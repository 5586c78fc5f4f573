// The button that turns gravity by device orientation on or off, on devices with an orientation sensor.

import { canUseDeviceOrientation } from '../element/support.js';

export class TiltButton {
  #button;
  #post;
  #warn;
  /** Ends the current subscription; null while off. @type {AbortController | null} */
  #subscription = null;

  /**
   * @param {HTMLButtonElement} button
   * @param {(message: object) => void} post to the worker
   * @param {(text: string) => void} warn called with the reason if the device orientation is not available
   */
  constructor(button, post, warn) {
    this.#button = button;
    this.#post = post;
    this.#warn = warn;
    button.addEventListener('click', () => this.#follow(!this.#subscription));
  }

  show() {
    this.#button.hidden = !canUseDeviceOrientation();
  }

  turnOff() {
    this.#follow(false);
  }

  /** @param {boolean} enabled */
  #follow(enabled) {
    this.#subscription?.abort();
    this.#subscription = enabled ? new AbortController() : null;
    this.#button.setAttribute('aria-pressed', String(enabled));
    if (!this.#subscription) return;
    const { signal } = this.#subscription;
    // Requested during the tap: browsers refuse it without a user gesture.
    /** @type {Promise<string> | undefined} */
    const permission = /** @type {any} */ (DeviceOrientationEvent).requestPermission?.();
    const refuse = (/** @type {string} */ text) => {
      this.turnOff();
      this.#warn(text);
    };
    import('./device_orientation.js')
      .then(({ followDevice }) => followDevice({ permission, post: this.#post, refuse, signal }))
      .catch((error) => refuse(`device orientation: ${error.message}`));
  }
}
