// The recipes that are neither of Next.js nor of Workers, whose tests are with these.
import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { inHome, project, run, tool, visit, withoutBrowser } from './project.mjs';
import { RECIPES, count } from './recipes.mjs';

test('every block has a name, and is used by a test', () => {
  assert.equal(Object.keys(RECIPES).length, count);
  const used = ['app/page.jsx', 'app/chat.jsx', 'app/edge/route.js', 'worker.js', 'everything.js', 'model.js', 'spans.js', 'links.test.js', 'markdown.jsx', 'guarded.jsx', 'main.jsx', 'script.html', 'map.html', 'content.js'];
  assert.deepEqual(Object.keys(RECIPES).sort(), used.sort());
});

for (const name of ['everything.js', 'model.js', 'spans.js']) {
  test(name, () => {
    const folder = project(`recipe-${name}`, { 'a.mjs': RECIPES[name] });
    const [, expected] = RECIPES[name].match(/\n((?:\/\/ .*\n)+)$/);
    assert.equal(run(folder, process.execPath, 'a.mjs'), expected.trim().replaceAll(/^\/\/ /gm, ''));
  });
}

test('links.test.js', () => {
  const folder = project('recipe-jest', { 'links.test.js': RECIPES['links.test.js'], 'jest.config.js': "module.exports = { testEnvironment: 'jsdom' };" });
  tool(folder, 'jest', '--ci');
});

test('markdown.jsx and guarded.jsx, on a server', async () => {
  const folder = project('recipe-react', {
    'markdown.jsx': RECIPES['markdown.jsx'],
    'guarded.jsx': RECIPES['guarded.jsx'],
    'page.jsx': `import { renderToStaticMarkup } from 'react-dom/server';
      import { Message } from './markdown.jsx';
      import { Answer } from './guarded.jsx';
      console.log(renderToStaticMarkup(<Message>见https://a.com/路径。**b.com**</Message>).match(/https?:[^"<]*/g).join(' '));
      console.log(renderToStaticMarkup(<Answer text="example.com b.com" />));`,
  });
  await build({ absWorkingDir: folder, entryPoints: ['page.jsx'], bundle: true, platform: 'node', format: 'esm', packages: 'external', jsx: 'automatic', outfile: join(folder, 'page.mjs'), logLevel: 'error' });
  const [links, guarded] = run(folder, process.execPath, 'page.mjs').split('\n');
  assert.ok(links.includes('https://a.com/%E8%B7%AF%E5%BE%84') || links.includes('https://a.com/路径'), links);
  assert.ok(!links.includes('。'), links);
  assert.equal(guarded, '<a href="https://example.com/">example.com</a> <q>b.com</q>');
});

// Reports the links of a page when it has enough of them.
const watch = (count) => `<script>const timer = setInterval(() => { if (document.links.length < ${count}) return; clearInterval(timer); report([...document.links].map((a) => a.href).join(" ")); }, 10);</script>`;
const WATCH = watch(1);
const POLICY = '<meta http-equiv="content-security-policy" content="script-src \'self\' \'unsafe-inline\' \'wasm-unsafe-eval\'">';

test('pages', { skip: withoutBrowser }, async () => {
  const built = inHome('node_modules/linkspan/dist');
  const script = project('recipe-script', { 'index.html': RECIPES['script.html'] + WATCH });
  const content = project('recipe-content', { 'content.js': RECIPES['content.js'], 'index.html': `${POLICY}<body>see a.com<script>const chrome = { runtime: { getURL: (name) => name } };</script><script src=out.js></script>${WATCH}` });
  for (const name of ['linkspan.global.js', 'lite.wasm']) for (const folder of [script, content]) cpSync(join(built, name), join(folder, name));
  await build({ absWorkingDir: content, entryPoints: ['content.js'], bundle: true, format: 'iife', outfile: join(content, 'out.js'), logLevel: 'silent' });
  const map = project('recipe-map', { 'index.html': RECIPES['map.html'] + WATCH });
  cpSync(inHome('node_modules/linkspan'), join(map, 'linkspan'), { recursive: true });
  const vite = project('recipe-vite', { 'main.jsx': RECIPES['main.jsx'], 'index.html': `<div id=root></div><script type=module src=main.jsx></script>${watch(2)}` });
  writeFileSync(join(vite, 'vite.config.mjs'), "export default { base: './', logLevel: 'error', esbuild: { jsx: 'automatic' } };");
  tool(vite, 'vite', 'build');
  assert.deepEqual(await visit({ script, content, map, vite: join(vite, 'dist') }), {
    script: 'https://a.com/', content: 'https://a.com/', map: 'https://a.com/', vite: 'https://a.com/ https://b.com/%E8%B7%AF%E5%BE%84',
  });
});
