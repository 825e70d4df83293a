// Links in Markdown for remark, after remark-gfm if that is used:
// `remark().use(gfm).use(linkspan)`.
import { shallowTree } from '../open.js';
import { Finder } from './finder.js';
import { nodes, syntax } from './micromark.js';
import { shownIn, withCaptions } from './spans.js';
import { Texts, isBreak, spansOf } from './texts.js';

// Nodes that are already links, or whose text is literal.
const CLOSED = new Set(['link', 'linkReference', 'definition', 'code', 'inlineCode', 'html', 'image', 'imageReference', 'math', 'inlineMath', 'yaml', 'toml']);

// Nodes that do not separate words. `html` is the tag of an element that may.
const INLINE = new Set(['text', 'emphasis', 'strong', 'delete', 'link', 'linkReference', 'inlineCode', 'inlineMath', 'html', 'textDirective', 'mdxJsxTextElement', 'mdxTextExpression']);

const BLOCKS = new Set(['paragraph', 'heading', 'tableCell']);

export default function linkspan(options) {
  const finder = new Finder(options);
  const data = this?.data?.() ?? {};
  (data.micromarkExtensions ??= []).push(syntax(finder));
  (data.fromMarkdownExtensions ??= []).push(nodes(finder));
  return (tree, file) => {
    const texts = new Texts();
    join(tree, String(file?.value ?? ''));
    read(tree, texts);
    write(tree, texts.links(finder), finder);
    shallowTree(tree, BLOCKS);
  };
}

// Makes the texts of a tree whole.
function join(node, source) {
  if (!node.children || CLOSED.has(node.type)) return;
  node.children = joined(node.children.map((child) => literal(child, source) ?? child));
  node.children.forEach((child) => join(child, source));
}

function read(node, texts, isClosed = false) {
  const isText = node.type === 'text';
  const ends = !INLINE.has(node.type) || (node.type === 'mdxJsxTextElement' && isBreak(node.name ?? ''));
  if (BLOCKS.has(node.type)) texts.endBlock();
  if (ends) texts.end();
  if (node.data?.linkspan) texts.add(node.data.linkspan.text, node);
  else if (isText && !isClosed) texts.add(node.value, node);
  else if (isText || node.type === 'inlineCode' || node.type === 'inlineMath') texts.pass(node.value);
  else if (node.type === 'html') texts.tag(node.value);
  else node.children?.forEach((child) => read(child, texts, isClosed || CLOSED.has(node.type)));
  if (ends) texts.end();
}

function write(node, links, finder) {
  if (node.type === 'link') recaption(node, finder);
  if (!node.children || CLOSED.has(node.type)) return;
  node.children = node.children.flatMap((child) => {
    const found = links.get(child);
    if (child.data?.linkspan) return kept(child, finder, found);
    if (child.type === 'text') return found ? linked(child, child.value, finder, found) : [child];
    write(child, links, finder);
    return [child];
  });
}

// A link of the syntax: in the text that a reader sees, it may be a part of another one.
function kept(node, finder, found = []) {
  const { linkspan: { text }, ...data } = node.data;
  const [link] = found;
  if (link?.text !== text) return linked(node, text, finder, found);
  return [{ ...node, data: Object.keys(data).length > 0 ? data : undefined }];
}

// The text of a link that another plugin created from text: its source is its text, or it has no
// source and its address is its text.
function literal(node, source) {
  if (node.data?.linkspan || node.type !== 'link' || node.children.length !== 1 || node.children[0].type !== 'text') return undefined;
  const [text] = node.children;
  const { start, end } = node.position ?? {};
  const isLiteral = start
    ? source.slice(start.offset, end.offset) === text.value
    : ['', 'http://', 'mailto:'].some((before) => node.url === before + text.value);
  return isLiteral ? text : undefined;
}

// A name that imitates another one is in A-labels even where the author created the link.
function recaption(node, finder) {
  for (const child of node.children ?? []) {
    if (child.type === 'text') child.value = withCaptions(finder, child.value);
    else recaption(child, finder);
  }
}

// Joins adjacent texts, because a link may span both.
function joined(children) {
  const out = [];
  for (const child of children) {
    const last = out.at(-1);
    if (child.type === 'text' && last?.type === 'text') {
      out[out.length - 1] = { type: 'text', value: last.value + child.value, ...between(last, child) };
    } else out.push(child);
  }
  return out;
}

const between = (first, last) => (first.position && last.position ? { position: { start: first.position.start, end: last.position.end } } : {});

function linked(node, text, finder, links) {
  if (links.length === 0) return [{ type: 'text', value: text, ...between(node, node) }];
  return spansOf(text, links).map((span) => (typeof span === 'string'
    ? { type: 'text', value: span }
    : { type: 'link', title: null, url: span.href, children: [shownIn(finder, span)] }));
}
