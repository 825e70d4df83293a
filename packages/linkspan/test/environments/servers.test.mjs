// Servers: every module by `import` and `require` in every runtime, and in bundles of one file.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { OLD_NODES, alone, inHome, oldNode, project, run, runtime, tool } from './project.mjs';

const MODULES = Object.keys(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url))).exports)
  .filter((path) => !/\.(wasm|js|json)$/.test(path))
  .map((path) => path.replace('.', 'linkspan'));

// Finds a link with each kind of module.
const USE = `
  const [link] = modules['linkspan'].find('see a.com');
  const md = { core: { ruler: { before() {}, at() {}, after() {} } }, inline: { ruler: { at() {} } }, set() {} };
  const setUp = modules['linkspan/markdown-it'];
  (setUp.default ?? setUp)(md);
  const tree = { type: 'root', children: [{ type: 'text', value: 'see b.com' }] };
  const rehype = modules['linkspan/rehype'];
  (rehype.default ?? rehype)({ detector: new modules['linkspan'].Detector() })(tree);
  const matcher = modules['linkspan/lexical'].linkMatcher();
  console.log(JSON.stringify([link.href, md.linkify.match('see a.com')[0].url, tree.children[1].properties.href, matcher('see c.com').url]));`;
const FOUND = '["https://a.com/","https://a.com/","https://b.com/","https://c.com/"]';

const FILES = {
  'all.mjs': `const modules = {};
    for (const name of ${JSON.stringify(MODULES)}) modules[name] = await import(name);${USE}`,
  // Lexical itself needs a Node that can require modules.
  'all.cjs': `const modules = {};
    let host = true;
    try { require('@lexical/link'); } catch { host = false; modules['linkspan/lexical'] = { linkMatcher: () => () => ({ url: 'https://c.com/' }) }; }
    for (const name of ${JSON.stringify(MODULES)}) if (host || name !== 'linkspan/lexical') modules[name] = require(name);
    for (const name of ['remark', 'rehype', 'markdown-it', 'marked', 'react']) if (typeof modules['linkspan/' + name] !== 'function') throw new Error(name);${USE}`,
  'both.cjs': `const { Detector, find } = require('linkspan');
    const lite = require('linkspan/lite');
    Promise.all([import('linkspan'), import('linkspan/lite')]).then(([one, other]) => {
      console.log(one.Detector === Detector, other.Detector === lite.Detector, one.find('a.com', new Detector()).length);
    });`,
  'few.mjs': "import { find, ready } from 'linkspan'; import * as lite from 'linkspan/lite'; await ready; console.log(find('see a.com')[0].href, lite.find('b.com')[0].href);",
  'page.mjs': "import { remark } from 'remark'; import html from 'remark-html'; import linkspan from 'linkspan/remark'; console.log(String(await remark().use(linkspan).use(html).process('see a.com')));",
  'page.cjs': "const MarkdownIt = require('markdown-it'); console.log(new MarkdownIt().use(require('linkspan/markdown-it')).render('see a.com'));",
};

const NODES = { 'this Node': process.execPath, 'newest Node': runtime('node'), ...Object.fromEntries(OLD_NODES.map((version) => [`Node ${version}`, oldNode(version)])) };

for (const [name, program] of Object.entries(NODES)) {
  test(name, (context) => {
    if (!existsSync(program)) return context.skip(`${name} is absent`);
    const folder = project(name.replaceAll(' ', '-'), FILES);
    for (const file of ['all.mjs', 'all.cjs']) assert.equal(run(folder, program, file), FOUND, file);
    assert.equal(run(folder, program, 'both.cjs'), 'true true 1');
    return undefined;
  });
}

test('Deno without flags, and Bun', (context) => {
  const folder = project('others', FILES);
  const missing = ['deno', 'bun'].filter((name) => !existsSync(runtime(name)));
  if (missing.length > 0) return context.skip(`without ${missing.join(' and ')}: npm run runtimes`);
  assert.equal(run(folder, runtime('deno'), 'run', '--quiet', 'few.mjs'), 'https://a.com/ https://b.com/');
  assert.equal(run(folder, runtime('bun'), 'few.mjs'), 'https://a.com/ https://b.com/');
  assert.equal(run(folder, runtime('bun'), 'all.cjs'), FOUND);
  run(folder, runtime('bun'), 'build', '--target=bun', '--outfile=bun.js', 'few.mjs');
  assert.equal(run(alone({ 'bun.js': join(folder, 'bun.js') }), runtime('bun'), 'bun.js'), 'https://a.com/ https://b.com/');
  return undefined;
});

// One file, in a folder without the package.
const runAlone = (path, name) => run(alone({ [name]: path }), process.execPath, name);

test('bundles of esbuild', async () => {
  const folder = project('esbuild-server', FILES);
  for (const [entry, format, more] of [['few.mjs', 'esm'], ['page.mjs', 'esm'], ['page.cjs', 'cjs'], ['page.mjs', 'esm', { conditions: ['production'] }]]) {
    const name = `made.${format === 'esm' ? 'mjs' : 'cjs'}`;
    await build({ absWorkingDir: folder, entryPoints: [entry], bundle: true, platform: 'node', format, outfile: join(folder, name), logLevel: 'error', ...more });
    assert.match(runAlone(join(folder, name), name), /https:\/\/a\.com\//, `${entry} ${format}`);
  }
});

test('bundles of Vite, webpack and rollup', async () => {
  const folder = project('others-server', {
    ...FILES,
    'rollup.config.mjs': "import resolve from '@rollup/plugin-node-resolve'; export default { input: 'few.mjs', plugins: [resolve({ exportConditions: ['node'] })], output: { file: 'by-rollup.mjs' } };",
    'vite.config.mjs': "export default { logLevel: 'error', ssr: { noExternal: true }, build: { ssr: 'few.mjs', outDir: 'by-vite' } };",
  });
  tool(folder, 'rollup', '--silent', '-c');
  assert.equal(runAlone(join(folder, 'by-rollup.mjs'), 'a.mjs'), 'https://a.com/ https://b.com/');
  tool(folder, 'vite', 'build');
  assert.equal(runAlone(join(folder, 'by-vite/few.mjs'), 'a.mjs'), 'https://a.com/ https://b.com/');
  const { default: webpack } = await import(inHome('node_modules/webpack/lib/index.js'));
  const config = { mode: 'production', target: 'node', context: folder, entry: './few.mjs', output: { filename: 'by-webpack.mjs', path: folder, module: true, library: { type: 'module' } }, experiments: { outputModule: true } };
  const stats = await new Promise((done, fail) => { webpack(config, (error, made) => (error ? fail(error) : done(made))); });
  assert.equal(stats.hasErrors(), false, String(stats));
  assert.equal(runAlone(join(folder, 'by-webpack.mjs'), 'a.mjs'), 'https://a.com/ https://b.com/');
});
