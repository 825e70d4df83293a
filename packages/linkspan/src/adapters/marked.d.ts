import type { AdapterOptions } from './options.js';

/** Returns an extension for marked: `marked.use(linkspan())`. Links are made by `parse`, not by `lexer`. */
export default function linkspan(options?: AdapterOptions): any;
