// Where the files are that the tests need and the project does not have.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
const shared = `${root}../shared`;
const unicode = process.env.LINKSPAN_UNICODE_DIR ?? `${shared}/unicode`;
const present = (path) => (existsSync(path) ? path : undefined);

export const official = [`${unicode}/18.0.0`, unicode].find((path) => existsSync(`${path}/LinkDetectionTest.txt`));
export const corpora = present(process.env.LINKSPAN_CORPORA_DIR ?? `${shared}/corpora`);
// The program, which gives what the library gives.
export const program = ['release', 'debug'].map((kind) => `${root}target/${kind}/linkspan`).find((path) => existsSync(path));

/** The official lines with their marks, or one that is like them. */
export const markedLines = official
  ? readFileSync(`${official}/LinkDetectionTest.txt`, 'utf8').split('\n').filter((line) => line.trim() && !line.startsWith('#'))
  : ['see ⸠a.com⸡'];
export const lines = markedLines.map((line) => line.replace(/[⸠⸡]/g, ''));

/** A new folder with a project that has the package as it is packed. */
export function installed() {
  const folder = mkdtempSync(join(tmpdir(), 'linkspan-'));
  const run = (...rest) => execFileSync('npm', rest, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  const [{ filename }] = JSON.parse(run('pack', '--json', '--pack-destination', folder, join(root, 'packages/linkspan')));
  writeFileSync(join(folder, 'package.json'), '{"name":"fresh","private":true}');
  run('install', '--no-audit', '--no-fund', '--offline', `./${filename}`);
  return folder;
}

/** A fixed sequence of numbers below a limit. */
export function numbers(seed) {
  let state = BigInt(seed) | 1n;
  return (limit) => {
    state ^= (state << 13n) & 0xffffffffffffffffn;
    state ^= state >> 7n;
    state ^= (state << 17n) & 0xffffffffffffffffn;
    return Number((state >> 11n) % BigInt(limit));
  };
}

const TOKENS = ['a', 'b', 'com', 'org', 'x1', '-', '_', '.', '..', ':', '/', '//', '://', 'http', 'https', 'mailto:', '@', '?', '#', '=', '&', '(', ')',
  '[', ']', '<', '>', '"', "'", '`', ' ', '\n', ',', ';', '!', '|', '*', '~', '%20', '%', 'é', 'ü', 'я', 'рф', 'пример', '日本', '。', '、', '．', '中国',
  '한국', 'あ', 'ア', '\u200D', '\u00AD', '\u202E', '\u200B', '😀', 'א', 'भारत', 'xn--p1ai', 'example', 'www.', 'localhost', '127.0.0.1', 'README.md',
  'co.uk', 'github.io', '{', '}', '+', '$', '\\', '\u3000', '\ud800', '\udc00', '\ud83d', '\u0000', '\u2028'];

/** A text of random tokens, lone surrogates among them. */
export function randomText(next) {
  let text = '';
  for (let i = 1 + next(14); i > 0; i--) text += TOKENS[next(TOKENS.length)];
  return text;
}
