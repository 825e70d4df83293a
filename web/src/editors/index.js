// The page of editors. `window.editors` is what its tests look at.
import { find, init } from 'linkspan';
import { HOSTS } from './hosts.js';

const SAMPLE = 'See (https://en.wikipedia.org/wiki/Set_(mathematics)), or example.com.\n请访问https://example.com/路径。 README.md is a file.';

await init(new URL('linkspan.wasm', document.baseURI));
const card = document.getElementById('card');
const editors = {};
for (const [name, [title, about, make]] of Object.entries(HOSTS)) {
  const section = card.content.cloneNode(true).firstElementChild;
  const at = (selector) => section.querySelector(selector);
  section.id = name;
  at('h2').textContent = title;
  at('.about').textContent = about;
  document.getElementById('editors').append(section);
  let isDue = false;
  const tell = () => {
    isDue = false;
    const { links } = editors[name];
    at('.found').textContent = links.length === 0 ? 'No links' : links.join(' · ');
  };
  // Once for all changes of a moment.
  const changed = () => {
    if (isDue || !editors[name]) return;
    isDue = true;
    requestAnimationFrame(tell);
  };
  const text = new URLSearchParams(location.search).get('text') ?? SAMPLE;
  editors[name] = make(at('.place'), { text, label: title, changed });
  const keep = (event) => event.preventDefault();
  for (const action of ['dismiss', 'restore']) {
    at(`.${action}`).addEventListener('mousedown', keep);
    at(`.${action}`).addEventListener('click', () => editors[name][action]());
  }
  setTimeout(tell, 100);
}
window.editors = editors;
window.fresh = (text) => find(text).map((link) => link.text);
document.documentElement.dataset.ready = '';
