// The forms of a URL, and what each escape is for.
import { ask } from '../ask.js';
import { codePoint, element, fill, visible } from '../element.js';
import { t } from '../text/index.js';

const FORMS = ['minimal', 'display', 'ascii'];

export default function format({ state }) {
  const cards = element('div', { class: 'cards' });
  const input = element('input', { id: 'url', value: state.url ?? '', dir: 'auto', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', oninput: () => shown() });

  async function shown() {
    state.url = input.value;
    state.changed();
    const forms = await ask('format', input.value);
    if (input.value !== state.url) return;
    fill(cards, FORMS.map((name) => card(name, forms[name])));
  }

  const panel = element('div', {}, element('p', {}, t('formatAbout')),
    element('p', {}, element('label', { for: 'url' }, t('url')), input), cards);
  return { panel, shown };
}

function card(name, { text, error, escapes }) {
  return element('section', { class: 'card', 'aria-label': t(name) }, element('h2', {}, t(name)),
    error ? element('p', { class: 'wrong' }, error) : element('p', { class: 'code wide' }, element('bdi', {}, text)),
    error ? null : element('h3', {}, t('escapes')),
    error ? null : escapes.length === 0 ? element('p', { class: 'dim' }, t('noEscapes')) : element('dl', {}, escapes.flatMap((one) => [
      element('dt', {}, element('code', {}, one.escape)),
      element('dd', {}, element('bdi', {}, named(one.character)), ': ', why(name, one)),
    ])));
}

const named = (character) => (visible(character) === character ? `${character} ${codePoint(character)}` : codePoint(character));

function why(form, one) {
  if (one.term === 'Hard') return t('escapeHard');
  if (one.term === 'Soft' && one.isLast) return t('escapeSoft');
  if (one.term === 'Close') return t('escapeClose');
  if (form === 'ascii' && one.character > '\x7F') return t('escapeAscii');
  if (one.term === 'Open') return t('escapeOpen');
  return t('escapeSyntax');
}
