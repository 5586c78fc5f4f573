// The images of docs/: every scene on a light and on a dark page, and an animation of a moving tank.
//
//   xvfb-run -a node tools/pictures.mjs [SCENE...]    the named ones, or all; `motion` is the animation
// Needs the built site and the requirements of the browser tests. Check the written images before a commit.

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launchChromium, openTab, startSite } from '../tests/browser/harness.mjs';
import { addTank, statsAfter, stepBy } from '../tests/browser/tank.mjs';

const folder = fileURLToPath(new URL('../docs/', import.meta.url));
const size = { width: 640, height: 420 };
/** Suffix of the file name, and CSS background of the page. @type {[string, string][]} */
const pages = [
  ['', '#ffffff'],
  ['-dark', '#14171d'],
];

/** Number of steps before the image, for scenes that differ from the default. @type {Record<string, number>} */
const stepsBefore = {
  blobs: 400, 'blobs-20k': 100, 'dam-break-blobs': 100, fountain: 300, waterfall: 300, microbes: 300, 'oil-and-water': 120,
  'honey-and-water': 150, drop: 80, 'flip-ball': 34, 'flip-double-splash': 80, 'flip-obstacles': 90, 'flip-block': 80,
  'flip-dam-break': 80, 'flip-wave-machine': 260, 'flip-round-tank': 50, 'drop-3d': 20, 'tank-3d': 42, 'dam-break-3d': 70,
};
const defaultSteps = 60;

/** The animation: a tank that is dragged back and forth. from: number of steps before the first frame; ms: per frame. */
const motion = { scene: 'flip-dam-break', particles: '40000', width: 420, height: 270, from: 40, frames: 48, stepsPerFrame: 2, ms: 40 };

/** @typedef {import('../tests/browser/harness.mjs').Page} Page */

/** @param {Page} page @param {{width: number, height: number}} area @param {number} quality @returns {Promise<Buffer>} */
async function webp(page, { width, height }, quality) {
  const png = await /** @type {any} */ (page).screenshot({ clip: { x: 0, y: 0, width, height } });
  const text = await page.evaluate(
    async ([base64, q]) => {
      const bytes = Uint8Array.from(atob(/** @type {string} */ (base64)), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0);
      return /** @type {any} */ (window).toBase64(await canvas.convertToBlob({ type: 'image/webp', quality: Number(q) }));
    },
    /** @type {const} */ ([png.toString('base64'), quality]),
  );
  return Buffer.from(text, 'base64');
}

/** @param {Page} page @param {number} times @param {number} before */
async function step(page, times, before) {
  await stepBy(page, times);
  await statsAfter(page, before + times, 300);
}

/** A little-endian unsigned integer. @param {number} value @param {number} bytes */
const littleEndian = (value, bytes) => Buffer.from([...Array(bytes).keys()].map((i) => (value >> (8 * i)) & 255));
/** @param {string} name @param {Buffer} data */
const chunk = (name, data) => Buffer.concat([Buffer.from(name), littleEndian(data.length, 4), data, Buffer.alloc(data.length & 1)]);

/** The chunks of a WebP image from its pixel data (VP8) on; throws if it has none. @param {Buffer} picture */
function pixelsOf(picture) {
  for (let at = 12; at < picture.length; at += 8 + ((picture.readUInt32LE(at + 4) + 1) & ~1))
    if (picture.toString('latin1', at, at + 4) === 'VP8 ') return picture.subarray(at);
  throw new Error('no VP8 chunk in a WebP image');
}

/** An endless animation (WebP container format) of images of equal size. @param {Buffer[]} pictures */
function animation(pictures) {
  const sizeMinusOne = Buffer.concat([littleEndian(motion.width - 1, 3), littleEndian(motion.height - 1, 3)]);
  const frames = pictures.map((picture) =>
    // Only the chunk with the pixels of each image; it replaces the previous one.
    chunk('ANMF', Buffer.concat([Buffer.alloc(6), sizeMinusOne, littleEndian(motion.ms, 3), littleEndian(2, 1), pixelsOf(picture)])));
  const body = [Buffer.from('WEBP'), chunk('VP8X', Buffer.concat([littleEndian(2, 4), sizeMinusOne])), chunk('ANIM', Buffer.alloc(6)), ...frames];
  return chunk('RIFF', Buffer.concat(body));
}

/** @param {import('playwright-core').Browser} browser @param {string} url @param {{width: number, height: number}} area
 * @param {string} background of the page, CSS */
async function open(browser, url, area, background) {
  const tab = await openTab(browser, `${url}/blank.html`, { viewport: area });
  await tab.page.evaluate((value) => void Object.assign(document.body.style, { margin: '0', background: value }), background);
  return { ...tab, style: `width: ${area.width}px; height: ${area.height}px` };
}

/** @param {string} text @returns {never} */
function refuse(text) {
  console.error(`pictures: ${text}`);
  process.exit(2);
}

const requested = process.argv.slice(2);
const { catalog } = await import(new URL('../build/dist/catalog.js', import.meta.url).href).catch(() =>
  refuse('there is no built site in build/dist: tools/build web dist makes it'),
);
/** @type {{name: string, title: string, about: string, dimensions: number}[]} */
const scenes = catalog.scenes;
const names = scenes.map(({ name }) => name);
for (const name of requested)
  if (name !== 'motion' && !names.includes(name)) refuse(`unknown scene '${name}' (expected any of: motion ${names.join(' ')})`);

const site = await startSite();
const browser = await launchChromium();
try {
  const isRequested = (/** @type {string} */ name) => requested.length === 0 || requested.includes(name);
  await mkdir(`${folder}scenes`, { recursive: true });
  for (const scene of names.filter(isRequested)) {
    for (const [suffix, background] of pages) {
      const tab = await open(browser, site.url, size, background);
      await addTank(tab.page, { scene, paused: '', quality: 'high', style: tab.style });
      await step(tab.page, stepsBefore[scene] ?? defaultSteps, 0);
      await writeFile(`${folder}scenes/${scene}${suffix}.webp`, await webp(tab.page, size, 0.82));
      console.log(`docs/scenes/${scene}${suffix}.webp`);
      await tab.close();
    }
  }
  const entries = scenes.map(({ name, title, about }) => {
    const images = pages.map(([suffix]) => `![${title}](scenes/${name}${suffix}.webp)`);
    return `## ${title} (\`${name}\`)\n\n${about}\n\n| light | dark |\n|---|---|\n| ${images.join(' | ')} |\n`;
  });
  await writeFile(`${folder}scenes.md`, `# The scenes\n\nAll scenes with their own settings, on a light and on a dark page. Written by \`tools/pictures.mjs\`.\n\n${entries.join('\n')}`);
  if (isRequested('motion')) {
    const tab = await open(browser, site.url, motion, pages[0]?.[1] ?? '');
    const mouse = /** @type {import('playwright-core').Page} */ (tab.page).mouse;
    await addTank(tab.page, { scene: motion.scene, paused: '', particles: motion.particles, style: tab.style });
    await step(tab.page, motion.from, 0);
    const [x, y] = [motion.width / 2, motion.height / 2];
    await tab.page.keyboard.down('Shift');
    await mouse.move(x, y);
    await mouse.down();
    const pictures = [];
    for (let i = 0; i < motion.frames; i++) {
      await mouse.move(x + 30 * Math.sin((4 * Math.PI * i) / motion.frames), y);
      await step(tab.page, motion.stepsPerFrame, motion.from + i * motion.stepsPerFrame);
      pictures.push(await webp(tab.page, motion, 0.72));
    }
    await writeFile(`${folder}water.webp`, animation(pictures));
    console.log('docs/water.webp');
    await tab.close();
  }
} finally {
  await browser.close();
  site.close();
}
