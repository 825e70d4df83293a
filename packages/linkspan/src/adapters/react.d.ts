import type { Detector, Link } from 'linkspan/lite';
import type { AdapterOptions } from './options.js';

/** The properties of the component. */
export interface LinkifyProps {
  children?: any;
  /** The detector to use instead of the shared one, of `linkspan` or `linkspan/lite`. */
  detector?: Detector;
  rel?: string;
  target?: string;
  /** The attribute `class`, which React calls so. */
  className?: string;
  /** Renders a link instead of an `a` element. */
  render?: (link: Link, key: number) => any;
}

/**
 * Returns a component that links its text: `const Linkify = linkify(React)`. It renders again when the
 * package has started; until then, only plain URLs are links, and a page from a server stays as it is.
 */
export default function linkify(React: any, options?: AdapterOptions): (props: LinkifyProps) => any;

/**
 * Returns a component that renders `Component`, and renders it anew when the package has started: for
 * components that use another adapter, such as react-markdown with `linkspan/remark`. `detector` is
 * the one that the adapter has been given, if any.
 */
export function withLinks<Props>(React: any, Component: (props: Props) => any, detector?: Detector): (props: Props) => any;
