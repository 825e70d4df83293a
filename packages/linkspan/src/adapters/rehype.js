// Links in the text of HTML trees, for rehype: `rehype().use(linkspan)`.
import { Open, shallowTree } from '../open.js';
import { own } from '../own.js';
import { Finder } from './finder.js';
import { captionOf, hastOf } from './shown.js';
import { Texts, isBreak, isHidden, spansOf } from './texts.js';

const CLOSED = new Set(['a', 'button', 'code', 'kbd', 'math', 'noscript', 'option', 'pre', 'samp', 'script', 'select', 'style', 'svg', 'template', 'textarea', 'title', 'tt', 'var', 'xmp']);

const BLOCKS = new Set(['address', 'article', 'aside', 'blockquote', 'dd', 'div', 'dt', 'figcaption', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'li', 'main', 'nav', 'p', 'section', 'summary', 'td', 'th']);

export default function linkspan(given) {
  const { rel = 'nofollow noopener', target, class: className, skipTags = [], ...options } = own(given);
  const finder = new Finder(options);
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
    children: [hastOf(captionOf(finder, link))],
  });
  const read = (node, isClosed, texts) => {
    if (node.type === 'text') {
      if (isClosed) texts.pass(node.value);
      else texts.add(node.value, node);
    }
    if (node.type === 'raw') texts.tag(node.value);
    if (!node.children || isHidden(node.tagName ?? '')) return;
    const ends = isBreak(node.tagName ?? '');
    if (ends) texts.end();
    for (const child of node.children) read(child, isClosed || closed.has(node.tagName), texts);
    if (ends) texts.end();
  };
  const write = (node, links) => {
    if (!node.children) return;
    node.children = node.children.flatMap((child) => {
      write(child, links);
      if (child.type !== 'text' || !links.has(child)) return [child];
      return spansOf(child.value, links.get(child)).map((span) => (typeof span === 'string' ? { type: 'text', value: span } : anchor(span)));
    });
  };
  return (tree) => {
    const texts = new Texts();
    read(tree, false, texts);
    write(tree, texts.links(finder));
    shallowTree(tree, BLOCKS, new Open());
  };
}
