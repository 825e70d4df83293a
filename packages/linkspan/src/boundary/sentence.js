// The sentence around a URL, which ends it while it is read: quotation, markup, punctuation, glued letters.
import {
  COMMA, FULLWIDTH_OPEN, NEAR, PAUSE, QUOTE, SENTENCE_END, hasAnyCase, isAlphanumeric, isAscii, isHard, isIn, isPictograph, isUnspaced, isWideMark,
  isWord, lengthOf, openingOf, proseOf, readAt, readBefore, startsScheme,
} from './characters.js';
import { isProse } from './glued.js';
import { CUT, DELIMITER, DIRECTIVE, PATH } from './tail.js';

// The quotation marks that close one before a URL. Languages pair them differently.
const CLOSING = {
  "'": "'", '\u2018': '\u2019', '\u2019': '\u2019', '\u201B': '\u2019', '\u201A': '\u2018\u2019', '\u201C': '\u201D', '\u201D': '\u201D',
  '\u201F': '\u201D', '\u201E': '\u201C\u201D', '«': '»', '»': '«»', '‹': '›', '›': '‹›', '\u301D': '\u301E\u301F', '\uFF02': '\uFF02', '\uFF07': '\uFF07',
};

function findClosing(text, start) {
  const quote = text.charAt(start - 1);
  const isApostrophe = quote === "'" || quote === '\u2019';
  return isApostrophe && isWord(readBefore(text, start - 1)) ? '' : CLOSING[quote] || '';
}

/** The markup directly before a URL, which the same markup ends. */
const findWrapper = (text, start) => ['|', '`', '**', '~~'].filter((mark) => text.endsWith(mark, start))[0];

/** Makes the rules for a URL that starts at `start`, where `glue` is the start without letters that are glued to it. */
export function makeSentence(text, start, glue) {
  const closing = findClosing(text, start);
  const wrapper = findWrapper(text, start);

  const closes = ({ at, c }) => {
    if (!closing || !isIn(closing, c)) return false;
    // `'https://en.wikipedia.org/wiki/Schindler's_List'`
    const after = readAt(text, at + 1);
    const isInside = (c === 39 || c === 0x2019) && isWord(readBefore(text, at)) && isWord(after) && !isUnspaced(after);
    return !isInside;
  };

  function endsAtAscii(next) {
    if (wrapper && text.startsWith(wrapper, next.at)) return CUT;
    return isDelimiter(text, start, next) ? DELIMITER : next.c === 39 && closes(next) ? CUT : 0;
  }

  // `网站www.example.com/login页面`, unless what is before the first slash looks like a scheme.
  const readStart = (at) => (/^[^/]*:(\/|$)/.test(text.slice(start, at)) ? start : glue);

  return {
    endsBeforeOpen: true,
    endsBefore(next) {
      const { at, c, part } = next;
      if (isAscii(c)) return endsAtAscii(next);
      // Another encoding of a backquote.
      if (c === 0x1FEF) return DELIMITER;
      if (closes(next)) return CUT;
      const before = text.charCodeAt(at - 1);
      if (next.isFirst && part !== DIRECTIVE && (isAlphanumeric(before) || '/-_='.includes(text[at - 1])) && isUnspaced(c) && isProse(text, readStart(at), at, part)) return CUT;
      return endsLink(text, next) ? CUT : 0;
    },
  };
}

/** Whether an ASCII character is of the text around the URL. */
function isDelimiter(text, start, { at, c, part }) {
  switch (String.fromCharCode(c)) {
    // `<a href="https://example.com/x">`, `write("https://example.com/x\n")`
    case '<': case '>': case '"': case '\\': case '`': return true;
    // `|url=https://example.com/x|title=Foo`, but `/css?family=Lato|Roboto`.
    case '|': return part === PATH || isSeparator(text, start, at);
    // `https://example.com/x,https://example.com/y`
    case ',': return part !== DIRECTIVE && startsScheme(text, at + 1);
    case ';': case '(': case '{': return startsScheme(text, at + 1);
    // `https://example.com/x[]에`, but `?a[]=1`; `https://example.com/x[/url]`.
    case '[':
      if (text[at + 1] === ']') return text[at + 2] !== '=' && text[at + 2] !== '[';
      return startsScheme(text, at + 1) || /^\[\/[a-z]{1,16}\]/i.test(text.substr(at, 19));
    // `&lt;https://example.com/x&gt;`
    case '&': return /^&(lt|gt|quot|apos|nbsp|#34|#39|#x22|#x27|ldquo|rdquo);/i.test(text.substr(at, 7));
    default: return false;
  }
}

/** Whether a `|` in a query separates fields of a template or cells of a table. */
function isSeparator(text, start, at) {
  const isTemplate = readBack(text, start, isHard);
  if (/[[<]$/.test(isTemplate) || isTemplate.includes('|')) return true;
  let end = at + 1;
  while (/[\w-]/.test(text.charAt(end))) end++;
  const c = readAt(text, at + 1);
  return end > at + 1 && text[end] === '=' || c < 0 || isHard(c) || isIn('|}]', c);
}

/** The text before a place, of at most `NEAR` characters, back to one that ends it. */
function readBack(text, at, ends) {
  let start = at;
  for (let i = 0; i < NEAR && start > 0; i++) {
    const c = readBefore(text, start);
    if (ends(c)) break;
    start -= lengthOf(c);
  }
  return text.slice(start, at);
}

/** Whether a character outside ASCII ends a URL that was read up to it. */
function endsLink(text, { at, c, open }) {
  const prose = proseOf(c);
  // Text inside full-width brackets belongs to them: `/wiki/《你好，世界》`.
  if (open >= 0x80 && prose !== FULLWIDTH_OPEN) return false;
  const before = at > 0 ? readBefore(text, at) : 32;
  const after = readAt(text, at + lengthOf(c));
  const isAfterAscii = isAscii(before);
  // `https://example.com/x·`, but `/col·legi`.
  if (c === 0xB7 || c === 0x387) return !isWord(after);
  // Another encoding of `;`.
  if (c === 0x37E) return startsScheme(text, at + 1);
  switch (prose) {
    // `https://example.com/foo。次の文`, but `/wiki/ခို၊_ချိုး`.
    case SENTENCE_END: case COMMA: return isAfterAscii || !isIn('_-/.%', after);
    // `https://a.com/x、https://b.com/y`, but `/wiki/联合国教育、科学及文化组织`.
    case PAUSE: return isAfterAscii || startsUrl(text, at + lengthOf(c));
    // `“https://example.com/foo”他说`, but `/wiki/“阿波罗”号`.
    case QUOTE: return isUnspaced(after) && (c === 0x201D || c === 0x2019 ? !readBack(text, at, endsPiece).includes(String.fromCharCode(c - 1)) : isAlphanumeric(before));
    // `https://example.com/foo（说明）`, but `/wiki/聖保羅（巴西）`.
    case FULLWIDTH_OPEN: return isAlphanumeric(before) || !isClosed(text, at, c);
  }
  // `https://example.com/foo＊`, and an ellipsis.
  if (isWideMark(c) || c === 0x2026) return isAfterAscii;
  // `https://example.com/foo🎉`, but `/🎉`.
  if (isPictograph(c)) return isAlphanumeric(before);
  // `https://example.com/foo—`, but `/a—b`.
  if (c === 0x2014 || c === 0xFF5E || c === 0x301C) return isAfterAscii && !isAlphanumeric(after);
  // `https://a.com/ア・https://b.com`
  return c === 0x30FB && startsUrl(text, at + 1);
}

const startsUrl = (text, at) => ['https://', 'http://', 'www.'].some((start) => hasAnyCase(text, at, start));

/** Whether a character ends a piece of a URL in which quotation marks and brackets match. */
const endsPiece = (c) => isHard(c) || isIn('/?#&=', c);

/** Whether an opening bracket is closed nearby, in the same piece of the URL. */
function isClosed(text, from, open) {
  let depth = 0;
  for (let i = 0, at = from; i < NEAR && at < text.length; i++) {
    const c = readAt(text, at);
    if (c === open) depth++;
    else if (openingOf(c) === open) {
      depth = Math.max(depth - 1, 0);
      if (depth === 0) return true;
    } else if (endsPiece(c)) return false;
    at += lengthOf(c);
  }
  return false;
}
