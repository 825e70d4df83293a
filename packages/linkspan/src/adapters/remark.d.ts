import type { Detector, DetectorOptions, Profile } from 'linkspan/lite';

/** A plugin for remark, after remark-gfm if that is used: `remark().use(gfm).use(linkspan)`. */
export default function linkspan(options?: Profile | DetectorOptions | Detector): (tree: any, file: any) => void;
