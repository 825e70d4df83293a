// What the tables say of a character. Characters are code points, and -1 where the text has none. Where they do not say
// it, `UNSURE` is thrown: the library knows it.
import { BRACKETS, CLASSES, COUNTRIES, LENGTHS, RUNS, TLDS, TLD_LETTERS } from './tables.js';

export const INCLUDE = 0;
export const HARD = 1;
export const SOFT = 2;
export const OPEN = 3;
export const CLOSE = 4;
const OTHER = 5;

// Classes in prose.
export const UNSPACED = 1;
export const SENTENCE_END = 2;
export const COMMA = 3;
export const PAUSE = 4;
export const QUOTE = 5;
export const FULLWIDTH_OPEN = 6;
export const UNSEEN = 7;
export const BIDI_CONTROL = 8;

export const UNSURE = { is: 'unsure' };

/** The most characters that a rule looks at around a place. */
export const NEAR = 64;

export const isAscii = (c) => c >= 0 && c < 0x80;
export const isDigit = (c) => c >= 48 && c <= 57;
export const isUpper = (c) => c >= 65 && c <= 90;
export const isLower = (c) => c >= 97 && c <= 122;
export const isLetter = (c) => isUpper(c) || isLower(c);
export const isAlphanumeric = (c) => isDigit(c) || isLetter(c);

const classes = CLASSES.split(' ').map((digits) => [...digits].map(Number));
const starts = [];
const numbers = [];
let next = 0x80;
LENGTHS.match(/[0-9A-Z][a-z]*/g).forEach((digits, i) => {
  starts.push(next);
  numbers.push(RUNS.charCodeAt(i) - 65);
  next += 1 + parseInt(digits[0], 36);
  for (let place = 1, unit = 36; place < digits.length; place++, unit *= 26) next += (digits.charCodeAt(place) - 97) * unit;
});
const openings = {};
BRACKETS.split(' ').forEach((close, i, all) => {
  if (i % 2 === 0) openings[parseInt(close, 36)] = parseInt(all[i + 1], 36);
});

const ASCII_SOFT = '!"\',.:;?';

// ASCII is nothing that prose looks at.
function readAscii(c) {
  const sign = String.fromCharCode(c);
  if (c <= 0x20 || c === 0x7F) return [HARD, 0];
  if (isAlphanumeric(c)) return [INCLUDE, 0];
  if ('([{<'.includes(sign)) return [OPEN, 0];
  if (')]}>'.includes(sign)) return [CLOSE, 0];
  return [ASCII_SOFT.includes(sign) ? SOFT : INCLUDE, 0];
}
const ascii = [];
for (let c = 0; c < 0x80; c++) ascii.push(readAscii(c));

// The class of the last character that was asked for: each is asked several things.
let last = 0;
let found = ascii[0];

function classOf(c) {
  if (c < 0x80) return c < 0 ? ascii[0] : ascii[c];
  if (c === last) return found;
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= c) low = middle;
    else high = middle;
  }
  last = c;
  found = classes[numbers[low]];
  if (found[0] === OTHER) {
    last = 0;
    throw UNSURE;
  }
  return found;
}

export const termOf = (c) => classOf(c)[0];
export const proseOf = (c) => classOf(c)[1];
export const isHard = (c) => termOf(c) === HARD;
export const isUnspaced = (c) => proseOf(c) === UNSPACED;
export const isUnseen = (c) => proseOf(c) === UNSEEN || proseOf(c) === BIDI_CONTROL;

/** Whether a character is a letter or a number that links can contain, where that is known without a table of letters. */
export function isWord(c) {
  if (c < 0x80 || termOf(c) !== INCLUDE) return isAlphanumeric(c);
  const sign = String.fromCodePoint(c);
  // Regular expressions have escapes: bundlers leave them as they are, and a script may be read as Latin-1.
  if (sign.toLowerCase() !== sign.toUpperCase() || /[\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FCB\uAC00-\uD7A3]/.test(sign)) return true;
  throw UNSURE;
}

/** The opening bracket of a closing one; -1 for other characters. */
export const openingOf = (c) => (termOf(c) !== CLOSE ? -1 : openings[c] || (c === 0x29 ? 0x28 : c < 0x80 ? c - 2 : c - 1));

/** The character at a place. A surrogate without the other half is read as U+FFFD, as it is sent. */
export function readAt(text, at) {
  if (at < 0 || at >= text.length) return -1;
  const c = text.codePointAt(at);
  return c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c;
}

/** The character before a place. */
export function readBefore(text, at) {
  if (at < 1) return -1;
  const unit = text.charCodeAt(at - 1);
  if (unit >= 0xDC00 && unit <= 0xDFFF && at > 1) {
    const c = text.codePointAt(at - 2);
    if (c > 0xFFFF) return c;
  }
  return unit >= 0xD800 && unit <= 0xDFFF ? 0xFFFD : unit;
}

/** The length of a character in a text. */
export const lengthOf = (c) => (c > 0xFFFF ? 2 : 1);

/** Whether a character is one of those of a text. */
export const isIn = (signs, c) => c >= 0 && signs.includes(String.fromCodePoint(c));

/** Whether a text has an ASCII text in lower case at a place, in any case. None has a `k`, which is also the lower case of U+212A. */
export const hasAnyCase = (text, at, lower) => text.substr(at, lower.length).toLowerCase() === lower;

/** Whether the start of a scheme with `://`, or of `mailto:`, is at a place. */
export function startsScheme(text, at) {
  if (!isLetter(text.charCodeAt(at))) return false;
  const [scheme] = /^[a-z0-9+.-]*/i.exec(text.substr(at, 32));
  const rest = at + scheme.length;
  return text.startsWith('://', rest) || scheme.toLowerCase() === 'mailto' && text[rest] === ':';
}

/** Full-width quotation marks, and marks that separate or surround. */
export const isWideMark = (c) => [0xFF02, 0xFF07, 0xFF0A, 0xFF0F, 0xFF1C, 0xFF1E, 0xFF5C, 0x301D, 0x301E, 0x301F].includes(c);

/** Whether a character is punctuation of a sentence outside ASCII, which no host contains. */
export const isWidePunctuation = (c) => [SENTENCE_END, COMMA, PAUSE, FULLWIDTH_OPEN].includes(proseOf(c)) || isWideMark(c);

/** Pictographs that people add after a text. */
export const isPictograph = (c) => c >= 0x2600 && c <= 0x27BF || c >= 0x2B00 && c <= 0x2BFF || c >= 0x1F000 && c <= 0x1FAFF;

/** Whether a label of ASCII letters is one of the top-level domains that the tables have: those of two and three letters. */
export function isListedTld(label) {
  const name = label.toLowerCase();
  if (name.length === 2) {
    const pair = (name.charCodeAt(0) - 97) * 26 + name.charCodeAt(1) - 97;
    return (parseInt(COUNTRIES[pair >> 2], 16) >> (3 - (pair & 3)) & 1) === 1;
  }
  for (let at = 0; at < TLDS.length; at += 3) if (TLDS.substr(at, 3) === name) return true;
  return false;
}

/** Whether a top-level domain in a script without spaces starts with a letter. */
export const startsTld = (c) => isIn(TLD_LETTERS, c);
