// The most particles that a page takes, with the parameters that need most memory: they fit into the memory of the module.

import assert from 'node:assert/strict';
import { engineTest } from './engines.mjs';
import { addTank, messages, statsAfter } from './tank.mjs';

// A slow speed of sound without gravity: the first step of so many particles then takes less.
const short = { 'sound-speed': '1', 'gravity-y': '0' };
const asked = { particles: '4000000', style: 'width: 120px; height: 120px', quality: 'low' };
for (const [scene, attributes] of /** @type {[string, Record<string, string>][]} */ ([
  ['jelly', {}],
  ['microbes', { 'adaptive-smoothing': 'true' }],
  ['dam-break', { ...short, 'adaptive-smoothing': 'true', 'surface-tension': '1', viscosity: '5' }],
  ['tank-3d', { ...short, 'adaptive-smoothing': 'true', 'surface-tension': '1', viscosity: '5', sprites: 'ellipsoids' }],
  ['dam-break-pcisph', { viscosity: '5', 'max-iterations': '3', substeps: '1' }],
  ['flip-block', { transfer: 'apic', viscosity: '5', 'surface-tension': '1' }],
  ['flip-block', { 'particles-per-cell': '4', 'max-iterations': '5', sprites: 'ellipsoids' }],
  ['flip-round-tank', { transfer: 'apic', viscosity: '5' }],
]))
  engineTest(`${scene} ${Object.entries(attributes).join(' ')}`, { timeout: 400_000 }, async ({ open, log }) => {
    const { page, close } = await open('/blank.html');
    try {
      await addTank(page, { scene, device: 'cpu', ...asked, ...attributes });
      const stats = await statsAfter(page, 1, 380);
      log(`${stats.particles} particles`);
      assert.ok(stats.particles > 150_000, 'many particles');
      const told = (await messages(page)).map(String);
      assert.ok(!told.some((text) => /memory/.test(text)), told.join('\n'));
    } finally {
      await close();
    }
  });
