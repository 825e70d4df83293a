// Replaces the linkifier of markdown-it: `md.use(linkspan)`.
import { Detector } from 'linkspan';

// U+FEFF may be in a link.
const SPACE = /[^\S\uFEFF]/;
// Few links are longer.
const MOST = 2048;

/** What markdown-it asks of `md.linkify`. */
export class Linkifier {
  #detector;
  // markdown-it asks whether a text has links, and then for them.
  #last = { text: '', links: [] };
  constructor(options) {
    this.#detector = options instanceof Detector ? options : new Detector(options);
  }
  #links(text) {
    // The name of a file leads nowhere.
    if (this.#last.text !== text) this.#last = { text, links: this.#detector.find(text).filter(({ kind }) => kind !== 'file') };
    return this.#last.links;
  }
  pretest(text) {
    return this.#detector.pretest(text);
  }
  test(text) {
    return this.#links(text).length > 0;
  }
  match(text) {
    const links = this.#links(text);
    return links.length > 0 ? links.map((link) => matched(link, link.href)) : null;
  }
  // The inline rule moves on by the length of `url`, so that has to be the text.
  matchAtStart(text) {
    // The text is searched up to white space, which ends a link, and no further than a link goes: all that follows would be
    // searched for each link again.
    for (let length = MOST; ; length *= 16) {
      const head = text.slice(0, length);
      const end = head.search(SPACE);
      const run = end < 0 ? head : head.slice(0, end);
      const [link] = this.#detector.find(run, 1);
      if (link?.start !== 0 || !link.text.includes('://')) return null;
      if (link.end < run.length || run.length < length) return matched(link, link.text);
    }
  }
  // Options are given to the detector.
  set() { return this; }
  add() { return this; }
  tlds() { return this; }
  normalize() {}
}

const schema = (link) => (link.kind === 'email' ? 'mailto:' : (/^[a-z][a-z0-9+.-]*:/i.exec(link.text)?.[0] ?? ''));

const matched = (link, url) => ({
  schema: schema(link),
  index: link.start,
  lastIndex: link.end,
  raw: link.text,
  text: link.label,
  url,
});

export default function linkspan(md, options) {
  const detector = options instanceof Detector ? options : new Detector(options);
  md.linkify = new Linkifier(detector);
  md.set({ linkify: true });
  // A name that imitates another one is shown in A-labels, also where markdown-it would decode them.
  const { normalizeLinkText } = md;
  md.normalizeLinkText = (url) => {
    const shown = normalizeLinkText.call(md, url);
    if (/^[\0-\x7F]*$/.test(shown)) return shown;
    const [link] = detector.find(shown);
    // What is not a link for us may imitate another one, too.
    return link?.text === shown ? link.label : md.normalizeLink(url);
  };
}
