import type { DetectorOptions, Profile, Rendering, Source } from './index.js';

export type { DetectorOptions, Profile, Rendering, Source } from './index.js';

/** Loads the WebAssembly, as `init` of `linkspan` does. */
export function init(source?: Source | Promise<Source>): Promise<void>;
/** Waiting for it calls `init()`. */
export const ready: Promise<void>;
/** Starts the package synchronously from bytes or a compiled module. */
export function initSync(source: BufferSource | WebAssembly.Module): void;

/** How links are added to a page. The visible text does not change. */
export interface PageOptions extends DetectorOptions, Omit<Rendering, 'caption' | 'shorten'> {
  /** Elements to leave alone, in addition to those that cannot contain links. */
  skipTags?: string | readonly string[];
}

/**
 * Adds links to the text of an HTML document; every other character is unchanged. No links are
 * added in `a`, `code`, `pre`, `script`, `style`, `textarea` and similar elements, in expressions
 * of templates such as `{{…}}`, or where markup interrupts a link. A page that cannot be parsed is
 * returned unchanged. For plain text, use `linkify`.
 */
export function linkifyHtml(page: string, options?: Profile | PageOptions): string;
/**
 * Adds links to the text of a Markdown document; every other character is unchanged. No links are
 * added in code, links, images, HTML blocks or front matter. A document with more than about a
 * hundred nested quotes and lists is returned unchanged.
 */
export function linkifyMarkdown(source: string, options?: Profile | DetectorOptions): string;
