// The interface of the package for existing pages.
import { asked, detectorOf, wasm } from './core.js';

const rewritten = (page, options, what) => asked(
  detectorOf(options), page, 'html', options, (id, written, more) => wasm.rewrite(id, written, more, what),
);

export const linkifyHtml = (page, options) => rewritten(page, options, 0);
export const linkifyMarkdown = (source, options) => rewritten(source, options, 1);
