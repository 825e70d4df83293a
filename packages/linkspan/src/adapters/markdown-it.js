// Replaces the linkifier of markdown-it: `md.use(linkspan)`.
import { Detector } from 'linkspan';
import { labelOf } from '../label.js';
import { shallow } from '../open.js';
import { Memory } from './memory.js';

// The interface that markdown-it expects of `md.linkify`.
class Linkifier {
  #detector;
  // markdown-it first asks whether a text has links, and then for the links.
  #last = { text: '', links: [] };
  #memory;
  // The links of texts with markup, by start; and the lists of tokens of whole ones.
  #starts = new WeakMap();
  #wholes = new WeakSet();
  #state;
  constructor(detector) {
    this.#detector = detector;
    this.#memory = new Memory(detector);
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
  /** Takes note of the texts that are not inside others. */
  expect(tokens) {
    for (const { children } of tokens) if (children) this.#wholes.add(children);
  }
  /** Takes note of the text that `matchAtStart` is about to be asked about. */
  enter(state) {
    this.#state = state;
  }
  // markdown-it asks about the rest of a text at each scheme, so the text is searched once. The inline
  // rule advances by the length of `url`, so it must be the text.
  matchAtStart(rest) {
    const { src, tokens } = this.#state;
    let starts = this.#starts.get(this.#state);
    if (!starts) {
      const links = this.#wholes.has(tokens) ? this.#memory.whole(src) : this.#memory.part(src);
      this.#starts.set(this.#state, starts = new Map(links.map((link) => [link.start, link])));
    }
    const link = starts.get(src.length - rest.length);
    return link?.text.includes('://') ? matched(link, link.text) : null;
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

// Isolates the labels of created links.
function isolate({ tokens, Token }) {
  const shown = (node, level) => {
    const make = (type, nesting, at) => Object.assign(new Token(type, node.name ?? '', nesting), { level: at });
    if (typeof node === 'string') return [Object.assign(make('text', 0, level), { content: node })];
    const open = Object.assign(make('bdi_open', 1, level), { attrs: Object.entries(node.attributes) });
    return [open, ...node.children.flatMap((child) => shown(child, level + 1)), make('bdi_close', -1, level)];
  };
  for (const block of tokens) {
    block.children = block.children?.flatMap((token, i, all) => {
      const before = all[i - 1];
      if (token.type !== 'text' || before?.type !== 'link_open' || before.markup !== 'linkify') return [token];
      const kind = before.attrGet('href').startsWith('mailto:') ? 'email' : 'url';
      return shown(labelOf({ label: token.content, kind }), token.level);
    }) ?? block.children;
  }
}

export default function linkspan(md, options) {
  const detector = options instanceof Detector ? options : new Detector(options);
  const linkifier = new Linkifier(detector);
  md.linkify = linkifier;
  md.set({ linkify: true });
  md.core.ruler.before('block', 'linkspan_shallow', (state) => { state.src = shallow(state.src); });
  md.core.ruler.before('inline', 'linkspan', ({ tokens }) => linkifier.expect(tokens));
  md.inline.ruler.before('linkify', 'linkspan', (state) => linkifier.enter(state) ?? false);
  md.core.ruler.after('linkify', 'linkspan_isolate', isolate);
  // A name that imitates another one is shown in A-labels, even where markdown-it would decode
  // them.
  const { normalizeLink, normalizeLinkText } = md;
  // markdown-it encodes the letters of a host but does not map them, so it would open another host
  // than browsers do: `https://ｅｘａｍｐｌｅ.com`.
  md.normalizeLink = (url) => {
    if (/^[\0-\x7F]*$/.test(url)) return normalizeLink.call(md, url);
    const [link] = detector.find(url);
    return link?.text === url ? link.href : normalizeLink.call(md, url);
  };
  md.normalizeLinkText = (url) => {
    const shown = normalizeLinkText.call(md, url);
    if (/^[\0-\x7F]*$/.test(shown)) return shown;
    for (const text of [shown, url]) {
      const [link] = detector.find(text);
      if (link?.text === text) return link.label;
    }
    // Text that is not a link for us may also imitate another name.
    return md.normalizeLink(url);
  };
}
