import type { DetectorOptions as AllOptions, Link, Profile as AllProfiles, Rendering, Source } from './index.js';

export type { Kind, Link, Rendering, Source } from './index.js';

/** The profiles of `linkspan` without `pri185`, which serves layout. */
export type Profile = Exclude<AllProfiles, 'pri185'>;
/** The options of `linkspan` without `grammar`. */
export type DetectorOptions = Omit<AllOptions, 'profile' | 'grammar'> & { profile?: Profile };

/** Loads the WebAssembly, as `init` of `linkspan` does. Adapters call it by themselves. */
export function init(source?: Source | Promise<Source>): Promise<void>;
/** Waiting for it calls `init()`. */
export const ready: Promise<void>;
/** Starts the package synchronously from bytes or a compiled module. */
export function initSync(source: BufferSource | WebAssembly.Module): void;

type Options = Profile | DetectorOptions | Detector;

/** Returns the links in a text, in order; at most `most` of them. */
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
/** Returns the link that starts at an offset, as `find` would. Reads only the text around it. */
export function linkAt(text: string, at: number, options?: Options): Link | null;
/** Returns the link that contains an offset, such as the one under the pointer. */
export function linkOver(text: string, at: number, options?: Options): Link | null;
/** Renders a text with its links as HTML. All text is escaped. */
export function linkify(text: string, options?: Profile | (DetectorOptions & Rendering) | Detector): string;

/** Finds links, with options that are read once. Create it once and reuse it. */
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
  /** Frees its memory now rather than when it is garbage collected. */
  free(): void;
}
