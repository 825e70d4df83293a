// Makes the page in dist/: scripts, styles, the WebAssembly, and a service worker that knows them all.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const options = { bundle: true, minify: true, format: 'esm', target: 'es2022', logLevel: 'warning', legalComments: 'linked' };

// The adapters use the editors of the page, not those that the package has for its tests: there must be one copy of each.
const HOSTS = /^(prosemirror-|@tiptap\/|@codemirror\/|@lexical\/|lexical$)/;
const oneCopy = {
  name: 'one copy',
  setup(builder) {
    builder.onResolve({ filter: HOSTS }, ({ path, kind, pluginData }) => (pluginData === 'resolved' ? undefined : builder.resolve(path, { kind, resolveDir: at('.'), pluginData: 'resolved' })));
  },
};

rmSync(at('dist'), { recursive: true, force: true });
mkdirSync(at('dist'));
await build({ ...options, entryPoints: { main: at('src/main.js') }, outdir: at('dist'), splitting: true, chunkNames: '[name]-[hash]' });
// The package is taken as browsers take it: its WebAssembly is a file beside the script.
await build({ ...options, entryPoints: { worker: at('src/worker.js') }, outdir: at('dist') });
await build({ ...options, entryPoints: { editors: at('src/editors/index.js') }, outdir: at('dist'), plugins: [oneCopy] });
cpSync(at('static'), at('dist'), { recursive: true });
cpSync(at('node_modules/linkspan/dist/linkspan.wasm'), at('dist/linkspan.wasm'));

// The page of editors is large, and not kept for offline use.
const files = readdirSync(at('dist')).filter((name) => !name.endsWith('.txt') && !name.startsWith('editors')).sort();
const hash = createHash('sha256');
for (const name of files) hash.update(name).update(readFileSync(at(`dist/${name}`)));
const worker = readFileSync(at('src/sw.js'), 'utf8')
  .replace('__VERSION__', JSON.stringify(`linkspan-${hash.digest('hex').slice(0, 16)}`))
  .replace('__FILES__', JSON.stringify(['./', ...files.filter((name) => name !== 'index.html')]));
writeFileSync(at('dist/sw.js'), worker);

const size = (name) => gzipSync(readFileSync(at(`dist/${name}`)), { level: 9 }).length;
const first = ['index.html', 'style.css', 'icon.svg', 'main.js', 'worker.js', ...files.filter((name) => name.startsWith('chunk-'))];
console.log(`first view: ${first.reduce((sum, name) => sum + size(name), 0)} bytes with gzip besides ${size('linkspan.wasm')} of WebAssembly`);
