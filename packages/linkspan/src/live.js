// Text that is being edited.
import { Kept, check, detectorOf, first, lines, link, numbers, problem, run, string, text, wasm, write } from './core.js';
import {
  ADDED, CHANGES, ENABLED, END, ID, ID_HIGH, LINK, MOVED, REMOVED, SHIFT_BY, SHIFT_FROM, START, STATE, UNDO,
} from './layout.js';
import { own } from './own.js';

const id64 = (low, high) => low + high * 2 ** 32;

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
    const read = enabled && dismissed.length === 0 ? '' : lines({ enabled: Boolean(enabled), dismissed: dismissed.flat() });
    super('live_free', () => {
      const written = write(value);
      return wasm.live(id, written, write(read, written));
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
    for (let i = 0; i < count; i++, at += LINK) links.push(Array.from(numbers.subarray(at, at + LINK)));
    return links.map((all) => ({ id: id64(all[ID], all[ID_HIGH]), ...link(all, 0, this.slice(all[START], all[END]), strings) }));
  }

  #changes(result) {
    check(result);
    const strings = string();
    let at = first();
    const head = Array.from(numbers.subarray(at, at += CHANGES));
    const removed = [];
    for (let i = 0; i < head[REMOVED]; i++, at += 2) removed.push(id64(numbers[at], numbers[at + 1]));
    const links = this.#links(at, head[ADDED] + head[MOVED], strings);
    const changes = {
      removed,
      added: links.slice(0, head[ADDED]),
      moved: links.slice(head[ADDED]),
      shift: { from: head[SHIFT_FROM], by: head[SHIFT_BY] | 0 },
    };
    if (head[UNDO] !== LAST) changes.undo = head[UNDO];
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
      for (let i = at + STATE; dismissed.length < count; i += 2) dismissed.push([numbers[i], numbers[i + 1]]);
      return { enabled: numbers[at + ENABLED] === 1, dismissed };
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
