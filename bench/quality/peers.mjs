// The linkifiers in JavaScript, for `cargo run --release -p linkspan-bench --bin quality`.
//
// Reads texts from standard input, a line each. Writes the names and versions of the tools, then a
// line for each text: for each tool its links as START-END in bytes of UTF-8, separated by commas.
// Tools are separated by tabs.

import { readFileSync } from 'node:fs';
import Autolinker from 'autolinker';
import { LinkifyIt } from 'linkify-it';
import * as linkifyjs from 'linkifyjs';
import tlds from 'tlds' with { type: 'json' };

const linkifyIt = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true }).tlds(tlds);

// Web and e-mail addresses only; everything else as it comes.
const autolinker = { phone: false, mention: false, hashtag: false, urls: { ipV4Matches: false } };

// Each gives pairs of UTF-16 offsets.
const tools = {
  'linkify-it': (text) => (linkifyIt.match(text) ?? []).map((link) => [link.index, link.lastIndex]),
  linkifyjs: (text) => linkifyjs.find(text).map((link) => [link.start, link.end]),
  autolinker: (text) =>
    Autolinker.parse(text, autolinker).map((link) => [
      link.getOffset(),
      link.getOffset() + link.getMatchedText().length,
    ]),
};

function version(name) {
  const file = new URL(`node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

function found(text, find) {
  const byte = (offset) => Buffer.byteLength(text.slice(0, offset));
  return find(text)
    .map(([start, end]) => `${byte(start)}-${byte(end)}`)
    .join(',');
}

const texts = readFileSync(0, 'utf8').replace(/\n$/, '').split('\n');
const lines = [Object.keys(tools).map((name) => `${name} ${version(name)}`)];
for (const text of texts) {
  lines.push(Object.values(tools).map((find) => found(text, find)));
}
console.log(lines.map((cells) => cells.join('\t')).join('\n'));
