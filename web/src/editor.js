// An editor whose links are marked while one types. Only what is visible is drawn and asked about.
import { EditorSelection, EditorState, StateEffect, StateField, findClusterBreak } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, keymap } from '@codemirror/view';
import { ask } from './ask.js';
import { history, redo, undo } from './history.js';

// How far a link is looked for beside what is visible of a long line.
const MARGIN = 2000;

const setFindings = StateEffect.define();
const moved = ({ from, to }, changes) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) });
const dismiss = StateEffect.define({ map: moved });
const restore = StateEffect.define({ map: moved });

const overlaps = (one, other) => one.from < other.to && other.from < one.to;

// What was unlinked. It moves with the text.
const dismissed = StateField.define({
  create: () => [],
  update(value, tr) {
    let ranges = tr.docChanged ? value.map((range) => moved(range, tr.changes)).filter(({ from, to }) => from < to) : value;
    for (const effect of tr.effects) {
      if (effect.is(dismiss)) ranges = [...ranges, effect.value];
      if (effect.is(restore)) ranges = ranges.filter((range) => !overlaps(range, effect.value));
    }
    return ranges;
  },
});

// What undoing a transaction has to dismiss or restore.
function inverse(tr) {
  const effects = [];
  for (const effect of tr.effects) {
    if (effect.is(dismiss)) effects.push(restore.of(effect.value));
    if (effect.is(restore)) effects.push(dismiss.of(effect.value));
  }
  if (!tr.docChanged) return effects;
  for (const range of tr.startState.field(dismissed)) {
    const left = moved(range, tr.changes);
    if (left.to - left.from < range.to - range.from) effects.push(dismiss.of(range));
  }
  return effects;
}

const past = history(inverse);

const MARKS = {
  link: Decoration.mark({ class: 'link' }),
  rejected: Decoration.mark({ class: 'rejected' }),
  dismissed: Decoration.mark({ class: 'dismissed' }),
};
const markOf = (one) => MARKS[one.dismissed ? 'dismissed' : one.linked ? 'link' : 'rejected'];

function marks(findings) {
  const ranges = findings.filter(({ start, end }) => start < end).map((one) => markOf(one).range(one.start, one.end));
  return Decoration.set(ranges, true);
}

// What is known of the visible text, and its marks.
const known = StateField.define({
  create: () => ({ findings: [], marks: Decoration.none }),
  update(value, tr) {
    for (const effect of tr.effects) {
      if (effect.is(setFindings)) return { findings: effect.value, marks: marks(effect.value) };
    }
    if (!tr.docChanged) return value;
    const move = (at, side) => tr.changes.mapPos(at, side);
    const findings = value.findings.map((one) => ({ ...one, start: move(one.start, 1), end: move(one.end, -1) }));
    return { findings, marks: value.marks.map(tr.changes) };
  },
  provide: (field) => EditorView.decorations.from(field, (value) => value.marks),
});

// Tells the worker what changes, and asks about what is visible: one question at a time, and the newest text wins.
class Looker {
  version = 0;
  isAsking = false;
  isStale = false;
  constructor(view) {
    this.view = view;
  }
  update(update) {
    let changed = update.viewportChanged || update.geometryChanged;
    for (const tr of update.transactions) {
      if (tr.docChanged) {
        const edits = [];
        tr.changes.iterChanges((from, to, _start, _end, inserted) => edits.unshift({ from, to, insert: inserted.toString() }));
        ask('edit', edits);
        this.version += 1;
        changed = true;
      }
      for (const effect of tr.effects) {
        if (!effect.is(dismiss) && !effect.is(restore)) continue;
        ask(effect.is(dismiss) ? 'dismiss' : 'restore', effect.value);
        changed = true;
      }
    }
    if (changed) this.look();
  }
  async look() {
    if (this.isAsking) {
      this.isStale = true;
      return;
    }
    this.isAsking = true;
    do {
      this.isStale = false;
      const { version } = this;
      const parts = ranges(this.view).map((range) => ask('look', range));
      const found = (await Promise.all(parts)).flatMap(({ findings }) => findings);
      if (version === this.version) this.view.dispatch({ effects: setFindings.of(found) });
      else this.isStale = true;
    } while (this.isStale);
    this.isAsking = false;
  }
}

const looker = ViewPlugin.fromClass(Looker);

// The visible parts of the text. A part of a long line begins and ends at white space, if there is some near.
function ranges(view) {
  const { doc } = view.state;
  return view.visibleRanges.map(({ from, to }) => {
    const first = doc.lineAt(from);
    const last = doc.lineAt(to);
    const before = doc.sliceString(Math.max(first.from, from - MARGIN), from);
    const after = doc.sliceString(to, Math.min(last.to, to + MARGIN));
    const space = after.search(/\s/);
    const start = from - before.length;
    return {
      from: start === first.from ? start : start + Math.max(0, before.search(/\s/)),
      to: space < 0 ? to + after.length : to + space,
    };
  });
}

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: 'inherit', color: 'var(--text)', backgroundColor: 'var(--field)' },
  '&.cm-focused': { outline: '3px solid var(--focus)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '0.75rem', caretColor: 'var(--text)' },
  '.cm-line': { unicodeBidi: 'plaintext', textAlign: 'start', padding: '0' },
  '.link': { color: 'var(--link)', textDecoration: 'underline', textUnderlineOffset: '0.2em', backgroundColor: 'var(--link-back)' },
  '.rejected': { textDecoration: 'underline dotted var(--dim) 2px', textUnderlineOffset: '0.2em', color: 'var(--dim)' },
  '.dismissed': { textDecoration: 'underline dashed var(--dim) 2px', textUnderlineOffset: '0.2em' },
});

const selectAll = (view) => {
  view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
  return true;
};
const insertNewline = (view) => {
  view.dispatch(view.state.replaceSelection('\n'), { scrollIntoView: true, userEvent: 'input' });
  return true;
};

// The browser would do this, too, but it leaves styles in what it joins, which the policy of the page forbids.
const erase = (isForward, isWord) => (view) => {
  const { state } = view;
  const changes = state.changeByRange((range) => {
    let { from, to } = range;
    if (range.empty) {
      const line = state.doc.lineAt(from);
      const place = from - line.from;
      const word = isForward ? /^\s*\S+/.exec(line.text.slice(place)) : /\S+\s*$/.exec(line.text.slice(0, place));
      if (isForward) to = to === line.to ? Math.min(to + 1, state.doc.length) : line.from + (isWord && word ? place + word[0].length : findClusterBreak(line.text, place, true));
      else from = from === line.from ? Math.max(from - 1, 0) : line.from + (isWord && word ? place - word[0].length : findClusterBreak(line.text, place, false));
    }
    return { changes: { from, to }, range: EditorSelection.cursor(from) };
  });
  if (changes.changes.empty) return true;
  view.dispatch(changes, { scrollIntoView: true, userEvent: 'delete' });
  return true;
};

/** An editor in an element. `onKnown` is told what is known of the visible text, `onPlace` what the pointer or caret is at. */
export class Editor {
  #view;
  #at = null;

  constructor(parent, { label, onText, onKnown, onPlace }) {
    const root = parent.attachShadow({ mode: 'open' });
    const place = (at) => {
      const { findings } = this.#view.state.field(known);
      const one = at === null ? undefined : findings.find(({ start, end }) => start <= at && at <= end);
      if (one === this.#at) return;
      this.#at = one;
      if (one) onPlace(one);
    };
    const watch = EditorView.updateListener.of((update) => {
      if (update.docChanged) onText();
      if (update.startState.field(known) !== update.state.field(known) && !update.docChanged) {
        onKnown(update.state.field(known).findings);
        this.#at = null;
        place(update.state.selection.main.head);
      } else if (update.selectionSet) place(update.state.selection.main.head);
    });
    const state = EditorState.create({
      extensions: [
        past, dismissed, known, looker, watch, theme,
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        // People who scroll with the keyboard have to get there.
        EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' }),
        EditorView.domEventHandlers({
          mousemove: (event, view) => place(view.posAtCoords({ x: event.clientX, y: event.clientY })),
        }),
        keymap.of([
          { key: 'Enter', run: insertNewline },
          { key: 'Backspace', run: erase(false, false), shift: erase(false, false) },
          { key: 'Delete', run: erase(true, false) },
          { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: erase(false, true) },
          { key: 'Mod-Delete', mac: 'Alt-Delete', run: erase(true, true) },
          { key: 'Mod-a', run: selectAll },
          { key: 'Mod-z', run: undo(past), shift: redo(past), preventDefault: true },
          { key: 'Mod-y', run: redo(past), preventDefault: true },
        ]),
      ],
    });
    this.#view = new EditorView({ state, parent: root, root });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  /** The start of the text. */
  head(length) {
    return this.#view.state.doc.sliceString(0, length);
  }

  get length() {
    return this.#view.state.doc.length;
  }

  get dismissed() {
    return this.#view.state.field(dismissed).map(({ from, to }) => [from, to]);
  }

  /** Puts another text in, which can be undone. */
  replace(text) {
    this.#view.dispatch({ changes: { from: 0, to: this.length, insert: text }, selection: { anchor: 0 } });
  }

  /** Unlinks what is linked, or links it again. */
  toggle({ start, end, dismissed: isDismissed }) {
    this.#view.dispatch({ effects: (isDismissed ? restore : dismiss).of({ from: start, to: end }) });
    this.focus();
  }

  dismiss(ranges) {
    const inText = ranges.filter((range) => Array.isArray(range) && range[0] < range[1] && range[1] <= this.length);
    this.#view.dispatch({ effects: inText.map(([from, to]) => dismiss.of({ from, to })) });
  }

  /** Selects a place and shows it. */
  select({ start, end }) {
    this.#view.dispatch({ selection: { anchor: start, head: end }, scrollIntoView: true });
    this.focus();
  }

  focus() {
    this.#view.focus();
  }

  /** Asks again, such as after other settings. */
  look() {
    return this.#view.plugin(looker).look();
  }
}
