// The compiler for the WebAssembly. The standard library is compiled with the crate, which makes
// the result smaller, and needs the sources of the library.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

const quiet = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
const output = (program, ...options) => execFileSync(program, options, quiet).trim();

/** The cargo to call, and variables for it. `folder` is for downloads. */
export function compiler(folder) {
  return hasSources() ? { cargo: 'cargo', variables: {} } : fromDebian(folder);
}

function hasSources() {
  const root = `${output('rustc', '--print', 'sysroot')}/lib/rustlib/src/rust/library`;
  if (existsSync(root)) return true;
  try {
    output('rustup', 'component', 'add', 'rust-src');
  } catch {
    // There is no rustup, or it cannot download components.
  }
  return existsSync(root);
}

// Debian has a compiler with its sources as ordinary packages. They are unpacked, not installed,
// because they conflict with rustup.
function fromDebian(folder) {
  const root = `${folder}/root/usr`;
  if (!existsSync(`${folder}/done`)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const name of packages()) {
      execFileSync('apt-get', ['download', '--quiet', name], { cwd: folder });
      const archive = readdirSync(folder).find((one) => one.endsWith('.deb'));
      execFileSync('dpkg', ['-x', archive, 'root'], { cwd: folder });
      rmSync(`${folder}/${archive}`);
    }
    writeFileSync(`${folder}/done`, '');
  }
  const inFolder = (path, pattern) => `${path}/${readdirSync(path).find((one) => pattern.test(one))}`;
  return {
    // The cargo of rustup sets the paths of its own compiler; the program itself does not.
    cargo: output('rustup', 'which', 'cargo'),
    variables: {
      RUSTC: `${root}/bin/rustc`,
      LD_LIBRARY_PATH: inFolder(`${root}/lib`, /-linux-gnu$/),
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: inFolder(`${root}/bin`, /^wasm-ld/),
      RUSTUP_TOOLCHAIN: undefined,
      CARGO: undefined,
    },
  };
}

// The packages with the compiler, its sources and a linker. Some names have a version in them.
function packages() {
  try {
    execFileSync('apt-get', ['update', '--quiet'], { stdio: 'ignore' });
    const depends = (name, pattern) => output('apt-cache', 'depends', name).match(pattern);
    const [library] = depends('libstd-rust-web-dev', /libstd-rust-web-\d[\d.]*/);
    const [llvm, version] = depends(library, /libllvm(\d+)/);
    return ['rustc-web', 'rust-web-src', 'libstd-rust-web-dev', library, llvm, `lld-${version}`];
  } catch {
    throw new Error('the sources of the standard library are missing: '
      + 'run `rustup component add rust-src`, or use a Debian with the package rustc-web');
  }
}
