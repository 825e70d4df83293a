/** How URLs are read. */
export interface BoundaryOptions {
  /** Whose ends: those of UTS #58, or those that a reader would choose, which is the default. */
  profile?: 'recommended' | 'uts58';
}

/** A URL in a text. Positions are in UTF-16 code units. */
export interface FoundUrl {
  start: number;
  end: number;
  text: string;
  /** The text; with `https://` before a name that starts with `www.`. */
  href: string;
  unsure?: undefined;
}

/** The start of text that may be a URL, which only the whole library can decide. */
export interface UnsureUrl {
  start: number;
  unsure: true;
}

/**
 * Returns where the URL that starts at `start` ends: -1 if none starts there, and `null` if only the whole library can
 * decide that.
 */
export function end(text: string, start: number, options?: BoundaryOptions): number | null;

/**
 * Returns the right end of a URL that another program found at `start..end`. Where `end` of this module gives none, the
 * host is kept as that program found it, and the text after it is read again.
 */
export function trim(text: string, start: number, end: number, options?: BoundaryOptions): number;

/** Returns the URLs with `http://` or `https://`, and the names that start with `www.`. */
export function find(text: string, options?: BoundaryOptions & { unsure?: false }): FoundUrl[];
/** Returns them with the starts of those that only the whole library can decide. */
export function find(text: string, options: BoundaryOptions & { unsure: boolean }): (FoundUrl | UnsureUrl)[];
