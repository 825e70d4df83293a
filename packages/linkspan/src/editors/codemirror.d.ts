import type { EditorState, Extension, StateCommand } from '@codemirror/state';
import type { EditorLink, EditorOptions, SavedState } from './common.js';

export interface CodeMirrorOptions extends EditorOptions {
  /** The class of links. By default `cm-linkspan`. */
  className?: string;
  /** The key that opens the link at the caret. By default `Alt-Enter`. */
  openKey?: string;
  /** Whether a tooltip says where a link leads. */
  hover?: boolean;
}

/** An extension that marks links. */
export function links(options?: CodeMirrorOptions): Extension;
export default links;
/** The links of a state, without those that were dismissed. */
export function linksOf(state: EditorState, from?: number, to?: number): EditorLink[];
/** What to keep with the text, for the option `state`. */
export function savedState(state: EditorState): SavedState;
/** A command that unlinks the links in a range, or at the selection. */
export function dismiss(from?: number, to?: number): StateCommand;
/** A command that links again what was dismissed. */
export function restore(from?: number, to?: number): StateCommand;
/** A command that opens the link at the caret. */
export const openLink: StateCommand;
