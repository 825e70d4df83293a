import type { Detector, DetectorOptions } from 'linkspan';

export interface DomOptions extends DetectorOptions {
  rel?: string;
  target?: string;
  className?: string;
  skipTags?: string[];
  detector?: Detector;
}

export function linkifyElement(element: Element, options?: DomOptions): number;
export function observe(element: Element, options?: DomOptions): () => void;
