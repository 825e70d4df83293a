// Makes dist/ of src/ and the WebAssembly: the forms that servers, edges, `require` and `<script>` need.
// `npm run build`; needs cargo, and compiles only what is older than its sources.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { compile } from './wasm.mjs';

compile();

const require = createRequire(import.meta.url);
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path) => readFileSync(at(path), 'utf8');
const write = (path, text) => writeFileSync(at(path), text);
for (const name of readdirSync(at('dist'))) if (!name.endsWith('.wasm')) rmSync(at(`dist/${name}`), { recursive: true });

const bundle = async (entry, options) => {
  const { outputFiles: [{ text }] } = await build({ entryPoints: [at(entry)], bundle: true, write: false, format: 'cjs', platform: 'node', target: 'es2022', logLevel: 'warning', ...options });
  return text;
};

// Each package has a script of its own, so that all can be in one program. That of the main one is
// src/ itself. Lite takes the file of the main one, if a program starts both.
const PACKAGES = {
  linkspan: { entry: 'index', folder: '.', source: '../src', role: 'gives' },
  lite: { entry: 'lite', folder: 'lite', source: './lite', role: 'takes' },
  rewrite: { entry: 'rewrite', folder: 'rewrite', source: './rewrite', role: 'keeps' },
};

for (const [name, { entry, folder, source, role }] of Object.entries(PACKAGES)) {
  if (folder === name) {
    mkdirSync(at(`dist/${name}`));
    for (const part of ['core.js', 'layout.js', 'load.js', 'own.js', 'utf8.js']) cpSync(at(`src/${part}`), at(`dist/${name}/${part}`));
    cpSync(at(`src/${name}-api.js`), at(`dist/${name}/api.js`));
  }
  const script = (from, url, start = '') => `import { loader } from '${from}/load.js';
export * from '${from}/api.js';
export const { init, initSync, ready } = loader(${url}, '${role}');
${start}`;
  // For browsers: the WebAssembly is beside the script, and is loaded later.
  write(`dist/${entry}.js`, script(source, `() => new URL('./${name}.wasm', import.meta.url)`));
  const inside = folder === name ? '.' : source;
  // The WebAssembly as text: for servers, and for those who cannot load a file.
  write(`dist/${folder}/inline.js`, script(inside, 'undefined', `const text = '${readFileSync(at(`dist/${name}.wasm`)).toString('base64')}';
initSync(globalThis.Buffer ? Buffer.from(text, 'base64') : Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
`));
  // Where programs may not compile WebAssembly, it is a part of what is deployed.
  write(`dist/${folder}/edge.js`, `import module from '${folder === name ? '..' : '.'}/${name}.wasm?module';\n${script(inside, 'undefined', 'initSync(module);\n')}`);
  // In a server, `import` and `require` share one instance.
  write(`dist/${folder}/server.cjs`, await bundle(`dist/${folder}/inline.js`));
  const names = Object.keys(require(at(`dist/${folder}/server.cjs`)));
  write(`dist/${folder}/server.js`, `export { ${names.join(', ')} } from './server.cjs';\n`);
}

// CommonJS of the adapters. One with a single function is that function.
mkdirSync(at('dist/cjs'));
for (const [folder, names] of Object.entries({
  adapters: ['remark', 'rehype', 'markdown-it', 'marked', 'linkifyjs', 'react', 'dom'],
  editors: ['prosemirror', 'tiptap', 'codemirror', 'lexical', 'textarea'],
})) {
  for (const name of names) {
    const text = await bundle(`src/${folder}/${name}.js`, { packages: 'external' });
    const isFunction = /export default function/.test(read(`src/${folder}/${name}.js`));
    write(`dist/cjs/${name}.cjs`, text + (isFunction ? 'module.exports = Object.assign(module.exports.default, { __esModule: true }, module.exports);\n' : ''));
  }
  for (const name of readdirSync(at(`src/${folder}`)).filter((one) => one.endsWith('.d.ts'))) {
    write(`dist/cjs/${name.replace('.d.ts', '.d.cts')}`, read(`src/${folder}/${name}`).replace(/'(\.\/[\w-]+)\.js'/g, "'$1.cjs'"));
  }
}
for (const name of ['properties', 'boundary']) write(`dist/cjs/${name}.cjs`, await bundle(`src/${name}.js`, { packages: 'external' }));

// One file for a `<script>`, which loads the small WebAssembly from beside it.
write('dist/linkspan.global.js', await bundle('src/global.js', {
  format: 'iife',
  platform: 'browser',
  globalName: 'linkspan',
  minify: true,
  banner: { js: 'var linkspanScript = typeof document === "object" && document.currentScript ? document.currentScript.src : undefined;' },
  define: { 'import.meta.url': 'linkspanScript' },
  alias: { 'linkspan/lite': at('dist/lite.js') },
}));

// Types for CommonJS, and the page about options.
for (const name of ['index', 'lite', 'rewrite', 'properties', 'boundary']) {
  write(`dist/${name}.d.cts`, read(`src/${name}.d.ts`).replaceAll("'./index.js'", "'./index.cjs'"));
}
cpSync(at('../../crates/linkspan/docs/options.md'), at('dist/options.md'));

for (const name of ['APACHE', 'MIT', 'MPL', 'UNICODE']) cpSync(at(`../../LICENSE-${name}`), at(`dist/LICENSE-${name}`));
