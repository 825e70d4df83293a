import type { Detector, DetectorOptions, Profile } from 'linkspan/lite';

/** What an adapter finds links with: a detector of `linkspan` or `linkspan/lite`, or options for one of lite. */
export type AdapterOptions = Profile | (DetectorOptions & { detector?: Detector }) | Detector;
