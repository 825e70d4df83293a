// The editors of the page, each with linkspan, and some without it, to compare.
import { history as codeHistory, historyKeymap, defaultKeymap } from '@codemirror/commands';
import { EditorState as CodeState } from '@codemirror/state';
import { EditorView as CodeView, keymap as codeKeymap } from '@codemirror/view';
import { createEmptyHistoryState, registerHistory } from '@lexical/history';
import { AutoLinkNode, LinkNode, autoLinkEmailMatcher, autoLinkUrlMatcher, registerAutoLink } from '@lexical/link';
import { registerRichText } from '@lexical/rich-text';
import { Editor } from '@tiptap/core';
import Link from '@tiptap/extension-link';
import StarterKit from '@tiptap/starter-kit';
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from 'lexical';
import { baseKeymap } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import * as code from 'linkspan/codemirror';
import * as lexical from 'linkspan/lexical';
import * as prosemirror from 'linkspan/prosemirror';
import { linkEditable, linkTextarea } from 'linkspan/textarea';
import * as tiptap from 'linkspan/tiptap';

const paragraphs = (text) => text.split('\n').map((line) => schema.node('paragraph', null, line ? [schema.text(line)] : []));
const texts = (links) => links.map(({ text }) => text);

function inProseMirror(mode) {
  return (place, { text, label, changed }) => {
    const plugins = [history(), keymap({ 'Mod-z': undo, 'Mod-y': redo, 'Mod-Shift-z': redo }), keymap(baseKeymap), prosemirror.links({ mode, initial: 'link' })];
    const view = new EditorView(place, {
      state: EditorState.create({ doc: schema.node('doc', null, paragraphs(text)), plugins }),
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', tabindex: '0' },
      dispatchTransaction(tr) {
        view.updateState(view.state.apply(tr));
        changed();
      },
    });
    return {
      focus: () => view.focus(),
      get text() { return view.state.doc.textBetween(0, view.state.doc.content.size, '\n', '\n'); },
      set text(value) { view.dispatch(view.state.tr.replaceWith(0, view.state.doc.content.size, paragraphs(value))); },
      get links() { return texts(prosemirror.linksOf(view.state)); },
      get shown() { return [...view.dom.querySelectorAll(mode === 'marks' ? 'a' : '.linkspan')]; },
      get state() { return prosemirror.savedState(view.state); },
      dismiss: () => prosemirror.dismiss()(view.state, view.dispatch),
      restore: () => prosemirror.restore()(view.state, view.dispatch),
      place: (at) => view.coordsAtPos(at),
      view,
    };
  };
}

const inTipTap = (link) => (place, { text, label, changed }) => {
  const editor = new Editor({
    element: place,
    extensions: [StarterKit.configure({ link: false }), link],
    content: { type: 'doc', content: text.split('\n').map((line) => ({ type: 'paragraph', content: line ? [{ type: 'text', text: line }] : [] })) },
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', tabindex: '0' } },
    onUpdate: () => changed(),
  });
  const isOurs = link.name === 'link' && 'linkspan' in link.options;
  return {
    focus: () => editor.view.focus(),
    get text() { return editor.state.doc.textBetween(0, editor.state.doc.content.size, '\n', '\n'); },
    set text(value) { editor.commands.setContent({ type: 'doc', content: value.split('\n').map((line) => ({ type: 'paragraph', content: line ? [{ type: 'text', text: line }] : [] })) }); },
    get links() { return isOurs ? texts(tiptap.linksOf(editor.state)) : this.shown.map((one) => one.textContent); },
    get shown() { return [...editor.view.dom.querySelectorAll('a')]; },
    get state() { return isOurs ? tiptap.savedState(editor.state) : { dismissed: [] }; },
    dismiss: () => (isOurs ? editor.commands.dismissLink() : editor.commands.unsetLink()),
    restore: () => isOurs && editor.commands.restoreLink(),
    view: editor.view,
  };
};

function inCodeMirror(place, { text, label, changed }) {
  const view = new CodeView({
    parent: place,
    state: CodeState.create({
      doc: text,
      extensions: [
        codeHistory(), codeKeymap.of([...defaultKeymap, ...historyKeymap]), CodeView.lineWrapping, code.links(),
        CodeView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }), CodeView.updateListener.of(changed),
      ],
    }),
  });
  return {
    focus: () => view.focus(),
    get text() { return view.state.doc.toString(); },
    set text(value) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } }); },
    get links() { return texts(code.linksOf(view.state)); },
    get shown() { return [...view.dom.querySelectorAll('.cm-linkspan')]; },
    get state() { return code.savedState(view.state); },
    dismiss: () => code.dismiss()(view),
    restore: () => code.restore()(view),
    view,
  };
}

function inLexical(register) {
  return (place, { text, label, changed }) => {
    const root = document.createElement('div');
    Object.assign(root, { contentEditable: 'true', className: 'lexical', ariaLabel: label, role: 'textbox', tabIndex: 0 });
    root.setAttribute('aria-multiline', 'true');
    place.append(root);
    const editor = createEditor({ nodes: [LinkNode, AutoLinkNode], onError: (error) => { throw error; } });
    editor.setRootElement(root);
    registerRichText(editor);
    registerHistory(editor, createEmptyHistoryState(), 300);
    const end = register(editor);
    const isOurs = typeof end === 'function';
    const put = (value) => editor.update(() => {
      const lines = value.split('\n').map((line) => $createParagraphNode().append(...(line ? [$createTextNode(line)] : [])));
      $getRoot().clear().append(...lines).selectEnd();
    }, { discrete: true });
    put(text);
    editor.registerUpdateListener(() => changed());
    return {
      focus: () => root.focus(),
      get text() { return editor.read(() => $getRoot().getChildren().map((one) => one.getTextContent()).join('\n')); },
      set text(value) { put(value); },
      get links() { return isOurs ? texts(lexical.linksOf(editor)) : this.shown.map((one) => one.textContent); },
      get shown() { return [...root.querySelectorAll('a')]; },
      get state() { return { dismissed: [] }; },
      dismiss: () => lexical.dismiss(editor),
      restore: () => lexical.restore(editor),
      editor,
      end,
    };
  };
}

function inTextarea(place, { text, label, changed }) {
  const textarea = document.createElement('textarea');
  textarea.value = text;
  textarea.ariaLabel = label;
  place.append(textarea);
  const links = linkTextarea(textarea);
  textarea.addEventListener('input', changed);
  return {
    focus: () => textarea.focus(),
    get text() { return textarea.value; },
    set text(value) {
      textarea.value = value;
      links.update();
      changed();
    },
    get links() { return texts(links.links); },
    get shown() { return links.marked.map((textContent) => ({ textContent })); },
    get state() { return links.state; },
    dismiss: () => { const done = links.dismiss(); changed(); return done; },
    restore: () => { const done = links.restore(0, textarea.value.length); changed(); return done; },
    textarea,
    linked: links,
  };
}

function inEditable(place, { text, label, changed }) {
  const element = document.createElement('div');
  Object.assign(element, { className: 'editable', contentEditable: 'true', ariaLabel: label, role: 'textbox', tabIndex: 0 });
  element.setAttribute('aria-multiline', 'true');
  const put = (value) => element.replaceChildren(...value.split('\n').map((line) => {
    const one = document.createElement('div');
    one.append(line === '' ? document.createElement('br') : line);
    return one;
  }));
  put(text);
  place.append(element);
  const links = linkEditable(element);
  element.addEventListener('input', changed);
  return {
    focus: () => element.focus(),
    get text() { return element.innerText; },
    set text(value) {
      put(value);
      changed();
    },
    get links() { return texts(links.links); },
    get shown() { return links.marked.map((textContent) => ({ textContent })); },
    get state() { return links.state; },
    dismiss: () => { const done = links.dismiss(); changed(); return done; },
    restore: () => { const done = links.restore(0, Infinity); changed(); return done; },
    element,
    linked: links,
  };
}

export const HOSTS = {
  decorations: ['ProseMirror, decorations', 'The document is not changed.', inProseMirror('decorations')],
  marks: ['ProseMirror, marks', 'Links are stored in the document.', inProseMirror('marks')],
  tiptap: ['TipTap', 'The Link extension, with linkspan.', inTipTap(tiptap.LinkspanLink.configure({ linkspan: { initial: 'link' } }))],
  codemirror: ['CodeMirror 6', 'Ctrl-click, Cmd-click or Alt-Enter opens a link.', inCodeMirror],
  lexical: ['Lexical', 'AutoLinkNode, created by linkspan.', inLexical((editor) => lexical.registerLinks(editor))],
  textarea: ['textarea', 'A copy of the text behind it shows the links.', inTextarea],
  editable: ['contenteditable', 'Links are shown with a CSS custom highlight.', inEditable],
  'tiptap-alone': ['TipTap alone', 'For comparison: its own extension.', inTipTap(Link)],
  'lexical-alone': ['Lexical alone', 'For comparison: its own plugin.', inLexical((editor) => {
    registerAutoLink(editor, { matchers: [autoLinkUrlMatcher, autoLinkEmailMatcher], changeHandlers: [], excludeParents: [] });
    return null;
  })],
};
