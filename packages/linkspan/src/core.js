// Talks to the WebAssembly. The interface is crates/linkspan-wasm/src/abi.rs: text goes into a buffer as UTF-8, what a
// call makes is a list of numbers and a string. Offsets are UTF-16 code units.

const VERSION = 1;
const KINDS = ['url', 'email', 'file'];
// What is before and after the text of a link in its address; the first way is an address of its own.
const BEFORE = ['', '', '', 'https://', 'https://', 'http://', 'http://', 'mailto:', 'mailto:'];
const AFTER = ['', '', '/', '', '/', '', '/', '', '/'];

// A text that is not longer is looked at here first: most messages have no link, and a call costs more than this.
const SHORT = 256;
// What every link has, if its detector has only the usual schemes.
const CANDIDATE = /[^\s][.\u3002\uFF0E\uFF61][^\s]|:\/\/|mailto:/i;
// Longer texts are searched in pieces that end after white space, which no link has.
const PIECE = 1 << 16;
const SPACE = /\s/;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let compiled;
let wasm;
let memory;
let bytes;
let numbers;

// The buffers are made anew when the memory grows.
function view() {
  if (bytes.buffer !== memory.buffer) {
    bytes = new Uint8Array(memory.buffer);
    numbers = new Uint32Array(memory.buffer);
  }
}

function start() {
  wasm = new WebAssembly.Instance(compiled, {}).exports;
  if (wasm.version() !== VERSION) {
    throw new Error(`linkspan: the WebAssembly is of version ${wasm.version()}, the script of ${VERSION}; load both from one package`);
  }
  memory = wasm.memory;
  bytes = new Uint8Array(memory.buffer);
  numbers = new Uint32Array(memory.buffer);
  generation += 1;
}

// Counts instances: what an older one kept is gone.
let generation = 0;

/** Starts with a module. The first one wins, so that it may be called twice. */
export function use(module) {
  if (wasm) return;
  compiled = module;
  start();
}

export const isReady = () => wasm !== undefined;

// Runs a call. After a trap the instance cannot be used any more, so there is a new one for the next call.
function run(call) {
  if (!wasm) throw new Error('linkspan: not started; `await init()` first');
  try {
    return call();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) {
      start();
      throw new Error('linkspan: internal error; please report the text', { cause: error });
    }
    throw error;
  }
}

// Writes text into the buffer, at an offset. Returns how many bytes it takes.
function write(text, offset = 0) {
  const { length } = text;
  if (length <= 64) {
    const at = wasm.input(offset + length * 3) + offset;
    view();
    let i = 0;
    for (; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 127) break;
      bytes[at + i] = unit;
    }
    if (i === length) return length;
    return i + encoder.encodeInto(text.slice(i), bytes.subarray(at + i, at + length * 3)).written;
  }
  const at = wasm.input(offset + length * 3) + offset;
  view();
  return encoder.encodeInto(text, bytes.subarray(at, at + length * 3)).written;
}

function string() {
  const length = wasm.string_length();
  if (length === 0) return '';
  view();
  const at = wasm.string();
  return decoder.decode(bytes.subarray(at, at + length));
}

// The index of the first number.
function first() {
  view();
  return wasm.numbers() >>> 2;
}

function check(result) {
  if (result < 0) throw new TypeError(`linkspan: ${string()}`);
  return result;
}

function text(value, name = 'text') {
  if (typeof value !== 'string') throw new TypeError(`linkspan: ${name} must be a string, not ${value === null ? 'null' : typeof value}`);
  return value;
}

// Options as the WebAssembly reads them.
const escaped = (value) => String(value).replace(/[\\\n\t]/g, (c) => ({ '\\': '\\\\', '\n': '\\n', '\t': '\\t' })[c]);
const dashed = (name) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
function lines(options) {
  let out = '';
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    out += `${dashed(name)}\t${escaped(Array.isArray(value) ? value.join(',') : value)}\n`;
  }
  return out;
}

// The address of a link.
function address(how, typed, start, length, addresses) {
  return how === 0 ? addresses.slice(start, start + length) : BEFORE[how] + typed + AFTER[how];
}

// The pieces of a long text, with their offsets.
function* pieces(whole) {
  let start = 0;
  while (whole.length - start > PIECE) {
    let end = start + PIECE;
    while (end > start && !SPACE.test(whole[end - 1])) end -= 1;
    // A piece without white space is longer.
    if (end === start) {
      end = start + PIECE;
      while (end < whole.length && !SPACE.test(whole[end - 1])) end += 1;
    }
    yield [start, whole.slice(start, end)];
    start = end;
  }
  yield [start, start === 0 ? whole : whole.slice(start)];
}

const freed = typeof FinalizationRegistry === 'undefined' ? null : new FinalizationRegistry(([of, free, id]) => {
  if (of === generation) wasm[free](id);
});

// Something that the instance keeps. It is made anew when the instance had to be replaced, if it can be.
class Kept {
  #id = -1;
  #of = -1;
  #free;
  #make;
  constructor(free, make) {
    this.#free = free;
    this.#make = make;
    this.#start();
  }
  #start() {
    this.#id = check(run(this.#make));
    this.#of = generation;
    freed?.register(this, [this.#of, this.#free, this.#id], this);
  }
  get id() {
    if (this.#id < 0) throw new Error('linkspan: it was freed');
    if (this.#of !== generation) this.#start();
    return this.#id;
  }
  get isLost() {
    return this.#id >= 0 && this.#of !== generation;
  }
  free() {
    if (this.#id < 0) return;
    freed?.unregister(this);
    if (this.#of === generation) wasm[this.#free](this.#id);
    this.#id = -1;
  }
}

/** Finds links, with options that are read once. */
export class Detector {
  #kept;
  #pretests;
  constructor(options = {}) {
    const all = typeof options === 'string' ? { profile: options } : { ...options };
    const { profile = 'recommended', ...rest } = all;
    const read = lines({ profile, ...rest });
    this.#kept = new Kept('detector_free', () => wasm.detector(write(read)));
    // Other schemes need no `//`, and other grammars no dot.
    this.#pretests = profile !== 'pri185' && rest.grammar === undefined && rest.addScheme === undefined
      && rest.addUnsafeScheme === undefined && rest.bareIp === undefined && rest.ipHosts !== 'bare';
  }
  get id() {
    return this.#kept.id;
  }
  free() {
    this.#kept.free();
  }
  /** Whether there may be a link; `false` is certain. */
  pretest(value) {
    return !this.#pretests || CANDIDATE.test(text(value));
  }
  #isPlain(value) {
    return value.length <= SHORT && this.#pretests && !CANDIDATE.test(value);
  }
  find(value, most = Infinity) {
    const links = [];
    if (this.#isPlain(text(value))) return links;
    const { id } = this;
    for (const [base, piece] of pieces(value)) {
      run(() => {
        const written = write(piece);
        const count = wasm.find(id, written, written === piece.length ? 1 : 0);
        if (count === 0) return;
        const addresses = string();
        let at = first();
        for (let i = 0; i < count && links.length < most; i++, at += 5) {
          const start = numbers[at];
          const end = numbers[at + 1];
          const what = numbers[at + 2];
          const typed = piece.slice(start, end);
          links.push({
            start: base + start,
            end: base + end,
            kind: KINDS[what & 255],
            text: typed,
            href: address(what >>> 8, typed, numbers[at + 3], numbers[at + 4], addresses),
          });
        }
      });
      if (links.length >= most) break;
    }
    return links;
  }
  findPacked(value) {
    if (this.#isPlain(text(value))) return new Uint32Array(0);
    const { id } = this;
    const parts = [];
    for (const [base, piece] of pieces(value)) {
      run(() => {
        const written = write(piece);
        const count = wasm.places(id, written, written === piece.length ? 1 : 0);
        if (count === 0) return;
        const at = first();
        const found = numbers.slice(at, at + count * 3);
        if (base > 0) {
          for (let i = 0; i < found.length; i += 3) {
            found[i] += base;
            found[i + 1] += base;
          }
        }
        parts.push(found);
      });
    }
    if (parts.length === 1) return parts[0];
    const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
  test(value) {
    if (this.#isPlain(text(value))) return false;
    const { id } = this;
    for (const [, piece] of pieces(value)) {
      if (run(() => wasm.test(id, write(piece))) !== 0) return true;
    }
    return false;
  }
  spans(value) {
    const spans = [];
    let done = 0;
    for (const link of this.find(value)) {
      if (link.start > done) spans.push(value.slice(done, link.start));
      spans.push(link);
      done = link.end;
    }
    if (done < value.length) spans.push(value.slice(done));
    return spans;
  }
  linkify(value, options = {}) {
    const { className, ...rest } = options;
    const read = lines({ class: className, ...rest });
    const { id } = this;
    return run(() => {
      const written = write(text(value));
      const more = write2(value, written, read);
      check(wasm.linkify(id, written, more));
      return string();
    });
  }
  explain(value) {
    const { id } = this;
    return run(() => {
      const written = write(text(value));
      wasm.explain(id, written, written === value.length ? 1 : 0);
      return JSON.parse(string());
    });
  }
  layOut(value, form = 'visual', options = {}) {
    const what = ['visual', 'controls', 'html'].indexOf(form);
    if (what < 0) throw new TypeError(`linkspan: ${form} is not visual, controls or html`);
    const read = lines(options);
    const { id } = this;
    return run(() => {
      const written = write(text(value));
      const more = write2(value, written, read);
      check(wasm.lay_out(id, written, more, what));
      return string();
    });
  }
  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.free();
  }
}

// Writes options after a text. The buffer may move when it grows, so the text is written again then.
function write2(value, written, options) {
  const before = wasm.input(0);
  const more = write(options, written);
  if (wasm.input(0) !== before) write(value);
  return more;
}

const detectors = new Map();
const byObject = new WeakMap();

/** The detector for options, made once. */
export function detectorOf(options) {
  if (options === undefined) options = 'recommended';
  if (options instanceof Detector) return options;
  if (typeof options === 'object' && options !== null) {
    let found = byObject.get(options);
    if (!found) {
      found = new Detector(options);
      byObject.set(options, found);
    }
    return found;
  }
  let found = detectors.get(options);
  if (!found) {
    found = new Detector(String(options));
    detectors.set(options, found);
  }
  return found;
}

export function format(url, form = 'minimal') {
  const what = ['minimal', 'display', 'ascii'].indexOf(form);
  if (what < 0) throw new TypeError(`linkspan: ${form} is not minimal, display or ascii`);
  return run(() => {
    check(wasm.format(write(text(url, 'url')), what));
    return string();
  });
}

const fang = (value, way) => run(() => {
  wasm.fang(write(text(value)), way);
  return string();
});
export const defang = (value) => fang(value, 0);
export const refang = (value) => fang(value, 1);

export function registrableDomain(host) {
  return run(() => (wasm.registrable_domain(write(text(host, 'host'))) ? string() : null));
}

function live(at, addresses, slice) {
  const what = numbers[at + 4];
  const [start, end] = [numbers[at + 2], numbers[at + 3]];
  return { id: numbers[at] + numbers[at + 1] * 2 ** 32, start, end, kind: KINDS[what & 255], how: what >>> 8, from: numbers[at + 5], length: numbers[at + 6], addresses };
}

/** Text that is edited, and its links. Offsets are UTF-16 code units. */
export class LiveText {
  #kept;
  #detector;
  #undo = [];
  constructor(value = '', options, state) {
    this.#detector = detectorOf(options);
    const of = this.#detector.id;
    text(value);
    this.#kept = new Kept('live_free', () => {
      const written = write(value);
      if (!state) return wasm.live(of, written);
      const { enabled = true, dismissed = [] } = state;
      const at = wasm.input(written + dismissed.length * 8);
      view();
      write(value);
      const words = new DataView(memory.buffer, at + written, dismissed.length * 8);
      dismissed.forEach(([start, end], i) => {
        words.setUint32(i * 8, start, true);
        words.setUint32(i * 8 + 4, end, true);
      });
      return wasm.live_with(of, written, enabled ? 1 : 0, dismissed.length);
    });
  }
  #id() {
    if (this.#kept.isLost) throw new Error('linkspan: the text was lost by an internal error; make it anew');
    return this.#kept.id;
  }
  // The texts of links are in the live text, not in the answer.
  #links(ids, raw) {
    return raw.map(({ how, from, length, addresses, ...link }) => {
      const typed = this.slice(link.start, link.end);
      return { ...link, text: typed, href: address(how, typed, from, length, addresses) };
    });
  }
  #changes(result) {
    check(result);
    const addresses = string();
    const at = first();
    const [removed, added, moved, from, by, undo] = numbers.subarray(at, at + 6);
    let next = at + 6;
    const gone = [];
    for (let i = 0; i < removed; i++, next += 2) gone.push(numbers[next] + numbers[next + 1] * 2 ** 32);
    const raw = [];
    for (let i = 0; i < added + moved; i++, next += 7) raw.push(live(next, addresses));
    const links = this.#links(null, raw);
    const changes = { removed: gone, added: links.slice(0, added), moved: links.slice(added), shift: { from, by: by | 0 } };
    if (undo !== 0xffffffff) changes.undo = undo;
    return changes;
  }
  edit(start, end, insert = '') {
    const id = this.#id();
    return run(() => this.#changes(wasm.live_edit(id, start, end, write(text(insert, 'insert')))));
  }
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
  #read(count) {
    const addresses = string();
    const at = first();
    const raw = [];
    for (let i = 0; i < count; i++) raw.push(live(at + i * 7, addresses));
    return this.#links(null, raw);
  }
  links(start = 0, end = this.length) {
    const id = this.#id();
    return run(() => this.#read(wasm.live_links(id, start, end)));
  }
  pending(caret) {
    const id = this.#id();
    return run(() => this.#read(wasm.live_pending(id, caret))[0] ?? null);
  }
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

/** Links in text that arrives in pieces: each is given once, when it is complete. */
export class Stream {
  #kept;
  // Half of a pair waits for the other one.
  #half = '';
  constructor(options) {
    const of = detectorOf(options).id;
    this.#kept = new Kept('stream_free', () => wasm.stream(of));
  }
  #links(count) {
    if (count === 0) return [];
    const all = string();
    const at = first();
    const links = [];
    for (let i = 0; i < count; i++) {
      const n = at + i * 7;
      const typed = all.slice(numbers[n + 5], numbers[n + 5] + numbers[n + 6]);
      links.push({
        start: numbers[n],
        end: numbers[n + 1],
        kind: KINDS[numbers[n + 2] & 255],
        text: typed,
        href: address(numbers[n + 2] >>> 8, typed, numbers[n + 3], numbers[n + 4], all),
      });
    }
    return links;
  }
  push(chunk) {
    if (this.#kept.isLost) throw new Error('linkspan: the stream was lost by an internal error; make it anew');
    const { id } = this.#kept;
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
    const last = this.#half ? this.push(`${this.#half} `) : [];
    const { id } = this.#kept;
    const links = run(() => this.#links(wasm.stream_finish(id)));
    this.#kept.free();
    return [...last, ...links];
  }
  free() {
    this.#kept.free();
  }
  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.free();
  }
}
