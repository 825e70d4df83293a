// Editors, as far as they work without a browser: after every step the links are those of a fresh search, without those
// that were dismissed.
import assert from 'node:assert/strict';
import { test } from 'node:test';


import { history as codeHistory, redo as codeRedo, undo as codeUndo } from '@codemirror/commands';
import { Compartment, EditorState as CodeState } from '@codemirror/state';
import * as collab from 'prosemirror-collab';
import { joinBackward, setBlockType, splitBlock, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { Schema } from 'prosemirror-model';
import { schema } from 'prosemirror-schema-basic';
import { EditorState, TextSelection } from 'prosemirror-state';
import { find, linkify } from 'linkspan';

import * as code from 'linkspan/codemirror';
import { dismiss, key, links, linksOf, restore, savedState } from 'linkspan/prosemirror';
import { Edited, difference } from '../src/editors/edited.js';
import { numbers, randomText } from './support.mjs';

const MODES = ['decorations', 'marks'];
const PIECES = ['https://a.com', 'b.com/x_(y)', 'me@c.com', ' ', ' ', '.', ',', '。', '(', ')', '/', 'q', 'www.', '请访问', '中文.com', '@', ':', 'א.com', '\u202e', '\u202e', '\u202c', '\u2066', '\u2069', 'https://аррӏе.com', '😀', '**', 'com', 'a.', 'README.md'];
const piece = (next) => Array.from({ length: 1 + next(3) }, () => PIECES[next(PIECES.length)]).join('');

// Whether characters before a place reorder the text after it: whether any is left when closed ones are
// struck out.
function isReordered(before) {
  let left = before.replace(/[^\u202A-\u202E\u2066-\u2069]/g, '');
  for (let last; last !== left;) {
    last = left;
    left = left.replace(/[\u202A\u202B\u202D\u202E]\u202C/, '').replace(/[\u2066-\u2068][\u202A-\u202E]*\u2069/, '').replace(/^([^\u2066-\u2068]*)\u2069/, '$1');
  }
  return /[^\u202C\u2069]/.test(left);
}

const paragraphs = (...texts) => schema.node('doc', null, texts.map((text) => schema.node('paragraph', null, text ? [schema.text(text)] : [])));

/** An editor of ProseMirror without a view. */
class Editor {
  constructor(mode, doc = paragraphs(''), options = {}, plugins = []) {
    this.mode = mode;
    this.state = EditorState.create({ doc, plugins: [history(), ...plugins, links({ mode, ...options })] });
    this.dispatch = (tr) => { this.state = this.state.apply(tr); };
  }
  run(command) {
    return command(this.state, this.dispatch);
  }
  type(text) {
    for (const char of text) this.dispatch(this.state.tr.insertText(char));
  }
  select(from, to = from) {
    const at = (pos) => Math.max(0, Math.min(pos, this.state.doc.content.size));
    const { doc } = this.state;
    this.dispatch(this.state.tr.setSelection(TextSelection.between(doc.resolve(at(from)), doc.resolve(at(to)))));
  }
  get texts() {
    return linksOf(this.state).map(({ text }) => text);
  }
  /** What a fresh search of the document finds. Code and links of the user are not searched. */
  get fresh() {
    return this.#search(this.mode === 'marks');
  }
  // The text of a document does not change, so links that imitate others or are reordered are not made in it.
  #search(onlySafe) {
    const found = [];
    const mark = schema.marks.link;
    this.state.doc.descendants((node, pos) => {
      if (!node.isTextblock) return true;
      let text = '';
      let shown = '';
      node.forEach((child) => {
        shown += child.text ?? '\n'.repeat(child.nodeSize);
        const link = child.isText && mark.isInSet(child.marks);
        const isUsers = link && (this.mode === 'decorations' || link.attrs.title === 'user');
        const isBlank = node.type.spec.code || !child.isText || schema.marks.code.isInSet(child.marks) || isUsers;
        text += isBlank ? (child.isText ? ' ' : '\n').repeat(child.nodeSize) : child.text;
      });
      // What a page shows; these texts have nothing that HTML escapes.
      const captions = [...linkify(text).matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, caption]) => caption.replace(/<[^>]*>/g, ''));
      for (const [i, { start, end, href }] of find(text).entries()) {
        const isUnsafe = captions[i] !== text.slice(start, end) || isReordered(shown.slice(0, start));
        if (onlySafe && isUnsafe) continue;
        found.push({ from: pos + 1 + start, to: pos + 1 + end, href });
      }
      return false;
    });
    return found;
  }
  check(where) {
    const { dismissed } = savedState(this.state);
    const isDismissed = ({ from, to }) => dismissed.some(([start, end]) => start < to && from < end);
    const expected = this.fresh.filter((link) => !isDismissed(link));
    assert.deepEqual(linksOf(this.state).map(({ from, to, href }) => ({ from, to, href })), expected, where);
    // A dismissed link stays so while it is reordered.
    const all = this.#search(false);
    for (const [from, to] of dismissed) assert.ok(all.some((link) => link.from === from && link.to === to), `${where}: a dismissal is a link`);
    // Two marks of the same address that meet are one.
    const merged = [];
    for (const link of expected) {
      const last = merged.at(-1);
      if (this.mode === 'marks' && last?.to === link.from && last.href === link.href) last.to = link.to;
      else merged.push({ ...link });
    }
    assert.deepEqual(this.shown, merged, `${where}: what is shown`);
  }
  /** What the document or its decorations show. */
  get shown() {
    if (this.mode === 'decorations') {
      const all = key.getState(this.state).decorations.find();
      return all.map(({ from, to, spec }) => ({ from, to, href: spec.href })).sort((a, b) => a.from - b.from);
    }
    const found = [];
    this.state.doc.descendants((node, pos) => {
      const link = node.isText && schema.marks.link.isInSet(node.marks);
      // A link that became code is left as it is.
      if (!link || link.attrs.title === 'user' || schema.marks.code.isInSet(node.marks)) return;
      const last = found.at(-1);
      if (last?.to === pos && last.href === link.attrs.href) last.to += node.nodeSize;
      else found.push({ from: pos, to: pos + node.nodeSize, href: link.attrs.href });
    });
    return found;
  }
}

test('the difference of two texts', () => {
  const next = numbers(5);
  for (let i = 0; i < 3000; i++) {
    const before = randomText(next);
    const after = next(3) === 0 ? randomText(next) : before.slice(0, next(before.length + 1)) + (next(2) ? randomText(next) : '') + before.slice(next(before.length + 1));
    const { from, to, insert } = difference(before, after);
    assert.ok(from <= to);
    assert.equal(before.slice(0, from) + insert + before.slice(to), after);
  }
});

test('a dismissal comes back with its link', () => {
  const edited = new Edited('see a.com, b.com', undefined);
  edited.dismiss(4, 9);
  edited.become('');
  assert.deepEqual(edited.dismissed, []);
  edited.become('see a.com, b.com', true);
  assert.deepEqual(edited.dismissed, [[4, 9]]);
  edited.become('');
  edited.become('see a.com, b.com', false);
  assert.deepEqual(edited.dismissed, [], 'only an undo brings it back');
});

for (const mode of MODES) {
  test(`ProseMirror, ${mode}: typing`, () => {
    const editor = new Editor(mode);
    // Each key is a step.
    for (const char of 'see (https://a.com/x_(y)), b.com. 请访问https://c.com/路径。 README.md me@d.com') {
      editor.type(char);
      editor.check(char);
    }
    assert.deepEqual(editor.texts, ['https://a.com/x_(y)', 'b.com', 'https://c.com/路径', 'me@d.com']);
    // Backspace shrinks a link, and ends it.
    for (let i = 0; i < 40; i++) {
      const { selection, tr } = editor.state;
      editor.dispatch(tr.delete(selection.from - 1, selection.from));
      editor.check('backspace');
    }
  });

  test(`ProseMirror, ${mode}: a link that was dismissed`, () => {
    const editor = new Editor(mode);
    editor.type('see https://a.com/x and b.com');
    editor.run(dismiss(6));
    assert.deepEqual(editor.texts, ['b.com']);
    editor.check('dismissed');
    // It lasts through edits beside it, in it and at its ends.
    for (const [at, text] of [[1, 'Do '], [23, 'yz'], [25, '/w'], [16, 'b'], [22, ':8']]) {
      editor.dispatch(editor.state.tr.insertText(text, at));
      editor.check(text);
      assert.deepEqual(editor.texts, ['b.com'], text);
    }
    // And through a deletion that is undone.
    const saved = savedState(editor.state);
    const [[from, to]] = saved.dismissed;
    editor.dispatch(editor.state.tr.delete(from - 2, to).setMeta('addToHistory', true).setTime(Date.now() + 10_000));
    editor.check('deleted');
    assert.deepEqual(savedState(editor.state).dismissed, []);
    editor.run(undo);
    editor.check('undone');
    assert.deepEqual(savedState(editor.state), saved);
    editor.run(redo);
    editor.run(undo);
    assert.deepEqual(savedState(editor.state), saved);
    // A new editor that gets what was saved has it, too.
    const again = new Editor(mode, editor.state.doc, { state: saved });
    again.check('again');
    assert.deepEqual(again.texts, ['b.com']);
    editor.run(restore(from));
    editor.check('restored');
    assert.equal(editor.texts.length, 2);
    assert.equal(editor.run(restore(from)), false, 'there is nothing to restore');
  });

  test(`ProseMirror, ${mode}: paragraphs are split and joined`, () => {
    const editor = new Editor(mode);
    editor.type('see example.com/path now');
    editor.select(10);
    editor.run(splitBlock);
    editor.check('split');
    assert.deepEqual(editor.texts, ['le.com/path']);
    editor.run(joinBackward);
    editor.check('joined');
    assert.deepEqual(editor.texts, ['example.com/path']);
    editor.run(setBlockType(schema.nodes.code_block));
    editor.check('code');
    assert.deepEqual(editor.texts, []);
    editor.run(setBlockType(schema.nodes.paragraph));
    editor.check('text');
    editor.select(5, 12);
    editor.run(toggleMark(schema.marks.code));
    editor.check('code in it');
    editor.run(toggleMark(schema.marks.code));
    editor.select(7, 12);
    editor.run(toggleMark(schema.marks.strong));
    editor.check('bold in it');
    assert.deepEqual(editor.texts, ['example.com/path']);
  });

  test(`ProseMirror, ${mode}: text is dragged`, () => {
    const editor = new Editor(mode);
    editor.type('move a.com here and b.com there');
    // What a drop does: one transaction that takes text away and puts it elsewhere.
    const drag = (from, to, target) => {
      const { tr, doc } = editor.state;
      const slice = doc.slice(from, to);
      tr.delete(from, to);
      editor.dispatch(tr.replace(tr.mapping.map(target), tr.mapping.map(target), slice));
      editor.check('dragged');
    };
    drag(6, 12, 17);
    assert.deepEqual(editor.texts, ['a.com', 'b.com']);
    editor.run(dismiss(12));
    assert.deepEqual(editor.texts, ['b.com']);
    const [[from, to]] = savedState(editor.state).dismissed;
    drag(from, to + 1, 1);
    assert.deepEqual(editor.texts, ['b.com'], 'it is still dismissed elsewhere');
    assert.deepEqual(savedState(editor.state).dismissed, [[1, 6]]);
  });

  test(`ProseMirror, ${mode}: links of the user are left alone`, () => {
    const link = (href, title = null) => schema.marks.link.create({ href, title });
    const doc = schema.node('doc', null, [schema.node('paragraph', null, [
      schema.text('see '), schema.text('https://bank.com', [link('https://other.com/', 'user')]), schema.text(' and a.com or '), schema.text('this', [link('https://b.com/', 'user')]),
    ])]);
    const editor = new Editor(mode, doc, { initial: 'link' });
    const users = () => {
      const found = [];
      editor.state.doc.descendants((node) => { if (node.marks.some((mark) => mark.attrs.title === 'user')) found.push([node.text, node.marks[0].attrs.href]); });
      return found;
    };
    const before = users();
    editor.dispatch(editor.state.tr.insertText('x', 1));
    assert.deepEqual(users(), before);
    editor.dispatch(editor.state.tr.insertText('x', 10));
    assert.deepEqual(users(), [['httpxs://bank.com', 'https://other.com/'], before[1]]);
    assert.deepEqual(editor.texts, ['a.com']);
  });

  test(`ProseMirror, ${mode}: states are values`, () => {
    const editor = new Editor(mode);
    editor.type('see a.com');
    const { state } = editor;
    // Another branch of the history does not disturb the first one.
    const other = state.apply(state.tr.insertText('x.org ', 1));
    assert.deepEqual(linksOf(other).map(({ text }) => text), ['x.org', 'a.com']);
    editor.type('/b');
    editor.check('after a branch');
    const third = state.apply(state.tr.insertText('!', 1));
    assert.deepEqual(linksOf(third).map(({ text }) => text), ['a.com']);
    assert.deepEqual(editor.texts, ['a.com/b']);
    assert.deepEqual(linksOf(other).map(({ text }) => text), ['x.org', 'a.com']);
  });

  test(`ProseMirror, ${mode}: random edits`, () => {
    for (let seed = 1; seed <= 150; seed++) {
      const next = numbers(seed * 7919);
      const editor = new Editor(mode, paragraphs(piece(next), piece(next)), { initial: 'link' });
      if (mode === 'marks') editor.dispatch(editor.state.tr.setMeta(key, { flush: true }).setMeta('addToHistory', false));
      for (let step = 0; step < 25; step++) {
        const { doc } = editor.state;
        const at = () => 1 + next(doc.content.size - 1);
        const [a, b] = [at(), at()].sort((x, y) => x - y);
        const what = next(12);
        editor.select(a, what < 5 ? a : Math.min(b, a + next(12)));
        if (what < 4) editor.type(piece(next));
        else if (what === 4) editor.dispatch(editor.state.tr.insertText(piece(next)));
        else if (what === 5) editor.dispatch(editor.state.tr.deleteSelection());
        else if (what === 6) editor.run(splitBlock);
        else if (what === 7) editor.run(joinBackward);
        else if (what === 8) editor.run(toggleMark(schema.marks[next(3) ? 'strong' : 'code']));
        else if (what === 9) editor.run(undo);
        else if (what === 10) editor.run(next(2) ? redo : undo);
        else if (next(3) > 0) editor.run(dismiss(a, b));
        else editor.run(restore(a, b));
        editor.check(`seed ${seed}, step ${step}, ${what}: ${editor.state.doc}`);
      }
    }
  });
}

for (const mode of MODES) {
  test(`ProseMirror, ${mode}: text that is replaced by the same text`, () => {
    const editor = new Editor(mode);
    editor.type('see a.com ok');
    editor.dispatch(editor.state.tr.replaceWith(5, 10, schema.text('a.com')));
    editor.check('a link');
    editor.dispatch(editor.state.tr.replaceWith(0, editor.state.doc.content.size, paragraphs('see a.com ok', 'c.com').content));
    editor.check('the document');
    assert.deepEqual(editor.texts, ['a.com', 'c.com']);
  });

  test(`ProseMirror, ${mode}: one of two equal links is moved`, () => {
    const editor = new Editor(mode);
    editor.type('a.com one a.com two ');
    editor.run(dismiss(1));
    const { tr, doc } = editor.state;
    const slice = doc.slice(1, 7);
    tr.delete(1, 7);
    editor.dispatch(tr.replace(tr.doc.content.size - 1, tr.doc.content.size - 1, slice));
    editor.check('moved');
    assert.deepEqual(savedState(editor.state).dismissed, [[15, 20]]);
  });

  test(`ProseMirror, ${mode}: a dismissed link that is deleted key by key comes back dismissed`, () => {
    const editor = new Editor(mode);
    editor.type('see a.com');
    editor.run(dismiss(6));
    for (let i = 0; i < 5; i++) editor.dispatch(editor.state.tr.delete(editor.state.doc.content.size - 2, editor.state.doc.content.size - 1).setTime(Date.now() + 10_000));
    while (editor.state.doc.textContent !== 'see a.com') assert.ok(editor.run(undo));
    assert.deepEqual(editor.texts, []);
    editor.check('undone');
  });
}

test('ProseMirror: marks of nodes', () => {
  const { nodes, marks } = schema.spec;
  const other = new Schema({ nodes: nodes.update('doc', { content: 'block+', marks: '_' }), marks: marks.addToEnd('comment', {}) });
  for (const mode of MODES) {
    const doc = other.node('doc', null, [other.node('paragraph', null, [other.text('see a.com')])]);
    let state = EditorState.create({ doc, plugins: [links({ mode })] });
    state = state.apply(state.tr.addNodeMark(0, other.marks.comment.create()));
    state = state.apply(state.tr.removeNodeMark(0, other.marks.comment.create()));
    assert.equal(state.doc.textContent, 'see a.com');
  }
});

test('ProseMirror: a link of the user with the address of one beside it', () => {
  const { link } = schema.marks;
  const editor = new Editor('marks');
  editor.type('see https://a.com/x ok');
  const docs = schema.text('docs', [link.create({ href: 'https://a.com/x', title: 'user' })]);
  editor.dispatch(editor.state.tr.replaceWith(5, 20, docs));
  assert.equal(editor.state.doc.rangeHasMark(5, 9, link), true, 'what is put in place of a link stays');
  const other = new Editor('marks');
  other.type('a.com ');
  other.dispatch(other.state.tr.insert(7, schema.text('this', [link.create({ href: 'https://a.com/', title: 'user' })])));
  other.dispatch(other.state.tr.insertText(',', 6));
  assert.equal(other.state.doc.rangeHasMark(8, 12, link), true, 'a link beside it stays');
});

test('ProseMirror: undoing composed text unlinks nothing', () => {
  const editor = new Editor('marks');
  editor.type('see a.com');
  editor.dispatch(editor.state.tr.insertText('/é').setMeta('composition', 1).setTime(Date.now() + 10_000));
  editor.dispatch(editor.state.tr.setMeta(key, { flush: true }).setMeta('addToHistory', false));
  assert.deepEqual(editor.texts, ['a.com/é']);
  editor.run(undo);
  editor.check('undone');
  assert.deepEqual([editor.texts, savedState(editor.state).dismissed], [['a.com'], []]);
});

test('ProseMirror: a link that is refused is not dismissed', () => {
  const editor = new Editor('marks', paragraphs('a.com'), { shouldLink: ({ text }) => text.includes('/ok') });
  editor.select(6);
  editor.type('/ok');
  assert.deepEqual(editor.texts, ['a.com/ok']);
});

test('CodeMirror: other options', () => {
  const place = new Compartment();
  let state = CodeState.create({ doc: 'a.com', extensions: [place.of(code.links())] });
  state = state.update({ effects: place.reconfigure(code.links({ defaultScheme: 'http' })) }).state;
  assert.equal(code.linksOf(state)[0].href, 'http://a.com/');
});

test('ProseMirror: marks of the editor dismiss and restore', () => {
  const editor = new Editor('marks');
  editor.type('see a.com now');
  const { link } = schema.marks;
  // What a button for "unlink" does.
  editor.dispatch(editor.state.tr.removeMark(5, 10, link));
  editor.check('unlinked');
  assert.deepEqual(editor.texts, []);
  editor.type(' and on');
  assert.deepEqual(editor.texts, []);
  editor.dispatch(editor.state.tr.addMark(5, 10, link.create({ href: 'https://a.com/' })));
  editor.check('linked');
  assert.deepEqual(editor.texts, ['a.com']);
  // Another address is one of the user.
  editor.dispatch(editor.state.tr.addMark(5, 10, link.create({ href: 'https://other.com/', title: 'user' })));
  assert.deepEqual(editor.texts, []);
  assert.equal(editor.state.doc.rangeHasMark(5, 10, link), true);
});

test('ProseMirror: a document with marks says what is linked', () => {
  const doc = paragraphs('see a.com and b.com');
  const kept = new Editor('marks', doc);
  assert.deepEqual(kept.texts, []);
  kept.type('x');
  assert.deepEqual(kept.texts, []);
  kept.dispatch(kept.state.tr.insertText(' c.com', kept.state.doc.content.size - 1));
  assert.deepEqual(kept.texts, ['c.com']);
  kept.check('kept');
});

test('ProseMirror: changes of others are linked by them', () => {
  const docs = paragraphs('see ');
  const one = new Editor('marks', docs, {}, [collab.collab({ clientID: 1 })]);
  const two = new Editor('marks', docs, {}, [collab.collab({ clientID: 2 })]);
  let version = 0;
  const send = (from, to) => {
    const sent = collab.sendableSteps(from.state);
    if (!sent) return;
    version += sent.steps.length;
    const ids = sent.steps.map(() => sent.clientID);
    for (const editor of [from, to]) editor.dispatch(collab.receiveTransaction(editor.state, sent.steps, ids));
  };
  one.select(5);
  for (const char of 'example.com/x and b.org') {
    one.type(char);
    send(one, two);
    assert.equal(collab.sendableSteps(two.state), null, 'the other one does nothing');
    assert.ok(two.state.doc.eq(one.state.doc));
  }
  one.check('one');
  two.check('two');
  assert.ok(version > 20);
  // One unlinks, and the other does not link again.
  one.run(dismiss(7));
  send(one, two);
  two.select(1);
  two.type('Do ');
  send(two, one);
  assert.deepEqual(one.texts, ['b.org']);
  assert.deepEqual(two.texts, ['b.org']);
  assert.ok(two.state.doc.eq(one.state.doc));
});

test('ProseMirror: two users of Yjs', async () => {
  const { JSDOM } = await import('jsdom');
  const Y = await import('yjs');
  const { ySyncPlugin, yUndoPlugin } = await import('y-prosemirror');
  const { EditorView } = await import('prosemirror-view');
  const { window } = new JSDOM('<!doctype html><body>');
  const globals = { window, document: window.document, MutationObserver: window.MutationObserver, getSelection: () => window.getSelection(), requestAnimationFrame: (run) => setTimeout(run, 0), innerHeight: 100 };
  const before = Object.fromEntries(Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  const views = [];
  try {
    const docs = [new Y.Doc(), new Y.Doc()];
    const sent = [0, 0];
    docs.forEach((doc, at) => doc.on('update', (update, origin) => {
      if (origin === 'other') return;
      sent[at] += 1;
      Y.applyUpdate(docs[1 - at], update, 'other');
    }));
    for (const doc of docs) {
      const fragment = doc.getXmlFragment('prosemirror');
      const state = EditorState.create({ schema, plugins: [ySyncPlugin(fragment), yUndoPlugin(), links({ mode: 'marks' })] });
      views.push(new EditorView(window.document.body.appendChild(window.document.createElement('div')), { state }));
    }
    await new Promise((done) => { setTimeout(done, 50); });
    const [one, two] = views;
    const marks = ({ state }) => {
      const found = [];
      state.doc.descendants((node) => { if (schema.marks.link.isInSet(node.marks ?? [])) found.push(node.text); });
      return found;
    };
    const type = (view, text) => { for (const char of text) view.dispatch(view.state.tr.insertText(char, view.state.doc.content.size - 1)); };
    const start = sent[1];
    type(one, 'see example.com/x and ');
    assert.deepEqual([marks(one), marks(two)], [['example.com/x'], ['example.com/x']]);
    assert.equal(sent[1], start, 'the other one sends nothing');
    type(two, 'b.org ');
    assert.deepEqual(marks(one), ['example.com/x', 'b.org']);
    assert.ok(one.state.doc.eq(two.state.doc));
    // One unlinks, and typing of the other does not bring it back.
    dismiss(7)(two.state, two.dispatch);
    type(one, 'and on');
    assert.deepEqual([marks(one), marks(two)], [['b.org'], ['b.org']]);
    assert.deepEqual(linksOf(one.state).map(({ text }) => text), ['b.org']);
  } finally {
    for (const view of views) view.destroy();
    for (const [name, descriptor] of Object.entries(before)) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete globalThis[name];
    }
  }
});

test('ProseMirror: what is wrong is said', () => {
  assert.throws(() => links({ mode: 'both' }), /mode must be/);
  assert.throws(() => new Editor('marks', undefined, { mark: 'anchor' }), /no mark `anchor`/);
  assert.throws(() => linksOf(EditorState.create({ doc: paragraphs('') })), /no plugin of linkspan/);
});

/** An editor of CodeMirror without a view. */
class CodeEditor {
  constructor(doc = '', options = {}) {
    this.state = CodeState.create({ doc, extensions: [codeHistory({ newGroupDelay: 0 }), code.links(options)] });
    this.dispatch = (tr) => { this.state = tr.state; };
  }
  run(command) {
    return command({ state: this.state, dispatch: this.dispatch });
  }
  replace(from, to, insert = '') {
    this.dispatch(this.state.update({ changes: { from, to, insert }, userEvent: 'input' }));
  }
  get texts() {
    return code.linksOf(this.state).map(({ text }) => text);
  }
  check(where) {
    const { dismissed } = code.savedState(this.state);
    const fresh = find(this.state.doc.toString()).map(({ start, end, href }) => ({ from: start, to: end, href }));
    const isDismissed = ({ from, to }) => dismissed.some(([start, end]) => start < to && from < end);
    assert.deepEqual(code.linksOf(this.state).map(({ from, to, href }) => ({ from, to, href })), fresh.filter((link) => !isDismissed(link)), where);
    for (const [from, to] of dismissed) assert.ok(fresh.some((link) => link.from === from && link.to === to), `${where}: a dismissal is a link`);
  }
}

test('CodeMirror: a link that was dismissed', () => {
  const editor = new CodeEditor('see a.com and b.com');
  assert.equal(editor.run(code.dismiss(5)), true);
  assert.deepEqual(editor.texts, ['b.com']);
  editor.replace(9, 9, '/x');
  editor.check('longer');
  assert.deepEqual(editor.texts, ['b.com']);
  const saved = code.savedState(editor.state);
  editor.replace(0, 14);
  assert.deepEqual(code.savedState(editor.state).dismissed, []);
  editor.run(codeUndo);
  editor.check('undone');
  assert.deepEqual(code.savedState(editor.state), saved);
  const again = new CodeEditor(editor.state.doc, { state: saved });
  assert.deepEqual(again.texts, ['b.com']);
  editor.run(code.restore(5));
  assert.deepEqual(editor.texts, ['a.com/x', 'b.com']);
});

test('CodeMirror: text is dragged', () => {
  const editor = new CodeEditor('move a.com here');
  editor.run(code.dismiss(6));
  editor.dispatch(editor.state.update({ changes: [{ from: 5, to: 11 }, { from: 0, insert: 'a.com ' }] }));
  editor.check('dragged');
  assert.deepEqual(code.savedState(editor.state).dismissed, [[0, 5]]);
});

test('CodeMirror: states are values', () => {
  const { state } = new CodeEditor('see a.com');
  const one = state.update({ changes: { from: 9, insert: '/x' } }).state;
  const other = state.update({ changes: { from: 0, insert: 'b.org ' } }).state;
  const texts = (of) => code.linksOf(of).map(({ text }) => text);
  assert.deepEqual([texts(one), texts(other), texts(state)], [['a.com/x'], ['b.org', 'a.com'], ['a.com']]);
});

test('CodeMirror: random edits', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const next = numbers(seed * 104729);
    const editor = new CodeEditor(`${piece(next)}\n${piece(next)}`);
    for (let step = 0; step < 25; step++) {
      const { length } = editor.state.doc;
      const from = next(length + 1);
      const to = Math.min(length, from + next(8));
      const what = next(8);
      if (what < 3) editor.replace(from, next(2) ? from : to, piece(next));
      else if (what === 3) editor.replace(from, to);
      else if (what === 4) editor.replace(from, from, '\n');
      else if (what === 5) editor.run(next(2) ? codeUndo : codeRedo);
      // Several changes at once, as with many cursors.
      else if (what === 6) editor.dispatch(editor.state.update({ changes: [{ from, insert: piece(next) }, { from: to, to: Math.min(length, to + 2), insert: 'x' }] }));
      else editor.run(next(3) ? code.dismiss(from, to) : code.restore(from, to));
      editor.check(`seed ${seed}, step ${step}, ${what}: ${JSON.stringify(editor.state.doc.toString())}`);
    }
  }
});

test('an element that people edit', async () => {
  const { JSDOM } = await import('jsdom');
  const { linkEditable } = await import('linkspan/textarea');
  const { window } = new JSDOM('<!doctype html><div id=e contenteditable><p>see a.com and b.com</p><p>c.com</p></div>');
  const element = window.document.getElementById('e');
  const linked = linkEditable(element);
  const texts = () => linked.links.map(({ text }) => text);
  const settle = () => new Promise((done) => { setTimeout(done, 5); });
  assert.deepEqual(texts(), ['a.com', 'b.com', 'c.com']);
  const { from, to } = linked.links[1];
  assert.equal(linked.dismiss(from, to), true);
  assert.deepEqual(texts(), ['a.com', 'c.com']);
  // Enter before the link, and Backspace after that.
  const [first] = element.children;
  first.firstChild.data = 'see a.com and ';
  const second = window.document.createElement('p');
  second.textContent = 'b.com';
  first.after(second);
  await settle();
  assert.deepEqual(texts(), ['a.com', 'c.com'], 'split');
  second.remove();
  first.firstChild.data = 'see a.com and b.com';
  await settle();
  assert.deepEqual(texts(), ['a.com', 'c.com'], 'joined');
  assert.equal(linked.restore(0, 1000), true);
  assert.deepEqual(texts(), ['a.com', 'b.com', 'c.com']);
  linked.destroy();
});
