// Other linkifiers, loaded when asked for.
import { LinkifyIt } from 'linkify-it';
import * as linkifyjs from 'linkifyjs';

const fuzzy = new LinkifyIt({ fuzzyLink: true });

export const found = (text) => ({
  'linkify-it': (fuzzy.match(text) ?? []).map(({ index, lastIndex }) => [index, lastIndex]),
  linkifyjs: linkifyjs.find(text).map(({ start, end }) => [start, end]),
});
