// Serves a folder on this machine: node tools/serve.mjs FOLDER [--no-isolation] [--port P]
// With the COOP and COEP headers, because a page may use threads only when it is cross-origin isolated.

import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { oembedOf } from '../web/pages/oembed.js';

const firstPort = 8000;
const portsTried = 100;

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
};

/**
 * The file of a request, or '' if there is none in the folder.
 * @param {string} folder absolute and without links
 * @param {string} url
 */
async function fileFor(folder, url) {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    if (path.includes('\0')) return '';
    let file = await realpath(join(folder, path));
    if ((await stat(file)).isDirectory()) file = await realpath(join(file, 'index.html'));
    return file.startsWith(folder + sep) ? file : '';
  } catch {
    return '';
  }
}

/**
 * The answer to embed.html?oembed, if the folder is a site with a catalog.
 * @param {string} embed the file embed.html
 * @param {import('node:http').IncomingMessage} request
 */
async function oembedAnswer(embed, request) {
  const catalog = pathToFileURL(join(embed, '..', 'catalog.js')).href;
  const { scenes } = (await import(catalog)).catalog;
  const answer = oembedOf(new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`).href, scenes);
  return { status: Number('status' in answer ? answer.status : 200), text: JSON.stringify(answer) };
}

/**
 * A server, not yet listening, for the files under `folder`.
 * @param {string} folder
 * @param {{isolated?: boolean}} [options]
 */
export async function makeServer(folder, { isolated = true } = {}) {
  const root = await realpath(resolve(folder));
  return createServer(async (request, response) => {
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    // Pages of other sites may embed these files.
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (isolated) {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const file = await fileFor(root, request.url ?? '/');
    if (!file) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n');
      return;
    }
    if (/^[^?]*embed\.html\?(.*&)?oembed(=|&|$)/.test(request.url ?? '')) {
      const answer = await oembedAnswer(file, request).catch(() => null);
      if (answer) {
        response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(request.method === 'HEAD' ? '' : answer.text);
        return;
      }
    }
    const { size } = await stat(file);
    response.writeHead(200, {
      'Content-Type': types[extname(file).toLowerCase()] ?? 'application/octet-stream',
      'Content-Length': size,
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).on('error', () => response.destroy()).pipe(response);
  });
}

/**
 * Listens on `port`; if it is 0, on the first free port of the default range.
 * @param {import('node:http').Server} server
 * @param {number} port
 * @returns {Promise<number>} the port
 */
async function listen(server, port) {
  const first = port || firstPort;
  const last = port || firstPort + portsTried;
  for (let candidate = first; ; candidate++) {
    try {
      await new Promise((done, failed) => {
        server.once('error', failed);
        server.listen(candidate, 'localhost', () => done(server.off('error', failed)));
      });
      return candidate;
    } catch (error) {
      const code = /** @type {NodeJS.ErrnoException} */ (error).code;
      const another = candidate < last && (code === 'EADDRINUSE' || code === 'EACCES');
      if (!another) throw new Error(`port ${candidate} cannot be used (${code})`);
    }
  }
}

/** @param {string} message @param {number} status of the process @returns {never} */
function quit(message, status) {
  console.error(`serve: ${message}`);
  process.exit(status);
}

const usage = 'usage: serve.mjs FOLDER [--no-isolation] [--port P]';

/** @param {string[]} args */
function parse(args) {
  try {
    const options = /** @type {const} */ ({ 'no-isolation': { type: 'boolean' }, port: { type: 'string' } });
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [reason] = /** @type {Error} */ (error).message.split('. ');
    return quit(`${reason}; ${usage}`, 2);
  }
}

/** @param {string[]} args */
async function main(args) {
  const { values, positionals } = parse(args);
  const [folder, ...rest] = positionals;
  if (!folder) quit(`no folder given; ${usage}`, 2);
  if (rest.length) quit(`unknown argument '${rest[0]}'; ${usage}`, 2);
  const isolated = !values['no-isolation'];
  const port = values.port === undefined ? 0 : /^\d{1,5}$/.test(values.port) ? Number(values.port) : -1;
  if (values.port !== undefined && (port < 1 || port > 65535)) quit(`--port expects a number from 1 to 65535, not '${values.port}'`, 2);
  const server = await makeServer(folder, { isolated }).catch(() => quit(`${folder}: no such folder`, 2));
  const used = await listen(server, port).catch((error) => quit(error.message, 1));
  console.log(`http://localhost:${used}/${isolated ? '' : '   (without isolation: the serial module)'}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(await realpath(process.argv[1])).href)
  await main(process.argv.slice(2));
