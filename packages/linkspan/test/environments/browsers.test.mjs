// Browsers: bundles of each bundler, and pages without one, opened in Chromium.
import assert from 'node:assert/strict';
import { cpSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesOf, freePort, inHome, project, run, runtime, tool, visit, withoutBrowser } from './project.mjs';
import { PARCEL } from './recipes.mjs';

// A page that shows Markdown and its own text, without waiting for anything.
const MAIN = `
  import { ready } from 'linkspan/lite';
  import { linkifyElement } from 'linkspan/dom';
  import linkspan from 'linkspan/markdown-it';
  import MarkdownIt from 'markdown-it';
  const md = new MarkdownIt().use(linkspan);
  const [own, made] = ['p', 'div'].map((name) => document.body.appendChild(document.createElement(name)));
  own.textContent = 'see a.com';
  linkifyElement(own);
  made.innerHTML = md.render('see b.com');
  const before = document.querySelectorAll('a').length;
  const again = () => {
    made.innerHTML = md.render('see b.com');
    return [...document.querySelectorAll('a')].map((a) => a.href).join(' ') || document.body.innerText;
  };
  ready.then(() => new Promise((done) => setTimeout(done))).then(() => report(before + ' ' + again()), ({ message }) => report(message.replace(/.*(?=lite)/, '') + ' ' + again()));`;
const FOUND = '0 https://a.com/ https://b.com/';
// A URL with a scheme is a link at once.
const OTHERS = { 'esbuild-inline': '2 https://a.com/ https://b.com/', 'one-script': '1 https://a.com/ https://b.com/', 'no-file': 'lite.wasm: 404 Not Found see a.com\n\nsee b.com' };
const PAGE = (script) => `<!doctype html><meta charset=utf-8><body>${script}`;
const SCRIPT = PAGE('<script type=module src=main.js></script>');
const LITE = join(inHome('node_modules/linkspan/dist/lite.wasm'));

// Each makes a folder with an index.html.
const PROJECTS = {
  async 'esbuild, ESM'(folder) {
    const { build } = await import('esbuild');
    await build({ absWorkingDir: folder, entryPoints: ['main.js'], bundle: true, minify: true, format: 'esm', outfile: join(folder, 'out/main.js'), logLevel: 'error' });
    // esbuild copies no files.
    cpSync(LITE, join(folder, 'out/lite.wasm'));
    return [join(folder, 'out'), { 'index.html': SCRIPT }];
  },
  async 'esbuild, IIFE'(folder) {
    const { build } = await import('esbuild');
    await build({ absWorkingDir: folder, stdin: { contents: `import { init } from 'linkspan/lite'; import './main.js'; init('lite.wasm');`, resolveDir: folder }, bundle: true, format: 'iife', outfile: join(folder, 'out/main.js'), logLevel: 'silent' });
    cpSync(LITE, join(folder, 'out/lite.wasm'));
    return [join(folder, 'out'), { 'index.html': PAGE('<script src=main.js></script>') }];
  },
  // Synchronously, and with nothing else.
  async 'esbuild, inline'(folder) {
    const { build } = await import('esbuild');
    await build({ absWorkingDir: folder, stdin: { contents: "import 'linkspan/lite/inline'; import './main.js';", resolveDir: folder }, bundle: true, format: 'iife', outfile: join(folder, 'out/main.js'), logLevel: 'silent' });
    return [join(folder, 'out'), { 'index.html': PAGE('<script src=main.js></script>') }];
  },
  async 'no file'(folder) {
    const { build } = await import('esbuild');
    await build({ absWorkingDir: folder, entryPoints: ['main.js'], bundle: true, format: 'esm', outfile: join(folder, 'out/main.js'), logLevel: 'silent' });
    return [join(folder, 'out'), { 'index.html': SCRIPT }];
  },
  rollup(folder) {
    tool(folder, 'rollup', '--silent', '-c', 'rollup.config.mjs');
    cpSync(LITE, join(folder, 'out/lite.wasm'));
    return [join(folder, 'out'), { 'index.html': SCRIPT }];
  },
  Vite(folder) {
    tool(folder, 'vite', 'build', '--base', './', '--logLevel', 'error');
    return [join(folder, 'dist')];
  },
  async webpack(folder) {
    const { default: webpack } = await import(inHome('node_modules/webpack/lib/index.js'));
    const stats = await new Promise((done, fail) => { webpack({ mode: 'production', context: folder, entry: './main.js', output: { path: join(folder, 'out') } }, (error, made) => (error ? fail(error) : done(made))); });
    assert.equal(stats.hasErrors(), false, String(stats));
    return [join(folder, 'out'), { 'index.html': PAGE('<script src=main.js></script>') }];
  },
  Parcel(folder) {
    tool(folder, 'parcel', 'build', 'index.html', '--public-url', './', '--no-cache', '--no-source-maps', '--log-level', 'error');
    return [join(folder, 'dist')];
  },
  Bun(folder) {
    run(folder, runtime('bun'), 'build', '--target=browser', '--outfile=out/main.js', 'main.js');
    cpSync(LITE, join(folder, 'out/lite.wasm'));
    return [join(folder, 'out'), { 'index.html': SCRIPT }];
  },
  'an import map'(folder) {
    cpSync(inHome('node_modules/linkspan'), join(folder, 'linkspan'), { recursive: true });
    cpSync(inHome('node_modules/markdown-it/dist/browser/markdown-it.esm.min.mjs'), join(folder, 'markdown-it.mjs'));
    const map = { imports: { 'linkspan/boundary': './linkspan/src/boundary.js', 'linkspan/lite': './linkspan/dist/lite.js', 'linkspan/dom': './linkspan/src/adapters/dom.js', 'linkspan/markdown-it': './linkspan/src/adapters/markdown-it.js', 'markdown-it': './markdown-it.mjs' } };
    return [folder, { 'index.html': PAGE(`<script type=importmap>${JSON.stringify(map)}</script><script type=module src=main.js></script>`) }];
  },
  'one script'(folder) {
    for (const name of ['linkspan.global.js', 'lite.wasm']) cpSync(inHome(`node_modules/linkspan/dist/${name}`), join(folder, name));
    return [folder, { 'index.html': PAGE(`<p>see a.com and https://b.com/</p><script src=linkspan.global.js></script><script>
      const before = linkspan.linkifyElement(document.body);
      linkspan.ready.then(() => new Promise((done) => setTimeout(done))).then(() => report(before + ' ' + [...document.links].map((a) => a.href).join(' ')));</script>`) }];
  },
};

const skip = withoutBrowser || (!existsSync(runtime('bun')) && 'without bun: npm run runtimes');

test('each finds links when it can', { skip }, async (context) => {
  const pages = {};
  for (const [name, make] of Object.entries(PROJECTS)) {
    await context.test(`${name} builds`, async () => {
      const folder = project(`browser-${name.replaceAll(/\W+/g, '-')}`, {
        'package.json': PARCEL,
        'index.html': SCRIPT,
        'main.js': MAIN,
        'rollup.config.mjs': "import resolve from '@rollup/plugin-node-resolve'; export default { input: 'main.js', plugins: [resolve({ browser: true })], output: { file: 'out/main.js' } };",
      });
      const [made, files = {}] = await make(folder);
      for (const [path, text] of Object.entries(files)) writeFileSync(join(made, path), text);
      pages[name.replaceAll(/\W+/g, '-')] = made;
      // What a bundler emits for adapters is the small file only.
      if (['Vite', 'webpack', 'Parcel'].includes(name)) assert.deepEqual(filesOf(made, '.wasm').map((file) => statSync(join(made, file)).size), [statSync(LITE).size]);
    });
  }
  const reports = await visit(pages);
  for (const name of Object.keys(pages)) await context.test(`${name} runs`, () => assert.equal(reports[name], OTHERS[name] ?? FOUND));
});

test('Vite while it is developed', { skip: withoutBrowser }, async () => {
  const [port, own] = [await freePort(), await freePort()];
  const folder = project('vite-dev', {
    'index.html': `${PAGE('')}<script>const report = (text) => fetch('http://127.0.0.1:${port}/report/page', { method: 'POST', body: text });</script><script type=module src=main.js></script>`,
    'main.js': MAIN,
  });
  const { createServer } = await import(inHome('node_modules/vite/dist/node/index.js'));
  // The dependencies of these projects are in a folder above.
  const server = await createServer({ root: folder, configFile: false, logLevel: 'error', server: { port: own, host: '127.0.0.1', fs: { strict: false } } });
  try {
    await server.listen();
    assert.deepEqual(await visit({ page: `http://127.0.0.1:${own}/` }, port), { page: FOUND });
  } finally {
    await server.close();
  }
});

test('React 18 and 19 take over a page', { skip: withoutBrowser }, async () => {
  const { build } = await import('esbuild');
  const app = `import * as React from 'react';
    import linkify from 'linkspan/react';
    const Linkify = linkify(React);
    export function App() {
      const [count, setCount] = React.useState(0);
      React.useEffect(() => setCount(1), []);
      return <main><u>{count}</u> <Linkify>see a.com <b>and b.com</b></Linkify></main>;
    }`;
  const pages = {};
  for (const [name, alias] of Object.entries({ 18: { react: 'react-18', 'react-dom': 'react-dom-18' }, 19: {} })) {
    const folder = project(`react-${name}`, {
      'app.jsx': app,
      'server.jsx': "import { renderToString } from 'react-dom/server'; import { App } from './app.jsx'; console.log(renderToString(<App />));",
      'main.jsx': `import { hydrateRoot } from 'react-dom/client';
        import { ready } from 'linkspan/lite';
        import { App } from './app.jsx';
        const problems = [];
        console.error = (...all) => problems.push(all.join(' '));
        const element = document.getElementById('root');
        const links = () => [...document.links].map((a) => a.href).join(' ');
        const [before, first] = [links(), document.links[0]];
        hydrateRoot(element, <App />, { onRecoverableError: (error) => problems.push(error.message) });
        const timer = setInterval(() => {
          const isAlive = Object.keys(document.links[0] ?? {}).some((key) => key.startsWith('__reactProps'));
          if (!isAlive || element.querySelector('u').textContent !== '1') return;
          clearInterval(timer);
          report(JSON.stringify({ before, after: links(), isSame: document.links[0] === first, problems }));
        }, 10);`,
    });
    const options = { absWorkingDir: folder, bundle: true, jsx: 'automatic', alias, define: { 'process.env.NODE_ENV': '"development"' }, logLevel: 'error' };
    await build({ ...options, entryPoints: ['server.jsx'], platform: 'node', format: 'cjs', outfile: join(folder, 'server.cjs') });
    await build({ ...options, entryPoints: ['main.jsx'], format: 'esm', outfile: join(folder, 'out/main.js') });
    cpSync(LITE, join(folder, 'out/lite.wasm'));
    writeFileSync(join(folder, 'out/index.html'), PAGE(`<div id=root>${run(folder, process.execPath, 'server.cjs')}</div><script type=module src=main.js></script>`));
    pages[`react-${name}`] = join(folder, 'out');
  }
  const links = 'https://a.com/ https://b.com/';
  const expected = { before: links, after: links, isSame: true, problems: [] };
  const reports = await visit(pages);
  assert.deepEqual(Object.fromEntries(Object.entries(reports).map(([name, text]) => [name, JSON.parse(text)])), { 'react-18': expected, 'react-19': expected });
});
