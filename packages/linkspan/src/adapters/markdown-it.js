// Replaces the linkifier of markdown-it: `md.use(linkspan)`.
import { shallow } from '../open.js';
import { Finder } from './finder.js';
import { Memory } from './memory.js';
import { captionOf } from './shown.js';
import { Texts } from './texts.js';

// Escapes that say that there is no link: of these characters, and before any letter.
const PREVENTING = /[:/.@]|\\./su;

const ESCAPE = /\\[!-/:-@[-`{-~]/;

// The interface that markdown-it has for `md.linkify`, for others that use it.
class Linkifier {
  #finder;
  // Most first ask whether a text has links, and then for the links.
  #last = {};
  constructor(finder) {
    this.#finder = finder;
  }
  #links(text) {
    // The name of a file cannot be opened.
    const { status } = this.#finder;
    if (this.#last.text !== text || this.#last.status !== status) this.#last = { text, status, links: this.#finder.find(text).filter(({ kind }) => kind !== 'file') };
    return this.#last.links;
  }
  pretest(text) {
    return this.#finder.pretest(text);
  }
  test(text) {
    return this.#links(text).length > 0;
  }
  match(text) {
    const links = this.#links(text);
    return links.length > 0 ? links.map((link) => matched(link, link.href)) : null;
  }
  matchAtStart(text) {
    const [link] = this.#finder.find(text, 1);
    return link?.start === 0 && link.text.includes('://') ? matched(link, link.text) : null;
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
  text: link.caption,
  url,
});

// The links with a scheme in a source, by the place of its `://`. They are recognized before
// emphasis, so they may contain its characters.
class Sources {
  #memory;
  #found = new WeakMap();
  // The lists of tokens of the texts that are not inside others.
  #wholes = new WeakSet();
  constructor(finder) {
    this.#memory = new Memory(finder);
  }
  expect(tokens) {
    for (const { children } of tokens) if (children) this.#wholes.add(children);
  }
  at(state) {
    let links = this.#found.get(state);
    if (!links) {
      const { src, tokens } = state;
      links = new Map();
      for (const link of this.#wholes.has(tokens) ? this.#memory.whole(src) : this.#memory.part(src)) {
        const colon = link.text.indexOf('://');
        // What is escaped is found in the text. As usual in markdown-it, references are not.
        if (colon > 0 && !ESCAPE.test(link.text)) links.set(link.start + colon, link);
      }
      this.#found.set(state, links);
    }
    return links.get(state.pos);
  }
}

// The tokens of a link.
function tokensOf({ md, Token }, link, url, href, level) {
  const make = (type, tag, nesting, properties) => Object.assign(new Token(type, tag, nesting), properties);
  const made = { markup: 'linkify', info: 'auto', level };
  return [
    make('link_open', 'a', 1, { ...made, attrs: [['href', href]] }),
    make('text', '', 0, { level: level + 1, content: shown(md, link, url) }),
    make('link_close', 'a', -1, made),
  ];
}

function shown(md, link, text) {
  const before = { '': 'http://', 'mailto:': /^mailto:/i.test(text) ? '' : 'mailto:' }[schema(link)] ?? '';
  const made = md.normalizeLinkText(before + text);
  return before && made.startsWith(before) ? made.slice(before.length) : made;
}

// The rule for links with a scheme in a source.
const inline = (sources) => (state, silent) => {
  const { md, pos, pending, src } = state;
  if (!md.options.linkify || state.linkLevel > 0 || !src.startsWith('://', pos)) return false;
  const link = sources.at(state);
  if (!link || link.end > state.posMax || !pending.endsWith(src.slice(link.start, pos))) return false;
  // A `*` at the end is more likely the end of emphasis.
  const url = withoutStars(link.text);
  const href = md.normalizeLink(url);
  if (url.length <= pos - link.start + 3 || !md.validateLink(href)) return false;
  if (!silent) {
    state.pending = pending.slice(0, link.start - pos);
    const [open, text, close] = tokensOf(state, link, url, href, state.level);
    Object.assign(state.push(open.type, open.tag, 1), { attrs: open.attrs, markup: open.markup, info: open.info, meta: { linkspan: url } });
    state.push('text', '', 0).content = text.content;
    Object.assign(state.push(close.type, close.tag, -1), { markup: close.markup, info: close.info });
  }
  state.pos = link.start + url.length;
  return true;
};

function withoutStars(text) {
  let end = text.length;
  while (text[end - 1] === '*') end -= 1;
  return text.slice(0, end);
}

// The rule for all links of a block: a link of a source is one only if it also is in the text that
// a reader sees, and texts may contain others.
function core(state, finder) {
  const { md, tokens } = state;
  if (!md.options.linkify) return;
  const texts = new Texts();
  const blocks = tokens.filter(({ type, children }) => type === 'inline' && children).map((block) => {
    const parts = partsOf(block.children);
    texts.endBlock();
    for (const part of parts) read(part, texts);
    return [block, parts];
  });
  const links = texts.links(finder);
  for (const [block, parts] of blocks) {
    // Without a link, the tokens stay as they are.
    if (parts.some((part) => part.hasSources || links.has(part))) {
      block.children = parts.flatMap((part) => (part.isOpen ? write(state, part, links.get(part)) : part.tokens));
    }
  }
}

// The tokens in parts: adjacent texts, with the links of the source between them, and single others.
function partsOf(tokens) {
  const parts = [];
  const open = () => {
    if (!parts.at(-1)?.isOpen) parts.push({ isOpen: true, hasSources: false, items: [] });
    return parts.at(-1);
  };
  let level = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    const { type, info, content } = token;
    const source = token.meta?.linkspan;
    if (source !== undefined) {
      // After a stray `</a>`, markdown-it may look for links in a link.
      if (level > 0) parts.push({ isOpen: false, hasSources: true, tokens: [tokens[i + 1]] });
      else {
        open().hasSources = true;
        open().items.push({ text: source, tokens: tokens.slice(i, i + 3) });
      }
      i += 2;
      continue;
    }
    if (type === 'link_open') level += 1;
    if (type === 'link_close') level -= 1;
    const isText = ['text', 'text_special'].includes(type);
    if (isText && content === '') continue;
    if (isText && level === 0 && !(info === 'escape' && PREVENTING.test(content))) open().items.push({ text: content, tokens: [token] });
    else parts.push({ isOpen: false, tokens: [token] });
  }
  return parts;
}

function read(part, texts) {
  if (part.isOpen) {
    texts.add(part.items.map(({ text }) => text).join(''), part);
    return;
  }
  const [{ type, content }] = part.tokens;
  if (type === 'html_inline') texts.tag(content);
  else if (['softbreak', 'hardbreak', 'image'].includes(type)) texts.end();
  else texts.pass(content);
}

// The tokens of texts with links in them.
function write(state, { items }, links = []) {
  const { md, Token } = state;
  const made = [];
  let next = 0;
  // The start of the next item, and the end of the last link.
  let at = 0;
  let done = 0;
  // What remains of the items before a place.
  const until = (place) => {
    for (; next < items.length && at < place; next += 1) {
      const { text, tokens: [token] } = items[next];
      const [from, to] = [Math.max(0, done - at), Math.min(text.length, place - at)];
      if (from < to) {
        const type = token.type === 'link_open' ? 'text' : token.type;
        made.push(to - from === token.content.length ? token : Object.assign(new Token(type, '', 0), { level: token.level, content: text.slice(from, to) }));
      }
      if (at + text.length > place) return;
      at += text.length;
    }
  };
  for (const link of links) {
    until(link.start);
    const item = items[next];
    let tokens;
    if (item.tokens.length > 1 && at === link.start && item.text === link.text) {
      tokens = item.tokens;
      tokens[0].meta = null;
    } else {
      const href = md.normalizeLink(link.href);
      if (!md.validateLink(href)) continue;
      tokens = tokensOf(state, link, link.caption, href, item.tokens[0].level);
    }
    made.push(...tokens);
    done = link.end;
  }
  until(Infinity);
  return made;
}

// Isolates the captions of created links.
function isolate({ tokens, Token }, finder) {
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
      return shown(captionOf(finder, { caption: token.content, kind }), token.level);
    }) ?? block.children;
  }
}

export default function linkspan(md, options) {
  const finder = new Finder(options);
  const sources = new Sources(finder);
  md.linkify = new Linkifier(finder);
  md.set({ linkify: true });
  md.core.ruler.before('block', 'linkspan_shallow', (state) => { state.src = shallow(state.src); });
  md.core.ruler.before('inline', 'linkspan', ({ tokens }) => sources.expect(tokens));
  md.inline.ruler.at('linkify', inline(sources));
  md.core.ruler.at('linkify', (state) => core(state, finder));
  md.core.ruler.after('linkify', 'linkspan_isolate', (state) => isolate(state, finder));
  // A name that imitates another one is shown in A-labels, even where markdown-it would decode
  // them.
  const { normalizeLink, normalizeLinkText } = md;
  // markdown-it encodes the letters of a host but does not map them, so it would open another host
  // than browsers do: `https://ｅｘａｍｐｌｅ.com`.
  md.normalizeLink = (url) => {
    if (/^[\0-\x7F]*$/.test(url)) return normalizeLink.call(md, url);
    const [link] = finder.find(url);
    return link?.text === url ? link.href : normalizeLink.call(md, url);
  };
  md.normalizeLinkText = (url) => {
    const shown = normalizeLinkText.call(md, url);
    if (/^[\0-\x7F]*$/.test(shown)) return shown;
    for (const text of [shown, url]) {
      const [link] = finder.find(text);
      if (link?.text === text) return link.caption;
    }
    // Text that is not a link for us may also imitate another name.
    return md.normalizeLink(url);
  };
}
