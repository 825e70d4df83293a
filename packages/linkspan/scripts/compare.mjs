// The table of docs/migration.md: the output of each linkifier for a text.
// `node scripts/compare.mjs` prints it.
import Autolinker from 'autolinker';
import { LinkifyIt } from 'linkify-it';
import * as linkifyjs from 'linkifyjs';
import { find } from 'linkspan';

const fuzzy = new LinkifyIt({ fuzzyLink: true });
const { parse } = Autolinker.default ?? Autolinker;

export const TEXTS = [
  '请访问https://example.com/路径。谢谢',
  '请访问example.com查看',
  '(see https://example.com/a_(b))',
  'https://example.com/a, and https://example.com/b.',
  '“https://example.com/”',
  'README.md and lib.rs',
  'e.g. this.Not a link',
  'bücher.de and пример.рф',
  'me@例え.テスト and jörg@müller.de',
  'https://аррӏе.com',
  'https://example.com/؟ وبعد',
  'www.example.com:8080/x?y=1#z',
  'hxxps://evil[.]example.com',
  '@user@example.social',
];

const CONTENDERS = {
  linkspan: (text) => find(text).map((link) => link.caption),
  'linkify-it (`fuzzyLink`)': (text) => (fuzzy.match(text) ?? []).map((link) => link.raw),
  linkifyjs: (text) => linkifyjs.find(text).map((link) => link.value),
  autolinker: (text) => parse(text, {}).map((link) => link.getMatchedText()),
};

const cell = (texts) => (texts.length === 0 ? '–' : texts.map((text) => `\`${text}\``).join(', '));

export function table() {
  const names = Object.keys(CONTENDERS);
  const rows = TEXTS.map((text) => [`\`${text}\``, ...names.map((name) => cell(CONTENDERS[name](text)))]);
  return [['text', ...names], names.map(() => '---').concat('---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

if (process.argv[1]?.endsWith('compare.mjs')) console.log(table());
