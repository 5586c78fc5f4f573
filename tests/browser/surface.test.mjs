// The render style `surface`: its geometry against known spheres and boxes, its images against the pictures in
// references/, and limiting cases.
//
//   SLOSH_UPDATE=1 node --test tests/browser/surface.test.mjs
// writes those pictures anew. Look at them before a commit.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromiumAndSite, openTab, until } from './harness.mjs';
import { addTank, ask, difference, messages, picture, settled } from './tank.mjs';
import { beforeWorker, closer, closeUp, leaveOut, restingTank, setAll, turn } from './surface.mjs';
import { floats, webglReport, watchTanks } from './webgl_reports.mjs';

const folder = fileURLToPath(new URL('./references/', import.meta.url));
const update = Boolean(process.env.SLOSH_UPDATE);
const { browser, site } = await chromiumAndSite();
const views = ['final', 'depth', 'smooth-depth', 'thickness', 'normals', 'shadow', 'behind'];

/**
 * A blank page whose tanks are watched, or that draw nothing with the shaders that hold a text.
 * @param {{without?: string, refuse?: string[]}} [options] that text; extensions that they are not to have
 */
async function open({ without, refuse = [] } = {}) {
  const tab = await openTab(browser, `${site.url}/blank.html`, { viewport: { width: 700, height: 620 } });
  if (without) await beforeWorker(tab.page, leaveOut(without));
  else await watchTanks(/** @type {import('playwright-core').Page} */ (tab.page), refuse);
  return tab;
}

/** Neither the page nor WebGL has complained. @param {import('./harness.mjs').Tab} tab @param {string} [when] */
async function clean({ page, errors, warnings }, when) {
  const { errors: ofWebGL } = await webglReport(/** @type {import('playwright-core').Page} */ (page));
  assert.deepEqual([...errors, ...warnings, ...ofWebGL], [], when);
}

/** @param {number[]} a @param {number[]} b */
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
const degrees = (/** @type {number} */ cosine) => (Math.acos(Math.min(cosine, 1)) * 180) / Math.PI;

/** The view of a scene on a square canvas: see SceneView in src/scenes/scene.h. */
class Eye {
  /** @param {{size: number, width: number, height: number, centre: number[], yaw: number, pitch: number, closer?: number}} given */
  constructor({ size, width, height, centre, yaw, pitch, closer = 1 }) {
    const [turned, up] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
    const fitted = (0.5 * height) / Math.tan((14 * Math.PI) / 180);
    this.size = size;
    this.focal = Math.min(size / width, size / height) * fitted;
    this.distance = fitted / closer;
    this.centre = centre;
    const back = [Math.sin(turned) * Math.cos(up), Math.sin(up), Math.cos(turned) * Math.cos(up)];
    const right = [Math.cos(turned), 0, -Math.sin(turned)];
    const above = [-Math.sin(turned) * Math.sin(up), Math.cos(up), -Math.cos(turned) * Math.sin(up)];
    this.axes = [right, above, back];
  }
  /** A world place, or a direction, as seen from the eye. @param {number[]} at */
  direction(at) {
    return this.axes.map((axis) => dot(axis, at));
  }
  /** @param {number[]} at */
  place(at) {
    const seen = this.direction(at.map((x, i) => x - (this.centre[i] ?? 0)));
    seen[2] = (seen[2] ?? 0) - this.distance;
    return seen;
  }
  /** Through the middle of a pixel, y downwards. @param {number} x @param {number} y */
  ray(x, y) {
    const way = [(x + 0.5 - this.size / 2) / this.focal, (this.size / 2 - y - 0.5) / this.focal, -1];
    const length = Math.hypot(...way);
    return way.map((v) => v / length);
  }
}

/** @param {import('./harness.mjs').Page} page @returns {Promise<{width: number, height: number, data: number[]}>} */
async function pixels(page) {
  const base64 = await picture(page);
  return page.evaluate(async (text) => {
    const { width, height, data } = await /** @type {any} */ (window).pixelsOf(text);
    return { width, height, data: [...data] };
  }, base64);
}

const mean = (/** @type {number[]} */ values) => values.reduce((sum, v) => sum + v, 0) / values.length;

test('the surface of a half ball of particles is round, near and far', { timeout: 300_000 }, async (context) => {
  const size = 512;
  const tab = await open();
  const { page } = tab;
  const attributes = { scene: 'flip-round-tank', particles: '60000', view: 'normals' };
  await restingTank(page, { ...attributes, style: `width: ${size}px; height: ${size}px` }, 0);
  // From below, straight at the round side of what lies under the plane (-0.8, 1, 0).
  await turn(page, size, 90 - 26, -51.3 - 14);
  // Where the glass is drawn: around the outermost particles.
  const radius = 0.5 + 0.5 * ((4 / 6) * Math.PI * 0.5 ** 3 / 60_000) ** (1 / 3);
  for (const times of [1, closer]) {
    if (times > 1) await closeUp(page, size);
    const eye = new Eye({ size, width: 1.3, height: 1.25, centre: [0, -0.03, 0], yaw: 90, pitch: -51.3, closer: times });
    const middle = eye.place([0, 0, 0]);
    const { data } = await pixels(page);
    const [off, outlines] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
    // Where its outline is, from its middle outwards: as an angle, and that in pixels.
    const [far, expected] = [Math.hypot(...middle), Math.asin(radius / Math.hypot(...middle))];
    const solid = (/** @type {number} */ x, /** @type {number} */ y) => (data[(y * size + x) * 4 + 3] ?? 0) > 127;
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const ray = eye.ray(x, y);
        const angle = Math.acos(dot(ray, middle) / far);
        if (times === 1 && x > 0 && y > 0 && solid(x, y) !== solid(x - 1, y)) outlines.push(((angle - expected) * eye.focal) / Math.cos(angle) ** 2);
        const along = dot(ray, middle), rise = radius ** 2 - far ** 2 + along ** 2;
        if (rise < 0.02 * radius ** 2 || !solid(x, y)) continue;
        const hit = along - Math.sqrt(rise);
        const normal = ray.map((v, i) => (v * hit - (middle[i] ?? 0)) / radius);
        const at = (y * size + x) * 4;
        const drawn = [0, 1, 2].map((i) => (data[at + i] ?? 0) / 127.5 - 1);
        off.push(degrees(dot(normal, drawn) / Math.hypot(...drawn)));
      }
    context.diagnostic(`${times.toFixed(1)} times as close: normals off by ${mean(off).toFixed(2)} degrees over ${off.length} pixels`);
    assert.ok(off.length > 0.4 * size * size, 'it is seen');
    assert.ok(mean(off) < 5, `normals are off by ${mean(off)}`);
    if (times > 1) continue;
    const rough = mean(outlines.map(Math.abs));
    context.diagnostic(`its outline: ${mean(outlines).toFixed(2)} pixels too large, off by ${rough.toFixed(2)} on average`);
    assert.ok(rough < 1.5, `the outline is off by ${rough}`);
  }
  await clean(tab);
  await tab.close();
});

test('the surface of a block of particles has flat faces', { timeout: 180_000 }, async (context) => {
  const size = 512;
  const tab = await open();
  const { page } = tab;
  await restingTank(page, { scene: 'drop-3d', particles: '27000', view: 'normals', style: `width: ${size}px; height: ${size}px` }, 0);
  // Three faces alike.
  await turn(page, size, 45 - 28, 35.3 - 17);
  const half = 0.16;
  for (const times of [1, closer]) {
    if (times > 1) await closeUp(page, size);
    const eye = new Eye({ size, width: 1.2, height: 1, centre: [0, 0, 0], yaw: 45, pitch: 35.3, closer: times });
    const { data } = await pixels(page);
    const [from, axes] = [eye.place([0, 0, 0]), [0, 1, 2].map((i) => eye.direction([+(i === 0), +(i === 1), +(i === 2)]))];
    for (const face of [0, 1, 2]) {
      /** @type {number[]} */
      const off = [];
      for (let y = 0; y < size; y++)
        for (let x = 0; x < size; x++) {
          const ray = eye.ray(x, y);
          const normal = axes[face] ?? [];
          const hit = (dot(normal, from) + half) / dot(normal, ray);
          const place = ray.map((v, i) => v * hit - (from[i] ?? 0));
          // Away from the edges, which are rounded.
          if ([0, 1, 2].some((i) => i !== face && Math.abs(dot(axes[i] ?? [], place)) > 0.5 * half)) continue;
          const at = (y * size + x) * 4;
          if ((data[at + 3] ?? 0) < 128) continue;
          const drawn = [0, 1, 2].map((i) => (data[at + i] ?? 0) / 127.5 - 1);
          off.push(degrees(dot(normal, drawn) / Math.hypot(...drawn)));
        }
      context.diagnostic(`${times.toFixed(1)} times as close, face ${'xyz'[face]}: off by ${mean(off).toFixed(2)} degrees over ${off.length} pixels`);
      assert.ok(off.length > 800, 'it is seen');
      assert.ok(mean(off) < 3, `face ${face} is off by ${mean(off)}`);
    }
  }
  await clean(tab);
  await tab.close();
});

const splash = { scene: 'flip-obstacles', particles: '12000' };
const reference = (/** @type {string} */ view) => `${folder}surface-${view}.png`;
/** @param {import('./harness.mjs').Page} page @param {string} view @param {string} now */
const far = async (page, view, now) => difference(page, (await readFile(reference(view))).toString('base64'), now);

test('each intermediate image matches its reference picture', { timeout: 240_000 }, async (context) => {
  const tab = await open();
  await restingTank(tab.page, splash, 40);
  /** @type {[string, Record<string, string>][]} */
  const looks = [
    ...views.map((view) => /** @type {[string, Record<string, string>]} */ ([view, { view }])),
    ['article', { view: 'final', preset: 'article' }],
    ['curvature-flow', { preset: 'own', filter: 'curvature-flow', view: 'normals' }],
    ['bilateral', { filter: 'bilateral' }],
    ['ellipsoids', { filter: 'narrow-range', sprites: 'ellipsoids', view: 'final' }],
  ];
  for (const [name, values] of looks) {
    const now = await setAll(tab.page, values);
    if (update) await writeFile(reference(name), Buffer.from(now, 'base64'));
    const { mean: off, fraction } = await far(tab.page, name, now);
    context.diagnostic(`${name}: mean ${(off * 100).toFixed(2)} %, off ${(fraction * 100).toFixed(2)} %`);
    assert.ok(off < 0.01 && fraction < 0.02, `${name}: mean difference ${off}, pixels off ${fraction}`);
  }
  await clean(tab);
  await tab.close();
});

test('every pass changes the picture', { timeout: 300_000 }, async (context) => {
  // A text that only that shader has, and an image in which the pass is missed.
  for (const [pass, mark, view] of /** @type {const} */ ([
    ['depths', 'gl_FragDepth=(hit', 'final'],
    ['thickness', 'thickness=amount', 'final'],
    ['smoothing', 'background_step', 'normals'],
    ['water', 'refraction', 'final'],
    ['floor', 'uniform sampler2D shadow;', 'behind'],
    ['image', 'uniform int view', 'depth'],
  ])) {
    const tab = await open({ without: mark });
    await restingTank(tab.page, splash, 40);
    const { mean: off, fraction } = await far(tab.page, view, await setAll(tab.page, { view }));
    context.diagnostic(`without ${pass}: mean ${(off * 100).toFixed(2)} %, off ${(fraction * 100).toFixed(2)} %`);
    assert.ok(off >= 0.01 || fraction >= 0.02, `${pass} is missed`);
    await tab.close();
  }
});

test('keys select the intermediate image, and the style has an alias', { timeout: 120_000 }, async () => {
  const tab = await open();
  const { page } = tab;
  await restingTank(page, { ...splash, tabindex: '-1' }, 20);
  await ask(page, 'focus');
  for (const [i, view] of views.entries()) {
    await page.keyboard.press(String(i + 1));
    await until(`key ${i + 1}`, async () => (await ask(page, 'get', 'view')) === view);
  }
  const water = await setAll(page, { view: 'final' });
  const named = await setAll(page, { 'render-style': 'metaballs' });
  assert.equal((await difference(page, water, named)).fraction, 0, 'metaballs in 3D are this style');
  const points = await setAll(page, { 'render-style': 'points' });
  assert.ok((await difference(page, water, points)).fraction > 0.02, 'points are not');
  assert.deepEqual(await messages(page), [], 'and there is nothing to say');
  await clean(tab);
  await tab.close();
});

test('the surface of water at rest does not flicker', { timeout: 180_000 }, async (context) => {
  const tab = await open();
  await restingTank(tab.page, splash, 40);
  let [most, last] = [0, await picture(tab.page)];
  for (let i = 0; i < 120; i++) {
    const now = await picture(tab.page);
    if (now !== last) most = Math.max(most, (await difference(tab.page, last, now)).mean);
    last = now;
  }
  context.diagnostic(`at most ${(most * 255).toFixed(3)} of 255 between two of 120 frames`);
  assert.ok(most < 0.5 / 255);
  await tab.close();
});

test('without float render targets the picture is nearly equal and a message says so', { timeout: 120_000 }, async (context) => {
  const tab = await open({ refuse: floats });
  const { page } = tab;
  await restingTank(page, splash, 40);
  const { mean: off } = await far(page, 'final', await picture(page));
  context.diagnostic(`mean difference ${(off * 100).toFixed(2)} %`);
  assert.ok(off < 0.02, `mean difference ${off}`);
  const said = await until('a word about it', async () => (await messages(page)).find((text) => /float textures/.test(text)));
  assert.match(said, /thickness/);
  assert.deepEqual(tab.errors, []);
  await tab.close();
});

test('few particles, extreme canvases, and the camera inside the water', { timeout: 300_000 }, async (context) => {
  const tab = await open();
  const { page } = tab;
  await restingTank(page, splash, 20);
  // The picture of that size: a large one takes its time, and a frame of it may be under way still. Browsers make very
  // large ones smaller.
  const most = 4096;
  const resize = async (/** @type {string} */ width, /** @type {string} */ height) => {
    await page.evaluate(([w, h]) => Object.assign(/** @type {any} */ (window).tank.style, { width: w, height: h }), /** @type {const} */ ([width, height]));
    return until(`a picture of ${width} x ${height}`, async () => {
      const now = await picture(page), head = Buffer.from(now.slice(0, 32), 'base64');
      const fits = [width, height].every((side, i) => Math.min(parseInt(side), most) === Math.min(head.readUInt32BE(16 + 4 * i), most));
      return fits && now;
    }, 120);
  };
  for (const [width, height] of /** @type {const} */ ([['1px', '1px'], ['3px', '500px'], ['600px', '2px'], ['8192px', '8192px'], ['240px', '240px']])) {
    await resize(width, height);
    await clean(tab, `${width} x ${height}`);
  }
  for (let i = 0; i < 30; i++) await resize(`${200 + i}px`, `${300 - 2 * i}px`);
  // All the way in, and what is behind the eye with it.
  await resize('240px', '240px');
  await page.mouse.move(120, 170);
  await ask(page, 'focus');
  for (let i = 0; i < 12; i++) await page.mouse.wheel(0, -500);
  await settled(page);
  const inside = await pixels(page);
  const black = inside.data.filter((_, i) => i % 4 === 3 && inside.data[i] === 255 && (inside.data[i - 1] ?? 0) + (inside.data[i - 2] ?? 0) + (inside.data[i - 3] ?? 0) === 0).length;
  context.diagnostic(`${black} black pixels with the eye close up`);
  assert.equal(black, 0, 'nothing that is not a number');
  for (const view of views) await setAll(page, { view });
  await clean(tab);
  await page.evaluate(() => /** @type {any} */ (window).tank.remove());
  await addTank(page, { scene: 'drop-3d', particles: '1', paused: '', 'render-style': 'surface' });
  const { data } = await pixels(page);
  await ask(page, 'set', 'render-style', 'points');
  const one = await pixels(page);
  const changed = data.filter((v, i) => v !== one.data[i]).length;
  assert.ok(changed > 20, `one particle is seen: ${changed}`);
  await clean(tab);
  await tab.close();
});

/** Particles are drawn as large alone as they are in the fluid. */
const noSpray = `{
  const own = WebGL2RenderingContext.prototype, { getUniformLocation, uniform2f } = own, ranges = new WeakSet();
  own.getUniformLocation = function (program, name) {
    const place = getUniformLocation.call(this, program, name);
    if (place && name === 'density_range') ranges.add(place);
    return place;
  };
  own.uniform2f = function (place, x, y) {
    if (place && ranges.has(place)) [x, y] = [-2, -1];
    return uniform2f.call(this, place, x, y);
  };
}`;

test('spray is drawn smaller than fluid particles', { timeout: 120_000 }, async (context) => {
  /** @param {string} scene @param {number} steps @param {string} [patch] @returns {Promise<number>} */
  const covered = async (scene, steps, patch) => {
    const tab = await open();
    if (patch) await beforeWorker(tab.page, patch);
    await restingTank(tab.page, { scene, particles: '12000', view: 'normals' }, steps);
    const pixelsWithFluid = (await pixels(tab.page)).data.filter((v, i) => i % 4 === 3 && v > 127).length;
    await clean(tab);
    await tab.close();
    return pixelsWithFluid;
  };
  for (const [scene, steps, least, most] of /** @type {const} */ ([['flip-block', 60, 0.5, 0.95], ['drop-3d', 4, 0.97, 1.001]])) {
    const [fine, coarse] = [await covered(scene, steps), await covered(scene, steps, noSpray)];
    context.diagnostic(`${scene}: ${fine} pixels, as large as in the fluid ${coarse}`);
    assert.ok(fine > least * coarse && fine < most * coarse, `${scene}: ${fine / coarse}`);
  }
});
