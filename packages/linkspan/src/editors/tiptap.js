// Links in TipTap: the extension Link, with linkspan deciding what is a link.
import { Link } from '@tiptap/extension-link';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { forProseMirror } from './prosemirror-core.js';

export const { key, links, linksOf, savedState, dismiss, restore } = forProseMirror({ Plugin, PluginKey, Decoration, DecorationSet });

// `ftp` becomes `ftp://`, and `{ scheme: 'tel', optionalSlashes: true }` becomes `tel:`. Schemes
// that are linked anyway need no option.
const USUAL = new Set(['http', 'https', 'mailto']);
const schemes = (protocols) => protocols
  .map((one) => (typeof one === 'string' ? { scheme: one } : one))
  .filter(({ scheme }) => !USUAL.has(scheme.replace(/[:/]+$/, '').toLowerCase()))
  .map(({ scheme, optionalSlashes }) => scheme.replace(/[:/]+$/, '') + (optionalSlashes ? ':' : '://'));

export const LinkspanLink = Link.extend({
  addOptions() {
    // `linkspan` has the options of the detector and of the plugin: `profile`, `without`, `state`,
    // `initial` and others. The checks of Link, such as rejecting IP addresses, are left to
    // linkspan.
    return { ...this.parent?.(), defaultProtocol: 'https', shouldAutoLink: () => true, linkspan: {} };
  },

  // Pasted text is searched like any other text.
  addPasteRules() {
    return this.options.autolink ? [] : this.parent?.() ?? [];
  },

  addCommands() {
    return {
      ...this.parent?.(),
      dismissLink: (from, to) => ({ state, dispatch }) => Boolean(key.get(state)) && dismiss(from, to)(state, dispatch),
      restoreLink: (from, to) => ({ state, dispatch }) => Boolean(key.get(state)) && restore(from, to)(state, dispatch),
    };
  },

  addProseMirrorPlugins() {
    const { options } = this;
    const { autolink, protocols, defaultProtocol, validate, shouldAutoLink, isAllowedUri } = options;
    // Only the autolink of Link is disabled.
    options.autolink = false;
    const plugins = this.parent?.() ?? [];
    options.autolink = autolink;
    if (!autolink) return plugins;
    const added = schemes(protocols);
    const context = { defaultValidate: () => true, protocols, defaultProtocol };
    const shouldLink = ({ text, href }) => Boolean(validate(href) && shouldAutoLink(text) && isAllowedUri(href, context));
    const settings = { defaultScheme: defaultProtocol, ...(added.length > 0 ? { addScheme: added } : {}), ...options.linkspan };
    return [...plugins, links({ mode: 'marks', mark: this.type, shouldLink, openOnClick: false, ...settings })];
  },
});
export default LinkspanLink;
