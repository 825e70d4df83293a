// Links in Lexical: `registerLinks(editor)`, or a matcher for its own plugin.
import { $createAutoLinkNode, $isAutoLinkNode, $isLinkNode, AutoLinkNode } from '@lexical/link';
import { $getNodeByKey, $getRoot, $getSelection, $isElementNode, $isLineBreakNode, $isRangeSelection, $isTextNode, RootNode, TextNode } from 'lexical';
import { Detector } from 'linkspan';
import { own } from '../own.js';
import { whenReady } from '../when-ready.js';
import { Edited } from './edited.js';
import { canCreate, reorderedParts } from './reordered.js';

// Shorter texts are searched as a whole each time.
const LONG = 2000;
// The number of long texts to keep.
const MOST_KEPT = 64;

/**
 * Returns a matcher for `registerAutoLink` and `AutoLinkPlugin` of Lexical. These also need
 * `separatorRegex: /[^]/`; otherwise nothing is linked in brackets or in Chinese.
 */
export function linkMatcher(given) {
  const { detector = null, ...options } = own(given);
  const used = detector ?? new Detector(options);
  used.watch(() => {})();
  return (text) => {
    if (used.status !== 'ready') return null;
    const parts = reorderedParts(text);
    const isLink = (link) => link.kind !== 'file' && canCreate(link, link.start, parts);
    // Lexical asks again about the text after the link, so usually the first one is enough.
    const [first] = used.find(text, 1);
    const link = !first || isLink(first) ? first : used.find(text).find(isLink);
    return link ? { index: link.start, length: link.end - link.start, text: link.text, url: link.href } : null;
  };
}

/** The `separatorRegex` that lets the matcher decide. */
export const separatorRegex = /[^]/;

// The block that contains a text, if links are created there.
function blockOf(node) {
  const block = node.getParents().find((parent) => !parent.isInline());
  return block && !/code/.test(block.getType()) ? block : null;
}

// The texts of a block with their positions, and the links created in it.
function read(block) {
  let text = '';
  // Code and links of users also reorder the text after them.
  let shown = '';
  const texts = [];
  const autos = [];
  const visit = (node, isClosed) => {
    if ($isTextNode(node)) {
      const content = node.getTextContent();
      texts.push({ node, start: text.length });
      shown += content;
      text += isClosed || node.hasFormat('code') || !node.isSimpleText() ? ' '.repeat(content.length) : content;
    } else if ($isElementNode(node) && node.isInline()) {
      const isAuto = $isAutoLinkNode(node);
      const start = text.length;
      node.getChildren().forEach((child) => visit(child, isClosed || ($isLinkNode(node) && !isAuto)));
      if (isAuto) autos.push({ node, start, end: text.length });
    } else if (!$isElementNode(node) || $isLineBreakNode(node)) {
      text += '\n';
      shown += '\n';
    }
  };
  block.getChildren().forEach((child) => visit(child, false));
  return { text, texts, autos, shown };
}

const unwrap = (node) => {
  for (const child of node.getChildren()) node.insertBefore(child);
  node.remove();
};

// Moves the text of a range into a new link. `texts` are those of the block; ranges must be given
// from last to first, so that the positions of earlier ones stay valid.
function wrap(texts, { start: from, end: to }, made) {
  while (texts.length > 0 && texts.at(-1).start >= to) texts.pop();
  const nodes = [];
  while (texts.length > 0) {
    const { node, start } = texts.at(-1);
    const size = node.getTextContentSize();
    if (start + size <= from) break;
    const offsets = [from - start, to - start].filter((offset) => offset > 0 && offset < size);
    const parts = offsets.length > 0 ? node.splitText(...offsets) : [node];
    nodes.unshift(parts[start < from ? 1 : 0]);
    // The text before the link in the same node still has to be examined.
    if (start < from) break;
    texts.pop();
  }
  if (nodes.length === 0) return;
  nodes[0].insertBefore(made);
  made.append(...nodes);
}

/**
 * Creates links while text is edited. Returns a function that stops it. The editor must include
 * `AutoLinkNode`.
 */
export function registerLinks(editor, given) {
  const { attributes = { rel: 'nofollow noopener' }, shouldLink = () => true, detector: chosenDetector, ...options } = own(given);
  if (!editor.hasNodes([AutoLinkNode])) throw new Error('linkspan: the editor has no AutoLinkNode; add it to its nodes');
  const detector = chosenDetector ?? new Detector(options);
  const kept = new Map();

  // The links of a text. In a long one, only the changes are searched.
  function linksOfText(key, text) {
    if (text.length < LONG) {
      kept.delete(key);
      return detector.find(text);
    }
    let edited = kept.get(key);
    if (edited) edited.become(text);
    else {
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value);
      edited = new Edited(text, detector);
      kept.set(key, edited);
    }
    return edited.links();
  }

  function link(block) {
    let { text, texts, autos, shown } = read(block);
    const parts = reorderedParts(shown);
    const found = linksOfText(block.getKey(), text).filter((one) => one.kind !== 'file' && canCreate(one, one.start, parts) && shouldLink(one));
    const overlaps = (one, other) => one.start < other.end && other.start < one.end;
    const byPlace = new Map(found.map((one) => [`${one.start} ${one.end}`, one]));
    // A dismissed link stays dismissed while a link contains one of its characters.
    const dismissed = autos.filter(({ node }) => node.getIsUnlinked());
    let isStale = false;
    for (const { node, start, end } of autos) {
      const place = `${start} ${end}`;
      const same = byPlace.get(place);
      byPlace.delete(place);
      if (!same) {
        unwrap(node);
        isStale = true;
      } else if (node.getURL() !== same.href) node.setURL(same.href);
    }
    if (byPlace.size === 0) return;
    if (isStale) ({ texts } = read(block));
    for (const one of [...byPlace.values()].reverse()) {
      const made = $createAutoLinkNode(one.href, attributes);
      if (dismissed.some((auto) => overlaps(auto, one))) made.setIsUnlinked(true);
      wrap(texts, one, made);
    }
  }

  // The blocks of a change are examined once, after all other changes.
  const blocks = new Set();
  const note = (node) => {
    const block = editor.isComposing() ? null : blockOf(node);
    if (block) blocks.add(block.getKey());
  };
  const removeText = editor.registerNodeTransform(TextNode, note);
  // The text between two links may have been removed.
  const removeAuto = editor.registerNodeTransform(AutoLinkNode, note);
  const removeTransform = editor.registerNodeTransform(RootNode, () => {
    // Until the package has started, the links of the document stay as they are.
    if (detector.status !== 'ready') return;
    for (const key of blocks) {
      const block = $getNodeByKey(key);
      if (block?.isAttached()) link(block);
    }
    blocks.clear();
  });
  // Text from an input method is examined when it is done.
  const settle = () => setTimeout(() => editor.update(() => {
    const selection = $getSelection();
    const node = $isRangeSelection(selection) ? selection.anchor.getNode() : null;
    if ($isTextNode(node)) node.markDirty();
  }), 60);
  const cancel = whenReady(detector, () => editor.update(() => {
    for (const node of $getRoot().getAllTextNodes()) node.markDirty();
  }));
  const removeRoot = editor.registerRootListener((root, before) => {
    before?.removeEventListener('compositionend', settle);
    root?.addEventListener('compositionend', settle);
  });
  return () => {
    cancel();
    removeText();
    removeAuto();
    removeTransform();
    removeRoot();
    kept.clear();
  };
}

/** Returns the links of an editor in order, without dismissed ones. */
export function linksOf(editor) {
  const found = [];
  const visit = (node) => {
    if ($isAutoLinkNode(node)) {
      if (!node.getIsUnlinked()) found.push({ key: node.getKey(), text: node.getTextContent(), href: node.getURL() });
    } else if ($isElementNode(node)) for (let child = node.getFirstChild(); child; child = child.getNextSibling()) visit(child);
  };
  editor.read(() => visit($getRoot()));
  return found;
}

// The created links at the selection, or with a key.
function chosen(key) {
  if (key) {
    const node = $getNodeByKey(key);
    return $isAutoLinkNode(node) ? [node] : [];
  }
  const nodes = $getSelection()?.getNodes() ?? [];
  return [...new Set(nodes.flatMap((node) => [node, ...node.getParents()]).filter($isAutoLinkNode))];
}

const set = (editor, key, isUnlinked) => {
  let count = 0;
  editor.update(() => {
    for (const node of chosen(key)) {
      node.setIsUnlinked(isUnlinked);
      count += 1;
    }
  }, { discrete: true });
  return count > 0;
};

/**
 * Unlinks the link with this key, or the links at the selection. The document remembers that they
 * are text.
 */
export const dismiss = (editor, key) => set(editor, key, true);

/** Restores the dismissed link with this key, or those at the selection. */
export const restore = (editor, key) => set(editor, key, false);
