import type { Detector, DetectorOptions, Kind, Link } from 'linkspan';

/** The state to save with a text, so that unlinked links stay unlinked. */
export interface SavedState {
  /** The ranges of dismissed links. */
  dismissed: [number, number][];
}

/** A link in an editor. Positions are those of the editor. */
export interface EditorLink {
  from: number;
  to: number;
  kind: Kind;
  /** The link as written in the text. */
  text: string;
  /** The address to open: ASCII, with a scheme. */
  href: string;
  /** The text to show. A name that imitates another one is in A-labels. */
  caption: string;
}

export interface EditorOptions extends DetectorOptions {
  /** The saved state of an earlier editor; see `savedState`. */
  state?: SavedState;
  /** Decides whether a link that was found is shown or created. */
  shouldLink?: (link: Link) => boolean;
  /** Opens an address. By default, in another tab. */
  open?: (href: string) => void;
  /** The detector to use; otherwise one is created from the options. */
  detector?: Detector;
}
