// Text that arrives in pieces.
import { Kept, detectorOf, first, link, numbers, part, run, string, text, wasm, write } from './core.js';
import { LINK, TEXT, TEXT_LENGTH } from './layout.js';

/** Finds links in text that arrives in pieces. Each link is returned once, when it is complete. */
export class Stream extends Kept {
  // Half of a surrogate pair waits for the other half.
  #half = '';
  constructor(options) {
    const of = detectorOf(options).id;
    super('stream_free', () => wasm.stream(of));
  }
  #links(count) {
    if (count === 0) return [];
    const strings = string();
    const links = [];
    let at = first();
    for (let i = 0; i < count; i++, at += LINK) {
      links.push(link(numbers, at, part(strings, numbers[at + TEXT], numbers[at + TEXT_LENGTH]), strings));
    }
    return links;
  }
  push(chunk) {
    const { id } = this;
    let value = this.#half + text(chunk, 'chunk');
    this.#half = '';
    const last = value.charCodeAt(value.length - 1);
    if (last >= 0xd800 && last < 0xdc00) {
      this.#half = value.slice(-1);
      value = value.slice(0, -1);
    }
    return run(() => this.#links(wasm.stream_push(id, write(value))));
  }
  finish() {
    const last = this.#half ? this.push(' ') : [];
    const { id } = this;
    const links = run(() => this.#links(wasm.stream_finish(id)));
    this.free();
    return [...last, ...links];
  }
}
