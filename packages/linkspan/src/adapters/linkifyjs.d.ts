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

export function find(text: string, type?: string | { defaultProtocol?: string } | null, options?: { defaultProtocol?: string } | null): Found[];
export function tokenize(text: string): Token[];
export function test(text: string, type?: string | null): boolean;
export function registerCustomProtocol(scheme: string, optionalSlashes?: boolean): void;
export function reset(): void;
export function init(): void;
