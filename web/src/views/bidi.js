// Links in text of both directions.
import { ask } from '../ask.js';
import { element, fill } from '../element.js';
import { of, t } from '../text/index.js';

const MOST = 2000;

export default function bidi({ state }) {
  const rows = element('tbody');
  const input = element('textarea', { id: 'paragraph', rows: '3', dir: 'auto', maxlength: String(MOST), spellcheck: 'false', oninput: () => shown() });
  input.value = state.paragraph ?? 'ראו http://דוגמה.קום/נתיב/1 and http://مثال.com/a/ب';

  async function shown() {
    state.paragraph = input.value;
    state.changed();
    const orders = await ask('bidi', input.value);
    if (input.value !== state.paragraph) return;
    fill(rows, orders.flatMap(({ order, shown: all }) => all.map(({ direction, html, visual }, i) => element('tr', {},
      i === 0 ? element('th', { rowspan: '2', scope: 'rowgroup' }, of('orders', order)) : null,
      element('td', {}, direction),
      element('td', { class: 'wide line' }, element('div', { dir: direction }, isolated(html))),
      element('td', { class: 'wide line' }, element('bdo', { dir: 'ltr' }, visual))))));
  }

  const panel = element('div', {}, element('p', {}, t('bidiAbout')),
    element('p', {}, element('label', { for: 'paragraph' }, t('bidiText')), input),
    element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('bidi') }, element('table', {},
      element('thead', {}, element('tr', {}, ['order', 'direction_', 'browser', 'computed'].map((name) => element('th', { scope: 'col' }, t(name))))), rows)));
  return { panel, shown };
}

// The library gives text and `bdi` elements; nothing else of it is taken.
function isolated(html) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const copy = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    const children = [...node.childNodes].map(copy);
    return node.localName === 'bdi' ? element('bdi', { dir: node.getAttribute('dir') ?? undefined }, children) : element('span', {}, children);
  };
  return [...body.childNodes].map(copy);
}
