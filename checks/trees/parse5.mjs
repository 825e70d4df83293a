// Compares pages before and after by parse5: `node parse5.mjs PAGES.json`, a list of [before, after, links, unlinked].

import {readFileSync} from 'node:fs';
import {parse, parseFragment} from 'parse5';
import {differing} from './outline.mjs';

const pages = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const [div] = parseFragment('<div></div>').childNodes;
const [template] = parseFragment('<template></template>').childNodes;
const readings = {
  'a piece of a template': page => parseFragment(template, page),
  'a page, scripts': page => parse(page),
  'a page, no scripts': page => parse(page, {scriptingEnabled: false}),
  'a piece, scripts': page => parseFragment(div, page),
  'a piece, no scripts': page => parseFragment(div, page, {scriptingEnabled: false}),
};
const found = differing(pages, readings);
for (const [reading, before, after] of found.slice(0, 10)) {
  console.log(`${reading}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`);
}
console.log(`${pages.length} pages, ${found.length} differ`);
process.exitCode = found.length ? 1 : 0;
