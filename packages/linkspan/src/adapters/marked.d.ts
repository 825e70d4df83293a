import type { Detector, DetectorOptions, Profile } from 'linkspan';

/** Returns an extension for marked: `marked.use(linkspan())`. */
export default function linkspan(options?: Profile | DetectorOptions | Detector): any;
