// Links in an editable element without an editor. The element is not changed: links are marked with
// the CSS custom highlight `linkspan`.
import { whenReady } from '../when-ready.js';
import { Edited } from './edited.js';
import { highlightOf, openable, settings, told } from './plain.js';

const BLOCKS = /^(ADDRESS|ARTICLE|ASIDE|BLOCKQUOTE|BR|CENTER|DD|DETAILS|DIALOG|DIV|DL|DT|FIELDSET|FIGCAPTION|FIGURE|FOOTER|FORM|H[1-6]|HEADER|HR|LI|MAIN|NAV|OL|P|PRE|SECTION|SUMMARY|TABLE|TBODY|TD|TFOOT|TH|THEAD|TR|UL|IMG|INPUT|BUTTON|SELECT|TEXTAREA|VIDEO|AUDIO|OBJECT|IFRAME)$/;
const CLOSED = /^(A|CODE|KBD|PRE|SAMP|SCRIPT|STYLE|TEXTAREA|BUTTON)$/;

// The text of a part of a document, with the offset of each text node. Code and links of the user
// become blanks.
function read(part) {
  let text = '';
  const nodes = [];
  const visit = (node, isClosed) => {
    if (node.nodeType === 3) {
      nodes.push({ node, start: text.length });
      text += isClosed ? ' '.repeat(node.length) : node.data;
      return;
    }
    if (node.nodeType !== 1) return;
    const isBlock = BLOCKS.test(node.tagName);
    if (isBlock) text += '\n';
    for (let child = node.firstChild; child; child = child.nextSibling) visit(child, isClosed || CLOSED.test(node.tagName));
    if (isBlock) text += '\n';
  };
  visit(part, false);
  return { text, nodes };
}

// The position of an offset in text nodes: after a boundary, or before it at the end of a range.
function placeOf(nodes, at, isEnd) {
  let low = 0;
  let high = nodes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const { start } = nodes[middle];
    if (isEnd ? start < at : start <= at) low = middle;
    else high = middle - 1;
  }
  return { node: nodes[low].node, offset: at - nodes[low].start };
}

/** Marks the links of an editable element. */
export function linkEditable(element, options) {
  const { saved, shouldLink, open, detector } = settings(options);
  const document = element.ownerDocument;
  const window = document.defaultView;
  const highlight = highlightOf(window);
  // The parts of the element that are searched separately: its children if they are blocks,
  // otherwise the whole element.
  const parts = new Map();

  function look(part, isUndo = false) {
    const { text, nodes } = read(part);
    let known = parts.get(part);
    if (!known) parts.set(part, known = { edited: new Edited(text, detector), ranges: [] });
    else known.edited.become(text, isUndo);
    known.edited.take();
    draw(known, nodes);
  }

  function draw(known, nodes) {
    const links = known.edited.links().filter(shouldLink);
    known.ranges.forEach((range) => highlight?.delete(range));
    known.links = links;
    known.ranges = links.map((link) => {
      const start = placeOf(nodes, link.start, false);
      const end = placeOf(nodes, link.end, true);
      const range = document.createRange();
      range.setStart(start.node, start.offset);
      range.setEnd(end.node, end.offset);
      highlight?.add(range);
      return range;
    });
  }

  const partOf = (node) => {
    let at = node;
    while (at && at.parentNode !== element) at = at.parentNode;
    return at;
  };
  const isLoose = (part) => part.nodeType === 3 || !BLOCKS.test(part.tagName);

  function lookAgain(touched, isUndo) {
    // Text next to blocks belongs together, so all of it is one part.
    const children = [...element.childNodes].filter((node) => node.nodeType === 3 || node.nodeType === 1);
    const now = new Set(children.some(isLoose) ? [element] : children);
    // Dismissed links may be in another part afterwards, for example after Enter.
    const lost = dismissedTexts();
    for (const [part, known] of parts) {
      if (now.has(part)) continue;
      known.ranges.forEach((range) => highlight?.delete(range));
      known.edited.free();
      parts.delete(part);
    }
    const changed = [...now].filter((part) => !parts.has(part) || part === element || touched.has(part));
    for (const part of changed) look(part, isUndo);
    for (const text of dismissedTexts()) lost.splice(lost.indexOf(text), lost.includes(text) ? 1 : 0);
    for (const part of lost.length > 0 ? changed : []) {
      const known = parts.get(part);
      const again = known.links.filter(({ text }) => lost.includes(text));
      for (const { text } of again) lost.splice(lost.indexOf(text), 1);
      known.edited.dismissAll(again.map(({ start, end }) => [start, end]));
      if (again.length > 0) draw(known, read(part).nodes);
    }
  }

  const dismissedTexts = () => [...parts.values()].flatMap(({ edited }) => edited.dismissed.map(([start, end]) => edited.slice(start, end)));

  let undone = false;
  const onBefore = (event) => { undone = /^history/.test(event.inputType ?? ''); };
  const observer = new window.MutationObserver((records) => follow(records));
  function follow(records = observer.takeRecords()) {
    if (records.length === 0) return;
    const touched = new Set();
    for (const { target, addedNodes } of records) {
      touched.add(target === element ? null : partOf(target));
      for (const node of addedNodes) touched.add(partOf(node));
    }
    const [only] = touched;
    // A key press in one block changes only that block.
    if (touched.size === 1 && only && parts.has(only)) look(only, undone);
    else lookAgain(touched, undone);
  }

  // Offsets count from the start of the element, across its parts.
  function* all() {
    let base = 0;
    for (const part of parts.has(element) ? [element] : element.childNodes) {
      const known = parts.get(part);
      if (!known) continue;
      yield { known, base, part };
      base += known.edited.length;
    }
  }
  const linksOf = () => [...all()].flatMap(({ known, base }) => known.links.map((link, i) => ({ ...told(link), from: base + link.start, to: base + link.end, range: known.ranges[i] })));
  const atSelection = () => {
    const selection = document.getSelection();
    if (!selection || selection.rangeCount === 0) return [];
    const chosen = selection.getRangeAt(0);
    return linksOf().filter(({ range }) => chosen.compareBoundaryPoints(window.Range.END_TO_START, range) <= 0 && chosen.compareBoundaryPoints(window.Range.START_TO_END, range) >= 0);
  };
  function each(from, to, change) {
    let count = 0;
    for (const { known, base, part } of all()) {
      const { length } = known.edited;
      if (to < base || base + length < from) continue;
      count += change(known.edited, Math.max(0, from - base), Math.min(length, to - base));
      draw(known, read(part).nodes);
    }
    return count > 0;
  }

  lookAgain(new Set(), false);
  for (const { known, base, part } of all()) {
    const inside = saved.map(([start, end]) => [start - base, end - base]).filter(([start, end]) => start >= 0 && end <= known.edited.length);
    for (const [start, end] of inside) known.edited.dismiss(start, end);
    if (inside.length > 0) draw(known, read(part).nodes);
  }
  observer.observe(element, { childList: true, characterData: true, subtree: true });
  element.addEventListener('beforeinput', onBefore);
  const cancel = whenReady(detector, () => {
    follow();
    for (const [part, known] of parts) {
      known.edited.take();
      draw(known, read(part).nodes);
    }
  });
  const closed = openable(element, () => atSelection()[0], open);

  return {
    get links() {
      follow();
      return linksOf().map(({ range, ...link }) => link);
    },
    get state() {
      follow();
      return { dismissed: [...all()].flatMap(({ known, base }) => known.edited.dismissed.map(([start, end]) => [base + start, base + end])) };
    },
    dismiss(from, to = from) {
      follow();
      if (from === undefined) return atSelection().map((link) => this.dismiss(link.from, link.to)).length > 0;
      return each(from, to, (edited, start, end) => {
        const found = edited.links(start, end).filter(shouldLink);
        for (const link of found) edited.dismiss(link.start, link.end);
        return found.length;
      });
    },
    restore(from = 0, to = from) {
      follow();
      return each(from, to, (edited, start, end) => {
        const found = edited.dismissed.filter((range) => range[0] <= end && start <= range[1]);
        for (const range of found) edited.restore(...range);
        return found.length;
      });
    },
    update: () => follow(),
    get marked() {
      follow();
      return [...all()].flatMap(({ known }) => known.ranges.map(String));
    },
    destroy() {
      cancel();
      observer.disconnect();
      closed();
      element.removeEventListener('beforeinput', onBefore);
      for (const known of parts.values()) {
        known.ranges.forEach((range) => highlight?.delete(range));
        known.edited.free();
      }
      parts.clear();
    },
  };
}
