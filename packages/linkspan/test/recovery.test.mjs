// Wrong arguments change nothing, and after an error of the library editors go on working.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { EditorState as CodeState } from '@codemirror/state';
import { JSDOM } from 'jsdom';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { Detector, LiveText, Stream, find, linkify } from 'linkspan';
import * as code from 'linkspan/codemirror';
import * as prose from 'linkspan/prosemirror';
import { linkEditable, linkTextarea } from 'linkspan/textarea';
import { run, wasm } from '../src/core.js';

// A real trap: no instance has that much memory.
const trap = () => assert.throws(() => run(() => wasm.input(2 ** 32 - 1)), (error) => error.cause instanceof WebAssembly.RuntimeError);

test('wrong arguments are a TypeError, and every text lives on', () => {
  const live = new LiveText('see a.com');
  const stream = new Stream();
  const detector = new Detector();
  const calls = {
    'LiveText, dismissed': (value) => new LiveText('b.com', 'recommended', { enabled: true, dismissed: value }),
    'LiveText, range': (value) => new LiveText('b.com', 'recommended', { enabled: true, dismissed: [value] }),
    'LiveText, offset': (value) => new LiveText('b.com', 'recommended', { enabled: true, dismissed: [[0, value]] }),
    find: (value) => find('a.com', { most: value }),
    'Detector.find': (value) => detector.find('a.com', value),
    'edit, start': (value) => live.edit(value, 3, 'x'),
    'edit, end': (value) => live.edit(0, value, 'x'),
    dismiss: (value) => live.dismiss(value, 5),
    restore: (value) => live.restore(0, value),
    links: (value) => live.links(value, 5),
    slice: (value) => live.slice(0, value),
    pending: (value) => live.pending(value),
    undo: (value) => live.undo(value),
    push: (value) => stream.push(typeof value === 'string' ? 3 : value),
    edit: (value) => live.edit(0, 0, typeof value === 'string' ? 3 : value),
    linkify: (value) => linkify(typeof value === 'string' ? 3 : value),
  };
  for (const [name, call] of Object.entries(calls)) {
    for (const value of ['abc', 1n, Symbol('s'), {}, Number.NaN, () => {}, true, new Date(0)]) {
      assert.throws(() => call(value), TypeError, `${name}, ${String(value)}`);
      assert.equal(String(live), 'see a.com');
      assert.equal(live.links().length, 1);
    }
  }
  assert.deepEqual(stream.push('see b.com ').map(({ text }) => text), ['b.com']);
  // Numbers outside of the text are no mistake where the text is only read.
  assert.equal(live.slice(-1, 2 ** 40), '');
});

// Each editor with the same text: `insert` types at an offset, `texts` are its links. The first link is dismissed.
const TEXT = 'https://one.com and two.com/x';
const { window } = new JSDOM('');
window.ResizeObserver = class { observe() {} disconnect() {} };
const paragraph = (text) => schema.node('doc', null, [schema.node('paragraph', null, [schema.text(text)])]);

const EDITORS = {
  CodeMirror() {
    let state = CodeState.create({ doc: TEXT, extensions: [code.links()] });
    code.dismiss(0)({ state, dispatch: (tr) => { state = tr.state; } });
    return {
      insert: (...changes) => { state = state.update({ changes: changes.map(([from, insert]) => ({ from, insert })) }).state; },
      texts: () => code.linksOf(state).map(({ text }) => text),
    };
  },
  ...Object.fromEntries(['decorations', 'marks'].map((mode) => [`ProseMirror, ${mode}`, () => {
    let state = EditorState.create({ doc: paragraph(TEXT), plugins: [prose.links({ mode, initial: 'link' })] });
    const dispatch = (tr) => { state = state.apply(tr); };
    dispatch(state.tr.setMeta(prose.key, { flush: true }));
    prose.dismiss(1)(state, dispatch);
    return {
      insert(...changes) {
        const { tr } = state;
        changes.reverse().forEach(([from, text]) => tr.insertText(text, from + 1));
        dispatch(tr);
      },
      texts: () => prose.linksOf(state).map(({ text }) => text),
      shown: mode === 'marks' ? () => {
        const found = [];
        state.doc.descendants((node) => { if (node.isText && schema.marks.link.isInSet(node.marks)) found.push(node.text); });
        return found;
      } : undefined,
    };
  }])),
  textarea() {
    const element = window.document.createElement('textarea');
    element.value = TEXT;
    window.document.body.append(element);
    const linked = linkTextarea(element);
    linked.dismiss(0, 0);
    return {
      insert(...changes) {
        for (const [from, insert] of changes.reverse()) {
          element.value = element.value.slice(0, from) + insert + element.value.slice(from);
          element.dispatchEvent(new window.Event('input'));
        }
      },
      texts: () => linked.links.map(({ text }) => text),
      shown: () => linked.marked,
    };
  },
  editable() {
    const element = window.document.createElement('div');
    element.textContent = TEXT;
    window.document.body.append(element);
    const linked = linkEditable(element);
    linked.dismiss(linked.links[0].from);
    return {
      insert(...changes) {
        for (const [from, insert] of changes.reverse()) element.firstChild.insertData(from, insert);
        linked.update();
      },
      texts: () => linked.links.map(({ text }) => text),
      shown: () => linked.marked,
    };
  },
};

const { edit } = LiveText.prototype;
afterEach(() => { LiveText.prototype.edit = edit; });

for (const [name, make] of Object.entries(EDITORS)) {
  test(`${name} goes on after an error`, () => {
    const [editor, other] = [make(), make()];
    const check = (...texts) => {
      for (const one of [editor, other]) {
        assert.deepEqual(one.texts(), texts);
        if (one.shown) assert.deepEqual(one.shown(), texts);
      }
    };
    check('two.com/x');
    trap();
    check('two.com/x');
    trap();
    for (const one of [editor, other]) one.insert([TEXT.length, 'y']);
    check('two.com/xy');
    let before = `${TEXT}y`;
    // An error in the middle of a change with several parts.
    for (const fatal of [1, 2, 3]) {
      let count = 0;
      LiveText.prototype.edit = function trapping(...rest) {
        count += 1;
        if (count === fatal) run(() => wasm.input(2 ** 32 - 1));
        return edit.apply(this, rest);
      };
      const changes = () => [[0, 'me@c.com '], [before.indexOf('and'), '😀 d.com '], [before.length, 'z']];
      editor.insert(...changes());
      LiveText.prototype.edit = edit;
      other.insert(...changes());
      before = `me@c.com ${before.replace('and', '😀 d.com and')}z`;
      assert.equal(editor.texts().length, 1 + 2 * fatal);
      assert.deepEqual(editor.texts(), other.texts(), `${fatal}`);
      assert.deepEqual(editor.shown?.(), other.shown?.(), `${fatal}`);
    }
    assert.ok(!editor.texts().includes('https://one.com'), 'dismissed');
  });
}
