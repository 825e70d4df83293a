// The ASCII word before letters that are glued to a URL: a path segment, or the value of a query.
import { isDigit, isLetter, isLower, isUpper } from './characters.js';
import { FRAGMENT, PATH, QUERY } from './tail.js';
import { CODE_HOSTS, PAGES, PAGE_EXTENSIONS, SEARCH_KEYS, SHARED, SHORTENERS, TITLES, TITLE_HOSTS, TYPED_KEYS } from './words.js';

// The kinds of words. A code is a number, or letters and digits that spell nothing.
export const EMPTY = 0;
export const FILE = 1;
export const CODE = 2;
export const TITLE = 3;
export const LOWER = 4;

const makeList = (words, flags) => new RegExp(`^(?:${words.replace(/\./g, '\\.').replace(/ /g, '|')})$`, flags);
const titles = makeList(TITLES, 'i');
const typedKeys = makeList(TYPED_KEYS, 'i');
const searchKeys = makeList(SEARCH_KEYS, 'i');
const titleHosts = new RegExp(TITLE_HOSTS.replace(/ /g, '|'), 'i');
const codeHosts = makeList(CODE_HOSTS, 'i');
const shared = makeList(SHARED, 'i');
const pages = makeList(PAGES, '');
const pageExtensions = makeList(PAGE_EXTENSIONS, 'i');
const shorteners = makeList(SHORTENERS, 'i');

/** Whether a host is that of a service that shortens links. */
export const isShortener = (host) => shorteners.test(host);

const lastOf = (pieces) => pieces[pieces.length - 1];
const count = (word, is) => [...word].filter((sign) => is(sign.charCodeAt(0))).length;
const countPairs = (word, is) => [...word].filter((_, i) => i > 0 && is(word.charCodeAt(i - 1), word.charCodeAt(i))).length;

// How often a capital letter follows a small one.
const countChanges = (word) => countPairs(word, (a, b) => isLower(a) && isUpper(b));
const countDigitsFirst = (word) => countPairs(word, (a, b) => isDigit(a) && isLetter(b));
const isNumber = (word) => /^\d*$/.test(word);
const isCodeLike = (word) => /^[a-z0-9_+-]+$/i.test(word);
const readExtension = (word) => (/^.+\.([^.]{2,5})$/.exec(word) || [])[1] || '';
const isFile = (word) => /[a-z]/.test(readExtension(word));

/** The host and the path of a URL, with everything after it. */
function splitUrl(url) {
  const rest = url.replace(/^[^/]*:\/.?/, '');
  const slash = rest.indexOf('/');
  return { rest, host: slash < 0 ? rest : rest.slice(0, slash), path: slash < 0 ? '' : rest.slice(slash) };
}

/** Reads the word at the end of a URL that was read so far, which is ASCII. */
export function readWord(url, part) {
  const { rest, host, path } = splitUrl(url);
  let word;
  let isTitle = false;
  if (part === QUERY) {
    const pair = lastOf(rest.split(/[&?;]/));
    const equals = pair.indexOf('=');
    word = pair.slice(equals + 1);
    const key = pair.slice(0, Math.max(equals, 0));
    const isSearch = searchKeys.test(key) || path.split('?')[0].endsWith('/search');
    // `?Python教程`
    isTitle = equals < 0 || typedKeys.test(key) || isSearch && !isLongCode(word);
  } else if (part === PATH) {
    const segments = path.split('/');
    word = segments.pop();
    const parent = segments.length ? lastOf(segments) : '';
    const isWiki = host.split('.').some((label) => !label.includes('--') && titleHosts.test(label)) || segments.some((segment) => segment.toLowerCase() === 'wiki');
    // `/@anna/React入門`: the posts of a person.
    const isMarked = titles.test(parent) || /^zh-/i.test(parent) && parent.length <= 7 || parent[0] === '@' && word !== '';
    isTitle = (isWiki || isMarked && startsTitle(word, parent)) && !(isFile(word) && pageExtensions.test(readExtension(word)));
  } else {
    word = lastOf(rest.split(/[#/?&=]/));
  }
  const isShortLink = part === PATH && isShort(host) && isCodeLike(codeHosts.test(host) ? lastOf(path.split('/')) : path.slice(1));
  const isRandom = looksRandom(word) || isShortLink;
  const kind = kindOf(word);
  return {
    kind: isRandom && (kind === LOWER || kind === TITLE) ? CODE : kind,
    isTitle: isTitle && !(isRandom && part === PATH && isShort(host)),
    isRandom,
    isShortNumber: isNumber(word) && word.length <= 4,
    isRoute: part >= FRAGMENT && /^[^#]*#[/!]/.test(rest),
  };
}

/** Whether a URL ends with the code of something that is shared, and a slash: `https://v.douyin.com/iRNBho5/`. */
export function endsWithShared(url) {
  if (!url.endsWith('/')) return false;
  const { rest } = splitUrl(url);
  if (rest === '') return false;
  const { host, path } = splitUrl(rest.slice(0, -1));
  const [code, parent = ''] = path.split('/').reverse();
  const isCode = () => kindOf(code) === CODE && !isNumber(code);
  return codeHosts.test(host) && isCodeLike(code) || isShortener(host) && isCode()
    || shared.test(parent) && code.length > 7 && (isCode() || countChanges(code) > 1);
}

/** Whether a host is that of a service that shortens links, or as short as those are: `ppt.cc`. */
const isShort = (host) => host.length <= 6 || isShortener(host) || codeHosts.test(host);

/** Whether a word is long, with changes of letters and digits that no name has: `abcDEFghij-K2`. */
function looksRandom(word) {
  const code = word.replace(/[-_=]+$/, '');
  if (!/^[a-z0-9_-]{8,}$/i.test(code)) return false;
  const changes = countChanges(code);
  if (!/\d/.test(code)) return changes > 2 && count(code, isUpper) * 3 > code.length;
  return changes > 1 || changes > 0 && countDigitsFirst(code) > 1;
}

/** Whether a word after a segment that precedes titles starts one: `/item/5G网络`, but not `/s/1kVbX3aH`. */
function startsTitle(word, parent) {
  const kind = kindOf(word);
  if (kind === CODE) return !isLongCode(word);
  return kind !== LOWER || !word.includes('-') && titles.test(parent);
}

/** Whether a word is a code that no title contains: `5JtXyZq8`, but `iPhone15`. */
function isLongCode(word) {
  const digits = count(word, isDigit);
  return kindOf(word) === CODE && word.length > 4 && (digits > 2 || countDigitsFirst(word) > 0 || digits > 0 && countChanges(word) > 1);
}

function kindOf(word) {
  if (word === '') return EMPTY;
  if (isFile(word)) return FILE;
  if (spellsNothing(word)) return CODE;
  // `How-To-Ask-Questions` is the name of a page.
  const isName = word.split('-').length > 2 || pages.test(word);
  return isUpper(word.charCodeAt(0)) && !isName ? TITLE : LOWER;
}

/** Whether a word is a number, or letters and digits that spell nothing: `2041`, `aB3xYz9`, `v2`. */
function spellsNothing(word) {
  const digits = count(word, isDigit);
  const letters = count(word, isLetter);
  if (digits === 0) return countChanges(word) > 1 && count(word, isUpper) * 3 > word.length;
  // `3D`, `5G`, `K8s`, `web3` are words.
  const isMixed = word.length > 3 && (/[a-z]/.test(word) && /[A-Z]/.test(word) || countDigitsFirst(word) > 0);
  return letters === 0 || digits > 2 || word[0] === 'v' && letters === 1 || word.length > 4 && word.includes('-') || isMixed;
}
