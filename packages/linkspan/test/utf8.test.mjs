// UTF-8 without TextEncoder is the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, decodeSlowly, encode, encodeSlowly } from '../src/utf8.js';
import { numbers, randomText } from './support.mjs';

test('both ways give the same bytes and texts', () => {
  const next = numbers(45);
  const edges = ['', '\0', '\x7f\x80\u07ff\u0800\uffff\u{10000}\u{10ffff}', '\ud800', '\udc00\ud800', 'a\ud83d', '\ufeffa%41+'];
  for (const text of [...edges, ...Array.from({ length: 2_000 }, () => randomText(next))]) {
    const [fast, slow] = [encode, encodeSlowly].map((call) => {
      const bytes = new Uint8Array(text.length * 3);
      return bytes.slice(0, call(text, bytes));
    });
    assert.deepEqual(slow, fast, JSON.stringify(text));
    assert.equal(decodeSlowly(slow), decode(fast));
    assert.equal(decode(fast), text.toWellFormed());
  }
});
