// The same text by the five profiles, and by other linkifiers if asked for.
import { ask } from '../ask.js';
import { element, fill } from '../element.js';
import { number, t } from '../text/index.js';

const MOST = 20_000;

export default function compare({ state }) {
  const cards = element('div', { class: 'cards' });
  const note = element('p', { class: 'dim' });
  let others;
  const load = element('button', {
    onclick: async () => {
      others = await import('./others.js');
      load.hidden = true;
      await shown();
    },
  }, t('others'));

  async function shown() {
    const text = state.editor.head(MOST);
    note.textContent = state.editor.length > MOST ? t('compareMost', { most: number(MOST) }) : '';
    const found = { ...await ask('compare', text), ...others?.found(text) };
    const all = Object.values(found).map((ranges) => new Set(ranges.map(String)));
    fill(cards, Object.entries(found).map(([name, ranges]) => card(name, text, ranges, (range) => all.every((set) => set.has(String(range))))));
  }

  const panel = element('div', {}, element('p', {}, t('compareAbout')), element('div', { class: 'bar' }, load), note, cards);
  return { panel, shown };
}

function card(name, text, ranges, isSame) {
  const parts = [];
  let done = 0;
  for (const range of ranges) {
    const [start, end] = range;
    parts.push(text.slice(done, start), element('mark', { class: isSame(range) ? undefined : 'differs' }, text.slice(start, end)));
    done = end;
  }
  parts.push(text.slice(done));
  return element('section', { class: 'card', 'aria-label': name },
    element('h2', {}, element('bdi', {}, name), ' ', element('span', { class: 'dim' }, t('count', { count: number(ranges.length) }))),
    element('pre', { class: 'text', tabindex: '0', 'aria-label': name, role: 'group' }, parts));
}
