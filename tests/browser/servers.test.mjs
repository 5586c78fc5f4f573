// The site on servers that authors have, with their own content types and without any settings.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineTest } from './engines.mjs';
import { dist, freePort, until } from './harness.mjs';

/** Debian's nginx with its own content types. @param {number} port @param {string} folder for its files */
function nginx(port, folder) {
  const root = fileURLToPath(new URL('../../.toolchain/nginx', import.meta.url));
  const installed = existsSync(join(root, 'usr/sbin/nginx'));
  const [program, types] = installed ? [join(root, 'usr/sbin/nginx'), join(root, 'etc/nginx/mime.types')] : ['nginx', '/etc/nginx/mime.types'];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  writeFileSync(join(folder, 'nginx.conf'), `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr; events {}
http { include ${types}; default_type application/octet-stream; access_log off; ${temporary} server { listen 127.0.0.1:${port}; root ${dist}; } }`);
  return spawn(program, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
}

/** @param {number} port */
const python = (port) => spawn('python3', ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', dist], { stdio: 'ignore' });

for (const [name, start] of /** @type {const} */ ([['nginx', nginx], ['python3 -m http.server', python]]))
  engineTest(`${name}: the lab, the article and an embed run`, { timeout: 120_000 }, async ({ open }) => {
    const folder = mkdtempSync(join(tmpdir(), 'slosh-server-'));
    const port = await freePort();
    const server = start(port, folder);
    const url = `http://127.0.0.1:${port}`;
    try {
      await until('the server answers', () => fetch(`${url}/index.html`).then((response) => response.ok, () => false));
      for (const page of ['index.html?particles=2000', 'article.html', 'embed.html?scene=honey']) {
        const tab = await open(`${url}/${page}`);
        const stats = await until(`${page} runs`, () => tab.page.evaluate(() => /** @type {any} */ (document.querySelector('slosh-tank')).stats), 60);
        assert.ok(stats.particles > 0, `${page}: particles`);
        assert.deepEqual(tab.errors, [], page);
        await tab.close();
      }
    } finally {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
