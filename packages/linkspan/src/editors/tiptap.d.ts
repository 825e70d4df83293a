import type { Mark } from '@tiptap/core';
import type { LinkOptions } from '@tiptap/extension-link';
import type { ProseMirrorOptions } from './prosemirror.js';

export { key, links, linksOf, savedState, dismiss, restore } from './prosemirror.js';

export interface LinkspanLinkOptions extends LinkOptions {
  /** Options of the detector and of the plugin. */
  linkspan: ProseMirrorOptions;
}

/** The extension Link, with linkspan deciding what is a link. */
export const LinkspanLink: Mark<LinkspanLinkOptions>;
export default LinkspanLink;
