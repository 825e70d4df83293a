// What adapters search with: a detector of `linkspan/lite` or of `linkspan`.
import { find as findUrls } from 'linkspan/boundary';
import { detectorOf } from 'linkspan/lite';
import { own } from '../own.js';
import { REORDERED } from './shown.js';

const isDetector = (options) => typeof options?.watch === 'function' && options.watch !== {}.watch;

// Options may name a detector.
const chosen = (given) => {
  if (typeof given !== 'object' || isDetector(given)) return given;
  const { detector, ...options } = own(given);
  return detector ?? options;
};

// The options that only say how links are written.
const WRITTEN = new Set(['profile', 'rel', 'target', 'className', 'skipTags', 'render']);

/** The profile of options that change nothing in it; otherwise undefined. */
function profileOf(options = 'recommended') {
  if (typeof options === 'string') return options;
  const { profile = 'recommended', ...rest } = own(options);
  return isDetector(options) || Object.keys(rest).some((name) => !WRITTEN.has(name)) ? undefined : profile;
}

/** A link with all its fields; undefined if they need tables, as the order of right-to-left ones does. */
function complete({ start, end, text, href }) {
  // Browsers differ about `^`.
  if (REORDERED.test(text) || text.includes('^') || !globalThis.URL?.canParse?.(href)) return undefined;
  return { start, end, kind: 'url', text, href: new URL(href).href, caption: text };
}

/**
 * Finds links with a given detector, or with one of `linkspan/lite`. A page waits for nothing: until the
 * package has started, and if it never does, a text has the links that need no tables, which are URLs
 * with a scheme or `www.` and a plain host. They stay the same, and others join them.
 */
export class Finder {
  #detector;
  #early;
  constructor(given) {
    const options = chosen(given);
    const profile = profileOf(options);
    this.#early = profile === 'recommended' || profile === 'uts58' ? { profile } : undefined;
    // react-markdown sets its plugins up again for each message, with the same options.
    this.#detector = isDetector(options) ? options : detectorOf(options);
    // The download starts now, and not with the first text.
    this.#detector.watch(() => {})();
  }
  get status() {
    return this.#detector.status;
  }
  watch = (call) => this.#detector.watch(call);
  find(text, most = Infinity) {
    if (this.status === 'ready') return this.#detector.find(text, most);
    if (!this.#early) return [];
    return findUrls(text, this.#early).map(complete).filter(Boolean).slice(0, most);
  }
  pretest(text) {
    return this.status === 'ready' ? this.#detector.pretest(text) : this.find(text, 1).length > 0;
  }
  spans(text) {
    if (this.status === 'ready') return this.#detector.spans(text);
    const spans = [];
    let done = 0;
    for (const link of this.find(text)) {
      if (link.start > done) spans.push(text.slice(done, link.start));
      spans.push(link);
      done = link.end;
    }
    return done < text.length ? [...spans, text.slice(done)] : spans;
  }
  tags(caption, kind) {
    return this.#detector.tags(caption, kind);
  }
}
