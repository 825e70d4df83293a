// Text that is edited.
import { Kept, check, detectorOf, first, link, numbers, run, string, text, wasm, write, writePairs } from './core.js';

// The numbers of a link: two for its id, two for its place, then as everywhere.
const LINK = 9;

const idAt = (at) => numbers[at] + numbers[at + 1] * 2 ** 32;

/** Text that is edited, and its links. Offsets are UTF-16 code units. */
export class LiveText {
  #kept;

  constructor(value = '', options, state) {
    const { id } = detectorOf(options);
    text(value);
    this.#kept = new Kept('live_free', () => {
      const written = write(value);
      if (!state) return wasm.live(id, written);
      const { enabled = true, dismissed = [] } = state;
      const at = wasm.input(written + dismissed.length * 8);
      // The buffer may have moved.
      write(value);
      writePairs(at + written, dismissed);
      return wasm.live_with(id, written, enabled ? 1 : 0, dismissed.length);
    });
  }

  #id() {
    if (this.#kept.isLost) throw new Error('linkspan: the text was lost by an internal error; make it anew');
    return this.#kept.id;
  }

  // The links of the answer. Their texts are asked for afterwards, because every question has an answer of its own.
  #links(at, count, strings) {
    const links = [];
    for (let i = 0; i < count; i++, at += LINK) {
      links.push([idAt(at), Array.from(numbers.subarray(at + 2, at + LINK))]);
    }
    return links.map(([id, [start, end, ...rest]]) => {
      const typed = this.slice(start, end);
      return { id, ...madeOf(rest, start, end, typed, strings) };
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

  /** Replaces a range. */
  edit(start, end, insert = '') {
    const id = this.#id();
    return run(() => this.#changes(wasm.live_edit(id, start, end, write(text(insert, 'insert')))));
  }

  /** Takes the edit with this number back. */
  undo(number) {
    const id = this.#id();
    return run(() => this.#changes(wasm.live_undo(id, number)));
  }

  dismiss(start, end) {
    const id = this.#id();
    return run(() => this.#changes(wasm.live_dismiss(id, start, end)));
  }

  restore(start, end) {
    const id = this.#id();
    return run(() => this.#changes(wasm.live_restore(id, start, end)));
  }

  enable(enabled = true) {
    const id = this.#id();
    return run(() => this.#changes(wasm.live_enable(id, enabled ? 1 : 0)));
  }

  links(start = 0, end = this.length) {
    const id = this.#id();
    return run(() => {
      const count = wasm.live_links(id, start, end);
      const strings = string();
      return this.#links(first(), count, strings);
    });
  }

  /** The link that typing at the caret may still change. */
  pending(caret) {
    const id = this.#id();
    return run(() => {
      const count = wasm.live_pending(id, caret);
      const strings = string();
      return this.#links(first(), count, strings)[0] ?? null;
    });
  }

  /** What has to be kept with the text, for the constructor. */
  get state() {
    const id = this.#id();
    return run(() => {
      const count = wasm.live_state(id);
      const at = first();
      const dismissed = [];
      for (let i = 0; i < count; i++) dismissed.push([numbers[at + 1 + i * 2], numbers[at + 2 + i * 2]]);
      return { enabled: numbers[at] === 1, dismissed };
    });
  }

  slice(start, end) {
    const id = this.#id();
    return run(() => {
      wasm.live_slice(id, start, end);
      return string();
    });
  }

  get length() {
    const id = this.#id();
    return run(() => wasm.live_length(id));
  }

  toString() {
    return this.slice(0, this.length);
  }

  free() {
    this.#kept.free();
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.free();
  }
}

// A link of numbers that were copied.
const madeOf = (copied, start, end, typed, strings) => link(0, start, end, typed, strings, copied);
