// Links in a page: `linkifyElement(element)`, and `observe(element)` for later additions.
import { own } from '../own.js';
import { whenReady } from '../when-ready.js';
import { Finder } from './finder.js';
import { captionOf } from './shown.js';
import { Texts, isBreak, isHidden, spansOf } from './texts.js';

const CLOSED = new Set(['A', 'BUTTON', 'CODE', 'KBD', 'MATH', 'NOSCRIPT', 'OPTION', 'PRE', 'SAMP', 'SCRIPT', 'SELECT', 'STYLE', 'SVG', 'TEMPLATE', 'TEXTAREA', 'TITLE', 'TT', 'VAR', 'XMP']);

// How far the text around a node is read that does not end before.
const FAR = 4096;

const closes = (node, skip) => node.nodeType === 1 && (CLOSED.has(node.tagName.toUpperCase()) || skip.has(node.tagName.toLowerCase()) || node.isContentEditable);

const isClosed = (node, skip) => {
  for (let at = node.parentElement; at; at = at.parentElement) if (closes(at, skip)) return true;
  return false;
};

const ends = (node) => node.nodeType === 1 && isBreak(node.tagName);
const hides = (node) => node.nodeType === 1 && isHidden(node.tagName);

function settings(given) {
  const { rel = 'nofollow noopener', target, class: className, skipTags = [], ...options } = own(given);
  return { rel, target, className, skip: new Set(skipTags.map((name) => name.toLowerCase())), finder: new Finder(options) };
}

function anchor(document, link, { rel, target, className, finder }) {
  const made = document.createElement('a');
  made.href = link.href;
  if (rel) made.rel = rel;
  if (target) made.target = target;
  if (className) made.className = className;
  made.append(shown(document, captionOf(finder, link)));
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

// The text before or after a node, up to white space or a break.
function beside(root, isBefore) {
  const [sibling, child] = isBefore ? ['previousSibling', 'lastChild'] : ['nextSibling', 'firstChild'];
  let text = '';
  let at = root;
  for (let steps = 0; steps + text.length < FAR; steps += 1) {
    if (ends(at)) break;
    if (at !== root && at.nodeType === 3) {
      text = isBefore ? at.data + text : text + at.data;
      if (/\s/.test(at.data)) break;
    }
    if (at !== root && at[child] && !hides(at)) {
      at = at[child];
      continue;
    }
    while (!at[sibling] && at.parentNode && !ends(at.parentNode)) at = at.parentNode;
    if (!at[sibling]) break;
    at = at[sibling];
  }
  return text;
}

// Reads the text of a node and what is in it.
function read(root, skip, texts) {
  // A loop, because a page may be nested more deeply than calls may be.
  let closed = isClosed(root, skip) ? 1 : 0;
  let at = root;
  for (;;) {
    if (at.nodeType === 3) {
      if (closed > 0) texts.pass(at.data);
      else texts.add(at.data, at);
    }
    if (ends(at)) texts.end();
    if (closes(at, skip)) closed += 1;
    if (at.firstChild && !hides(at)) {
      at = at.firstChild;
      continue;
    }
    for (;;) {
      if (ends(at)) texts.end();
      if (closes(at, skip)) closed -= 1;
      if (at === root) return;
      if (at.nextSibling) break;
      at = at.parentNode;
    }
    at = at.nextSibling;
  }
}

// Links the text of a node and what is in it.
function linkAll(root, all) {
  const texts = new Texts();
  texts.pass(beside(root, true));
  read(root, all.skip, texts);
  texts.pass(beside(root, false));
  let count = 0;
  for (const [node, links] of texts.links(all.finder)) {
    const document = node.ownerDocument;
    const made = document.createDocumentFragment();
    for (const span of spansOf(node.data, links)) made.append(typeof span === 'string' ? span : anchor(document, span, all));
    node.replaceWith(made);
    count += links.length;
  }
  return count;
}

/** Links the text in an element. Returns the number of links; links that have to wait are not counted. */
export function linkifyElement(element, options) {
  const all = settings(options);
  whenReady(all.finder, () => linkAll(element, all));
  return linkAll(element, all);
}

/** Links the text in an element, now and when it changes. Returns a function that stops it. */
export function observe(element, options) {
  const all = settings(options);
  linkAll(element, all);
  const cancel = whenReady(all.finder, () => {
    linkAll(element, all);
    observer.takeRecords();
  });
  const observer = new element.ownerDocument.defaultView.MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') linkAll(record.target, all);
      for (const node of record.addedNodes) {
        if (node.nodeType === 3 || (node.nodeType === 1 && node.tagName !== 'A')) linkAll(node, all);
      }
    }
    // Nodes created here are not examined again.
    observer.takeRecords();
  });
  observer.observe(element, { childList: true, subtree: true, characterData: true });
  return () => {
    cancel();
    observer.disconnect();
  };
}
