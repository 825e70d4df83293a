import type { Detector, DetectorOptions, Profile } from 'linkspan/lite';

/** Returns an extension for marked: `marked.use(linkspan())`. Links are made by `parse`, not by `lexer`. */
export default function linkspan(options?: Profile | DetectorOptions | Detector): any;
