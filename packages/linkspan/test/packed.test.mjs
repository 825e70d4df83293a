// The package as people get it: packed, installed into fresh projects, imported in each way.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { build as buildByVite } from 'vite';
import webpack from 'webpack';
import { installed } from './support.mjs';

const home = fileURLToPath(new URL('../', import.meta.url));
let folder;
before(() => {
  folder = installed();
});
after(() => rmSync(folder, { recursive: true, force: true }));

const node = (name, source) => {
  writeFileSync(join(folder, name), source);
  return execFileSync(process.execPath, [name], { cwd: folder }).toString().trim();
};

test('import', () => {
  assert.equal(node('a.mjs', "import { find } from 'linkspan'; console.log(find('see a.com')[0].href)"), 'https://a.com/');
  assert.equal(node('b.mjs', "import { find } from 'linkspan/inline'; console.log(find('see a.com')[0].href)"), 'https://a.com/');
  assert.equal(node('c.mjs', "import { find, linkify } from 'linkspan/lite'; console.log(find('see a.com')[0].href, linkify('b.com', { rel: '' }))"),
    'https://a.com/ <a href="https://b.com/"><bdi>b.com</bdi></a>');
  assert.equal(node('d.mjs', "import { find } from 'linkspan'; import * as lite from 'linkspan/lite'; console.log(find('co.uk a.com').length, lite.find('co.uk a.com').length)"), '1 2');
});

test('the sample of the project', () => {
  const page = readFileSync(join(home, '../../README.md'), 'utf8');
  const [, sample] = page.match(/```js\n([^]*?)```/);
  // What a line prints is in the comment after it, or below it.
  const expected = [...sample.matchAll(/\/\/ (.*)/g)].map(([, printed]) => printed);
  assert.equal(expected.length, 2);
  assert.equal(node('sample.mjs', sample), expected.join('\n'));
});

test('require', () => {
  assert.equal(node('a.cjs', "console.log(require('linkspan').find('see a.com')[0].href)"), 'https://a.com/');
  assert.equal(node('b.cjs', "const { find } = require('linkspan/lite'); console.log(find('see a.com b.com', { most: 1 }).map((link) => link.href).join())"), 'https://a.com/');
});

test('the boundary alone', () => {
  assert.equal(node('boundary.mjs', "import { end } from 'linkspan/boundary'; console.log(end('https://a.com/b.', 0))"), '15');
  assert.equal(node('boundary.cjs', "console.log(require('linkspan/boundary').end('https://a.com/b.', 0))"), '15');
});

test('browsers get bytes', () => {
  const source = `
    import { readFileSync } from 'node:fs';
    import * as linkspan from './node_modules/linkspan/dist/index.js';
    try { linkspan.find('see a.com'); } catch (error) { console.log(error.message); }
    const bytes = readFileSync('./node_modules/linkspan/dist/linkspan.wasm');
    await Promise.all([linkspan.init(bytes), linkspan.init(bytes)]);
    await linkspan.init();
    console.log(linkspan.find('see a.com')[0].href);`;
  assert.equal(node('e.mjs', source), 'linkspan: not started; `await init()` first\nhttps://a.com/');
});

test('bundlers', { timeout: 120_000 }, async () => {
  writeFileSync(join(folder, 'main.js'), "import { init, find } from 'linkspan'; await init(); document.title = find('see a.com')[0].href;");
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>');
  const emitted = (made) => readdirSync(join(folder, made), { recursive: true }).filter((name) => name.endsWith('.wasm'));

  await buildByVite({ root: folder, logLevel: 'error', configFile: false, build: { outDir: 'by-vite', assetsInlineLimit: 0 } });
  assert.equal(emitted('by-vite').length, 1);

  await new Promise((done, fail) => {
    webpack({ context: folder, mode: 'production', entry: './main.js', output: { path: join(folder, 'by-webpack') }, target: 'web' }, (error, stats) => {
      if (error || stats.hasErrors()) fail(error ?? new Error(stats.toString()));
      else done();
    });
  });
  assert.equal(emitted('by-webpack').length, 1);

  // esbuild copies no file for `new URL`, so the WebAssembly is inlined.
  writeFileSync(join(folder, 'inline.js'), "import { find } from 'linkspan/inline'; console.log(find('see a.com')[0].href);");
  await build({ absWorkingDir: folder, entryPoints: ['inline.js'], bundle: true, format: 'esm', platform: 'browser', outfile: 'by-esbuild.mjs', logLevel: 'error' });
  assert.equal(node('run.mjs', "import './by-esbuild.mjs'"), 'https://a.com/');
});

test('types', { timeout: 120_000 }, () => {
  mkdirSync(join(folder, 'types'));
  writeFileSync(join(folder, 'types/a.mts'), `
    import { Detector, LiveText, Stream, domain, explain, find, linkAt, linkOver, linkify, ready, type Link } from 'linkspan';
    import remark from 'linkspan/remark';
    const links: Link[] = find('a.com', { without: ['file-name'], most: 3 });
    const html: string = linkify('a.com', { profile: 'uts58', rel: 'x' });
    new LiveText('a', new Detector('uts58')).edit(0, 0, 'b').added[0]?.id.toFixed();
    new Stream().push('a').map((link) => link.href);
    remark('recommended');
    remark({ without: 'file-name', detector: new Detector() });
    const status: 'waiting' | 'ready' | 'failed' = new Detector().status;
    new Detector().watch(() => linkOver('a.com', 2)?.href)();
    ready.then(() => linkAt('a.com', 0));
    for (const one of explain('a.com')) {
      const known: [string, number | null, string] | undefined = one.linked ? [one.hostTyped ?? '', one.port, one.ending?.rule ?? ''] : undefined;
      // @ts-expect-error
      if (!one.linked) one.host;
      domain(known?.[0] ?? '')?.length;
    }
    linkify('a.com', { class: 'x', caption: 'display', shorten: 30 });
    // @ts-expect-error
    linkify('a.com', { className: 'x' });
    // @ts-expect-error
    find(3);
    // @ts-expect-error
    find('a', { profile: 'none' });
    export { links, html, status };`);
  writeFileSync(join(folder, 'types/b.cts'), `
    import { find, linkify, Detector } from 'linkspan';
    import lite = require('linkspan/lite');
    import { linkifyHtml } from 'linkspan/rewrite';
    export const made: string = linkify('a.com', new Detector('uts58')) + lite.linkify('a.com', { without: 'file-name', rel: '' }) + linkifyHtml('a.com');
    import markdownIt from 'linkspan/markdown-it';
    import remark from 'linkspan/remark';
    import component, { withLinks } from 'linkspan/react';
    import { observe } from 'linkspan/dom';
    import { properties } from 'linkspan/properties';
    import { end, find as findUrls, trim } from 'linkspan/boundary';
    export const adapters = [markdownIt, remark({ without: 'file-name', detector: new lite.Detector() }), component({}, new Detector()), withLinks({}, component({})), observe, properties('a').term, end('https://a.com', 0)?.toFixed(), trim('https://a.com.', 0, 14).toFixed(), findUrls('https://a.com').map((url) => url.href)];
    export const count: number = find('a.com').length;`);
  // Editors, with the types of their hosts.
  symlinkSync(join(home, 'node_modules'), join(folder, 'types/node_modules'));
  writeFileSync(join(folder, 'types/c.mts'), `
    import { EditorState } from 'prosemirror-state';
    import * as code from 'linkspan/codemirror';
    import * as lexical from 'linkspan/lexical';
    import { dismiss, links, linksOf } from 'linkspan/prosemirror';
    import { linkTextarea } from 'linkspan/textarea';
    import type { LexicalEditor } from 'lexical';
    declare const state: EditorState;
    declare const editor: LexicalEditor;
    declare const textarea: HTMLTextAreaElement;
    links({ mode: 'marks', initial: 'link', without: ['file-name'], shouldLink: (link) => link.kind === 'url' });
    export const texts: string[] = linksOf(state).map((link) => link.text);
    export const isDone: boolean = dismiss(1, 2)(state);
    export const extension = code.links({ openKey: 'F8' });
    export const end: () => void = lexical.registerLinks(editor, { attributes: { target: '_blank' } });
    export const kept: [number, number][] = linkTextarea(textarea).state.dismissed;
    // @ts-expect-error
    links({ mode: 'both' });`);
  const tsc = join(home, 'node_modules/.bin/tsc');
  execFileSync(tsc, ['--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', 'types/c.mts'], { cwd: folder, stdio: 'inherit' });
  execFileSync(tsc, ['--strict', '--noEmit', '--skipLibCheck', 'false', '--module', 'node16', '--target', 'es2022', '--lib', 'es2022,dom', 'types/b.cts'], { cwd: folder, stdio: 'inherit' });
  for (const resolution of ['nodenext', 'bundler']) {
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
    execFileSync(tsc, ['--strict', '--noEmit', '--skipLibCheck', 'false', '--module', module, '--moduleResolution', resolution, '--target', 'es2022', '--lib', 'es2022,dom', 'types/a.mts'], { cwd: folder, stdio: 'inherit' });
  }
});

test('sizes', async () => {
  // The zlib of Node is faster than that of `gzip`, and compresses less.
  const size = (input) => execFileSync('gzip', ['-9', '-n'], { input }).length;
  const file = (name) => size(readFileSync(join(home, name)));
  const options = { entryPoints: [join(home, 'dist/index.js')], bundle: true, minify: true, format: 'esm', write: false };
  const { outputFiles: [script] } = await build(options);
  console.log(`bytes with gzip: script ${size(script.contents)}, linkspan.wasm ${file('dist/linkspan.wasm')}, lite.wasm ${file('dist/lite.wasm')}, rewrite.wasm ${file('dist/rewrite.wasm')}`);
  assert.ok(size(script.contents) <= 5_200);
});
