// What adapters search with: a detector of `linkspan/lite` or of `linkspan`.
import { detectorOf } from 'linkspan/lite';
import { own } from '../own.js';

const isDetector = (options) => typeof options?.watch === 'function' && options.watch !== {}.watch;

// Options may name a detector.
const chosen = (given) => {
  if (typeof given !== 'object' || isDetector(given)) return given;
  const { detector, ...options } = own(given);
  return detector ?? options;
};

/**
 * Finds links with a given detector, or with one of `linkspan/lite`. Until the package has started,
 * and if it never does, a text has no links: a page waits for nothing.
 */
export class Finder {
  #detector;
  constructor(given) {
    const options = chosen(given);
    // react-markdown sets its plugins up again for each message, with the same options.
    this.#detector = isDetector(options) ? options : detectorOf(options);
    // The download starts now, and not with the first text.
    this.#detector.watch(() => {})();
  }
  get status() {
    return this.#detector.status;
  }
  watch = (call) => this.#detector.watch(call);
  find(text, most) {
    return this.status === 'ready' ? this.#detector.find(text, most) : [];
  }
  pretest(text) {
    return this.status === 'ready' && this.#detector.pretest(text);
  }
  spans(text) {
    return this.status === 'ready' ? this.#detector.spans(text) : [text];
  }
  tags(caption, kind) {
    return this.#detector.tags(caption, kind);
  }
}
