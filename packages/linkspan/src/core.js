// Calls the WebAssembly: writes text as UTF-8 into its buffer, calls a function, and reads the list
// of numbers and the string that the function left in memory, before the next call. Offsets are
// UTF-16 code units. A function that fails returns -1, and the string is the message.
import {
  CAPTION, CAPTION_HEAD, CAPTION_LENGTH, CAPTION_TEXT, END, FORM, FORMS, HREF, HREF_LENGTH, KIND, KINDS, LINK, PLACE, START, TAG,
  TAG_LENGTH, TAG_START, VERSION,
} from './layout.js';
import { own } from './own.js';
import { decode, encode } from './utf8.js';

// Texts up to this length are tested here first: most messages contain no link, and a call costs
// more than this.
const SHORT = 256;
// What every link contains, if its detector allows this test.
const CANDIDATE = /(?!\.)[\S\uFEFF][.\u3002\uFF0E\uFF61](?!\.)[\S\uFEFF]|:\/\/|mailto:/i;
// Longer texts are searched in pieces that end after white space, which no link contains. U+FEFF is
// not white space in Unicode.
const PIECE = 1 << 16;
const SPACE = /[^\S\uFEFF]/;

export const problem = (message, Kind = Error, options) => new Kind(`linkspan: ${message}`, options);
// An error that loses the objects of the instance.
class Lost extends Error {
  isLost = true;
}
const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

let compiled;
let memory;
let bytes;
export let wasm;
export let numbers;

// When the memory grows, the old buffers become empty and are created again.
export function view() {
  if (bytes.length === 0) {
    bytes = new Uint8Array(memory.buffer);
    numbers = new Uint32Array(memory.buffer);
  }
}

function start(module = compiled) {
  const made = new WebAssembly.Instance(module, {}).exports;
  if (made.version?.() !== VERSION) throw problem('script and WebAssembly versions differ');
  ({ memory } = wasm = made);
  compiled = module;
  bytes = new Uint8Array(memory.buffer);
  numbers = new Uint32Array(memory.buffer);
  generation += 1;
  isBroken = false;
}

// Counts instances: objects of an older instance are lost.
let generation = 0;
// After a trap or a stack overflow, an instance is unusable; the next call starts another one.
let isBroken = false;

/**
 * Whether the WebAssembly is there: `waiting`, `ready`, or `failed` if it could not be loaded. After
 * `failed`, it can still become `ready`.
 */
export let status = 'waiting';
const watchers = new Set();
// How the WebAssembly is loaded when something waits for it.
let load;
export const loadBy = (call) => { load = call; };

export function become(next) {
  status = next;
  // Later, so that no watcher can disturb the caller or another watcher.
  for (const call of watchers) queueMicrotask(() => watchers.has(call) && call());
}

/** Starts with a module. The first one wins, so calling it twice is harmless. */
export function use(module) {
  if (wasm) return;
  start(module);
  become('ready');
}

function ready() {
  if (!wasm) throw problem('not started; `await init()` first');
  if (isBroken) start();
}

// Runs a call.
export function run(call, ...rest) {
  ready();
  try {
    return call(...rest);
  } catch (error) {
    if (/^linkspan:/.test(error.message)) throw error;
    isBroken = true;
    throw problem('internal error; please report the text', Lost, { cause: error });
  }
}

// Writes text into the buffer, after what was written before. Returns its length in bytes.
export function write(text, before = 0) {
  const { length } = text;
  const at = wasm.input(before, length * 3) + before;
  view();
  // For a short text, the encoder costs more than this.
  let i = 0;
  let end = at;
  if (length <= 64) {
    for (; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) {
        bytes[end++] = unit;
      } else if (unit < 0x800) {
        bytes[end++] = 0xC0 | unit >> 6;
        bytes[end++] = 0x80 | unit & 63;
      } else if (unit < 0xD800 || unit > 0xDFFF) {
        bytes[end++] = 0xE0 | unit >> 12;
        bytes[end++] = 0x80 | unit >> 6 & 63;
        bytes[end++] = 0x80 | unit & 63;
      } else {
        // The encoder knows pairs, and what becomes of half of one.
        break;
      }
    }
    if (i === length) return end - at;
  }
  return end - at + encode(text.slice(i), bytes.subarray(end, at + length * 3));
}

export function string() {
  const length = wasm.string_length();
  if (length === 0) return '';
  view();
  const at = wasm.string();
  return decode(bytes.subarray(at, at + length));
}

// The index of the first number.
export function first() {
  view();
  return wasm.numbers() >>> 2;
}

export function check(result) {
  if (result < 0) throw problem(string(), TypeError);
  return result;
}

export function text(value, name = 'text') {
  if (typeof value !== 'string') throw problem(`${name} must be a string, not ${value === null ? value : typeof value}`, TypeError);
  return value;
}

// Options are a profile or an object. A detector of another copy of this package is rejected.
function settings(options) {
  const type = options.find && options.find !== {}.find ? 'another Detector' : typeof options;
  if (!['string', 'object'].includes(type)) throw problem(`options must be a profile or an object, not ${type}`, TypeError);
  return type;
}

// Options in the notation of the WebAssembly.
const escaped = (value) => String(value).replace(/[\\\n\t]/g, (c) => `\\${c === '\n' ? 'n' : c === '\t' ? 't' : c}`);
const dashed = (name) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
// One object may contain options for finding, for HTML and for layout.
const OTHERS = {
  html: ['rel', 'target', 'class', 'caption', 'shorten', 'title', 'href', 'isolate', 'bidi', 'skipTags'],
  layout: ['order', 'direction'],
  find: ['most'],
};
export function lines(options, of) {
  let out = '';
  for (const [name, value] of Object.entries(typeof options === 'object' ? options ?? {} : {})) {
    const owner = Object.keys(OTHERS).find((other) => OTHERS[other].includes(name));
    if (value == null || owner !== of) continue;
    out += `${escaped(dashed(name))}\t${escaped(Array.isArray(value) ? value.join(',') : value)}\n`;
  }
  return out;
}

/** A part of the string of a result. */
export const part = (strings, start, length) => strings.slice(start, start + length);

/** The link at `at` in a list of numbers, with its text and the string of the result. */
export function link(list, at, typed, strings, base = 0) {
  const form = FORMS[list[at + FORM]];
  return {
    start: base + list[at + START],
    end: base + list[at + END],
    kind: KINDS[list[at + KIND]],
    text: typed,
    href: form ? form[0] + typed + form[1] : part(strings, list[at + HREF], list[at + HREF_LENGTH]),
    caption: list[at + CAPTION_LENGTH] === 0 ? typed : part(strings, list[at + CAPTION], list[at + CAPTION_LENGTH]),
  };
}

// The pieces of a long text, with their offsets.
function pieces(whole) {
  const all = [];
  let start = 0;
  while (whole.length - start > PIECE) {
    let end = start + PIECE;
    while (end > start && !SPACE.test(whole[end - 1])) end -= 1;
    // A piece without white space is longer.
    if (end === start) {
      end += PIECE;
      while (end < whole.length && !SPACE.test(whole[end - 1])) end += 1;
    }
    all.push([start, whole.slice(start, end)]);
    start = end;
  }
  return [...all, [start, whole.slice(start)]];
}

// The text around an offset in which a link may lie: white space ends every link.
function runAround(whole, at) {
  let [start, end] = [at, at];
  while (start > 0 && !SPACE.test(whole[start - 1])) start -= 1;
  while (end < whole.length && !SPACE.test(whole[end])) end += 1;
  return [start, end];
}

// Some runtimes for servers have no registry; there, objects last as long as the instance.
const freed = globalThis.FinalizationRegistry && new FinalizationRegistry(([of, free, id]) => {
  if (of === generation) wasm[free](id);
});

// An object that the instance keeps. When the instance is replaced, the object is lost, or created
// again with `again`; and such an object may exist before the instance does.
export class Kept {
  #id = 0;
  #of = -1;
  #free;
  #again;
  constructor(free, make, again) {
    this.#free = free;
    this.#again = again;
    if (wasm || !again) this.#start(make);
  }
  #start(make) {
    this.#id = check(run(make));
    this.#of = generation;
    freed?.register(this, [generation, this.#free, this.#id], this);
  }
  get id() {
    ready();
    if (this.#id < 0) throw problem('already freed');
    if (this.#of !== generation) {
      if (!this.#again) throw problem('lost in an error; create a new one', Lost);
      this.#start(this.#again);
    }
    return this.#id;
  }
  free() {
    if (this.#id < 0) return;
    freed?.unregister(this);
    if (this.#of === generation) wasm[this.#free](this.#id);
    this.#id = -1;
  }
  [dispose]() {
    this.free();
  }
}

/** Calls a function with the lengths of a text and of the options after it; returns the string. */
export const asked = (value, options, call) => run(() => {
  const written = write(text(value));
  check(call(written, write(options, written)));
  return string();
});

// Adds the links of a piece of text.
function search(id, piece, base, most, links) {
  const written = write(piece);
  const count = wasm.find(id, written, written === piece.length ? 1 : 0, Math.min(most - links.length, 2 ** 31));
  if (count === 0) return;
  const strings = string();
  let at = first();
  for (let i = 0; i < count; i++, at += LINK) {
    links.push(link(numbers, at, piece.slice(numbers[at + START], numbers[at + END]), strings, base));
  }
}

/** Finds links, with options that are read once. */
export class Detector extends Kept {
  #pretests;
  constructor(given) {
    const options = given ?? {};
    const { profile = 'recommended', ...rest } = own(settings(options) === 'string' ? { profile: options } : options);
    const read = lines({ profile, ...rest });
    const make = () => wasm.detector(write(read));
    super('detector_free', make, make);
    if (wasm) this.#ask();
  }
  // Whether every link passes the test for candidates.
  #ask() {
    const { id } = this;
    this.#pretests = run(wasm.needs_separator, id) === 1;
    return this.#pretests;
  }
  /** Whether the package is there: `waiting`, `ready` or `failed`. */
  get status() {
    return status;
  }
  /**
   * Calls back whenever the status changes, and starts the package if that has not been tried.
   * Returns a function that ends it.
   */
  watch(call) {
    const watcher = () => call();
    watchers.add(watcher);
    if (status === 'waiting') load?.();
    return () => { watchers.delete(watcher); };
  }
  /** Whether a text may contain a link; `false` is definite. */
  pretest(value) {
    return !(this.#pretests ?? this.#ask()) || CANDIDATE.test(text(value));
  }
  #isPlain(value) {
    return value.length <= SHORT && (this.#pretests ?? this.#ask()) && !CANDIDATE.test(value);
  }
  find(value, given) {
    const most = given ?? Infinity;
    if (typeof most !== 'number' || !(most >= 0)) throw problem('most must be a number', TypeError);
    const links = [];
    if (this.#isPlain(text(value))) return links;
    const { id } = this;
    if (value.length <= PIECE) run(search, id, value, 0, most, links);
    else pieces(value).forEach(([base, piece]) => links.length < most && run(search, id, piece, base, most, links));
    return links;
  }
  findPacked(value) {
    if (this.#isPlain(text(value))) return new Uint32Array(0);
    const { id } = this;
    const parts = pieces(value).map(([base, piece]) => run(() => {
      const written = write(piece);
      const count = wasm.places(id, written, written === piece.length ? 1 : 0);
      const at = first();
      const found = numbers.slice(at, at + count * PLACE);
      // Kinds are not shifted.
      return base > 0 ? found.map((number, i) => (i % PLACE === KIND ? number : number + base)) : found;
    }));
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
    return pieces(value).some(([, piece]) => run(() => wasm.test(id, write(piece))) !== 0);
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
  /** The link that contains an offset. Reads only the text around it, up to white space. */
  linkOver(value, at) {
    return this.#near(value, at, (link) => link.start <= at && at < link.end);
  }
  /** The link that starts at an offset. */
  linkAt(value, at) {
    return this.#near(value, at, (link) => link.start === at);
  }
  #near(value, at, isWanted) {
    if (!Number.isInteger(at)) throw problem('the offset must be a whole number', TypeError);
    if (at < 0 || at >= text(value).length) return null;
    const [start, end] = runAround(value, at);
    const link = this.find(value.slice(start, end)).map((one) => ({ ...one, start: start + one.start, end: start + one.end })).find(isWanted);
    return link ?? null;
  }
  /** The text of a caption, and the tags that isolate it and keep it in order: for adapters. */
  tags(caption, kind) {
    return run(() => {
      const count = wasm.caption(write(caption), KINDS.indexOf(kind));
      const strings = string();
      let at = first();
      let done = numbers[at + CAPTION_TEXT];
      const tags = [];
      for (at += CAPTION_HEAD; tags.length < count; at += TAG) {
        tags.push([numbers[at + TAG_START], part(strings, done, numbers[at + TAG_LENGTH])]);
        done += numbers[at + TAG_LENGTH];
      }
      return { text: part(strings, 0, numbers[first() + CAPTION_TEXT]), tags };
    });
  }
  linkify(value, options) {
    const { id } = this;
    return asked(value, lines(options, 'html'), (...all) => wasm.linkify(id, ...all));
  }
  explain(value) {
    const { id } = this;
    return run(() => {
      const written = write(text(value));
      wasm.explain(id, written, written === value.length ? 1 : 0);
      return JSON.parse(string());
    });
  }
  layOut(value, form = 'visual', options) {
    const { id } = this;
    return asked(value, lines({ form }) + lines(options, 'layout'), (...all) => wasm.lay_out(id, ...all));
  }
}

// The detectors for options, by object and by content.
const byObject = new WeakMap();
const detectors = new Map();

/** Returns the detector for options, which is created once. */
export function detectorOf(given) {
  const options = given ?? 'recommended';
  if (options instanceof Detector) return options;
  const isObject = settings(options) === 'object';
  let found = isObject ? byObject.get(options) : undefined;
  if (!found) {
    // Read once: another reading could give other options than those of the key.
    const read = isObject ? own(options) : options;
    const key = isObject ? lines(read) : read;
    found = detectors.get(key) ?? new Detector(read);
    detectors.set(key, found);
    if (isObject) byObject.set(options, found);
  }
  return found;
}

export const find = (text, options) => detectorOf(options).find(text, options && Object.hasOwn(options, 'most') ? options.most : undefined);

export const format = (url, form = 'minimal') => asked(text(url, 'url'), lines({ form }), (...all) => wasm.format(...all));
export const defang = (value) => asked(value, '', (written) => wasm.defang(written));
export const refang = (value) => asked(value, '', (written) => wasm.refang(written));

export const domain = (host) => run(() => (wasm.domain(write(text(host, 'host'))) ? string() : null));
