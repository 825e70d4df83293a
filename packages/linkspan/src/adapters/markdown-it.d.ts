import type { AdapterOptions } from './options.js';

/** A plugin that replaces the linkifier of markdown-it: `md.use(linkspan)`. */
export default function linkspan(md: any, options?: AdapterOptions): void;
