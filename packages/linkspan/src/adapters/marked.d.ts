import type { Detector, DetectorOptions, Profile } from 'linkspan';

export default function linkspan(options?: Profile | DetectorOptions | Detector): any;
