// Adapters get a text in pieces, but a link is judged in the text that a reader sees: a piece of a
// name is not linked, and the same text gives the same links everywhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JSDOM } from 'jsdom';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import React from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import { remark } from 'remark';
import gfm from 'remark-gfm';
import remarkHtml from 'remark-html';
import { linkifyElement, observe } from 'linkspan/dom';
import markdownIt from 'linkspan/markdown-it';
import marked from 'linkspan/marked';
import linkify from 'linkspan/react';
import rehypeLinkspan from 'linkspan/rehype';
import remarkLinkspan from 'linkspan/remark';
import { find } from 'linkspan';
import { linkifyHtml, linkifyMarkdown } from 'linkspan/rewrite';
import { numbers } from './support.mjs';

const { window } = new JSDOM('');
const { document } = window;
const parsed = (page) => Object.assign(document.createElement('div'), { innerHTML: page });
const hrefs = (page) => [...parsed(page).querySelectorAll('a[href]')].map((a) => a.href);

const viaDom = (page) => {
  const element = parsed(page);
  linkifyElement(element);
  return element.innerHTML;
};
const elements = (node, key) => {
  if (node.nodeType === 3) return node.data;
  const children = [...node.childNodes].map(elements);
  return React.createElement(key === undefined ? React.Fragment : node.localName, { key, href: node.getAttribute?.('href') ?? undefined }, ...children);
};
const tree = (node) => (node.nodeType === 3
  ? { type: 'text', value: node.data }
  : { type: 'element', tagName: node.localName, properties: node.hasAttribute('href') ? { href: node.getAttribute('href') } : {}, children: [...node.childNodes].map(tree) });
const flat = (node) => (node.type === 'text' ? node.value.replaceAll('&', '&amp;') : `<${node.tagName}${node.properties.href ? ` href="${node.properties.href}"` : ''}>${node.children.map(flat).join('')}</${node.tagName}>`);
const viaRehype = (page) => {
  const root = { type: 'root', children: [...parsed(page).childNodes].map(tree) };
  rehypeLinkspan()(root);
  return root.children.map(flat).join('');
};
const HTML = {
  dom: viaDom,
  rehype: viaRehype,
  react: (page) => renderToStaticMarkup(React.createElement(linkify(React), null, elements(parsed(page)))),
  'the core': (page) => linkifyHtml(page),
};
const MARKDOWN = {
  'markdown-it': (text) => new MarkdownIt({ html: true }).use(markdownIt).render(text),
  marked: (text) => new Marked(marked()).parse(text),
  remark: async (text) => String(await remark().use(gfm).use(remarkLinkspan).use(remarkHtml, { sanitize: false }).process(text)),
  'remark without GFM': async (text) => String(await remark().use(remarkLinkspan).use(remarkHtml, { sanitize: false }).process(text)),
  'rehype after Markdown': (text) => renderToStaticMarkup(React.createElement(ReactMarkdown, { rehypePlugins: [rehypeLinkspan] }, text)),
  'the core': (text) => new MarkdownIt({ html: true }).render(linkifyMarkdown(text)),
};

// Each page or document with the addresses of its links, separated by spaces.
const PAGES = [
  ['<b>ⅿ</b>icrosoft.com', ''],
  ['<b>pay</b>pal.com', ''],
  ['paypal.co<wbr>m', ''],
  ['paypal.com<wbr>.evil.com', ''],
  ['paypal.com<i>.evil.com</i>', ''],
  ['https://<b>x</b>.com', ''],
  ['<b>https</b>://a.com', ''],
  ['<i>me.</i>you@a.com', ''],
  ['you@a.com<i>x</i>', ''],
  ['https://a.com/x<wbr>y', ''],
  ['<code>x</code>a.com', ''],
  ['<a href="https://b.com/">x</a>a.com', 'https://b.com/'],
  ['a.com<a href="https://b.com/">x</a>', 'https://b.com/'],
  ['<b><i>x</i></b><u><s>a.com</s></u>', ''],
  ['<b>a.com</b>, <i>b.com</i>. (<u>c.com</u>)', 'https://a.com/ https://b.com/ https://c.com/'],
  ['<b>x </b>a.com<i> y</i>', 'https://a.com/'],
  ['x<br>a.com<br>y', 'https://a.com/'],
  ['x<img>a.com<img>y', 'https://a.com/'],
  ['<div>x</div>a.com<p>y</p>', 'https://a.com/'],
  ['<ul><li>x</li><li>a.com</li><li>y</li></ul>', 'https://a.com/'],
  ['<b>https://a.com/x</b>中文', 'https://a.com/x'],
  ['请访问<b>https://a.com/x</b>。', 'https://a.com/x'],
];
const DOCUMENTS = [
  ['*ⅿ*icrosoft.com', ''],
  ['**ⅿ**icrosoft.com', ''],
  ['*pay*pal.com', ''],
  ['paypal.com.*evil.com*', ''],
  ['*https*://a.com', ''],
  ['*https://*a.com', ''],
  ['*see https://pay*pal.com', ''],
  ['**https://paypal.com**.evil.com', ''],
  ['`x`a.com', ''],
  ['[x](https://b.com/)a.com', 'https://b.com/'],
  ['a.com[x](https://b.com/)', 'https://b.com/'],
  ['https://a.com[x](https://b.com/)', 'https://b.com/'],
  ['*ⅿ*icrosoft.com/_x_y', ''],
  ['https://paypal.co&#x217f;/login', ''],
  ['https://paypal.co&#8575;', ''],
  ['my&#x2011;bank.com', ''],
  ['john&#9332;doe@example.com', ''],
  ['&eacute;a.com/x', 'https://xn--a-9fa.com/x', 'marked'],
  ['a.com&eacute;', ''],
  ['https://a.com/?x=1&amp;y=2', 'https://a.com/?x=1&y=2', 'markdown-it'],
  ['a.com/a\\_b', 'https://a.com/a_b'],
  ['https://a.com/a\\_b', 'https://a.com/a_b'],
  ['*a.com*, **b.com**. (c.com) **https://d.com/x**。', 'https://a.com/ https://b.com/ https://c.com/ https://d.com/x'],
  ['*x* a.com *y*', 'https://a.com/'],
  ['x  \na.com\ny', 'https://a.com/'],
  ['![x](y)a.com', 'https://a.com/'],
  ['- x\n- a.com\n- y', 'https://a.com/'],
  ['# x\na.com\n\ny', 'https://a.com/'],
  ['&quot;a.com&quot;&nbsp;b.com&hellip;', 'https://a.com/ https://b.com/'],
];
const TAGS = [['paypal.co<wbr>m', ''], ['<b>ⅿ</b>icrosoft.com', ''], ['x<br>a.com<br>y', 'https://a.com/'], ['<code>a.com</code> b.com', 'https://b.com/'],
  ['</a>[https://a.com](https://b.com/)', 'https://b.com/']];

for (const [surfaces, cases] of [[HTML, PAGES], [MARKDOWN, DOCUMENTS], [MARKDOWN, TAGS]]) {
  for (const [name, make] of Object.entries(surfaces)) {
    // It shows tags as text.
    if (cases === TAGS && name === 'rehype after Markdown') continue;
    test(`${name} links no piece of a name, ${cases === TAGS ? 'with tags' : 'with markup'}`, async () => {
      for (const [text, expected, differs] of cases) {
        if (differs === name) continue;
        assert.equal(hrefs(await make(text)).join(' '), expected, text);
      }
    });
  }
}

test('an observed page links no piece of a name', async () => {
  const element = document.body.appendChild(document.createElement('div'));
  const stop = observe(element);
  const add = async (...nodes) => {
    element.append(...nodes);
    await new Promise((done) => { setTimeout(done); });
    return [...element.querySelectorAll('a')].map((a) => a.textContent);
  };
  const bold = Object.assign(document.createElement('b'), { textContent: 'pay' });
  assert.deepEqual(await add('see ', bold, 'pal.com '), []);
  assert.deepEqual(await add('a.com'), ['a.com']);
  const inside = Object.assign(document.createElement('i'), { innerHTML: '<u>b.com</u>' });
  assert.deepEqual(await add(' x', inside, ' y'), ['a.com']);
  assert.deepEqual(await add(document.createElement('br'), 'c.com'), ['a.com', 'c.com']);
  // The text before is part of the name, wherever it is.
  bold.textContent = 'x ';
  element.insertBefore(document.createElement('i'), element.lastChild).innerHTML = '<u>pay</u>';
  const text = document.createTextNode('pal.com');
  element.lastChild.before(text);
  assert.deepEqual(await add(' '), ['a.com', 'c.com']);
  stop();
});

// What a reader sees of a page, and where its links are in it.
function seen(page) {
  let text = '';
  const links = [];
  const visit = (node) => {
    if (node.nodeType === 3) text += node.data;
    const isBreak = /^(P|BR|IMG|UL|LI|H1|DIV|TABLE|BLOCKQUOTE|HR|PRE)$/.test(node.nodeName);
    if (isBreak) text += '\n';
    const start = text.length;
    node.childNodes.forEach(visit);
    if (node.nodeName === 'A' && node.href) links.push([start, text.length]);
    if (isBreak) text += '\n';
  };
  visit(parsed(page));
  return { text, links };
}

test('every link of a random document is one of the text that a reader sees', async () => {
  const TOKENS = ['a', 'pay', 'pal', '.com', 'a.com', 'https://', 'https://b.com', '/x', '/*x*/y', '_', '*', '**', '`', '~~', ' ', ' ', '\n', '&#x217f;', '&amp;', '\\_', '\\*', '\\:', '<wbr>',
    '<b>', '</b>', '<br>', '@', 'me@c.com', '.', ',', '(', ')', '!', '?x=', '中文', '。', '-'];
  const next = numbers(7);
  let count = 0;
  for (let round = 0; round < 1500; round++) {
    let source = '';
    for (let i = 2 + next(9); i > 0; i--) source += TOKENS[next(TOKENS.length)];
    for (const [name, make] of Object.entries(MARKDOWN)) {
      const { text, links } = seen(await make(source));
      const found = find(text).map(({ start, end }) => `${start} ${end}`);
      for (const [start, end] of links) {
        assert.ok(found.includes(`${start} ${end}`), `${name}: ${JSON.stringify(source)}: ${text.slice(start, end)} in ${JSON.stringify(text)}`);
        count += 1;
      }
    }
  }
  assert.ok(count > 1000, `${count}`);
});
