// Each adapter in its real host; and what the host alone does.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { JSDOM } from 'jsdom';
import * as theirs from 'linkifyjs';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import React from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import { remark } from 'remark';
import gfm from 'remark-gfm';
import html from 'remark-html';
import { Detector } from 'linkspan';
import { linkifyElement, observe } from 'linkspan/dom';
import * as ours from 'linkspan/linkifyjs';
import markdownIt from 'linkspan/markdown-it';
import marked from 'linkspan/marked';
import linkify from 'linkspan/react';
import rehypeLinkspan from 'linkspan/rehype';
import remarkLinkspan from 'linkspan/remark';
import { root } from './support.mjs';

// A full stop of Chinese ends a link, and text is glued to it.
const CJK = '请访问https://example.com/路径。谢谢';
const LINK = 'https://example.com/%E8%B7%AF%E5%BE%84';
// The elements that isolate a caption are tested with the other promises.
const bare = (page) => page.replace(/<\/?(bdi|bdo|span)( [^>]*)?>/g, '');
const hrefs = (text) => [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

test('markdown-it', () => {
  // markdown-it takes a name without a scheme with the text before it.
  const glued = CJK.replace('https://', '');
  assert.notDeepEqual(hrefs(new MarkdownIt({ linkify: true }).render(glued)), [LINK]);
  const md = new MarkdownIt().use(markdownIt);
  assert.deepEqual(hrefs(md.render(CJK)), [LINK]);
  assert.deepEqual(hrefs(md.render(glued)), [LINK]);
  assert.deepEqual(hrefs(md.render('a.com, [b](https://c.com) <https://d.com> `e.com` me@f.com')), ['https://a.com/', 'https://c.com', 'https://d.com', 'mailto:me@f.com']);
  const spoof = md.render('https://аррӏе.com/ and <https://xn--80ak6aa92e.com/>');
  assert.ok(!/а/.test(spoof), spoof);
});

test("markdown-it's own cases", { skip: !existsSync(`${root}../shared/cases/markdown-it/linkify.txt`) && 'the cases are absent' }, () => {
  const md = new MarkdownIt({ html: true }).use(markdownIt);
  const cases = readFileSync(`${root}../shared/cases/markdown-it/linkify.txt`, 'utf8').split(/^\.\n/m);
  const different = [];
  let count = 0;
  for (let i = 1; i + 1 < cases.length; i += 3) {
    count += 1;
    const made = bare(md.render(cases[i]));
    if (made !== cases[i + 1]) different.push(cases[i - 1].trim());
  }
  assert.equal(count, 19);
  // A backtick is around links rather than in them: `https://a.com` in a sentence is code. And a stray
  // `</a>` makes no link in a link.
  assert.deepEqual(different, ['backticks inside raw links', 'coverage, negative link level']);
});

test('remark', async () => {
  const run = async (text, ...plugins) => String(await plugins.reduce((made, plugin) => made.use(plugin), remark()).use(html).process(text));
  assert.notDeepEqual(hrefs(await run(CJK, gfm)), [LINK]);
  for (const plugins of [[gfm, remarkLinkspan], [remarkLinkspan]]) {
    assert.deepEqual(hrefs(await run(CJK, ...plugins)), [LINK]);
    assert.deepEqual(hrefs(await run('a.com **www.b.com**. [c](https://c.com) `d.com` <https://e.com> https://f.com/a_b_c', ...plugins)),
      ['https://a.com/', 'https://www.b.com/', 'https://c.com', 'https://e.com', 'https://f.com/a_b_c']);
  }
});

test('remark reads emphasis around links, and no emphasis in them', async () => {
  const body = async (text, ...plugins) => {
    const made = await plugins.reduce((made, plugin) => made.use(plugin), remark()).use(html).process(text);
    return bare(String(made)).trim().replace(/^<p>|<\/p>$/g, '').replace(/<a href="([^"]*)">([^<]*)<\/a>/g, (_, href, text) => (href === text ? `⸠${text}⸡` : `⸠${text}⸡(${href})`));
  };
  assert.equal(await body('**https://a.com/x**。', gfm), '**⸠https://a.com/x**。⸡(https://a.com/x**%E3%80%82)');
  const cases = [
    ['**https://a.com/x**。', '<strong>⸠https://a.com/x⸡</strong>。'],
    ['**https://a.com/x**中文', '<strong>⸠https://a.com/x⸡</strong>中文'],
    ['**见 https://a.com/x**中文 **y**', '<strong>见 ⸠https://a.com/x⸡</strong>中文 <strong>y</strong>'],
    ['*https://a.com/x*，', '<em>⸠https://a.com/x⸡</em>，'],
    ['__https://a.com/x_y__。', '<strong>⸠https://a.com/x_y⸡</strong>。'],
    ['**https://a.com**。', '<strong>⸠https://a.com⸡(https://a.com/)</strong>。'],
    ['https://a.com/*x*/b', '⸠https://a.com/*x*/b⸡'],
    ['🙂 a.com/*x*/b', '🙂 ⸠a.com/*x*/b⸡(https://a.com/*x*/b)'],
    ['a.com/[x]_y_z', '⸠a.com/[x]_y_z⸡(https://a.com/%5Bx%5D_y_z)'],
    ['[https://a.com/*x*/b](https://c.com/)', '<a href="https://c.com/">https://a.com/<em>x</em>/b</a>'],
    ['https://a.com/a\\_b', '⸠https://a.com/a_b⸡'],
    ['`https://a.com/*x*`', '<code>https://a.com/*x*</code>'],
  ];
  for (const [text, expected] of cases) {
    assert.equal(await body(text, gfm, remarkLinkspan), expected);
    assert.equal(await body(text, remarkLinkspan), expected);
  }
  assert.equal(await body('~~https://a.com/x~~。', gfm, remarkLinkspan), '<del>⸠https://a.com/x⸡</del>。');
  const tree = remark().use(remarkLinkspan).parse('> a\n> https://a.com/*x*/b');
  const link = tree.children[0].children[0].children[1];
  assert.deepEqual([link.type, link.position.start, link.position.end.column], ['link', { line: 2, column: 3, offset: 6 }, 22]);
});

test('react-markdown and rehype', () => {
  const made = renderToStaticMarkup(React.createElement(ReactMarkdown, { remarkPlugins: [gfm, remarkLinkspan] }, CJK));
  assert.deepEqual(hrefs(made), [LINK]);
  const byRehype = renderToStaticMarkup(React.createElement(ReactMarkdown, { rehypePlugins: [rehypeLinkspan] }, CJK));
  assert.deepEqual(hrefs(byRehype), [LINK]);
});

test('marked', () => {
  assert.notDeepEqual(hrefs(new Marked().parse(CJK)), [LINK]);
  const own = new Marked(marked());
  assert.deepEqual(hrefs(own.parse(CJK)), [LINK]);
  assert.deepEqual(hrefs(own.parse('a.com and **b.com** [c.com](https://c.com) `d.com` me@e.com')), ['https://a.com/', 'https://b.com/', 'https://c.com', 'mailto:me@e.com']);
});

test('linkifyjs', () => {
  assert.notEqual(theirs.find(CJK)[0]?.value, 'https://example.com/路径');
  assert.deepEqual(ours.find(CJK), [{ type: 'url', value: 'https://example.com/路径', isLink: true, href: LINK, start: 3, end: 25 }]);
  assert.deepEqual(ours.tokenize('a b.com c').map((token) => token.toObject().type), ['text', 'url', 'text']);
  assert.ok(ours.test('a.com') && !ours.test('see a.com') && !ours.test('a.com', 'email'));
  assert.equal(ours.find('a.com', { defaultProtocol: 'http' })[0].href, 'http://a.com/');
});

test('react', () => {
  const Linkify = linkify(React);
  const made = renderToStaticMarkup(React.createElement(Linkify, null, 'see ', React.createElement('b', null, 'a.com'), ' ', React.createElement('code', null, 'b.com'), ' ', CJK));
  assert.deepEqual(hrefs(made), ['https://a.com/', LINK]);
});

test('react leaves alone what has no link', () => {
  const Linkify = linkify(React);
  const { createElement: make } = React;
  const Context = React.createContext('value');
  const Only = ({ children }) => React.Children.only(children);
  const Upper = ({ children }) => children.toUpperCase();
  const made = renderToStaticMarkup(make(Linkify, null,
    make(Context.Consumer, null, (value) => value), make(Only, null, make('i', null, 'x')), make(Upper, null, 'text'),
    make('b', null, ['one ', 'a.com ', make('u', { key: 'u' }, 'b.com', ' ', 3)])));
  assert.equal(made.replace(/ rel="[^"]*"/g, ''), 'value<i>x</i>TEXT<b>one <a href="https://a.com/"><bdi>a.com</bdi></a> <u><a href="https://b.com/"><bdi>b.com</bdi></a> 3</u></b>');
});

test('no adapter shows a name that imitates another one, or links a file', async () => {
  const Linkify = linkify(React);
  const { window } = new JSDOM('<p>');
  const dom = (text, options) => {
    const element = window.document.createElement('p');
    element.textContent = text;
    linkifyElement(element, options);
    return element.innerHTML;
  };
  const pages = async (text, options) => ({
    'markdown-it': new MarkdownIt().use(markdownIt, options).render(text),
    marked: new Marked(marked(options)).parse(text),
    remark: String(await remark().use(gfm).use(remarkLinkspan, options).use(html, { sanitize: false }).process(text)),
    rehype: renderToStaticMarkup(React.createElement(ReactMarkdown, { rehypePlugins: [[rehypeLinkspan, typeof options === 'string' ? { profile: options } : options]] }, text)),
    react: renderToStaticMarkup(React.createElement(linkify(React, options), null, text)),
    dom: dom(text, typeof options === 'string' ? { profile: options } : options),
  });
  for (const text of ['https://аррӏе.com/x', '<https://аррӏе.com/x>', '<https://xn--pple-43d.com>', '[https://аррӏе.com](https://аррӏе.com)']) {
    for (const [name, page] of Object.entries(await pages(text))) {
      for (const a of new JSDOM(page).window.document.querySelectorAll('a')) {
        // An author's own link is that of the author in hosts without a tree of links.
        if (name === 'rehype' && text !== 'https://аррӏе.com/x') continue;
        if (name === 'markdown-it' && text.startsWith('[')) continue;
        assert.ok(!/[\u0400-\u04FF]/.test(a.textContent), `${name}: ${page}`);
      }
    }
  }
  assert.equal(ours.tokenize('see https://аррӏе.com x')[1].toString(), 'https://xn--80ak6aa92e.com');
  for (const [name, page] of Object.entries(await pages('javascript:document.body.innerHTML=name+/x/.source c:\\a.txt', { detector: new Detector('pri185') }))) {
    assert.ok(!/<a /.test(page), `${name}: ${page}`);
  }
});

test('remark makes no link in a link of HTML', async () => {
  const made = String(await remark().use(remarkLinkspan).use(html, { sanitize: false }).process('<a href="https://a.com">https://b.com</a> c.com'));
  assert.deepEqual(hrefs(made), ['https://a.com', 'https://c.com/']);
});

test('dom', async () => {
  const { window } = new JSDOM(`<p id=p>see a.com <code>b.com</code> ${CJK} <a href="https://c.com">c.com</a></p>`);
  const element = window.document.getElementById('p');
  const text = element.textContent;
  assert.equal(linkifyElement(element), 2);
  assert.equal(element.textContent, text);
  assert.equal(linkifyElement(element), 0);
  const stop = observe(element);
  element.append(' and d.com');
  await new Promise((done) => setTimeout(done, 10));
  assert.deepEqual([...element.querySelectorAll('a')].map((a) => a.href), ['https://a.com/', LINK, 'https://c.com/', 'https://d.com/']);
  stop();
});

test('hostile text makes nothing but links', async () => {
  const texts = ['<img src=x onerror=alert(1)> a.com', 'javascript:alert(1) a.com/"onclick="x', 'https://a.com/<script>', "a.com/'><b>", '[x](javascript:alert(1)) a.com'];
  const Linkify = linkify(React);
  for (const text of texts) {
    const pages = [
      renderToStaticMarkup(React.createElement(Linkify, null, text)),
      new MarkdownIt().use(markdownIt).render(text),
      String(await remark().use(gfm).use(remarkLinkspan).use(html).process(text)),
    ];
    for (const page of pages) {
      const { document } = new JSDOM(page).window;
      const names = new Set([...document.body.querySelectorAll('*')].map((element) => element.tagName));
      for (const name of names) assert.ok(['A', 'P', 'BDI', 'SPAN'].includes(name), `${name} in ${page}`);
      // Without an address, a host has refused a link of the text itself.
      for (const a of document.querySelectorAll('a[href]')) {
        assert.ok(/^(https?|mailto):/.test(a.href), page);
        for (const { name } of a.attributes) assert.ok(['href', 'rel'].includes(name), page);
      }
    }
  }
});
