// Installs the dependencies of the projects, unless they are there, and the package as it is now.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OLD_NODES, inHome, root } from './project.mjs';

const nodePackage = `node-${process.platform}-${process.arch}`;
const DEPENDENCIES = {
  ...Object.fromEntries(OLD_NODES.map((version) => [`node-${version}`, `npm:${nodePackage}@${version}`])),
  // Bundlers, and what runs programs.
  '@rollup/plugin-node-resolve': '^16.0.0',
  esbuild: '^0.28.0',
  // The engine of React Native, and a small one.
  'hermes-engine-cli': '^0.12.0',
  'quickjs-emscripten': '^0.32.0',
  jest: '^30.0.0',
  'jest-environment-jsdom': '^30.0.0',
  // The newest does not run in Node 20.
  jsdom: '^29.1.1',
  miniflare: '^4.20260430.0',
  next: '^16.4.0',
  parcel: '^2.16.0',
  rollup: '^4.68.0',
  vite: '^8.3.0',
  vitest: '^5.1.0',
  webpack: '^5.112.0',
  // Hosts of adapters and editors.
  '@codemirror/state': '^6.7.0',
  '@codemirror/view': '^6.43.0',
  '@lexical/link': '~0.52.0',
  '@tiptap/core': '^3.33.0',
  '@tiptap/extension-link': '^3.33.0',
  '@tiptap/pm': '^3.33.0',
  lexical: '~0.52.0',
  'markdown-it': '^15.0.0',
  marked: '^18.2.0',
  'prosemirror-state': '^1.4.0',
  'prosemirror-view': '^1.42.0',
  react: '^19.3.0',
  'react-18': 'npm:react@^18.3.0',
  'react-dom': '^19.3.0',
  'react-dom-18': 'npm:react-dom@^18.3.0',
  'react-markdown': '^10.1.0',
  remark: '^15.0.0',
  'remark-html': '^16.0.0',
  streamdown: '^2.7.0',
};

mkdirSync(inHome(''), { recursive: true });
const manifest = JSON.stringify({ private: true, dependencies: DEPENDENCIES });
const path = inHome('package.json');
if (!existsSync(path) || readFileSync(path, 'utf8') !== manifest || !existsSync(inHome('node_modules/next'))) {
  writeFileSync(path, manifest);
  try {
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--no-package-lock', '--force'], { cwd: inHome(''), stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    rmSync(path);
    throw error;
  }
}
const packed = mkdtempSync(join(tmpdir(), 'linkspan-'));
const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', packed, join(root, 'packages/linkspan')]));
const place = inHome('node_modules/linkspan');
rmSync(place, { recursive: true, force: true });
mkdirSync(place);
execFileSync('tar', ['-xzf', join(packed, filename), '-C', place, '--strip-components=1']);
rmSync(packed, { recursive: true });
