import type { EditorState, Extension, StateCommand } from '@codemirror/state';
import type { EditorLink, EditorOptions, SavedState } from './common.js';

export interface CodeMirrorOptions extends EditorOptions {
  /** The class of links. The default is `cm-linkspan`. */
  class?: string;
  /** The key that opens the link at the caret. The default is `Alt-Enter`. */
  openKey?: string;
  /** Whether a tooltip shows the host of a link, and warnings about it. The default is true. */
  hover?: boolean;
}

/** Returns an extension that marks links. */
export function links(options?: CodeMirrorOptions): Extension;
export default links;
/** Returns the links of a state, without dismissed ones. */
export function linksOf(state: EditorState, from?: number, to?: number): EditorLink[];
/** Returns the state to save with the text, for the option `state`. */
export function savedState(state: EditorState): SavedState;
/** Returns a command that unlinks the links in a range, or at the selection. */
export function dismiss(from?: number, to?: number): StateCommand;
/** Returns a command that restores dismissed links. */
export function restore(from?: number, to?: number): StateCommand;
/** A command that opens the link at the caret. */
export const openLink: StateCommand;
