// The interface of the lite package: links and HTML.
import { Detector as Whole, detectorOf } from './core.js';

export { detectorOf, find } from './core.js';
export class Detector extends Whole {}
for (const name of ['explain', 'layOut']) {
  Object.defineProperty(Detector.prototype, name, { value: undefined });
}

export const findPacked = (text, options) => detectorOf(options).findPacked(text);
export const test = (text, options) => detectorOf(options).test(text);
export const pretest = (text, options) => detectorOf(options).pretest(text);
export const linkAt = (text, at, options) => detectorOf(options).linkAt(text, at);
export const linkOver = (text, at, options) => detectorOf(options).linkOver(text, at);
export const spans = (text, options) => detectorOf(options).spans(text);

export const linkify = (text, options) => detectorOf(options).linkify(text, options);
