// For browsers, workers and bundlers: the WebAssembly is a file, which is loaded later.
import { loader } from './load.js';

export * from './api.js';

export const { init, initSync, ready } = loader(() => new URL('../dist/linkspan.wasm', import.meta.url), 'gives');
