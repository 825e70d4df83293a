// Links in ProseMirror, for any copy of it that a program uses: shared by `linkspan/prosemirror`
// and `linkspan/tiptap`.
//
// The searched text has one character for every position of the document, so an offset is a
// position: text is unchanged, and everything else is a line break. Code and links of the user
// become blanks.
import { Detector } from 'linkspan';
import { own as ownOf } from '../own.js';
import { whenReady } from '../when-ready.js';
import { Edited } from './edited.js';
import { told } from './plain.js';
import { canCreate, reorderedParts } from './reordered.js';

// The time that the editor takes to end a composition after its event.
const AFTER_COMPOSITION = 60;

const isUndo = (tr) => Boolean(tr.getMeta('history$') || tr.getMeta('y-sync$')?.isUndoRedoOperation);
const isComposed = (tr) => tr.getMeta('composition') !== undefined;
// Changes of other users are linked by their editors: with y-prosemirror and with
// prosemirror-collab.
const isForeign = (tr) => Boolean(tr.getMeta('y-sync$')?.isChangeOrigin || tr.getMeta('collab$'));
const isRemoval = (step) => step.toJSON().stepType === 'removeMark';
// Marks of nodes have a position but no range.
const hasMark = (step) => step.mark !== undefined && step.from !== undefined;

const union = (one, other) => {
  if (!one || !other) return one ?? other;
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
};

// The text of a range, with one character for each position. `isOwn` decides whether a mark was
// created from the text under it.
function textOf(doc, from, to, type, isOwn) {
  let out = '';
  const fill = (end, sign) => {
    const count = end - from - out.length;
    if (count > 0) out += sign.repeat(count);
  };
  doc.nodesBetween(from, to, (node, pos, parent) => {
    if (!node.isText) return true;
    const start = Math.max(pos, from);
    const end = Math.min(pos + node.nodeSize, to);
    fill(start, '\n');
    const isCode = parent.type.spec.code || node.marks.some((one) => one.type.spec.code || one.type.name === 'code');
    const mark = type?.isInSet(node.marks);
    if (isCode || (mark && !isOwn(() => whole(doc, pos, mark), mark.attrs.href))) fill(end, ' ');
    else out += node.text.slice(start - pos, end - pos);
    return false;
  });
  fill(to, '\n');
  return out;
}

// Where characters reorder the text of a block, by block.
const parts = new WeakMap();
function partsOf(block) {
  let found = parts.get(block);
  if (!found) {
    let text = '';
    block.descendants((node, pos) => {
      if (node.isText) text = text.padEnd(pos) + node.text;
    });
    parts.set(block, found = reorderedParts(text));
  }
  return found;
}

// The block around a range, if characters reorder its text: a change of it can then concern any link
// after it.
function reorderedBlock(doc, { from, to }) {
  const [start, end] = [doc.resolve(from), doc.resolve(to)];
  const isReordered = (at) => at.parent.isTextblock && partsOf(at.parent).length > 0;
  return isReordered(start) || isReordered(end) ? { from: start.start(), to: end.end() } : null;
}

// The text and position of a link that other marks split into several nodes.
function whole(doc, pos, mark) {
  const at = doc.resolve(pos);
  const { parent } = at;
  const has = (index) => mark.isInSet(parent.child(index).marks);
  let first = at.index();
  let last = first;
  while (first > 0 && has(first - 1)) first -= 1;
  while (last + 1 < parent.childCount && has(last + 1)) last += 1;
  let text = '';
  for (let i = first; i <= last; i++) text += parent.child(i).text ?? '\n';
  const from = at.posAtIndex(first);
  return { text, from, to: from + text.length };
}

// Ranges after changes; those that are gone are left out.
const after = (ranges, maps) => ranges
  .map(([from, to]) => maps.reduce(([start, end], map) => [map.map(start, 1), map.map(end, -1)], [from, to]))
  .filter(([from, to]) => from < to);

// The rest of a link after a step, at its new position.
function left({ from, to, href }, map) {
  let parts = [[from, to]];
  map.forEach((start, end) => {
    parts = parts.flatMap(([first, last]) => [[first, Math.min(last, start)], [Math.max(first, end), last]]);
    parts = parts.filter(([first, last]) => first < last);
  });
  return parts.map(([first, last]) => ({ from: map.map(first, 1), to: map.map(last, -1), href }));
}

// The marks of a type in a range, each as a whole.
function marksIn(doc, { from, to }, type) {
  const found = [];
  doc.nodesBetween(from, to, (node, pos) => {
    const mark = node.isText && type.isInSet(node.marks);
    if (!mark) return !node.isText;
    const last = found.at(-1);
    const end = pos + node.nodeSize;
    if (last?.to === pos && last.mark.eq(mark)) last.to = end;
    else found.push({ from: pos, to: end, mark });
    return false;
  });
  return found;
}

export function forProseMirror({ Plugin, PluginKey, Decoration, DecorationSet }) {
  const key = new PluginKey('linkspan');

  // The value of an editor state. The text is changed in place and belongs to the newest value; an
  // older value that is used again gets its own text.
  class Value {
    constructor(edited, read, decorations, pending, early) {
      this.dismissed = edited.dismissed;
      this.decorations = decorations;
      // The range whose links are not shown yet.
      this.pending = pending;
      // Before the package has started: the first document, and what has changed it.
      this.early = early;
      this.own(edited, read);
    }
    own(edited, read) {
      this.edited = edited;
      edited.owner = this;
      edited.settle(read);
    }
  }

  /** Returns a plugin that shows or creates links. */
  function links(given) {
    const {
      mode = 'decorations', mark: markName = 'link', attributes = {}, class: className = 'linkspan', initial = 'keep', state: saved,
      shouldLink = () => true, isRemote = isForeign, openOnClick = true, open = (href) => { globalThis.open(href, '_blank', 'noopener'); },
      detector: givenDetector, ...options
    } = ownOf(given);
    if (!['decorations', 'marks'].includes(mode)) throw new TypeError(`linkspan: mode must be 'decorations' or 'marks', not ${mode}`);
    const detector = givenDetector ?? new Detector(options);
    const makesMarks = mode === 'marks';

    const typeOf = ({ schema }) => {
      const type = typeof markName === 'string' ? schema.marks[markName] : markName;
      if (makesMarks && !type) throw new Error(`linkspan: the schema has no mark \`${markName}\`; name the one for links with the option \`mark\``);
      return type;
    };

    // Whether an address is that of the text. If so, the mark was created here, or could have been.
    const isOf = (text, href) => {
      if (detector.status !== 'ready') return false;
      const [link, ...more] = detector.find(text, 2);
      return link !== undefined && more.length === 0 && link.caption === text && link.start === 0 && link.end === text.length && (link.href === href || text === href);
    };
    // `known` are links that a change touches: the rest of them was created here, even if the text
    // has changed.
    const own = (known = []) => (read, href) => {
      if (!makesMarks) return false;
      const { text, from, to } = read();
      return known.some((one) => one.href === href && one.from < to && from < one.to) || isOf(text, href);
    };

    const isSafe = (doc, link) => {
      const at = doc.resolve(link.start);
      return canCreate(link, at.parentOffset, partsOf(at.parent));
    };
    const linksIn = (edited, doc, { from, to }) => edited.links(from, to)
      .filter((link) => link.kind !== 'file' && (!makesMarks || isSafe(doc, link)) && shouldLink(link));

    const read = (doc) => textOf(doc, 0, doc.content.size, typeOf(doc.type), own());
    const make = ({ doc }, dismissed) => new Edited(read(doc), detector, dismissed);

    const init = (_, state) => start(state, { doc: state.doc, maps: [] });

    // The value of a state whose links are not known, after the changes of a first document.
    function start(state, { doc, maps }) {
      const dismissed = saved?.dismissed ?? [];
      if (detector.status !== 'ready') {
        return new Value(make(state, after(dismissed, maps)), () => read(state.doc), makesMarks ? null : DecorationSet.empty, null, { doc, maps });
      }
      let edited = make({ doc }, dismissed);
      // In a document, marks show what is linked, and their absence what is not.
      if (makesMarks && !saved && initial === 'keep') agree(edited, doc, typeOf(state), { from: 0, to: edited.length });
      if (maps.length > 0) edited = make(state, after(edited.dismissed, maps));
      const all = { from: 0, to: edited.length };
      edited.take();
      return new Value(edited, () => read(state.doc), makesMarks ? null : shown(DecorationSet.empty, state.doc, edited, all), makesMarks ? all : null);
    }

    function apply(tr, before, oldState, newState) {
      const meta = tr.getMeta(key);
      if (!tr.docChanged && !meta) return before;
      if (before.early) return start(newState, { doc: before.early.doc, maps: [...before.early.maps, ...tr.mapping.maps] });
      const edited = before.edited.owner === before ? before.edited : make(oldState, before.dismissed);
      const type = typeOf(newState);
      const reread = () => read(tr.doc);
      const decorations = before.decorations?.map(tr.mapping, tr.doc) ?? null;
      const moved = before.pending && { from: tr.mapping.map(before.pending.from, -1), to: tr.mapping.map(before.pending.to, 1) };
      // Marks created here do not change the text.
      if (meta?.made) return new Value(edited, reread, decorations, moved);
      let touched = null;
      edited.together(() => { touched = follow(edited, tr, type); });
      for (const [from, to] of meta?.dismiss ?? []) edited.dismiss(from, to);
      for (const [from, to] of meta?.restore ?? []) edited.restore(from, to);
      if (makesMarks && tr.docChanged) obey(edited, tr, type);
      // Text that was replaced by the same text has lost its marks or decorations.
      const pending = union(union(moved, edited.take()), touched);
      if (makesMarks || !pending || (isComposed(tr) && !meta)) return new Value(edited, reread, decorations, pending);
      return new Value(edited, reread, shown(decorations, newState.doc, edited, pending), null);
    }

    // Changes the text as the steps change the document. Between steps, the marks of links need not
    // match the text; who created them is decided at the end.
    function follow(edited, tr, type) {
      const undone = isUndo(tr) && !makesMarks;
      let known = [];
      const isAny = makesMarks ? () => true : own();
      let changed = null;
      // Blocks in which a change may allow or forbid any link.
      let reordered = null;
      // Remembers links and marks that a change touches. A mark on searched text was created here,
      // even if it is outdated.
      const remember = (doc, from, to) => {
        const range = { from: Math.max(0, from - 1), to: Math.min(to + 1, edited.length) };
        for (const { start, end, href } of edited.links(range.from, range.to)) known.push({ from: start, to: end, href });
        for (const one of marksIn(doc, range, type)) if (edited.slice(one.from, one.to).trim() !== '') known.push({ from: one.from, to: one.to, href: one.mark.attrs.href });
      };
      const replace = (doc, from, removed, to, isOwn) => edited.edit(from, removed, to - from, (start, end) => textOf(doc, start, end, type, isOwn), undone);
      tr.steps.forEach((step, at) => {
        const doc = tr.docs[at + 1] ?? tr.doc;
        const map = step.getMap();
        const note = (from, to) => { changed = union(changed, { from, to }); };
        const follows = (range) => range && { from: map.map(range.from, -1), to: map.map(range.to, 1) };
        changed = follows(changed);
        if (makesMarks) {
          map.forEach((oldStart, oldEnd) => {
            remember(tr.docs[at], oldStart, oldEnd);
            reordered = union(reordered, reorderedBlock(tr.docs[at], { from: oldStart, to: oldEnd }));
          });
          reordered = follows(reordered);
        }
        if (makesMarks && hasMark(step)) remember(tr.docs[at], step.from, step.to);
        known = known.flatMap((one) => left(one, map));
        map.forEach((oldStart, oldEnd, newStart, newEnd) => {
          replace(doc, newStart, oldEnd - oldStart, newEnd, isAny);
          note(newStart, newEnd);
        });
        // Text under another mark, or in another node, may have become code or a link of the user.
        if (!hasMark(step) && step.gapFrom === undefined) return;
        const from = map.map(step.from, -1);
        const to = map.map(step.to, 1);
        replace(doc, from, to - from, to, isAny);
        note(from, to);
      });
      if (!makesMarks || !changed) return changed;
      // Also the text that was read next to a change.
      const from = Math.max(0, changed.from - 2);
      const to = Math.min(edited.length, changed.to + 2);
      replace(tr.doc, from, to - from, to, own(known));
      return union(union(changed, reordered), reorderedBlock(tr.doc, changed));
    }

    // Dismisses and restores links according to changes of marks by others: a command that removes
    // a mark from a link, an undo, another user.
    function obey(edited, tr, type) {
      const isAll = isUndo(tr) || isRemote(tr);
      // Typing can change marks too, but a command for marks changes nothing else.
      const isCommand = tr.steps.every(hasMark) && !isComposed(tr);
      tr.steps.forEach((step, at) => {
        if (!isAll && !(isCommand && step.mark.type === type)) return;
        const rest = tr.mapping.slice(at + 1);
        if (isAll) {
          const map = step.getMap();
          const ranges = [];
          if (hasMark(step)) ranges.push({ from: step.from, to: step.to });
          map.forEach((_from, _to, from, to) => ranges.push({ from, to }));
          for (const { from, to } of ranges) {
            const range = { from: Math.max(0, rest.map(from, -1) - 1), to: Math.min(edited.length, rest.map(to, 1) + 1) };
            agree(edited, tr.doc, type, range);
          }
        } else if (isRemoval(step)) edited.dismiss(rest.map(step.from), rest.map(step.to));
        else edited.restore(rest.map(step.from), rest.map(step.to));
      });
    }

    // A link without a mark in the document was dismissed, and one with a mark was not. An outdated
    // mark counts.
    function agree(edited, doc, type, range) {
      const links = linksIn(edited, doc, range);
      const dismissed = edited.dismissed.filter(([start, end]) => start < range.to && range.from < end);
      // A link may extend past the range.
      const places = [...links.map(({ start, end }) => ({ from: start, to: end })), ...dismissed.map(([from, to]) => ({ from, to }))];
      const marks = marksIn(doc, places.reduce(union, range), type);
      const meet = (start, end) => {
        // The first mark that ends after the start.
        let [low, high] = [0, marks.length];
        while (low < high) {
          const middle = (low + high) >> 1;
          if (marks[middle].to <= start) low = middle + 1;
          else high = middle;
        }
        return low < marks.length && marks[low].from < end;
      };
      for (const [start, end] of dismissed) if (meet(start, end)) edited.restore(start, end);
      edited.dismissAll(links.filter(({ start, end }) => !meet(start, end)).map(({ start, end }) => [start, end]));
    }

    // Recreates the decorations of a range, if they differ.
    function shown(decorations, doc, edited, range) {
      // Links that touch the range count in both.
      const before = decorations.find(range.from, range.to);
      const now = linksIn(edited, doc, { from: Math.max(0, range.from - 1), to: Math.min(range.to + 1, edited.length) })
        .filter(({ start, end }) => start <= range.to && range.from <= end);
      const isSame = (one, link) => one.from === link.start && one.to === link.end && one.spec.href === link.href;
      const gone = before.filter((one) => !now.some((link) => isSame(one, link)));
      const come = now.filter((link) => !before.some((one) => isSame(one, link)));
      const made = come.map(({ start, end, href, text, caption }) => {
        // Not an `a` element: when a browser changes the text around one, the editor would read it
        // as a link of the document.
        const shownAs = { class: className, 'data-href': href, ...attributes };
        if (caption !== text) shownAs.title = caption;
        return Decoration.inline(start, end, shownAs, { href });
      });
      return decorations.remove(gone).add(doc, made);
    }

    // Creates marks for the links in a range, and removes those without a link.
    function marked(state, value) {
      const type = typeOf(state);
      const { tr } = state;
      const { edited, pending } = value;
      value.pending = null;
      const now = linksIn(edited, state.doc, pending);
      const isUsers = ({ from, to }) => edited.slice(from, to).trim() === '';
      const before = marksIn(state.doc, pending, type).filter((one) => !isUsers(one));
      const isSame = (one, link) => one.from === link.start && one.to === link.end && one.mark.attrs.href === link.href;
      for (const one of before) if (!now.some((link) => isSame(one, link))) tr.removeMark(one.from, one.to, one.mark);
      for (const link of now) {
        if (before.some((one) => isSame(one, link))) continue;
        const earlier = before.find((one) => one.from < link.end && link.start < one.to);
        tr.addMark(link.start, link.end, type.create({ ...earlier?.mark.attrs, ...attributes, href: link.href }));
      }
      if (!tr.docChanged) return null;
      if (state.storedMarks) tr.setStoredMarks(state.storedMarks);
      return tr.setMeta(key, { made: true }).setMeta('preventAutolink', true);
    }

    function appendTransaction(trs, _old, state) {
      const value = key.getState(state);
      if (!makesMarks || !value.pending || trs.some(isComposed)) return null;
      if (trs.some((tr) => tr.docChanged && isRemote(tr))) {
        value.pending = null;
        return null;
      }
      return marked(state, value);
    }

    // Shows links that had to wait for the end of a composition, or for the first view.
    function view(current) {
      let timer;
      const flush = () => {
        if (current.isDestroyed || !key.getState(current.state)?.pending) return;
        if (current.composing) later();
        else current.dispatch(current.state.tr.setMeta(key, { flush: true }).setMeta('addToHistory', false));
      };
      const later = (delay = AFTER_COMPOSITION) => {
        clearTimeout(timer);
        timer = setTimeout(flush, delay);
      };
      if (key.getState(current.state)?.pending) later(0);
      const cancel = whenReady(detector, () => {
        if (!current.isDestroyed) current.dispatch(current.state.tr.setMeta(key, { started: true }).setMeta('addToHistory', false));
      });
      return {
        update: (next) => {
          if (key.getState(next.state)?.pending) later();
        },
        destroy() {
          cancel();
          clearTimeout(timer);
        },
      };
    }

    function handleClick(current, pos, event) {
      if (!openOnClick || !(event.metaKey || event.ctrlKey || !current.editable)) return false;
      const link = linksOf(current.state).find(({ from, to }) => from <= pos && pos <= to);
      if (link) open(link.href);
      return Boolean(link);
    }

    return new Plugin({
      key,
      state: { init, apply },
      appendTransaction,
      view,
      props: { handleClick, ...(makesMarks ? {} : { decorations: (state) => key.getState(state)?.decorations }) },
      linkspan: { linksIn, makesMarks, typeOf, make, read },
    });
  }

  const specOf = (state) => {
    const plugin = key.get(state);
    if (!plugin) throw new Error('linkspan: the state has no plugin of linkspan; add `links()` to its plugins');
    return plugin.spec.linkspan;
  };

  /** Returns the links of a state, without dismissed ones. */
  function linksOf(state, from = 0, to = state.doc.content.size) {
    const { linksIn, make, read } = specOf(state);
    const value = key.getState(state);
    // A later state has changed the text.
    if (value.edited.owner !== value) value.own(make(state, value.dismissed), () => read(state.doc));
    return linksIn(value.edited, state.doc, { from, to }).map(told);
  }

  /** Returns the state to save with the document, for the option `state`. */
  const savedState = (state) => ({ dismissed: key.getState(state).dismissed });

  const ranges = (state, from, to) => {
    const { selection } = state;
    return [from ?? selection.from, to ?? from ?? selection.to];
  };

  /** Returns a command that unlinks the links in a range, or at the selection. They stay text. */
  const dismiss = (from, to) => (state, dispatch) => {
    const [start, end] = ranges(state, from, to);
    const found = linksOf(state, start, end);
    if (found.length === 0) return false;
    const { makesMarks, typeOf } = specOf(state);
    const { tr } = state;
    if (makesMarks) for (const link of found) tr.removeMark(link.from, link.to, typeOf(state));
    // The marks may not exist yet.
    if (!tr.docChanged) tr.setMeta(key, { dismiss: found.map((link) => [link.from, link.to]) });
    dispatch?.(tr);
    return true;
  };

  /** Returns a command that restores dismissed links. */
  const restore = (from, to) => (state, dispatch) => {
    const [start, end] = ranges(state, from, to);
    const found = key.getState(state).dismissed.filter((range) => range[0] <= end && start <= range[1]);
    if (found.length === 0) return false;
    dispatch?.(state.tr.setMeta(key, { restore: found }));
    return true;
  };

  return { key, links, linksOf, savedState, dismiss, restore };
}
