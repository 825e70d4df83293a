// The same text gives the same links as in the native library.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Detector, find, findPacked, linkify, spans, test as has } from '../src/node.js';
import { corpora, numbers, program, randomText } from './support.mjs';

const places = (links) => links.map(({ start, end, kind, href }) => [start, end, kind, href]);

function native(text, profile) {
  const { stdout, status, stderr } = spawnSync(program, ['find', '--format', 'json', '--profile', profile, '-'], { input: text, maxBuffer: 1 << 30 });
  assert.ok(status < 2, String(stderr));
  return String(stdout).split('\n').filter(Boolean).map((line) => {
    const found = JSON.parse(line);
    return [found.start_utf16, found.end_utf16, found.kind, found.href];
  });
}

const skip = !program && 'the program is not built: cargo build --release';

test('corpora', { skip: skip || (!corpora && 'the corpora are absent; set LINKSPAN_CORPORA') }, () => {
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
      for (const link of find(text, profile)) found.push([link.start + at, link.end + at, link.kind, link.href]);
      at += text.length + apart.length;
    }
    assert.deepEqual(found, expected, profile);
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
