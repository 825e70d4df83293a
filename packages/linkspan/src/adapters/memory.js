// The links of texts for hosts that ask about parts of a text again and again.

// How often the characters of a text are searched again because they are in texts inside it, such as
// emphasis in emphasis. Without a limit, the work would grow with the square of the text.
const MOST = 8;

export class Memory {
  #finder;
  #left = 0;
  constructor(finder) {
    this.#finder = finder;
  }
  // The name of a file cannot be opened.
  #links(text) {
    return this.#finder.find(text).filter(({ kind }) => kind !== 'file');
  }
  /** The links of a text that is not inside another one. */
  whole(text) {
    this.#left = MOST * text.length;
    return this.#links(text);
  }
  /** The links of a text inside the last whole one; none where it is nested too deeply. */
  part(text) {
    this.#left -= text.length;
    return this.#left < 0 ? [] : this.#links(text);
  }
}
