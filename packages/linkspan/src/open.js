// The characters that reorder text and are open at a place (UAX #9, rules X1 to X8).

export const OPENING = /[\u202A\u202B\u202D\u202E\u2066-\u2068]/;

// Elements whose text is not part of the text around them.
const LITERAL = new Set(['pre', 'script', 'style', 'template', 'textarea', 'title']);

/** The number of open characters that are kept. */
const MOST = 16;
const TOO_DEEP = '\uFFFD';

export class Open {
  // Whether each open character opened an isolate.
  #stack = [];
  #isolates = 0;
  get depth() {
    return this.#stack.length;
  }
  pass(c) {
    const isIsolate = c >= '\u2066';
    if (OPENING.test(c)) {
      this.#stack.push(isIsolate);
      this.#isolates += isIsolate ? 1 : 0;
    } else if (!isIsolate) {
      if (this.#stack.at(-1) === false) this.#stack.pop();
    } else if (this.#isolates > 0) {
      while (!this.#stack.pop());
      this.#isolates -= 1;
    }
  }
  /**
   * The text that follows, with characters that would be nested too deeply replaced, as in HTML of the
   * core: beyond 125 levels, links would not be isolated.
   */
  shallow(text) {
    return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, (c) => {
      if (this.depth >= MOST && OPENING.test(c)) return TOO_DEEP;
      this.pass(c);
      return c;
    });
  }
}

/** Replaces them in all paragraphs of a source, which end at blank lines. */
export const shallow = (source) => (OPENING.test(source) ? source.split(/(\n[^\S\n]*\n)/).map((part) => new Open().shallow(part)).join('') : source);

/**
 * Replaces them in the texts of a tree whose blocks have these names. What is in no block, such as a
 * block of code, cannot reorder a link.
 */
export function shallowTree(node, blocks, open) {
  if (LITERAL.has(node.tagName)) return;
  if (open && typeof node.value === 'string') node.value = open.shallow(node.value);
  const inside = blocks.has(node.tagName ?? node.type) ? new Open() : open;
  node.children?.forEach((child) => shallowTree(child, blocks, inside));
}
