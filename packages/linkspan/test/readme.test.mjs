// What the README says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inspect } from 'node:util';
import * as linkspan from 'linkspan';

const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the first example', () => {
  const [link] = linkspan.find('请访问https://example.com/路径。谢谢');
  assert.equal(JSON.stringify(link), JSON.stringify({
    start: 3, end: 25, kind: 'url', text: 'https://example.com/路径', href: 'https://example.com/%E8%B7%AF%E5%BE%84', caption: 'https://example.com/路径',
  }));
  assert.ok(page.includes(`// ${linkspan.linkify('see example.com & more')}`));
});

test('the example of fields', () => {
  const [, sample, expected] = page.match(/const \[link\] = explain\('(.*)'\);\n\[.*\];\n\/\/ (.*)/);
  const { host, hostTyped, domain, port, query, fragment } = linkspan.explain(sample)[0];
  assert.equal(inspect([host, hostTyped, domain, port, query, fragment], { breakLength: Infinity }), expected);
});

test('everything that is named is there', () => {
  const table = page.slice(page.indexOf('## API'), page.indexOf('Options are the name'));
  const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`([A-Za-z]+)/g)].map(([, name]) => name));
  assert.ok(named.length > 12);
  for (const name of named) assert.equal(typeof linkspan[name], 'function', name);
  const others = Object.keys(linkspan).filter((name) => !page.includes(`\`${name}`));
  assert.deepEqual(others, []);
});

test('the table of what others make of a text', async () => {
  const { table } = await import('../scripts/compare.mjs');
  const migration = readFileSync(new URL('../docs/migration.md', import.meta.url), 'utf8');
  assert.ok(migration.includes(table()), table());
});
