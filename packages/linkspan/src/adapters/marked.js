// Links in Markdown for marked: `marked.use(linkspan())`.
import { Detector } from 'linkspan';
import { htmlOf, labelOf } from '../label.js';
import { shallow } from '../open.js';
import { Memory } from './memory.js';
import { relabelled } from './spans.js';

export default function linkspan(options) {
  const detector = options instanceof Detector ? options : new Detector(options);
  const memory = new Memory(detector);
  // marked asks about ever shorter tails of a text, so its links are searched once. A text is
  // identified by its list of tokens.
  const texts = new WeakMap();
  let current;
  // The lists of the texts that are not inside others, by the queue in which they wait.
  const queues = new WeakMap();
  const isWhole = ({ inlineQueue: queue }, tokens) => {
    if (!queues.has(queue)) queues.set(queue, new WeakSet([tokens, ...queue.map((one) => one.tokens)]));
    return queues.get(queue).has(tokens);
  };
  const relabel = (token) => {
    if (['link', 'text'].includes(token.type)) token.text = relabelled(detector, token.text);
    token.tokens?.forEach(relabel);
  };
  return {
    tokenizer: { url: () => undefined },
    hooks: { preprocess: shallow },
    // A name that imitates another one is in A-labels even where the author created the link.
    walkTokens(token) {
      if (token.type === 'link') relabel(token);
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
        if (!current) {
          const links = isWhole(this.lexer, tokens) ? memory.whole(tail) : memory.part(tail);
          texts.set(tokens, current = { length: tail.length, links, next: 0 });
        }
        const at = current.length - tail.length;
        const link = from(current, at);
        if (link?.start !== at || this.lexer.state.inLink) return undefined;
        const { text: raw, label: text, href } = link;
        return { type: 'link', raw, text, href, title: null, tokens: [{ type: 'linkspan', raw, shown: labelOf(link) }] };
      },
      renderer: ({ shown }) => htmlOf(shown),
    }],
  };
}

// The first link that does not start before a position. Positions must not decrease.
function from(text, at) {
  while (text.links[text.next]?.start < at) text.next += 1;
  return text.links[text.next];
}
