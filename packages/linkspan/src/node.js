// Node, Bun and Deno: ready on import.
import { readFileSync } from 'node:fs';
import { use } from './core.js';

export * from './api.js';

use(new WebAssembly.Module(readFileSync(new URL('../dist/linkspan.wasm', import.meta.url))));

/** Nothing is left to do; it is here so that one program runs everywhere. */
export const init = async () => {};
export const initSync = () => {};
