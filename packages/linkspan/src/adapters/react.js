// A component that links its text: `<Linkify>text</Linkify>`. React is passed in, not imported:
// `const Linkify = linkify(React)`.
import { Detector } from 'linkspan';
import { spansOf } from './spans.js';

const CLOSED = new Set(['a', 'button', 'code', 'kbd', 'option', 'pre', 'samp', 'script', 'select', 'style', 'svg', 'textarea', 'title', 'var']);

export default function linkify(React, options) {
  const { Children, cloneElement, createElement, isValidElement } = React;
  const shared = new Detector(options);

  return function Linkify({ children, detector = shared, rel = 'nofollow noopener', target, className, render }) {
    const link = (found, key) => (render
      ? render(found, key)
      : createElement('a', { key, href: found.href, rel, target, className }, createElement('bdi', null, found.label)));
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
