// Type, see the links, understand why.
import { ask } from '../ask.js';
import { Editor } from '../editor.js';
import { element, fill, visible } from '../element.js';
import examples from '../examples.js';
import { number, t } from '../text/index.js';

export const PROFILES = ['recommended', 'uts58', 'uasg', 'nonascii', 'pri185'];
const PARTS = ['scheme', 'localPart', 'hostTyped', 'port', 'path', 'query', 'fragment', 'directives'];

export default function find({ say, state }) {
  const details = element('div', { class: 'card details', id: 'details' }, element('p', { class: 'dim' }, t('noDetails')));
  const findings = element('ul', { class: 'findings' });
  const host = element('div', { class: 'editor' });
  let editor;
  let timer;

  const opened = () => ask('open', { text: editor.text, profile: state.profile, dismissed: editor.dismissed });

  const profile = element('select', {
    id: 'profile',
    onchange: async () => {
      state.profile = profile.value;
      await opened();
      await editor.look();
    },
  }, PROFILES.map((name) => element('option', { value: name, selected: name === state.profile }, name)));

  const example = element('select', {
    id: 'example',
    onchange: () => {
      if (!example.value) return;
      editor.replace(examples[example.value]);
      example.value = '';
      editor.focus();
    },
  }, element('option', { value: '' }, t('chooseExample')), Object.keys(examples).map((name) => element('option', { value: name }, name)));

  const show = (one) => {
    const row = (name, ...value) => [element('dt', {}, name), element('dd', {}, ...value)];
    const reasons = (list) => list.map((reason) => element('p', {}, reason.message, ' ', element('span', { class: 'dim' }, `${reason.id}, ${reason.clause}`)));
    const rows = [...row(t('editor'), element('bdi', {}, one.text))];
    if (one.linked) {
      rows.push(...row(t('kind'), one.kind), ...row(t('address'), element('code', { dir: 'ltr' }, one.href)), ...row(t('shown'), element('bdi', {}, one.display)));
      if (one.host) rows.push(...row(t('host'), element('bdi', {}, one.hostDisplay), one.host === one.hostDisplay ? null : element('code', { dir: 'ltr' }, ` ${one.host}`)));
      rows.push(...row(t('domain'), one.domainDisplay ?? t('none')));
      const parts = PARTS.filter((part) => one[part] != null);
      rows.push(...row(t('parts'), parts.map((part) => element('div', {}, element('span', { class: 'dim' }, `${part} `), element('bdi', { class: 'code' }, String(one[part]))))));
      if (one.ending) {
        const { character } = one.ending;
        rows.push(...row(t('ended'), character ? element('code', {}, visible(character)) : null, ` ${one.ending.message} `, element('span', { class: 'dim' }, one.ending.clause),
          one.ending.open ? element('div', {}, t('open', { open: one.ending.open })) : null));
      }
      if (one.reasons.length > 0) rows.push(...row(t('reasons'), reasons(one.reasons)));
    } else rows.push(...row(t('why'), reasons(one.reasons)));
    const button = one.linked && element('button', { onclick: () => editor.toggle(one) }, t(one.dismissed ? 'link' : 'unlink'));
    fill(details, element('dl', {}, rows), one.dismissed ? element('p', {}, t('unlinked')) : null, button ? element('p', {}, button) : null);
  };

  // The list waits until typing pauses: marks come first.
  let waiting;
  const listSoon = (all) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => list(all), 150);
  };
  const list = (all) => {
    const items = all.slice(0, 200).map((one) => element('li', {}, element('button', {
      class: one.linked ? (one.dismissed ? 'rejected' : 'link') : 'rejected',
      onclick: () => editor.select(one),
      onfocus: () => show(one),
    }, element('bdi', {}, one.text))));
    fill(findings, items.length > 0 ? items : element('li', { class: 'dim' }, t('nothing')));
    // What is said waits until typing pauses.
    clearTimeout(timer);
    timer = setTimeout(() => {
      const links = all.filter((one) => one.linked && !one.dismissed).length;
      say(t('counted', { links: number(links), rejected: number(all.filter((one) => !one.linked).length) }));
    }, 1500);
  };

  const panel = element('div', {},
    element('div', { class: 'bar' },
      element('label', {}, element('span', {}, t('profile')), profile),
      element('label', {}, element('span', {}, t('example')), example)),
    element('div', { class: 'columns' },
      element('div', {}, host),
      element('section', { 'aria-labelledby': 'details-title' }, element('h2', { id: 'details-title' }, t('details')), details)),
    element('h2', { id: 'view-title' }, t('inView')),
    element('section', { 'aria-labelledby': 'view-title' }, findings));

  return {
    panel,
    async start() {
      editor = new Editor(host, { label: t('editor'), onText: () => { state.changed(); }, onKnown: listSoon, onPlace: show });
      state.editor = editor;
      await ask('open', { text: '', profile: state.profile, dismissed: [] });
      editor.replace(state.text ?? examples['Start here']);
      if (state.dismissed?.length > 0) editor.dismiss(state.dismissed);
    },
    shown() {
      editor.look();
    },
  };
}
