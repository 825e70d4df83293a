// The interface of the package, independent of how the WebAssembly is loaded.
import { detectorOf } from './core.js';

export { Detector, find, format, defang, refang, domain } from './core.js';
export { LiveText } from './live.js';
export { properties } from './properties-api.js';
export { Stream } from './stream.js';

export const findPacked = (text, options) => detectorOf(options).findPacked(text);
export const test = (text, options) => detectorOf(options).test(text);
export const pretest = (text, options) => detectorOf(options).pretest(text);
export const spans = (text, options) => detectorOf(options).spans(text);
export const linkAt = (text, at, options) => detectorOf(options).linkAt(text, at);
export const linkOver = (text, at, options) => detectorOf(options).linkOver(text, at);
export const explain = (text, options) => detectorOf(options).explain(text);
export const linkify = (text, options) => detectorOf(options).linkify(text, options);
export const layOut = (text, form, options) => detectorOf(options).layOut(text, form, options);
