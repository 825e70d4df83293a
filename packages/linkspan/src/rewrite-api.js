// The interface of the package for existing pages.
import { asked, detectorOf, lines, wasm } from './core.js';

export function linkifyHtml(page, options) {
  const { id } = detectorOf(options);
  return asked(page, lines(options, 'html'), (...all) => wasm.rewrite_html(id, ...all));
}

export function linkifyMarkdown(source, options) {
  const { id } = detectorOf(options);
  return asked(source, '', (written) => wasm.rewrite_markdown(id, written));
}
