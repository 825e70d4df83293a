// Links in a plain `<textarea>`. The textarea is not changed: its text cannot be highlighted, so
// links are marked with the CSS custom highlight `linkspan` in a copy of the text under it.
import { whenReady } from '../when-ready.js';
import { Edited, difference } from './edited.js';
import { highlightOf, openable, settings, told } from './plain.js';

export { linkEditable } from './editable.js';

// The number of characters in a text node.
const CHUNK = 1 << 14;
// The properties that make both texts occupy the same space.
const COPIED = ['direction', 'fontFamily', 'fontSize', 'fontStyle', 'fontWeight', 'fontStretch', 'fontVariant', 'fontFeatureSettings', 'lineHeight', 'letterSpacing', 'wordSpacing', 'textAlign',
  'textIndent', 'textTransform', 'tabSize', 'unicodeBidi', 'writingMode', 'paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft',
  'borderTopWidth', 'borderRightWidth', 'borderBottomWidth', 'borderLeftWidth', 'boxSizing', 'wordBreak', 'overflowWrap', 'lineBreak'];

// A text in several nodes: a browser copies the whole node when it changes.
class Copy {
  #nodes = [];
  constructor(parent, text) {
    for (let at = 0; at < text.length || at === 0; at += CHUNK) this.#nodes.push(parent.ownerDocument.createTextNode(text.slice(at, at + CHUNK)));
    parent.append(...this.#nodes);
  }
  // The node and position of an offset: at the end of a node rather than at the start of the next.
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
  // A textarea also shows an empty last line.
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

  // Marks the changed links.
  function show(from, to, gone) {
    for (const id of gone) {
      highlight?.delete(ranges.get(id));
      ranges.delete(id);
    }
    for (const link of edited.links(from, to)) {
      let range = ranges.get(link.id);
      if (!shouldLink(link)) {
        if (range) highlight?.delete(range);
        ranges.delete(link.id);
        continue;
      }
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
    if (change) show(change.from, change.to, change.isNew ? [...ranges.keys()] : change.gone);
  }

  function follow(isUndo = false) {
    const now = textarea.value;
    if (now === text) return;
    const { from, to, insert } = difference(text, now);
    content.replace(from, to, insert);
    edited.edit(from, to - from, insert.length, (start, end) => now.slice(start, end), isUndo);
    edited.settle(() => now);
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
  const cancel = whenReady(detector, () => {
    follow();
    changed();
  });

  return {
    /** The links, without dismissed ones. */
    get links() {
      follow();
      return linksOf();
    },
    /** The state to save with the text, for the option `state`. */
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
    /** Restores dismissed links in a range, or at the selection. */
    restore(from = textarea.selectionStart, to = textarea.selectionEnd) {
      follow();
      const found = edited.dismissed.filter(([start, end]) => start <= to && from <= end);
      for (const [start, end] of found) edited.restore(start, end);
      changed();
      return found.length > 0;
    },
    /** Reads the text again. Call it after a script has changed the text. */
    update: follow,
    /** The texts that are currently marked. */
    get marked() {
      return [...ranges.values()].sort((one, other) => one.compareBoundaryPoints(window.Range.START_TO_START, other)).map(String);
    },
    destroy() {
      cancel();
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
