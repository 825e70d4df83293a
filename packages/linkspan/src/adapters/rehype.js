// Links in the text of HTML trees, for rehype: `rehype().use(linkspan)`.
import { Detector } from 'linkspan';
import { own } from '../core.js';
import { hastOf, labelOf } from '../label.js';
import { Open, shallowTree } from '../open.js';
import { spansOf } from './spans.js';

const CLOSED = new Set(['a', 'button', 'code', 'kbd', 'math', 'noscript', 'option', 'pre', 'samp', 'script', 'select', 'style', 'svg', 'template', 'textarea', 'title', 'tt', 'var', 'xmp']);

const BLOCKS = new Set(['address', 'article', 'aside', 'blockquote', 'dd', 'div', 'dt', 'figcaption', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'li', 'main', 'nav', 'p', 'section', 'summary', 'td', 'th']);

export default function linkspan(given) {
  const { rel = 'nofollow noopener', target, className, skipTags = [], ...options } = own(given);
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
    children: [hastOf(labelOf(link))],
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
  return (tree) => {
    visit(tree);
    shallowTree(tree, BLOCKS, new Open());
  };
}
