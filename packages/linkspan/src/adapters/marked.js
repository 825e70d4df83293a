// Links in Markdown for marked: `marked.use(linkspan())`. They are made by `parse`, not by `lexer`.
import { shallow } from '../open.js';
import { Finder } from './finder.js';
import { Memory } from './memory.js';
import { captionOf, htmlOf } from './shown.js';
import { withCaptions } from './spans.js';
import { Texts } from './texts.js';

// What may be read as markup in a link; and what is read differently from how it is written.
const MARKUP = /[*_~[\]]/;
const WRITTEN = /[\\&`<]/;

// Addresses that are too long to be links. They are text at once, because marked takes quadratic time
// to look for the ends of emphasis in them.
const TOO_LONG = /(?:https?:\/\/|www\.)[^\s<]{2048,}/gi;

// Escapes of these characters say that there is no link.
const PREVENTING = /[:/.@]/;

// marked copies references with a name to the page. Of those, the ones that separate words in most
// texts are known here; next to others, no links are made.
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi;
const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0', ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009', hellip: '…', mdash: '—', ndash: '–', laquo: '«',
  raquo: '»', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', middot: '·', bull: '•', rarr: '→', larr: '←', copy: '©', reg: '®', trade: '™' };

const decoded = (found, decimal, hexadecimal, name) => {
  if (name) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return code === 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? '\uFFFD' : String.fromCodePoint(code);
};

// In text and addresses, marked escapes `&` only if it is not the start of a reference.
const escaped = (text) => text.replace(/&(?=(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);)/gi, '&amp;');

export default function linkspan(options) {
  const finder = new Finder(options);
  const memory = new Memory(finder);
  // What is taken from a source before marked reads it, by the list of its tokens, because marked
  // asks about ever shorter tails of it.
  const sources = new WeakMap();
  let current;
  // The lists of the sources that are not inside others, by the queue in which they wait.
  const queues = new WeakMap();
  const isWhole = ({ inlineQueue: queue }, tokens) => {
    if (!queues.has(queue)) queues.set(queue, new WeakSet([tokens, ...queue.map((one) => one.tokens)]));
    return queues.get(queue).has(tokens);
  };
  const taken = (source, links) => {
    const long = Array.from(source.matchAll(TOO_LONG), ({ 0: text, index: start }) => ({ start, text }));
    let next = 0;
    const others = links.filter(({ start, text }) => {
      while (long[next] && long[next].start + long[next].text.length <= start) next += 1;
      return MARKUP.test(text) && !WRITTEN.test(text) && !(long[next]?.start <= start);
    });
    return [...long, ...others].sort((a, b) => a.start - b.start);
  };
  const recaption = (token) => {
    if (['link', 'text'].includes(token.type)) token.text = withCaptions(finder, token.text);
    token.tokens?.forEach(recaption);
  };
  return {
    tokenizer: { url: () => undefined },
    hooks: {
      preprocess: shallow,
      processAllTokens(tokens) {
        const texts = new Texts();
        const listsOf = lists(this.options?.extensions?.childTokens ?? {});
        prepare(tokens, listsOf);
        read(tokens, listsOf, texts);
        write(tokens, listsOf, texts.links(finder), finder);
        return tokens;
      },
    },
    // A name that imitates another one is in A-labels even where the author created the link.
    walkTokens(token) {
      if (token.type === 'link') recaption(token);
    },
    extensions: [{
      name: 'linkspan',
      level: 'inline',
      // This is called after the tokenizer, with the same tail except for one character.
      start(tail) {
        const at = current.length - tail.length;
        const next = from(current, at);
        return next && next.start - at;
      },
      tokenizer(tail, tokens) {
        current = sources.get(tokens);
        if (!current) {
          const links = isWhole(this.lexer, tokens) ? memory.whole(tail) : memory.part(tail);
          sources.set(tokens, current = { length: tail.length, links: taken(tail, links), next: 0 });
        }
        const at = current.length - tail.length;
        const link = from(current, at);
        if (link?.start !== at || this.lexer.state.inLink) return undefined;
        const { text: raw } = link;
        return { type: 'text', raw, text: escaped(raw), escaped: false };
      },
      renderer: ({ shown }) => htmlOf(shown),
    }],
  };
}

// The first part that does not start before a position. Positions must not decrease.
function from(source, at) {
  while (source.links[source.next]?.start < at) source.next += 1;
  return source.links[source.next];
}

// Tokens that separate words.
const ENDS = new Set(['blockquote', 'br', 'checkbox', 'code', 'heading', 'hr', 'image', 'list', 'list_item', 'paragraph', 'space', 'table']);

// The lists of tokens in a token. Those of tokens of other extensions have names.
const lists = (names) => (token) => {
  const { tokens, items, header, rows, type } = token;
  const cells = [header, ...(rows ?? [])].filter(Array.isArray).flat();
  const others = (names[type] ?? []).filter((name) => name !== 'tokens').map((name) => token[name]);
  return [tokens, items, ...cells.map((cell) => cell.tokens), ...others].filter(Array.isArray);
};

const isText = ({ type, tokens }) => (type === 'text' || type === 'escape') && !tokens;

// Joins adjacent texts, because a link may span both.
function prepare(tokens, listsOf) {
  const made = [];
  for (const token of tokens) {
    listsOf(token).forEach((list) => prepare(list, listsOf));
    const isOpen = isText(token) && !token.escaped && !(token.type === 'escape' && PREVENTING.test(token.text));
    const text = token.type === 'escape' ? token.text.replaceAll('&', '&amp;') : token.text;
    const last = made.at(-1);
    if (isOpen && last?.linkspan) {
      last.raw += token.raw;
      last.text += text;
    } else made.push(isOpen ? { ...token, type: 'text', text, linkspan: [] } : token);
  }
  tokens.splice(0, tokens.length, ...made);
}

function read(tokens, listsOf, texts, isClosed = false) {
  for (const token of tokens) {
    const { type, text } = token;
    const lists = listsOf(token);
    const isBlock = ENDS.has(type) || token.block || (type === 'text' && token.tokens);
    if (isBlock && lists.length > 0) texts.endBlock();
    else if (isBlock) texts.end();
    if (token.linkspan) readText(token, texts, isClosed);
    else if (type === 'html') texts.tag(token.block ? '' : text);
    else if (lists.length === 0 && !isBlock) texts.pass(text ?? token.raw);
    for (const list of type === 'image' ? [] : lists) {
      read(list, listsOf, texts, isClosed || type === 'link');
      if (isBlock) texts.endBlock();
    }
  }
}

// Adds a text in pieces that end where it is not known what a reader sees.
function readText(token, texts, isClosed) {
  let piece;
  let done = 0;
  const open = (start) => {
    piece = { text: '', places: [[0, start]] };
  };
  const close = () => {
    if (isClosed) texts.pass(piece.text);
    else if (piece.text !== '') {
      texts.add(piece.text, piece);
      token.linkspan.push(piece);
    }
  };
  open(0);
  for (const found of token.text.matchAll(REFERENCE)) {
    const character = decoded(...found);
    piece.text += token.text.slice(done, found.index);
    done = found.index + found[0].length;
    if (character === undefined) {
      close();
      texts.pass('x');
      open(done);
      continue;
    }
    piece.places.push([piece.text.length, found.index]);
    piece.text += character;
    piece.places.push([piece.text.length, done]);
  }
  piece.text += token.text.slice(done);
  close();
}

function write(tokens, listsOf, links, finder) {
  const made = [];
  for (const token of tokens) {
    listsOf(token).forEach((list) => write(list, listsOf, links, finder));
    if (token.linkspan) made.push(...linked(token, links, finder));
    else made.push(token);
  }
  tokens.splice(0, tokens.length, ...made);
}

// The tokens of a text with links in it.
function linked({ linkspan: pieces, ...token }, links, finder) {
  const made = [];
  let done = 0;
  const until = (end) => {
    const text = token.text.slice(done, end);
    if (text !== '') made.push({ ...token, raw: text, text });
  };
  for (const piece of pieces) {
    let next = 0;
    // The place in the token of a character of the piece. Places must not decrease.
    const place = (at) => {
      while (piece.places[next + 1]?.[0] <= at) next += 1;
      return piece.places[next][1] + at - piece.places[next][0];
    };
    for (const link of links.get(piece) ?? []) {
      const [start, end] = [place(link.start), place(link.end)];
      const raw = token.text.slice(start, end);
      until(start);
      made.push({ type: 'link', raw, href: escaped(link.href), title: null, text: link.caption, tokens: [{ type: 'linkspan', raw, shown: captionOf(finder, link) }] });
      done = end;
    }
  }
  if (made.length === 0) return [token];
  until(token.text.length);
  return made;
}
