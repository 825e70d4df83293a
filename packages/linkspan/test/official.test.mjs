// The official lines of UTS #58, in Unicode's own notation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find } from 'linkspan';
import { markedLines, official } from './support.mjs';

test('official lines', { skip: official ? false : 'the official files are absent; set LINKSPAN_UNICODE_DIR' }, () => {
  for (const line of markedLines) {
    const text = line.replace(/[⸠⸡]/g, '');
    let marked = '';
    let done = 0;
    for (const link of find(text, 'uts58')) {
      marked += `${text.slice(done, link.start)}⸠${text.slice(link.start, link.end)}⸡`;
      done = link.end;
    }
    assert.equal(marked + text.slice(done), line);
  }
  assert.equal(markedLines.length, 344);
});
