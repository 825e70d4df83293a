// The package in a real browser, under a strict policy: on the page, and in a worker.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { find } from '../src/node.js';
import { official } from './support.mjs';

const home = fileURLToPath(new URL('../', import.meta.url));
const browser = ['chromium', 'chromium-browser', 'google-chrome'].find((name) => spawnSync(name, ['--version']).status === 0);
const skip = !browser && 'no Chromium; install chromium';
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

const lines = official ? readFileSync(`${official}/LinkDetectionTest.txt`, 'utf8').split('\n').filter((line) => line.trim() && !line.startsWith('#')) : ['see ⸠a.com⸡'];

const files = {
  '/': ['text/html', '<!doctype html><meta charset=utf-8><script type=module src=page.js></script><body>waiting'],
  '/lines.json': ['application/json', JSON.stringify(lines)],
  '/page.js': ['text/javascript', `
    import { init, find } from './src/index.js';
    import * as lite from './dist/lite/index.js';
    import { linkifyElement } from './dom.js';
    const lines = await (await fetch('lines.json')).json();
    await Promise.all([init(), init(), lite.init()]);
    const places = (text, by) => by(text, 'uts58').map(({ start, end, href }) => [start, end, href]);
    const plain = lines.map((line) => line.replace(/[⸠⸡]/g, ''));
    const worker = new Worker('worker.js', { type: 'module' });
    const fromWorker = new Promise((done) => { worker.onmessage = (event) => done(event.data); });
    worker.postMessage(plain);
    const element = document.createElement('p');
    element.textContent = 'see a.com';
    const made = linkifyElement(element);
    const result = { page: plain.map((text) => places(text, find)), lite: plain.map((text) => places(text, lite.find)), worker: await fromWorker, made, html: element.innerHTML };
    await fetch('result', { method: 'POST', body: JSON.stringify(result) });`],
  '/worker.js': ['text/javascript', `
    import { init, find } from './src/index.js';
    onmessage = async ({ data }) => {
      await init();
      postMessage(data.map((text) => find(text, 'uts58').map(({ start, end, href }) => [start, end, href])));
    };`],
  '/dom.js': ['text/javascript', readFileSync(`${home}src/adapters/dom.js`, 'utf8').replace("'linkspan'", "'./src/index.js'")],
};

test('Chromium', { skip, timeout: 120_000 }, async () => {
  let report;
  const reported = new Promise((done) => { report = done; });
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    if (path === '/result') {
      let body = '';
      request.on('data', (chunk) => { body += chunk; }).on('end', () => report(body));
    }
    const [type, body] = files[path] ?? (/^\/(src|dist)\/[\w/.-]+$/.test(path)
      ? [path.endsWith('.wasm') ? 'application/wasm' : 'text/javascript', readFileSync(home + path.slice(1))]
      : []);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain', 'content-security-policy': POLICY });
    response.end(body ?? '');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  try {
    const url = `http://127.0.0.1:${server.address().port}/`;
    const child = spawn(browser, ['--headless=new', '--no-sandbox', '--disable-gpu', '--enable-logging=stderr', url], { stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    child.stderr.on('data', (chunk) => { log += chunk; });
    const late = new Promise((_, fail) => { setTimeout(() => fail(new Error(log)), 60_000).unref(); });
    const result = JSON.parse(await Promise.race([reported, late]).finally(() => child.kill('SIGKILL')));
    const expected = lines.map((line) => find(line.replace(/[⸠⸡]/g, ''), 'uts58').map(({ start, end, href }) => [start, end, href]));
    assert.deepEqual(result.page, expected);
    assert.deepEqual(result.worker, expected);
    assert.deepEqual(result.lite, expected);
    assert.equal(result.made, 1);
    assert.equal(result.html, 'see <a href="https://a.com/" rel="nofollow noopener"><bdi>a.com</bdi></a>');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
