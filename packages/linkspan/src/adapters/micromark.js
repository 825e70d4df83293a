// Links for micromark: `*`, `_`, `~` and brackets inside a link are not read as Markdown, but those
// around it are.
//
// Only links with such characters become tokens; all others are found in the text that micromark
// produces, where escapes and character references have been decoded. The autolinks of GFM are
// disabled, because they include a closing `**`.

import { shownIn } from './spans.js';

const MARKUP = /[*_~[\]]/;
// Characters that are decoded differently from how they are written.
const WRITTEN = /[\\&`<]/;
const TYPE = 'linkspanLink';

/** The syntax, with the links that a finder finds. */
export function syntax(finder) {
  // The links of the lines of a tokenizer, which may come back to a line.
  const texts = new WeakMap();
  const here = (context) => {
    const { _index: index, _bufferIndex: at, ...point } = context.now();
    let lines = texts.get(context);
    if (!lines) texts.set(context, lines = new Map());
    let links = lines.get(index);
    if (!links) {
      const end = { ...point, _index: index + 1, _bufferIndex: 0 };
      const [text] = context.sliceStream({ start: { ...point, _index: index, _bufferIndex: 0 }, end });
      lines.set(index, links = typeof text === 'string' ? marked(text, finder) : new Map());
    }
    return links.get(at);
  };
  const construct = {
    name: TYPE,
    previous() {
      return here(this) !== undefined;
    },
    tokenize(effects, ok, nok) {
      const link = here(this);
      const { events } = this;
      let left = link?.text.length;
      const inside = (code) => {
        if (left === 0) {
          effects.exit(TYPE);
          return ok(code);
        }
        left -= 1;
        effects.consume(code);
        return inside;
      };
      return (code) => {
        if (!link || isInLabel(events)) return nok(code);
        effects.enter(TYPE, { _linkspan: link });
        return inside(code);
      };
    },
  };
  const text = {};
  // Links that start with another character are only found in the text.
  for (const start of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') text[start.charCodeAt(0)] = construct;
  return { text, disable: { null: ['wwwAutolink', 'protocolAutolink', 'emailAutolink'] } };
}

/** The nodes created from the tokens. */
export function nodes(finder) {
  return {
    enter: {
      [TYPE](token) {
        const link = token._linkspan;
        const point = ({ line, column, offset }) => ({ line, column, offset });
        const position = { start: point(token.start), end: point(token.end) };
        const text = { ...shownIn(finder, link), position };
        this.enter({ type: 'link', title: null, url: link.href, data: { linkspan: link }, children: [text] }, token);
      },
    },
    exit: {
      [TYPE](token) {
        this.exit(token);
      },
    },
  };
}

// The links of a line that contain markup, by their start.
function marked(line, finder) {
  const links = new Map();
  if (!MARKUP.test(line)) return links;
  let done = 0;
  // How often each run of delimiters occurs between the links before.
  const before = new Map();
  for (const found of finder.find(line)) {
    for (const [run] of line.slice(done, found.start).matchAll(/\*+|~+/g)) before.set(run, (before.get(run) ?? 0) + 1);
    done = found.end;
    if (!MARKUP.test(found.text)) continue;
    const text = found.text.slice(0, closing(found.text, before));
    if (!MARKUP.test(text) || WRITTEN.test(text)) continue;
    // The cut may change the address.
    const [link] = text === found.text ? [found] : finder.find(text);
    if (link?.text === text) links.set(found.start, link);
  }
  return links;
}

// The end of a link for Markdown: before delimiters at its end, and before those that close earlier
// ones.
function closing(text, before) {
  let last = text.length;
  while (last > 0 && '*_~'.includes(text[last - 1])) last -= 1;
  for (const { 0: run, index } of text.slice(0, last).matchAll(/\*+|~+/g)) {
    if (before.get(run) % 2 === 1) return index;
  }
  return last;
}

// Whether a bracket is open that may become a link. Looking back too far is expensive; beyond a
// limit, one is assumed.
function isInLabel(events) {
  const last = Math.max(0, events.length - 1000);
  for (let i = events.length - 1; i >= last; i--) {
    const token = events[i][1];
    if ((token.type === 'labelLink' || token.type === 'labelImage') && !token._balanced) return true;
    if (token._linkspanClear) break;
    if (i === last && last > 0) return true;
  }
  if (events.length > 0) events.at(-1)[1]._linkspanClear = true;
  return false;
}
