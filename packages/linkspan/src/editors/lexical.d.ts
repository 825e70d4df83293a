import type { LexicalEditor } from 'lexical';
import type { Detector, DetectorOptions, Link } from 'linkspan';

export interface LexicalOptions extends DetectorOptions {
  /** Attributes of links. By default `{ rel: 'nofollow noopener' }`. */
  attributes?: { rel?: string | null; target?: string | null; title?: string | null };
  /** Whether a link that was found is made. */
  shouldLink?: (link: Link) => boolean;
  detector?: Detector;
}

/** A matcher for `registerAutoLink` and `AutoLinkPlugin`, which also need `separatorRegex`. */
export function linkMatcher(options?: DetectorOptions & { detector?: Detector }): (text: string) => { index: number; length: number; text: string; url: string } | null;
export const separatorRegex: RegExp;
/** Makes links while text is edited. Returns what ends it. */
export function registerLinks(editor: LexicalEditor, options?: LexicalOptions): () => void;
/** The links of an editor, without those that were dismissed. */
export function linksOf(editor: LexicalEditor): { key: string; text: string; href: string }[];
/** Unlinks the link with a key, or those at the selection. */
export function dismiss(editor: LexicalEditor, key?: string): boolean;
/** Links again what was dismissed. */
export function restore(editor: LexicalEditor, key?: string): boolean;
