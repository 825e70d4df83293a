// The host after a scheme or of a `www.` name, if it has only ASCII letters, digits and hyphens.
import {
  INCLUDE, UNSPACED, UNSURE, hasAnyCase, isAlphanumeric, isAscii, isDigit, isHard, isIn, isListedTld, isPictograph, isUnseen, isUnspaced,
  lengthOf, proseOf, readAt, startsTld, termOf,
} from './characters.js';

// Where no host is, and where one is that must not be linked: the text after it belongs to it.
export const NONE = { is: 'none' };
export const REFUSED = { is: 'none' };

const isPart = (c) => isAlphanumeric(c) || c === 45 || c === 46 || c === 95;
const isStop = (c) => c === 0x3002 || c === 0xFF61;

/**
 * Reads the host at a place: where its name and its port end. `prose` is whether text that is glued to it is cut off:
 * `https://example.com查看`. `isBare` is whether a list must know its top-level domain.
 */
export function readHost(text, start, prose, isBare) {
  let run = start;
  while (isPart(text.charCodeAt(run))) run++;
  // `https://a.comhttps://b.com`: the scheme of another URL is no part of the host.
  if (text.startsWith('://', run)) {
    const scheme = ['https', 'http'].filter((one) => run - one.length >= start && hasAnyCase(text, run - one.length, one))[0];
    if (scheme) run -= scheme.length;
  }
  if (run === start) return text[start] === '[' || !isAscii(readAt(text, start)) && !isHard(readAt(text, start)) ? UNSURE : NONE;
  const after = readAt(text, run);
  const isGlued = prose && isUnspaced(after);
  if (isStop(after) ? !endsSentence(text, run + 1) : !isGlued && mayGoOn(text, run, prose)) return UNSURE;
  // `http://example.com.@evil.com`: what is before `@` is user information.
  if (text[run] === '@') return REFUSED;
  let end = run;
  while (end > start && (text[end - 1] === '.' || text[end - 1] === '_')) end--;
  const name = text.slice(start, end);
  const labels = name.split('.');
  if (labels.some((label) => hasAnyCase(label, 0, 'xn--'))) return UNSURE;
  const tld = labels[labels.length - 1];
  // A label may start with the letters: `https://example.com.查看`.
  if (isGlued && end < run) return UNSURE;
  if (!isOther(name, prose && !isBare)) {
    if (isGlued && (labels.length < 2 || !/^[a-z]+$/i.test(tld) || !isListedTld(tld))) return UNSURE;
    if (labels.length < 2 || !labels.every(isLabel) || !/^[a-z]{2,}$/i.test(tld)) return NONE;
    if (isBare && !isListedTld(tld)) return UNSURE;
  }
  if (prose && (name.length > 253 || labels.some((label) => label.length > 63))) return NONE;
  return judgeAfter(text, end, prose);
}

/** Whether a label has no hyphen or underscore at its ends. */
const isLabel = (label) => isAlphanumeric(label.charCodeAt(0)) && isAlphanumeric(label.charCodeAt(label.length - 1));

/** Whether a host is an IPv4 address, or `localhost`. */
const isOther = (name, prose) => prose && (name.toLowerCase() === 'localhost' || /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.test(name)
  && name.split('.').every((number) => number.length < 4 && Number(number) < 256 && String(Number(number)) === number));

/** Whether a host may go on with the character at a place: `example.comé`. */
function mayGoOn(text, at, prose) {
  const c = readAt(text, at);
  if (c < 0x80 || isSymbol(c) || prose && isBullet(text, at, c)) return false;
  return c === 0xFF0E || (isUnseen(c) ? !isHard(c) : termOf(c) === INCLUDE);
}

/** Whether a middle dot is a bullet after ASCII: `https://example.com・次`, but `https://paral·lel.cat`. */
const isBullet = (text, at, c) => c === 0x30FB || c === 0xB7 && !/^l.l$/i.test(text.substr(at - 1, 3));

// Dashes, bullets, arrows and lines of tables, which may be between two names.
const isSeparator = (c) => c >= 0x2012 && c <= 0x205E && !isUnseen(c) && termOf(c) === INCLUDE || c >= 0x2190 && c <= 0x21FF || c >= 0x2500 && c <= 0x25CF;

/** Whether a character is surely in no host, although links contain it. */
const isSymbol = (c) => isPictograph(c) && !isDigitLike(c) || isSeparator(c);

// `❶` and `🄰` are read as parts of a name.
const isDigitLike = (c) => c >= 0x2776 && c <= 0x2793 || c >= 0x1F100 && c <= 0x1F1FF;

/**
 * Whether what follows an ideographic full stop is no label of a name: `https://example.com。下一句`. It would be one
 * only if the last label were a top-level domain.
 */
function endsSentence(text, from) {
  let isFirst = true;
  for (let at = from; ;) {
    const c = readAt(text, at);
    if (isStop(c) || c === 0xFF0E) isFirst = true;
    else if (isUnspaced(c) && !(isFirst && startsTld(c))) isFirst = false;
    else return c !== 64 && !(isPart(c) || c >= 0x80 && (termOf(c) === INCLUDE || isUnseen(c)));
    at += lengthOf(c);
  }
}

/** The end of the port after a `:` at a place; the place itself without a port. */
function readDigits(text, at) {
  if (text[at] !== ':') return at;
  let end = at + 1;
  while (isDigit(text.charCodeAt(end))) end++;
  return end > at + 1 ? end : at;
}

/** Reads the root dot and the port after a name. */
export function readPort(text, nameEnd) {
  const after = nameEnd + 1;
  const isRooted = text[nameEnd] === '.' && (/[/?#]/.test(text.charAt(after)) || readDigits(text, after) > after);
  const hostEnd = isRooted ? after : nameEnd;
  return { is: 'host', nameEnd, hostEnd, end: readDigits(text, hostEnd) };
}

/** Judges what follows a name. */
function judgeAfter(text, nameEnd, prose) {
  const host = readPort(text, nameEnd);
  const { hostEnd, end } = host;
  // A host before `@` is user information, and the port has two octets.
  if (text[end] === '@' || Number(text.slice(hostEnd + 1, end)) > 65535) return REFUSED;
  if (!prose) return host;
  // `https://bank.com:password@evil.com`
  if (text[nameEnd] === ':' && /^[\w.~!$&'()*+,;=:%-]*@/.test(text.slice(end))) return REFUSED;
  return judgeEdge(text, end) || host;
}

/** Why a host does not end where it seems to: it is the start of something longer, or of something defanged. */
function judgeEdge(text, end) {
  const c = readAt(text, end);
  if (c < 0x80) {
    const rest = text.substr(end, 5);
    const isEscape = /^%[0-9a-f]{2}/i.test(rest);
    // `https://example.co_/login`
    const goesOn = c === 95 && /^_+[/?#:]/.test(text.slice(end));
    return isEscape || goesOn ? REFUSED : /^[[({<]([.:@]|at|d[o0]t)[\])}>]/i.test(rest) ? UNSURE : undefined;
  }
  // Characters that look like a hyphen, a slash or an at sign, and what is not seen.
  if (isUnseen(c) || [0x2010, 0x2011, 0x2024, 0xFF20, 0xFE6B, 0x2044, 0x2215, 0x2571, 0x29F8, 0xFF0F].includes(c)) return UNSURE;
  // `https://paypal.com中@evil.com`
  if (proseOf(c) === UNSPACED) return /^[^\s/?#@]*@/.test(text.substr(end, 256)) ? UNSURE : undefined;
  if (termOf(c) !== INCLUDE || isBullet(text, end, c)) return undefined;
  // `https://example.com🎉` is decorated, but `https://paypal.co★m/login` goes on.
  let at = end;
  while (at < text.length && (isSymbol(readAt(text, at)) || isUnseen(readAt(text, at)))) at += lengthOf(readAt(text, at));
  const next = readAt(text, at);
  if (at === text.length || next < 0x80 && !isPart(next) && !isIn('/@:', next) || isUnspaced(next)) return undefined;
  return isHard(next) || isAlphanumeric(next) && isSeparator(c) ? undefined : UNSURE;
}
