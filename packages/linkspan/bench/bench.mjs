// How fast the package is, beside others, in one run: node bench/bench.mjs [ROUNDS]
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import Autolinker from 'autolinker';
import { LinkifyIt } from 'linkify-it';
import * as linkifyjs from 'linkifyjs';
import { find } from 'linkspan';
import { find as findLite } from 'linkspan/lite';
import anchorme from 'anchorme';
import { corpora } from '../test/support.mjs';
import { CHAT } from './messages.mjs';

const rounds = Number(process.argv[2] ?? 7);
const [plain, fuzzy] = [new LinkifyIt(), new LinkifyIt({ fuzzyLink: true })];
const { parse } = Autolinker.default ?? Autolinker;
const CONTENDERS = {
  linkspan: (text) => find(text),
  'linkify-it': (text) => plain.match(text),
  'linkify-it, fuzzyLink': (text) => fuzzy.match(text),
  linkifyjs: (text) => linkifyjs.find(text),
  autolinker: (text) => parse(text, {}),
};

const han = '大家好有没有人试过这个还是只有我那么以后在老地方见面吧我想是这样的没有问题';
const MESSAGES = {
  words: 'did anybody try this or is it only me then later at the usual place i think so maybe not at all okay',
  'sentences with dots': 'did anybody try this. or is it only me. then later, at the usual place. i think so. maybe not. ok...',
  'one link': 'did anybody try this https://example.com/some/path or is it only me then later at the usual place ok',
  'link and address': 'did anybody try example.com/path or write to me@example.com or is it only me then later at the place',
  Han: (han + han + han).slice(0, 100),
  'Han with a glued link': `${(han + han).slice(0, 60)}请访问https://example.com/路径。谢谢`,
};

// The best time of a call in nanoseconds, the contenders in turn.
function measure(text, calls) {
  const best = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(CONTENDERS)) {
      const start = process.hrtime.bigint();
      for (let i = 0; i < calls; i++) run(text);
      const time = Number(process.hrtime.bigint() - start) / calls;
      best[name] = Math.min(best[name] ?? Infinity, time);
    }
  }
  return best;
}

const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
const names = Object.keys(CONTENDERS);
const ratios = (best) => names.slice(1).map((name) => `${(best[name] / best.linkspan).toFixed(1)}`);

console.log(`\nMessages of 100 characters, ${process.version}: nanoseconds of linkspan, and times as fast as the others\n`);
row(['', ...names]);
row(names.map(() => '---').concat('---'));
for (const [name, text] of Object.entries(MESSAGES)) {
  measure(text, 2_000);
  const best = measure(text, 500);
  row([name, `${best.linkspan.toFixed(0)} ns`, ...ratios(best)]);
}

// The whole chat again and again: a text that is repeated alone is faster than in any program.
const CHATTERS = { ...CONTENDERS, linkspan: findLite, anchorme: (anchorme.default ?? anchorme).list };
const best = {};
for (let round = 0; round < rounds * 8; round++) {
  for (const [name, run] of Object.entries(CHATTERS)) {
    const start = process.hrtime.bigint();
    for (const text of CHAT) run(text);
    best[name] = Math.min(best[name] ?? Infinity, Number(process.hrtime.bigint() - start) / CHAT.length);
  }
}
console.log(`\n300 chat messages in 15 languages, \`linkspan/lite\`: nanoseconds a message, and times as fast as the others\n`);
for (const [name, time] of Object.entries(best)) row([name, time.toFixed(0), (time / best.linkspan).toFixed(2)]);

if (corpora && existsSync(corpora)) {
  console.log('\nDocuments of a megabyte: megabytes a second of linkspan, and times as fast as the others\n');
  row(['', ...names]);
  row(names.map(() => '---').concat('---'));
  const logs = names.slice(1).map(() => []);
  for (const file of readdirSync(corpora).filter((name) => name !== 'README.md')) {
    const text = readFileSync(`${corpora}/${file}`, 'utf8').slice(0, 1e6);
    const best = measure(text, 1);
    names.slice(1).forEach((name, i) => logs[i].push(Math.log(best[name] / best.linkspan)));
    row([file, `${((Buffer.byteLength(text) / best.linkspan) * 1e3).toFixed(0)} MB/s`, ...ratios(best)]);
  }
  row(['geometric mean', '', ...logs.map((log) => Math.exp(log.reduce((a, b) => a + b) / log.length).toFixed(1))]);
}
