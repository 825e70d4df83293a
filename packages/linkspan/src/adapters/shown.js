// The element that shows a link, in the forms of the hosts.

// The blocks of right-to-left characters, and the characters that reorder text. Captions without
// them only have to be isolated.
export const REORDERED = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]|\p{Bidi_Control}/u;

const ATTRIBUTE = /(\w+)="([^"]*)"/g;
const element = (tag) => ({ name: tag.match(/\w+/)[0], attributes: Object.fromEntries([...tag.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value])), children: [] });

/**
 * The element that shows a link: `bdi`, so that the surrounding text cannot reorder it, with elements
 * that keep the fields of a right-to-left link in order. Children are elements and texts.
 */
export function captionOf(finder, { caption, kind }) {
  if (!REORDERED.test(caption)) return { name: 'bdi', attributes: {}, children: [caption] };
  const { text, tags } = finder.tags(caption, kind);
  const open = [{ children: [] }];
  let done = 0;
  for (const [at, tag] of tags) {
    if (at > done) open.at(-1).children.push(text.slice(done, at));
    done = at;
    if (tag.startsWith('</')) open.pop();
    else open.push(open.at(-1).children[open.at(-1).children.push(element(tag)) - 1]);
  }
  return open[0].children[0];
}

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text) => text.replace(/[&<>"']/g, (c) => ESCAPES[c]);

/** The element as HTML. */
export const htmlOf = (node) => (typeof node === 'string'
  ? escaped(node)
  : `<${node.name}${Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')}>${node.children.map(htmlOf).join('')}</${node.name}>`);

/**
 * The element in a tree of rehype. Sanitizers remove `bdi` by default, but keep `dir`, which isolates
 * in the same way.
 */
export const hastOf = (node) => (typeof node === 'string'
  ? { type: 'text', value: node }
  : {
    type: 'element',
    tagName: node.name === 'bdi' ? 'span' : node.name,
    properties: { ...(node.name === 'bdi' ? { dir: 'auto' } : {}), ...node.attributes },
    children: node.children.map(hastOf),
  });
