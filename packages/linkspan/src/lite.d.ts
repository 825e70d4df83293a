import type { DetectorOptions, Link, Profile, Rendering, Source } from './index.js';

export type { DetectorOptions, Kind, Link, Profile, Rendering, Source } from './index.js';

export function init(source?: Source | Promise<Source>): Promise<void>;
export function initSync(source: BufferSource | WebAssembly.Module): void;

type Options = Profile | DetectorOptions | Detector;

export function find(text: string, options?: Profile | (DetectorOptions & { most?: number }) | Detector): Link[];
export function findPacked(text: string, options?: Options): Uint32Array;
export function test(text: string, options?: Options): boolean;
export function pretest(text: string, options?: Options): boolean;
export function spans(text: string, options?: Options): (string | Link)[];
export function linkify(text: string, options?: Profile | (DetectorOptions & Omit<Rendering, 'bidi'>) | Detector): string;

export class Detector {
  constructor(options?: Profile | DetectorOptions);
  find(text: string, most?: number): Link[];
  findPacked(text: string): Uint32Array;
  test(text: string): boolean;
  pretest(text: string): boolean;
  spans(text: string): (string | Link)[];
  linkify(text: string, options?: Omit<Rendering, 'bidi'>): string;
  free(): void;
}
