// The end of a URL, from the end of its host or port on: the algorithm of UTS #58, section 3.5.1, with Table 3-3.
import { CLOSE, HARD, OPEN, SOFT, isAscii, lengthOf, openingOf, readAt, readBefore, termOf } from './characters.js';

export const PATH = 1;
export const QUERY = 2;
export const FRAGMENT = 3;
export const DIRECTIVE = 4;

// Why a URL ends before a character, besides the standard. A delimiter may be the end of an arrow.
export const CUT = 1;
export const DELIMITER = 2;

// The brackets that may be open at once (3.5.1).
const LIMIT = 125;

/** The part that starts at a place, and 0 if none does. A directive starts only in a fragment. */
function startedAt(text, at, part) {
  const sign = text[at];
  if (sign === '/' && part === 0) return PATH;
  if (sign === '?' && part < QUERY) return QUERY;
  if (sign === '#' && part < FRAGMENT) return FRAGMENT;
  return sign === ':' && part === FRAGMENT && text.startsWith(':~:', at) ? DIRECTIVE : 0;
}

/** The length of what closes all brackets at a place: column "ClearStackOpen set". */
function clearedAt(text, at, part) {
  const sign = text[at];
  if (part === PATH) return sign === '/' ? 1 : 0;
  if (part === QUERY) return sign === '=' || sign === '&' ? 1 : 0;
  if (part !== DIRECTIVE) return 0;
  return text.startsWith(':~:', at) ? 3 : sign === '&' || sign === ',' ? 1 : 0;
}

/**
 * Reads the parts of a URL whose host or port ends at `from`. `endsBefore(next)` gives why something other than the
 * standard ends it before a character, or 0; `endsBeforeOpen` says whether it ends before an ASCII bracket that
 * is still open where reading stops.
 */
export function readTail(text, from, { endsBefore, endsBeforeOpen } = {}) {
  const tail = { end: from, starts: [], cut: 0, cutAt: -1 };
  let at = from;
  let part = 0;
  let cleared = from;
  let open = [];
  let wasAscii = true;
  for (;;) {
    const c = readAt(text, at);
    if (c < 0) break;
    // An initiator starts a part, and is in the link even if nothing follows it: `a.com/?`.
    const started = startedAt(text, at, part);
    const length = started ? (started === DIRECTIVE ? 3 : 1) : 0;
    if (started) {
      tail.starts[started] = at;
      part = started;
    } else if (part === 0) break;
    else if (endsBefore) {
      const cut = endsBefore({ at, c, part, open: open.length ? open[open.length - 1].c : -1, isFirst: wasAscii });
      wasAscii = wasAscii && isAscii(c);
      if (cut) {
        tail.cut = cut;
        tail.cutAt = at;
        break;
      }
    }
    const clear = length || clearedAt(text, at, part);
    if (clear) {
      at += clear;
      cleared = tail.end = at;
      open = [];
      continue;
    }
    const term = termOf(c);
    if (term === HARD || term === OPEN && open.length === LIMIT) break;
    if (term === CLOSE) {
      if (!open.length || open[open.length - 1].c !== openingOf(c)) break;
      open.pop();
    } else if (term === OPEN) open.push({ c, at });
    at += lengthOf(c);
    if (term !== SOFT) tail.end = at;
  }
  const first = endsBeforeOpen ? open.filter((one) => isAscii(one.c))[0] : undefined;
  if (first) {
    tail.cut = CUT;
    tail.cutAt = first.at;
    tail.end = skipSoft(text, cleared, first.at);
  }
  return tail;
}

/** The end of a text from `start` to `end` without Soft characters before it. */
function skipSoft(text, start, end) {
  let at = end;
  while (at > start) {
    const c = readBefore(text, at);
    if (termOf(c) !== SOFT) break;
    at -= lengthOf(c);
  }
  return at;
}
