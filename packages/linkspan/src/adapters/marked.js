// Links in Markdown for marked: `marked.use(linkspan())`.
import { Detector } from 'linkspan';

export default function linkspan(options) {
  const detector = options instanceof Detector ? options : new Detector(options);
  // marked asks for ever shorter tails of one text: the links of the whole are kept, or it would be quadratic.
  let whole = '';
  let links = [];
  const after = (tail) => {
    if (!whole.endsWith(tail) || tail.length > whole.length) {
      whole = tail;
      links = detector.find(tail);
    }
    return whole.length - tail.length;
  };
  return {
    tokenizer: { url: () => undefined },
    extensions: [{
      name: 'linkspan',
      level: 'inline',
      start(tail) {
        const done = after(tail);
        const next = links.find((link) => link.start >= done);
        return next && next.start - done;
      },
      tokenizer(tail) {
        if (this.lexer.state.inLink) return undefined;
        const done = after(tail);
        const link = links.find((found) => found.start === done);
        if (!link) return undefined;
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
