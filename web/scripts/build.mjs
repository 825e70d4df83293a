// Makes the page in dist/: scripts, styles, the WebAssembly, and a service worker that knows them all.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const options = { bundle: true, minify: true, format: 'esm', target: 'es2022', logLevel: 'warning', legalComments: 'linked' };

rmSync(at('dist'), { recursive: true, force: true });
mkdirSync(at('dist'));
await build({ ...options, entryPoints: { main: at('src/main.js') }, outdir: at('dist'), splitting: true, chunkNames: '[name]-[hash]' });
// The package is taken as browsers take it: its WebAssembly is a file beside the script.
await build({ ...options, entryPoints: { worker: at('src/worker.js') }, outdir: at('dist') });
cpSync(at('static'), at('dist'), { recursive: true });
cpSync(at('node_modules/linkspan/dist/linkspan.wasm'), at('dist/linkspan.wasm'));

const files = readdirSync(at('dist')).filter((name) => !name.endsWith('.txt')).sort();
const hash = createHash('sha256');
for (const name of files) hash.update(name).update(readFileSync(at(`dist/${name}`)));
const worker = readFileSync(at('src/sw.js'), 'utf8')
  .replace('__VERSION__', JSON.stringify(`linkspan-${hash.digest('hex').slice(0, 16)}`))
  .replace('__FILES__', JSON.stringify(['./', ...files.filter((name) => name !== 'index.html')]));
writeFileSync(at('dist/sw.js'), worker);

const size = (name) => gzipSync(readFileSync(at(`dist/${name}`)), { level: 9 }).length;
const first = ['index.html', 'style.css', 'icon.svg', 'main.js', 'worker.js', ...files.filter((name) => name.startsWith('chunk-'))];
console.log(`first view: ${first.reduce((sum, name) => sum + size(name), 0)} bytes with gzip besides ${size('linkspan.wasm')} of WebAssembly`);
