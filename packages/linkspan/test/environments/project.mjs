// Small projects that use the package as it is packed. They share one folder of dependencies, which is
// kept in target/.
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { createServer as listen } from 'node:net';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));
const home = join(root, 'target/js/environments');
export const runtime = (name) => join(root, 'target/js/runtimes/node_modules/.bin', name);
export const inHome = (path) => join(home, path);

// Each old Node is a package with its program.
export const OLD_NODES = ['20.0.0', '20.18.3', '22.11.0'];
export const oldNode = (version) => inHome(`node_modules/node-${version}/bin/node`);

/** A new project of these files. Returns its folder. */
export function project(name, files) {
  const folder = inHome(`projects/${name}`);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries({ 'package.json': '{"private":true}', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Runs a program in a folder. Returns what it prints; if it fails, that is the error. */
export function run(folder, program, ...options) {
  const { stdout, stderr, status } = spawnSync(program, options, { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', CI: '1', NEXT_TELEMETRY_DISABLED: '1' }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${options.join(' ')}: ${stdout}${stderr}`);
  return stdout.trim();
}

/** Runs a program of the dependencies. */
export const tool = (folder, name, ...options) => run(folder, process.execPath, inHome(`node_modules/.bin/${name}`), ...options);

/** The files of a kind in a folder, by their name. */
export const filesOf = (folder, ending) => readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(ending));

/** A copy of files in a folder that has no dependencies near it. */
export function alone(files) {
  const folder = mkdtempSync(join(tmpdir(), 'linkspan-'));
  for (const [name, path] of Object.entries(files)) writeFileSync(join(folder, name), readFileSync(path));
  return folder;
}

/** A port that nothing uses. */
export const freePort = () => new Promise((done) => {
  const server = listen().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});

const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find((name) => spawnSync(name, ['--version']).status === 0);
export const withoutBrowser = !chromium && 'Chromium is absent; install chromium';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.cjs': 'text/javascript', '.wasm': 'application/wasm' };

/**
 * Opens pages in Chromium. The folder of each is served under its name, unless it is a URL. Each page
 * calls `report(text)` once; returns what each has reported. An error is a report, too.
 */
export async function visit(pages, chosen = 0) {
  const reports = {};
  let done;
  const all = new Promise((resolve) => { done = resolve; });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const [, name, ...rest] = pathname.split('/');
    const allowed = { 'access-control-allow-origin': '*' };
    if (name === 'report') {
      let body = '';
      request.on('data', (chunk) => { body += chunk; }).on('end', () => {
        reports[rest[0]] = body;
        if (Object.keys(pages).every((one) => one in reports)) done();
      });
      response.writeHead(200, allowed).end();
      return;
    }
    if (name === '') {
      const frames = Object.entries(pages).map(([one, page]) => `<iframe src="${/^http/.test(page) ? page : `/${one}/index.html`}"></iframe>`);
      response.writeHead(200, { 'content-type': 'text/html' }).end(frames.join(''));
      return;
    }
    const path = join(pages[name] ?? '', ...rest);
    const found = pages[name] && existsSync(path);
    // Something that the page may call.
    const body = found ? readFileSync(path) : '';
    const script = `<script>addEventListener('error', (event) => report('error: ' + event.message)); addEventListener('unhandledrejection', (event) => report('error: ' + event.reason)); function report(text) { fetch('/report/${name}', { method: 'POST', body: text }); }</script>`;
    response.writeHead(found ? 200 : 404, { 'content-type': TYPES[extname(path)] ?? 'text/plain', ...allowed });
    response.end(extname(path) === '.html' ? script + body : body);
  });
  await new Promise((resolve) => { server.listen(chosen, '127.0.0.1', resolve); });
  const profile = mkdtempSync(join(tmpdir(), 'linkspan-'));
  const { port } = server.address();
  const child = spawn(chromium, ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`, `http://127.0.0.1:${port}/`], { stdio: 'ignore', detached: true });
  const late = new Promise((resolve) => { setTimeout(resolve, 60_000).unref(); });
  await Promise.race([all, late]);
  const ended = new Promise((resolve) => { child.once('exit', resolve); });
  process.kill(-child.pid, 'SIGKILL');
  await ended;
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  server.closeAllConnections();
  server.close();
  return reports;
}
