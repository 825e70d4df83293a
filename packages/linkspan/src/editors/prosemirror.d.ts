import type { Command, EditorState, Plugin, PluginKey, Transaction } from 'prosemirror-state';
import type { MarkType } from 'prosemirror-model';
import type { EditorLink, EditorOptions, SavedState } from './common.js';

export interface ProseMirrorOptions extends EditorOptions {
  /** `decorations` (the default) leave the document unchanged; `marks` are real links. */
  mode?: 'decorations' | 'marks';
  /** The mark for links. The default is `link`. */
  mark?: string | MarkType;
  /** More attributes of decorations or marks. */
  attributes?: Record<string, string>;
  /** The class of decorations. The default is `linkspan`. */
  class?: string;
  /**
   * For marks: whether text without a mark is linked when the editor starts. The default, `keep`,
   * leaves it unlinked.
   */
  initial?: 'keep' | 'link';
  /**
   * Decides whether a transaction comes from another user, whose editor creates the links in it.
   */
  isRemote?: (tr: Transaction) => boolean;
  /** Whether clicking with Ctrl or Cmd opens a link. The default is true. */
  openOnClick?: boolean;
}

/** The key of the plugin. */
export const key: PluginKey;
/** Returns a plugin that shows or creates links. */
export function links(options?: ProseMirrorOptions): Plugin;
export default links;
/** Returns the links of a state, without dismissed ones. */
export function linksOf(state: EditorState, from?: number, to?: number): EditorLink[];
/** Returns the state to save with the document, for the option `state`. */
export function savedState(state: EditorState): SavedState;
/** Returns a command that unlinks the links in a range, or at the selection. */
export function dismiss(from?: number, to?: number): Command;
/** Returns a command that restores dismissed links. */
export function restore(from?: number, to?: number): Command;
