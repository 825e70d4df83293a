// Links in CodeMirror 6: `links()` is an extension. Only visible links are drawn.
import { Facet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, hoverTooltip, keymap } from '@codemirror/view';
import { Detector } from 'linkspan';
import { own } from '../own.js';
import { whenReady } from '../when-ready.js';
import { Edited } from './edited.js';
import { told } from './plain.js';

// How far outside the visible range links are searched for.
const MARGIN = 2000;

const settings = Facet.define({ combine: (all) => all.at(-1) });
const moved = ({ from, to }, changes) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) });
const dismissal = StateEffect.define({ map: moved });
const restoration = StateEffect.define({ map: moved });
// The package has started.
const started = StateEffect.define();

// The value of a state. The text is changed in place and belongs to the newest value; an older
// value that is used again gets its own text.
class Value {
  constructor(edited, doc) {
    this.dismissed = edited.dismissed;
    this.own(edited, doc);
  }
  own(edited, doc) {
    this.edited = edited;
    edited.owner = this;
    edited.settle(() => read(doc));
  }
}

const read = (doc, from = 0, to = doc.length) => doc.sliceString(from, to, '\n');

const field = StateField.define({
  create(state) {
    const { detector, saved } = state.facet(settings);
    return new Value(new Edited(read(state.doc), detector, saved?.dismissed), state.doc);
  },
  update(before, tr) {
    const effects = tr.effects.filter((effect) => effect.is(dismissal) || effect.is(restoration) || effect.is(started));
    const { detector } = tr.state.facet(settings);
    if (detector !== tr.startState.facet(settings).detector) return new Value(new Edited(read(tr.newDoc), detector, before.dismissed), tr.newDoc);
    if (!tr.docChanged && effects.length === 0) return before;
    const edited = current(before, tr.startState);
    const isUndo = tr.isUserEvent('undo') || tr.isUserEvent('redo');
    // Applies the changes in order: the text between them is already in its final form.
    edited.together(() => tr.changes.iterChanges((fromA, toA, fromB, toB) => {
      edited.edit(fromB, toA - fromA, toB - fromB, (from, to) => part(tr, from, to, toA, toB), isUndo);
    }));
    edited.dismissAll(effects.filter((effect) => effect.is(dismissal)).map(({ value: { from, to } }) => [from, to]));
    for (const effect of effects) if (effect.is(restoration)) edited.restore(effect.value.from, effect.value.to);
    edited.take();
    return new Value(edited, tr.newDoc);
  },
});

// A range of the text after applying the changes up to the one that ends at `toB`: new text before
// that, old text after.
function part(tr, from, to, toA, toB) {
  const cut = Math.min(Math.max(toB, from), to);
  const after = to > cut ? read(tr.startState.doc, cut - toB + toA, to - toB + toA) : '';
  return (from < cut ? read(tr.newDoc, from, cut) : '') + after;
}

const current = (value, state) => (value.edited.owner === value ? value.edited : new Edited(read(state.doc), state.facet(settings).detector, value.dismissed));

// The text of a state, created again if a later state has changed it.
function editedOf(state) {
  const value = state.field(field, false);
  if (!value) throw new Error('linkspan: the state has no links; add `links()` to its extensions');
  if (value.edited.owner !== value) value.own(current(value, state), state.doc);
  return value.edited;
}

function found(state, from, to) {
  const { shouldLink } = state.facet(settings);
  return editedOf(state).links(from, to).filter((link) => link.kind !== 'file' && shouldLink(link));
}

/** Returns the links of a state, without dismissed ones. */
export const linksOf = (state, from = 0, to = state.doc.length) => found(state, from, to)
  .map(told);

/** Returns the state to save with the text, for the option `state`. */
export const savedState = (state) => ({ dismissed: state.field(field).dismissed });

const rangeOf = (state, from, to) => {
  const { main } = state.selection;
  return [from ?? main.from, to ?? from ?? main.to];
};

/** Returns a command that unlinks the links in a range, or at the selection. They stay text. */
export const dismiss = (from, to) => ({ state, dispatch }) => {
  const links = linksOf(state, ...rangeOf(state, from, to));
  if (links.length === 0) return false;
  dispatch(state.update({ effects: links.map((link) => dismissal.of({ from: link.from, to: link.to })) }));
  return true;
};

/** Returns a command that restores dismissed links. */
export const restore = (from, to) => ({ state, dispatch }) => {
  const [start, end] = rangeOf(state, from, to);
  const ranges = savedState(state).dismissed.filter((range) => range[0] <= end && start <= range[1]);
  if (ranges.length === 0) return false;
  dispatch(state.update({ effects: ranges.map(([first, last]) => restoration.of({ from: first, to: last })) }));
  return true;
};

/** A command that opens the link at the caret. */
export const openLink = ({ state }) => {
  const { head } = state.selection.main;
  const [link] = linksOf(state, head, head);
  if (!link) return false;
  state.facet(settings).open(link.href);
  return true;
};

// Decorations of visible links.
const drawn = ViewPlugin.fromClass(class {
  constructor(view) {
    this.decorations = draw(view);
    this.destroy = whenReady(view.state.facet(settings).detector, () => view.dispatch({ effects: started.of(null) }));
  }
  update(update) {
    this.isStale ||= update.viewportChanged || update.startState.field(field) !== update.state.field(field);
    if (!this.isStale) return;
    // The text of an input method must not change: marks only move until it is done.
    if (update.view.composing) {
      if (update.docChanged) this.decorations = this.decorations.map(update.changes);
      return;
    }
    this.isStale = false;
    this.decorations = draw(update.view);
  }
}, {
  decorations: (plugin) => plugin.decorations,
  eventHandlers: {
    mousedown(event, view) {
      if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      const [link] = at === null ? [] : linksOf(view.state, at, at);
      if (!link) return false;
      event.preventDefault();
      view.state.facet(settings).open(link.href);
      return true;
    },
    // Draws what had to wait.
    compositionend(_event, view) {
      setTimeout(() => view.dispatch({}), 60);
    },
  },
});

function draw(view) {
  const { className } = view.state.facet(settings);
  const { length } = view.state.doc;
  const ranges = [];
  let done = 0;
  for (const { from, to } of view.visibleRanges) {
    for (const { start, end, href } of found(view.state, Math.max(0, from - MARGIN), Math.min(length, to + MARGIN))) {
      if (start < done) continue;
      done = end;
      ranges.push(Decoration.mark({ class: className, attributes: { 'data-href': href } }).range(start, end));
    }
  }
  return Decoration.set(ranges);
}

// A tooltip with the host of a link, and warnings about it.
function tooltip(view, pos) {
  const [link] = linksOf(view.state, pos, pos);
  if (!link) return null;
  const { detector } = view.state.facet(settings);
  return {
    pos: link.from,
    end: link.to,
    above: true,
    create: ({ dom: { ownerDocument: document } }) => {
      const dom = document.createElement('div');
      dom.className = 'cm-linkspan-tooltip';
      const finding = detector.explain(link.text).find((one) => one.linked);
      const lines = [finding?.hostDisplay ?? link.caption, ...(finding?.reasons ?? []).map(({ message }) => message)];
      for (const text of lines) dom.appendChild(document.createElement('div')).textContent = text;
      return { dom };
    },
  };
}

/** Returns an extension that marks links. */
export function links(given) {
  const { class: className = 'cm-linkspan', state: saved, shouldLink = () => true, open, openKey = 'Alt-Enter', hover = true, detector = null, ...options } = own(given);
  const opened = open ?? ((href) => { globalThis.open(href, '_blank', 'noopener'); });
  return [
    settings.of({ className, saved, shouldLink, open: opened, detector: detector ?? new Detector(options) }),
    field,
    drawn,
    keymap.of([{ key: openKey, run: openLink }]),
    hover ? hoverTooltip(tooltip) : [],
    EditorView.baseTheme({
      '.cm-linkspan': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
      '.cm-linkspan-tooltip': { padding: '0.25em 0.5em', maxWidth: '40em' },
    }),
  ];
}
export default links;
