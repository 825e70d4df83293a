// Shared by elements without an editor: marks links and opens them.
import { Detector } from 'linkspan';
import { own } from '../own.js';

const NAME = 'linkspan';

// The highlight of a window, which all instances share.
export function highlightOf(window) {
  const { CSS, Highlight } = window;
  if (!CSS?.highlights || !Highlight) return null;
  let highlight = CSS.highlights.get(NAME);
  if (!highlight) {
    highlight = new Highlight();
    CSS.highlights.set(NAME, highlight);
    const sheet = new window.CSSStyleSheet();
    sheet.replaceSync(`::highlight(${NAME}) { text-decoration: underline LinkText; }`);
    window.document.adoptedStyleSheets.push(sheet);
  }
  return highlight;
}

/** Reads the options. */
export function settings(given) {
  const { state, shouldLink = () => true, open, detector, ...options } = own(given);
  return {
    saved: own(state).dismissed ?? [],
    shouldLink: (link) => link.kind !== 'file' && shouldLink(link),
    open: open ?? ((href) => { globalThis.open(href, '_blank', 'noopener'); }),
    detector: detector ?? new Detector(options),
  };
}

/** A link in the form that the application gets. */
export const told = ({ start, end, kind, text, href, caption }) => ({ from: start, to: end, kind, text, href, caption });

// Opens links with the pointer (Ctrl or Cmd and click) and the keyboard (Alt and Enter).
export function openable(element, linkAt, open) {
  const go = (event) => {
    const link = linkAt();
    if (!link) return;
    event.preventDefault();
    open(link.href);
  };
  const onClick = (event) => { if (event.ctrlKey || event.metaKey) go(event); };
  const onKey = (event) => { if (event.altKey && event.key === 'Enter') go(event); };
  element.addEventListener('click', onClick);
  element.addEventListener('keydown', onKey);
  return () => {
    element.removeEventListener('click', onClick);
    element.removeEventListener('keydown', onKey);
  };
}
