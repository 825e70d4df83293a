// Runs the library beside the page. It is asked one thing at a time, in order.
import { LiveText, explain, find, format, init, layOut } from 'linkspan';
import { properties } from 'linkspan/properties';

const PROFILES = ['recommended', 'uts58', 'uasg', 'nonascii', 'pri185'];
const ORDERS = ['plain', 'ltr', 'constant', 'environment', 'content', 'tld'];

let live;
let options = 'recommended';

const calls = {
  /** A new text. */
  open({ text, profile, dismissed }) {
    live?.free();
    options = profile;
    live = new LiveText(text, options, { enabled: true, dismissed });
    return live.links().length;
  },
  /** Edits of the text, the last one first, so that the offsets of the others hold. */
  edit(edits) {
    for (const { from, to, insert } of edits) live.edit(from, to, insert);
  },
  dismiss({ from, to }) {
    live.dismiss(from, to);
  },
  restore({ from, to }) {
    live.restore(from, to);
  },
  /** What is known of a part of the text that starts and ends with a line, or with white space. */
  look({ from, to }) {
    const links = new Map(live.links(from, to).map((link) => [link.start, link]));
    const { dismissed } = live.state;
    const isDismissed = ({ start, end }) => dismissed.some(([first, last]) => start < last && first < end);
    const findings = explain(live.slice(from, to), options)
      .map((one) => ({ ...one, start: one.start + from, end: one.end + from }))
      .map((one) => ({ ...one, dismissed: one.linked && isDismissed(one) }))
      // The whole text decides what is a link.
      .filter((one) => !one.linked || one.dismissed || links.get(one.start)?.end === one.end);
    for (const { start } of findings) links.delete(start);
    const others = [...links.values()].map((link) => ({ ...link, linked: true, display: link.caption, reasons: [] }));
    return { findings: [...findings, ...others] };
  },
  /** Where all links are. */
  places: () => live.links().map(({ start, end }) => [start, end]),
  compare: (text) => Object.fromEntries(PROFILES.map((profile) => [profile, find(text, profile).map(({ start, end }) => [start, end])])),
  format(url) {
    const form = (name) => {
      try {
        return { text: format(url, name) };
      } catch (error) {
        return { error: error.message.replace(/^linkspan: /, '') };
      }
    };
    const forms = { minimal: form('minimal'), display: form('display'), ascii: form('ascii') };
    return Object.fromEntries(Object.entries(forms).map(([name, made]) => [name, { ...made, escapes: escapes(made.text ?? '') }]));
  },
  bidi: (text) => ORDERS.map((order) => ({
    order,
    shown: ['ltr', 'rtl'].map((direction) => ({
      direction,
      html: layOut(text, 'html', { order, direction }),
      visual: layOut(text, 'visual', { order, direction }),
    })),
  })),
  characters: (text) => [...text].map((character) => ({ character, ...properties(character) })),
};

// The escapes of a URL: each with the character it is for, and its properties.
function escapes(url) {
  return [...url.matchAll(/(?:%[0-9A-F]{2})+/gi)].flatMap(({ 0: run, index }) => {
    const bytes = Uint8Array.from(run.match(/[0-9A-F]{2}/gi), (digits) => parseInt(digits, 16));
    const characters = [...new TextDecoder().decode(bytes)];
    let at = index;
    return characters.map((character) => {
      const length = 3 * (character === '\uFFFD' ? 1 : new TextEncoder().encode(character).length);
      const one = { at, escape: url.slice(at, at + length), character, ...properties(character), isLast: at + length === url.length };
      at += length;
      return one;
    });
  });
}

const ready = init(new URL('linkspan.wasm', self.location.href));

self.onmessage = async ({ data: { id, call, value } }) => {
  try {
    await ready;
    self.postMessage({ id, value: calls[call](value) });
  } catch (error) {
    self.postMessage({ id, error: String(error?.message ?? error) });
  }
};
