import type { Detector, DetectorOptions, Profile } from 'linkspan/lite';

/** A plugin that replaces the linkifier of markdown-it: `md.use(linkspan)`. */
export default function linkspan(md: any, options?: Profile | DetectorOptions | Detector): void;
