// Links in ProseMirror: `links()` is a plugin.
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { forProseMirror } from './prosemirror-core.js';

export const { key, links, linksOf, savedState, dismiss, restore } = forProseMirror({ Plugin, PluginKey, Decoration, DecorationSet });
export default links;
