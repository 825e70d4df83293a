// Engines without WebAssembly: that of React Native, and QuickJS. `linkspan/boundary` finds there what it finds here.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { find } from '../../src/boundary.js';
import { inHome, project, root, run } from './project.mjs';

const cases = join(root, 'crates/linkspan/tests/cases');
const lines = readdirSync(cases).flatMap((name) => readFileSync(join(cases, name), 'utf8').replace(/[⸠⸡]/g, '').split('\n')).filter((line) => /:\/\/|www\./i.test(line));
const EXPRESSION = "lines.map(function (line) { return boundary.find(line).map(function (url) { return url.start + '-' + url.end; }).join(); }).join('|')";
const expected = lines.map((line) => find(line).map((url) => `${url.start}-${url.end}`).join());

/** A script without imports, with the lines in it. */
async function makeScript(folder) {
  const { build } = await import('esbuild');
  const { outputFiles: [{ text }] } = await build({
    absWorkingDir: folder, entryPoints: ['main.js'], bundle: true, format: 'iife', platform: 'neutral', conditions: ['react-native'], write: false, logLevel: 'error',
  });
  return `${text};var lines = ${JSON.stringify(lines)};`;
}
const MAIN = { 'main.js': "import { end, find, trim } from 'linkspan/boundary'; globalThis.boundary = { end, find, trim };" };

test('QuickJS', async () => {
  const { getQuickJS } = await import(inHome('node_modules/quickjs-emscripten/dist/index.mjs'));
  const engine = (await getQuickJS()).newContext();
  const { value, error } = engine.evalCode(`${await makeScript(project('quickjs', MAIN))}${EXPRESSION}`);
  assert.ok(!error, error && JSON.stringify(engine.dump(error)));
  assert.deepEqual(engine.dump(value).split('|'), expected);
  value.dispose();
  engine.dispose();
});

const program = { linux: 'linux64-bin/hermes', darwin: 'osx-bin/hermes', win32: 'win64-bin/hermes.exe' }[process.platform];
test('Hermes', { skip: !program && 'there is no Hermes for this system' }, async () => {
  const folder = project('hermes', MAIN);
  writeFileSync(join(folder, 'out.js'), `${await makeScript(folder)}print(${EXPRESSION});`);
  assert.deepEqual(run(folder, inHome(`node_modules/hermes-engine-cli/${program}`), 'out.js').split('|'), expected);
});
