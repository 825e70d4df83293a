// What the script and the WebAssembly must have in common.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as layout from '../src/layout.js';
import { Detector, findPacked } from 'linkspan';
import { root } from './support.mjs';

test('both sides have the same names and numbers', () => {
  const source = readFileSync(`${root}crates/linkspan-wasm/src/layout.rs`, 'utf8');
  const constants = [...source.matchAll(/^pub const (\w+): [^=]+ = ([^;]+);/gm)];
  const { KINDS, ...ours } = layout;
  assert.deepEqual(Object.fromEntries(constants.map(([, name, value]) => [name, JSON.parse(value.replace(/,(?=\s*\])/g, ''))])), { ...ours });
  const text = 'a.com me@a.com /etc/hosts';
  assert.deepEqual([...findPacked(text, 'pri185')].filter((_, i) => i % layout.PLACE === layout.KIND).map((kind) => KINDS[kind]), ['url', 'email', 'file']);
});

// Options with values other than words, with values that could link something else.
const VALUES = {
  with: ['file-name'], without: ['file-name', 'lookalike'], addScheme: ['ftp://', 'tel:', 'a:'], addUnsafeScheme: ['file:', 'javascript:'], defaultScheme: ['http'],
  addTld: ['internal', 'localhost'], maxTldAge: ['none', 1], today: ['2026-11-15'], maxLabel: [1, 'none'], maxName: [1, 'none'], maxLocalPart: [1, 'none'], maxLength: [5, 'none'],
  maxRun: [5, 'none'], protect: ['example.com'],
};

// Text with everything but what the pretest looks for.
const SIGNS = [...'!"#$%&\'()*+,-/:;<=>?@[\\]^_`{|}~'];
const TEXTS = [
  ...SIGNS.flatMap((sign) => [`a${sign}b`, `a ${sign}b`, `${sign}${sign}a`, `com${sign}localhost${sign}1`]),
  'tel:+1-23 a:b javascript:alert(1) file:/etc/passwd', 'me@a me@localhost "a b"@com', '::1 [::1] 1::2/x', '/etc/hosts C:\\x \\\\server\\share', 'localhost:80/x', 'data:x mailto me@x',
];

test('a text without a candidate has no link, whatever the options', () => {
  const page = readFileSync(`${root}crates/linkspan/docs/options.md`, 'utf8');
  const [, table] = page.split('| option | value | meaning |\n|---|---|---|\n');
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n').map((row) => row.split(' | '));
  assert.ok(rows.length > 20);
  let refused = 0;
  for (const profile of ['recommended', 'uts58', 'pri185']) for (const [name, expected] of [...rows, ['| `profile`', profile]]) {
    const option = name.replace(/[|` ]/g, '').replace(/-./g, (c) => c[1].toUpperCase());
    const values = VALUES[option] ?? expected.split(/, | or /);
    for (const value of values) {
      const detector = new Detector({ profile, [option]: value });
      if (!detector.pretest('x')) refused += 1;
      for (const text of TEXTS) {
        // A longer text is searched without a pretest.
        const links = detector.find(`${text}${' '.repeat(300)}`);
        assert.ok(detector.pretest(text) || links.length === 0, `${option} ${value}: ${text}`);
        assert.equal(detector.find(text).length, links.length, `${option} ${value}: ${text}`);
      }
    }
  }
  // The test is used where it can be.
  assert.ok(refused > 60, String(refused));
  for (const options of [undefined, 'uts58', { addTld: 'internal' }, { addScheme: 'ftp://' }, { bareLinks: 'ignored' }]) assert.equal(new Detector(options).pretest('a b: c'), false);
  for (const options of ['pri185', { addScheme: 'tel:' }, { bareIp: 'linked' }, { grammar: 'pri185' }]) assert.equal(new Detector(options).pretest('a b: c'), true);
});
