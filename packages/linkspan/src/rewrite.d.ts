import type { DetectorOptions, Profile, Rendering, Source } from './index.js';

export type { DetectorOptions, Profile, Rendering, Source } from './index.js';

/** Starts the package in a browser. Node, Deno and Bun are ready on import. */
export function init(source?: Source | Promise<Source>): Promise<void>;
/** Starts the package synchronously from bytes or a compiled module. */
export function initSync(source: BufferSource | WebAssembly.Module): void;

/** How links are added to a page. The visible text does not change. */
export interface PageOptions extends DetectorOptions, Omit<Rendering, 'label' | 'truncate'> {
  /** Elements to leave alone, in addition to those that cannot contain links. */
  skipTags?: string | readonly string[];
}

/** Adds links to an HTML document. Nothing else changes. */
export function linkifyHtml(page: string, options?: Profile | PageOptions): string;
/** Adds links to a Markdown document. Nothing else changes. */
export function linkifyMarkdown(source: string, options?: Profile | DetectorOptions): string;
