// Next.js with default settings: a server component, a client component that is hydrated, an edge.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { inHome, project, tool, visit, withoutBrowser } from './project.mjs';

const FILES = {
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(inHome(''))} }, outputFileTracingRoot: ${JSON.stringify(inHome(''))} };`,
  'app/layout.jsx': `export default function Layout({ children }) {
    const script = "window.problems = []; const { error } = console; console.error = (...all) => { problems.push(all.join(' ')); error(...all); }; addEventListener('error', (event) => problems.push(event.message));";
    return <html><head><script dangerouslySetInnerHTML={{ __html: script }} /></head><body>{children}</body></html>;
  }`,
  'app/page.jsx': `import { remark } from 'remark';
    import html from 'remark-html';
    import linkspan from 'linkspan/remark';
    import { domain } from 'linkspan';
    import Chat from './chat';
    export const dynamic = 'force-dynamic';
    export default async function Page({ searchParams }) {
      const { port } = await searchParams;
      const made = String(await remark().use(linkspan).use(html).process('see a.com'));
      return <main><div dangerouslySetInnerHTML={{ __html: made }} /><i>{domain('www.a.co.uk')}</i><Chat port={port ?? ''} text="see b.com" /></main>;
    }`,
  'app/chat.jsx': `'use client';
    import * as React from 'react';
    import Markdown from 'react-markdown';
    import { ready } from 'linkspan/lite';
    import linkspan from 'linkspan/remark';
    import linkify, { withLinks } from 'linkspan/react';
    const Linkify = linkify(React);
    const Message = withLinks(React, (props) => <Markdown remarkPlugins={[linkspan]} {...props} />);
    export default function Chat({ text, port }) {
      const [count, setCount] = React.useState(0);
      React.useEffect(() => {
        const first = document.links.length;
        setCount(1);
        ready.then(() => setTimeout(() => {
          const hrefs = [...document.links].map((a) => a.href).join(' ');
          fetch('http://127.0.0.1:' + port + '/report/next', { method: 'POST', body: JSON.stringify({ first, hrefs, problems, count: document.querySelector('u').textContent }) });
        }, 100));
      }, []);
      return <section><u>{count}</u> <Linkify>{text} <b>and c.com</b></Linkify><Message>**d.com**</Message></section>;
    }`,
  'app/edge/route.js': `import { find } from 'linkspan';
    export const runtime = 'edge';
    export const GET = () => Response.json(find('see e.com').map(({ href }) => href));`,
};
const LINKS = ['https://a.com/', 'https://b.com/', 'https://c.com/', 'https://d.com/'];

const freePort = () => new Promise((done) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});

async function started(folder) {
  const port = await freePort();
  const child = spawn(process.execPath, [inHome('node_modules/next/dist/bin/next'), 'start', '-p', String(port), '-H', '127.0.0.1'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((done, fail) => {
    child.stdout.on('data', (chunk) => { if (/Ready/.test(chunk)) done(); });
    child.on('exit', () => fail(new Error('next has ended')));
  });
  return [child, `http://127.0.0.1:${port}/`];
}

for (const bundler of ['turbopack', 'webpack']) {
  test(`Next.js with ${bundler}`, async (context) => {
    const folder = project(`next-${bundler}`, FILES);
    tool(folder, 'next', 'build', `--${bundler}`);
    const [child, url] = await started(folder);
    try {
      const page = await (await fetch(url)).text();
      for (const href of LINKS) assert.ok(page.includes(`href="${href}"`), page);
      assert.ok(page.includes('<i>a.co.uk</i>'));
      assert.deepEqual(await (await fetch(`${url}edge`)).json(), ['https://e.com/']);
      if (withoutBrowser) return context.diagnostic(withoutBrowser);
      const port = await freePort();
      const { next } = await visit({ next: `${url}?port=${port}` }, port);
      assert.deepEqual(JSON.parse(next), { first: 4, hrefs: LINKS.join(' '), problems: [], count: '1' });
    } finally {
      child.kill();
    }
    return undefined;
  });
}
