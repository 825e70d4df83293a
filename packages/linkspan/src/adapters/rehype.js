// Links in the text of HTML trees, for rehype: `rehype().use(linkspan)`.
import { Detector } from 'linkspan';
import { spansOf } from './spans.js';

const CLOSED = new Set(['a', 'button', 'code', 'kbd', 'math', 'noscript', 'option', 'pre', 'samp', 'script', 'select', 'style', 'svg', 'template', 'textarea', 'title', 'tt', 'var', 'xmp']);

export default function linkspan({ rel = 'nofollow noopener', target, className, skipTags = [], ...options } = {}) {
  const detector = new Detector(options);
  const closed = new Set([...CLOSED, ...skipTags]);
  const properties = (href) => ({
    href,
    ...(rel ? { rel: rel.split(/\s+/) } : {}),
    ...(target ? { target } : {}),
    ...(className ? { className: className.split(/\s+/) } : {}),
  });
  const anchor = (link) => ({
    type: 'element',
    tagName: 'a',
    properties: properties(link.href),
    children: [{ type: 'text', value: link.label }],
  });
  const visit = (node) => {
    if (!node.children || (node.type === 'element' && closed.has(node.tagName))) return;
    node.children = node.children.flatMap((child) => {
      if (child.type !== 'text') {
        visit(child);
        return [child];
      }
      return spansOf(detector, child.value).map((span) => (typeof span === 'string' ? { type: 'text', value: span } : anchor(span)));
    });
  };
  return visit;
}
