// Undo and redo for the editor: the inverse of each change, with what was dismissed. The package of CodeMirror for it brings a
// parser with it, which this page does not need.
import { StateEffect, StateField, Transaction } from '@codemirror/state';

const MOST = 500;
// What is typed within this time is undone together.
const TOGETHER = 600;

const travel = StateEffect.define();

/** Effects that are undone with a transaction are given by `inverse`. */
export function history(inverse) {
  return StateField.define({
    create: () => ({ done: [], undone: [], time: 0 }),
    update(value, tr) {
      const going = tr.effects.find((effect) => effect.is(travel))?.value;
      const effects = inverse(tr);
      if (!tr.docChanged && effects.length === 0) return value;
      const isTyped = tr.isUserEvent('input.type') && effects.length === 0;
      const entry = { changes: tr.changes.invert(tr.startState.doc), effects, selection: tr.startState.selection, isTyped };
      if (going === 'undo') return { done: value.done.slice(0, -1), undone: [...value.undone, entry], time: 0 };
      if (going === 'redo') return { done: [...value.done, entry], undone: value.undone.slice(0, -1), time: 0 };
      const time = tr.annotation(Transaction.time) ?? 0;
      const last = value.done.at(-1);
      const joins = isTyped && last?.isTyped && time - value.time < TOGETHER;
      const joined = joins ? { ...entry, changes: entry.changes.compose(last.changes), selection: last.selection } : entry;
      return { done: [...(joins ? value.done.slice(0, -1) : value.done), joined].slice(-MOST), undone: [], time };
    },
  });
}

const move = (field, way) => (view) => {
  const { done, undone } = view.state.field(field);
  const entry = (way === 'undo' ? done : undone).at(-1);
  if (!entry) return false;
  view.dispatch({ changes: entry.changes, selection: entry.selection, effects: [...entry.effects, travel.of(way)], userEvent: way, scrollIntoView: true });
  return true;
};

export const undo = (field) => move(field, 'undo');
export const redo = (field) => move(field, 'redo');
