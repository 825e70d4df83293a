import type { AdapterOptions } from './options.js';

/** A plugin for remark, after remark-gfm if that is used: `remark().use(gfm).use(linkspan)`. */
export default function linkspan(options?: AdapterOptions): (tree: any, file: any) => void;
