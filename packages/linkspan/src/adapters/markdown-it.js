// Replaces the linkifier of markdown-it: `md.use(linkspan)`.
import { Detector } from 'linkspan';

// A link may contain U+FEFF.
const SPACE = /[^\S\uFEFF]/;
// Few links are longer.
const MOST = 2048;

/** The interface that markdown-it expects of `md.linkify`. */
export class Linkifier {
  #detector;
  // markdown-it first asks whether a text has links, and then for the links.
  #last = { text: '', links: [] };
  constructor(options) {
    this.#detector = options instanceof Detector ? options : new Detector(options);
  }
  #links(text) {
    // The name of a file cannot be opened.
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
  // The inline rule advances by the length of `url`, so it must be the text.
  matchAtStart(text) {
    // Searches up to white space, which ends a link, and no further than a link reaches. Otherwise
    // the rest would be searched again for each link.
    for (let length = MOST; ; length *= 16) {
      const head = text.slice(0, length);
      const end = head.search(SPACE);
      const run = end < 0 ? head : head.slice(0, end);
      const [link] = this.#detector.find(run, 1);
      if (link?.start !== 0 || !link.text.includes('://')) return null;
      if (link.end < run.length || run.length < length) return matched(link, link.text);
    }
  }
  // Options are passed to the detector.
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
  // A name that imitates another one is shown in A-labels, even where markdown-it would decode
  // them.
  const { normalizeLinkText } = md;
  md.normalizeLinkText = (url) => {
    const shown = normalizeLinkText.call(md, url);
    if (/^[\0-\x7F]*$/.test(shown)) return shown;
    const [link] = detector.find(shown);
    // Text that is not a link for us may also imitate another name.
    return link?.text === shown ? link.label : md.normalizeLink(url);
  };
}
