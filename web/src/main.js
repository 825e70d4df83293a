// The page: its views, its language, and its address.
import { ask } from './ask.js';
import { copies, marked } from './copy.js';
import { element, fill } from './element.js';
import { packed, unpacked } from './share.js';
import { choose, language, languages, t } from './text/index.js';
import bidi from './views/bidi.js';
import characters from './views/characters.js';
import compare from './views/compare.js';
import find, { PROFILES } from './views/find.js';
import format from './views/format.js';

const VIEWS = { find, compare, format, bidi, characters };
const COPIED = 100_000;
const at = (id) => document.getElementById(id);

const state = { profile: 'recommended', view: 'find', url: 'https://example.com/a%20b/路径/(x).', changed };
const views = {};

const said = at('said');
const say = (text) => { said.textContent = text; };
function problem(text) {
  at('problem').textContent = text;
  at('problem').hidden = text === '';
}
const failed = (error) => problem(t('failed', { message: error?.message ?? error }));
window.addEventListener('unhandledrejection', (event) => failed(event.reason));

// An address with a state is that of another moment once something changes.
function changed() {
  if (location.hash.includes('/') && state.isStarted) history.replaceState(null, '', `#${state.view}`);
}

function words() {
  const { direction, title } = languages[language];
  Object.assign(document.documentElement, { lang: language, dir: direction });
  document.title = title;
  for (const one of document.querySelectorAll('[data-text]')) one.textContent = t(one.dataset.text);
  for (const one of document.querySelectorAll('[data-label]')) one.setAttribute('aria-label', t(one.dataset.label));
}

function show(name, moveFocus) {
  state.view = name in VIEWS ? name : 'find';
  for (const view of Object.keys(VIEWS)) {
    const isChosen = view === state.view;
    const tab = at(`tab-${view}`);
    tab.setAttribute('aria-selected', isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    at(view).hidden = !isChosen;
    if (isChosen && moveFocus) tab.focus();
  }
  problem('');
  return views[state.view].shown();
}

function go(name, moveFocus) {
  history.pushState(null, '', `#${name}`);
  show(name, moveFocus);
}

async function copied(text, message) {
  try {
    await navigator.clipboard.writeText(text);
    problem('');
    say(message);
    at('note').textContent = message;
  } catch {
    const field = element('textarea', { rows: '3', readonly: true, 'aria-label': t('notCopied') });
    field.value = text;
    fill(at('note'), t('notCopied'), field);
    field.select();
  }
}

async function share() {
  const text = state.editor.text;
  const { profile, url, paragraph, characters: chars } = state;
  const hash = text.length > 200_000 ? null : await packed(state.view, { text, profile, dismissed: state.editor.dismissed, url, paragraph, characters: chars, language });
  if (!hash) {
    problem(t('tooLong'));
    return;
  }
  history.replaceState(null, '', hash);
  await copied(location.href, t('shared'));
}

async function copyAs(name) {
  const text = state.editor.head(COPIED);
  await copied(name === 'case' ? marked(text, (await ask('places')).filter(([, end]) => end <= text.length)) : copies[name](text, state.profile), t('copied'));
}

function build() {
  const tablist = at('tabs');
  const names = Object.keys(VIEWS);
  const main = at('main');
  const context = { say, state };
  fill(tablist, names.map((name) => element('button', { role: 'tab', id: `tab-${name}`, 'aria-controls': name, onclick: () => go(name) }, t(name))));
  tablist.onkeydown = (event) => {
    const rtl = document.documentElement.dir === 'rtl';
    const step = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }[event.key];
    const place = names.indexOf(state.view);
    const next = { Home: 0, End: names.length - 1 }[event.key] ?? (step && (place + step + names.length) % names.length);
    if (next === undefined) return;
    event.preventDefault();
    go(names[next], true);
  };
  main.querySelectorAll('[role="tabpanel"], .bar, #note').forEach((one) => one.remove());
  for (const name of names) {
    views[name] = VIEWS[name](context);
    main.append(element('section', { role: 'tabpanel', id: name, 'aria-labelledby': `tab-${name}`, hidden: true }, views[name].panel));
  }
  const copy = element('select', { id: 'copy', onchange: () => { copyAs(copy.value); copy.value = ''; } },
    element('option', { value: '' }, '…'),
    ['Rust', 'JavaScript', 'Python'].map((name) => element('option', { value: name }, name)),
    element('option', { value: 'shell' }, t('commandLine')), element('option', { value: 'case' }, t('fileCase')));
  main.append(element('div', { class: 'bar' },
    element('button', { class: 'main', id: 'share', onclick: share }, t('share')),
    element('label', {}, element('span', {}, t('copy')), copy)), element('div', { id: 'note' }));
  fill(at('language'), Object.entries(languages).map(([name, { name: text }]) => element('option', { value: name, selected: name === language, lang: name }, text)));
}

// Takes a state from an address. Whatever is wrong in it is left out.
function take(given) {
  const text = (value) => (typeof value === 'string' ? value : undefined);
  state.text = text(given.text);
  if (PROFILES.includes(given.profile)) state.profile = given.profile;
  state.dismissed = Array.isArray(given.dismissed) ? given.dismissed : [];
  for (const name of ['url', 'paragraph', 'characters']) state[name] = text(given[name]) ?? state[name];
  if (given.language in languages) choose(given.language);
}

async function start() {
  choose(navigator.language.split('-')[0]);
  const { view, state: given } = await unpacked(location.hash);
  if (given) take(given);
  words();
  build();
  await views.find.start();
  await show(view);
  if (given === undefined) problem(t('unreadable'));
  state.isStarted = true;
  document.documentElement.dataset.ready = '';
}

at('language').onchange = async () => {
  choose(at('language').value);
  Object.assign(state, { text: state.editor.text, dismissed: state.editor.dismissed });
  words();
  build();
  await views.find.start();
  await show(state.view);
  at('language').focus();
};
window.addEventListener('hashchange', async () => {
  const { view, state: given } = await unpacked(location.hash);
  if (given === null) show(view);
  else location.reload();
});
window.addEventListener('popstate', () => {
  if (!location.hash.includes('/')) show(location.hash.slice(1));
});

start().catch(failed);
if ('serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch(() => {});
