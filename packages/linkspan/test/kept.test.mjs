// What an instance keeps: live text, streams, detectors; and what is left of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../src/core.js';
import * as lite from 'linkspan/lite';
import { Detector, LiveText, Stream, defang, explain, find, linkify, domain } from 'linkspan';
import { numbers, randomText } from './support.mjs';

const places = (links) => links.map(({ start, end, kind, href }) => [start, end, kind, href]);

test('a live text has the links of its text', () => {
  const next = numbers(3);
  for (let round = 0; round < 200; round++) {
    let text = randomText(next).toWellFormed();
    const live = new LiveText(text);
    for (let step = 0; step < 20; step++) {
      // Also offsets in the middle of a pair, and halves of pairs.
      const start = next(text.length + 1);
      const end = start + next(text.length - start + 1);
      const insert = randomText(next);
      live.edit(start, end, insert);
      // What is cut off stays half, also beside the other half of another pair.
      text = [text.slice(0, start), insert, text.slice(end)].map((part) => part.toWellFormed()).join('');
      assert.equal(String(live), text);
      assert.deepEqual(places(live.links()), places(find(text)), JSON.stringify(text));
    }
    live.free();
  }
});

test('dismissals last, and can be kept and undone', () => {
  const live = new LiveText('🙂 see a.com and b.com');
  const [first] = live.links();
  assert.equal(live.dismiss(first.start, first.end).removed.length, 1);
  const { undo } = live.edit(3, 3, 'please ');
  assert.deepEqual(live.links().map((link) => link.text), ['b.com']);
  const again = new LiveText(String(live), undefined, live.state);
  assert.deepEqual(again.links().map((link) => link.text), ['b.com']);
  live.undo(undo);
  assert.equal(String(live), '🙂 see a.com and b.com');
  assert.equal(live.restore(0, live.length).added.length, 1);
  assert.throws(() => live.undo(99), /nothing to undo/);
  live.edit(1, 1, 'x');
  assert.equal(String(live), '\uFFFDx\uFFFD see a.com and b.com');
  assert.throws(() => live.edit(99, 99, 'x'), /the range is outside the text/);
});

test('a stream gives each link once, when it is complete', () => {
  const next = numbers(5);
  for (let round = 0; round < 500; round++) {
    let text = '';
    for (let i = 0; i < 5; i++) text += `${randomText(next)} `;
    const stream = new Stream();
    const links = [];
    for (let at = 0; at < text.length;) {
      const end = at + 1 + next(9);
      links.push(...stream.push(text.slice(at, end)));
      at = end;
    }
    links.push(...stream.finish());
    // Half of a pair counts as U+FFFD, wherever the text was cut.
    assert.deepEqual(places(links), places(find(text.toWellFormed())), JSON.stringify(text));
  }
});

test('nothing is left of what is freed', () => {
  const detector = new Detector('uts58');
  detector.free();
  assert.throws(() => detector.find('see a.com now'), /freed/);
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 20_000; i++) {
    const live = new LiveText('see a.com');
    live.free();
    new Detector({ profile: 'uts58' }).free();
    new Stream().free();
  }
  assert.ok(process.memoryUsage().arrayBuffers - before < 1e7);
});

test('what is wrong is said', () => {
  assert.throws(() => find(null), /text must be a string, not null/);
  assert.throws(() => find('a.com', 'nothing'), /unknown profile `nothing`/);
  assert.throws(() => new Detector({ maxLength: 'x' }), /max-length/);
});

test('many are kept as fast as few', () => {
  const kept = Array.from({ length: 30_000 }, () => new LiveText('see a.com'));
  assert.equal(kept.at(-1).links().length, 1);
  kept.forEach((live) => live.free());
});

test('the last edits can be taken back', () => {
  const live = new LiveText('');
  const first = live.edit(0, 0, 'a');
  let last;
  for (let i = 0; i < 12_000; i++) last = live.edit(0, 0, 'b');
  assert.throws(() => live.undo(first.undo), /nothing to undo/);
  live.undo(last.undo);
  assert.equal(live.length, 12_000);
  live.free();
});

test('a trap does not end the package', () => {
  const detector = new Detector('uts58');
  const [live, stream] = [new LiveText('see a.com'), new Stream()];
  const trap = () => run(() => {
    throw new WebAssembly.RuntimeError('unreachable');
  });
  assert.throws(trap, (error) => error.message.includes('internal error') && error.cause instanceof WebAssembly.RuntimeError);
  assert.equal(find('see a.com').length, 1);
  assert.equal(detector.find('see a.com').length, 1);
  assert.throws(() => live.links(), /create a new one/);
  assert.throws(() => stream.push('a'), /create a new one/);
  assert.throws(() => stream.finish(), /create a new one/);
  live.free();
  stream.free();
  assert.equal(new LiveText('see a.com').links().length, 1);
  assert.throws(trap, /internal error/);
  assert.equal(detector.find('see a.com').length, 1);
});

test('memory stays the same after many calls', () => {
  const text = `${'word '.repeat(20)}https://例え.jp/é and me@a.com`;
  for (let i = 0; i < 1_000; i++) find(text);
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 200_000; i++) find(text, i % 2 ? 'uts58' : { profile: 'recommended' });
  assert.ok(process.memoryUsage().arrayBuffers - before < 1e6);
});

test('an overflow of the stack does not end the package', () => {
  const live = new LiveText('see a.com');
  const deep = () => {
    find('see a.com and b.com');
    deep();
  };
  for (let i = 0; i < 5; i++) {
    assert.throws(deep);
    assert.equal(find('see b.com').length, 1);
    assert.ok(linkify('see b.com').includes('<a '));
    assert.equal(new Detector('uts58').find('see b.com').length, 1);
  }
  live.free();
});

test('long texts and their options', () => {
  const words = 'x'.repeat(1_048_571);
  assert.ok(linkify(`${words} a.com`, { rel: 'me' }).endsWith('<a href="https://a.com/" rel="me"><bdi>a.com</bdi></a>'));
  for (const length of [22_000, 25_000, 30_000, 60_000, 400_000]) {
    defang('y '.repeat(1_000_000));
    const live = new LiveText(`${'x'.repeat(length - 6)} a.com`, undefined, { enabled: true, dismissed: [[length - 5, length]] });
    assert.deepEqual(live.links(), []);
    assert.deepEqual(live.state.dismissed, [[length - 5, length]]);
    live.free();
    defang('y '.repeat(1_000_000));
    assert.ok(linkify(`${'x'.repeat(length - 6)} a.com`, { rel: 'me' }).endsWith('rel="me"><bdi>a.com</bdi></a>'));
  }
});

test('a live text with many links takes one search', () => {
  const glued = new LiveText('a.com,'.repeat(20_000));
  assert.equal(glued.edit(5, 5, 'x').removed.length, 1);
  const many = new LiveText('https://example.com/a '.repeat(50_000));
  assert.equal(many.links().length, 50_000);
  assert.equal(many.links().at(-1).href, 'https://example.com/a');
});

test('a byte order mark is a character', () => {
  const live = new LiveText('\ufeffx a.com');
  assert.equal(String(live), '\ufeffx a.com');
  const [link] = live.links();
  assert.equal(String(live).slice(link.start, link.end), 'a.com');
  assert.ok(linkify('\ufeffa.com').startsWith('\ufeff'));
  const text = `${'w '.repeat(32_760)}https://example.com/aaa\ufeff${'b'.repeat(40)}`;
  assert.deepEqual(find(text).map(({ start, end }) => [start, end]), explain(text).map(({ start, end }) => [start, end]));
});

test('options are what an object has itself', () => {
  find('x', Object.create({ profile: 'uts58' }));
  assert.ok(linkify('https://аррӏе.com', { rel: 'nofollow' }).includes('xn--'));
  assert.equal(find('see a.com', null).length, 1);
  assert.ok(!linkify('a.com', { target: null }).includes('target'));
  for (const wrong of [0, true, () => {}]) assert.throws(() => find('see a.com', wrong), /options must be a profile or an object, not/);
  assert.throws(() => find('see a.com', new lite.Detector()), /another Detector/);
});

test('half of a pair at the end of a stream', () => {
  const stream = new Stream();
  const links = [...stream.push('a.com/\ud83d'), ...stream.finish()];
  assert.deepEqual(links.map(({ start, end }) => [start, end]), find('a.com/\ufffd').map(({ start, end }) => [start, end]));
});

test('hosts that are no names have no domain', () => {
  assert.equal(domain('1.2.3.4'), null);
  assert.equal(domain('a.b.co.uk'), 'b.co.uk');
});
