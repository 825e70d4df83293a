// For Node, Bun and Deno: ready on import.
import { readFileSync } from 'node:fs';
import { use } from './core.js';

export * from './api.js';

use(new WebAssembly.Module(readFileSync(new URL('../dist/linkspan.wasm', import.meta.url))));

/** Does nothing; it exists so that the same program runs everywhere. */
export const init = async () => {};
export const initSync = () => {};
