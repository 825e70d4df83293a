// What the package offers, whichever way the WebAssembly is loaded.
import { detectorOf } from './core.js';

export { Detector, format, defang, refang, registrableDomain } from './core.js';
export { LiveText } from './live.js';
export { Stream } from './stream.js';

export const find = (text, options) => {
  const { most, ...rest } = typeof options === 'object' && options !== null && 'most' in options ? options : {};
  if (most === undefined) return detectorOf(options).find(text);
  return detectorOf(Object.keys(rest).length === 0 ? undefined : rest).find(text, most);
};
export const findPacked = (text, options) => detectorOf(options).findPacked(text);
export const test = (text, options) => detectorOf(options).test(text);
export const pretest = (text, options) => detectorOf(options).pretest(text);
export const spans = (text, options) => detectorOf(options).spans(text);
export const explain = (text, options) => detectorOf(options).explain(text);

const RENDERING = ['rel', 'target', 'className', 'label', 'truncate', 'title', 'href', 'isolate', 'bidi'];

// Tells what is about rendering from what is about detection.
function split(options) {
  const rendering = {};
  const detection = {};
  for (const [name, value] of Object.entries(options)) {
    (RENDERING.includes(name) ? rendering : detection)[name] = value;
  }
  return [detection, rendering];
}

const separated = new WeakMap();

export function linkify(text, options) {
  if (options === undefined || typeof options === 'string') return detectorOf(options).linkify(text);
  let both = separated.get(options);
  if (!both) {
    const [detection, rendering] = split(options);
    both = [detectorOf(Object.keys(detection).length === 0 ? undefined : detection), rendering];
    separated.set(options, both);
  }
  return both[0].linkify(text, both[1]);
}

export function layOut(text, form, options = {}) {
  const { order, direction, ...detection } = options;
  const detector = detectorOf(Object.keys(detection).length === 0 ? undefined : detection);
  return detector.layOut(text, form, { order, direction });
}
