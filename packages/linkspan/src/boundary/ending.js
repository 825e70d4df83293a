// What is trimmed at the end of a URL that was read: empty parts, markup, what is not seen.
import { INCLUDE, NEAR, SOFT, isAlphanumeric, isAscii, isHard, isIn, isUnseen, lengthOf, readAt, readBefore, termOf } from './characters.js';
import { DELIMITER, DIRECTIVE, FRAGMENT, QUERY } from './tail.js';

/** The end of the URL from `start` whose host or port ends at `authority`. */
export function trimTail(text, start, { hostEnd, end: authority }, tail) {
  const { starts, cut, cutAt } = tail;
  let { end } = tail;
  if (!cut && (isAlphanumeric(text.charCodeAt(end - 1)) || text[end - 1] === '/')) return end;
  while (end > authority) {
    const shorter = skipUnseen(text, start, end);
    const isEmpty = starts[QUERY] + 1 === end || starts[FRAGMENT] + 1 === end;
    const to = shorter < end ? shorter : isEmpty ? end - 1 : end - readMarkup(text, start, end);
    if (to === end) break;
    end = Math.max(skipSoft(text, to, starts), authority);
  }
  // `https://example.com/x->https://example.com/y`: the whole arrow is between the links.
  if (cut === DELIMITER && text[cutAt] === '>' && text[start - 1] !== '<' && end === cutAt && end > authority && isIn('-=', text.charCodeAt(end - 1))) {
    end = Math.max(skipSoft(text, end - 1, starts), authority);
  }
  // With nothing after it, a root dot belongs to the sentence: `example.com./?`.
  return end === hostEnd && end < tail.end && text[end - 1] === '.' ? end - 1 : end;
}

/** The end without Soft characters. A `?` that starts the query, and the `:~:` of a directive, stay. */
function skipSoft(text, from, starts) {
  let end = from;
  while (end > 0) {
    const c = readBefore(text, end);
    const isDirective = starts[FRAGMENT] < end - 3 && text.endsWith(':~:', end);
    if (termOf(c) !== SOFT || starts[QUERY] === end - lengthOf(c) || isDirective) break;
    end -= lengthOf(c);
  }
  return end;
}

/** The end without what is not seen, except what changes the character before it: `❤\uFE0F`. */
function skipUnseen(text, start, end) {
  let shorter = end;
  while (shorter > start && isUnseen(readBefore(text, shorter))) shorter -= lengthOf(readBefore(text, shorter));
  if (shorter === end || shorter === start) return shorter;
  const base = readBefore(text, shorter);
  const c = readAt(text, shorter);
  if (!isAscii(base) && termOf(base) === INCLUDE && isSelector(c)) return shorter + lengthOf(c);
  return base === 0x1F3F4 ? shorter + readRegion(text, shorter, end) : shorter;
}

const isSelector = (c) => c >= 0x180B && c <= 0x180D || c === 0x180F || c >= 0xFE00 && c <= 0xFE0F || c >= 0xE0100 && c <= 0xE01EF;

/** The length of the tags that make a black flag that of a region, such as `gbeng`. */
function readRegion(text, from, end) {
  let at = from;
  let tags = 0;
  let c = readAt(text, at);
  for (; at < end && (c >= 0xE0030 && c <= 0xE0039 || c >= 0xE0061 && c <= 0xE007A); c = readAt(text, at)) {
    tags++;
    at += 2;
  }
  return at < end && c === 0xE007F && tags >= 3 && tags <= 5 ? at + 2 - from : 0;
}

const MARKS = '*_`|~^';

/** The length of markup at the end that is not of the URL: `**see https://a.com/x**`, but `/__init__`. */
function readMarkup(text, start, end) {
  const mark = text[end - 1];
  if (!MARKS.includes(mark)) return 0;
  let inside = end;
  while (inside > start && text[inside - 1] === mark) inside--;
  for (let at = start - 1; at >= 0 && at >= start - NEAR && MARKS.includes(text[at]); at--) if (text[at] === mark) return end - inside;
  const isAlone = () => !text.slice(start, inside).includes(mark);
  const isStray = mark === '|' || mark === '^' || mark === '`' && isAlone() || isIn('*~', mark.charCodeAt(0)) && end - inside >= 2 && isAlone();
  return isStray ? end - inside : 0;
}

/** Whether a URL was cut off before it was written: `https://t.co/abc…`, but `/report.pdf…`. */
export function isTruncated(text, start, { starts, cutAt }) {
  const hasPart = starts[1] !== undefined || starts[QUERY] !== undefined;
  if (!hasPart || starts[FRAGMENT] !== undefined || starts[DIRECTIVE] !== undefined) return false;
  if (text[cutAt] !== '\u2026' || !isAlphanumeric(text.charCodeAt(cutAt - 1)) || !(cutAt + 1 === text.length || isHard(readAt(text, cutAt + 1)))) return false;
  return starts[QUERY] !== undefined || !/\.[^./]{2,5}$/.test(text.slice(start, cutAt));
}
