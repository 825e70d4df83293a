import type { DetectorOptions } from 'linkspan';

export interface RehypeOptions extends DetectorOptions {
  rel?: string;
  target?: string;
  className?: string;
  skipTags?: string[];
}

export default function linkspan(options?: RehypeOptions): (tree: any) => void;
