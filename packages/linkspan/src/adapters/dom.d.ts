import type { Detector, DetectorOptions } from 'linkspan/lite';

export interface DomOptions extends DetectorOptions {
  rel?: string;
  target?: string;
  class?: string;
  /** Elements to leave alone, in addition to those that cannot contain links. */
  skipTags?: string[];
  /** A detector of `linkspan` or `linkspan/lite`; otherwise one of lite is created from the options. */
  detector?: Detector;
}

/** Links the text in an element. Returns the number of links. */
export function linkifyElement(element: Element, options?: DomOptions): number;
/** Links the text in an element, now and when it changes. Returns a function that stops it. */
export function observe(element: Element, options?: DomOptions): () => void;
