import type { Command, EditorState, Plugin, PluginKey, Transaction } from 'prosemirror-state';
import type { MarkType } from 'prosemirror-model';
import type { EditorLink, EditorOptions, SavedState } from './common.js';

export interface ProseMirrorOptions extends EditorOptions {
  /** Decorations leave the document as it is; marks are real links. */
  mode?: 'decorations' | 'marks';
  /** The mark for links. By default `link`. */
  mark?: string | MarkType;
  /** Further attributes of decorations or marks. */
  attributes?: Record<string, string>;
  /** The class of decorations. By default `linkspan`. */
  className?: string;
  /** With marks: whether text without a mark is linked when the editor starts. By default it is kept as it is. */
  initial?: 'keep' | 'link';
  /** Whether a transaction comes from another user, who makes the links in it. */
  isRemote?: (tr: Transaction) => boolean;
  /** Whether Ctrl or Cmd and a click open a link. */
  openOnClick?: boolean;
}

export const key: PluginKey;
/** A plugin that shows links, or makes them. */
export function links(options?: ProseMirrorOptions): Plugin;
export default links;
/** The links of a state, without those that were dismissed. */
export function linksOf(state: EditorState, from?: number, to?: number): EditorLink[];
/** What to keep with the document, for the option `state`. */
export function savedState(state: EditorState): SavedState;
/** A command that unlinks the links in a range, or at the selection. */
export function dismiss(from?: number, to?: number): Command;
/** A command that links again what was dismissed. */
export function restore(from?: number, to?: number): Command;
