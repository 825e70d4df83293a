// `linkAt` and `linkOver` see the links of the whole text, and no others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Detector, find, linkAt, linkOver } from 'linkspan';
import { numbers, randomText } from './support.mjs';

test('the same links as in the whole text', () => {
  const next = numbers(58);
  let count = 0;
  for (let i = 0; i < 3_000; i++) {
    const text = `${randomText(next)} ${randomText(next)}`;
    const profile = ['recommended', 'uts58', 'nonascii', 'pri185'][i % 4];
    const links = find(text, profile);
    count += links.length;
    for (let at = -1; at <= text.length; at++) {
      assert.deepEqual(linkAt(text, at, profile), links.find(({ start }) => start === at) ?? null, JSON.stringify([text, at, profile]));
      assert.deepEqual(linkOver(text, at, profile), links.find(({ start, end }) => start <= at && at < end) ?? null, JSON.stringify([text, at, profile]));
    }
  }
  assert.ok(count > 500, String(count));
});

test('only the text around the offset is searched', () => {
  const searched = [];
  class Spy extends Detector {
    find(text) {
      searched.push(text);
      return super.find(text);
    }
  }
  const text = `${'https://example.com/a '.repeat(100_000)}x`;
  const detector = new Spy();
  assert.equal(detector.linkOver(text, 1_000_000).text, 'https://example.com/a');
  assert.equal(detector.linkAt(text, text.length - 1), null);
  assert.deepEqual(searched, ['https://example.com/a', 'x']);
  assert.throws(() => linkAt('a.com', 0.5), /the offset must be a whole number/);
});
