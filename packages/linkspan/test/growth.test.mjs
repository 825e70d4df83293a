// How many characters an adapter hands to the library for a text of a host: a fixed number for each
// character of the text, whatever the text.
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
import html from 'remark-html';
import { Detector } from 'linkspan';
import { linkifyElement } from 'linkspan/dom';
import markdownIt from 'linkspan/markdown-it';
import marked from 'linkspan/marked';
import rehypeLinkspan from 'linkspan/rehype';
import remarkLinkspan from 'linkspan/remark';

let searched;
const { find } = Detector.prototype;
Detector.prototype.find = function counting(text, most) {
  searched += text.length;
  return find.call(this, text, most);
};

const hosts = {
  'markdown-it': (text) => new MarkdownIt({ html: true }).use(markdownIt).render(text),
  marked: (text) => new Marked(marked()).parse(text),
  remark: async (text) => String(await remark().use(gfm).use(remarkLinkspan).use(html).process(text)),
  rehype: (text) => renderToStaticMarkup(React.createElement(ReactMarkdown, { rehypePlugins: [rehypeLinkspan] }, text)),
};

// Repeated without and with white space, and nested in one another: what opens, a link, what closes.
const UNITS = ['https://a.com/x', '**https://a.com/x**。', 'https://a.com/*', 'https://a.com/[x]', 'a://b', 'https://', 'x://', '[a.com', 'https://a.com/_', 'a.com/~~x~~',
  '![https://a.com/', '<https://a.com/', '`https://a.com/', 'https://אב.com/*', '\\https://a.com/', '&amp;https://a.com', 'me@a.com*', '](https://a.com/', 'https://аррӏе.com/*', 'https://a.com_', 'a.com*', 'a@b.com*', '*ⅿ*icrosoft.com', '&#x217f;a.com', '\\_a.com', 'a<wbr>.com'];
const NESTS = [['*a ', ' b*'], ['**a *b ', ' c* d**'], ['![a ', '](b)'], ['[a ', '](b)'], ['~~a ', ' b~~'], ['*https://a.com/', '*'], ['> ', ''], ['_a ', ' b_'], ['<b>', '</b>']];
const texts = (count) => [
  ...UNITS.map((unit) => [unit, unit.repeat(count)]),
  ...UNITS.map((unit) => [`${unit} and a space`, `${unit} `.repeat(count)]),
  ...UNITS.map((unit) => [`${unit} and a line`, `${unit}\n`.repeat(count)]),
  ...NESTS.map(([open, close]) => [`nested ${open}${close}`, `${open.repeat(count / 10)}https://a.com/x${close.repeat(count / 10)}`]),
];

for (const [name, render] of Object.entries(hosts)) {
  test(`${name} searches a text a fixed number of times`, async () => {
    for (const count of [250, 1000]) {
      for (const [unit, text] of texts(count)) {
        searched = 0;
        await render(text);
        assert.ok(searched <= 12 * text.length, `${name}, ${unit} × ${count}: ${searched} of ${text.length}`);
      }
    }
  });

  test(`${name} still links what is nested`, async () => {
    for (const depth of [1, 2, 3]) {
      const text = `${'*a **b '.repeat(depth)}https://a.com/x${' c** d*'.repeat(depth)}`;
      assert.match(await render(text), /href="https:\/\/a\.com\/x"/, text);
    }
  });
}

// What marked is asked to look for, by the characters that it may look at.
test('marked looks for the ends of emphasis in no address', () => {
  const counts = (text) => {
    let asked = 0;
    const host = new Marked({ tokenizer: { emStrong(source) { if (/^[*_]/.test(source)) asked += source.length; return false; } } });
    host.use(marked()).parse(text);
    return asked;
  };
  for (const unit of ['https://a.com/*', 'https://a.com_', 'www.a.com/*_']) {
    for (const count of [1000, 4000]) assert.equal(counts(unit.repeat(count)), 0, `${unit} × ${count}`);
  }
  assert.ok(counts('*x*') > 0);
});

test('a page is searched once, however many elements it has', () => {
  const { document } = new JSDOM('').window;
  for (const count of [250, 1000]) {
    for (const page of ['<b>pay</b>pal.com '.repeat(count), '<b>x</b>a.com'.repeat(count), `${'<b>a.com '.repeat(count)}`, '<i></i>a.com<br>'.repeat(count)]) {
      const element = document.createElement('div');
      element.innerHTML = page;
      searched = 0;
      linkifyElement(element);
      assert.ok(searched <= 2 * page.length, `${page.slice(0, 20)} × ${count}: ${searched} of ${page.length}`);
    }
  }
});
