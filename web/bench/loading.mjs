// When the first link of a page appears, on a slow network and a slow processor, beside linkifyjs, in
// one run: `node bench/loading.mjs [ROUNDS]`, in a folder where `npm test` was run. Needs Chromium.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';

const rounds = Number(process.argv[2] ?? 5);
// Slow 4G, as the tools of browsers know it.
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const CPU = 4;

const bundle = async (contents) => {
  const { outputFiles: [script] } = await build({ stdin: { contents, resolveDir: '.' }, bundle: true, minify: true, format: 'esm', write: false });
  return script.text;
};
const ours = await bundle("import { observe } from 'linkspan/dom'; observe(document.body);");
const PAGES = {
  // A URL needs no tables; a name without a scheme does.
  'linkspan, a URL': { script: ours, text: 'https://example.com/a' },
  'linkspan, a name': { script: ours },
  'linkspan, a name, preloaded': { script: ours, head: '<link rel=preload as=fetch crossorigin href=lite.wasm>' },
  linkifyjs: {
    script: await bundle(`import { find } from 'linkifyjs';
      for (const { href, value } of find(document.body.textContent)) document.body.append(Object.assign(document.createElement('a'), { href, textContent: value }));`),
  },
};
const wasm = brotliCompressSync(readFileSync('../packages/linkspan/dist/lite.wasm'));

const serve = ({ script, head = '', text = 'example.com' }) => createServer(({ url }, response) => {
  const files = {
    '/': ['text/html', brotliCompressSync(`<!doctype html><meta charset=utf-8>${head}<body><p>see ${text}</p><script type=module src=page.js></script>`)],
    '/page.js': ['text/javascript', brotliCompressSync(script)],
    '/lite.wasm': ['application/wasm', wasm],
  };
  const [type, content] = files[url] ?? ['text/plain', brotliCompressSync('')];
  response.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'no-store' }).end(content);
}).listen(0);

async function measure(browser, page) {
  const server = serve(page);
  const context = await browser.createBrowserContext();
  const tab = await context.newPage();
  const session = await tab.createCDPSession();
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  await tab.evaluateOnNewDocument(() => {
    new MutationObserver(() => {
      if (document.querySelector('body a')) globalThis.appeared ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await tab.goto(`http://localhost:${server.address().port}/`);
  await tab.waitForFunction(() => globalThis.appeared);
  const time = await tab.evaluate(() => globalThis.appeared);
  await context.close();
  server.close();
  return time;
}

const browser = await puppeteer.launch({ executablePath: process.env.LINKSPAN_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const times = Object.fromEntries(Object.keys(PAGES).map((name) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, page] of Object.entries(PAGES)) times[name].push(await measure(browser, page));
}
await browser.close();
console.log('| page | milliseconds to the first link, the median |\n|---|---|');
for (const [name, all] of Object.entries(times)) console.log(`| ${name} | ${Math.round(all.sort((a, b) => a - b)[rounds >> 1])} |`);
