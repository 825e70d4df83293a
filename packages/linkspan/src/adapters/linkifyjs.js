// The interface of linkifyjs: `find`, `tokenize` and `test`.
import { own } from '../own.js';
import { Finder } from './finder.js';

const finders = new Map();
const finderFor = (scheme = 'https') => {
  let finder = finders.get(scheme);
  if (!finder) finders.set(scheme, finder = new Finder({ profile: 'recommended', defaultScheme: scheme }));
  return finder;
};

const object = (link) => ({ type: link.kind, value: link.caption, isLink: true, href: link.href, start: link.start, end: link.end });

export function find(text, type = null, options = null) {
  const settings = typeof type === 'object' && type !== null ? type : options;
  const wanted = typeof type === 'string' ? type : null;
  const scheme = own(settings).defaultProtocol?.replace(/:?\/*$/, '');
  return finderFor(scheme || undefined).find(text).filter((link) => !wanted || link.kind === wanted).map(object);
}

export function tokenize(text) {
  let at = 0;
  return finderFor().spans(text).map((span) => {
    const isLink = typeof span !== 'string';
    const start = at;
    const value = isLink ? span.caption : span;
    at += isLink ? span.text.length : span.length;
    const end = at;
    return {
      t: isLink ? span.kind : 'text',
      v: value,
      isLink,
      startIndex: () => start,
      endIndex: () => end,
      toString: () => value,
      toHref: () => (isLink ? span.href : value),
      toObject: () => (isLink ? object(span) : { type: 'text', value, isLink: false, href: value, start, end }),
    };
  });
}

/** Returns whether the whole text is a single link. */
export function test(text, type = null) {
  const [link, more] = finderFor().find(text);
  return Boolean(link) && !more && link.start === 0 && link.end === text.length && (!type || link.kind === type);
}

export const registerCustomProtocol = () => {};
export const reset = () => {};
export const init = () => {};
