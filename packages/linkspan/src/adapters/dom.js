// Links in a page: `linkifyElement(element)`, and `observe(element)` for later additions.
import { Detector } from 'linkspan';
import { own } from '../core.js';
import { labelOf } from '../label.js';
import { spansOf } from './spans.js';

const CLOSED = new Set(['A', 'BUTTON', 'CODE', 'KBD', 'MATH', 'NOSCRIPT', 'OPTION', 'PRE', 'SAMP', 'SCRIPT', 'SELECT', 'STYLE', 'SVG', 'TEMPLATE', 'TEXTAREA', 'TITLE', 'TT', 'VAR', 'XMP']);

const isClosed = (node, skip) => {
  for (let at = node.parentElement; at; at = at.parentElement) {
    if (CLOSED.has(at.tagName.toUpperCase()) || skip.has(at.tagName.toLowerCase()) || at.isContentEditable) return true;
  }
  return false;
};

function settings(given) {
  const { rel = 'nofollow noopener', target, className, skipTags = [], detector, ...options } = own(given);
  return { rel, target, className, skip: new Set(skipTags.map((name) => name.toLowerCase())), detector: detector ?? new Detector(options) };
}

function anchor(document, link, { rel, target, className }) {
  const made = document.createElement('a');
  made.href = link.href;
  if (rel) made.rel = rel;
  if (target) made.target = target;
  if (className) made.className = className;
  made.append(shown(document, labelOf(link)));
  return made;
}

function shown(document, node) {
  if (typeof node === 'string') return node;
  const made = document.createElement(node.name);
  const { style, ...attributes } = node.attributes;
  for (const name in attributes) made.setAttribute(name, attributes[name]);
  // A content security policy may forbid the attribute, but not this.
  if (style) made.style.cssText = style;
  made.append(...node.children.map((child) => shown(document, child)));
  return made;
}

function linkText(node, all) {
  if (isClosed(node, all.skip)) return 0;
  const spans = spansOf(all.detector, node.data);
  const links = spans.filter((span) => typeof span !== 'string').length;
  if (links === 0) return 0;
  const document = node.ownerDocument;
  const made = document.createDocumentFragment();
  for (const span of spans) made.append(typeof span === 'string' ? span : anchor(document, span, all));
  node.replaceWith(made);
  return links;
}

function linkAll(root, all) {
  const document = root.ownerDocument ?? root;
  const walker = document.createTreeWalker(root, 4 /* text */);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  return texts.reduce((count, text) => count + linkText(text, all), 0);
}

/** Links the text in an element. Returns the number of links. */
export function linkifyElement(element, options) {
  return linkAll(element, settings(options));
}

/** Links the text in an element, now and when it changes. Returns a function that stops it. */
export function observe(element, options) {
  const all = settings(options);
  linkAll(element, all);
  const observer = new element.ownerDocument.defaultView.MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') linkText(record.target, all);
      for (const node of record.addedNodes) {
        if (node.nodeType === 3) linkText(node, all);
        else if (node.nodeType === 1 && !isClosed(node, all.skip) && node.tagName !== 'A') linkAll(node, all);
      }
    }
    // Nodes created here are not examined again.
    observer.takeRecords();
  });
  observer.observe(element, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}
