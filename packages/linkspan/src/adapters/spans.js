// What adapters show.
import { captionOf, hastOf } from '../caption.js';

/** The text, with names that imitate others in A-labels. */
export const withCaptions = (detector, text) => detector.spans(text).map((span) => span.caption ?? span).join('');

/** The text of a link in a tree of remark, which becomes the element that isolates it. */
export function shownIn(link) {
  const { tagName: hName, properties: hProperties, children: hChildren } = hastOf(captionOf(link));
  return { type: 'text', value: link.caption, data: { hName, hProperties, hChildren } };
}
