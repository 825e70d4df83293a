import type { Detector, DetectorOptions, Kind, Link } from 'linkspan';

/** What has to be kept with a text, so that what was unlinked stays so. */
export interface SavedState {
  dismissed: [number, number][];
}

/** A link in an editor. */
export interface EditorLink {
  from: number;
  to: number;
  kind: Kind;
  text: string;
  href: string;
  label: string;
}

export interface EditorOptions extends DetectorOptions {
  /** What an earlier editor had; see `savedState`. */
  state?: SavedState;
  /** Whether a link that was found is shown or made. */
  shouldLink?: (link: Link) => boolean;
  /** Opens an address. By default in another tab. */
  open?: (href: string) => void;
  detector?: Detector;
}
