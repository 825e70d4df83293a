// Which links of a document may be created in it. A document must not change, so a caption that
// differs from the text cannot be shown there, nor can a link be isolated from what reorders it.
import { OPENING, Open } from '../open.js';

/** Where characters reorder the text of a block: from the one that opens to the one that closes. */
export function reorderedParts(text) {
  const parts = [];
  if (!OPENING.test(text)) return parts;
  const open = new Open();
  let start = 0;
  for (const { 0: c, index } of text.matchAll(/[\u202A-\u202E\u2066-\u2069]/g)) {
    const { depth } = open;
    open.pass(c);
    if (depth === 0) start = index;
    else if (open.depth === 0) parts.push([start, index]);
  }
  if (open.depth > 0) parts.push([start, Infinity]);
  return parts;
}

/** Whether a link may be created at an offset of a block with these parts. */
export function canCreate({ text, caption }, at, parts) {
  if (caption !== text) return false;
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle][1] <= at) low = middle + 1;
    else high = middle;
  }
  return low === parts.length || at < parts[low][0];
}
