// Links in Markdown for marked: `marked.use(linkspan())`.
import { Detector } from 'linkspan';
import { relabelled } from './spans.js';

export default function linkspan(options) {
  const detector = options instanceof Detector ? options : new Detector(options);
  // marked asks about ever shorter tails of a text, so its links are searched once. A text is
  // identified by its list of tokens.
  const texts = new WeakMap();
  let current;
  return {
    tokenizer: { url: () => undefined },
    // A name that imitates another one is in A-labels even where the author created the link.
    walkTokens(token) {
      if (token.type !== 'link') return;
      for (const one of [token, ...(token.tokens ?? [])]) {
        if (['link', 'text'].includes(one.type)) one.text = relabelled(detector, one.text);
      }
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
        current = texts.get(tokens);
        if (!current) texts.set(tokens, current = { length: tail.length, links: detector.find(tail).filter(({ kind }) => kind !== 'file'), next: 0 });
        const at = current.length - tail.length;
        const link = from(current, at);
        if (link?.start !== at || this.lexer.state.inLink) return undefined;
        return {
          type: 'link',
          raw: link.text,
          text: link.label,
          href: link.href,
          title: null,
          tokens: [{ type: 'text', raw: link.label, text: link.label, escaped: false }],
        };
      },
    }],
  };
}

// The first link that does not start before a position. Positions must not decrease.
function from(text, at) {
  while (text.links[text.next]?.start < at) text.next += 1;
  return text.links[text.next];
}
