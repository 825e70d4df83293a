import type { EditorLink, EditorOptions, SavedState } from './common.js';

/** The links of an element. */
export interface LinkedElement {
  /** The links, without those that were dismissed. */
  readonly links: EditorLink[];
  /** What to keep with the text, for the option `state`. */
  readonly state: SavedState;
  /** What is marked, as texts. */
  readonly marked: string[];
  /** Unlinks the links in a range, or at the selection. */
  dismiss(from?: number, to?: number): boolean;
  /** Links again what was dismissed. */
  restore(from?: number, to?: number): boolean;
  /** Looks at the text again, such as after a script has changed it. */
  update(): void;
  destroy(): void;
}

/** Marks the links of a textarea. */
export function linkTextarea(textarea: HTMLTextAreaElement, options?: EditorOptions): LinkedElement;
/** Marks the links of an element that people edit. */
export function linkEditable(element: HTMLElement, options?: EditorOptions): LinkedElement;
