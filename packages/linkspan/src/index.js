// For browsers, workers and bundlers: call `await init()` first.
import { loader } from './load.js';

export * from './api.js';

export const { init, initSync } = loader(() => new URL('../dist/linkspan.wasm', import.meta.url));
