// Before the WebAssembly is there, and if it never comes: nothing waits, nothing throws, no text is lost.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, beforeEach, test } from 'node:test';
import vm from 'node:vm';
import { JSDOM } from 'jsdom';
import { VERSION } from '../src/layout.js';
import { Network, bundled, load, turn } from './browser-like.mjs';

const { window } = new JSDOM('<!doctype html><body>', { pretendToBeVisual: true });
window.ResizeObserver = class { observe() {} disconnect() {} };
for (const name of ['window', 'Window', 'document', 'Node', 'Element', 'HTMLElement', 'Text', 'DOMParser', 'MutationObserver', 'getComputedStyle', 'navigator', 'getSelection', 'InputEvent', 'Event', 'DocumentFragment', 'requestAnimationFrame', 'cancelAnimationFrame']) {
  Object.defineProperty(globalThis, name, { value: name === 'window' ? window : window[name], configurable: true, writable: true });
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
const { document } = window;
const [{ default: React }, { hydrateRoot, createRoot }, { renderToString }, { default: ReactMarkdown }] = await Promise.all(
  ['react', 'react-dom/client', 'react-dom/server', 'react-markdown'].map((name) => import(name)));
const { act, createElement } = React;
const server = { linkify: (await import('linkspan/react')).default, withLinks: (await import('linkspan/react')).withLinks, remark: (await import('linkspan/remark')).default };

const TEXT = 'see a.com now';
const hrefs = (page) => [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

let network;
const rejected = [];
const onRejection = (error) => rejected.push(error);
process.on('unhandledRejection', onRejection);
after(() => process.off('unhandledRejection', onRejection));
const errors = [];
const { error: shown } = console;
beforeEach(() => {
  // Each test is a page of its own.
  delete globalThis[Symbol.for(`linkspan ${VERSION}`)];
  network = new Network();
  console.error = (...all) => errors.push(all.join(' '));
});
afterEach(() => {
  network.close();
  console.error = shown;
  assert.deepEqual(rejected.splice(0), []);
  assert.deepEqual(errors.splice(0), []);
});

const BAD = new TypeError('Failed to fetch');

test('Markdown is rendered without links, and then with them', async () => {
  const { markdownIt, marked, remark, rehype, linkifyjs } = await load(`
    export { default as markdownIt } from 'linkspan/markdown-it';
    export { default as marked } from 'linkspan/marked';
    export { default as remark } from 'linkspan/remark';
    export { default as rehype } from 'linkspan/rehype';
    export * as linkifyjs from 'linkspan/linkifyjs';`);
  const [{ default: MarkdownIt }, { Marked }, processor, { default: html }] = await Promise.all(['markdown-it', 'marked', 'remark', 'remark-html'].map((name) => import(name)));
  const [md, own, unified] = [new MarkdownIt().use(markdownIt), new Marked(marked()), processor.remark().use(remark).use(html)];
  const tree = () => ({ type: 'root', children: [{ type: 'text', value: TEXT }] });
  const transform = rehype();
  const pages = () => {
    const rehyped = tree();
    transform(rehyped);
    return [md.render(TEXT), own.parse(TEXT), String(unified.processSync(TEXT)), JSON.stringify(rehyped).replaceAll('"href":', 'href=')];
  };
  for (const page of pages()) {
    assert.ok(page.includes(TEXT), page);
    assert.deepEqual(hrefs(page), []);
  }
  assert.deepEqual([linkifyjs.find(TEXT), md.linkify.match(TEXT), md.linkify.test(TEXT)], [[], null, false]);
  assert.deepEqual(linkifyjs.tokenize(TEXT).map(String), [TEXT]);
  // One download serves all, and nothing else is loaded.
  await turn();
  assert.deepEqual(network.requests, ['lite.wasm']);
  await network.answer(BAD);
  for (const page of pages()) assert.deepEqual(hrefs(page), []);
  assert.deepEqual(network.requests, ['lite.wasm']);
});

test('URLs that need no tables are links at once, and stay the same', async () => {
  const { markdownIt, linkify, observe, ready } = await load(`
    export { default as markdownIt } from 'linkspan/markdown-it';
    export { default as linkify } from 'linkspan/react';
    export { observe } from 'linkspan/dom';
    export { ready } from 'linkspan/lite';`);
  const { default: MarkdownIt } = await import('markdown-it');
  const early = ['https://a.com/', 'https://b.com/%C3%A9', 'https://www.c.com/'];
  const text = '见https://a.com。 https://b.com/é (www.c.com) and d.com, https://例え.jp, https://x@e.com, https://f.com/\u05D0';
  const element = document.body.appendChild(document.createElement('p'));
  element.textContent = text;
  const stop = observe(element);
  const [md, other, Linkify] = [new MarkdownIt().use(markdownIt), new MarkdownIt().use(markdownIt, { maxLength: 5 }), linkify(React)];
  // markdown-it keeps an address as it is written.
  const pages = () => [md.render(text), element.innerHTML, renderToString(createElement(Linkify, null, text))].map((page) => hrefs(page).map((href) => new URL(href).href));
  assert.deepEqual(pages().slice(0, 2), [early, early]);
  // Other options may mean other links.
  assert.deepEqual(hrefs(other.render(text)), []);
  await network.answer(BAD);
  assert.deepEqual(pages().slice(0, 2), [early, early]);
  await Promise.all([ready, network.answer()]);
  const all = [...early, 'https://d.com/', 'https://xn--r8jz45g.jp/', 'https://f.com/%D7%90'];
  assert.deepEqual(pages(), [all, all, all]);
  stop();
});

test('after the download, the same objects find links', async () => {
  const { markdownIt, ready } = await load("export { default as markdownIt } from 'linkspan/markdown-it'; export { ready } from 'linkspan/lite';");
  const { default: MarkdownIt } = await import('markdown-it');
  const md = new MarkdownIt().use(markdownIt);
  assert.equal(md.linkify.match(TEXT), null);
  await Promise.all([ready, network.answer()]);
  assert.deepEqual(hrefs(md.render(TEXT)), ['https://a.com/']);
  assert.equal(md.linkify.match(TEXT).length, 1);
});

test('a failed download can be tried again', async () => {
  const { init, ready, find, Detector } = await load("export * from 'linkspan'");
  assert.ok(ready instanceof Promise);
  assert.deepEqual(network.requests, []);
  const detector = new Detector();
  assert.throws(() => find(TEXT), /not started; `await init\(\)` first/);
  assert.throws(() => detector.find('plain'), /not started/);
  const seen = [];
  const see = () => seen.push(detector.status);
  const stop = detector.watch(see);
  // One watcher of two that are equal.
  detector.watch(see)();
  new Detector().free();
  await network.answer(BAD);
  assert.deepEqual([detector.status, seen], ['failed', ['failed']]);
  const waited = ready.then(() => 'ready', (error) => error.message);
  await network.answer(BAD);
  assert.equal(await waited, 'Failed to fetch');
  const [again] = await Promise.all([init(), network.answer()]);
  assert.equal(again, undefined);
  assert.equal(seen.at(-1), 'ready');
  stop();
  assert.equal(detector.find(TEXT).length, 1);
  await ready;
});

test('a source that is given does not wait for a download', async () => {
  const { init, find, linkAt } = await load("export * from 'linkspan/lite'");
  init().catch(() => {});
  await init(readFileSync(new URL('../dist/lite.wasm', import.meta.url)));
  assert.equal(find(TEXT).length, 1);
  assert.equal(linkAt(TEXT, 4).href, 'https://a.com/');
  await network.answer(BAD);
});

test('an adapter with a detector of everything loads only everything', async () => {
  const { default: MarkdownIt } = await import('markdown-it');
  const { markdownIt, Detector, ready } = await load("export { default as markdownIt } from 'linkspan/markdown-it'; export { Detector, ready } from 'linkspan';");
  const md = new MarkdownIt().use(markdownIt, { detector: new Detector({ without: 'file-name' }) });
  assert.deepEqual(hrefs(md.render('README.md')), []);
  await Promise.all([ready, network.answer()]);
  assert.deepEqual(hrefs(md.render('README.md co.uk')), ['https://readme.md/']);
  assert.deepEqual(network.requests, ['linkspan.wasm']);
});

test('a program that starts everything loads no other file', async () => {
  const { default: MarkdownIt } = await import('markdown-it');
  const made = await load("export { default as markdownIt } from 'linkspan/markdown-it'; export { Detector, init } from 'linkspan'; export * as lite from 'linkspan/lite';");
  const md = new MarkdownIt().use(made.markdownIt);
  await Promise.all([made.init(), network.answer()]);
  assert.deepEqual(network.requests, ['linkspan.wasm']);
  assert.deepEqual(hrefs(md.render('a.com co.uk')), ['https://a.com/']);
  assert.equal(made.lite.find(TEXT).length, 1);
  // Also an adapter that comes later, and synchronously.
  const later = await load("export { default as markdownIt } from 'linkspan/markdown-it'");
  assert.deepEqual(hrefs(new MarkdownIt().use(later.markdownIt).render(TEXT)), ['https://a.com/']);
  assert.deepEqual(network.requests, ['linkspan.wasm']);
});

test('a script that is no module starts with a source', async () => {
  const { outputFiles: [{ text }] } = await bundled("export * from 'linkspan/lite'", { format: 'iife', globalName: 'made', logLevel: 'silent' });
  // Without TextEncoder, FinalizationRegistry and a network.
  const context = vm.createContext({ queueMicrotask });
  vm.runInContext('delete globalThis.FinalizationRegistry', context);
  vm.runInContext(text, context);
  const run = (source) => vm.runInContext(source, context);
  assert.match(await run('made.init().catch((error) => error.message)'), /pass its URL to `init`/);
  context.bytes = readFileSync(new URL('../dist/lite.wasm', import.meta.url));
  await run('made.init(new Uint8Array(bytes))');
  assert.equal(run("made.find('见 https://例え.jp/é🙂 x')[0].href"), 'https://xn--r8jz45g.jp/%C3%A9%F0%9F%99%82');
  assert.equal(run("made.find('a.com \\ud800 https://例え.jp/é')[1].text"), 'https://例え.jp/é');
});

test('a page gets its links when they can be made', async () => {
  const { linkifyElement, observe } = await load("export * from 'linkspan/dom'");
  const [once, watched, stopped] = [0, 1, 2].map(() => document.body.appendChild(document.createElement('p')));
  for (const element of [once, watched, stopped]) element.textContent = TEXT;
  assert.equal(linkifyElement(once), 0);
  const stop = observe(watched);
  observe(stopped)();
  watched.append(' and b.com');
  await network.answer();
  assert.deepEqual([once, watched, stopped].map(({ innerHTML }) => hrefs(innerHTML)), [['https://a.com/'], ['https://a.com/', 'https://b.com/'], []]);
  stop();
});

const settled = (call) => act(async () => { await call?.(); });

test('React renders again', async () => {
  const { linkify, withLinks, remark } = await load("export { default as linkify, withLinks } from 'linkspan/react'; export { default as remark } from 'linkspan/remark';");
  const Linkify = linkify(React);
  const Message = withLinks(React, React.memo((props) => createElement(ReactMarkdown, { remarkPlugins: [remark], ...props })));
  const element = document.createElement('div');
  const root = createRoot(element);
  await settled(() => root.render([createElement(Linkify, { key: 1 }, TEXT), createElement(Message, { key: 2 }, 'b.com')]));
  assert.equal(element.innerHTML, `${TEXT}<p>b.com</p>`);
  await settled(() => network.answer(BAD));
  assert.equal(element.innerHTML, `${TEXT}<p>b.com</p>`);
  await settled(() => root.render([createElement(Linkify, { key: 1 }, 'c.com'), createElement(Message, { key: 2 }, 'b.com')]));
  assert.equal(element.innerHTML, 'c.com<p>b.com</p>');
  await settled(() => root.unmount());
});

for (const fails of [false, true]) {
  test(`React takes over a page, and the download ${fails ? 'fails' : 'comes later'}`, async () => {
    const { linkify, withLinks, remark, init } = await load("export { default as linkify, withLinks } from 'linkspan/react'; export { default as remark } from 'linkspan/remark'; export { init } from 'linkspan/lite';");
    const app = (by) => {
      const Linkify = by.linkify(React);
      const Markdown = by.withLinks(React, (props) => createElement(ReactMarkdown, { remarkPlugins: [by.remark], ...props }));
      return function App({ text }) {
        const [count, setCount] = React.useState(0);
        return createElement('main', { onClick: () => setCount(count + 1) }, count, createElement(Linkify, null, text, ' ', createElement('b', null, 'b.com')), createElement(Markdown, null, '**c.com**'));
      };
    };
    const [Server, Client] = [app(server), app({ linkify, withLinks, remark })];
    const element = document.body.appendChild(document.createElement('div'));
    element.innerHTML = renderToString(createElement(Server, { text: TEXT }));
    const links = ['https://a.com/', 'https://b.com/', 'https://c.com/'];
    assert.deepEqual(hrefs(element.innerHTML), links);
    const anchor = element.querySelector('a');
    const recovered = [];
    let root;
    await settled(() => { root = hydrateRoot(element, createElement(Client, { text: TEXT }), { onRecoverableError: (error) => recovered.push(error.message) }); });
    assert.deepEqual(hrefs(element.innerHTML), links);
    // The rest of the page is alive.
    await settled(() => element.firstChild.click());
    assert.match(element.textContent, /^1see a\.com/);
    assert.deepEqual(hrefs(element.innerHTML), links);
    await settled(() => network.answer(fails ? BAD : undefined));
    await settled(() => element.firstChild.click());
    assert.deepEqual(hrefs(element.innerHTML), links);
    assert.equal(element.querySelector('a'), anchor, 'the element of the server');
    await settled(() => root.render(createElement(Client, { text: 'd.com' })));
    assert.equal(element.textContent, '2d.com b.comc.com');
    // Without the package, new text has no links, and what has not changed keeps its own.
    assert.deepEqual(hrefs(element.innerHTML), fails ? links.slice(2) : ['https://d.com/', ...links.slice(1)]);
    if (fails) await settled(() => Promise.all([init(), network.answer()]));
    assert.deepEqual(hrefs(element.innerHTML), ['https://d.com/', ...links.slice(1)]);
    assert.deepEqual(recovered, []);
    await settled(() => root.unmount());
  });
}

test('editors mark links when they can be found', async () => {
  const made = await load(`
    export * as prose from 'linkspan/prosemirror';
    export * as code from 'linkspan/codemirror';
    export * as lexicalLinks from 'linkspan/lexical';
    export * from 'linkspan/textarea';`);
  const [{ EditorState }, { EditorView }, { schema }, { EditorView: CodeView }, { EditorState: CodeState }, lexical, { AutoLinkNode, LinkNode }] = await Promise.all(
    ['prosemirror-state', 'prosemirror-view', 'prosemirror-schema-basic', '@codemirror/view', '@codemirror/state', 'lexical', '@lexical/link'].map((name) => import(name)));
  const place = (name = 'div') => document.body.appendChild(document.createElement(name));

  const doc = schema.node('doc', null, [schema.node('paragraph', null, [schema.text('one.com and two.com '), schema.text('three.com', [schema.mark('link', { href: 'https://three.com/' })])])]);
  const views = ['decorations', 'marks'].map((mode) => new EditorView(place(), { state: EditorState.create({ doc, plugins: [made.prose.links({ mode })] }) }));
  for (const view of views) view.dispatch(view.state.tr.insertText('four.com ', 1));
  const proseTexts = () => views.map(({ state }) => made.prose.linksOf(state).map(({ text }) => text));

  const codeView = new CodeView({ parent: place(), state: CodeState.create({ doc: 'one.com', extensions: [made.code.links({ state: { dismissed: [[0, 7]] } })] }) });
  codeView.dispatch({ changes: { from: 0, insert: 'two.com ' } });

  const editor = lexical.createEditor({ nodes: [LinkNode, AutoLinkNode], onError: (error) => { throw error; } });
  editor.setRootElement(place());
  const stop = made.lexicalLinks.registerLinks(editor);
  editor.update(() => lexical.$getRoot().append(lexical.$createParagraphNode().append(lexical.$createTextNode(TEXT))), { discrete: true });

  const textarea = place('textarea');
  textarea.value = 'one.com two.com';
  const field = made.linkTextarea(textarea, { state: { dismissed: [[0, 7]] } });
  textarea.value = `x ${textarea.value}`;
  textarea.dispatchEvent(new window.Event('input'));
  const editable = place();
  editable.textContent = 'one.com two.com';
  const region = made.linkEditable(editable, { state: { dismissed: [[0, 7]] } });

  const found = () => [...proseTexts(), made.code.linksOf(codeView.state).map(({ text }) => text), made.lexicalLinks.linksOf(editor).map(({ text }) => text), field.links.map(({ text }) => text), region.links.map(({ text }) => text)];
  assert.deepEqual(found(), [[], [], [], [], [], []]);
  await turn();
  assert.deepEqual(network.requests, ['linkspan.wasm']);
  await network.answer();
  assert.deepEqual(found(), [
    ['four.com', 'one.com', 'two.com'],
    // Without a mark, the links of the document were text, and the new one is a link.
    ['four.com', 'three.com'],
    ['two.com'], ['a.com'], ['two.com'], ['two.com'],
  ]);
  assert.deepEqual([field.marked, region.marked], [['two.com'], ['two.com']]);
  assert.equal(codeView.dom.querySelectorAll('.cm-linkspan').length, 1);
  assert.equal(views[0].dom.querySelectorAll('.linkspan').length, 3);
  assert.deepEqual([...views[1].dom.querySelectorAll('a')].map((a) => a.textContent.trim()), ['four.com', 'three.com']);
  stop();
  for (const one of [...views, codeView, field, region]) one.destroy();
});
