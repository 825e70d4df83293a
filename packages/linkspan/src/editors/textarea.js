// Links in a plain `<textarea>`, and in an element that people edit without an editor.
//
// Nothing of what people edit is changed: links are marked with the CSS custom highlight `linkspan`. A textarea has no text
// that could be highlighted, so a copy of its text is under it.
import { detectorOf } from '../core.js';
import { Edited, difference } from './edited.js';

const NAME = 'linkspan';
const CHUNK = 1 << 14;
const COPIED = ['direction', 'fontFamily', 'fontSize', 'fontStyle', 'fontWeight', 'fontStretch', 'fontVariant', 'fontFeatureSettings', 'lineHeight', 'letterSpacing', 'wordSpacing', 'textAlign',
  'textIndent', 'textTransform', 'tabSize', 'unicodeBidi', 'writingMode', 'paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft',
  'borderTopWidth', 'borderRightWidth', 'borderBottomWidth', 'borderLeftWidth', 'boxSizing', 'wordBreak', 'overflowWrap', 'lineBreak'];

// The highlight of a window, which all instances share.
function highlightOf(window) {
  const { CSS, Highlight } = window;
  if (!CSS?.highlights || !Highlight) return null;
  let highlight = CSS.highlights.get(NAME);
  if (!highlight) {
    highlight = new Highlight();
    CSS.highlights.set(NAME, highlight);
    const sheet = new window.CSSStyleSheet();
    sheet.replaceSync(`::highlight(${NAME}) { text-decoration: underline LinkText; }`);
    window.document.adoptedStyleSheets.push(sheet);
  }
  return highlight;
}

const settings = ({ state, shouldLink = () => true, open, ...options } = {}) => ({
  saved: state?.dismissed ?? [],
  shouldLink: (link) => link.kind !== 'file' && shouldLink(link),
  open: open ?? ((href) => { globalThis.open(href, '_blank', 'noopener'); }),
  detector: options.detector ?? detectorOf(options),
});

const told = ({ start, end, kind, text, href, label }) => ({ from: start, to: end, kind, text, href, label });

// Opens links with the pointer and the keyboard: Ctrl or Cmd and a click, Alt and Enter.
function openable(element, linkAt, open) {
  const go = (event) => {
    const link = linkAt();
    if (!link) return;
    event.preventDefault();
    open(link.href);
  };
  const onClick = (event) => { if (event.ctrlKey || event.metaKey) go(event); };
  const onKey = (event) => { if (event.altKey && event.key === 'Enter') go(event); };
  element.addEventListener('click', onClick);
  element.addEventListener('keydown', onKey);
  return () => {
    element.removeEventListener('click', onClick);
    element.removeEventListener('keydown', onKey);
  };
}

// A text in several nodes: a browser copies all of a node when it changes.
class Copy {
  #nodes = [];
  constructor(parent, text) {
    this.parent = parent;
    for (let at = 0; at < text.length || at === 0; at += CHUNK) this.#nodes.push(parent.ownerDocument.createTextNode(text.slice(at, at + CHUNK)));
    parent.append(...this.#nodes);
  }
  // The node of an offset, and the place in it: at the end of a node rather than at the start of the next.
  place(offset) {
    let left = offset;
    for (let i = 0; ; i++) {
      const node = this.#nodes[i];
      if (left <= node.length || i === this.#nodes.length - 1) return { i, node, offset: left };
      left -= node.length;
    }
  }
  replace(from, to, insert) {
    const { i, node, offset } = this.place(from);
    let left = to - from;
    const here = Math.min(left, node.length - offset);
    node.replaceData(offset, here, insert);
    left -= here;
    while (left > 0) {
      const next = this.#nodes[i + 1];
      if (next.length <= left) {
        left -= next.length;
        next.remove();
        this.#nodes.splice(i + 1, 1);
      } else {
        next.deleteData(0, left);
        left = 0;
      }
    }
    for (let at = i; this.#nodes[at].length > 2 * CHUNK; at++) this.#nodes.splice(at + 1, 0, this.#nodes[at].splitText(CHUNK));
  }
}

/** Marks the links of a textarea. */
export function linkTextarea(textarea, options) {
  const { saved, shouldLink, open, detector } = settings(options);
  const document = textarea.ownerDocument;
  const window = document.defaultView;
  const highlight = highlightOf(window);
  let text = textarea.value;
  const edited = new Edited(text, detector, saved);
  const ranges = new Map();

  const mirror = document.createElement('div');
  mirror.setAttribute('aria-hidden', 'true');
  mirror.className = 'linkspan-mirror';
  Object.assign(mirror.style, { position: 'absolute', pointerEvents: 'none', overflow: 'hidden', whiteSpace: 'pre-wrap', overflowWrap: 'break-word', color: 'transparent', borderStyle: 'solid', borderColor: 'transparent', margin: '0' });
  const content = new Copy(mirror, text);
  // The last line of a textarea is there if it is empty.
  mirror.append('\u200B');
  const place = () => {
    const style = window.getComputedStyle(textarea);
    for (const name of COPIED) mirror.style[name] = style[name];
    Object.assign(mirror.style, { left: `${textarea.offsetLeft}px`, top: `${textarea.offsetTop}px`, width: `${textarea.offsetWidth}px`, height: `${textarea.offsetHeight}px` });
    mirror.style.paddingRight = `${parseFloat(style.paddingRight) + textarea.offsetWidth - textarea.clientWidth - parseFloat(style.borderLeftWidth) - parseFloat(style.borderRightWidth)}px`;
    scroll();
  };
  const scroll = () => {
    mirror.scrollTop = textarea.scrollTop;
    mirror.scrollLeft = textarea.scrollLeft;
  };

  // Marks what changed.
  function show(from, to, gone) {
    for (const id of gone) {
      highlight?.delete(ranges.get(id));
      ranges.delete(id);
    }
    for (const link of edited.links(from, to)) {
      if (!shouldLink(link)) continue;
      let range = ranges.get(link.id);
      if (!range) {
        range = document.createRange();
        ranges.set(link.id, range);
        highlight?.add(range);
      }
      const [first, last] = [content.place(link.start), content.place(link.end)];
      range.setStart(first.node, first.offset);
      range.setEnd(last.node, last.offset);
    }
  }

  function changed() {
    const change = edited.take();
    if (change) show(change.from, change.to, change.gone);
  }

  function follow(isUndo = false) {
    const now = textarea.value;
    if (now === text) return;
    const { from, to, insert } = difference(text, now);
    content.replace(from, to, insert);
    edited.edit(from, to - from, insert.length, (start, end) => now.slice(start, end), isUndo);
    text = now;
    changed();
  }

  const onInput = (event) => follow(/^history/.test(event.inputType ?? ''));
  const linksOf = (from = 0, to = text.length) => edited.links(from, to).filter(shouldLink).map(told);
  textarea.addEventListener('input', onInput);
  textarea.addEventListener('scroll', scroll);
  const closed = openable(textarea, () => linksOf(textarea.selectionStart, textarea.selectionStart)[0], open);
  const observer = new window.ResizeObserver(place);
  observer.observe(textarea);
  textarea.before(mirror);
  place();
  show(0, text.length, []);
  edited.take();

  return {
    /** The links, without those that were dismissed. */
    get links() {
      follow();
      return linksOf();
    },
    /** What to keep with the text, for the option `state`. */
    get state() {
      follow();
      return { dismissed: edited.dismissed };
    },
    /** Unlinks the links in a range, or at the selection. */
    dismiss(from = textarea.selectionStart, to = textarea.selectionEnd) {
      follow();
      const found = linksOf(from, to);
      for (const link of found) edited.dismiss(link.from, link.to);
      changed();
      return found.length > 0;
    },
    /** Links again what was dismissed. */
    restore(from = textarea.selectionStart, to = textarea.selectionEnd) {
      follow();
      const found = edited.dismissed.filter(([start, end]) => start <= to && from <= end);
      for (const [start, end] of found) edited.restore(start, end);
      changed();
      return found.length > 0;
    },
    /** Looks at the text again, such as after a script has changed it. */
    update: follow,
    /** What is marked, as texts. */
    get marked() {
      return [...ranges.values()].sort((one, other) => one.compareBoundaryPoints(window.Range.START_TO_START, other)).map(String);
    },
    destroy() {
      observer.disconnect();
      closed();
      textarea.removeEventListener('input', onInput);
      textarea.removeEventListener('scroll', scroll);
      for (const range of ranges.values()) highlight?.delete(range);
      mirror.remove();
      edited.free();
    },
  };
}

const BLOCKS = /^(ADDRESS|ARTICLE|ASIDE|BLOCKQUOTE|BR|CENTER|DD|DETAILS|DIALOG|DIV|DL|DT|FIELDSET|FIGCAPTION|FIGURE|FOOTER|FORM|H[1-6]|HEADER|HR|LI|MAIN|NAV|OL|P|PRE|SECTION|SUMMARY|TABLE|TBODY|TD|TFOOT|TH|THEAD|TR|UL|IMG|INPUT|BUTTON|SELECT|TEXTAREA|VIDEO|AUDIO|OBJECT|IFRAME)$/;
const CLOSED = /^(A|CODE|KBD|PRE|SAMP|SCRIPT|STYLE|TEXTAREA|BUTTON)$/;

// The text of a part of a document, with the place of each text node. Code, and links of the user, are blanks.
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

// The place of an offset in text nodes: that after it, or before it at the end of a range.
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

/** Marks the links of an element that people edit. */
export function linkEditable(element, options) {
  const { saved, shouldLink, open, detector } = settings(options);
  const document = element.ownerDocument;
  const window = document.defaultView;
  const highlight = highlightOf(window);
  // The parts of the element, which are searched on their own: its children, if they are blocks, or all of it.
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
    // Text beside blocks belongs together, so that all of it is one part.
    const children = [...element.childNodes].filter((node) => node.nodeType === 3 || node.nodeType === 1);
    const now = children.some(isLoose) ? [element] : children;
    for (const [part, known] of parts) {
      if (now.includes(part)) continue;
      known.ranges.forEach((range) => highlight?.delete(range));
      known.edited.free();
      parts.delete(part);
    }
    for (const part of now) if (!parts.has(part) || part === element || touched.has(part)) look(part, isUndo);
  }

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
    // A key in one block changes only that.
    if (touched.size === 1 && only && parts.has(only)) look(only, undone);
    else lookAgain(touched, undone);
  }

  // Offsets count from the start of the element, part by part.
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
      observer.disconnect();
      closed();
      element.removeEventListener('beforeinput', onBefore);
      for (const { known } of all()) {
        known.ranges.forEach((range) => highlight?.delete(range));
        known.edited.free();
      }
      parts.clear();
    },
  };
}
