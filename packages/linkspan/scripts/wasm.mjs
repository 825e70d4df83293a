// Compiles the WebAssembly files into dist/, if their sources are newer than they are.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiler } from './compiler.mjs';

const root = realpathSync(fileURLToPath(new URL('../../../', import.meta.url)));
const folder = join(root, 'target/js');
const dist = join(root, 'packages/linkspan/dist');
const TARGET = 'wasm32-unknown-unknown';

// The features that each file is built with.
const FILES = { linkspan: 'full', lite: '', rewrite: 'rewrite' };

const SOURCES = ['linkspan', 'linkspan-bind', 'linkspan-rewrite', 'linkspan-wasm']
  .flatMap((name) => [`crates/${name}/src`, `crates/${name}/Cargo.toml`])
  .concat('crates/linkspan-wasm/Cargo.lock', 'packages/linkspan/scripts/wasm.mjs');

const STD = ['-Zbuild-std=std,panic_abort', '-Zbuild-std-features=optimize_for_size'];
// The file contains no names of folders, which are the business of whoever built it.
const FLAGS = ['-Ctarget-feature=+simd128', '-Zunstable-options', '-Cpanic=immediate-abort',
  `--remap-path-prefix=${homedir()}=/home`, `--remap-path-prefix=${root}=/src`];
// `lite` is for those who count bytes.
const SMALLEST = ['--config', 'profile.release.package.linkspan.opt-level="z"'];

const FEATURES = ['simd', 'bulk-memory', 'sign-ext', 'mutable-globals', 'nontrapping-float-to-int',
  'multivalue', 'reference-types'];

// When a file, or anything in a folder, was changed last.
function changed(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => changed(join(path, name))));
}

const run = (program, options, env) => {
  const variables = { ...process.env, ...env };
  execFileSync(program, options, { cwd: root, env: variables, stdio: 'inherit' });
};

/** Builds the files that are missing or stale. */
export function compile() {
  const newest = Math.max(...SOURCES.map((path) => changed(join(root, path))));
  const isStale = (name) => !existsSync(`${dist}/${name}.wasm`)
    || changed(`${dist}/${name}.wasm`) < newest;
  if (!Object.keys(FILES).some(isStale)) return;
  mkdirSync(dist, { recursive: true });
  const { cargo, variables } = compiler(join(folder, 'compiler'));
  const env = { ...variables, RUSTC_BOOTSTRAP: '1', RUSTFLAGS: FLAGS.join(' ') };
  for (const [name, features] of Object.entries(FILES)) {
    console.log(`compiling ${name}.wasm`);
    run(cargo, ['build', '--quiet', '--locked', '--release', '--target', TARGET,
      '--manifest-path', 'crates/linkspan-wasm/Cargo.toml', '--target-dir', `${folder}/target`,
      '--no-default-features', '--features', features, ...STD, ...(features ? [] : SMALLEST)], env);
    run(process.execPath, [join(root, 'packages/linkspan/node_modules/binaryen/bin/wasm-opt'),
      '-O3', '--converge', '--strip-debug', '--strip-producers', ...FEATURES.map((one) => `--enable-${one}`),
      `${folder}/target/${TARGET}/release/linkspan_wasm.wasm`, '-o', `${dist}/${name}.wasm`]);
  }
}
