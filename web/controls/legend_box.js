// Where a tank shows its legends. The script that draws them is loaded with the first: most tanks need none.

/** @typedef {import('./legend.js').Legend} Legend */

export class LegendBox {
  /** What to show now. @type {Legend[]} */
  #legends = [];
  /** Null: it could not be loaded. @type {Promise<typeof import('./legend.js') | null> | null} */
  #script = null;

  /** @param {Element} tank @param {HTMLElement} parent in its shadow tree @param {(text: string) => void} tell */
  constructor(tank, parent, tell) {
    this.tank = tank;
    this.parent = parent;
    this.tell = tell;
  }

  /** @param {Legend[]} legends */
  async show(legends) {
    this.#legends = legends;
    if (legends.length === 0 && !this.#script) return;
    this.#script ??= import('./legend.js').catch((error) => (this.tell(`the legend: ${error.message}`), null));
    (await this.#script)?.showLegends(this.tank, this.parent, this.#legends);
  }
}
