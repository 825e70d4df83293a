export interface Found {
  type: string;
  value: string;
  isLink: boolean;
  href: string;
  start: number;
  end: number;
}

export interface Token {
  t: string;
  v: string;
  isLink: boolean;
  startIndex(): number;
  endIndex(): number;
  toString(): string;
  toHref(): string;
  toObject(): Found;
}

/** Returns the links in a text. */
export function find(text: string, type?: string | { defaultProtocol?: string } | null, options?: { defaultProtocol?: string } | null): Found[];
/** Splits a text into links and the text between them. */
export function tokenize(text: string): Token[];
/** Returns whether the whole text is a single link. */
export function test(text: string, type?: string | null): boolean;
/** Does nothing: links have the schemes of the profile `recommended`. */
export function registerCustomProtocol(scheme: string, optionalSlashes?: boolean): void;
/** Does nothing. */
export function reset(): void;
/** Does nothing. */
export function init(): void;
