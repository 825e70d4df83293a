// Letters of scripts without spaces that are glued to a path or a query: `https://example.com/docs了解更多`, but
// `https://zh.wikipedia.org/wiki/C语言`. Nothing in the syntax says where such a URL ends; `judge/tail` of the library,
// of which this is a port, says what is weighed, and why.
import {
  NEAR, isAlphanumeric, isHard, isIn, isUnspaced, isWidePunctuation, lengthOf, openingOf, readAt, readBefore, startsScheme,
} from './characters.js';
import { FRAGMENT, QUERY } from './tail.js';
import { CODE, EMPTY, FILE, LOWER, endsWithShared, readWord } from './word.js';
import {
  ANCHOR_WORDS, COUNTERS, FUNCTION_LETTERS, KANA_PARTICLES, LONG, NEVER_FIRST, PAGE_WORDS, PARTICLES, SENTENCE_LETTERS, SURE_PARTICLES,
} from './words.js';

// The scripts that are written without spaces. Han and kana are in one text; the others are Thai, Lao and so on.
const HAN = 1;
const KANA = 2;
const HANGUL = 3;
const OTHER = 4;

function scriptOf(c) {
  const within = (from, to) => c >= from && c <= to;
  if (within(0x3041, 0x30FF) || within(0x31F0, 0x31FF) || within(0xFF66, 0xFF9F)) return KANA;
  if (within(0x1100, 0x11FF) || within(0x3131, 0x318E) || within(0xA960, 0xA97C) || within(0xAC00, 0xD7FB)) return HANGUL;
  return within(0x2E80, 0x9FFF) || within(0xF900, 0xFAFF) || within(0x20000, 0x3FFFD) ? HAN : OTHER;
}

// What follows glued letters: a delimiter, the punctuation of a sentence, more of the URL, or another URL.
const DELIMITER = 1;
const PUNCTUATION = 2;
const GOES_ON = 3;
const URL = 4;

/** Whether a character is a letter of such a script, or belongs to one: voicing marks, and `〆`. */
const isProseLetter = (c) => isUnspaced(c) || c === 0x3099 || c === 0x309A || c === 0x3006;

const startsWithOne = (words, typed) => words.split(' ').some((word) => typed.startsWith(word));

/** Whether a text is one of the first particles, composed or decomposed. */
const isParticle = (typed, most) => typed.length <= 12 && PARTICLES.split(' ').slice(0, most).some((word) => decompose(word) === decompose(typed));

/** The conjoining letters of Hangul. U+11A7 is not one of them. */
const decompose = (text) => text.normalize('NFD').replace(/\u11A7/g, '');

/** Reads glued letters, and the ASCII letters and digits among them. */
function readLetters(text, from) {
  const letters = { end: from, count: 0, is: DELIMITER };
  let isAfterLetter = false;
  let hasAscii = false;
  while (letters.end < text.length) {
    const c = readAt(text, letters.end);
    const isLetter = isProseLetter(c);
    if (!isLetter && !isAlphanumeric(c)) {
      // `看README.md`: the sentence goes on, not the URL.
      letters.is = hasAscii && isIn('._-', c) ? PUNCTUATION : judgeNext(text, letters.end, c);
      break;
    }
    if (isAfterLetter && !isLetter && startsScheme(text, letters.end)) {
      letters.is = URL;
      break;
    }
    if (letters.count === NEAR) {
      letters.is = PUNCTUATION;
      break;
    }
    isAfterLetter = isLetter;
    hasAscii = hasAscii || !isLetter;
    letters.end += lengthOf(c);
    letters.count++;
  }
  return letters;
}

function judgeNext(text, at, c) {
  const next = readAt(text, at + lengthOf(c));
  if (isIn('/=&%#', c)) return GOES_ON;
  if (isIn('.?', c)) return isAlphanumeric(next) ? GOES_ON : PUNCTUATION;
  if (isIn('_-+~', c) && (isAlphanumeric(next) || isProseLetter(next))) return GOES_ON;
  if (isIn(',;:!', c)) return PUNCTUATION;
  return !isHard(c) && isWidePunctuation(c) ? PUNCTUATION : DELIMITER;
}

// What surrounds a URL and what is glued to it: syntax delimits URLs and not sentences, quotation marks either.
const MARKUP = 1;
const QUOTES = 2;

function readSurrounds(text, start, end) {
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  const pair = before + after;
  if (pair.length === 2 && ['<>', '><', '``', '{}'].includes(pair) || pair === '()' && text[start - 2] === ']') return MARKUP;
  if (pair === '""' || pair === "''") return text[start - 2] === '=' ? MARKUP : QUOTES;
  if (pair === '\u201C\u201D') return QUOTES;
  const close = readAt(text, end);
  return close >= 0 && openingOf(close) >= 0 && openingOf(close) === readBefore(text, start) ? QUOTES : 0;
}

/** Whether the letter at a place starts prose that is glued to the URL from `start`, which is ASCII so far. */
export function isProse(text, start, at, part) {
  const first = readAt(text, at);
  const url = text.slice(start, at);
  const isAfterSlash = url.endsWith('/');
  const before = readBefore(text, start);
  const glued = { ...readLetters(text, at), first, script: scriptOf(first), isAfterProse: false };
  const typed = text.slice(at, glued.end);
  if (isProseLetter(before)) {
    const other = scriptOf(before);
    glued.isAfterProse = other === glued.script || other + glued.script === HAN + KANA;
  }
  const surrounds = readSurrounds(text, start, glued.end);
  if (surrounds === MARKUP || glued.is === GOES_ON) return false;
  if (isAfterSlash && !endsWithShared(url)) {
    // Most letters after a slash are a path.
    if (glued.script === HAN && !isProseLetter(before) && !isIn(NEVER_FIRST, first)) return false;
    if (glued.is !== URL && !followsSlash(glued, typed)) return false;
  }
  const word = readWord(url, part);
  // `/wiki/C-语言`, `/v2_说明`: a hyphen joins, but codes may end with one.
  if (/[-_=]$/.test(url) && !word.isRandom) return false;
  if (glued.is === URL) return !word.isTitle;
  if (word.isTitle || surrounds === QUOTES && !word.isRandom && glued.script !== OTHER) return followsTitle(glued, typed);
  if (word.kind === EMPTY || word.kind === FILE) return true;
  if (word.kind === CODE) return !(word.isShortNumber && isIn(COUNTERS, first));
  if (part === FRAGMENT && !word.isRoute) return followsAnchor(glued, typed, word.kind);
  return followsWord(glued, typed, word.kind, part === QUERY);
}

/** Whether the first letter is one with which a sentence goes on. */
const isSentence = ({ first }) => isIn(FUNCTION_LETTERS + NEVER_FIRST, first) || isIn(SENTENCE_LETTERS, first);

/** Whether letters follow a title, or what was searched for. */
function followsTitle({ script, isAfterProse }, typed) {
  if (script === HANGUL) return isParticle(typed, SURE_PARTICLES);
  return script === KANA && isAfterProse && startsWithOne(KANA_PARTICLES, typed);
}

/** Whether letters are prose after the name of an anchor: `#usageを参照`. */
function followsAnchor(glued, typed, kind) {
  switch (glued.script) {
    case HANGUL: return isParticle(typed);
    case KANA: return kind === LOWER && startsWithOne(KANA_PARTICLES, typed);
    case HAN: return glued.isAfterProse && isSentence(glued) || kind === LOWER && (isIn(FUNCTION_LETTERS + NEVER_FIRST, glued.first) || startsWithOne(ANCHOR_WORDS, typed));
    default: return glued.isAfterProse;
  }
}

/** Whether letters are prose after a slash: `http://localhost:3000/即可`. Most are a path. */
function followsSlash(glued, typed) {
  const { script, isAfterProse, count, is, first } = glued;
  switch (script) {
    case HANGUL: return isParticle(typed);
    case OTHER: return isAfterProse;
    case KANA: return (isAfterProse || /[\u3059\u3044\u308B\u305F\u3060\u306D\u3088\u304B\u3046]$/.test(typed)) && startsWithOne(KANA_PARTICLES, typed);
  }
  // `/关于` and `/下载` are paths.
  return isIn(NEVER_FIRST, first) || isAfterProse && (count > LONG || count > 2 && (is === PUNCTUATION || isSentence(glued)));
}

/** Whether letters are prose after a word, which may be a query value that people do not type. */
function followsWord(glued, typed, kind, isValue) {
  const { script, isAfterProse, count, is, first } = glued;
  const isLower = kind === LOWER;
  if (script === KANA || script === OTHER) return true;
  if (script === HANGUL) {
    // `/docs다운로드`: the words of a Korean path have hyphens between them.
    const isKorean = () => [...typed].every((one) => scriptOf(one.codePointAt(0)) === HANGUL);
    return isParticle(typed) || isLower && (isAfterProse || isKorean());
  }
  if (isIn(FUNCTION_LETTERS + NEVER_FIRST, first)) return true;
  if (!isLower) return isSentence(glued) && (isAfterProse || count > LONG);
  return isSentence(glued) || isValue || startsWithOne(PAGE_WORDS, typed) || count > LONG || is === PUNCTUATION || isAfterProse || /[\u3041-\u309F]/.test(typed);
}
