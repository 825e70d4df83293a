// Where a URL ends: without WebAssembly, in a few kilobytes. It links hosts of ASCII letters, digits and hyphens; for
// others it is unsure, because they need the tables of the library.
import {
  BIDI_CONTROL, FULLWIDTH_OPEN, INCLUDE, UNSURE, hasAnyCase, isAlphanumeric, isAscii, isHard, isUnspaced, lengthOf, proseOf, readAt, readBefore, termOf,
} from './boundary/characters.js';
import { isTruncated, trimTail } from './boundary/ending.js';
import { NONE, REFUSED, readHost, readPort } from './boundary/host.js';
import { makeSentence } from './boundary/sentence.js';
import { readTail } from './boundary/tail.js';
import { isShortener } from './boundary/word.js';

// The longest link that `recommended` has, in bytes of UTF-8.
const LONGEST = 8192;

/** The length of a scheme with `://` at a place; 0 without one. */
const readScheme = (text, at) => (hasAnyCase(text, at, 'https://') ? 8 : hasAnyCase(text, at, 'http://') ? 7 : 0);

function readProfile({ profile = 'recommended' } = {}) {
  if (profile !== 'recommended' && profile !== 'uts58') throw new TypeError(`linkspan: no profile \`${profile}\``);
  return profile === 'recommended';
}

/** Where the URL that starts at a place ends: `{ is: 'end', end }`, `NONE` or `UNSURE`. */
const judge = (text, start, prose) => orUnsure(() => judgeUrl(text, start, prose));

function orUnsure(ask) {
  try {
    return ask();
  } catch (thrown) {
    if (thrown !== UNSURE) throw thrown;
    return UNSURE;
  }
}

function judgeUrl(text, start, prose) {
  const scheme = readScheme(text, start);
  const isWww = !scheme && hasAnyCase(text, start, 'www.');
  if (!scheme && !isWww) return NONE;
  let before = start;
  if (isWww) {
    before = readWwwStart(text, start, prose);
    if (before < 0) return NONE;
  }
  const host = readHost(text, start + scheme, prose, isWww);
  if (host.is !== 'host') return host;
  const tail = readEnd(text, before, start, start + scheme, host, prose);
  if (tail.is !== 'end') return tail;
  // `www.example.com/x+y@example.org` may be an address, whose local part has at most 64 characters.
  return isWww && /^[^\s()<>[\]:;,"\\@\u3001\u3002\u3008-\u3011\uFF01-\uFF5E]{0,64}@/.test(text.substr(tail.end, 65)) ? UNSURE : tail;
}

/** The start of a `www.` name with letters that are glued to it: `访问www.example.com`; -1 if it is part of something else. */
function readWwwStart(text, start, prose) {
  let at = start;
  while (prose && isUnspaced(readBefore(text, at))) at -= lengthOf(readBefore(text, at));
  const c = readBefore(text, at);
  const sign = text.charAt(at - 1) || ' ';
  if (at === start && (isAlphanumeric(c) || '.-_@:/'.includes(sign))) return -1;
  // `é`, `。` and what is not seen may join the name to the text before it.
  const mayJoin = isAscii(c) ? at < start ? isAlphanumeric(c) || '.-_'.includes(sign) : '%])}>'.includes(sign)
    : c > 0 && (termOf(c) === INCLUDE || '。．｡'.includes(sign) || proseOf(c) > FULLWIDTH_OPEN);
  if (mayJoin) throw UNSURE;
  return at;
}

/** Reads the text after a host. `before` is the start with what is glued to it. */
function readEnd(text, before, start, body, host, prose) {
  if (!prose) return { is: 'end', end: readTail(text, host.end).end };
  const isPart = '/?#'.includes(text.charAt(host.end) || ' ');
  const tail = readTail(text, host.end, isPart ? makeSentence(text, before, start) : {});
  if (tail.cut && isTruncated(text, start, tail) && isShortener(text.slice(body, host.nameEnd))) return REFUSED;
  const end = trimTail(text, before, host, tail);
  return isAllowed(text, start, end) ? { is: 'end', end } : REFUSED;
}

/** Whether a link is not too long, and has nothing that reorders it. */
function isAllowed(text, start, end) {
  let bytes = 0;
  for (let at = start; at < end;) {
    const c = readAt(text, at);
    if (proseOf(c) === BIDI_CONTROL) return false;
    bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    at += lengthOf(c);
  }
  return bytes <= LONGEST;
}

/** Where the URL that starts at a place ends; -1 if none starts there, and `null` if only the library knows. */
export function end(text, start, options) {
  const found = judge(text, start, readProfile(options));
  return found === UNSURE ? null : found.is === 'end' ? found.end : -1;
}

/** The right end of a URL that another program found. Its host is as that program found it. */
export function trim(text, start, end, options) {
  const prose = readProfile(options);
  const found = judge(text, start, prose);
  if (found.is === 'end') return found.end;
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text.slice(start, end));
  const body = start + (scheme ? scheme[0].length : 0);
  let hostEnd = body;
  while (hostEnd < end && !'/?#'.includes(text[hostEnd]) && !isHard(readAt(text, hostEnd))) hostEnd++;
  const isWhole = hostEnd === end;
  while (hostEnd > body && '._'.includes(text[hostEnd - 1])) hostEnd--;
  const host = isWhole ? readPort(text, hostEnd) : { nameEnd: hostEnd, hostEnd, end: hostEnd };
  const mended = orUnsure(() => readEnd(text, start, start, body, host, prose));
  return mended.is === 'end' ? mended.end : end;
}

/** The URLs with a scheme, and the names that start with `www.`. */
export function find(text, options = {}) {
  const prose = readProfile(options);
  const { unsure } = options;
  const found = [];
  const starts = /https?:\/\/|www\./gi;
  for (let match = starts.exec(text); match; match = starts.exec(text)) {
    const start = match.index;
    const link = judge(text, start, prose);
    if (link.is === 'end') {
      const typed = text.slice(start, link.end);
      found.push({ start, end: link.end, text: typed, href: match[0].length > 4 ? typed : `https://${typed}` });
      starts.lastIndex = link.end;
    } else if (link !== NONE) {
      if (link === UNSURE && unsure) found.push({ start, unsure: true });
      // What follows may be a part of it: `https://例子.中国/?to=https://example.com`.
      while (starts.lastIndex < text.length && !/\s/.test(text[starts.lastIndex])) starts.lastIndex++;
    }
  }
  return found;
}
