// Starts the package where a file must be fetched.
import { problem, use, wasm } from './core.js';

let starting;

async function compile(source, url) {
  const given = await (source ?? fetch(url));
  if (given instanceof WebAssembly.Module) return given;
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return WebAssembly.compile(given);
  const response = typeof Response === 'function' && given instanceof Response ? given : await fetch(given);
  if (!response.ok) throw problem(`${response.url || url}: ${response.status} ${response.statusText}`);
  // A server that does not know the type still sends the same bytes.
  const type = response.headers.get('content-type') ?? '';
  return type.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

export const loader = (url) => ({
  async init(source) {
    if (wasm) return;
    starting ??= compile(source, url()).then(use);
    try {
      await starting;
    } finally {
      starting = undefined;
    }
  },
  initSync(source) {
    if (wasm) return;
    use(source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source));
  },
});
