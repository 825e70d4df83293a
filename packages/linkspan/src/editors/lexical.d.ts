import type { LexicalEditor } from 'lexical';
import type { Detector, DetectorOptions, Link } from 'linkspan';

export interface LexicalOptions extends DetectorOptions {
  /** Attributes of links. The default is `{ rel: 'nofollow noopener' }`. */
  attributes?: { rel?: string | null; target?: string | null; title?: string | null };
  /** Decides whether a link that was found is created. */
  shouldLink?: (link: Link) => boolean;
  /** The detector to use; otherwise one is created from the options. */
  detector?: Detector;
}

/**
 * Returns a matcher for `registerAutoLink` and `AutoLinkPlugin`, which also need `separatorRegex`.
 */
export function linkMatcher(options?: DetectorOptions & { detector?: Detector }): (text: string) => { index: number; length: number; text: string; url: string } | null;
/** The `separatorRegex` that lets the matcher decide where links start and end. */
export const separatorRegex: RegExp;
/** Creates links while text is edited. Returns a function that stops it. */
export function registerLinks(editor: LexicalEditor, options?: LexicalOptions): () => void;
/** Returns the links of an editor, without dismissed ones. */
export function linksOf(editor: LexicalEditor): { key: string; text: string; href: string }[];
/**
 * Unlinks the link with this key, or the links at the selection. Returns whether there were any.
 */
export function dismiss(editor: LexicalEditor, key?: string): boolean;
/** Restores the dismissed link with this key, or those at the selection. */
export function restore(editor: LexicalEditor, key?: string): boolean;
