// What adapters show.
import { captionOf, hastOf } from './shown.js';

/** The text, with names that imitate others in A-labels. */
export const withCaptions = (finder, text) => finder.spans(text).map((span) => span.caption ?? span).join('');

/** The text of a link in a tree of remark, which becomes the element that isolates it. */
export function shownIn(finder, link) {
  const { tagName: hName, properties: hProperties, children: hChildren } = hastOf(captionOf(finder, link));
  return { type: 'text', value: link.caption, data: { hName, hProperties, hChildren } };
}
