// What is promised of every surface, for every surface: either a check, or a sentence that says why it does not apply.
//
// Order is judged by another implementation of the bidirectional algorithm (bidi-js), which is given the characters of
// a page and, for its elements, the controls that CSS says they stand for.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import bidiFactory from 'bidi-js';
import { JSDOM } from 'jsdom';
import { run, wasm } from '../src/core.js';

const { window } = new JSDOM('<!doctype html><body>', { pretendToBeVisual: true });
const { document } = window;
window.ResizeObserver = class { observe() {} disconnect() {} };
// TipTap and Lexical expect a browser.
for (const name of ['window', 'document', 'Node', 'Element', 'HTMLElement', 'Text', 'DOMParser', 'MutationObserver', 'getComputedStyle', 'navigator', 'requestAnimationFrame', 'cancelAnimationFrame', 'innerHeight', 'getSelection', 'InputEvent', 'Event', 'DocumentFragment', 'HTMLAnchorElement']) {
  Object.defineProperty(globalThis, name, { value: name === 'window' ? window : window[name], configurable: true, writable: true });
}
const load = async (name) => { const made = await import(name); return made.default ?? made; };
const linkspan = await import('linkspan');
const lite = await import('linkspan/lite');
const rewrite = await import('linkspan/rewrite');
const linkifyjs = await import('linkspan/linkifyjs');
const dom = await import('linkspan/dom');
const codemirror = await import('linkspan/codemirror');
const prosemirror = await import('linkspan/prosemirror');
const lexicalLinks = await import('linkspan/lexical');
const { linkTextarea, linkEditable } = await import('linkspan/textarea');
const [remarkLinkspan, rehypeLinkspan, markdownIt, marked, linkify] = await Promise.all(['linkspan/remark', 'linkspan/rehype', 'linkspan/markdown-it', 'linkspan/marked', 'linkspan/react'].map(load));
const { remark } = await import('remark');
const [gfm, html, remarkRehype, MarkdownIt, React, ReactMarkdown, LinkspanLink, StarterKit] = await Promise.all(
  ['remark-gfm', 'remark-html', 'remark-rehype', 'markdown-it', 'react', 'react-markdown', 'linkspan/tiptap', '@tiptap/starter-kit'].map(load));
const { Marked } = await import('marked');
const { renderToStaticMarkup } = await import('react-dom/server');
const { sanitize } = await import('hast-util-sanitize');
const { toHtml } = await import('hast-util-to-html');
const { Editor } = await import('@tiptap/core');
const { AutoLinkNode, LinkNode, registerAutoLink } = await import('@lexical/link');
const lexical = await import('lexical');
const { EditorState: CodeState } = await import('@codemirror/state');
const { schema } = await import('prosemirror-schema-basic');
const { EditorState } = await import('prosemirror-state');

const bidi = bidiFactory();
const PROMISES = ['isolated', 'imitation', 'scripts', 'existing', 'code', 'order'];

// ---- judges

const parsed = (page) => {
  const element = document.createElement('div');
  element.innerHTML = page;
  return element;
};

// The characters of a node from left to right as displayed.
function visual(node, base) {
  const CONTROLS = { ltr: '\u2066', rtl: '\u2067', auto: '\u2068' };
  const text = (one) => {
    if (one.nodeType === 3) return one.data;
    const inside = [...one.childNodes].map(text).join('');
    const dir = one.getAttribute?.('dir') ?? (one.tagName === 'BDI' ? 'auto' : null);
    if (one.tagName === 'BDO') return one.style.unicodeBidi === 'bidi-override' ? `\u202D${inside}\u202C` : `\u2068\u202D${inside}\u202C\u2069`;
    return dir ? `${CONTROLS[dir]}${inside}\u2069` : inside;
  };
  const whole = text(node).replace(/\n/g, ' ');
  const levels = bidi.getEmbeddingLevels(whole, base);
  return bidi.getReorderedIndices(whole, levels).map((i) => whole[i]).join('').replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}

const anchors = (element) => [...element.querySelectorAll('a[href]')];

// Each text, with what a reader must see, in text of either direction.
const BACKWARDS = [
  ['x \u202Ehttps://evil.com/moc.knab', 'https://evil.com/moc.knab'],
  ['x \u2067\u202E https://evil.com/moc.knab', 'https://evil.com/moc.knab'],
  ['אבג \u202Dx\u202C \u202Ehttps://evil.com/moc.knab דהו', 'https://evil.com/moc.knab'],
];
// UAX #9 knows 125 levels; beyond them, an isolate is ignored.
const DEEP = [
  [`x ${'\u202E'.repeat(70)} https://evil.com/moc.knab`, 'https://evil.com/moc.knab'],
  [`x ${'\u202E\u2066'.repeat(90)}\u202E https://evil.com/moc.knab`, 'https://evil.com/moc.knab'],
];
const FIELDS = [
  ['see https://אב.com/גד', 'https://בא.com/דג'],
  ['see https://אב.com/גד/הו/x?זח=טי#כל', 'https://בא.com/דג/וה/x?חז=יט#לכ'],
  ['see אב.com/1/2 x', 'בא.com/1/2'],
  ['see https://אב.com/גד%20הו', 'https://בא.com/וה%20דג'],
  ['see אב@גד.com', 'בא@דג.com'],
];
const inOrder = async (make, cases) => {
  for (const [text, seen] of cases) {
    const page = parsed(await make(text));
    // Where it is too deep, it may be left unlinked.
    if (cases === DEEP && anchors(page).length === 0) continue;
    assert.equal(anchors(page).length, 1, `${text}: ${page.innerHTML}`);
    for (const base of ['ltr', 'rtl']) {
      const shown = visual(page, base);
      assert.ok(shown.includes(seen), `${JSON.stringify(text)} in ${base} is shown as ${shown}: ${page.innerHTML}`);
    }
  }
};

const SPOOF = 'https://аррӏе.com/login';
const SCRIPTS = ['javascript:alert(1)', 'JavaScript://a.com/%0aalert(1)', 'data:text/html,<b>', 'vbscript:a.com', 'javascript:https://a.com', 'file:///etc/passwd', 'java\u200Bscript:a.com'];
const isUnsafe = (href) => !/^(https?:|mailto:)/i.test(href);

// What all surfaces that write a page have in common.
const page = (make) => ({
  async isolated() {
    await inOrder(make, BACKWARDS);
    await inOrder(make, DEEP);
  },
  async imitation() {
    // In A-labels, or not linked.
    const shown = anchors(parsed(await make(`see ${SPOOF}, ${SPOOF} and a.com`))).map((a) => a.textContent);
    assert.equal(shown.pop(), 'a.com');
    for (const text of shown) assert.equal(text, 'https://xn--80ak6aa92e.com/login');
  },
  async scripts() {
    for (const text of SCRIPTS) for (const profile of ['recommended', 'uts58', 'pri185']) {
      for (const a of anchors(parsed(await make(text, { profile })))) assert.ok(!isUnsafe(a.getAttribute('href')), `${text}: ${a.outerHTML}`);
    }
  },
  order: () => inOrder(make, FIELDS),
});

const hrefs = async (made) => anchors(parsed(await made)).map((a) => [a.getAttribute('href'), a.textContent]);
const existing = (make, source) => async () => assert.deepEqual(await hrefs(make(source)), [['https://b.com/x', 'b.com'], ['https://a.com/', 'a.com']]);
const code = (make, source) => async () => assert.deepEqual(await hrefs(make(source)), [['https://a.com/', 'a.com']]);
const MARKDOWN = { existing: '[b.com](https://b.com/x) a.com', code: '`b.com` a.com\n\n```\nc.com\n```\n\n    d.com' };
const HTML = { existing: '<p><a href="https://b.com/x">b.com</a> a.com</p>', code: '<p><code>b.com</code> a.com</p><pre>c.com</pre>' };
const from = (make, source) => ({ ...page(make), existing: existing(make, source.existing), code: code(make, source.code) });

// What surfaces that find links in an edited text have in common: `make` gives the links as `{ text, href }`.
const NOT_SHOWN = 'not applicable, because the editor shows the text of the user as it is, and the link only underlines it';
const NOT_OURS = 'not applicable, because the text is shown by the editor, and its text cannot be changed';
const scriptsOf = (make) => async () => {
  for (const text of SCRIPTS) for (const profile of ['recommended', 'uts58', 'pri185']) {
    for (const { href } of await make(text, { profile })) assert.ok(!isUnsafe(href), `${text}: ${href}`);
  }
};
// Editors that make links in the document.
const creating = (make) => ({
  async isolated() {
    for (const [text] of [...BACKWARDS, ...DEEP]) assert.deepEqual(await make(text), [], text);
    // A character that is closed reorders nothing.
    assert.equal((await make('x \u202Ey\u202C https://a.com/x')).length, 1);
    assert.equal((await make('x \u2067y\u2069 https://a.com/x')).length, 1);
  },
  async imitation() {
    assert.deepEqual(await make(`see ${SPOOF}`), []);
    assert.deepEqual((await make(`see ${SPOOF} and a.com`)).map(({ text }) => text), ['a.com']);
  },
  scripts: scriptsOf(make),
  order: NOT_OURS,
});
// Editors that underline links, and show the caption in another way.
const underlining = (make) => ({
  isolated: NOT_SHOWN,
  async imitation() {
    const [link] = await make(`see ${SPOOF}`);
    assert.equal(link.shown, 'https://xn--80ak6aa92e.com/login');
  },
  scripts: scriptsOf(make),
  order: NOT_SHOWN,
});

// ---- surfaces

const PLAIN = { existing: 'not applicable, because plain text has no links', code: 'not applicable, because plain text has no code' };

// Adapters use the small package, which has no `pri185`.
const structures = new linkspan.Detector('pri185');
const small = (options) => (options?.profile === 'pri185' ? { detector: structures } : options);

const viaReact = (children, options) => renderToStaticMarkup(React.createElement(linkify(React, small(options)), null, children));
const viaDom = (source, options) => {
  const element = parsed(source);
  dom.linkifyElement(element, small(options));
  return element.innerHTML;
};
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const viaObserve = async (source, options) => {
  const element = document.body.appendChild(document.createElement('div'));
  const stop = dom.observe(element, small(options));
  element.append(...parsed(source).childNodes);
  await new Promise((done) => { setTimeout(done, 5); });
  stop();
  element.remove();
  return element.innerHTML;
};
const viaRemark = async (source, options) => String(await remark().use(gfm).use(remarkLinkspan, small(options)).use(html).process(source));
const rehyped = (source, options) => remark().use(remarkRehype).use(rehypeLinkspan, small(options)).runSync(remark().parse(source));
const viaRehype = (source, options) => toHtml(rehyped(source, options));
const viaSanitizedRehype = (source, options) => toHtml(sanitize(rehyped(source, options)));
const viaReactMarkdown = (source, options) => renderToStaticMarkup(React.createElement(ReactMarkdown, { remarkPlugins: [gfm, [remarkLinkspan, small(options)]] }, source));
const viaMarkdownIt = (source, options) => new MarkdownIt().use(markdownIt, small(options)).render(source);
const viaMarked = (source, options) => new Marked(marked(small(options))).parse(source);

const doc = (...content) => schema.node('doc', null, [schema.node('paragraph', null, content)]);
const proseState = (mode, content, options) => {
  const state = EditorState.create({ doc: doc(...content), plugins: [prosemirror.links({ mode, initial: 'link', ...options })] });
  return state.apply(state.tr.setMeta(prosemirror.key, { flush: true }));
};
const proseMarks = (state) => {
  const found = [];
  state.doc.descendants((node) => {
    const mark = schema.marks.link.isInSet(node.marks);
    if (mark) found.push({ text: node.text, href: mark.attrs.href });
  });
  return found;
};
const userLink = schema.text('b.com', [schema.mark('link', { href: 'https://b.com/x' })]);
const inCode = schema.text('b.com', [schema.mark('code')]);

const viaTiptap = (content, options = {}) => {
  const editor = new Editor({ element: document.createElement('div'), extensions: [StarterKit.configure({ link: false }), LinkspanLink.configure({ linkspan: { initial: 'link', ...options } })], content });
  editor.view.dispatch(editor.state.tr.setMeta(prosemirror.key, { flush: true }));
  editor.commands.insertContentAt(editor.state.doc.content.size - 1, ' .');
  const made = parsed(editor.getHTML());
  editor.destroy();
  return anchors(made).map((a) => ({ text: a.textContent, href: a.getAttribute('href') }));
};
const paragraph = (text) => `<p>${escaped(text)}</p>`;

const viaLexical = (fill, register) => {
  const editor = lexical.createEditor({ nodes: [LinkNode, AutoLinkNode], onError: (error) => { throw error; } });
  editor.setRootElement(document.body.appendChild(document.createElement('div')));
  const stop = register(editor);
  editor.update(() => {
    const block = lexical.$createParagraphNode();
    fill(block);
    lexical.$getRoot().append(block);
  }, { discrete: true });
  const found = lexicalLinks.linksOf(editor);
  stop();
  return found;
};
const typed = (text) => (block) => block.append(lexical.$createTextNode(text));
const registered = (options) => (editor) => lexicalLinks.registerLinks(editor, options);
const matched = (options) => (editor) => registerAutoLink(editor, { matchers: [lexicalLinks.linkMatcher(options)], separatorRegex: lexicalLinks.separatorRegex, changeHandlers: [], excludeParents: [] });
const lexicalRow = (register) => {
  const make = (text, options) => viaLexical(typed(text), register(options));
  return {
    ...creating(make),
    existing() {
      const found = viaLexical((block) => {
        const link = new LinkNode('https://b.com/x');
        link.append(lexical.$createTextNode('b.com'));
        block.append(link, lexical.$createTextNode(' a.com'));
      }, register());
      assert.deepEqual(found.map(({ text }) => text), ['a.com']);
    },
    code() {
      const found = viaLexical((block) => block.append(lexical.$createTextNode('b.com').toggleFormat('code'), lexical.$createTextNode(' a.com')), register());
      assert.deepEqual(found.map(({ text }) => text), ['a.com']);
    },
  };
};

const viaCode = (text, options) => codemirror.linksOf(CodeState.create({ doc: text, extensions: [codemirror.links(options)] })).map((link) => ({ ...link, shown: link.caption }));
const viaTextarea = (text, options) => {
  const element = document.body.appendChild(document.createElement('textarea'));
  element.value = text;
  const linked = linkTextarea(element, options);
  const found = linked.links.map((link) => ({ ...link, shown: link.caption }));
  linked.destroy();
  return found;
};
const viaEditable = (source, options) => {
  const element = parsed(source);
  const linked = linkEditable(element, options);
  const found = linked.links.map((link) => ({ ...link, shown: link.caption }));
  linked.destroy();
  return found;
};
const texts = (links) => links.map(({ text }) => text);
const NO_MARKUP = 'not applicable, because the text of the editor has no markup';

const NO_SURFACE = (why) => `no surface, because ${why}`;

// The exports of the package, and the surfaces of each.
const TABLE = {
  '.': { linkify: { ...page((text, options) => linkspan.linkify(text, options)), ...PLAIN } },
  './lite': {
    linkify: { ...page((text, options) => lite.linkify(text, options?.profile === 'pri185' ? undefined : options)), ...PLAIN },
  },
  './inline': NO_SURFACE('it is the main module in another file'),
  './lite/inline': NO_SURFACE('it is the small module in another file'),
  './linkspan.global.js': NO_SURFACE('it is the small module and `./dom` in another file'),
  './rewrite': {
    linkifyHtml: from((source, options) => rewrite.linkifyHtml(source, options), HTML),
    linkifyMarkdown: {
      // Markdown has no element that isolates, so nothing is linked there.
      isolated: async () => { for (const [text] of BACKWARDS) assert.equal(rewrite.linkifyMarkdown(text), text); },
      imitation: () => assert.ok(!/<https:..[^>]*а|\[[^\]]*а/.test(rewrite.linkifyMarkdown(`see ${SPOOF}`))),
      scripts: () => { for (const text of SCRIPTS) assert.ok(!/<(?!b>)(?!https?:)|\]\((?!https?:)/i.test(rewrite.linkifyMarkdown(text)), text); },
      existing: () => assert.ok(rewrite.linkifyMarkdown(MARKDOWN.existing).startsWith('[b.com](https://b.com/x) ')),
      code: () => assert.ok(rewrite.linkifyMarkdown(MARKDOWN.code).includes('`b.com`') && rewrite.linkifyMarkdown(MARKDOWN.code).includes('\nc.com\n')),
      order: 'not applicable, because Markdown has no elements that keep fields in order',
    },
  },
  './properties': NO_SURFACE('it tells about characters'),
  './boundary': NO_SURFACE('it tells where URLs end'),
  './linkspan.wasm': NO_SURFACE('it is what the script loads'),
  './lite.wasm': NO_SURFACE('it is what the script loads'),
  './rewrite.wasm': NO_SURFACE('it is what the script loads'),
  './package.json': NO_SURFACE('it describes the package'),
  './remark': { 'remark-html, which sanitizes': from(viaRemark, MARKDOWN), 'react-markdown': from(viaReactMarkdown, MARKDOWN) },
  './rehype': { rehype: from(viaRehype, MARKDOWN), 'a sanitizer after it': from(viaSanitizedRehype, MARKDOWN) },
  './markdown-it': { 'markdown-it': from(viaMarkdownIt, MARKDOWN) },
  './marked': { marked: from(viaMarked, MARKDOWN) },
  './linkifyjs': {
    'find and tokenize': {
      isolated: 'not applicable, because it returns values, and the program shows them',
      imitation() {
        assert.deepEqual(linkifyjs.find(SPOOF).map(({ value }) => value), ['https://xn--80ak6aa92e.com/login']);
        assert.equal(linkifyjs.tokenize(`x ${SPOOF}`)[1].toString(), 'https://xn--80ak6aa92e.com/login');
      },
      scripts: scriptsOf((text) => linkifyjs.find(text)),
      ...PLAIN,
      order: 'not applicable, because it returns values, and the program shows them',
    },
  },
  './react': {
    Linkify: {
      ...page((text, options) => viaReact(text, options)),
      existing: existing(viaReact, [React.createElement('a', { key: 1, href: 'https://b.com/x' }, 'b.com'), ' a.com']),
      code: code(viaReact, [React.createElement('code', { key: 1 }, 'b.com'), ' a.com']),
    },
  },
  './dom': {
    linkifyElement: { ...from(viaDom, HTML), ...page((text, options) => viaDom(escaped(text), options)) },
    observe: { ...from(viaObserve, HTML), ...page((text, options) => viaObserve(escaped(text), options)) },
  },
  './prosemirror': {
    marks: {
      ...creating((text, options) => proseMarks(proseState('marks', [schema.text(text)], options))),
      existing: () => assert.deepEqual(proseMarks(proseState('marks', [userLink, schema.text(' a.com')])), [{ text: 'b.com', href: 'https://b.com/x' }, { text: 'a.com', href: 'https://a.com/' }]),
      code: () => assert.deepEqual(texts(proseMarks(proseState('marks', [inCode, schema.text(' a.com')]))), ['a.com']),
    },
    decorations: {
      ...underlining((text, options) => {
        const state = proseState('decorations', [schema.text(text)], options);
        return prosemirror.key.getState(state).decorations.find().map(({ spec, type }) => ({ href: spec.href, shown: type.attrs.title }));
      }),
      existing: () => assert.deepEqual(texts(prosemirror.linksOf(proseState('decorations', [userLink, schema.text(' a.com')]))), ['a.com']),
      code: () => assert.deepEqual(texts(prosemirror.linksOf(proseState('decorations', [inCode, schema.text(' a.com')]))), ['a.com']),
    },
  },
  './tiptap': {
    LinkspanLink: {
      ...creating((text, options) => viaTiptap(paragraph(text), options)),
      existing: () => assert.deepEqual(viaTiptap(HTML.existing), [{ text: 'b.com', href: 'https://b.com/x' }, { text: 'a.com', href: 'https://a.com/' }]),
      code: () => assert.deepEqual(texts(viaTiptap('<p><code>b.com</code> a.com</p>')), ['a.com']),
    },
  },
  './codemirror': { links: { ...underlining(viaCode), existing: NO_MARKUP, code: NO_MARKUP } },
  './lexical': { registerLinks: lexicalRow(registered), linkMatcher: { ...lexicalRow(matched), code: "not applicable, because Lexical's own plugin decides which texts the matcher sees" } },
  './textarea': {
    linkTextarea: { ...underlining(viaTextarea), existing: NO_MARKUP, code: NO_MARKUP },
    linkEditable: {
      ...underlining((text, options) => viaEditable(escaped(text), options)),
      existing: () => assert.deepEqual(texts(viaEditable(HTML.existing)), ['a.com']),
      code: () => assert.deepEqual(texts(viaEditable('<p><code>b.com</code> a.com</p>')), ['a.com']),
    },
  },
};

test('every export has a row, and every row is an export', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  assert.deepEqual(Object.keys(TABLE).sort(), Object.keys(exports).sort());
});

for (const [module, surfaces] of Object.entries(TABLE)) {
  if (typeof surfaces === 'string') {
    test(`${module}: ${surfaces}`, () => assert.match(surfaces, /^no surface, because .{10}/));
    continue;
  }
  for (const [surface, row] of Object.entries(surfaces)) {
    test(`${module}, ${surface}: every promise has an answer`, () => assert.deepEqual(Object.keys(row).sort(), [...PROMISES].sort()));
    for (const promise of PROMISES) {
      const answer = row[promise];
      if (typeof answer === 'string') test(`${module}, ${surface}, ${promise}: ${answer}`, () => assert.match(answer, /^not applicable, because .{10}/));
      else test(`${module}, ${surface}, ${promise}`, answer);
    }
  }
}

// The judge must be able to say no.
test('links that are not isolated or not in order are noticed', async () => {
  const naked = (text) => linkspan.linkify(text, { isolate: 'never' });
  for (const one of BACKWARDS) await assert.rejects(inOrder(naked, [one]), one[0]);
  await assert.rejects(inOrder(naked, FIELDS));
  await assert.rejects(inOrder((text) => text.replace(/https:.*/, '<a href="$&"><bdi>$&</bdi></a>'), DEEP));
  await assert.rejects(inOrder((text) => linkspan.linkify(text, { bidi: 'plain' }), FIELDS));
});

test('Lexical: a change before a link, and an error of the library', () => {
  const editor = lexical.createEditor({ nodes: [LinkNode, AutoLinkNode], onError: (error) => { throw error; } });
  editor.setRootElement(document.body.appendChild(document.createElement('div')));
  const stop = lexicalLinks.registerLinks(editor);
  const update = (change) => editor.update(change, { discrete: true });
  const first = () => lexical.$getRoot().getFirstChild().getFirstChild();
  const found = () => lexicalLinks.linksOf(editor).map(({ text }) => text);
  // Long enough to be kept as a text that is edited.
  update(() => lexical.$getRoot().append(lexical.$createParagraphNode().append(lexical.$createTextNode(`${'word '.repeat(600)} and a.com or b.com`))));
  assert.deepEqual(found(), ['a.com', 'b.com']);
  update(() => first().spliceText(0, 0, '\u202E'));
  assert.deepEqual(found(), []);
  update(() => first().spliceText(0, 1, ''));
  assert.deepEqual(found(), ['a.com', 'b.com']);
  assert.throws(() => run(() => wasm.input(2 ** 32 - 1)), /internal error/);
  update(() => first().spliceText(0, 0, 'c.com '));
  assert.deepEqual(found(), ['c.com', 'a.com', 'b.com']);
  stop();
});
