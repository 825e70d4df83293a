// Text that is being edited.
import { Kept, check, detectorOf, first, link, numbers, run, string, text, wasm, write, writePairs } from './core.js';

// The numbers of a link: two for its id, two for its range, then as usual.
const LINK = 9;

const idAt = (at) => numbers[at] + numbers[at + 1] * 2 ** 32;

/** A text that is being edited, and its links. Offsets are UTF-16 code units. */
export class LiveText extends Kept {
  constructor(value = '', options, state) {
    const { id } = detectorOf(options);
    text(value);
    super('live_free', () => {
      if (!state) return wasm.live(id, write(value));
      const { enabled = true, dismissed = [] } = state;
      const written = write(value, 0, dismissed.length * 8);
      writePairs(written, dismissed);
      return wasm.live_with(id, written, enabled ? 1 : 0, dismissed.length);
    });
  }

  // The links of the result. Their texts are read afterwards, because every call replaces the
  // result.
  #links(at, count, strings) {
    const links = [];
    for (let i = 0; i < count; i++, at += LINK) {
      links.push([idAt(at), Array.from(numbers.subarray(at + 2, at + LINK))]);
    }
    return links.map(([id, [start, end, ...rest]]) => {
      return { id, ...link(0, start, end, this.slice(start, end), strings, rest) };
    });
  }

  #changes(result) {
    check(result);
    const strings = string();
    const at = first();
    const [removed, added, moved, from, by, undo] = numbers.subarray(at, at + 6);
    const gone = [];
    for (let i = 0; i < removed; i++) gone.push(idAt(at + 6 + i * 2));
    const links = this.#links(at + 6 + removed * 2, added + moved, strings);
    const changes = { removed: gone, added: links.slice(0, added), moved: links.slice(added), shift: { from, by: by | 0 } };
    if (undo !== 0xffffffff) changes.undo = undo;
    return changes;
  }

  #ask(call, ...rest) {
    const { id } = this;
    return run(() => this.#changes(wasm[call](id, ...rest)));
  }

  /** Replaces a range. */
  edit(start, end, insert = '') {
    text(insert, 'insert');
    return this.#ask('live_edit', start, end, run(() => write(insert)));
  }

  /** Reverts the edit with this number. */
  undo(number) {
    return this.#ask('live_undo', number);
  }

  dismiss(start, end) {
    return this.#ask('live_dismiss', start, end);
  }

  restore(start, end) {
    return this.#ask('live_restore', start, end);
  }

  enable(enabled = true) {
    return this.#ask('live_enable', enabled ? 1 : 0);
  }

  #look(call, ...rest) {
    const { id } = this;
    return run(() => {
      const count = wasm[call](id, ...rest);
      const strings = string();
      return this.#links(first(), count, strings);
    });
  }

  links(start = 0, end = this.length) {
    return this.#look('live_links', start, end);
  }

  /** The link that typing at the caret could still change. */
  pending(caret) {
    return this.#look('live_pending', caret)[0] ?? null;
  }

  /** The state to save with the text, for the constructor. */
  get state() {
    const { id } = this;
    return run(() => {
      const count = wasm.live_state(id);
      const at = first();
      const dismissed = [];
      for (let i = 0; i < count; i++) dismissed.push([numbers[at + 1 + i * 2], numbers[at + 2 + i * 2]]);
      return { enabled: numbers[at] === 1, dismissed };
    });
  }

  slice(start, end) {
    const { id } = this;
    return run(() => {
      wasm.live_slice(id, start, end);
      return string();
    });
  }

  get length() {
    const { id } = this;
    return run(() => wasm.live_length(id));
  }

  toString() {
    return this.slice(0, this.length);
  }
}
