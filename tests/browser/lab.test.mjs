// The lab as a new visitor has it: gallery, caption, wheel and touch without a click before, the hint, the menu.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { engineTest, withoutHint } from './engines.mjs';
import { screenshot, sleep, until } from './harness.mjs';
import { addTank, callTank, difference, nextStats, statsAfter } from './tank.mjs';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** @param {import('./engines.mjs').EngineContext['open']} open @param {string} query @param {import('./engines.mjs').TabOptions} [options] */
async function openLab(open, query, options) {
  const tab = await open(`/index.html${query}`, options);
  await tab.page.evaluate((probe) => import(probe), '/probe.mjs');
  await tab.page.evaluate(() => void (/** @type {any} */ (window).tank = document.querySelector('slosh-tank')));
  await until('the lab runs', () => tab.page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank'))?.stats));
  return tab;
}
/** Sizes that the brief run omits. @param {number[][]} sizes */
const inWholeRun = (sizes) => (process.env.SLOSH_BRIEF ? [] : sizes);
/** @param {import('./harness.mjs').Page} page @param {string} name of a property @returns {Promise<any>} */
const read = (page, name) => page.evaluate((key) => /** @type {any} */ (document.querySelector('slosh-tank'))[key], name);

for (const [width, height] of [[1280, 800], [390, 844], ...inWholeRun([[1000, 700], [900, 600], [320, 568]])])
  engineTest(`caption, gallery and tank have places of their own: ${width} x ${height}`, { timeout: 60_000 }, async ({ open }) => {
    const { page, errors, close } = await openLab(open, '?scene=tank-3d&particles=2000', { viewport: { width: Number(width), height: Number(height) }, init: withoutHint });
    const boxes = await page.evaluate(() =>
      ['slosh-tank', '.caption', '.rail nav', 'h1', '.aside-link'].map((name) => {
        const { left, top, right, bottom } = /** @type {Element} */ (document.querySelector(name)).getBoundingClientRect();
        return { name, left, top, right, bottom };
      }));
    for (const a of boxes) {
      assert.ok(a.left >= -1 && a.top >= -1 && a.right <= width + 1 && a.bottom <= height + 1 && a.bottom - a.top > 10, `${a.name} is in the window: ${JSON.stringify(a)}`);
      for (const b of boxes)
        if (a.name < b.name) assert.ok(a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1, `${a.name} and ${b.name} are apart`);
    }
    const tank = boxes[0];
    assert.ok(tank && (tank.right - tank.left) * (tank.bottom - tank.top) > 0.45 * width * height, 'the tank has most of the window');
    assert.deepEqual(errors, []);
    await close();
  });

for (const [width, height] of [[320, 200], ...inWholeRun([[320, 256], [300, 300], [320, 420]])])
  engineTest(`a low window, as at a high zoom, scrolls, and the tank keeps a height: ${width} x ${height}`, { timeout: 60_000 }, async ({ open }) => {
    const { page, errors, close } = await openLab(open, '?scene=blobs&particles=500', { viewport: { width: Number(width), height: Number(height) }, init: withoutHint });
    const box = /** @type {any} */ (await page.locator('slosh-tank').boundingBox());
    assert.ok(box.height >= 210 && box.width >= 200 && box.y >= 0, JSON.stringify(box));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'not sideways');
    const hidden = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY);
    if ((await hidden()) > 0) {
      await page.mouse.move(box.x + box.width / 2, Math.min(box.y + 50, Number(height) - 5));
      await page.mouse.wheel(0, 1000);
      await until('the page scrolls to its end', async () => (await hidden()) < 2);
    }
    const { bottom } = await page.evaluate(() => /** @type {Element} */ (document.querySelector('.caption')).getBoundingClientRect().toJSON());
    assert.ok(bottom <= height + 1, `the caption ends at ${bottom}`);
    assert.deepEqual(errors, []);
    await close();
  });

engineTest('the gallery shows every scene once, in groups, and that it goes on', { timeout: 60_000 }, async ({ open }) => {
  const { page, close } = await openLab(open, '', { viewport: { width: 1000, height: 700 }, init: withoutHint });
  const [groups, cards, scenes] = await page.evaluate(async () => {
    const { catalog } = await import(`${location.origin}/catalog.js`);
    return [
      [...document.querySelectorAll('.gallery h2')].map((heading) => heading.textContent),
      [...document.querySelectorAll('.gallery a')].map((card) => new URLSearchParams(/** @type {HTMLAnchorElement} */ (card).search).get('scene')),
      catalog.scenes.map((/** @type {any} */ scene) => scene.name),
    ];
  });
  assert.deepEqual(groups, ['Blobs', '3D water', 'Water', 'Mixtures', 'Bodies', 'Life']);
  assert.deepEqual([...cards].sort(), [...scenes].sort());
  /** Whether there is more before and after what is visible, by the fades and by the arrows. */
  const state = () => page.evaluate(() => [
    ...['before', 'after'].map((name) => document.querySelector('.rail nav')?.classList.contains(name)),
    ...[.../** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('.more'))].map((arrow) => !arrow.disabled),
  ]);
  assert.deepEqual(await state(), [false, true, false, true]);
  await page.locator('#scenes-after').click();
  await until('scrolled', async () => String(await state()) === 'true,true,true,true');
  await page.evaluate(() => document.querySelector('.rail nav')?.scrollTo(0, 1e5));
  await until('at the end', async () => String(await state()) === 'true,false,true,false');
  await close();

  const small = await openLab(open, '', { ...phone, init: withoutHint });
  const peeking = await small.page.evaluate(() => {
    const visible = [...document.querySelectorAll('.gallery a')].map((card) => card.getBoundingClientRect()).filter(({ left, right }) => left < innerWidth && right > 0);
    return { count: visible.length, last: visible.at(-1)?.right ?? 0 };
  });
  assert.ok(peeking.count === 5 && peeking.last > 390, `a fifth card peeks: ${JSON.stringify(peeking)}`);
  // Wherever the list is scrolled to, no title lies on another one, and the first one that is visible is that of the first card.
  const titles = await small.page.evaluate(async () => {
    const list = /** @type {HTMLElement} */ (document.querySelector('.rail nav'));
    const overlapping = [], misplaced = [], faded = [];
    for (let x = 0; x <= list.scrollWidth - list.clientWidth; x += 150) {
      list.scrollTo({ left: x, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      const boxes = [...document.querySelectorAll('.gallery h2')].map((title) => ({ title, at: title.getBoundingClientRect() }));
      for (const [i, { title, at }] of boxes.entries())
        if (i > 0 && at.left < boxes[i - 1].at.right) overlapping.push(`${boxes[i - 1].title.textContent} and ${title.textContent} at ${x}`);
      const card = [...document.querySelectorAll('.gallery a')].find((each) => each.getBoundingClientRect().left > 20);
      const title = card?.closest('.group')?.querySelector('h2');
      if ((title?.getBoundingClientRect().right ?? 0) < 0) misplaced.push(`${title?.textContent} at ${x}`);
      // The list fades out beside a title at its edge, not across it.
      const opaque = Number(/^linear-gradient\(to right, rgb\(0, 0, 0\) ([\d.]+)px/.exec(getComputedStyle(list).maskImage)?.[1] ?? 0);
      const edge = boxes.find(({ at }) => x > 0 && at.left >= 0 && at.left < 4);
      const middle = edge && document.elementFromPoint(edge.at.right - 2, edge.at.top + edge.at.height / 2);
      if (edge && (edge.at.right > opaque + 0.5 || middle !== edge.title)) faded.push(`${edge.title.textContent} at ${x}`);
    }
    return { overlapping, misplaced, faded };
  });
  assert.deepEqual(titles, { overlapping: [], misplaced: [], faded: [] });
  await small.close();
});

engineTest('the wheel zooms in 3D without a click before', { timeout: 60_000 }, async ({ open }) => {
  const { page, close } = await openLab(open, '?scene=tank-3d&particles=2000&paused&render-style=points', { viewport: { width: 1000, height: 700 }, init: withoutHint });
  const tank = { x: 112, y: 0, width: 888, height: 600 };
  await sleep(3000);
  const before = await screenshot(page, tank);
  await page.mouse.move(700, 300);
  for (let i = 0; i < 5; i++) await page.mouse.wheel(0, -200);
  await sleep(1500);
  assert.ok((await difference(page, before, await screenshot(page, tank))).fraction > 0.02, 'nearer');
  await close();
});

engineTest('the wheel scrolls a page that can scroll', { timeout: 60_000 }, async ({ open }) => {
  const { page, close } = await open('/blank.html');
  await addTank(page, { scene: 'tank-3d', particles: '1000' });
  await page.evaluate(() => void (document.body.style.height = '300vh'));
  await sleep(300);
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 300);
  await until('the page scrolled', () => page.evaluate(() => scrollY > 100));
  await close();
});

engineTest('the first vertical drag of a finger moves the container of the lab', { timeout: 60_000 }, async ({ open }) => {
  const { page, close, finger } = await openLab(open, '?scene=blobs&particles=800', { ...phone, init: withoutHint });
  await page.evaluate(() => {
    const scope = /** @type {any} */ (window);
    scope.cancelled = 0;
    document.addEventListener('pointercancel', () => scope.cancelled++, true);
  });
  const rest = (await read(page, 'stats')).centre[1];
  await finger.start(195, 300);
  for (let y = 310; y < 420; y += 10) {
    await finger.move(195, y);
    await sleep(30);
  }
  await until('a new report', async () => Math.abs((await read(page, 'stats')).centre[1] - rest) > 3, 3).catch(() => {});
  const [cancelled, centre] = [await page.evaluate(() => /** @type {any} */ (window).cancelled), (await read(page, 'stats')).centre];
  await finger.end();
  assert.equal(cancelled, 0, 'the drag goes on');
  assert.ok(centre[1] < rest - 3, `from ${rest} to ${centre[1]}`);
  await close();
});

engineTest('a tapped tank of an article lets the page go after some seconds', { timeout: 60_000 }, async ({ open }) => {
  const { page, close, finger } = await open('/article.html', phone);
  await until('the figure runs', () => page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank')).stats?.steps > 3));
  const box = await page.evaluate(() => {
    const { left, top, width, height } = /** @type {Element} */ (document.querySelector('slosh-tank')).getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  });
  await finger.tap(box[0], box[1]);
  const action = () => page.evaluate(() => getComputedStyle(/** @type {any} */ (document.querySelector('slosh-tank')).shadowRoot.querySelector('canvas')).touchAction);
  await until('the tank has the finger', async () => (await action()) === 'none', 3);
  assert.equal(await page.evaluate(() => getComputedStyle(/** @type {any} */ (document.querySelector('slosh-tank')).shadowRoot.querySelector('canvas')).outlineStyle), 'none', 'no ring');
  // The time runs from the last touch.
  await finger.tap(box[0], box[1]);
  await sleep(2500);
  await finger.tap(box[0], box[1]);
  await sleep(2000);
  assert.equal(await action(), 'none', 'the tank still has the finger');
  await until('the page has it again', async () => (await action()) === 'pan-y', 8);
  await close();
});

engineTest('one hint that the container can be dragged, until the first press', { timeout: 60_000 }, async ({ open }) => {
  const tab = await openLab(open, '?scene=blobs&particles=800', {});
  const { page } = tab;
  const hint = page.getByText('Drag it');
  await hint.waitFor({ state: 'visible', timeout: 8000 });
  const rest = (await read(page, 'stats')).centre[0];
  let most = 0;
  for (let i = 0; i < 40; i++) {
    most = Math.max(most, Math.abs((await read(page, 'stats')).centre[0] - rest));
    await sleep(100);
  }
  assert.ok(most > 1, `the hand moves it: ${most}`);
  await page.mouse.click(500, 300);
  await until('gone', async () => !(await hint.isVisible()));
  await page.reload();
  await until('again', () => page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank'))?.stats?.steps > 100), 20);
  await sleep(1000);
  assert.equal(await hint.isVisible(), false, 'never again');
  await tab.close();
});

engineTest('the menu: keys, a picture, a link, a film', { timeout: 90_000, only: 'Chromium' }, async ({ open }) => {
  const { page, errors, close } = await openLab(open, '?scene=honey&particles=800', { init: withoutHint, permissions: ['clipboard-read', 'clipboard-write'] });
  const button = page.getByRole('button', { name: 'Picture, film, link and more' });
  await button.click();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  assert.equal(await items.count(), 13);
  assert.equal(await page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank')).shadowRoot.activeElement.textContent), 'Pause');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank')).shadowRoot.activeElement.textContent), 'Keys and gestures');
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByText('Copied').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await read(page, 'link'));
  await until('closed', async () => (await items.count()) === 0 || !(await items.first().isVisible()));
  await button.click();
  const [picture] = await Promise.all([/** @type {any} */ (page).waitForEvent('download'), page.getByText('Save picture', { exact: true }).click()]);
  assert.equal(picture.suggestedFilename(), 'honey.png');
  await button.click();
  const [film] = await Promise.all([/** @type {any} */ (page).waitForEvent('download', { timeout: 30_000 }), page.getByText('Record 5 seconds').click()]);
  assert.match(film.suggestedFilename(), /^honey\.(mp4|webm)$/);
  await button.click();
  await items.first().waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await items.first().isVisible(), false);

  // Settings as a file, there and back; another file is named.
  await callTank(page, 'set', 'gravity-y', -7);
  await until('set', async () => (await read(page, 'state')).settings['gravity-y'] === -7);
  await button.click();
  const [file] = await Promise.all([/** @type {any} */ (page).waitForEvent('download'), page.getByText('Save settings').click()]);
  assert.equal(file.suggestedFilename(), 'honey.json');
  const text = readFileSync(await file.path(), 'utf8');
  assert.equal(JSON.parse(text).settings['gravity-y'], -7);
  const openFile = async (/** @type {string} */ content) => {
    await button.click();
    const [chooser] = await Promise.all([/** @type {any} */ (page).waitForEvent('filechooser'), page.getByText('Open settings').click()]);
    await chooser.setFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  };
  await openFile('{"scene": "jelly", "settings": {"gravity-y": -9, "particles": 500}}');
  await until('jelly', async () => (await read(page, 'state')).scene === 'jelly' && (await read(page, 'state')).settings['gravity-y'] === -9);
  await openFile('[1, 2');
  await page.getByText('Not possible: not a file of settings').waitFor();
  await page.keyboard.press('Escape');

  // Escape closes it from its button, too, and at once after the press that opened it.
  const openAfterEscape = await button.evaluate((element) => {
    /** @type {HTMLElement} */ (element).click();
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return element.getAttribute('aria-expanded');
  });
  assert.equal(openAfterEscape, 'false');

  // A note's time ends its own menu, not the next one.
  await button.click();
  await page.getByText('Copy link').click();
  await page.getByText('Copied').waitFor();
  await page.keyboard.press('Escape');
  await button.click();
  await sleep(2000);
  assert.equal(await items.first().isVisible(), true, 'open');
  assert.deepEqual(errors, []);
  await close();
});

for (const [width, height] of [[844, 390], [480, 300]])
  engineTest(`a low window shows the current scene in the list, and the hint over the tank: ${width} x ${height}`, { timeout: 60_000 }, async ({ open }) => {
    const { page, errors, close } = await openLab(open, '?scene=honey&particles=500', { viewport: { width: Number(width), height: Number(height) } });
    const hint = await until('the hint', () => page.evaluate(() => {
      const { left, right } = /** @type {any} */ (document.querySelector('slosh-tank')).shadowRoot.querySelector('[part=prompt]').getBoundingClientRect();
      const canvas = /** @type {any} */ (document.querySelector('slosh-tank')).canvas.getBoundingClientRect();
      return right > left && { off: Math.abs(left + right - canvas.left - canvas.right) / 2, width: canvas.width };
    }));
    assert.ok(hint.off < 0.14 * hint.width, `${hint.off} pixels beside the middle of ${hint.width}`);
    const hidden = await page.evaluate(() => {
      const [list, card] = ['.rail nav', '[aria-current]'].map((name) => /** @type {Element} */ (document.querySelector(name)).getBoundingClientRect());
      const fade = parseFloat(getComputedStyle(/** @type {Element} */ (document.querySelector('.rail nav'))).scrollPaddingBlockStart);
      return list && card ? [list.top + fade - card.top, card.bottom - list.bottom + fade] : [];
    });
    for (const pixels of hidden) assert.ok(pixels <= 1, `${pixels} pixels of the current scene are faded or cut`);
    assert.deepEqual(errors, []);
    await close();
  });

engineTest('a tank that waits has its button in the middle beside the panel, and no hint', { timeout: 60_000 }, async ({ open }) => {
  const { page, errors, close } = await openLab(open, '?scene=honey&particles=500', { viewport: { width: 1200, height: 700 }, reducedMotion: 'reduce' });
  await sleep(2500);
  const { off, hint } = await page.evaluate(() => {
    const { shadowRoot, canvas } = /** @type {any} */ (document.querySelector('slosh-tank'));
    const play = shadowRoot.querySelector('[part=play]').getBoundingClientRect();
    const { left, right } = canvas.getBoundingClientRect();
    return { off: (play.left + play.right) / 2 - (left + 294 + right) / 2, hint: !shadowRoot.querySelector('[part=prompt]').hidden };
  });
  assert.ok(Math.abs(off) < 1, `${off} pixels beside the middle`);
  assert.equal(hint, false, 'nothing moves yet');
  assert.deepEqual(errors, []);
  await close();
});

engineTest('on a dark page the floor of the pictures of 3D scenes is dark', { timeout: 60_000 }, async ({ open, log }) => {
  const { page, errors, close } = await open('/index.html?scene=blobs&particles=500', { viewport: { width: 1280, height: 1600 }, init: () => {
    try {
      localStorage.setItem('slosh: theme', 'dark');
      localStorage.setItem('slosh: dragged', '1');
    } catch {}
  } });
  await page.evaluate((probe) => import(probe), '/probe.mjs');
  /** The brightest pixel of the floor of the picture of a scene, at its lower edge. @param {string} selector */
  const floor = async (selector) => {
    const box = await until('a picture', () => page.evaluate((name) => {
      const image = /** @type {any} */ (document.querySelector(name));
      image?.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = image?.getBoundingClientRect() ?? {};
      return image?.complete && { x: Math.round(left + 0.2 * width), y: Math.round(top + 0.8 * height), width: Math.round(0.6 * width), height: Math.round(0.1 * height) };
    }, selector));
    await sleep(500);
    const base64 = await screenshot(page, box);
    return page.evaluate(async (text) => Math.max(...(await /** @type {any} */ (window).pixelsOf(text)).data.filter((/** @type {number} */ _, /** @type {number} */ i) => i % 4 === 0)), base64);
  };
  const card = await floor('.gallery a[href*="flip-wave-machine"] img');
  await page.goto(new URL('articles.html', page.url()).href);
  await page.evaluate((probe) => import(probe), '/probe.mjs');
  const article = await floor('.articles img[src*="flip-dam-break"]');
  log(`brightest red: ${card} in the list, ${article} in that of the articles`);
  assert.ok(card < 160 && article < 160);
  assert.deepEqual(errors, []);
  await close();
});

engineTest('the theme: as the system, light, dark; it stays, also in the articles', { timeout: 60_000 }, async ({ open, url, engine }) => {
  const { page, errors, close } = await openLab(open, '?scene=blobs&particles=500', { colorScheme: 'light', init: withoutHint });
  const isDark = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor === 'rgb(16, 14, 27)');
  assert.equal(await isDark(), false);
  const button = page.getByRole('button', { name: /^Theme: / });
  await button.click();
  assert.equal(await button.getAttribute('aria-label'), 'Theme: light');
  await button.click();
  assert.equal(await button.getAttribute('aria-label'), 'Theme: dark');
  assert.equal(await isDark(), true);
  await page.goto(`${url}/articles.html`);
  assert.equal(await isDark(), true);
  await page.goto(`${url}/index.html?scene=blobs&particles=500`);
  assert.equal(await isDark(), true);
  await button.click();
  assert.equal(await isDark(), false);
  if (engine === 'Chromium') { // the other driver cannot change the system's
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.equal(await isDark(), true, 'as the system');
  }
  assert.deepEqual(errors, []);
  await close();
});
