// The package in a real browser, under a strict policy: on the page, and in a worker.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { find } from 'linkspan';
import { lines } from './support.mjs';

const home = fileURLToPath(new URL('../', import.meta.url));
const has = (name) => spawnSync(name, ['--version']).status === 0;
const quiet = ['--headless=new', '--no-sandbox', '--disable-gpu', '--enable-logging=stderr'];
// The programs of a browser, and how a page is opened with nothing of other pages.
const BROWSERS = {
  Chromium: [['chromium', 'chromium-browser', 'google-chrome'], (folder, url) => [...quiet, `--user-data-dir=${folder}`, url]],
  Firefox: [['firefox-esr', 'firefox'], (folder, url) => ['--headless', '--no-remote', '--profile', folder, url]],
};
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

const files = {
  '/': ['text/html', '<!doctype html><meta charset=utf-8><script type=module src=page.js></script><body>waiting'],
  '/lines.json': ['application/json', JSON.stringify(lines)],
  '/page.js': ['text/javascript', `
    import { init, find } from './dist/index.js';
    import * as lite from './dist/lite.js';
    import * as copy from './copy/dist/index.js';
    import { linkifyElement } from './src/adapters/dom.js';
    const lines = await (await fetch('lines.json')).json();
    await Promise.all([init(), init(), lite.init(), copy.init()]);
    const places = (text, by) => by(text, 'uts58').map(({ start, end, href }) => [start, end, href]);
    const worker = new Worker('worker.js', { type: 'module' });
    const fromWorker = new Promise((done) => { worker.onmessage = (event) => done(event.data); });
    worker.postMessage(lines);
    const element = document.createElement('p');
    element.textContent = 'see a.com';
    const made = linkifyElement(element);
    // The policy forbids style attributes, but not this style.
    const ordered = document.body.appendChild(document.createElement('p'));
    ordered.textContent = 'see https://\u05D0\u05D1.com/\u05D2%20\u05D3 and \u202Ehttps://evil.com/moc.knab';
    linkifyElement(ordered);
    // Where each character of a link is shown, from left to right.
    const seen = (a) => {
      const texts = document.createTreeWalker(a, NodeFilter.SHOW_TEXT);
      const all = [];
      while (texts.nextNode()) {
        for (let i = 0; i < texts.currentNode.length; i++) {
          const range = document.createRange();
          range.setStart(texts.currentNode, i);
          range.setEnd(texts.currentNode, i + 1);
          all.push([range.getBoundingClientRect().left, texts.currentNode.data[i]]);
        }
      }
      return all.sort(([one], [other]) => one - other).map(([, c]) => c).join('');
    };
    const result = {
      page: lines.map((text) => places(text, find)),
      lite: lines.map((text) => places(text, lite.find)),
      copy: lines.map((text) => places(text, copy.find)),
      worker: await fromWorker,
      made,
      html: element.innerHTML,
      seen: [...ordered.querySelectorAll('a')].map(seen),
    };
    await fetch('result', { method: 'POST', body: JSON.stringify(result) });`],
  '/worker.js': ['text/javascript', `
    import { init, find } from './dist/index.js';
    onmessage = async ({ data }) => {
      await init();
      postMessage(data.map((text) => find(text, 'uts58').map(({ start, end, href }) => [start, end, href])));
    };`],
  '/src/adapters/finder.js': ['text/javascript', readFileSync(`${home}src/adapters/finder.js`, 'utf8').replace("'linkspan/lite'", "'../../dist/lite.js'").replace("'linkspan/boundary'", "'../boundary.js'")],
};

for (const [name, [programs, options]] of Object.entries(BROWSERS)) {
  const program = programs.find(has);
  const isLeftOut = name === 'Firefox' && !process.env.LINKSPAN_FULL;
  const skip = isLeftOut ? 'Firefox is for LINKSPAN_FULL=1' : !program && `${name} is absent; install ${programs[0]}`;
  test(name, { skip, timeout: 200_000 }, async () => {
    const result = await opened(program, options);
    const expected = lines.map((line) => find(line, 'uts58').map(({ start, end, href }) => [start, end, href]));
    for (const part of ['page', 'worker', 'lite', 'copy']) assert.deepEqual(result[part], expected, part);
    assert.equal(result.made, 1);
    assert.deepEqual(result.seen, ['https://\u05D1\u05D0.com/\u05D3%20\u05D2', 'https://evil.com/moc.knab']);
    assert.equal(result.html, 'see <a href="https://a.com/" rel="nofollow noopener"><bdi>a.com</bdi></a>');
  });
}

// What the page reports in a browser.
async function opened(program, options) {
  let report;
  const reported = new Promise((done) => { report = done; });
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    if (path === '/result') {
      let body = '';
      request.on('data', (chunk) => { body += chunk; }).on('end', () => report(body));
    }
    // A copy of the package on the same page.
    const file = path.replace(/^\/copy\//, '/');
    const [type, body] = files[path] ?? (/^\/(src|dist)\/[\w/.-]+$/.test(file)
      ? [file.endsWith('.wasm') ? 'application/wasm' : 'text/javascript', readFileSync(home + file.slice(1))]
      : []);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain', 'content-security-policy': POLICY });
    response.end(body ?? '');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const folder = mkdtempSync(join(tmpdir(), 'linkspan-'));
  const child = spawn(program, options(folder, `http://127.0.0.1:${server.address().port}/`), { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  try {
    let log = '';
    child.stderr.on('data', (chunk) => { log += chunk; });
    const late = new Promise((_, fail) => { setTimeout(() => fail(new Error(log)), 150_000).unref(); });
    return JSON.parse(await Promise.race([reported, late]));
  } finally {
    const ended = new Promise((done) => { child.once('exit', done); });
    process.kill(-child.pid, 'SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    server.closeAllConnections();
    server.close();
  }
}
