// Every scene in every style after a fixed number of steps, against the pictures in references/.
//
//   SLOSH_UPDATE=1 node --test tests/browser/pictures.test.mjs
// rewrites references/ and the small pictures of the gallery in web/scenes/. Check the images before a commit.

import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchChromium, launchFirefox, openFirefoxTab, openTab, startSite } from './harness.mjs';
import { addTank, callTank, difference, picture, statsAfter, stepBy, stylesFor } from './tank.mjs';
import { webglReport, watchTanks } from './webgl_reports.mjs';

const steps = 90;
const sizeStyle = 'width: 240px; height: 240px';
const folder = fileURLToPath(new URL('./references/', import.meta.url));
const gallery = fileURLToPath(new URL('../../web/scenes/', import.meta.url));
const update = Boolean(process.env.SLOSH_UPDATE);
/** In the brief run: each material and kind of container once. */
const briefScenes = ['blobs', 'jelly', 'honey-and-water', 'boats', 'curl-disc', 'microbes', 'waterfall', 'drop-3d', 'flip-block', 'flip-round-tank'];

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof startSite>>} */
let site;
/** @type {{scenes: {name: string, dimensions: number}[], styles: string[]}} */
let catalog;
before(async () => {
  [browser, site] = await Promise.all([launchChromium(), startSite()]);
  const tab = await openTab(browser, `${site.url}/blank.html`);
  catalog = await tab.page.evaluate(async () => {
    const { catalog: all } = await import(`${location.origin}/catalog.js`);
    return {
      scenes: all.scenes.map((/** @type {any} */ { name, dimensions }) => ({ name, dimensions })),
      styles: all.styles.map((/** @type {any} */ style) => style.name),
    };
  });
  await tab.close();
});
after(async () => {
  await browser?.close();
  site?.close();
});

/**
 * The tank's picture after `count` steps from the scene's start.
 * @param {import('./harness.mjs').Page} page @param {Record<string, string>} attributes
 */
async function pictureAfter(page, attributes, count = steps) {
  await startAndStep(page, attributes, count);
  return pictureWithResetColours(page);
}

/** @param {import('./harness.mjs').Page} page @param {Record<string, string>} attributes @param {number} count */
async function startAndStep(page, attributes, count) {
  await addTank(page, { paused: '', style: sizeStyle, ...attributes });
  await stepBy(page, count);
  const stats = await statsAfter(page, count, 120);
  assert.equal(stats.steps, count);
}

/** @param {import('./harness.mjs').Page} page */
async function pictureWithResetColours(page) {
  // The colour range follows smoothly, by the number of frames, which varies. Another colour map resets the range.
  await callTank(page, 'set', 'colour-map', 'grey');
  await picture(page);
  await callTank(page, 'set', 'colour-map', 'auto');
  return picture(page);
}

test('each scene in each style matches its reference picture', { timeout: 1_200_000 }, async (context) => {
  if (update) await mkdir(folder, { recursive: true });
  for (const { name: scene, dimensions } of catalog.scenes) {
    if (process.env.SLOSH_BRIEF && !briefScenes.includes(scene)) continue;
    const tab = await openTab(browser, `${site.url}/blank.html`);
    const page = /** @type {import('playwright-core').Page} */ (tab.page);
    await watchTanks(page);
    const styles = stylesFor(catalog.styles, dimensions).slice(process.env.SLOSH_BRIEF ? -1 : 0);
    try {
      // Points are drawn fastest.
      await startAndStep(tab.page, { scene, 'render-style': 'points' }, steps);
      for (const style of styles)
        await context.test(`${scene}, ${style}`, async (inner) => {
          await callTank(tab.page, 'set', 'render-style', style);
          const now = await pictureWithResetColours(tab.page);
          const file = `${folder}${scene}-${style}.png`;
          if (update) await writeFile(file, Buffer.from(now, 'base64'));
          assert.ok(existsSync(file), `the reference ${file} exists`);
          const { mean, fraction } = await difference(tab.page, (await readFile(file)).toString('base64'), now);
          inner.diagnostic(`mean ${(mean * 100).toFixed(2)} %, off by more than a tenth: ${(fraction * 100).toFixed(2)} %`);
          assert.ok(mean < 0.01 && fraction < 0.02, `mean difference ${mean}, pixels off ${fraction}`);
          assert.deepEqual([...tab.errors, ...(await webglReport(page)).errors], [], 'no error of the page or of WebGL');
        });
    } finally {
      await tab.close();
    }
  }
});

test('the comparison detects a wrong colour, a shifted picture and another step', { timeout: 120_000 }, async (context) => {
  const tab = await openTab(browser, `${site.url}/blank.html`);
  const now = await pictureAfter(tab.page, { scene: catalog.scenes[0]?.name ?? '' });
  const wrong = await tab.page.evaluate(async (base64) => {
    const scope = /** @type {any} */ (window);
    const image = await scope.pixelsOf(base64);
    const redraw = async (/** @type {(context: CanvasRenderingContext2D, source: HTMLCanvasElement) => void} */ act) => {
      const [source, target] = [0, 1].map(() => {
        const canvas = document.createElement('canvas');
        canvas.width = image.width;
        canvas.height = image.height;
        return canvas;
      });
      source?.getContext('2d')?.putImageData(image, 0, 0);
      act(/** @type {any} */ (target?.getContext('2d')), /** @type {any} */ (source));
      return scope.toBase64(await new Promise((done) => target?.toBlob(done)));
    };
    const hue = await redraw((context, source) => {
      context.filter = 'hue-rotate(40deg)';
      context.drawImage(source, 0, 0);
    });
    const shifted = await redraw((context, source) => context.drawImage(source, 3, 0));
    return [hue, shifted];
  }, now);
  await stepBy(tab.page, 5);
  await statsAfter(tab.page, steps + 5);
  for (const [name, other] of Object.entries({ hue: wrong[0], shifted: wrong[1], later: await picture(tab.page) })) {
    const { mean, fraction } = await difference(tab.page, now, other);
    context.diagnostic(`${name}: mean ${(mean * 100).toFixed(2)} %, off ${(fraction * 100).toFixed(2)} %`);
    assert.ok(mean >= 0.01 || fraction >= 0.02, `${name} is detected`);
  }
  await tab.close();
});

test('the shadow of a small container ends before its canvas', { timeout: 60_000 }, async (context) => {
  for (const side of [60, 120, 200]) {
    const tab = await openTab(browser, `${site.url}/blank.html`);
    await addTank(tab.page, { scene: 'blobs', particles: '300', paused: '', quality: 'high', style: `width: ${side}px; height: ${side}px` });
    const base64 = await picture(tab.page);
    const corner = await tab.page.evaluate(async ([text, inset]) => {
      const { width, height, data } = await /** @type {any} */ (window).pixelsOf(text);
      const opacity = (/** @type {number} */ x, /** @type {number} */ y) => data[4 * (y * width + x) + 3];
      return Math.max(opacity(inset, inset), opacity(inset, height - 1 - inset), opacity(width - 1 - inset, height - 1 - inset));
    }, /** @type {const} */ ([base64, Math.round(side / 15)]));
    context.diagnostic(`${side} pixels: ${corner} of 255 in the corners`);
    assert.ok(corner <= 2, `${corner} of 255 in the corners of ${side} pixels`);
    await tab.close();
  }
});

test('Firefox draws the same', { timeout: 120_000, skip: Boolean(process.env.SLOSH_BRIEF) }, async (context) => {
  const { browser: firefox, close } = await launchFirefox();
  try {
    for (const [scene, style] of /** @type {const} */ ([['blobs', 'points'], ['blobs', 'metaballs'], ['tank-3d', 'surface']])) {
      const tab = await openFirefoxTab(firefox, `${site.url}/blank.html`);
      const now = await pictureAfter(tab.page, { scene, 'render-style': style });
      const reference = (await readFile(`${folder}${scene}-${style}.png`)).toString('base64');
      const { mean, fraction } = await difference(tab.page, reference, now);
      context.diagnostic(`${style}: mean ${(mean * 100).toFixed(2)} %, off ${(fraction * 100).toFixed(2)} %`);
      assert.ok(mean < 0.015 && fraction < 0.03, `${style}: mean difference ${mean}, pixels off ${fraction}`);
      await tab.close();
    }
  } finally {
    await close();
  }
});

/** The floor of a scene in 3D is that of the page. @param {number} dimensions */
const themesOf = (dimensions) => (dimensions === 3 ? ['light', 'dark'] : ['light']);
/** @param {string} scene @param {string} theme */
const stillOf = (scene, theme) => `${gallery}${scene}${theme === 'dark' ? '-dark' : ''}.webp`;

test('the gallery has a picture of each scene', { timeout: 1_200_000 }, async () => {
  if (update) {
    await mkdir(gallery, { recursive: true });
    let list = '';
    for (const { name: scene, dimensions } of catalog.scenes)
      for (const theme of themesOf(dimensions)) {
        const tab = await openTab(browser, `${site.url}/blank.html`, { deviceScaleFactor: 1 });
        const large = await pictureAfter(tab.page, { scene, theme }, 75);
        const small = await tab.page.evaluate(async (base64) => {
          const scope = /** @type {any} */ (window);
          // As large and good as fits into 8 KB: it is also the poster of an embed.
          for (const side of [240, 200, 160, 128, 112, 96]) {
            const bitmap = await createImageBitmap(await scope.pixelsOf(base64), { resizeWidth: side, resizeHeight: side, resizeQuality: 'high' });
            const canvas = new OffscreenCanvas(side, side);
            canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
            for (const quality of [0.86, 0.7, 0.5]) {
              const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
              if (blob.size < 8000) return { side, bytes: await scope.toBase64(blob) };
            }
          }
          throw new Error('no size fits');
        }, large);
        await writeFile(stillOf(scene, theme), Buffer.from(small.bytes, 'base64'));
        if (theme === 'light') list += `  ['${scene}', ${small.side}],\n`;
        await tab.close();
      }
    await writeFile(
      `${gallery}index.js`,
      `// The side in pixels of the picture of each scene in this folder. Written by tests/browser/pictures.test.mjs.\n/** @type {Map<string, number>} */\nexport const pictures = new Map([\n${list}]);\n`,
    );
  }
  for (const { name: scene, dimensions } of catalog.scenes)
    for (const theme of themesOf(dimensions)) {
      const file = stillOf(scene, theme);
      assert.ok(existsSync(file), file);
      assert.ok(statSync(file).size < 8192, `${file}: a poster of less than 8 KB`);
    }
});
