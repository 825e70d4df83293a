// A component that links its text: `<Linkify>text</Linkify>`. React is passed in, not imported:
// `const Linkify = linkify(React)`.
import { own } from '../own.js';
import { whenReady } from '../when-ready.js';
import { Finder } from './finder.js';
import { captionOf } from './shown.js';
import { Texts, isBreak, isHidden, spansOf } from './texts.js';

const CLOSED = new Set(['a', 'button', 'code', 'kbd', 'option', 'pre', 'samp', 'script', 'select', 'style', 'svg', 'textarea', 'title', 'var']);

// React takes a style, which is a single declaration here, as an object.
const properties = ({ attributes: { style, ...rest } }) => {
  const [name, value] = style?.split(':') ?? [];
  return name ? { ...rest, style: { [name.replace(/-./g, (c) => c[1].toUpperCase())]: value } } : rest;
};

export default function linkify(React, options) {
  const { Children, cloneElement, createElement, isValidElement } = React;
  const shared = new Finder(options);
  const finders = new WeakMap();
  const finderOf = ({ detector }) => {
    if (!detector) return shared;
    if (!finders.has(detector)) finders.set(detector, new Finder(detector));
    return finders.get(detector);
  };
  const shown = (node) => (typeof node === 'string' ? node : createElement(node.name, properties(node), ...node.children.map(shown)));

  return rendersAgain(React, (props) => finderOf(own(props)), function Linkify(props) {
    const finder = finderOf(own(props));
    const { children, rel = 'nofollow noopener', target, className, render } = own(props);
    const link = (found, key) => (render
      ? render(found, key)
      : createElement('a', { key, href: found.href, rel, target, className }, shown(captionOf(finder, found))));
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
    const links = texts.links(finder);
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
  });
}

/**
 * Returns a component that renders `Component`, and renders it anew when the package has started: for
 * components that use another adapter, such as react-markdown with `linkspan/remark`.
 */
export function withLinks(React, Component, detector) {
  const finder = new Finder(detector);
  const Anew = (props) => React.createElement(Component, { ...props, key: finder.status === 'ready' });
  return rendersAgain(React, () => finder, Anew);
}

// A component that renders again when the package has started. A page from a server already has its
// links: what it shows stays as it is until the same can be made here, so that both are equal.
function rendersAgain(React, finderOf, Component) {
  const { createElement, useEffect, useRef, useState, useSyncExternalStore, Suspense } = React;
  // Server components have no state, and the package is ready on servers.
  if (!useState) return Component;
  // React 17.
  if (!useSyncExternalStore) {
    return function Linked(props) {
      const [, again] = useState();
      const finder = finderOf(props);
      useEffect(() => whenReady(finder, () => again({})), [finder]);
      return createElement(Component, props);
    };
  }
  // `server` on a server, and while React takes over its page.
  const useStatus = (finder) => useSyncExternalStore(finder.watch, () => finder.status, () => 'server');
  function Inner({ props, done }) {
    const finder = finderOf(props);
    if (useStatus(finder) === 'server' && finder.status !== 'ready') throw new Promise((resolve) => { whenReady(finder, resolve); });
    useEffect(() => done?.(), []);
    return createElement(Component, props);
  }
  return function Linked(props) {
    const finder = finderOf(props);
    const status = useStatus(finder);
    const [isDone, setDone] = useState(false);
    const sent = useRef(null);
    // What the server has sent stays until it is taken over, or until there is something else to show.
    const kept = sent.current;
    if (kept && !isDone && !kept.isReplaced) {
      if (isSameProps(kept.props, props)) return kept.made;
      kept.isReplaced = true;
    }
    const isSent = status === 'server' && finder.status !== 'ready';
    const done = isSent ? () => setDone(true) : undefined;
    // React does not update what it has not taken over yet, but it can replace it.
    const key = kept?.isReplaced ? 'new' : undefined;
    const made = createElement(Suspense, { key, fallback: props.children }, createElement(Inner, { props, done }));
    if (isSent) sent.current = { made, props };
    return made;
  };
}

const isSameProps = (one, other, same = isSame) => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => same(one[name], other[name]));
};

// Whether two contents look the same. What a function does is not seen.
function isSame(one, other) {
  if (Object.is(one, other) || [one, other].every((value) => typeof value === 'function')) return true;
  if (one?.$$typeof && one.props) return other?.props && one.$$typeof === other.$$typeof && one.type === other.type && one.key === other.key && isSameProps(one.props, other.props);
  if ([one, other].every(Array.isArray)) return isSameProps(one, other);
  // Other objects, such as a style, are not read deeply: they may refer to themselves.
  return [one, other].every((value) => value && Object.getPrototypeOf(value) === Object.prototype) && isSameProps(one, other, Object.is);
}
