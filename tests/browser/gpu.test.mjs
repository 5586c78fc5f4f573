// The liquid on the GPU, in Chromium with WebGPU on a software driver: pictures like the CPU's, changes of the device, and what
// happens where it cannot run. The physics is in tests/gpu.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launchChromium, openTab, startSite, until } from './harness.mjs';
import { addTank, callTank, difference, messages, nextStats, picture, statsAfter, stepBy } from './tank.mjs';

const webgpu = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan', '--use-vulkan=swiftshader'];
const [browser, plain, site] = await Promise.all([launchChromium(webgpu), launchChromium(), startSite()]);
after(async () => {
  await Promise.all([browser.close(), plain.close()]);
  site.close();
});

/**
 * @param {string} title
 * @param {(page: import('./harness.mjs').Page, log: (text: string) => void) => Promise<void>} run
 * @param {import('playwright-core').Browser} [where]
 */
const tabTest = (title, run, where = browser) =>
  test(title, { timeout: 180_000 }, async (context) => {
    const { page, errors, close } = await openTab(where, `${site.url}/blank.html`);
    try {
      await run(page, (text) => context.diagnostic(text));
      assert.deepEqual(errors, [], 'no console error');
    } finally {
      await close();
    }
  });

const small = { style: 'width: 240px; height: 240px', quality: 'high' };
const dam = { scene: 'dam-break-pcisph', particles: '1200', ...small };
const block = { scene: 'flip-block', particles: '3000', 'render-style': 'points', foam: '0', ...small };

/** @param {import('./harness.mjs').Page} page @param {'cpu' | 'gpu'} device */
const untilOn = (page, device) => until(`it runs on the ${device}`, async () => ((await nextStats(page)).device === device ? nextStats(page) : null), 60);
/** @param {import('./harness.mjs').Page} page @param {object} message to the worker of the last tank */
const post = (page, message) => page.evaluate((data) => /** @type {any} */ (window).startedWorkers.at(-1).postMessage(data), message);
/** The report when the results of all steps have come back from the GPU: it stops changing. @param {import('./harness.mjs').Page} page @returns {Promise<any>} */
async function finished(page) {
  for (let last = '', equal = 0; ; ) {
    await callTank(page, 'set', 'point-size', '1'); // a paused tank draws for a moment after each message
    const stats = await nextStats(page);
    equal = stats.hash === last ? equal + 1 : 0;
    last = stats.hash;
    if (equal === 3) return stats;
  }
}
/** The picture after steps, all of which the GPU has finished. @param {import('./harness.mjs').Page} page @param {Record<string, string>} attributes @param {number} steps */
async function pictureAfter(page, attributes, steps) {
  await addTank(page, { paused: '', ...attributes });
  for (let step = 4; step <= steps; step += 4) {
    await stepBy(page, 4);
    await statsAfter(page, step, 120);
  }
  return { stats: await finished(page), shown: await picture(page) };
}

for (const [scene, from, to] of /** @type {[string, [number, number], [number, number]][]} */ ([
  ['dam-break', [430, 340], [560, 340]],
  ['dam-break-pcisph', [430, 340], [560, 340]],
  ['flip-dam-break', [430, 300], [520, 312]],
]))
  tabTest(`${scene}: the eraser takes fluid out of a paused tank at once`, async (page, log) => {
    const attributes = { scene, particles: '2000', device: 'gpu', controls: '', tool: 'erase', 'pen-width': '12', 'render-style': 'points', foam: '0', paused: '' };
    await addTank(page, { ...attributes, style: 'width: 700px; height: 500px' });
    for (let step = 4; step <= 24; step += 4) await stepBy(page, 4).then(() => statsAfter(page, step, 120));
    const { particles, steps } = await finished(page);
    const before = await picture(page);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to);
    await page.mouse.up();
    await page.mouse.move(600, 60);
    const left = await until('they are gone', async () => (await finished(page)).particles < particles - 20 && finished(page), 60);
    log(`${particles - left.particles} of ${particles} particles erased`);
    assert.equal(left.steps, steps, 'it is paused');
    assert.ok((await difference(page, before, await picture(page))).fraction > 0.003, 'the paused picture shows it');
    await stepBy(page, 4);
    await statsAfter(page, steps + 4, 120);
    const later = await finished(page);
    assert.equal(later.device, 'gpu');
    assert.equal(later.particles, left.particles, 'the step starts from what was shown');
  });

for (const [name, attributes, steps, tolerance] of /** @type {[string, Record<string, string>, number, number][]} */ ([
  ['pcisph', dam, 24, 0.01],
  ['wcsph', { ...dam, scene: 'dam-break' }, 24, 0.01],
  ['flip', block, 24, 0.01],
]))
  tabTest(`${name}: pictures of CPU and GPU`, async (page, log) => {
    const pictures = [];
    for (const device of ['cpu', 'gpu']) {
      const { stats, shown } = await pictureAfter(page, { ...attributes, device }, steps);
      pictures.push(shown);
      assert.equal(stats.device, device);
      assert.equal(stats.adapter !== '', device === 'gpu', `adapter "${stats.adapter}"`);
      log(`${device} ${stats.adapter}: ${stats.particles} particles, ${stats.stepMs.toFixed(2)} ms a step, maximum speed ${stats.maxSpeed.toFixed(3)}`);
      assert.deepEqual(await messages(page), []);
      await page.evaluate(() => /** @type {any} */ (window).tank.remove());
    }
    const [cpu = '', gpu = ''] = pictures;
    const { mean } = await difference(page, cpu, gpu);
    log(`mean difference ${(100 * mean).toFixed(2)} %`);
    assert.ok(mean < tolerance, `mean difference ${mean}`);
  });

tabTest('the fluid goes on when the device changes', async (page, log) => {
  await addTank(page, { ...dam, device: 'cpu' });
  const before = await statsAfter(page, 60);
  assert.equal(before.device, 'cpu');
  await callTank(page, 'pause');
  const shown = await picture(page);
  await page.evaluate(() => /** @type {any} */ (window).tank.setAttribute('device', 'gpu'));
  await until('the module with the GPU runs', () => page.evaluate(() => /** @type {any} */ (window).startedWorkers.length === 2));
  await callTank(page, 'ready');
  await stepBy(page, 1);
  await untilOn(page, 'gpu');
  const { mean } = await difference(page, shown, await picture(page));
  log(`mean difference ${(100 * mean).toFixed(2)} %`);
  assert.ok(mean < 0.03, `the particles are where they were, one step later: ${mean}`);
  assert.equal((await callTank(page, 'stats')).particles, before.particles);
  await callTank(page, 'play');
  await callTank(page, 'set', 'device', 'cpu');
  await untilOn(page, 'cpu');
  await callTank(page, 'set', 'device', 'gpu');
  await untilOn(page, 'gpu');
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).startedWorkers.length), 2, 'the module with the GPU has the CPU, too');
  assert.deepEqual(await messages(page), []);
});

tabTest('a lost GPU: one message, and the fluid goes on on the CPU', async (page) => {
  await addTank(page, { ...dam, device: 'gpu' });
  const before = await untilOn(page, 'gpu');
  await post(page, { type: 'debug-lose-device' });
  const afterwards = await untilOn(page, 'cpu');
  assert.equal(afterwards.particles, before.particles);
  assert.ok(!afterwards.broken);
  await statsAfter(page, afterwards.steps + 30);
  await callTank(page, 'reset');
  await nextStats(page);
  const told = await messages(page);
  assert.equal(told.length, 1, told.join('\n'));
  assert.match(told[0] ?? '', /^device: the GPU was lost.*; the fluid goes on on the CPU$/);
});

tabTest('scenes that the GPU does not support: one message each', async (page) => {
  for (const [attributes, reason] of /** @type {[Record<string, string>, RegExp][]} */ ([
    [{ scene: 'blobs' }, /^device: the scene "blobs" has no solver on the GPU; the scene runs on the CPU$/],
    [{ scene: 'boats', particles: '1500' }, /^device: .*rigid bodies.*; the scene runs on the CPU$/],
    [{ ...block, viscosity: '1' }, /^device: .*viscosity.*; the scene runs on the CPU$/],
    [{ ...block, slice: 'pressure' }, /^device: no view of the grid on the GPU; the scene runs on the CPU$/],
  ])) {
    await addTank(page, { ...attributes, ...small, device: 'gpu' });
    assert.equal((await nextStats(page)).device, 'cpu');
    await callTank(page, 'reset');
    await nextStats(page);
    const told = await messages(page);
    assert.equal(told.length, 1, told.join('\n'));
    assert.match(told[0] ?? '', reason);
    await page.evaluate(() => /** @type {any} */ (window).tank.remove());
  }
});

tabTest('what the GPU does not support in the middle of a run moves the fluid to the CPU', async (page) => {
  await addTank(page, { ...block, device: 'gpu' });
  const before = await untilOn(page, 'gpu');
  await callTank(page, 'set', 'viscosity', '0.5');
  const afterwards = await untilOn(page, 'cpu');
  assert.equal(afterwards.particles, before.particles);
  assert.equal(await callTank(page, 'get', 'viscosity'), 0.5);
  const told = await messages(page);
  assert.equal(told.length, 1, told.join('\n'));
  assert.match(told[0] ?? '', /viscosity on the GPU; the fluid goes on on the CPU$/);
});

tabTest('a slice through the grid moves the fluid to the CPU, where it is seen', async (page) => {
  await addTank(page, { ...block, device: 'gpu' });
  await untilOn(page, 'gpu');
  await callTank(page, 'set', 'slice', 'speed');
  await untilOn(page, 'cpu');
  const told = await messages(page);
  assert.equal(told.length, 1, told.join('\n'));
  assert.match(told[0] ?? '', /no view of the grid on the GPU; the fluid goes on on the CPU$/);
  const sliced = await picture(page);
  await callTank(page, 'set', 'slice', 'off');
  await until('the slice is gone', async () => (await difference(page, sliced, await picture(page))).fraction > 0.02);
});

tabTest('CPU and GPU side by side', async (page) => {
  await addTank(page, { ...dam, device: 'gpu', controls: '', compare: 'device:cpu', style: 'width: 480px; height: 240px' });
  const stats = await statsAfter(page, 40);
  assert.equal(stats.device, 'gpu');
  assert.ok(stats.otherHash, 'there are two simulations');
  assert.deepEqual(await messages(page), []);
});

tabTest('auto does not take a software adapter', async (page) => {
  await addTank(page, { ...block, particles: '40000' });
  const stats = await nextStats(page);
  assert.equal(stats.device, 'cpu');
  assert.equal(stats.particles > 30000, true);
  assert.deepEqual(await messages(page), []);
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.replace(/.*\//, '')));
  assert.ok(files.includes('gpu_device.js'), 'it has asked');
  assert.ok(!files.some((name) => name.includes('-gpu')), 'and has not loaded the other module');
});

tabTest('without WebGPU: one message, and the scene runs on the CPU', async (page) => {
  await addTank(page, { ...dam, device: 'gpu' });
  assert.equal((await nextStats(page)).device, 'cpu');
  await callTank(page, 'reset');
  await nextStats(page);
  const told = await messages(page);
  assert.equal(told.length, 1, told.join('\n'));
  assert.match(told[0] ?? '', /^device: (WebGPU finds no GPU|this browser has no WebGPU).*; the scene runs on the CPU$/);
}, plain);

tabTest('a wrong device is refused', async (page) => {
  await addTank(page, { ...dam, device: 'tpu' });
  assert.deepEqual(await messages(page), ['device: "tpu" is not auto, cpu or gpu']);
}, plain);

tabTest('too few sub-steps: the message of an unstable simulation, as on the CPU', async (page, log) => {
  await addTank(page, { scene: 'dam-break', device: 'gpu', substeps: '1', particles: '1500', ...small });
  const told = await until('a message', async () => (await messages(page)).find((text) => /unstable/.test(text)), 60);
  log(told);
  assert.match(told, /^The simulation became unstable at step \d+: the speed of particle \d+ is .*substeps/);
  assert.equal((await callTank(page, 'stats')).device, 'gpu');
});
