// A component that links its text: `<Linkify>text</Linkify>`. React is passed in, not imported:
// `const Linkify = linkify(React)`.
import { Detector } from 'linkspan';
import { own } from '../core.js';
import { labelOf } from '../label.js';
import { spansOf } from './spans.js';

const CLOSED = new Set(['a', 'button', 'code', 'kbd', 'option', 'pre', 'samp', 'script', 'select', 'style', 'svg', 'textarea', 'title', 'var']);

// React takes a style, which is a single declaration here, as an object.
const properties = ({ attributes: { style, ...rest } }) => {
  const [name, value] = style?.split(':') ?? [];
  return name ? { ...rest, style: { [name.replace(/-./g, (c) => c[1].toUpperCase())]: value } } : rest;
};

export default function linkify(React, options) {
  const { Children, cloneElement, createElement, isValidElement } = React;
  const shared = new Detector(options);
  const shown = (node) => (typeof node === 'string' ? node : createElement(node.name, properties(node), ...node.children.map(shown)));

  return function Linkify(props) {
    const { children, detector = shared, rel = 'nofollow noopener', target, className, render } = own(props);
    const link = (found, key) => (render
      ? render(found, key)
      : createElement('a', { key, href: found.href, rel, target, className }, shown(labelOf(found))));
    const linked = (node) => {
      if (typeof node === 'string') {
        const spans = spansOf(detector, node);
        const has = spans.some((span) => typeof span !== 'string');
        return has ? spans.map((span, key) => (typeof span === 'string' ? span : link(span, key))) : node;
      }
      if (Array.isArray(node)) {
        const made = node.map(linked);
        return made.every((one, i) => one === node[i]) ? node : Children.toArray(made);
      }
      if (!isValidElement(node) || CLOSED.has(node.type)) return node;
      // Nodes without a link stay identical: functions and single children matter to some
      // components.
      const made = linked(node.props.children);
      return made === node.props.children ? node : cloneElement(node, undefined, made);
    };
    return createElement(React.Fragment, null, Children.map(children, linked));
  };
}
