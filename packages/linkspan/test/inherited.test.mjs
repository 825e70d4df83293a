// Inherited properties are not options: a page whose `Object.prototype` was changed gets the same links.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState as CodeState } from '@codemirror/state';
import { JSDOM } from 'jsdom';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { Detector, LiveText, find, layOut, linkify, spans } from 'linkspan';
import * as code from 'linkspan/codemirror';
import { linkifyElement } from 'linkspan/dom';
import * as linkifyjs from 'linkspan/linkifyjs';
import * as prose from 'linkspan/prosemirror';
import rehype from 'linkspan/rehype';
import * as lite from 'linkspan/lite';

const TEXT = 'see https://аррӏе.com/, README.md, co.uk, a.com and c:\\x\\y.txt';
const { window } = new JSDOM('');

// Everything with options: none, an empty object, and one with an option of its own.
const RESULTS = [undefined, {}, { rel: '' }, { without: 'file-name' }].flatMap((options) => [
  () => find(TEXT, options),
  () => lite.find(TEXT, options),
  () => spans(TEXT, options),
  () => linkify(TEXT, options),
  () => layOut(TEXT, 'html', options),
  () => new Detector(options).find(TEXT),
  () => new LiveText(TEXT, options).links(),
  () => new LiveText(TEXT, options, {}).links(),
  () => linkifyjs.find(TEXT, options),
  () => {
    const tree = { type: 'root', children: [{ type: 'text', value: TEXT }] };
    rehype(options)(tree);
    return tree;
  },
  () => {
    const element = window.document.createElement('p');
    element.textContent = TEXT;
    linkifyElement(element, options);
    return element.innerHTML;
  },
  () => code.linksOf(CodeState.create({ doc: TEXT, extensions: [code.links(options)] })),
  () => prose.linksOf(EditorState.create({ doc: schema.node('doc', null, [schema.node('paragraph', null, [schema.text(TEXT)])]), plugins: [prose.links(options)] })),
]);

const INHERITED = {
  profile: 'pri185', most: 0, defaultScheme: 'gopher', without: 'file-name', rel: 'x', target: 'x', class: 'x', caption: 'display', skipTags: ['p'],
  enabled: false, dismissed: [[4, 24]], detector: new Detector('uts58'), shouldLink: () => false, state: { dismissed: [[4, 24]] }, mode: 'marks', find: () => [],
  order: 'plain', direction: 'rtl', defaultProtocol: 'gopher', initial: 'link', open: () => {},
};

test('an inherited property is not read, and nothing is kept of it', () => {
  const expected = RESULTS.map((result) => result());
  for (const [name, value] of Object.entries(INHERITED)) {
    let actual;
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true, enumerable: false });
    try {
      actual = RESULTS.map((result) => result());
    } finally {
      delete Object.prototype[name];
    }
    assert.deepEqual(actual, expected, name);
    assert.deepEqual(RESULTS.map((result) => result()), expected, `${name}, afterwards`);
  }
});

test('an option that changes while it is read is not kept for others', () => {
  let count = 0;
  const options = { get profile() { count += 1; return count % 2 ? 'recommended' : 'pri185'; } };
  find('x.com', options);
  assert.match(linkify('https://аррӏе.com/', { profile: 'recommended' }), /<bdi>https:..xn--/);
});

test('the name of an option is a name only', () => {
  for (const name of ['max-length\t1\nadd-unsafe-scheme', 'without\tfile-name\nx']) assert.throws(() => find('a.com', { [name]: 'javascript:' }), TypeError);
});
