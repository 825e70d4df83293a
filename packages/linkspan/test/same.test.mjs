// The same text gives the same links as in the native library.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Detector, explain, find, findPacked, linkify, spans, test as has } from 'linkspan';
import { linkifyHtml, linkifyMarkdown } from 'linkspan/rewrite';
import { captionOf, htmlOf } from '../src/adapters/shown.js';
import { corpora, numbers, program, randomText, root } from './support.mjs';

const places = (links) => links.map(({ start, end, kind, text, href, caption }) => [start, end, kind, text, href, caption]);

function asked(input, ...options) {
  const { stdout, status, stderr } = spawnSync(program, [...options, '-'], { input, maxBuffer: 1 << 30 });
  assert.ok(status < 2, String(stderr));
  return String(stdout);
}

const found = (text, ...options) => asked(text, 'find', '--format', 'json', ...options).split('\n').filter(Boolean).map((line) => JSON.parse(line));

const native = (text, profile) => found(text, '--profile', profile).map((link) => [link.start_utf16, link.end_utf16, link.kind, link.text, link.href, link.caption]);

// The names of JavaScript.
const camel = (value) => (Array.isArray(value) ? value.map(camel) : value && typeof value === 'object'
  ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name.replace(/_./g, (c) => c[1].toUpperCase()), camel(one)]))
  : value);
// Where something is, which only a file has.
const withoutPlace = ({ file, line, column, start_utf16: start, end_utf16: end, start_char, end_char, argument, ...one }) => camel({ ...one, start, end });
// All judgements with all their fields, but for the ending.
const judged = (text, profile) => found(text, '--profile', profile, '--rejected').map(withoutPlace);
const explained = (text, profile) => explain(text, profile).map(({ ending, ...one }) => one);

// The case files of the library: lines of text with marks.
function caseFiles() {
  const folder = `${root}crates/linkspan/tests/cases`;
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.txt'));
  assert.ok(files.length > 3);
  return files.map((name) => readFileSync(`${folder}/${name}`, 'utf8').replace(/[⸠⸡]/g, ''));
}

const texts = () => [...caseFiles(), ...(corpora ? readdirSync(corpora) : []).filter((name) => name !== 'README.md')
  .map((name) => readFileSync(`${corpora}/${name}`, 'utf8').slice(0, 400_000).toWellFormed())];

const skip = !program && 'the program is not built: cargo build --release';

test('corpora', { skip: skip || (!corpora && 'the corpora are absent; set LINKSPAN_CORPORA_DIR') }, () => {
  for (const file of readdirSync(corpora).filter((name) => name !== 'README.md')) {
    const text = readFileSync(`${corpora}/${file}`, 'utf8');
    for (const profile of ['recommended', 'uts58']) {
      assert.deepEqual(places(find(text, profile)), native(text, profile), `${file}, ${profile}`);
    }
  }
});

test('random texts with lone surrogates', { skip }, () => {
  const next = numbers(20261116);
  for (const profile of ['recommended', 'uts58', 'nonascii', 'pri185']) {
    const texts = Array.from({ length: 25_000 }, () => randomText(next));
    // Paragraph separators keep the texts apart: a lone surrogate counts as U+FFFD, which has one code unit, too.
    const apart = '\n\u2029\n';
    const whole = texts.map((text) => text.toWellFormed()).join(apart);
    const expected = native(whole, profile);
    let at = 0;
    const found = [];
    for (const text of texts) {
      for (const link of find(text, profile)) found.push([link.start + at, link.end + at, link.kind, link.text.toWellFormed(), link.href, link.caption.toWellFormed()]);
      at += text.length + apart.length;
    }
    assert.deepEqual(found, expected, profile);
  }
});

test('reasons, HTML and existing pages', { skip }, () => {
  const next = numbers(3);
  const random = Array.from({ length: 20_000 }, () => randomText(next).toWellFormed()).join('\n\u2029\n');
  for (const text of [...texts(), random]) {
    for (const profile of ['recommended', 'uts58']) {
      assert.deepEqual(explained(text, profile), judged(text, profile), profile);
      assert.equal(linkify(text, profile), asked(text, 'linkify', '--to', 'html', '--profile', profile), profile);
    }
    assert.equal(linkifyHtml(text), asked(text, 'linkify', '--from', 'html'));
    assert.equal(linkifyMarkdown(text), asked(text, 'linkify', '--from', 'markdown'));
  }
});

test('endings', { skip }, () => {
  const lines = [...new Set(caseFiles().join('\n').split('\n'))].filter((line) => /\S/.test(line) && !line.startsWith('#')).slice(0, 3_000);
  for (const profile of ['recommended', 'uts58']) {
    const ends = new Map();
    for (const one of asked(`${lines.join('\n')}\n`, 'explain', '--format', 'json', '--profile', profile, '--file').split('\n').filter(Boolean).map((line) => JSON.parse(line))) {
      ends.set(one.line, [...ends.get(one.line) ?? [], [one.text, camel(one.ending ?? null)]]);
    }
    lines.forEach((line, i) => assert.deepEqual(explain(line, profile).map(({ text, ending }) => [text, ending ?? null]), ends.get(i + 1) ?? [], line));
  }
});

test('all ways agree', () => {
  const next = numbers(7);
  const detector = new Detector({ profile: 'recommended' });
  for (let i = 0; i < 20_000; i++) {
    const text = randomText(next);
    const links = detector.find(text);
    const packed = findPacked(text);
    assert.deepEqual([...packed], links.flatMap((link) => [link.start, link.end, ['url', 'email', 'file'].indexOf(link.kind)]));
    assert.equal(has(text), links.length > 0);
    assert.ok(links.length === 0 || detector.pretest(text), JSON.stringify(text));
    assert.equal(spans(text).map((span) => (typeof span === 'string' ? span : span.text)).join(''), text);
    assert.equal((linkify(text).match(/<a /g) ?? []).length, links.length);
    for (const link of links) assert.equal(text.slice(link.start, link.end), link.text);
  }
});

test('long texts are searched in pieces', () => {
  const text = `${'word 例え.jp/é 🙂 '.repeat(20_000)}x${'y'.repeat(70_000)}.com `;
  const whole = find(text);
  assert.equal(whole.length, 20_000);
  assert.deepEqual(whole.at(-1), { ...whole[0], start: whole.at(-1).start, end: whole.at(-1).end });
  assert.equal(findPacked(text).length, 60_000);
});

test('captions of adapters are those of HTML', () => {
  const next = numbers(11);
  const detector = new Detector();
  const scripts = ['\u05D0', '\u05D1\u05D2', '\u0627\u0644', '%20', '1', '\u202E', '\u200F', '(', ')', '/', '?', '#', '=', 'x', "'", '\u{1E900}', '\uFEFF'];
  let count = 0;
  for (let i = 0; i < 20_000; i++) {
    const tail = Array.from({ length: next(8) }, () => scripts[next(scripts.length)]).join('');
    const text = (i % 2 ? `https://${scripts[next(3)]}.com/${tail}` : randomText(next)).toWellFormed();
    const inPage = [...linkify(text).matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, caption]) => caption);
    const links = find(text);
    assert.deepEqual(links.map((link) => htmlOf(captionOf(detector, link))), inPage, JSON.stringify(text));
    count += links.length;
  }
  assert.ok(count > 5_000, String(count));
});
