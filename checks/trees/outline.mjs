// The tree of a page as a string, without the links that were made. Works on the nodes of a browser and of parse5.

const MADE = 'made-here';

// What the hook of the test sets in links that were there.
const HOOK = 'x-hook';

const attributes = node =>
  [...(node.attrs ?? node.attributes ?? [])]
    .map(({name, value}) => [name, value])
    .filter(([name, value]) => !(name === 'rel' && value === HOOK && node.nodeName.toLowerCase() === 'a'));

const isMade = node =>
  node.nodeName.toLowerCase() === 'a' && attributes(node).some(([name, value]) => name === 'class' && value === MADE);

/** The outline of a tree, and how many links were made in it. If `unlinked`, other links are left out too. */
export function outline(root, unlinked) {
  let out = '';
  let links = 0;
  const visit = (node, inLink) => {
    const name = node.nodeName;
    if (name === '#text') {
      out += node.value ?? node.data;
      return;
    }
    if (name === '#comment') {
      out += `\0!${node.data}\0`;
      return;
    }
    const made = isMade(node);
    links += made;
    const isLink = unlinked && name.toLowerCase() === 'a';
    const shown = !made && !isLink && !(inLink && name.toLowerCase() === 'bdi') && !name.startsWith('#');
    if (shown) {
      const sorted = attributes(node).sort(([a], [b]) => (a < b ? -1 : 1));
      out += `\0(${node.namespaceURI} ${name.toLowerCase()} ${JSON.stringify(sorted)}`;
    }
    if (node.content) visit(node.content, false);
    for (const child of node.childNodes ?? []) visit(child, inLink || made);
    if (shown) out += '\0)';
  };
  visit(root, false);
  return {out, links};
}

/** The pages whose trees differ by more than `count` links, each with the way it was read. */
export function differing(pages, readings) {
  const found = [];
  for (const [before, after, count, unlinked] of pages) {
    for (const [reading, parse] of Object.entries(readings)) {
      const old = outline(parse(before), unlinked);
      const made = outline(parse(after), unlinked);
      if (old.out !== made.out || made.links !== count) found.push([reading, before, after]);
    }
  }
  return found;
}
