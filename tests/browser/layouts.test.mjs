// The element in pages of many kinds: scrollers around it, boxes without a width, copies, languages, and what it does there before
// it runs or after it has failed.

import assert from 'node:assert/strict';
import { engineCheck as check, engineTest } from './engines.mjs';
import { sleep, until } from './harness.mjs';
import { addTank, callTank, nextStats } from './tank.mjs';

/** Places for a tank: HTML with <slot-here>, which the tank replaces. @type {Record<string, string>} */
const scrollers = {
  'the body scrolls': '<style>html { overflow: hidden; height: 100% } body { overflow: auto; height: 100% }</style><slot-here></slot-here><div style="height: 3000px"></div>',
  'a part of the page scrolls': '<main style="height: 500px; overflow: auto"><slot-here></slot-here><div style="height: 3000px"></div></main>',
};

for (const [title, html] of Object.entries(scrollers))
  check(`a swipe and the wheel over a tank scroll: ${title}`, async ({ page }) => {
    await page.evaluate((text) => (document.body.innerHTML = text), html);
    await inPlace(page);
    await expectScrolls(page);
  });

check('a swipe and the wheel over a tank scroll: the scroller is in a shadow tree around it', async ({ page }) => {
  await page.evaluate(() => {
    document.body.innerHTML = '<div><slot-here></slot-here><div style="height: 3000px"></div></div>';
    const root = /** @type {Element} */ (document.body.firstElementChild).attachShadow({ mode: 'open' });
    root.innerHTML = '<div style="height: 500px; overflow: auto"><slot></slot></div>';
  });
  await inPlace(page);
  await expectScrolls(page);
});

check('a swipe and the wheel over a tank scroll: what is around it has grown later', async ({ page }) => {
  await page.evaluate(() => (document.body.innerHTML = '<main style="height: 500px; overflow: auto"><slot-here></slot-here></main>'));
  await inPlace(page);
  await until('nothing scrolls', () => isFree(page));
  await page.evaluate(() => /** @type {Element} */ (document.querySelector('main')).insertAdjacentHTML('beforeend', '<div style="height: 3000px"></div>'));
  await page.mouse.move(700, 20);
  await expectScrolls(page);
});

/** @param {import('./harness.mjs').Page} page */
async function inPlace(page) {
  await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    scope.tank = scope.build({ scene: 'honey', particles: '600', controls: '', loading: 'eager' });
    const place = /** @type {Element} */ (document.querySelector('slot-here'));
    const started = scope.attach(scope.tank, place.parentElement);
    place.replaceWith(scope.tank);
    await started;
  });
  await nextStats(page);
}

const isFree = (/** @type {import('./harness.mjs').Page} */ page) => page.evaluate(() => /** @type {any} */ (window).tank.canvas.classList.contains('free'));

/** @param {import('./harness.mjs').Page} page */
async function expectScrolls(page) {
  await page.mouse.move(200, 200);
  await sleep(100);
  assert.equal(await isFree(page), false, 'fingers scroll');
  const top = () => page.evaluate(() => /** @type {any} */ (window).tank.getBoundingClientRect().top);
  const before = await top();
  await page.mouse.wheel(0, 300);
  await until('the wheel scrolls', async () => (await top()) < before - 50);
}

check('a tank has a width where the page gives it none', async ({ page }) => {
  const widths = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    document.body.insertAdjacentHTML('beforeend', '<style>slosh-tank { width: auto !important; height: auto !important }</style>');
    /** @type {Record<string, string>} */
    const places = {
      row: '<div style="display: flex"></div>',
      column: '<div style="display: flex; flex-direction: column; align-items: center"></div>',
      grid: '<div style="display: grid; justify-items: center"></div>',
      cell: '<table><tr><td></td></tr></table>',
      block: '<div style="display: inline-block"></div>',
      float: '<div style="float: left"></div>',
      absolute: '<div style="position: absolute"></div>',
      narrow: '<div style="width: 200px; display: flex"></div>',
      wide: '<div style="width: 640px"></div>',
    };
    return Object.fromEntries(
      Object.entries(places).map(([name, html]) => {
        const box = document.createElement('div');
        box.innerHTML = html;
        document.body.append(box);
        let place = /** @type {Element} */ (box.firstElementChild);
        while (place.firstElementChild) place = place.firstElementChild;
        const tank = scope.build({ reveal: 'manual' });
        place.append(tank);
        const { width, height } = tank.getBoundingClientRect();
        box.remove();
        return [name, [width, height]];
      }),
    );
  });
  const { narrow, wide, ...others } = widths;
  for (const [name, size] of Object.entries(others)) assert.deepEqual(size, [300, 300], name);
  assert.deepEqual(narrow, [200, 200]);
  assert.deepEqual(wide, [640, 640]);
});

check('no column ends within a tank', async ({ page }) => {
  const parts = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    document.body.innerHTML = '<div style="columns: 2; width: 600px"><p>text</p><p>text text text</p></div>';
    const tank = scope.build({ reveal: 'manual', style: 'width: auto; height: auto' });
    document.querySelector('p')?.after(tank);
    return tank.getClientRects().length;
  });
  assert.equal(parts, 1);
});

check('after a failure another scene starts, and play() does', async ({ page }) => {
  const states = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    const { WebAssembly: kept } = scope;
    const failures = [];
    for (const heal of [(/** @type {any} */ tank) => (tank.scene = 'blobs'), (/** @type {any} */ tank) => tank.setAttribute('scene', 'blobs'), (/** @type {any} */ tank) => tank.play()]) {
      scope.WebAssembly = undefined;
      const tank = scope.build({ scene: 'honey', particles: '600' });
      await scope.attach(tank);
      scope.WebAssembly = kept;
      const before = tank.failure;
      heal(tank);
      await tank.ready;
      failures.push([before !== '', tank.failure]);
      tank.remove();
    }
    return failures;
  });
  assert.deepEqual(states, [[true, ''], [true, ''], [true, '']]);
});

check('a copy of a tank that waits for its reader has the button, too', async ({ page }) => {
  await addTank(page, { autoplay: 'false', particles: '600' });
  await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    const copy = scope.tank.cloneNode(true);
    scope.tank.remove();
    scope.tank = copy;
    copy.events = [];
    await scope.attach(copy);
  });
  await page.getByRole('button', { name: /^Play/ }).click();
  await until('it plays', async () => (await callTank(page, 'stats'))?.steps > 3);
});

check('steps that are asked for before there is a tank are taken', async ({ page }) => {
  await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    scope.tank = scope.build({ particles: '600', paused: '' });
    for (let i = 0; i < 3; i++) scope.tank.step();
    await scope.attach(scope.tank);
  });
  await until('three steps', async () => (await callTank(page, 'stats'))?.steps === 3);
});

check('a tank without a size has no picture and no film, and says so', async ({ page }) => {
  await addTank(page, { particles: '600', hidden: '', loading: 'eager' });
  const reasons = await page.evaluate(() => {
    const { tank } = /** @type {any} */ (window);
    return Promise.all([tank.toBlob(), tank.record({ seconds: 1 })].map((promise) => promise.then(() => '', String)));
  });
  assert.match(reasons[0] ?? '', /no picture: the tank has no size/);
  assert.match(reasons[1] ?? '', /no film: the tank has no size/);
});

check('the language and the name of a tank in the shadow tree of a component', async ({ page }) => {
  const name = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    await scope.imported;
    document.documentElement.lang = 'de';
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    const tank = scope.build({ reveal: 'interaction', alt: 'Honig faltet sich' });
    root.append(tank);
    return tank.shadowRoot.querySelector('[part=play]').getAttribute('aria-label');
  });
  assert.equal(name, 'Abspielen: Honig faltet sich');
});

check('the name of a tank without `alt`: in the language of its page where it has the texts, else marked as English', async ({ page }) => {
  await page.evaluate(() => void (document.documentElement.lang = 'de-AT'));
  const names = () => page.evaluate(() => {
    const { tank } = /** @type {any} */ (window);
    return { canvas: tank.canvas.getAttribute('aria-label'), lang: tank.canvas.lang, play: tank.shadowRoot.querySelector('[part=play]').getAttribute('aria-label') };
  });
  await addTank(page, { scene: 'honey', particles: '500', controls: '' });
  const { play, canvas } = await until('German', async () => /^Honig: Visk/.test((await names()).canvas) && names());
  assert.equal(play, `Abspielen: ${canvas}`);
  assert.equal((await names()).lang, 'de-at');
  assert.ok((await callTank(page, 'embedCode')).includes(`alt="${canvas}"`));
  await callTank(page, 'remove');
  await page.evaluate(() => void (document.documentElement.lang = 'it'));
  await addTank(page, { scene: 'honey', particles: '500' });
  assert.match((await names()).canvas, /^Honey: /);
  assert.equal((await names()).lang, 'en');
  await callTank(page, 'setAttribute', 'alt', 'Miele');
  assert.deepEqual([(await names()).canvas, (await names()).lang], ['Miele', 'it']);
});

engineTest('sliders of an article follow what the browser restores', { timeout: 60_000 }, async ({ open }) => {
  const { page, close } = await open('/article.html');
  const value = await page.evaluate(async () => {
    const input = /** @type {HTMLInputElement} */ (document.querySelector('input[data-key="gravity-y"]'));
    const tank = /** @type {any} */ (document.querySelector('slosh-tank'));
    await tank.load();
    input.value = '-15';
    dispatchEvent(new PageTransitionEvent('pageshow'));
    return tank.get('gravity-y');
  });
  assert.equal(value, -15);
  await close();
});

engineTest('an address with keys that count readers is not answered with messages', { timeout: 60_000 }, async ({ open }) => {
  const { page, warnings, close } = await open('/embed.html?scene=honey&particles=600&utm_source=a&fbclid=b&gclid=c&ref=d');
  const tank = () => page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank')).ready.then(() => true));
  await until('it runs', tank);
  await sleep(500);
  assert.deepEqual(warnings, []);
  await close();
});
