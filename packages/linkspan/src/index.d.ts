/**
 * A set of rules: `recommended` is the default for text that people write, `uts58` is the standard
 * alone.
 */
export type Profile = 'recommended' | 'uts58' | 'uasg' | 'nonascii' | 'pri185';

/** The kind of a link. Only the profile `pri185` finds files. */
export type Kind = 'url' | 'email' | 'file';

/** A link in a text. Offsets are UTF-16 code units, as everywhere in JavaScript. */
export interface Link {
  start: number;
  end: number;
  kind: Kind;
  /** The link as written in the text. */
  text: string;
  /** The address to open: in ASCII and with a scheme, except for files. */
  href: string;
  /**
   * The text to put on the link: as written, except that a name found to imitate another one is in
   * A-labels, and that characters that reorder text are percent-escaped. Only the profile
   * `recommended` and the option `protect` look for such names.
   */
  caption: string;
}

/**
 * The options of a detector, with their names in camel case. `dist/options.md` explains them. A
 * wrong option throws a `TypeError`.
 */
export interface DetectorOptions {
  /** The profile to start from. The default is `recommended`. */
  profile?: Profile;
  /** Rules to enable. */
  with?: string | readonly string[];
  /** Rules to disable, such as `file-name`. */
  without?: string | readonly string[];
  /** Whether names and e-mail addresses without a scheme are links. */
  bareLinks?: 'linked' | 'ignored';
  /** More schemes to link, such as `ftp://` (before a host) or `tel:` (before any text). */
  addScheme?: string | readonly string[];
  /** More schemes to link although following them can run code or read files, such as `file:`. */
  addUnsafeScheme?: string | readonly string[];
  /** The scheme that `href` adds to a name without one. The default is `https`. */
  defaultScheme?: string;
  /** IP addresses after a scheme; `bare` also links IPv6 addresses without brackets. */
  ipHosts?: 'ignored' | 'linked' | 'bare';
  /** IP addresses without a scheme. */
  bareIp?: 'ignored' | 'linked';
  /** `localhost` after a scheme. */
  localhost?: 'ignored' | 'linked';
  /** Names with one label after a scheme. */
  singleLabel?: 'ignored' | 'linked';
  /** Names with emoji after a scheme. */
  emojiHosts?: 'ignored' | 'linked';
  /** The source of known top-level domains, for names without a scheme. */
  tlds?: 'embedded' | 'syntactic';
  /** More top-level domains, such as `internal`. */
  addTld?: string | readonly string[];
  /** The requirement for the top-level domain after a scheme. */
  schemeTld?: 'syntactic' | 'known';
  /**
   * Names that start with `www.`; `syntactic-tld` accepts any syntactically valid top-level domain.
   */
  wwwNames?: 'as-others' | 'syntactic-tld';
  /** The maximum age of the list of top-level domains, in days. */
  maxTldAge?: number | 'none';
  /** The current date, such as `2026-11-15`, which determines the age of the list. */
  today?: string;
  /** Local parts in quotation marks. */
  quotedLocalParts?: 'ignored' | 'linked';
  /**
   * A dot at the start of a local part, or two in a row: reject the address, or start after them.
   */
  misplacedDots?: 'fail' | 'stop';
  /** The length limits of DNS and mail, or none; replaces all other limits. */
  limits?: 'none' | 'dns';
  /** The maximum length of a label in A-label form, in octets. */
  maxLabel?: number | 'none';
  /** The maximum length of a name in A-label form, in octets. */
  maxName?: number | 'none';
  /** The maximum length of a local part, in octets. */
  maxLocalPart?: number | 'none';
  /** The maximum length of a link, in bytes of UTF-8. */
  maxLength?: number | 'none';
  /**
   * The maximum length of text without white space, in bytes of UTF-8; nothing in a longer run is
   * linked.
   */
  maxRun?: number | 'none';
  /** Names that no other name may imitate, such as `example.com`. */
  protect?: string | readonly string[];
  /** The grammar that finds candidates. */
  grammar?: 'uts58' | 'pri185';
}

/**
 * A profile, options, or a detector. The detector for each distinct set of options is created once
 * and kept for good; for options that vary, create a `Detector` and `free()` it.
 */
export type Options = Profile | DetectorOptions | Detector;

/** How links are rendered as HTML. */
export interface Rendering {
  /** The attribute `rel` of URLs. The default is `nofollow noopener`; `''` omits it. */
  rel?: string;
  /** The attribute `target` of URLs. */
  target?: string;
  /** The attribute `class`. */
  class?: string;
  /** The visible text: the link as typed, or in its display form. */
  caption?: 'typed' | 'display';
  /** The maximum number of characters of the visible text. The domain is always shown in full. */
  shorten?: number;
  /** The tooltip of a link: none, or its display form. */
  title?: 'none' | 'display';
  /** The address: as a browser serializes it, or as typed. */
  href?: 'normalized' | 'typed';
  /**
   * When links are isolated from the direction of the surrounding text. The default is `always`;
   * `never` also leaves the order of right-to-left links to the browser.
   */
  isolate?: 'always' | 'when-reordered' | 'never';
  /** The order of the fields of right-to-left links. */
  bidi?: Order;
}

/** The order of the fields of a link in bidirectional text. */
export type Order = 'plain' | 'ltr' | 'constant' | 'environment' | 'content' | 'tld';

/** Why a candidate was rejected or changed, or a warning about it. */
export interface Reason {
  /** A stable name, such as `file-name`. */
  id: string;
  /** The clause of the standard, or of the rules of linkspan. */
  clause: string;
  /** The part of the text that the reason is about. */
  about: string;
  /** A sentence for people. */
  message: string;
}

/** Why a link ends where it does. */
export interface Ending {
  /** A stable name: that of an ending, such as `soft`, or of a reason. */
  rule: string;
  /** The first character after the link; null at the end of the text. */
  character: string | null;
  /** The same character, in the form `U+002E`. */
  codePoint: string | null;
  /** Its Link_Term value. */
  linkTerm: string | null;
  /** The clause of the standard, or of the rules of linkspan. */
  clause: string;
  /** A sentence for people. */
  message: string;
  /** The brackets that were open where reading stopped. */
  open: string;
  /** The rule that stopped the reading; differs from `rule` if it was later. */
  stop: string;
  /** The character at which reading stopped; null at the end of the text. */
  stoppedAt: string | null;
}

/** A candidate that is linked, with all its fields. A field that a link lacks is null. */
export interface Linked {
  start: number;
  end: number;
  linked: true;
  // <fields>
  /** What the link is: `url`, `email`, or with the profile `pri185` also `file`. */
  kind: Kind;
  /** The link as written. */
  text: string;
  /** The address to open: ASCII, with a scheme, as a browser serializes it. */
  href: string;
  /** The address as typed, with a scheme; `href` if a browser would open another address for it. */
  hrefTyped: string;
  /** The readable form: names in Unicode, and no unnecessary escapes. */
  display: string;
  /** The text to put on the link: as written, but a name found to imitate another one is in
   *  A-labels, and characters that reorder text are percent-escaped. */
  caption: string;
  /** The scheme as written, without `:` and `//`; null if none is written. */
  scheme: string | null;
  /** The text before the `@` of an e-mail address. */
  localPart: string | null;
  /** The host, to compare by: A-labels in lower case without a root dot, or an IP address as a
   *  browser serializes it; null if IDNA rejects it. */
  host: string | null;
  /** The host as written. */
  hostTyped: string | null;
  /** The host in Unicode, to show; a name found to imitate another one is in A-labels. */
  hostDisplay: string | null;
  /** The registrable domain, to count and compare by, in the form of `host`; null for an IP address
   *  and for a public suffix. */
  domain: string | null;
  /** The registrable domain in Unicode, to show. */
  domainDisplay: string | null;
  /** The top-level domain, in the form of `host`. */
  tld: string | null;
  /** The port, if one is written. */
  port: number | null;
  /** The path with its first `/`. In a link without a host, such as `tel:`, the text after the `:`;
   *  for a file name, the whole name. */
  path: string | null;
  /** The query, without its `?`. */
  query: string | null;
  /** The fragment, without its `#` and without directives. */
  fragment: string | null;
  /** The fragment directives, without the first `:~:`. */
  directives: string | null;
  // </fields>
  /** Why the link was narrowed, and warnings to show with it. */
  reasons: Reason[];
  /** Why it ends where it does; null if that is not known. */
  ending: Ending | null;
}

/** A candidate that is not linked. */
export interface Rejected {
  start: number;
  end: number;
  linked: false;
  /** What it would be. */
  kind: Kind;
  text: string;
  reasons: Reason[];
}

export type Finding = Linked | Rejected;

/** Where the WebAssembly comes from. By default, the file of the package is fetched. */
export type Source = URL | string | Response | BufferSource | WebAssembly.Module;

/**
 * Loads the WebAssembly. Servers are ready on import; in a browser, call and await it before the
 * functions of this module, which throw until then. After a failure, it can be called again; when the
 * package has started, calls have no effect.
 */
export function init(source?: Source | Promise<Source>): Promise<void>;
/** Waiting for it calls `init()`. */
export const ready: Promise<void>;
/** Starts the package synchronously from bytes or a compiled module. */
export function initSync(source: BufferSource | WebAssembly.Module): void;

/**
 * Returns the links in a text, in order; at most `most` (default: all). Takes linear time. Throws a
 * `TypeError` if `text` is not a string or an option is wrong.
 */
export function find(text: string, options?: Profile | (DetectorOptions & { most?: number }) | Detector): Link[];
/**
 * Returns start, end and kind (0 URL, 1 e-mail address, 2 file) of each link. Cheaper than `find`.
 */
export function findPacked(text: string, options?: Options): Uint32Array;
/** Returns whether a text contains a link. */
export function test(text: string, options?: Options): boolean;
/** Returns whether a text may contain a link; `false` is definite. Much cheaper than `test`. */
export function pretest(text: string, options?: Options): boolean;
/** Splits a text into links and the text between them. */
export function spans(text: string, options?: Options): (string | Link)[];
/**
 * Renders a plain text as HTML with its links. All text is escaped; for existing HTML, use
 * `linkifyHtml` of `linkspan/rewrite`.
 */
export function linkify(text: string, options?: Profile | (DetectorOptions & Rendering) | Detector): string;
/** Returns the link that starts at an offset, as `find` would. Reads only the text around it. */
export function linkAt(text: string, at: number, options?: Options): Link | null;
/** Returns the link that contains an offset, such as the one under the pointer. */
export function linkOver(text: string, at: number, options?: Options): Link | null;
/** Explains every candidate in a text: what is linked, what is not, and why. Slower than `find`. */
export function explain(text: string, options?: Options): Finding[];
/**
 * Writes a URL with minimal escaping, in display form, or in ASCII. Throws a `TypeError` if it has
 * no valid host or is an e-mail address. The scheme is not checked.
 */
export function format(url: string, form?: 'minimal' | 'display' | 'ascii'): string;
/**
 * Defangs URLs, names, e-mail and IP addresses in a text, as in `hxxps://a[.]com`. Names with an
 * unknown top-level domain and links without `//`, such as `tel:`, are unchanged.
 */
export function defang(text: string): string;
/** Restores the defanged links in a text. */
export function refang(text: string): string;
/** Returns the registrable domain of a host, in A-labels; null for a public suffix. */
export function domain(host: string): string | null;
/**
 * Returns a paragraph with its right-to-left links in a predictable order: the characters as
 * displayed, text with invisible controls, or HTML.
 */
export function layOut(
  text: string,
  form?: 'visual' | 'controls' | 'html',
  options?: DetectorOptions & { order?: Order; direction?: 'ltr' | 'rtl' | 'auto' },
): string;

/**
 * Finds links, with options that are read once. Create it once and reuse it; in a browser, it may be
 * created before the package has started. The methods do what the functions of the same names do,
 * with the options of this detector.
 */
export class Detector {
  constructor(options?: Profile | DetectorOptions);
  /** Whether the WebAssembly is there; after `failed`, it may still become `ready`. */
  readonly status: 'waiting' | 'ready' | 'failed';
  /**
   * Calls back whenever the status changes, and starts to load the WebAssembly. Returns a function
   * that ends it.
   */
  watch(callback: () => void): () => void;
  find(text: string, most?: number): Link[];
  findPacked(text: string): Uint32Array;
  test(text: string): boolean;
  pretest(text: string): boolean;
  spans(text: string): (string | Link)[];
  linkAt(text: string, at: number): Link | null;
  linkOver(text: string, at: number): Link | null;
  linkify(text: string, options?: Rendering): string;
  explain(text: string): Finding[];
  layOut(text: string, form?: 'visual' | 'controls' | 'html', options?: { order?: Order; direction?: 'ltr' | 'rtl' | 'auto' }): string;
  /** Frees its memory now rather than when it is garbage collected. */
  free(): void;
}

/** A link in a text that is being edited. */
export interface LiveLink extends Link {
  /** Stays the same while the first character and the kind of the link do. */
  id: number;
}

/** How an edit changed the links. */
export interface Changes {
  /** The ids of links that no longer exist. */
  removed: number[];
  /** New links. */
  added: LiveLink[];
  /** Links near the edit that still exist, but at other positions. */
  moved: LiveLink[];
  /**
   * All links that started at `from` or later, before the edit, moved by `by`. To update a list:
   * delete `removed`, shift these, then store `moved` and `added`.
   */
  shift: { from: number; by: number };
  /** The number of the edit for `undo`. Only the last 10,000 edits can be reverted. */
  undo?: number;
}

/** The state to save with a text: whether links are shown, and the ranges of dismissed links. */
export interface LiveState {
  enabled: boolean;
  dismissed: [number, number][];
}

/**
 * A text that is being edited, and its links. The cost of an edit depends on the edit, not on the
 * length of the text. An argument of a wrong type throws a `TypeError` and changes nothing. After an
 * internal error (out of memory, for example), its methods throw: create a new one from your text.
 */
export class LiveText {
  constructor(text?: string, options?: Options, state?: LiveState);
  /**
   * Replaces the code units from `start` to `end`. Throws a `TypeError` if the range is not in the
   * text. A lone surrogate becomes U+FFFD; insert both halves in one edit.
   */
  edit(start: number, end: number, insert?: string): Changes;
  /** Reverts the edit with this number. Revert the last one first. */
  undo(number: number): Changes;
  /**
   * Dismisses the links that overlap a range, or that a caret touches. They stay text until they
   * are restored or no link is left there.
   */
  dismiss(start: number, end: number): Changes;
  /** Restores the dismissed links that overlap a range, or that a caret touches. */
  restore(start: number, end: number): Changes;
  /** Shows or hides all links. Dismissals are kept. */
  enable(enabled?: boolean): Changes;
  /**
   * Returns the links that overlap a range or are directly next to it; without arguments, all
   * links.
   */
  links(start?: number, end?: number): LiveLink[];
  /** Returns the link that typing at the caret could still change. */
  pending(caret: number): LiveLink | null;
  /** The state to save with the text, for the constructor. */
  readonly state: LiveState;
  /** The length of the text, in code units. */
  readonly length: number;
  /** Returns the code units from `start` to `end`; empty if the range is not in the text. */
  slice(start: number, end: number): string;
  /** Returns the whole text. */
  toString(): string;
  /** Frees its memory now rather than when it is garbage collected. */
  free(): void;
}

/**
 * Finds links in text that arrives in pieces, split anywhere. Offsets count from the start of the
 * first piece. Holds only text that may still be part of a link; text of more than 1 MiB (or
 * `maxRun`) without white space is not searched. For a complete text, use `find`.
 */
export class Stream {
  constructor(options?: Options);
  /** Adds text and returns the links that later text can no longer change. */
  push(chunk: string): Link[];
  /** Ends the text, returns the last links and frees the stream. Later calls throw. */
  finish(): Link[];
  /** Frees its memory now rather than when it is garbage collected. */
  free(): void;
}
