// Next.js with default settings: a server component, a client component that is hydrated, an edge.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { freePort, inHome, project, tool, visit, withoutBrowser } from './project.mjs';
import { RECIPES } from './recipes.mjs';

// Notes errors, and reports what the page shows when React has taken it over and the file is there.
const SCRIPT = `window.problems = [];
  const { error } = console;
  console.error = (...all) => { problems.push(all.join(' ')); error(...all); };
  addEventListener('error', (event) => problems.push(event.message));
  const hrefs = () => [...document.links].map((a) => a.href);
  const isAlive = (name) => Object.keys(document.querySelector(name) ?? {}).some((key) => key.startsWith('__reactProps'));
  let first;
  const timer = setInterval(() => {
    if (!isAlive('button')) return;
    if (!first) {
      first = hrefs();
      document.querySelector('button').click();
    }
    if (!isAlive('section a') || !isAlive('section p a')) return;
    clearInterval(timer);
    setTimeout(() => {
      const count = document.querySelector('button').textContent;
      fetch('http://127.0.0.1:' + location.search.slice(1) + '/report/next', { method: 'POST', body: JSON.stringify({ first, last: hrefs(), problems, count }) });
    }, 100);
  }, 10);`;

const FILES = {
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(inHome(''))} }, outputFileTracingRoot: ${JSON.stringify(inHome(''))} };`,
  'app/layout.jsx': `export default function Layout({ children }) {
    return <html><head><script dangerouslySetInnerHTML={{ __html: ${JSON.stringify(SCRIPT)} }} /></head><body>{children}</body></html>;
  }`,
  ...Object.fromEntries(['app/page.jsx', 'app/chat.jsx', 'app/edge/route.js'].map((name) => [name, RECIPES[name]])),
};
const LINKS = ['https://a.com/', 'https://b.com/', 'https://c.com/', 'https://d.com/'];

async function started(folder, mode) {
  const port = await freePort();
  const child = spawn(process.execPath, [inHome('node_modules/next/dist/bin/next'), mode, '-p', String(port), '-H', '127.0.0.1'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((done, fail) => {
    child.stdout.on('data', (chunk) => { if (/Ready/.test(chunk)) done(); });
    child.on('exit', () => fail(new Error('next has ended')));
  });
  return [child, `http://127.0.0.1:${port}/`];
}

const hasLinks = async (url) => {
  const page = await (await fetch(url)).text();
  for (const href of LINKS) assert.ok(page.includes(`href="${href}"`), page);
  assert.deepEqual(await (await fetch(`${url}edge`)).json(), ['https://e.com/']);
};

for (const bundler of ['turbopack', 'webpack']) {
  test(`Next.js with ${bundler}`, async (context) => {
    const folder = project(`next-${bundler}`, FILES);
    tool(folder, 'next', 'build', `--${bundler}`);
    const [child, url] = await started(folder, 'start');
    try {
      await hasLinks(url);
      if (withoutBrowser) return context.diagnostic(withoutBrowser);
      const port = await freePort();
      const { next } = await visit({ next: `${url}?${port}` }, port);
      assert.deepEqual(JSON.parse(next), { first: LINKS, last: LINKS, problems: [], count: '1' });
    } finally {
      child.kill();
    }
    return undefined;
  });
}

test('Next.js while it is developed', async () => {
  const [child, url] = await started(project('next-dev', FILES), 'dev');
  try {
    await hasLinks(url);
  } finally {
    child.kill();
  }
});
