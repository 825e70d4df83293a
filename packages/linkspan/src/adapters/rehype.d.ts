import type { DetectorOptions } from 'linkspan';

export interface RehypeOptions extends DetectorOptions {
  rel?: string;
  target?: string;
  class?: string;
  /** Elements to leave alone, in addition to those that cannot contain links. */
  skipTags?: string[];
}

/** A plugin for rehype: `rehype().use(linkspan)`. */
export default function linkspan(options?: RehypeOptions): (tree: any) => void;
