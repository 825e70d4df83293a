// The properties of characters, for those who explain links. It shares the WebAssembly of `linkspan`.
import { run, text, wasm } from './core.js';

const TERMS = ['Include', 'Hard', 'Soft', 'Open', 'Close'];

/** The properties of the first character of a text, as UTS #58 names them. */
export function properties(value) {
  const number = run(() => wasm.properties(text(value).codePointAt(0) ?? 0));
  return {
    term: TERMS[number & 7],
    bracket: number > 255 ? String.fromCodePoint(number >>> 8) : null,
    email: (number & 8) > 0,
  };
}
