// The properties of characters, for explaining links.
import { first, numbers, run, text, wasm } from './core.js';
import { BRACKET, EMAIL, TERM } from './layout.js';

const TERMS = ['Include', 'Hard', 'Soft', 'Open', 'Close'];

/** Returns the properties of the first character of a text, with the names of UTS #58. */
export function properties(value) {
  return run(() => {
    wasm.properties(text(value).codePointAt(0) ?? 0);
    const at = first();
    const bracket = numbers[at + BRACKET];
    return {
      term: TERMS[numbers[at + TERM]],
      bracket: bracket === 0 ? null : String.fromCodePoint(bracket),
      email: numbers[at + EMAIL] === 1,
    };
  });
}
