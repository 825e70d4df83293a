// Makes dist/ of src/ and the two WebAssembly files: the inlined form, CommonJS, and the lite package.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

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

// The lite package has a script of its own, so that both can be in one program.
rmSync(at('dist/lite'), { recursive: true, force: true });
mkdirSync(at('dist/lite'), { recursive: true });
for (const name of ['core.js', 'load.js']) cpSync(at(`src/${name}`), at(`dist/lite/${name}`));
const lite = readFileSync(at('src/lite-api.js'), 'utf8');
writeFileSync(at('dist/lite/api.js'), lite);
for (const [name, entry] of [['index', 'index.js'], ['node', 'node.js']]) {
  const source = readFileSync(at(`src/${entry}`), 'utf8').replaceAll('../dist/linkspan.wasm', '../lite.wasm');
  writeFileSync(at(`dist/lite/${name}.js`), source);
}

for (const name of ['APACHE', 'MIT', 'UNICODE']) cpSync(at(`../../LICENSE-${name}`), at(`dist/LICENSE-${name}`));

// CommonJS.
for (const [from, to] of [['src/node.js', 'dist/node.cjs'], ['dist/lite/node.js', 'dist/lite/node.cjs']]) {
  await build({
    entryPoints: [at(from)],
    outfile: at(to),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    define: { 'import.meta.url': 'url' },
    banner: { js: "const url = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'warning',
  });
}
for (const file of ['dist/node.cjs', 'dist/lite/node.cjs']) {
  const text = readFileSync(at(file), 'utf8');
  writeFileSync(at(file), text.replaceAll('"../dist/linkspan.wasm"', '"./linkspan.wasm"'));
}
