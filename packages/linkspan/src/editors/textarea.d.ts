import type { EditorLink, EditorOptions, SavedState } from './common.js';

/** An element whose links are marked. */
export interface LinkedElement {
  /** The links, without dismissed ones. */
  readonly links: EditorLink[];
  /** The state to save with the text, for the option `state`. */
  readonly state: SavedState;
  /** The texts that are currently marked. */
  readonly marked: string[];
  /** Unlinks the links in a range, or at the selection. Returns whether there were any. */
  dismiss(from?: number, to?: number): boolean;
  /** Restores dismissed links in a range. Returns whether there were any. */
  restore(from?: number, to?: number): boolean;
  /** Reads the text again. Call it after a script has changed the text. */
  update(): void;
  /** Removes the marks and all listeners. */
  destroy(): void;
}

/** Marks the links of a textarea. */
export function linkTextarea(textarea: HTMLTextAreaElement, options?: EditorOptions): LinkedElement;
/** Marks the links of an editable element. */
export function linkEditable(element: HTMLElement, options?: EditorOptions): LinkedElement;
