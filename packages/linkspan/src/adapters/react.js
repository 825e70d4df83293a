// A component that links its text: `<Linkify>text</Linkify>`. React is passed in, not imported:
// `const Linkify = linkify(React)`.
import { Detector } from 'linkspan';
import { own } from '../core.js';
import { captionOf } from '../caption.js';
import { Texts, isBreak, isHidden, spansOf } from './texts.js';

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
      : createElement('a', { key, href: found.href, rel, target, className }, shown(captionOf(found))));
    // Texts are numbered in their order, because a text is no object.
    const texts = new Texts();
    let count = 0;
    const read = (node, isClosed) => {
      if (typeof node === 'string' && !isClosed) texts.add(node, count++);
      else if (['string', 'number', 'bigint'].includes(typeof node)) texts.pass(String(node));
      else if (Array.isArray(node)) node.forEach((one) => read(one, isClosed));
      if (!isValidElement(node) || isHidden(String(node.type))) return;
      const ends = typeof node.type === 'string' && isBreak(node.type);
      if (ends) texts.end();
      read(node.props.children, isClosed || CLOSED.has(node.type));
      if (ends) texts.end();
    };
    Children.forEach(children, (node) => read(node, false));
    const links = texts.links(detector);
    count = 0;
    const linked = (node) => {
      if (typeof node === 'string') {
        const found = links.get(count++);
        return found ? spansOf(node, found).map((span, key) => (typeof span === 'string' ? span : link(span, key))) : node;
      }
      if (Array.isArray(node)) {
        const made = node.map(linked);
        return made.every((one, i) => one === node[i]) ? node : Children.toArray(made);
      }
      if (!isValidElement(node) || CLOSED.has(node.type) || isHidden(String(node.type))) return node;
      // Nodes without a link stay identical: functions and single children matter to some
      // components.
      const made = linked(node.props.children);
      return made === node.props.children ? node : cloneElement(node, undefined, made);
    };
    return createElement(React.Fragment, null, Children.map(children, linked));
  };
}
