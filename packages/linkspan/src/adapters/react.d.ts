import type { Detector, DetectorOptions, Link, Profile } from 'linkspan';

export interface LinkifyProps {
  children?: any;
  detector?: Detector;
  rel?: string;
  target?: string;
  className?: string;
  render?: (link: Link, key: number) => any;
}

export default function linkify(React: any, options?: Profile | DetectorOptions): (props: LinkifyProps) => any;
