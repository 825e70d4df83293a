// Links for micromark, so that `*`, `_`, `~` and brackets in a link are not read as Markdown, and those around it are.
//
// Only links with such characters are tokens; all others are found in the text that micromark makes, where escapes and
// character references are read. What GFM takes as links is switched off: it takes closing `**` for a part of them.

const MARKUP = /[*_~[\]]/;
// What is read in another way than it is written.
const WRITTEN = /[\\&`<]/;
const TYPE = 'linkspanLink';

/** The syntax, with the links of a detector. */
export function syntax(detector) {
  // The links of the line that a tokenizer is at.
  const lines = new WeakMap();
  const here = (context) => {
    const { _index: index, _bufferIndex: at, ...point } = context.now();
    let line = lines.get(context);
    if (line?.index !== index) {
      const end = { ...point, _index: index + 1, _bufferIndex: 0 };
      const [text] = context.sliceStream({ start: { ...point, _index: index, _bufferIndex: 0 }, end });
      line = { index, links: typeof text === 'string' ? marked(text, detector) : new Map() };
      lines.set(context, line);
    }
    return line.links.get(at);
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
  // A link that starts with another character is found in the text only.
  for (const start of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') text[start.charCodeAt(0)] = construct;
  return { text, disable: { null: ['wwwAutolink', 'protocolAutolink', 'emailAutolink'] } };
}

/** The nodes that are made of the tokens. */
export function nodes() {
  return {
    enter: {
      [TYPE](token) {
        const { href, label } = token._linkspan;
        const point = ({ line, column, offset }) => ({ line, column, offset });
        const position = { start: point(token.start), end: point(token.end) };
        const text = { type: 'text', value: label, position };
        this.enter({ type: 'link', title: null, url: href, data: { linkspan: true }, children: [text] }, token);
      },
    },
    exit: {
      [TYPE](token) {
        this.exit(token);
      },
    },
  };
}

// The links of a line that have markup in them, by where they start.
function marked(line, detector) {
  const links = new Map();
  if (!MARKUP.test(line)) return links;
  let done = 0;
  let before = '';
  for (const found of detector.find(line)) {
    before += line.slice(done, found.start);
    done = found.end;
    if (!MARKUP.test(found.text)) continue;
    const text = found.text.slice(0, closing(found.text, before));
    if (!MARKUP.test(text) || WRITTEN.test(text)) continue;
    // What is cut off may change the address.
    const [link] = text === found.text ? [found] : detector.find(text);
    if (link?.text === text) links.set(found.start, link);
  }
  return links;
}

// Where the text of a link ends for Markdown: before delimiters at its end, and before those that were opened before it.
function closing(text, before) {
  for (const { 0: run, index } of text.matchAll(/\*+|~+|_+$/g)) {
    if (/^[*_~]+$/.test(text.slice(index))) return index;
    if (run[0] !== '_' && runs(before, run) % 2 === 1) return index;
  }
  return text.length;
}

const runs = (text, run) => (text.match(/\*+|~+/g) ?? []).filter((other) => other === run).length;

// Whether a bracket is open that may become a link. Looking back far costs too much; then it may be.
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
