// The text of a document as a reader sees it, in pieces: markup inside a word does not separate it,
// so a piece alone may look like another name (`*pay*pal.com`).
import { Open } from '../open.js';

// Elements that a reader sees as a break between words, or as something other than text: those of
// the core (crates/linkspan-rewrite/src/html/elements.rs). All others, such as `wbr`, are inline.
const BREAKS = new Set(['address', 'article', 'aside', 'audio', 'blockquote', 'body', 'br', 'button', 'canvas', 'caption', 'center', 'col', 'colgroup', 'dd', 'details', 'dialog',
  'dir', 'div', 'dl', 'dt', 'embed', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'frame', 'frameset', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'head', 'header', 'hgroup', 'hr',
  'html', 'iframe', 'img', 'input', 'legend', 'li', 'main', 'math', 'menu', 'meter', 'nav', 'object', 'ol', 'optgroup', 'option', 'p', 'picture', 'pre', 'progress', 'search',
  'section', 'select', 'summary', 'svg', 'table', 'tbody', 'td', 'textarea', 'tfoot', 'th', 'thead', 'title', 'tr', 'ul', 'video']);

// Elements whose text is not shown.
const HIDDEN = new Set(['script', 'style', 'template']);

// Elements in HTML inside Markdown that must not contain links.
const CLOSED = new Set(['a', 'button', 'code', 'pre', 'script', 'style', 'svg', 'textarea']);

/** Whether a reader sees an element as a break between words. */
export const isBreak = (name) => BREAKS.has(name.toLowerCase());

/** Whether a reader does not see the text of an element. */
export const isHidden = (name) => HIDDEN.has(name.toLowerCase());

export class Texts {
  // Joined at the end: a string that grows is copied whenever it is looked at.
  #parts = [];
  #length = 0;
  // The pieces in which links may be made: `{ key, start, end }`.
  #pieces = [];
  #keys = new Set();
  // The number of open elements of `tag` that must not contain links.
  #closed = 0;
  /** Adds text in which links may be made. `key` names the piece, and is used once. */
  add(text, key) {
    const start = this.#length;
    this.pass(text);
    // A node that occurs twice would get the links of both places.
    if (this.#closed > 0 || this.#keys.has(key)) return;
    this.#keys.add(key);
    this.#pieces.push({ key, start, end: this.#length });
  }
  /** Adds text in which no links may be made, such as code. */
  pass(text) {
    if (text === '') return;
    this.#parts.push(text);
    this.#length += text.length;
  }
  /** Adds what separates words, such as an image or a line break. */
  end() {
    if (this.#parts.at(-1) !== '\n') this.pass('\n');
  }
  /** Ends a block of Markdown, and the HTML elements that are open in it. */
  endBlock() {
    this.#closed = 0;
    this.end();
  }
  /** Adds HTML inside Markdown: a tag, or several with text. */
  tag(html) {
    let done = 0;
    for (const { 0: tag, 1: slash, 2: name, index } of html.matchAll(/<(\/?)([a-z][^\s/<>]*)[^<>]*>|<!--/gi)) {
      this.pass(html.slice(done, index));
      done = index + tag.length;
      if (!name) break;
      if (isBreak(name)) this.end();
      if (CLOSED.has(name.toLowerCase()) && !tag.endsWith('/>')) this.#closed = Math.max(0, this.#closed + (slash ? -1 : 1));
    }
  }
  /**
   * The links that lie in one piece, by its key, with offsets in it. The name of a file cannot be
   * opened, so it is text here.
   */
  links(finder) {
    const found = new Map();
    let i = 0;
    for (const link of finder.find(this.#parts.join(''))) {
      while (this.#pieces[i]?.end <= link.start) i += 1;
      if (i === this.#pieces.length) break;
      const { key, start, end } = this.#pieces[i];
      if (link.kind === 'file' || link.start < start || link.end > end) continue;
      if (!found.has(key)) found.set(key, []);
      found.get(key).push({ ...link, start: link.start - start, end: link.end - start });
    }
    return found;
  }
}

/** A text and its links. */
export function spansOf(text, links = []) {
  const open = new Open();
  const spans = [];
  let done = 0;
  for (const link of links) {
    if (link.start > done) spans.push(open.shallow(text.slice(done, link.start)));
    spans.push(link);
    done = link.end;
  }
  if (done < text.length) spans.push(open.shallow(text.slice(done)));
  return spans;
}
