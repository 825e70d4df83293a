// What adapters show.
import { hastOf, labelOf } from '../label.js';

/** The text, with names that imitate others in A-labels. */
export const relabelled = (detector, text) => detector.spans(text).map((span) => span.label ?? span).join('');

/** The text of a link in a tree of remark, which becomes the element that isolates it. */
export function shownIn(link) {
  const { tagName: hName, properties: hProperties, children: hChildren } = hastOf(labelOf(link));
  return { type: 'text', value: link.label, data: { hName, hProperties, hChildren } };
}
