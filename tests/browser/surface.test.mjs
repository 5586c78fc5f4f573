// The render style `surface`: its geometry against known spheres and boxes, its images against the pictures in
// references/, and limiting cases.
//
//   SLOSH_UPDATE=1 node --test tests/browser/surface.test.mjs
// rewrites those pictures. Check the images before a commit.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromiumAndSite, openTab, until } from './harness.mjs';
import { addTank, callTank, difference, messages, picture, pixelsOf, settled } from './tank.mjs';
import { beforeWorker, closeUpZoom, pausedTank, setAll, turn, withoutPass, zoomIn } from './surface.mjs';
import { floats, webglReport, watchTanks } from './webgl_reports.mjs';

const folder = fileURLToPath(new URL('./references/', import.meta.url));
const update = Boolean(process.env.SLOSH_UPDATE);
const { browser, site } = await chromiumAndSite();
const views = ['final', 'depth', 'smooth-depth', 'thickness', 'normals', 'shadow', 'behind'];

/**
 * A blank page with instrumented WebGL, or without the passes whose shaders contain a text.
 * @param {{without?: string, refuse?: string[]}} [options] that text; extensions that are hidden from the tanks
 */
async function open({ without, refuse = [] } = {}) {
  const tab = await openTab(browser, `${site.url}/blank.html`, { viewport: { width: 700, height: 620 } });
  if (without) await beforeWorker(tab.page, withoutPass(without));
  else await watchTanks(/** @type {import('playwright-core').Page} */ (tab.page), refuse);
  return tab;
}

/** Asserts that neither the page nor WebGL has reported an error. @param {import('./harness.mjs').Tab} tab @param {string} [when] */
async function expectNoErrors({ page, errors, warnings }, when) {
  const { errors: ofWebGL } = await webglReport(/** @type {import('playwright-core').Page} */ (page));
  assert.deepEqual([...errors, ...warnings, ...ofWebGL], [], when);
}

/** @param {number[]} a @param {number[]} b */
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
const degrees = (/** @type {number} */ cosine) => (Math.acos(Math.min(cosine, 1)) * 180) / Math.PI;

/** The camera of a scene on a square canvas: see SceneView in src/scenes/scene.h. Angles in degrees. */
class SceneCamera {
  /** @param {{size: number, width: number, height: number, centre: number[], yaw: number, pitch: number, zoom?: number}} view */
  constructor({ size, width, height, centre, yaw, pitch, zoom = 1 }) {
    const [yawRadians, pitchRadians] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
    const [sinYaw, cosYaw, sinPitch, cosPitch] = [Math.sin(yawRadians), Math.cos(yawRadians), Math.sin(pitchRadians), Math.cos(pitchRadians)];
    const fitDistance = (0.5 * height) / Math.tan((14 * Math.PI) / 180); // half of a field of view of 28 degrees
    this.size = size;
    this.focal = Math.min(size / width, size / height) * fitDistance;
    this.distance = fitDistance / zoom;
    this.centre = centre;
    const right = [cosYaw, 0, -sinYaw];
    const up = [-sinYaw * sinPitch, cosPitch, -cosYaw * sinPitch];
    const back = [sinYaw * cosPitch, sinPitch, cosYaw * cosPitch];
    this.axes = [right, up, back];
  }
  /** A direction in view space. @param {number[]} world */
  direction(world) {
    return this.axes.map((axis) => dot(axis, world));
  }
  /** A position in view space. @param {number[]} world */
  position(world) {
    const view = this.direction(world.map((x, i) => x - (this.centre[i] ?? 0)));
    view[2] = (view[2] ?? 0) - this.distance;
    return view;
  }
  /** The unit vector through the centre of a pixel, y downwards. @param {number} x @param {number} y */
  ray(x, y) {
    const direction = [(x + 0.5 - this.size / 2) / this.focal, (this.size / 2 - y - 0.5) / this.focal, -1];
    const length = Math.hypot(...direction);
    return direction.map((v) => v / length);
  }
}

/** The pixels of the picture. @param {import('./harness.mjs').Page} page */
const pixels = async (page) => pixelsOf(page, await picture(page));

const mean = (/** @type {number[]} */ values) => values.reduce((sum, v) => sum + v, 0) / values.length;

test('the surface of a half ball of particles is round, near and far', { timeout: 300_000 }, async (context) => {
  const size = 512;
  const tab = await open();
  const { page } = tab;
  const attributes = { scene: 'flip-round-tank', particles: '60000', view: 'normals' };
  await pausedTank(page, { ...attributes, style: `width: ${size}px; height: ${size}px` }, 0);
  // From below, along the normal of the plane (-0.8, 1, 0) that bounds the half ball.
  await turn(page, size, 90 - 26, -51.3 - 14);
  // The drawn glass: the outermost particle centres are half a spacing inside.
  const radius = 0.5 + 0.5 * ((4 / 6) * Math.PI * 0.5 ** 3 / 60_000) ** (1 / 3);
  for (const zoom of [1, closeUpZoom]) {
    if (zoom > 1) await zoomIn(page, size);
    const camera = new SceneCamera({ size, width: 1.3, height: 1.25, centre: [0, -0.03, 0], yaw: 90, pitch: -51.3, zoom });
    const centre = camera.position([0, 0, 0]);
    const { data } = await pixels(page);
    const [normalErrors, outlineErrors] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
    // The distance of the ball, and the angle between its centre and its outline. Outline errors are in pixels.
    const [distance, expected] = [Math.hypot(...centre), Math.asin(radius / Math.hypot(...centre))];
    const solid = (/** @type {number} */ x, /** @type {number} */ y) => (data[(y * size + x) * 4 + 3] ?? 0) > 127;
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const ray = camera.ray(x, y);
        const angle = Math.acos(dot(ray, centre) / distance);
        if (zoom === 1 && x > 0 && y > 0 && solid(x, y) !== solid(x - 1, y))
          outlineErrors.push(((angle - expected) * camera.focal) / Math.cos(angle) ** 2);
        // The intersection of the ray and the ball, except near the outline.
        const along = dot(ray, centre);
        const discriminant = radius ** 2 - distance ** 2 + along ** 2;
        if (discriminant < 0.02 * radius ** 2 || !solid(x, y)) continue;
        const hit = along - Math.sqrt(discriminant);
        const normal = ray.map((v, i) => (v * hit - (centre[i] ?? 0)) / radius);
        const pixel = (y * size + x) * 4;
        const drawn = [0, 1, 2].map((i) => (data[pixel + i] ?? 0) / 127.5 - 1);
        normalErrors.push(degrees(dot(normal, drawn) / Math.hypot(...drawn)));
      }
    context.diagnostic(`zoom ${zoom.toFixed(1)}: mean normal error ${mean(normalErrors).toFixed(2)} degrees over ${normalErrors.length} pixels`);
    assert.ok(normalErrors.length > 0.4 * size * size, 'the ball is drawn');
    assert.ok(mean(normalErrors) < 5, `mean normal error ${mean(normalErrors)} degrees`);
    if (zoom > 1) continue;
    const outlineError = mean(outlineErrors.map(Math.abs));
    context.diagnostic(`outline: ${mean(outlineErrors).toFixed(2)} pixels too large, mean error ${outlineError.toFixed(2)}`);
    assert.ok(outlineError < 1.5, `mean outline error ${outlineError} pixels`);
  }
  await expectNoErrors(tab);
  await tab.close();
});

test('the surface of a block of particles has flat faces', { timeout: 180_000 }, async (context) => {
  const size = 512;
  const tab = await open();
  const { page } = tab;
  await pausedTank(page, { scene: 'dam-break-3d', particles: '27000', view: 'normals', style: `width: ${size}px; height: ${size}px` }, 0);
  const [middle, halves] = [[-0.55, -0.1, 0], [0.25, 0.3, 0.4]];
  // Along a space diagonal: three faces are seen, one of them on the glass. Then the free side, enlarged.
  let [yaw, pitch] = [24, 16];
  for (const view of [{ zoom: 1, yaw: 45, pitch: 35.3, faces: [0, 1, 2] }, { zoom: closeUpZoom, yaw: 60, pitch: 25, faces: [0] }]) {
    const { zoom, faces } = view;
    await turn(page, size, view.yaw - yaw, view.pitch - pitch);
    ({ yaw, pitch } = view);
    if (zoom > 1) await zoomIn(page, size);
    const camera = new SceneCamera({ size, width: 2.2, height: 1.6, centre: [0, -0.04, 0], yaw, pitch, zoom });
    const { data } = await pixels(page);
    const centre = camera.position(middle);
    const axes = [0, 1, 2].map((i) => camera.direction([+(i === 0), +(i === 1), +(i === 2)]));
    for (const face of faces) {
      /** @type {number[]} */
      const errors = [];
      for (let y = 0; y < size; y++)
        for (let x = 0; x < size; x++) {
          const ray = camera.ray(x, y);
          const normal = axes[face] ?? [];
          const hit = (dot(normal, centre) + (halves[face] ?? 0)) / dot(normal, ray);
          const offset = ray.map((v, i) => v * hit - (centre[i] ?? 0));
          // Without the edges, which are rounded.
          if ([0, 1, 2].some((i) => i !== face && Math.abs(dot(axes[i] ?? [], offset)) > 0.5 * (halves[i] ?? 0))) continue;
          const pixel = (y * size + x) * 4;
          if ((data[pixel + 3] ?? 0) < 128) continue;
          const drawn = [0, 1, 2].map((i) => (data[pixel + i] ?? 0) / 127.5 - 1);
          errors.push(degrees(dot(normal, drawn) / Math.hypot(...drawn)));
        }
      context.diagnostic(`zoom ${zoom.toFixed(1)}, face ${'xyz'[face]}: mean error ${mean(errors).toFixed(2)} degrees over ${errors.length} pixels`);
      assert.ok(errors.length > 800, 'the face is drawn');
      assert.ok(mean(errors) < 3, `face ${'xyz'[face]}: mean error ${mean(errors)} degrees`);
    }
  }
  await expectNoErrors(tab);
  await tab.close();
});

const splash = { scene: 'flip-obstacles', particles: '12000' };
const reference = (/** @type {string} */ view) => `${folder}surface-${view}.png`;
/** @param {import('./harness.mjs').Page} page @param {string} view @param {string} now */
const differenceFromReference = async (page, view, now) => difference(page, (await readFile(reference(view))).toString('base64'), now);

test('each intermediate image matches its reference picture', { timeout: 240_000 }, async (context) => {
  const tab = await open();
  await pausedTank(tab.page, splash, 40);
  /** @type {[string, Record<string, string>][]} */
  const settings = [
    ...views.map((view) => /** @type {[string, Record<string, string>]} */ ([view, { view }])),
    ['article', { view: 'final', preset: 'article' }],
    ['curvature-flow', { preset: 'own', filter: 'curvature-flow', view: 'normals' }],
    ['bilateral', { filter: 'bilateral' }],
    ['ellipsoids', { filter: 'narrow-range', sprites: 'ellipsoids', view: 'final' }],
  ];
  for (const [name, values] of settings) {
    const now = await setAll(tab.page, values);
    if (update) await writeFile(reference(name), Buffer.from(now, 'base64'));
    const { mean: meanDifference, fraction } = await differenceFromReference(tab.page, name, now);
    context.diagnostic(`${name}: mean ${(meanDifference * 100).toFixed(2)} %, pixels off ${(fraction * 100).toFixed(2)} %`);
    assert.ok(meanDifference < 0.01 && fraction < 0.02, `${name}: mean difference ${meanDifference}, pixels off ${fraction}`);
  }
  await expectNoErrors(tab);
  await tab.close();
});

test('every pass changes the picture', { timeout: 300_000 }, async (context) => {
  // The pass, a text that only its shader contains, and an image that depends on it.
  for (const [pass, mark, view] of /** @type {const} */ ([
    ['depths', 'gl_FragDepth=stored_depth(hit', 'final'],
    ['glass', 'flat in vec3 particle;', 'normals'],
    ['thickness', 'thickness=amount', 'final'],
    ['smoothing', 'background_step', 'normals'],
    ['water', 'refraction', 'final'],
    ['floor', 'uniform sampler2D shadow;', 'behind'],
    ['image', 'uniform int view', 'depth'],
  ])) {
    const tab = await open({ without: mark });
    await pausedTank(tab.page, splash, 40);
    const { mean: meanDifference, fraction } = await differenceFromReference(tab.page, view, await setAll(tab.page, { view }));
    context.diagnostic(`without ${pass}: mean ${(meanDifference * 100).toFixed(2)} %, pixels off ${(fraction * 100).toFixed(2)} %`);
    assert.ok(meanDifference >= 0.01 || fraction >= 0.02, `${pass} changes the picture`);
    await tab.close();
  }
});

test('keys select the intermediate image, and the style has an alias', { timeout: 120_000 }, async () => {
  const tab = await open();
  const { page } = tab;
  await pausedTank(page, { ...splash, tabindex: '-1' }, 20);
  await callTank(page, 'focus');
  for (const [i, view] of views.entries()) {
    await page.keyboard.press(String(i + 1));
    await until(`key ${i + 1}`, async () => (await callTank(page, 'get', 'view')) === view);
  }
  const water = await setAll(page, { view: 'final' });
  const alias = await setAll(page, { 'render-style': 'metaballs' });
  assert.equal((await difference(page, water, alias)).fraction, 0, 'in 3D metaballs is an alias');
  const points = await setAll(page, { 'render-style': 'points' });
  assert.ok((await difference(page, water, points)).fraction > 0.02, 'points is another style');
  assert.deepEqual(await messages(page), [], 'no message');
  await expectNoErrors(tab);
  await tab.close();
});

test('the surface of water at rest does not flicker', { timeout: 180_000 }, async (context) => {
  const tab = await open();
  await pausedTank(tab.page, splash, 40);
  let [maxChange, last] = [0, await picture(tab.page)];
  for (let i = 0; i < 120; i++) {
    const now = await picture(tab.page);
    if (now !== last) maxChange = Math.max(maxChange, (await difference(tab.page, last, now)).mean);
    last = now;
  }
  context.diagnostic(`at most ${(maxChange * 255).toFixed(3)} of 255 between two of 120 frames`);
  assert.ok(maxChange < 0.5 / 255);
  await tab.close();
});

test('without float render targets the picture is nearly equal and a message says so', { timeout: 120_000 }, async (context) => {
  const tab = await open({ refuse: floats });
  const { page } = tab;
  await pausedTank(page, splash, 40);
  const { mean: meanDifference } = await differenceFromReference(page, 'final', await picture(page));
  context.diagnostic(`mean difference ${(meanDifference * 100).toFixed(2)} %`);
  assert.ok(meanDifference < 0.02, `mean difference ${meanDifference}`);
  const message = await until('a message', async () => (await messages(page)).find((text) => /float textures/.test(text)));
  assert.match(message, /thickness/);
  assert.deepEqual(tab.errors, []);
  await tab.close();
});

test('few particles, extreme canvases, and the camera inside the water', { timeout: 300_000 }, async (context) => {
  const tab = await open();
  const { page } = tab;
  await pausedTank(page, splash, 20);
  // Waits for a picture of the new size: large ones take long, and a frame of the previous size may be pending. Browsers
  // reduce very large pictures: sizes are compared up to `maxSide`.
  const maxSide = 4096;
  const resize = async (/** @type {string} */ width, /** @type {string} */ height) => {
    await page.evaluate(([w, h]) => Object.assign(/** @type {any} */ (window).tank.style, { width: w, height: h }), /** @type {const} */ ([width, height]));
    return until(`a picture of ${width} x ${height}`, async () => {
      const now = await picture(page), head = Buffer.from(now.slice(0, 32), 'base64');
      const fits = [width, height].every((side, i) => Math.min(parseInt(side), maxSide) === Math.min(head.readUInt32BE(16 + 4 * i), maxSide));
      return fits && now;
    }, 120);
  };
  for (const [width, height] of /** @type {const} */ ([['1px', '1px'], ['3px', '500px'], ['600px', '2px'], ['8192px', '8192px'], ['240px', '240px']])) {
    await resize(width, height);
    await expectNoErrors(tab, `${width} x ${height}`);
  }
  for (let i = 0; i < 30; i++) await resize(`${200 + i}px`, `${300 - 2 * i}px`);
  // Zoom in to the limit, so that a part of the water is behind the camera.
  await resize('240px', '240px');
  await page.mouse.move(120, 170);
  await callTank(page, 'focus');
  for (let i = 0; i < 12; i++) await page.mouse.wheel(0, -500);
  await settled(page);
  const inside = await pixels(page);
  const black = inside.data.filter((_, i) => i % 4 === 3 && inside.data[i] === 255 && (inside.data[i - 1] ?? 0) + (inside.data[i - 2] ?? 0) + (inside.data[i - 3] ?? 0) === 0).length;
  context.diagnostic(`${black} black pixels with the camera inside the water`);
  assert.equal(black, 0, 'no black pixels, as from NaN');
  for (const view of views) await setAll(page, { view });
  await expectNoErrors(tab);
  await page.evaluate(() => /** @type {any} */ (window).tank.remove());
  await addTank(page, { scene: 'drop-3d', particles: '1', paused: '', 'render-style': 'surface' });
  const { data } = await pixels(page);
  await callTank(page, 'set', 'render-style', 'points');
  const one = await pixels(page);
  const changed = data.filter((v, i) => v !== one.data[i]).length;
  assert.ok(changed > 20, `one particle is drawn: ${changed}`);
  await expectNoErrors(tab);
  await tab.close();
});

/** A script that disables the smaller size of spray: isolated particles are drawn as large as in the fluid. */
const noSpray = `{
  const proto = WebGL2RenderingContext.prototype, { getUniformLocation, uniform2f } = proto, ranges = new WeakSet();
  proto.getUniformLocation = function (program, name) {
    const location = getUniformLocation.call(this, program, name);
    if (location && name === 'density_range') ranges.add(location);
    return location;
  };
  proto.uniform2f = function (location, x, y) {
    if (location && ranges.has(location)) [x, y] = [-2, -1];
    return uniform2f.call(this, location, x, y);
  };
}`;

test('spray is drawn smaller than fluid particles', { timeout: 120_000 }, async (context) => {
  /** The number of pixels with fluid. @param {string} scene @param {number} steps @param {string} [patch] @returns {Promise<number>} */
  const covered = async (scene, steps, patch) => {
    const tab = await open();
    if (patch) await beforeWorker(tab.page, patch);
    await pausedTank(tab.page, { scene, particles: '12000', view: 'normals' }, steps);
    const pixelsWithFluid = (await pixels(tab.page)).data.filter((v, i) => i % 4 === 3 && v > 127).length;
    await expectNoErrors(tab);
    await tab.close();
    return pixelsWithFluid;
  };
  for (const [scene, steps, min, max] of /** @type {const} */ ([['flip-block', 60, 0.5, 0.95], ['drop-3d', 4, 0.97, 1.001]])) {
    const [fine, coarse] = [await covered(scene, steps), await covered(scene, steps, noSpray)];
    context.diagnostic(`${scene}: ${fine} pixels, with full-size spray ${coarse}`);
    assert.ok(fine > min * coarse && fine < max * coarse, `${scene}: ${fine / coarse}`);
  }
});
