// The boundary alone, beside the library: the same ends wherever both link.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { find as findAll, properties } from 'linkspan';
import { end, find, trim } from 'linkspan/boundary';
import { openingOf, readAt, termOf } from '../src/boundary/characters.js';
import { generated } from '../scripts/boundary-tables.mjs';
import { corpora, lines, numbers, randomText, root } from './support.mjs';

const PROFILES = ['uts58', 'recommended'];
const bundled = (format) => buildSync({
  entryPoints: [fileURLToPath(new URL('../src/boundary.js', import.meta.url))], bundle: true, minify: true, write: false, charset: 'utf8', format, globalName: 'boundary',
}).outputFiles[0].text;

test('the tables are those that the script makes', () => {
  for (const [path, text] of generated()) assert.equal(readFileSync(path, 'utf8'), text, path);
});

test('the properties are those of the library', () => {
  let known = 0;
  for (let c = 0; c <= 0x10FFFF; c++) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    const character = String.fromCodePoint(c);
    let term;
    try {
      term = termOf(readAt(character, 0));
    } catch {
      // Some planes are left out, and it says so.
      assert.ok(c > 0xFFFF && c < 0x1D400, c.toString(16));
      continue;
    }
    known++;
    const expected = properties(character);
    assert.equal(['Include', 'Hard', 'Soft', 'Open', 'Close'][term], expected.term, c.toString(16));
    if (expected.bracket !== null) assert.equal(String.fromCodePoint(openingOf(c)), expected.bracket, c.toString(16));
  }
  assert.ok(known > 1_000_000);
});

// A URL of ASCII letters, digits and hyphens with a scheme: what `find` is for.
const isPlain = (text) => /^https?:\/\/[^/?#]*/i.test(text) && !/[^\x00-\x7F]|xn--|\[/i.test(text.match(/^https?:\/\/[^/?#]*/i)[0]);

/** Compares both on a text, in both profiles. */
function compare(text, counts) {
  for (const profile of PROFILES) {
    const [ours, theirs] = [find(text, { profile }), findAll(text, profile)];
    const ends = new Map(ours.map((url) => [url.start, url.end]));
    for (const url of ours) assert.equal(end(text, url.start, { profile }), url.end);
    for (const link of theirs) {
      const own = ends.get(link.start);
      if (own !== undefined) {
        counts.both++;
        assert.equal(text.slice(link.start, own), link.text, `${profile}: ${JSON.stringify(text)}`);
        // Adapters open what a browser makes of it, until the library is there. Browsers differ about `^`.
        if (!link.text.includes('^')) assert.equal(new URL(ours.find(({ start }) => start === link.start).href).href, link.href, JSON.stringify(text));
      }
      if (profile === 'recommended' && isPlain(link.text)) {
        counts.plain++;
        if (own === undefined) counts.missed++;
      }
    }
  }
}
const counted = (texts) => {
  const counts = { both: 0, plain: 0, missed: 0 };
  for (const text of texts) compare(text, counts);
  return counts;
};

test('the cases of the library, and the official lines', () => {
  const folder = `${root}crates/linkspan/tests/cases`;
  const cases = readdirSync(folder).flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').replace(/[⸠⸡]/g, '').split('\n'));
  assert.ok(counted([...cases, ...lines]).both > 1000);
});

test('the corpora', { skip: corpora ? false : 'the corpora are absent; set LINKSPAN_CORPORA_DIR' }, () => {
  const texts = readdirSync(corpora).flatMap((name) => readFileSync(`${corpora}/${name}`, 'utf8').split('\n'));
  const { both, plain, missed } = counted(texts.filter((text) => /:\/\/|www\./i.test(text)));
  assert.ok(both > 10_000 && missed <= plain * 0.005, `${missed} of ${plain} are not linked`);
});

// What ends, continues or surrounds URLs.
const HOSTS = ['example.com', 'a.com', 't.cn', 'zh.wikipedia.org', 'localhost', 'a.b-c.dev', 'github.com', '10.0.0.1', 'v.douyin.com'];
const PARTS = ['/', '/docs', '/a/b', '?q=a', '#x', '/x?id=3&k=', '', '/wiki/', '/Vue3', '/p/C8aBcDxYz_1/'];
const TOKENS = [...'/?#.,;:!\'"`|*~^_-=&%()[]{}<>\\@ \n', '**', '~~', '--', '[]', '[/url]', '->', '&gt;', '&quot;', '%20', ':~:', ':~:text=', 'https://', 'http://', 'www.',
  'https://a.com', 'www.example.com/', '/wiki/', '?q=', '?id=', 'a', 'b2', 'V2', 'C', 'Vue3', 'index.html', 'AbCdEf12', 't.co', ':8080', ':99999', 'xn--p1ai', '查看', '了解更多', '中', 'の', 'を参照',
  'がある', '에서', '에', '확인', 'ไทย', 'ㅋㅋ', '。', '、', '，', '；', '：', '！', '？', '（', '）', '《', '》', '「', '」', '【', '“', '”', '‘', '’', '«', '»', '„', '…', '—', '～', '・', '·', '★', '🎉', '❤', 'é', 'ü', 'я',
  'پ', 'א', '日本', '한국', '例子', '中国', '．', '｡', '￥', '＂', '＊', '｜', 'か\u3099', '\u0300', 'ʹ', '\u1FEF', '\u037E', '\u0387', '\uFE0F', '\u200B', '\u200D', '\u202E', '\u00AD', '\u3000', '\ud800', '\udc00', '\u{1F3F4}', '\u{E0067}', '\u{E007F}'];

/** A text with a URL and random tokens around it. */
function urlText(next) {
  const pick = (list) => list[next(list.length)];
  let text = next(3) ? pick(TOKENS) : '';
  text += pick(['https://', 'http://', 'HTTPS://', 'www.']) + pick(HOSTS) + pick(PARTS);
  for (let i = 1 + next(7); i > 0; i--) text += pick(TOKENS);
  return text;
}

// `LINKSPAN_BOUNDARY_TEXTS=10000000` compares more.
test('random texts', () => {
  const count = Number(process.env.LINKSPAN_BOUNDARY_TEXTS ?? 200_000);
  const next = numbers(process.env.LINKSPAN_BOUNDARY_SEED ?? 46);
  const counts = { both: 0, plain: 0, missed: 0 };
  for (let i = 0; i < count; i++) compare(i % 4 ? urlText(next) : randomText(next), counts);
  assert.ok(counts.both > count / 2, JSON.stringify(counts));
});

test('what is no URL, and what is unsure', () => {
  for (const text of ['', 'a.com', 'https://', 'https://a', 'https://a.com:99999', 'https://me@a.com', 'https://me:1@a.com', 'ftp://a.com', 'https://-a.com', 'http://1.2.3.4.5']) assert.equal(end(text, 0), -1, text);
  for (const text of ['https://例え.jp', 'https://xn--p1ai.com', 'https://a.comé', 'https://a.b。中国', 'https://[::1]/', 'www.a.photography']) assert.equal(end(text, 0), null, text);
  assert.deepEqual(find('https://例え.jp/?to=https://a.com https://b.com'), [{ start: 32, end: 45, text: 'https://b.com', href: 'https://b.com' }]);
  assert.deepEqual(find('x https://例え.jp/', { unsure: true }), [{ start: 2, unsure: true }]);
  assert.throws(() => end('https://a.com', 0, { profile: 'pri185' }), /no profile/);
});

test('matches of other programs are mended', () => {
  for (const [text, found, expected] of [
    ['(https://a.com/b).', '(https://a.com/b).', 'https://a.com/b'],
    ['see https://en.wikipedia.org/wiki/Antonín_Dvořák.', 'https://en.wikipedia.org/wiki/Anton', 'https://en.wikipedia.org/wiki/Antonín_Dvořák'],
    ['https://example.com/foo。次の文', 'https://example.com/foo。次の文', 'https://example.com/foo'],
    ['https://a.com/docs了解更多', 'https://a.com/docs了解更多', 'https://a.com/docs'],
    ['例え.jp/a), b', '例え.jp/a),', '例え.jp/a'],
    ['a.com.', 'a.com.', 'a.com'],
    ['ftp://a.com:21/x.', 'ftp://a.com:21/x.', 'ftp://a.com:21/x'],
  ]) {
    const start = text.indexOf(expected.slice(0, 5));
    assert.equal(text.slice(start, trim(text, start, text.indexOf(found) + found.length)), expected);
  }
});

// Without white space, and in what a URL does not end before.
const UNITS = ['https://a.com/x', 'https://a.com/(x', 'https://a.com?(x', 'https://a.com/「', 'https://a.com/?|a', 'https://', 'http://a.com:', 'https://a.com/*|^', 'www.', 'www.a.com/', 'www.a.com/x@',
  'https://a.com_', 'https://a.com。中', 'https://a.com中', '中www.a.com', 'https://a.com/中', 'https://a.com/“', 'https://a.com/x（', 'https://a@', 'https://例え.jp/', 'https://a.com/x\u200B', 'https://a.com🎉', '中', '[', '_'];
const BEFORE = ['', 'https://a.com/', 'https://a.com?(', 'www.a.com/', 'https://a.com:'];

test('the work grows like the text', () => {
  let read = 0;
  const names = ['charCodeAt', 'codePointAt'];
  const own = names.map((name) => String.prototype[name]);
  names.forEach((name, i) => { String.prototype[name] = function count(at) { read++; return own[i].call(this, at); }; });
  const cost = (text) => {
    read = 0;
    find(text);
    return read / text.length;
  };
  try {
    for (const unit of UNITS) for (const before of BEFORE) {
      const [short, long] = [100, 1000].map((count) => cost(before + unit.repeat(count)));
      assert.ok(long <= short * 2 + 10, `${before}${unit}…: ${short}, ${long}`);
    }
  } finally {
    names.forEach((name, i) => { String.prototype[name] = own[i]; });
  }
});

test('the examples of the page', () => {
  const [, sample] = readFileSync(new URL('../docs/boundary.md', import.meta.url), 'utf8').match(/```js\n.*\n\n([^]*?)```/);
  const examples = [...sample.matchAll(/^(.*); +\/\/ (.*)$/gm)];
  assert.equal(examples.length, 3);
  for (const [, call, expected] of examples) assert.deepEqual(Function('end', 'find', 'trim', `return ${call}`)(end, find, trim), Function(`return ${expected}`)());
});

test('it needs neither WebAssembly nor anything of a browser', () => {
  const context = createContext(Object.create(null));
  runInContext('delete globalThis.WebAssembly; delete globalThis.SharedArrayBuffer; delete globalThis.Atomics;', context);
  assert.equal(runInContext('typeof WebAssembly + typeof TextEncoder + typeof URL', context), 'undefinedundefinedundefined');
  runInContext(`${bundled('iife')};globalThis.boundary = boundary;`, context);
  assert.equal(runInContext("boundary.find('见https://example.com查看，www.example.org/C语言。').map((url) => url.text).join()", context), 'https://example.com,www.example.org/C语言');
});

test('it has no syntax that old engines refuse, and at most 12 kB', () => {
  const source = bundled('esm');
  // A look behind, and properties of characters in expressions.
  assert.ok(!/\(\?<|\\p\{/.test(source));
  const bytes = gzipSync(source, { level: 9 }).length;
  assert.ok(bytes <= 12_000, `${bytes} bytes`);
});
