// The properties of characters.
import { ask } from '../ask.js';
import { codePoint, element, fill, visible } from '../element.js';
import { number, of, t } from '../text/index.js';

const MOST = 500;

export default function characters({ state }) {
  const rows = element('tbody');
  const note = element('p', { class: 'dim' });
  const input = element('input', { id: 'characters', value: state.characters ?? 'a.,。、()「」<>字\u202E é', dir: 'auto', spellcheck: 'false', autocomplete: 'off', oninput: () => shown() });

  async function shown() {
    state.characters = input.value;
    state.changed();
    const all = [...new Set(input.value)];
    note.textContent = all.length > MOST ? t('charactersMost', { most: number(MOST) }) : '';
    const known = await ask('characters', all.slice(0, MOST).join(''));
    if (input.value !== state.characters) return;
    fill(rows, known.map((one) => element('tr', {},
      element('th', { scope: 'row' }, element('bdi', {}, visible(one.character))),
      element('td', {}, codePoint(one.character)),
      element('td', {}, one.term),
      element('td', {}, one.bracket ? element('bdi', {}, one.bracket, ' ', codePoint(one.bracket)) : t('none')),
      element('td', {}, t(one.email ? 'yes' : 'no')),
      element('td', {}, of('roles', one.term)))));
  }

  const panel = element('div', {}, element('p', {}, t('charactersAbout')),
    element('p', {}, element('label', { for: 'characters' }, t('charactersText')), input), note,
    element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('characters') }, element('table', {},
      element('thead', {}, element('tr', {}, [t('character'), 'U+', 'Link_Term', 'Link_Bracket', 'Link_Email', t('role')].map((name) => element('th', { scope: 'col' }, name)))), rows)));
  return { panel, shown };
}
