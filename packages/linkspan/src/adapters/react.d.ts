import type { Detector, DetectorOptions, Link, Profile } from 'linkspan';

/** The properties of the component. */
export interface LinkifyProps {
  children?: any;
  /** The detector to use instead of the shared one. */
  detector?: Detector;
  rel?: string;
  target?: string;
  /** The attribute `class`, which React calls so. */
  className?: string;
  /** Renders a link instead of an `a` element. */
  render?: (link: Link, key: number) => any;
}

/** Returns a component that links its text: `const Linkify = linkify(React)`. */
export default function linkify(React: any, options?: Profile | DetectorOptions): (props: LinkifyProps) => any;
