// The installed package in other runtimes: the newest Node, Deno and Bun, which `npm run runtimes` gets.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { find } from 'linkspan';
import { installed, lines, root } from './support.mjs';

const program = (name) => join(root, 'target/js/runtimes/node_modules/.bin', name);
let folder;
before(() => {
  folder = installed();
  cpSync(fileURLToPath(new URL('runtime.mjs', import.meta.url)), join(folder, 'runtime.mjs'));
  writeFileSync(join(folder, 'lines.json'), JSON.stringify(lines));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const RUNTIMES = {
  'this Node': [process.execPath],
  'newest Node': [program('node')],
  Deno: [program('deno'), 'run', '--quiet', '--no-remote', '--allow-read'],
  Bun: [program('bun')],
};

for (const [name, [path, ...options]] of Object.entries(RUNTIMES)) {
  test(name, { skip: !existsSync(path) && `${name} is absent: npm run runtimes` }, () => {
    const made = JSON.parse(execFileSync(path, [...options, 'runtime.mjs'], { cwd: folder, maxBuffer: 1 << 26 }));
    const expected = lines.map((line) => find(line, 'uts58').map(({ start, end, href }) => [start, end, href]));
    assert.deepEqual(made, {
      found: expected,
      lite: expected,
      html: 'see <a href="https://a.com/" rel="nofollow noopener"><bdi>a.com</bdi></a>',
      page: '<p>see <a href="https://a.com/" rel="nofollow noopener">a.com</a>',
      why: 'file-name',
      live: 'ba.com',
      stream: ['a.com'],
    });
  });
}
