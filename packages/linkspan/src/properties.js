// The properties of characters, for explaining links. Shares the WebAssembly of `linkspan`.
import { run, text, wasm } from './core.js';

const TERMS = ['Include', 'Hard', 'Soft', 'Open', 'Close'];

/** Returns the properties of the first character of a text, with the names of UTS #58. */
export function properties(value) {
  const number = run(() => wasm.properties(text(value).codePointAt(0) ?? 0));
  return {
    term: TERMS[number & 7],
    bracket: number > 255 ? String.fromCodePoint(number >>> 8) : null,
    email: (number & 8) > 0,
  };
}
