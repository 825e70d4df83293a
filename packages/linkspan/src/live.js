// Text that is being edited.
import { Kept, check, detectorOf, first, link, numbers, own, problem, run, string, text, wasm, write, writePairs } from './core.js';

// The numbers of a link: two for its id, two for its range, then as usual.
const LINK = 9;

const idAt = (at) => numbers[at] + numbers[at + 1] * 2 ** 32;

// Arguments are checked before a call: an error inside it would lose the texts of others.
const isRange = (range) => Array.isArray(range) && range.length === 2 && range.every(Number.isInteger);

// A number for the WebAssembly. One that it does not have is outside of every text.
const LAST = 2 ** 32 - 1;
const whole = (value) => {
  if (!Number.isInteger(value)) throw problem(`${String(value)} is not a whole number`, TypeError);
  return value < 0 || value > LAST ? LAST : value;
};

/** A text that is being edited, and its links. Offsets are UTF-16 code units. */
export class LiveText extends Kept {
  constructor(value = '', options, state) {
    const { id } = detectorOf(options);
    text(value);
    const { enabled = true, dismissed = [] } = own(state);
    if (!Array.isArray(dismissed) || !dismissed.every(isRange)) throw problem('dismissed must be ranges', TypeError);
    super('live_free', () => {
      if (enabled && dismissed.length === 0) return wasm.live(id, write(value));
      const written = write(value, 0, dismissed.length * 8);
      writePairs(written, dismissed);
      return wasm.live_with(id, written, enabled ? 1 : 0, dismissed.length);
    });
  }

  #call(name, numbers, then) {
    const { id } = this;
    const checked = numbers.map(whole);
    return run(() => then(wasm[name](id, ...checked)));
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
    return this.#call(call, rest, (result) => this.#changes(result));
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
    return this.#call(call, rest, (count) => this.#links(first(), count, string()));
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
    return this.#call('live_state', [], (count) => {
      const at = first();
      const dismissed = [];
      for (let i = 0; i < count; i++) dismissed.push([numbers[at + 1 + i * 2], numbers[at + 2 + i * 2]]);
      return { enabled: numbers[at] === 1, dismissed };
    });
  }

  slice(start, end) {
    return this.#call('live_slice', [start, end], string);
  }

  get length() {
    return this.#call('live_length', [], Number);
  }

  toString() {
    return this.slice(0, this.length);
  }
}
