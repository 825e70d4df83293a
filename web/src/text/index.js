// What the page says, in the language that was chosen.
import ar from './ar.js';
import en from './en.js';

export const languages = { en, ar };
let chosen = en;
export let language = 'en';

export function choose(name) {
  language = name in languages ? name : 'en';
  chosen = languages[language];
}

/** A text by its name, with values in it. */
export function t(name, values = {}) {
  const text = chosen[name] ?? en[name];
  return text.replace(/\{(\w+)\}/g, (_, value) => values[value]);
}

/** A text of a group. */
export const of = (group, name) => chosen[group]?.[name] ?? en[group][name];

/** A number as the language writes it. */
export const number = (value) => new Intl.NumberFormat(language).format(value);
