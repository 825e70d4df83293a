// A component that links the text in it: `<Linkify>text</Linkify>`. React is given, not imported:
// `const Linkify = linkify(React)`.
import { Detector } from 'linkspan';

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
        const spans = detector.spans(node);
        return spans.length === 1 && spans[0] === node ? node : spans.map((span, key) => (typeof span === 'string' ? span : link(span, key)));
      }
      if (!isValidElement(node) || CLOSED.has(node.type) || !node.props.children) return node;
      return cloneElement(node, undefined, Children.map(node.props.children, linked));
    };
    return createElement(React.Fragment, null, Children.map(children, linked));
  };
}
