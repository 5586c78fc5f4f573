// What a tank hands out: state, link, the lines that embed it, pictures, films, the whole screen; and messages with a frame.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dist, startSite, until } from './harness.mjs';
import { addTank, callTank, messages, nextStats, pixelsOf, statsAfter } from './tank.mjs';
import { after } from 'node:test';
import { engineCheck as check, engineTest } from './engines.mjs';
import { fileURLToPath } from 'node:url';

const host = await startSite({ isolated: false });
after(() => host.close());

check('state, and a link that restores it', async ({ page, log, open, url }) => {
  await addTank(page, { scene: 'honey', particles: '700' });
  assert.deepEqual(await callTank(page, 'state'), { scene: 'honey', settings: { particles: 700 } });
  await callTank(page, 'set', 'gravity-y', -12);
  await callTank(page, 'set', 'style', 'points');
  await until('all changes', async () => Object.keys((await callTank(page, 'state')).settings).length === 3);
  const state = await callTank(page, 'state');
  assert.deepEqual(state.settings, { particles: 700, 'gravity-y': -12, style: 'points' });
  const link = await callTank(page, 'link');
  log(link);
  assert.equal(link, `${url}/index.html?scene=honey&${new URLSearchParams(Object.entries(state.settings).map(([key, value]) => [key, String(value)]).sort((a, b) => link.indexOf(`${a[0]}=`) - link.indexOf(`${b[0]}=`)))}`);
  const lab = await open(link);
  await until('the lab has it', () => lab.page.evaluate(() => {
    const tank = /** @type {any} */ (document.querySelector('slosh-tank'));
    return tank?.loaded && tank.scene === 'honey' && tank.particles === 700 && tank.gravityY === -12 && tank.get('style') === 'points';
  }));
  await lab.close();

  await callTank(page, 'set', 'scene', 'jelly');
  await until('jelly', async () => (await callTank(page, 'state')).scene === 'jelly');
  await page.evaluate((saved) => void (/** @type {any} */ (window).tank.state = saved), state);
  await until('restored', async () => {
    const now = await callTank(page, 'state');
    return now.scene === 'honey' && JSON.stringify(Object.entries(now.settings).sort()) === JSON.stringify(Object.entries(state.settings).sort());
  });
  await page.evaluate(() => void (/** @type {any} */ (window).tank.state = 7));
  assert.match((await messages(page)).join(), /state: an object/);
});

check('the tool of the reader is part of the state, and of no link or code', async ({ page }) => {
  await addTank(page, { scene: 'honey', particles: '700', controls: '' });
  await callTank(page, 'set', 'tool', 'pen');
  await callTank(page, 'set', 'quality', 'auto');
  await until('both', async () => Object.keys((await callTank(page, 'state')).settings).length === 3);
  assert.equal((await callTank(page, 'state')).settings.tool, 'pen');
  const [link, ...codes] = [await callTank(page, 'link'), await callTank(page, 'embedCode'), await callTank(page, 'embedCode', 'iframe')];
  assert.match(link, /particles=700/);
  for (const text of [link, ...codes]) assert.doesNotMatch(text, /tool|pen/);
  assert.doesNotMatch(link, /quality/, 'the lab has quality=auto itself');
  for (const text of codes) assert.match(text, /quality="?=?auto/);
});

check('the state of another scene never has the settings of the one before', async ({ page }) => {
  await addTank(page, { scene: 'honey' });
  await callTank(page, 'set', 'gravity-y', -12);
  await callTank(page, 'set', 'style', 'points');
  await nextStats(page);
  await until('both changes', async () => Object.keys((await callTank(page, 'state')).settings).length === 2);
  const states = await page.evaluate(async () => {
    const { tank } = /** @type {any} */ (window);
    tank.set('linear-viscosity', 200);
    tank.set('scene', 'jelly');
    const states = new Set();
    for (let frame = 0; frame < 90; frame++) {
      states.add(JSON.stringify(tank.state));
      await new Promise(requestAnimationFrame);
    }
    return [...states];
  });
  assert.deepEqual(states.map((state) => JSON.parse(state)), [{ scene: 'jelly', settings: {} }]);
});

check('a state with its particles, as bytes, in another tank', async ({ page, log }) => {
  await addTank(page, { scene: 'boats', particles: '900' });
  await until('waves', async () => (await callTank(page, 'stats'))?.steps > 90);
  await callTank(page, 'pause');
  const measure = () => page.evaluate(async () => {
    const { tank } = /** @type {any} */ (window);
    const { settings, particles } = await tank.saveState();
    return { settings, size: particles.length, bytes: [...particles] };
  });
  const saved = await measure();
  assert.equal(saved.settings.particles, 900);
  // 13 bytes for each particle, 92 for each body, 32 more.
  const bodies = (await callTank(page, 'stats')).bodies;
  log(`${saved.size} bytes, ${bodies} bodies`);
  assert.equal(saved.size, 32 + 92 * bodies + 13 * 900);

  // Another family runs meanwhile; the state brings back scene, settings, bodies and particles.
  await callTank(page, 'set', 'scene', 'honey');
  await until('honey', async () => (await callTank(page, 'state')).scene === 'honey');
  const restore = (/** @type {number[]} */ bytes) => page.evaluate((list) => {
    const { tank } = /** @type {any} */ (window);
    tank.state = { scene: 'boats', settings: { particles: 900 }, particles: new Uint8Array(list) };
  }, bytes);
  await restore(saved.bytes);
  await until('boats', async () => (await callTank(page, 'state')).scene === 'boats' && (await callTank(page, 'stats'))?.particles === 900);
  await until('the same particles', async () => {
    const now = await measure();
    if (now.size !== saved.size) return false;
    // The numbers of bodies in order, those of particles in any order.
    const [before, after] = [saved, now].map(({ bytes }) => new Float32Array(new Uint8Array(bytes).buffer, 32, 23 * bodies + 2 * 900));
    const differing = (/** @type {Float32Array} */ one, /** @type {Float32Array} */ two) => Math.max(...one.map((value, i) => Math.abs(value - (two[i] ?? NaN))));
    const parts = (/** @type {number} */ from, /** @type {number | undefined} */ to) => [before, after].map((all) => (all ?? new Float32Array()).slice(from, to));
    const [[bodies0, bodies1], [places0, places1]] = [parts(0, 23 * bodies), parts(23 * bodies, undefined)];
    for (const list of [places0, places1]) list?.sort();
    const gaps = [differing(bodies0 ?? before, bodies1 ?? after), differing(places0 ?? before, places1 ?? after)];
    log(`differences ${gaps}`);
    return Math.max(...gaps) < 1e-3;
  });
  await callTank(page, 'play');
  await statsAfter(page, 60);

  await restore(saved.bytes.slice(0, 500));
  await until('a message', async () => /particles are not bytes/.test((await messages(page)).join()));
  const faulty = [...saved.bytes];
  faulty.splice(32 + 92 * bodies, 4, 0, 0, 0xc0, 0x7f); // NaN
  await restore(faulty);
  await until('another', async () => /state: a number is NaN/.test((await messages(page)).join()));
  await statsAfter(page, 30);
});

check('the lines that embed it run', async ({ page, log, open }) => {
  await addTank(page, { scene: 'drop', particles: '500', alt: 'A "drop" & more' });
  await until('values', async () => (await callTank(page, 'state')).settings.particles === 500);
  for (const kind of ['element', 'iframe']) {
    const code = await callTank(page, 'embedCode', kind);
    log(code);
    const tab = await open(`${host.url}/blank.html`);
    await tab.page.setContent(`<!doctype html><title>an article</title>${code}`);
    const frame = kind === 'iframe' ? await until('the frame', async () => tab.page.frames().find((each) => each.url().includes('embed.html'))) : tab.page.mainFrame();
    await until(`the ${kind} runs`, () => frame.evaluate(() => {
      const tank = /** @type {any} */ (document.querySelector('slosh-tank'));
      return tank?.stats?.particles === 500 && tank.scene === 'drop';
    }));
    await tab.close();
  }
});

check('pictures of two sizes, and a scale that is refused', async ({ page }) => {
  await addTank(page, { particles: '500' });
  await nextStats(page);
  const sizes = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    const all = [];
    for (const scale of [1, 2, 4, 1]) {
      const { width, height } = await createImageBitmap(await scope.tank.toBlob({ scale }));
      all.push([width, height]);
    }
    return all;
  });
  assert.deepEqual(sizes, [[400, 400], [800, 800], [1600, 1600], [400, 400]]);
  assert.match(await page.evaluate(() => /** @type {any} */ (window).tank.toBlob({ scale: 9 }).catch(String)), /scale: 9/);
  await statsAfter(page, 30);
});

check('a film, with progress, and one that is stopped', async ({ page, log }) => {
  await addTank(page, { particles: '500' });
  await nextStats(page);
  const film = await page.evaluate(async () => {
    const scope = /** @type {any} */ (window);
    /** @type {number[]} */
    const progress = [];
    const blob = await scope.tank.record({ seconds: 2, progress: (/** @type {number} */ value) => progress.push(value) });
    const video = Object.assign(document.createElement('video'), { muted: true, src: URL.createObjectURL(blob) });
    document.body.append(video);
    await new Promise((done, failed) => Object.assign(video, { onloadeddata: done, onerror: failed }));
    /** Pictures of the film. */
    const at = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: video.videoWidth, height: video.videoHeight });
      canvas.getContext('2d')?.drawImage(video, 0, 0);
      return canvas.toDataURL().split(',')[1];
    };
    await video.play();
    await new Promise((done) => setTimeout(done, 300));
    const first = await at();
    await new Promise((done) => setTimeout(done, 900));
    const second = await at();
    return { size: blob.size, type: blob.type, width: video.videoWidth, height: video.videoHeight, progress, first, second, time: video.currentTime };
  });
  log(`${film.type}, ${film.size} bytes, ${film.width}x${film.height}, ${film.progress.length} times progress`);
  assert.deepEqual([film.width, film.height], [400, 400]);
  assert.ok(film.progress.length > 10 && film.progress.at(-1) === 1 && film.progress.every((value, i) => value >= (film.progress[i - 1] ?? 0)));
  assert.ok(film.time > 0.8, `it plays (${film.time})`);
  const { data } = await pixelsOf(page, String(film.first));
  assert.ok(data[0] > 245 && data[1] > 245 && data[3] === 255, `on the white of the page: ${data.slice(0, 4)}`);
  const { fraction } = await page.evaluate(([a, b]) => /** @type {any} */ (window).difference(a, b), [film.first, film.second]);
  assert.ok(fraction > 0.003, `it moves (${fraction})`);
  const time = await page.evaluate(async () => {
    const start = performance.now();
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 700);
    await /** @type {any} */ (window).tank.record({ seconds: 60, signal: ending.signal });
    return performance.now() - start;
  });
  assert.ok(time < 5000, `stopped after ${time} ms`);
  assert.match(await page.evaluate(() => /** @type {any} */ (window).tank.record({ seconds: -1 }).catch(String)), /seconds: -1/);
  assert.match(await page.evaluate(() => /** @type {any} */ (window).tank.record({ type: 'image/gif' }).catch(String)), /cannot record image\/gif/);
});

// Firefox keeps the page and ends the recorder; for the other engine, whose driver keeps no page, it is told so.
check('a film ends with its page, and the menu offers another', async ({ page, url, engine }) => {
  await page.goto(`${url}/blank.html?film`);
  await addTank(page, { particles: '500', controls: '' });
  await nextStats(page);
  const items = () => page.evaluate(() => [.../** @type {any} */ (window).tank.shadowRoot.querySelectorAll('[part=menu-list] button')].map((item) => item.textContent));
  const open = async () => {
    await page.evaluate(() => /** @type {any} */ (window).tank.shadowRoot.querySelector('[part=menu]').click());
    await until('the menu', () => page.evaluate(() => !/** @type {any} */ (window).tank.shadowRoot.querySelector('[part=menu-list]').hidden));
  };
  await open();
  await page.evaluate(() => {
    const { tank } = /** @type {any} */ (window);
    tank.record({ seconds: 6 }).then(() => 'made', String).then((/** @type {string} */ end) => (/** @type {any} */ (window).ended = end));
    [...tank.shadowRoot.querySelectorAll('[part=menu-list] button')].find((item) => item.textContent === 'Record 5 seconds').click();
  });
  await until('both films run', async () => (await items()).some((text) => /^Recording [1-9]/.test(text ?? '')));
  if (engine === 'Firefox') {
    await page.goto(`${url}/articles.html`);
    await page.evaluate(() => void setTimeout(() => history.back(), 50));
    await until('back, on the same page', () => page.evaluate(() => location.search === '?film' && /** @type {any} */ (window).tank !== undefined).catch(() => false));
  } else await page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  assert.match(await until('its end', () => page.evaluate(() => /** @type {any} */ (window).ended), 12), /no film: the page was left/);
  await open();
  assert.ok((await items()).includes('Record 5 seconds'), String(await items()));
});

check('the whole screen, and back', async ({ page }) => {
  await addTank(page, { particles: '500' });
  await page.evaluate(() => document.body.addEventListener('click', () => /** @type {any} */ (window).tank.toggleFullscreen()));
  await page.mouse.click(200, 200);
  await until('full', () => page.evaluate(() => document.fullscreenElement === /** @type {any} */ (window).tank));
  await page.mouse.click(200, 200);
  await until('back', () => page.evaluate(() => document.fullscreenElement === null));
});

for (const [title, origin, answered] of /** @type {const} */ ([
  ['any page', '', true],
  ['the page that the address allows', 'own', true],
  ['no other page', 'https://example.org', false],
]))
  engineTest(`messages between a frame and ${title}`, { timeout: 60_000 }, async ({ open, url }) => {
    const tab = await open(`${host.url}/blank.html`);
    const allowed = origin === 'own' ? new URL(host.url).origin : origin;
    const answers = await tab.page.evaluate(
      async ([from, only]) => {
        const frame = document.createElement('iframe');
        frame.src = `${from}/embed.html?scene=honey&particles=600&touch-action=none&interaction-prompt=none${only ? `&origin=${encodeURIComponent(String(only))}` : ''}`;
        frame.style.cssText = 'width: 400px; height: 300px';
        document.body.append(frame);
        await new Promise((done) => (frame.onload = done));
        let count = 0;
        /** @type {any[]} */
        const events = [];
        const call = (/** @type {object} */ request) =>
          new Promise((done) => {
            const id = ++count;
            const listen = (/** @type {MessageEvent} */ { data, origin: sender }) => {
              if (data.event) events.push(data.event);
              if (data.id !== id) return;
              removeEventListener('message', listen);
              done({ ...data, sender });
            };
            addEventListener('message', listen);
            frame.contentWindow?.postMessage({ type: 'slosh', id, ...request }, '*');
            setTimeout(done, 4000, null);
          });
        const first = /** @type {any} */ (await call({ call: 'get', key: 'particles' }));
        if (!first) return null;
        await call({ call: 'listen' });
        addEventListener('message', ({ data }) => void (data.event && events.push(data.event)));
        await new Promise((done) => setTimeout(done, 2500));
        await call({ call: 'set', key: 'particles', value: 800 });
        await call({ call: 'pause' });
        await new Promise((done) => setTimeout(done, 1200));
        return {
          first,
          events: [...new Set(events)],
          state: await call({ call: 'state' }),
          stats: await call({ call: 'stats' }),
          wrong: await call({ call: 'constructor' }),
          picture: await call({ call: 'picture' }),
        };
      },
      [url, allowed],
    );
    await tab.close();
    if (!answered) return assert.equal(answers, null);
    assert.equal(answers?.first.result, 600);
    assert.equal(answers?.first.sender, url);
    assert.deepEqual(/** @type {any} */ (answers?.state).result, { scene: 'honey', settings: { particles: 800 } });
    assert.equal(/** @type {any} */ (answers?.stats).result.particles, 800);
    assert.match(/** @type {any} */ (answers?.wrong).error, /"constructor" is not one of play/);
    assert.ok(!answers?.events.includes('message'), 'every key of the address is known');
    assert.ok(answers?.events.includes('frame-stats') && answers.events.includes('pause'), `${answers?.events}`);
  });

check('the eye of a 3D scene is part of the state, and of the link', async ({ page }) => {
  await addTank(page, { scene: 'flip-ball', particles: '2000', paused: '' });
  await nextStats(page);
  assert.equal((await callTank(page, 'state')).settings.eye, undefined, 'not the scene’s own');
  await page.mouse.move(200, 200);
  await page.mouse.down();
  await page.mouse.move(290, 160, { steps: 5 });
  await page.mouse.up();
  const eye = await until('the eye moved', async () => (await callTank(page, 'state')).settings.eye);
  assert.match(eye, /^-?[\d.]+ -?[\d.]+ 1 0 0 0$/);
  assert.match(await callTank(page, 'link'), new RegExp(`eye=${eye.replaceAll(' ', '\\+')}`));
  await page.evaluate(() => /** @type {any} */ (window).tank.remove());
  await addTank(page, { scene: 'flip-ball', particles: '2000', paused: '', eye });
  await until('restored', async () => (await callTank(page, 'state')).settings.eye === eye);
  await callTank(page, 'set', 'eye', '');
  await until('its own again, unlike the attribute', async () => (await callTank(page, 'state')).settings.eye === '');
  assert.doesNotMatch(await callTank(page, 'link'), /eye=/);
  for (const wrong of ['1 2', 'a b c', '1 2 3 4 5 6 7', '1 2 3 ']) await callTank(page, 'set', 'eye', wrong);
  await until('messages', async () => (await messages(page)).filter((text) => /^eye: not of the form/.test(text)).length === 4);
  await callTank(page, 'set', 'scene', 'honey');
  await until('honey', async () => (await callTank(page, 'scene')) === 'honey');
  await callTank(page, 'set', 'eye', '1 2 3');
  await until('a message', async () => (await messages(page)).some((text) => /^eye: only in 3D/.test(text)));
});

engineTest('oEmbed: JSON from the server, as text from one that only has files, for links to the lab and to embed.html', { timeout: 60_000, only: 'Chromium' }, async ({ open, url }) => {
  const ask = async (/** @type {string} */ query) => {
    const response = await fetch(`${url}/embed.html?oembed${query}`);
    assert.equal(response.headers.get('content-type'), 'application/json', query);
    return { status: response.status, answer: /** @type {any} */ (await response.json()) };
  };
  const { status, answer } = await ask('&scene=honey&particles=800&drawing=l30.0.0');
  assert.equal(status, 200);
  assert.deepEqual([answer.version, answer.type, answer.title, answer.width, answer.height], ['1.0', 'rich', 'Honey', 600, 400]);
  assert.equal((await fetch(answer.thumbnail_url)).headers.get('content-type'), 'image/webp');
  const link = `${url}/index.html?scene=honey&particles=800&drawing=l30.0.0`;
  assert.deepEqual((await ask(`&format=json&url=${encodeURIComponent(link)}`)).answer, answer, 'the same for a link to the lab');
  const still = await readFile(new URL('../../web/scenes/honey.webp', import.meta.url));
  assert.equal(answer.thumbnail_width, 1 + still.readUIntLE(24, 3), 'the width of the file'); // of the chunk VP8X
  assert.equal(answer.thumbnail_height, 1 + still.readUIntLE(27, 3));
  assert.equal((await ask('&scene=honey&maxwidth=100')).answer.thumbnail_url, undefined, 'none where it is too large');
  assert.equal((await ask(`&maxwidth=320&url=${encodeURIComponent(`${url}/`)}`)).answer.html.match(/width="(\d+)"/)[1], '320');
  for (const [query, code, message] of /** @type {const} */ ([
    ['&scene=lake', 404, /^scene: "lake" is not one of blobs, /],
    ['&url=https://example.org/embed.html', 404, /is no page of/],
    ['&url=7', 400, /^url: "7" is no address/],
    ['&maxheight=-1', 400, /^maxheight: a whole number/],
    ['&format=xml', 501, /^format: "xml" is not supported/],
  ])) {
    const refused = await ask(query);
    assert.equal(refused.status, code, query);
    assert.match(refused.answer.error, message);
  }

  // What it says works: the frame runs, with the scene, the settings and the drawing.
  const tab = await open('/blank.html');
  await tab.page.setContent(answer.html);
  const inner = await until('the frame', async () => tab.page.frames().find((frame) => frame.url().includes('embed.html')));
  await until('it runs', () => inner.evaluate(() => {
    const tank = /** @type {any} */ (document.querySelector('slosh-tank'));
    return tank?.stats && tank.scene === 'honey' && tank.particles === 800 && tank.stats.bodies === 1;
  }));
  await tab.close();

  // From files alone the page shows it.
  const files = await open('/blank.html');
  await files.page.route('**/embed.html?**', async (route) => route.fulfill({ path: fileURLToPath(new URL('embed.html', `file://${dist}/`)) }));
  await files.page.goto(`${url}/embed.html?scene=honey&particles=800&drawing=l30.0.0&oembed`);
  assert.deepEqual(JSON.parse(await until('the text', () => files.page.locator('pre').innerText())), answer);
  assert.equal(await files.page.locator('slosh-tank').count(), 0);
  await files.close();
});
