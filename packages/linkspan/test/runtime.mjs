// What every runtime has to give: run by `runtimes.test.mjs` in each of them, in a project where the package is installed.
import { LiveText, Stream, explain, find, linkify } from 'linkspan';
import * as lite from 'linkspan/lite';
import { linkifyHtml } from 'linkspan/rewrite';
import { readFileSync } from 'node:fs';

const lines = JSON.parse(readFileSync('lines.json', 'utf8'));
const places = (links) => links.map(({ start, end, href }) => [start, end, href]);
const live = new LiveText('see a.com');
live.edit(4, 4, 'b');
const stream = new Stream();
console.log(JSON.stringify({
  found: lines.map((line) => places(find(line, 'uts58'))),
  lite: lines.map((line) => places(lite.find(line, 'uts58'))),
  html: linkify('see a.com'),
  page: linkifyHtml('<p>see a.com'),
  why: explain('README.md')[0].reasons[0].id,
  live: live.links()[0].text,
  stream: [...stream.push('see a.c'), ...stream.push('om now')].map((link) => link.text),
}));
