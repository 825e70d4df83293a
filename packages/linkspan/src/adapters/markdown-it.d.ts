import type { Detector, DetectorOptions, Profile } from 'linkspan';

export interface Match {
  schema: string;
  index: number;
  lastIndex: number;
  raw: string;
  text: string;
  url: string;
}

export class Linkifier {
  constructor(options?: Profile | DetectorOptions | Detector);
  pretest(text: string): boolean;
  test(text: string): boolean;
  match(text: string): Match[] | null;
  matchAtStart(text: string): Match | null;
}

export default function linkspan(md: any, options?: Profile | DetectorOptions | Detector): void;
