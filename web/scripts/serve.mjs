// Serves a folder on loopback, under any path: node scripts/serve.mjs [PORT]
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.txt': 'text/plain' };
const root = fileURLToPath(new URL('../dist/', import.meta.url));

/** A server of the page. What is before the name of a file is passed over, as under a sub-path. */
export function server(base = '/') {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    // No file of the page has a name that is escaped.
    const name = pathname.startsWith(base) ? normalize(pathname.slice(base.length) || 'index.html') : '..';
    const path = join(root, name);
    if (name.startsWith('..') || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end('not found');
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'cache-control': 'no-cache' });
    createReadStream(path).pipe(response);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const port = Number(process.argv[2] ?? 8058);
  server().listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/ (Ctrl+C ends it)`));
}
