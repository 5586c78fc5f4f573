// What a <slosh-tank> hands out: links, the lines that embed it, films, the whole screen.

import { titleOf } from './catalog_keys.js';
import { again } from './import_again.js';
import { TankProperties } from './properties.js';
import { panelTextFor } from './text_for.js';
import { codeOf, linkTo } from './share.js';

/** @typedef {import('./share.js').TankState} TankState */

const recording = again(() => import('./recording.js'));

export class TankSharing extends TankProperties {
  /** The scene and the settings that are not its own. @abstract @type {TankState} */
  get state() {
    return { scene: '', settings: {} };
  }

  /** Null while there is no tank. @abstract @type {HTMLCanvasElement | null} */
  get canvas() {
    return null;
  }

  /** The text for readers who do not see the fluid. */
  get label() {
    return this.getAttribute('aria-label') ?? this.getAttribute('alt') ?? titleOf(this.scene, (english) => panelTextFor(this, english));
  }

  /** The address of the lab with this state; '' where the script does not know a site that has the lab. */
  get link() {
    return linkTo(this.state);
  }

  /** HTML that embeds a tank with this state; '' without a site, as `link`. @param {'element' | 'iframe'} [kind] */
  embedCode(kind = 'element') {
    const { offsetWidth: width, offsetHeight: height } = this;
    return codeOf(kind, this.state, { width: width || 400, height: height || 400, title: this.label });
  }

  /** A film of the next seconds. @param {import('./recording.js').RecordOptions} [options] @returns {Promise<Blob>} */
  async record(options) {
    if (!this.canvas) throw new Error('slosh: no film: there is no tank');
    const { record } = await recording();
    return record(this, options ?? {});
  }

  /** Shows the tank on the whole screen, or ends that. Rejects where the browser refuses it. */
  async toggleFullscreen() {
    if (!document.fullscreenEnabled) throw new Error('slosh: no whole screen in this browser or frame');
    await (this.matches(':fullscreen') ? document.exitFullscreen() : this.requestFullscreen());
  }
}
