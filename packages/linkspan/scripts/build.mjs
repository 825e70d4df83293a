// Makes dist/ of src/ and the WebAssembly: the inlined form, CommonJS, and the packages beside the main one.
// `npm run build`; needs cargo, and compiles only what is older than its sources.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { compile } from './wasm.mjs';

compile();

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const wasm = (name) => readFileSync(at(`dist/${name}.wasm`)).toString('base64');

// The WebAssembly as text, for those who cannot load a file.
writeFileSync(at('dist/inline.js'), `import { use } from '../src/core.js';
export * from '../src/api.js';
const bytes = Uint8Array.from(atob('${wasm('linkspan')}'), (c) => c.charCodeAt(0));
use(new WebAssembly.Module(bytes));
export const init = async () => {};
export const initSync = () => {};
`);

// These packages have a script of their own, so that all can be in one program.
const others = ['lite', 'rewrite'];
for (const name of others) {
  rmSync(at(`dist/${name}`), { recursive: true, force: true });
  mkdirSync(at(`dist/${name}`), { recursive: true });
  for (const part of ['core.js', 'layout.js', 'load.js']) cpSync(at(`src/${part}`), at(`dist/${name}/${part}`));
  cpSync(at(`src/${name}-api.js`), at(`dist/${name}/api.js`));
  for (const entry of ['index.js', 'node.js']) {
    const source = readFileSync(at(`src/${entry}`), 'utf8').replaceAll('../dist/linkspan.wasm', `../${name}.wasm`);
    writeFileSync(at(`dist/${name}/${entry}`), source);
  }
}

// Types for CommonJS, and the page about options.
for (const name of ['index', ...others]) {
  writeFileSync(at(`dist/${name}.d.cts`), readFileSync(at(`src/${name}.d.ts`), 'utf8').replaceAll("'./index.js'", "'./index.cjs'"));
}
cpSync(at('../../crates/linkspan/docs/options.md'), at('dist/options.md'));

for (const name of ['APACHE', 'MIT', 'MPL', 'UNICODE']) cpSync(at(`../../LICENSE-${name}`), at(`dist/LICENSE-${name}`));

// CommonJS.
for (const [from, to] of [['src', 'dist'], ...others.map((name) => [`dist/${name}`, `dist/${name}`])]) {
  const { outputFiles: [{ text }] } = await build({
    entryPoints: [at(`${from}/node.js`)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    define: { 'import.meta.url': 'url' },
    banner: { js: "const url = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'warning',
  });
  writeFileSync(at(`${to}/node.cjs`), text.replaceAll('"../dist/linkspan.wasm"', '"./linkspan.wasm"'));
}
