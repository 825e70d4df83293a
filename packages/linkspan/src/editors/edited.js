// The links of an edited document, found in the single text that an adapter derives from it. Shared
// by all editors.
import { Detector, LiveText } from 'linkspan';

// The number of ended dismissals to remember, in case an undo restores the link.
const MOST_ENDED = 100;

// Characters that no link contains. U+FEFF is not white space in Unicode.
const SPACE = /[^\S\uFEFF]/;

function lastSpace(text) {
  let at = text.length - 1;
  while (at >= 0 && !SPACE.test(text[at])) at -= 1;
  return at;
}

const meets = ([start, end], [from, to]) => start < to && from < end;

/** The part of `before` that `after` changes: its range, and the replacement. */
export function difference(before, after) {
  const most = Math.min(before.length, after.length);
  let start = same(before, after, 0, most);
  let left = most - start;
  let end = sameAtEnd(before, after, left);
  // Surrogate pairs are not split.
  if (start > 0 && isHigh(before, start - 1)) start -= 1;
  left = most - start;
  if (end > left) end = left;
  if (end > 0 && isLow(before, before.length - end)) end -= 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

const isHigh = (text, at) => (text.charCodeAt(at) & 0xfc00) === 0xd800;
const isLow = (text, at) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

// The number of equal characters, found by bisection: comparing slices is much faster than
// comparing characters.
function same(before, after, from, to) {
  while (to - from > 64) {
    const middle = (from + to) >> 1;
    if (before.slice(from, middle) === after.slice(from, middle)) from = middle;
    else to = middle;
  }
  while (from < to && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  return from;
}

function sameAtEnd(before, after, most) {
  let from = 0;
  let to = most;
  const part = (text, at, end) => text.slice(text.length - end, text.length - at);
  while (to - from > 64) {
    const middle = (from + to) >> 1;
    if (part(before, from, middle) === part(after, from, middle)) from = middle;
    else to = middle;
  }
  while (from < to && before.charCodeAt(before.length - 1 - from) === after.charCodeAt(after.length - 1 - from)) from += 1;
  return from;
}

// A text before the package has started: it has no links, and remembers what was dismissed.
class Plain {
  constructor(text, dismissed) {
    this.text = text;
    this.state = { dismissed };
  }
  edit(start, end, insert) {
    this.text = this.text.slice(0, start) + insert + this.text.slice(end);
    const by = insert.length - (end - start);
    const lasting = this.state.dismissed.filter((range) => !meets(range, [start, end]));
    this.state = { dismissed: lasting.map((range) => (range[0] >= end ? range.map((at) => at + by) : range)) };
    return { removed: [] };
  }
  dismiss(start, end) {
    this.state = { dismissed: [...this.state.dismissed, [start, end]] };
    return { removed: [] };
  }
  restore(start, end) {
    this.state = { dismissed: this.state.dismissed.filter((range) => range[0] > end || start > range[1]) };
    return { removed: [] };
  }
  links() {
    return [];
  }
  slice(start, end) {
    return this.text.slice(start, end);
  }
  get length() {
    return this.text.length;
  }
  free() {}
}

/** A text with its links. Changes are recorded until they are taken. */
export class Edited {
  #live;
  #dismissed;
  // Dismissals that ended with their link: its position, its text, and its group of changes.
  #ended = [];
  #group = 0;
  // The ranges inserted by the group.
  #inserted = [];
  // The changes since the last `take`: the range in the current text, and the ids of removed links.
  #changed = null;
  #gone = [];
  // After an error of the library, links have other ids.
  #isNew = false;
  #detector;
  // Reads the document; and the changes of the text that are not in the document yet.
  #read;
  #since = [];

  constructor(text, detector = new Detector(), dismissed = []) {
    this.#detector = detector;
    this.#live = this.#make(text, dismissed);
    this.#dismissed = this.#live.state.dismissed;
    this.settle(() => text);
  }

  /** Says that the text is now that of the document, which can be read again. */
  settle(read) {
    this.#read = read;
    this.#since = [];
  }

  #make(text, dismissed) {
    return this.#detector.status === 'ready' ? new LiveText(text, this.#detector, { enabled: true, dismissed }) : new Plain(text, dismissed);
  }

  // Makes the text anew, with the same dismissals.
  #renew(text) {
    this.#live.free();
    this.#live = this.#make(text, this.#dismissed);
    this.#dismissed = this.#live.state.dismissed;
    this.#isNew = true;
    this.#changed = { from: 0, to: text.length };
  }

  // Finds the links of a text that was there before the package had started.
  #wake() {
    if (!(this.#live instanceof Plain) || this.#detector.status !== 'ready') return;
    const ranges = this.#dismissed;
    this.#dismissed = [];
    this.#renew(this.#live.text);
    // Only now is it known which links the ranges meet.
    this.dismissAll(ranges);
  }

  // Runs a call with the text. If an error of the library has lost it, it is made again from the
  // document, so that the editor goes on working.
  #ask(call) {
    this.#wake();
    try {
      return call(this.#live);
    } catch (error) {
      if (!error.isLost) throw error;
      const text = this.#since.reduce((before, [from, to, insert]) => before.slice(0, from) + insert + before.slice(to), this.#read());
      this.#renew(text);
      return call(this.#live);
    }
  }

  get length() {
    return this.#ask((live) => live.length);
  }

  slice(from, to) {
    return this.#ask((live) => live.slice(from, to));
  }

  /** The links in a range, without dismissed ones. */
  links(from = 0, to = this.length) {
    return this.#ask((live) => live.links(from, to));
  }

  /** The ranges of dismissed links. */
  get dismissed() {
    return this.#dismissed;
  }

  /**
   * Returns the range in which links may have changed since the last call, the ids of removed links,
   * and whether all links have new ids; or null.
   */
  take() {
    this.#wake();
    const changed = this.#changed && { ...this.#changed, gone: this.#gone, isNew: this.#isNew };
    this.#changed = null;
    this.#isNew = false;
    this.#gone = [];
    return changed;
  }

  /**
   * Applies a change of the document: at `from`, `added` units replace `removed` ones. `read`
   * returns a range of the document. Unchanged text is not touched, so a dismissal in it lasts.
   */
  edit(from, removed, added, read, isUndo = false) {
    const length = this.length - removed + added;
    // Includes one more unit on each side, which may be half of a surrogate pair whose other half
    // came or went. A range that splits a pair is empty.
    let start = Math.max(0, from - 1);
    let end = Math.min(length, from + added + 1);
    let text = read(start, end);
    let before = this.slice(start, end - added + removed);
    for (let more = 0; more < 4; more++) {
      const isCut = before.length !== end - start - added + removed;
      const first = start > 0 && (isCut || isLow(text, 0)) ? 1 : 0;
      const last = end < length && (isCut || isHigh(text, text.length - 1)) ? 1 : 0;
      if (first + last === 0) break;
      start -= first;
      end += last;
      text = read(start, end);
      before = this.slice(start, end - added + removed);
    }
    const change = difference(before, text);
    this.#replace(start + change.from, start + change.to, change.insert, isUndo);
  }

  /** Replaces the text. */
  become(text, isUndo = false) {
    const { from, to, insert } = difference(this.slice(0, this.length), text);
    this.#replace(from, to, insert, isUndo);
    this.settle(() => text);
  }

  #replace(from, to, insert, isUndo) {
    if (from === to && insert === '') return;
    const texts = this.#dismissed.length > 0 ? this.#dismissed.filter((range) => meets(range, [from - 1, to + 1])).map((range) => [range, this.slice(...range)]) : [];
    const by = insert.length - (to - from);
    const moved = (at) => (at <= from ? at : at >= to ? at + by : from + insert.length);
    this.#gone.push(...this.#ask((live) => live.edit(from, to, insert)).removed);
    this.#since.push([from, to, insert]);
    this.#note(from, from + insert.length, moved);
    for (const ended of this.#ended) ended.at = moved(ended.at);
    this.#inserted = this.#inserted.map((range) => range.map(moved));
    if (insert !== '' && this.#inserted.length < MOST_ENDED) this.#inserted.push([from, from + insert.length]);
    if (this.#dismissed.length > 0) this.#dismissed = this.#ask((live) => live.state.dismissed);
    for (const [range, text] of texts) {
      const [start, end] = range.map(moved);
      const lasts = this.#dismissed.some((one) => meets(one, [start - 1, end + 1]));
      // An undo restores the earlier text, possibly after several keys.
      if (lasts) this.#ended.push({ at: start, offset: 0, text, group: 0 });
      // An undo that restores replaced text has the link at the same distance from its start.
      else this.#ended.push({ at: from, offset: range[0] - from, text, group: this.#group });
    }
    this.#ended.splice(0, this.#ended.length - MOST_ENDED);
    if (isUndo && this.#ended.length > 0) this.#revive(from, from + insert.length);
  }

  /** Groups changes: a dismissed link that they move stays dismissed. */
  together(change) {
    this.#group += 1;
    this.#inserted = [];
    change();
    const isEnded = this.#ended.some(({ group }) => group === this.#group);
    const links = isEnded ? this.#inserted.flatMap(([from, to]) => this.links(from, to).filter(({ start, end }) => meets([start, end], [from, to]))) : [];
    this.#inserted = [];
    for (const link of links) {
      const at = this.#ended.findLastIndex(({ text, group }) => group === this.#group && text === link.text);
      if (at < 0) continue;
      this.#ended.splice(at, 1);
      this.dismiss(link.start, link.end);
    }
  }

  // Dismisses links again that an undo has restored.
  #revive(from, to) {
    for (const link of this.links(Math.max(0, from - 1), Math.min(to + 1, this.length))) {
      const at = this.#ended.findLastIndex((ended) => ended.text === link.text && ended.at + ended.offset === link.start);
      if (at < 0) continue;
      this.#ended.splice(at, 1);
      this.dismiss(link.start, link.end);
    }
  }

  dismiss(from, to) {
    this.dismissAll([[from, to]]);
  }

  dismissAll(ranges) {
    if (ranges.length === 0) return;
    for (const [from, to] of ranges) {
      this.#gone.push(...this.#ask((live) => live.dismiss(from, to)).removed);
      this.#note(from, to);
    }
    this.#dismissed = this.#ask((live) => live.state.dismissed);
  }

  restore(from, to) {
    this.#gone.push(...this.#ask((live) => live.restore(from, to)).removed);
    this.#dismissed = this.#ask((live) => live.state.dismissed);
    this.#note(from, to);
  }

  // Records where links may have changed: in the runs without white space that the change touches.
  #note(from, to, mapped = (at) => at) {
    const start = this.#reach(from, -1);
    const end = this.#reach(to, 1);
    const before = this.#changed;
    this.#changed = before ? { from: Math.min(mapped(before.from), start), to: Math.max(mapped(before.to), end) } : { from: start, to: end };
  }

  // The next white space before or after a position, or the end of the text.
  #reach(at, way) {
    const { length } = this;
    for (let step = 256; ; step *= 4) {
      const edge = Math.min(Math.max(at + way * step, 0), length);
      const text = this.slice(Math.min(at, edge), Math.max(at, edge));
      const found = way > 0 ? text.search(SPACE) : lastSpace(text);
      if (found >= 0) return way > 0 ? at + found : edge + found + 1;
      if (edge === 0 || edge === length) return edge;
    }
  }

  free() {
    this.#live.free();
  }
}
