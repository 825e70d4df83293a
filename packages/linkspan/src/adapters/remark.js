// Links in Markdown for remark, after remark-gfm if that is used:
// `remark().use(gfm).use(linkspan)`.
import { Detector } from 'linkspan';
import { shallowTree } from '../open.js';
import { nodes, syntax } from './micromark.js';
import { relabelled, shownIn, spansOf } from './spans.js';

// Nodes that are already links, or whose text is literal.
const CLOSED = new Set(['link', 'linkReference', 'definition', 'code', 'inlineCode', 'html', 'image', 'imageReference', 'math', 'inlineMath', 'yaml', 'toml']);

const BLOCKS = new Set(['paragraph', 'heading', 'tableCell']);

export default function linkspan(options) {
  const detector = options instanceof Detector ? options : new Detector(options);
  const data = this?.data?.() ?? {};
  (data.micromarkExtensions ??= []).push(syntax(detector));
  (data.fromMarkdownExtensions ??= []).push(nodes());
  return (tree, file) => {
    visit(tree, detector, String(file?.value ?? ''));
    shallowTree(tree, BLOCKS);
  };
}

function visit(node, detector, source) {
  if (node.type === 'link') relabel(node, detector);
  if (!node.children || CLOSED.has(node.type)) return;
  node.children = joined(node.children.map((child) => literal(child, source) ?? child));
  // Text inside an HTML link is not linked again.
  let depth = 0;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'html') depth = Math.max(0, depth + (/^<a[\s>]/i.test(child.value) ? 1 : /^<\/a[\s>]/i.test(child.value) ? -1 : 0));
    if (child.type === 'text') return depth > 0 ? [child] : linked(child, detector);
    visit(child, detector, source);
    return [child];
  });
}

// The text of a link that another plugin created from text: its source is its text, or it has no
// source and its address is its text.
function literal(node, source) {
  // Links created by the syntax are complete.
  if (node.data?.linkspan) {
    const { linkspan: _, ...rest } = node.data;
    return { ...node, data: Object.keys(rest).length > 0 ? rest : undefined };
  }
  if (node.type !== 'link' || node.children.length !== 1 || node.children[0].type !== 'text') return undefined;
  const [text] = node.children;
  const { start, end } = node.position ?? {};
  const isLiteral = start
    ? source.slice(start.offset, end.offset) === text.value
    : ['', 'http://', 'mailto:'].some((before) => node.url === before + text.value);
  return isLiteral ? text : undefined;
}

// A name that imitates another one is in A-labels even where the author created the link.
function relabel(node, detector) {
  for (const child of node.children ?? []) {
    if (child.type === 'text') child.value = relabelled(detector, child.value);
    else relabel(child, detector);
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

function linked(node, detector) {
  const spans = spansOf(detector, node.value);
  if (spans.every((span) => typeof span === 'string')) return [node];
  return spans.map((span) => (typeof span === 'string'
    ? { type: 'text', value: span }
    : { type: 'link', title: null, url: span.href, children: [shownIn(span)] }));
}
