// Colours of the author: attribute, style sheets, container, background, legends.

import assert from 'node:assert/strict';
import { distance, lab, linearOf } from './colour_space.mjs';
import { engineTest } from './engines.mjs';
import { screenshot, sleep, until } from './harness.mjs';
import { addTank, callTank, messages, picture, pixelsOf, statsAfter, stepBy } from './tank.mjs';


/** @typedef {import('./harness.mjs').Page} Page */

/** @param {Page} page @param {Record<string, string>} attributes @param {number} count steps */
async function start(page, attributes, count) {
  await addTank(page, { paused: '', quality: 'high', ...attributes });
  await stepBy(page, count);
  await statsAfter(page, count, 120);
}

/** The fraction of the opaque pixels within `tolerance` of a colour. @param {import('./tank.mjs').Pixels} image
 * @param {number[]} colour @param {number} tolerance */
function share({ data }, colour, tolerance) {
  let [near, opaque] = [0, 0];
  for (let i = 0; i < data.length; i += 4) {
    if (Number(data[i + 3]) < 250) continue;
    opaque++;
    if (colour.every((value, c) => Math.abs(Number(data[i + c]) - value) <= tolerance)) near++;
  }
  return near / Math.max(opaque, 1);
}

/** @param {Page} page @param {string} css */
const addStyle = (page, css) => page.addStyleTag({ content: css });

const [red, green, brown] = [
  [230, 30, 20],
  [20, 160, 60],
  [120, 90, 40],
];

engineTest('colours in are colours out: attribute, CSS, points and metaballs', { timeout: 120_000 }, async ({ open, log }) => {
  for (const style of ['points', 'metaballs']) {
    const { page, close } = await open('/blank.html');
    /** @type {Record<string, string>} */
    const size = style === 'points' ? { 'point-size': '2', particles: '300' } : {};
    await start(page, { scene: 'blobs', 'render-style': style, colours: 'rgb(230, 30, 20), hsl(137 78% 35%), #785a28', ...size }, 120);
    assert.equal(await callTank(page, 'get', 'colours'), '#e61e14, #149f3b, #785a28');
    const image = await pixelsOf(page, await picture(page));
    const shares = [red, green, brown].map((colour) => share(image, colour, 40));
    log(`${style}: ${shares.map((value) => (100 * value).toFixed(0)).join(', ')} % of the opaque pixels`);
    for (const value of shares) assert.ok(value > 0.1, `each colour is shown: ${shares}`);
    assert.ok(shares.reduce((sum, value) => sum + value) > 0.6, 'most pixels have one of the three');
    await close();
  }
});

engineTest('style sheets colour the fluid, the container and the background, live', { timeout: 120_000 }, async ({ open, log }) => {
  const { page, close } = await open('/blank.html');
  await addStyle(page, `
    :root { --accent: rgb(230 30 20); color: rgb(20 160 60) }
    slosh-tank { --slosh-colour-1: var(--accent); --slosh-colour-2: currentColor; --slosh-colour-3: #785a28;
      --slosh-container: #ff00ff; --slosh-background: #102030 }
    .other slosh-tank { --slosh-colour-1: #0000ff; --slosh-colour-2: #ffff00; --slosh-container: #00ffff }`);
  await start(page, { scene: 'blobs' }, 120);
  const find = async () => pixelsOf(page, await picture(page));
  let image = await find();
  for (const colour of [red, green, brown]) assert.ok(share(image, colour, 40) > 0.1, `${colour}`);
  const container = share(image, [255, 0, 255], 12);
  log(`container: ${(100 * container).toFixed(2)} % of the opaque pixels`);
  assert.ok(container > 0.002, 'the container has its colour');
  // The background is behind the canvas: the picture stays transparent.
  assert.equal(Number(image.data[3]), 0, 'the corner of the picture is transparent');
  const corner = await pixelsOf(page, await screenshot(page));
  assert.deepEqual([...corner.data.slice(4 * (4 * corner.width + 4), 4 * (4 * corner.width + 4) + 3)], [16, 32, 48], 'the page shows it');

  await page.evaluate(() => document.documentElement.classList.add('other'));
  await until('the paused tank follows the style sheet', async () => share(await find(), [0, 0, 255], 60) > 0.1);
  image = await find();
  assert.ok(share(image, [0, 255, 255], 12) > 0.002, 'the container, too');
  assert.ok(share(image, red, 40) < 0.01, 'the old colour is gone');

  // A parameter wins over the style sheet, and "" gives way to it again.
  await callTank(page, 'set', 'colours', 'hsl(4 84% 49%)');
  await until('the parameter wins', async () => share(await find(), red, 40) > 0.1);
  await callTank(page, 'set', 'colours', '');
  await until('the style sheet again', async () => share(await find(), [0, 0, 255], 60) > 0.1);
  await close();
});

engineTest('a bad colour is named and changes nothing', { timeout: 60_000 }, async ({ open }) => {
  const { page, close } = await open('/blank.html');
  await addStyle(page, 'slosh-tank { --slosh-colour-1: reddish; --slosh-container: 12px }');
  await start(page, { scene: 'blobs', colours: '#f00, bleu', 'container-colour': '#123, #456' }, 10);
  const texts = (await messages(page)).join('\n');
  assert.match(texts, /colours: "#f00, bleu" is not a list of up to 7 colours, such as #0af or #102030/);
  assert.match(texts, /container-colour: "#123, #456" is not a colour/);
  assert.match(texts, /--slosh-colour-1: "reddish" is not a colour/);
  assert.match(texts, /--slosh-container: "12px" is not a colour/);
  const image = await pixelsOf(page, await picture(page));
  assert.ok(share(image, [46, 32, 103], 50) > 0.05, 'the own colours are shown');
  await close();
});

engineTest('deep water in 3D has the chosen colour, materials differ', { timeout: 180_000 }, async ({ open, log }) => {
  /** @type {Record<string, number[]>} */
  const means = {};
  for (const [name, attributes] of Object.entries({
    orange: { colours: '#e07820', clarity: '0.1' },
    water: {},
    milk: { material: 'milk' },
    lava: { material: 'lava' },
  })) {
    const { page, close } = await open('/blank.html');
    await start(page, { scene: 'flip-ball', particles: '8000', .../** @type {any} */ (attributes) }, 1);
    const { data, width, height } = await pixelsOf(page, await picture(page));
    // The middle of the near pane below the waterline.
    const sum = [0, 0, 0];
    let count = 0;
    for (let y = Math.round(0.62 * height); y < 0.68 * height; y++)
      for (let x = Math.round(0.4 * width); x < 0.5 * width; x++, count++)
        for (let c = 0; c < 3; c++) sum[c] = Number(sum[c]) + Number(data[4 * (y * width + x) + c]);
    means[name] = sum.map((value) => Math.round(value / count));
    await close();
  }
  log(JSON.stringify(means));
  const { orange = [], water = [], milk = [], lava = [] } = means;
  [224, 120, 32].forEach((value, c) => assert.ok(Math.abs(Number(orange[c]) - value) < 45, `orange: ${orange}`));
  assert.ok(Number(water[2]) > Number(water[0]) + 50, `water is blue: ${water}`);
  assert.ok(Math.min(...milk) > 190, `milk is white: ${milk}`);
  assert.ok(Number(lava[0]) > 200 && Number(lava[2]) < 110, `lava glows: ${lava}`);
});

// The crate and the ball stand in half a tank of water.
engineTest('a body under water keeps its colour', { timeout: 180_000 }, async ({ open, log }) => {
  const { page, close } = await open('/blank.html');
  await start(page, { scene: 'flip-obstacles', particles: '30000', style: 'width: 600px; height: 400px' }, 90);
  const seen = await pixelsOf(page, await picture(page));
  await callTank(page, 'set', 'view', 'behind');
  await sleep(800);
  const bare = await pixelsOf(page, await picture(page));
  /** @type {Record<string, (rgb: number[]) => boolean>} */
  const bodies = {
    'red ball': ([r = 0, g = 0, b = 0]) => r > 120 && r > g + 70 && r > b + 70,
    'yellow crate': ([r = 0, g = 0, b = 0]) => r > 100 && g > 70 && r > b + 80 && g > b + 50,
  };
  for (const [name, matches] of Object.entries(bodies)) {
    const sums = [[0, 0, 0], [0, 0, 0]];
    let count = 0;
    for (let i = 0; i < bare.data.length; i += 4) {
      const [of, under] = [bare, seen].map(({ data }) => [0, 1, 2].map((c) => Number(data[i + c])));
      if (!of || !under || !matches(of)) continue;
      count++;
      [of, under].forEach((rgb, n) => rgb.forEach((value, c) => (sums[n] ??= [])[c] = Number(sums[n]?.[c]) + value));
    }
    assert.ok(count > 300, `${name}: ${count} pixels`);
    const [own = [], shown = []] = sums.map((sum) => lab(linearOf(sum.map((value) => value / count))));
    const hue = (/** @type {number[]} */ [, a = 0, b = 0]) => (Math.atan2(b, a) * 180) / Math.PI;
    const turned = Math.abs(hue(own) - hue(shown));
    const apart = distance(own, shown);
    log(`${name}, ${count} pixels: CIE distance ${apart.toFixed(0)}, hue turned by ${turned.toFixed(0)} degrees`);
    assert.ok(apart < 40 && Math.min(turned, 360 - turned) < 45, `${name}: distance ${apart}, hue ${turned}`);
  }
  await close();
});

engineTest('a colour that means a value has a legend on the canvas, also a slice', { timeout: 120_000 }, async ({ open }) => {
  const { page, close } = await open('/blank.html');
  await start(page, { scene: 'flip-dam-break', particles: '4000' }, 10);
  const text = () =>
    page.evaluate(() => {
      const node = /** @type {any} */ (window).tank.shadowRoot.querySelector('[part="legend"]');
      return node.checkVisibility() ? node.innerText.replaceAll('\n', ' ') : '';
    });
  assert.equal(await text(), '', 'colours of kinds have none');
  await callTank(page, 'set', 'colour-by', 'speed');
  await until('a legend of the speed', async () => /^speed, m\/s 0 [\d.]+ [\d.]+$/.test(await text()));
  await callTank(page, 'set', 'colour-by', 'kind');
  await callTank(page, 'set', 'slice', 'pressure');
  await until('a legend of the slice', async () => /^pressure, Pa/.test(await text()));
  await callTank(page, 'set', 'slice', 'cell-type');
  await until('the names of the cell types', async () => /solid fluid air/.test(await text()));
  await page.evaluate(() => void (document.documentElement.lang = 'de'));
  await until('the language of the page', async () => (await text()) === 'Zelltyp fest flüssig Luft');
  await callTank(page, 'set', 'slice', 'pressure');
  await until('the quantity in it', async () => /^Druck, Pa/.test(await text()));
  const places = await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
    const values = /** @type {any} */ (window).tank.shadowRoot.querySelectorAll('[part="legend"] .value');
    return [...values].map((value) => value.getBoundingClientRect().left);
  });
  assert.deepEqual(places, places.toSorted((one, other) => one - other), 'numbers are in the order of the colours, in every language');
  await page.evaluate(() => void (/** @type {any} */ (window).tank.style.width = '140px'));
  await until('no legend that would cover a small tank', async () => (await text()) === '');
  await page.evaluate(() => void (/** @type {any} */ (window).tank.style.width = ''));
  await until('again', async () => /^Druck, Pa/.test(await text()));
  await callTank(page, 'set', 'slice', 'off');
  await until('no legend', async () => (await text()) === '');
  await close();
});

engineTest('in the panel a colour is added, chosen from the palette and removed', { timeout: 120_000 }, async ({ open }) => {
  const { page, close } = await open('/blank.html', { viewport: { width: 760, height: 760 } });
  await start(page, { scene: 'blobs', controls: '', style: 'width: 760px; height: 760px' }, 1);
  const colours = () => /** @type {Promise<string>} */ (callTank(page, 'get', 'colours'));
  /** Clicks downwards or upwards until the colours satisfy a condition. @param {number} x @param {number} from
   * @param {number} to @param {(colours: string) => boolean} found */
  const clickUntil = async (x, from, to, found) => {
    for (let y = from; y !== to; y += Math.sign(to - from)) {
      if (y % 8) continue;
      await page.mouse.click(x, y);
      await sleep(250);
      if (found(await colours())) return y;
    }
    assert.fail(`no button found; colours: ${await colours()}`);
  };
  // The search is below the presets and the five main settings of the scene, rows 27 high; what it finds is below it.
  const first = 182;
  await sleep(700); // the panel of a paused tank is laid out
  await page.mouse.click(60, first + 27 * 6);
  await until('a text field', () => page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.activeElement?.localName === 'input'));
  await page.keyboard.type("colours of the scene's");
  await sleep(600);
  const row = await clickUntil(163, first + 12, first + 56, (list) => list !== '');
  assert.match(await colours(), /^#[0-9a-f]{6}$/, 'the button + adds one colour');
  await sleep(600); // no double click
  await page.mouse.click(163, row);
  await sleep(600);
  // The palette has a yellow that the scene has not.
  const yellow = await until('a palette', async () => {
    const { width, data } = await pixelsOf(page, await screenshot(page));
    for (let i = 0; i < data.length; i += 4)
      if ([245, 205, 60].every((value, c) => Math.abs(Number(data[i + c]) - value) < 3)) return [((i / 4) % width) + 4, Math.floor(i / 4 / width) + 4];
    return null;
  });
  await page.mouse.click(Number(yellow[0]), Number(yellow[1]));
  await until('the chosen colour', async () => (await colours()) === '#f5cd3c');
  await clickUntil(Number(yellow[0]), Number(yellow[1]) + 20, Number(yellow[1]) + 140, (list) => list === '');
  await close();
});
