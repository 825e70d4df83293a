import type { DetectorOptions, Profile, Rendering, Source } from './index.js';

export type { DetectorOptions, Profile, Rendering, Source } from './index.js';

export function init(source?: Source | Promise<Source>): Promise<void>;
export function initSync(source: BufferSource | WebAssembly.Module): void;

/** How links are made in a page. Their text is that of the page. */
export interface PageOptions extends DetectorOptions, Omit<Rendering, 'label' | 'truncate'> {
  /** Elements in which nothing is done, besides those that cannot have links. */
  skipTags?: string | readonly string[];
}

/** HTML with its links made. Nothing else in it changes. */
export function linkifyHtml(page: string, options?: Profile | PageOptions): string;
/** Markdown with its links made. Nothing else in it changes. */
export function linkifyMarkdown(source: string, options?: Profile | DetectorOptions): string;
