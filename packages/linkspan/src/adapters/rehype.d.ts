import type { Detector, DetectorOptions } from 'linkspan/lite';

export interface RehypeOptions extends DetectorOptions {
  rel?: string;
  target?: string;
  class?: string;
  /** Elements to leave alone, in addition to those that cannot contain links. */
  skipTags?: string[];
  /** A detector of `linkspan` or `linkspan/lite`; otherwise one of lite is created from the options. */
  detector?: Detector;
}

/** A plugin for rehype: `rehype().use(linkspan)`. */
export default function linkspan(options?: RehypeOptions): (tree: any) => void;
