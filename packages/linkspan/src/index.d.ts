/** A set of rules: `recommended` is the default, `uts58` is the standard alone. */
export type Profile = 'recommended' | 'uts58' | 'uasg' | 'nonascii' | 'pri185';

export type Kind = 'url' | 'email' | 'file';

/** A link in a text. Offsets are UTF-16 code units, as everywhere in JavaScript. */
export interface Link {
  start: number;
  end: number;
  kind: Kind;
  /** The link as it is in the text. */
  text: string;
  /** The address to open: ASCII, with a scheme. */
  href: string;
  /** The text to show: that of the link, but a name that imitates another one is in A-labels. */
  label: string;
}

/** The options of a detector, with their names in camel case; `dist/options.md` explains them. */
export interface DetectorOptions {
  profile?: Profile;
  /** Rules to switch on. */
  with?: string | readonly string[];
  /** Rules to switch off, such as `file-name`. */
  without?: string | readonly string[];
  bareLinks?: 'linked' | 'ignored';
  addScheme?: string | readonly string[];
  addUnsafeScheme?: string | readonly string[];
  defaultScheme?: string;
  ipHosts?: 'ignored' | 'linked' | 'bare';
  bareIp?: 'ignored' | 'linked';
  localhost?: 'ignored' | 'linked';
  tlds?: 'embedded' | 'syntactic';
  addTld?: string | readonly string[];
  schemeTld?: 'syntactic' | 'known';
  wwwNames?: 'as-others' | 'syntactic-tld';
  maxTldAge?: number | 'none';
  today?: string;
  quotedLocalParts?: 'ignored' | 'linked';
  misplacedDots?: 'fail' | 'stop';
  limits?: 'none' | 'dns';
  maxLabel?: number | 'none';
  maxName?: number | 'none';
  maxLocalPart?: number | 'none';
  maxLength?: number | 'none';
  maxRun?: number | 'none';
  protect?: string | readonly string[];
  grammar?: 'uts58' | 'pri185';
}

export type Options = Profile | DetectorOptions | Detector;

export interface Rendering {
  rel?: string;
  target?: string;
  className?: string;
  /** What is shown: the link as typed, or in its display form. */
  label?: 'typed' | 'display';
  /** The most characters of a label, if that does not hide whose link it is. */
  truncate?: number;
  title?: 'none' | 'display';
  href?: 'normalized' | 'typed';
  isolate?: 'always' | 'when-reordered';
  bidi?: Order;
}

export type Order = 'plain' | 'ltr' | 'constant' | 'environment' | 'content' | 'tld';

export interface Reason {
  /** A stable name, such as `file-name`. */
  id: string;
  clause: string;
  about: string;
  message: string;
}

export interface Linked {
  start: number;
  end: number;
  linked: true;
  text: string;
  kind: Kind;
  href: string;
  display: string;
  hostAscii: string | null;
  hostDisplay: string | null;
  registrableDomain: string | null;
  parts: Partial<Record<'scheme' | 'localPart' | 'host' | 'port' | 'path' | 'query' | 'fragment' | 'directives', string>>;
  reasons: Reason[];
  /** The rule that ended it. */
  ending?: Reason & { open: string };
}

export interface Rejected {
  start: number;
  end: number;
  linked: false;
  text: string;
  reasons: Reason[];
}

export type Finding = Linked | Rejected;

/** Where the WebAssembly comes from: nothing for the file of the package. */
export type Source = URL | string | Response | BufferSource | WebAssembly.Module;

/** Starts the package in a browser. Node, Deno and Bun are ready on import. */
export function init(source?: Source | Promise<Source>): Promise<void>;
export function initSync(source: BufferSource | WebAssembly.Module): void;

export function find(text: string, options?: Profile | (DetectorOptions & { most?: number }) | Detector): Link[];
/** Start, end and kind (0 URL, 1 e-mail address, 2 file) of each link. */
export function findPacked(text: string, options?: Options): Uint32Array;
export function test(text: string, options?: Options): boolean;
/** Whether there may be a link; `false` is certain. */
export function pretest(text: string, options?: Options): boolean;
export function spans(text: string, options?: Options): (string | Link)[];
/** Text as HTML, with its links. */
export function linkify(text: string, options?: Profile | (DetectorOptions & Rendering) | Detector): string;
/** What is linked and what is not, and why. */
export function explain(text: string, options?: Options): Finding[];
export function format(url: string, form?: 'minimal' | 'display' | 'ascii'): string;
export function defang(text: string): string;
export function refang(text: string): string;
/** The registrable domain of a host; null for a public suffix. */
export function registrableDomain(host: string): string | null;
export function layOut(
  text: string,
  form?: 'visual' | 'controls' | 'html',
  options?: DetectorOptions & { order?: Order; direction?: 'ltr' | 'rtl' | 'auto' },
): string;

/** Finds links, with options that are read once. */
export class Detector {
  constructor(options?: Profile | DetectorOptions);
  find(text: string, most?: number): Link[];
  findPacked(text: string): Uint32Array;
  test(text: string): boolean;
  pretest(text: string): boolean;
  spans(text: string): (string | Link)[];
  linkify(text: string, options?: Rendering): string;
  explain(text: string): Finding[];
  layOut(text: string, form?: 'visual' | 'controls' | 'html', options?: { order?: Order; direction?: 'ltr' | 'rtl' | 'auto' }): string;
  /** Frees its memory now; otherwise that is done when it is collected. */
  free(): void;
}

export interface LiveLink extends Link {
  /** Stays the same while the link lives. */
  id: number;
}

export interface Changes {
  removed: number[];
  added: LiveLink[];
  moved: LiveLink[];
  /** Links from here on are shifted, without being named. */
  shift: { from: number; by: number };
  /** What `undo` takes to take the edit back: one of the last 10,000. */
  undo?: number;
}

export interface LiveState {
  enabled: boolean;
  dismissed: [number, number][];
}

/** Text that is edited, and its links. */
export class LiveText {
  constructor(text?: string, options?: Options, state?: LiveState);
  edit(start: number, end: number, insert?: string): Changes;
  undo(number: number): Changes;
  /** Unlinks what is in a range, until it is restored. */
  dismiss(start: number, end: number): Changes;
  restore(start: number, end: number): Changes;
  enable(enabled?: boolean): Changes;
  links(start?: number, end?: number): LiveLink[];
  /** The link that typing at the caret may still change. */
  pending(caret: number): LiveLink | null;
  readonly state: LiveState;
  readonly length: number;
  slice(start: number, end: number): string;
  toString(): string;
  free(): void;
}

/** Links in text that arrives in pieces. */
export class Stream {
  constructor(options?: Options);
  /** The links that are complete now. */
  push(chunk: string): Link[];
  finish(): Link[];
  free(): void;
}
