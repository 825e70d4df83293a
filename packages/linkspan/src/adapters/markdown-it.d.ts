import type { Detector, DetectorOptions, Profile } from 'linkspan';

/** A link in the form of linkify-it. */
export interface Match {
  schema: string;
  index: number;
  lastIndex: number;
  raw: string;
  text: string;
  url: string;
}

/** The interface that markdown-it expects of `md.linkify`. */
export class Linkifier {
  constructor(options?: Profile | DetectorOptions | Detector);
  pretest(text: string): boolean;
  test(text: string): boolean;
  match(text: string): Match[] | null;
  matchAtStart(text: string): Match | null;
}

/** A plugin that replaces the linkifier of markdown-it: `md.use(linkspan)`. */
export default function linkspan(md: any, options?: Profile | DetectorOptions | Detector): void;
