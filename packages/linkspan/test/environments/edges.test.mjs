// Edges, where programs may not compile WebAssembly: it is a part of what is deployed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inHome, project } from './project.mjs';
import { RECIPES } from './recipes.mjs';

test('workerd, by miniflare', async (context) => {
  const { build } = await import('esbuild');
  const folder = project('workerd', {
    'worker.js': RECIPES['worker.js'],
    'main.js': `
      import worker from './worker.js';
      import linkspan from 'linkspan/markdown-it';
      import MarkdownIt from 'markdown-it';
      const md = new MarkdownIt().use(linkspan);
      export default { fetch: async () => new Response(await worker.fetch().text() + md.render('b.com')) };`,
  });
  // As wrangler does it: files of WebAssembly are modules beside the script.
  await build({ absWorkingDir: folder, entryPoints: ['main.js'], bundle: true, format: 'esm', conditions: ['workerd', 'worker', 'browser'], outfile: join(folder, 'out.mjs'), logLevel: 'error',
    plugins: [{ name: 'wasm', setup: (builder) => builder.onResolve({ filter: /\.wasm(\?module)?$/ }, ({ path }) => ({ path: `./${path.match(/\w+\.wasm/)[0]}`, external: true })) }] });
  const { Miniflare } = await import(inHome('node_modules/miniflare/dist/src/index.js'));
  const modules = [
    { type: 'ESModule', path: 'out.mjs', contents: readFileSync(join(folder, 'out.mjs'), 'utf8') },
    ...['linkspan', 'lite'].map((name) => ({ type: 'CompiledWasm', path: `${name}.wasm`, contents: readFileSync(inHome(`node_modules/linkspan/dist/${name}.wasm`)) })),
  ];
  for (const compatibilityDate of ['2025-01-01', '2026-01-01']) {
    await context.test(compatibilityDate, async () => {
      const made = new Miniflare({ modules, modulesRoot: '/', compatibilityDate });
      try {
        const response = await made.dispatchFetch('http://localhost/');
        assert.equal(await response.text(), 'see <a href="https://a.com/" rel="nofollow noopener"><bdi>a.com</bdi></a><p><a href="https://b.com/"><bdi>b.com</bdi></a></p>\n');
      } finally {
        await made.dispose();
      }
    });
  }
});
