//! The tools that compile the WebAssembly and make it small.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use super::{npm, output, succeed};
use crate::suite::{cargo, root};

const TARGET: &str = "wasm32-unknown-unknown";

/// The optimiser of WebAssembly. Other versions make other bytes.
const BINARYEN: &str = "binaryen@132.0.0";

/// Marks that cargo called this program instead of the compiler.
const WRAPPER: &str = "LINKSPAN_RUSTC_WRAPPER";

/// Calls the compiler if cargo asks for it, with names that do not depend on the folder: cargo puts the folder of a crate
/// that is not in its workspace into a hash, the hash is in the names of functions, and those decide their order.
pub(crate) fn as_compiler() -> Option<ExitCode> {
    std::env::var_os(WRAPPER)?;
    let mut arguments = std::env::args_os().skip(1);
    let compiler = arguments.next()?;
    let mut arguments: Vec<OsString> = arguments.collect();
    let name = arguments
        .iter()
        .position(|argument| argument == "--crate-name");
    let name = name.and_then(|at| arguments.get(at + 1)?.to_str());
    if let Some(name) = name.filter(|name| name.starts_with("linkspan")) {
        let metadata = format!("metadata={name}").into();
        let is_hash = |argument: &OsString| argument.to_string_lossy().starts_with("metadata=");
        if let Some(at) = arguments.iter().position(is_hash) {
            arguments[at] = metadata;
        }
    }
    let status = Command::new(compiler).args(arguments).status().ok()?;
    Some(match status.code() {
        Some(0) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// The compiler and the optimiser.
pub(super) struct Tools {
    /// The compiler of the distribution, if that is taken.
    compiler: Option<Distribution>,
    /// The folder with the optimiser.
    npm: PathBuf,
}

/// A compiler that was unpacked.
struct Distribution {
    root: PathBuf,
    linker: PathBuf,
}

impl Tools {
    pub(super) fn find(folder: &Path) -> Result<Self, String> {
        let npm_folder = folder.join("npm");
        fs::create_dir_all(&npm_folder).map_err(|error| error.to_string())?;
        if !npm_folder.join("node_modules/binaryen").is_dir() {
            let prefix = npm_folder.to_string_lossy().into_owned();
            let arguments = [
                "install",
                "--silent",
                "--no-audit",
                "--prefix",
                &prefix,
                BINARYEN,
            ];
            succeed(npm(folder).args(arguments))?;
        }
        let compiler = match has_sources() {
            true => None,
            false => Some(Distribution::unpack(&folder.join("compiler"))?),
        };
        Ok(Self {
            compiler,
            npm: npm_folder,
        })
    }

    /// Compiles the crate of a project, and says where the result is.
    pub(super) fn compile(
        &self,
        project: &Path,
        target: &Path,
        features: &str,
    ) -> Result<PathBuf, String> {
        let manifest = project.join("crates/linkspan-wasm/Cargo.toml");
        let mut command = cargo(&[
            "build",
            "--quiet",
            "--locked",
            "--release",
            "--target",
            TARGET,
        ]);
        command.arg("--manifest-path").arg(manifest);
        command.arg("--target-dir").arg(target);
        command.args(["--no-default-features", "--features", features]);
        // The smallest one is for those who count bytes.
        if features.is_empty() {
            let smallest = "profile.release.package.linkspan.opt-level=\"z\"";
            command.args(["--config", smallest]);
        }
        if let Some(compiler) = &self.compiler {
            compiler.prepare(&mut command);
        }
        command.args([
            "-Zbuild-std=std,panic_abort",
            "-Zbuild-std-features=optimize_for_size",
        ]);
        let flags = [
            "-Ctarget-feature=+simd128 -Zunstable-options -Cpanic=immediate-abort",
            &remapped(project),
        ]
        .join(" ");
        command.env("RUSTC_BOOTSTRAP", "1");
        if let Ok(program) = std::env::current_exe() {
            command.env("RUSTC_WRAPPER", program).env(WRAPPER, "1");
        }
        succeed(command.env("RUSTFLAGS", flags))?;
        Ok(target.join(TARGET).join("release/linkspan_wasm.wasm"))
    }

    pub(super) fn optimise(&self, from: &Path, to: &Path) -> Result<(), String> {
        let features = [
            "simd",
            "bulk-memory",
            "sign-ext",
            "mutable-globals",
            "nontrapping-float-to-int",
            "multivalue",
            "reference-types",
        ];
        let mut command = Command::new("node");
        command.arg(self.npm.join("node_modules/binaryen/bin/wasm-opt"));
        command.args(["-O3", "--strip-debug", "--strip-producers"]);
        command.args(features.map(|feature| format!("--enable-{feature}")));
        succeed(command.arg(from).arg("-o").arg(to))
    }
}

/// The build contains no folder names, and is therefore the same everywhere.
fn remapped(project: &Path) -> String {
    let home = std::env::var("HOME").unwrap_or_default();
    let folder = project.canonicalize().unwrap_or_else(|_| project.into());
    format!(
        "--remap-path-prefix={home}=/home --remap-path-prefix={}=/src",
        folder.display()
    )
}

/// Whether the toolchain has the sources of the standard library, or can get them.
fn has_sources() -> bool {
    let is_there = || {
        let root = output(Command::new("rustc").args(["--print", "sysroot"]));
        root.is_some_and(|root| {
            let sources = "lib/rustlib/src/rust/library/Cargo.lock";
            Path::new(root.trim()).join(sources).is_file()
        })
    };
    let get = || output(Command::new("rustup").args(["component", "add", "rust-src"])).is_some();
    is_there() || get() && is_there()
}

impl Distribution {
    /// Downloads and unpacks the packages, unless that was done.
    fn unpack(folder: &Path) -> Result<Self, String> {
        let done = folder.join("done");
        if !done.is_file() {
            let _ = fs::remove_dir_all(folder);
            fs::create_dir_all(folder).map_err(|error| error.to_string())?;
            let packages = packages().ok_or(
                "no sources of the standard library: `rustup component add rust-src`, or a distribution with rustc-web",
            )?;
            let mut download = Command::new("apt-get");
            download
                .current_dir(folder)
                .args(["download", "--quiet"])
                .args(&packages);
            succeed(&mut download)?;
            let files = fs::read_dir(folder).map_err(|error| error.to_string())?;
            let files = files.filter_map(|entry| Some(entry.ok()?.path()));
            let archives = files.filter(|path| path.extension().is_some_and(|name| name == "deb"));
            for archive in archives.collect::<Vec<_>>() {
                succeed(
                    Command::new("dpkg")
                        .arg("-x")
                        .arg(&archive)
                        .arg(folder.join("root")),
                )?;
                fs::remove_file(&archive).map_err(|error| error.to_string())?;
            }
            fs::write(&done, "").map_err(|error| error.to_string())?;
        }
        let root = folder.join("root");
        let binaries = fs::read_dir(root.join("usr/bin")).map_err(|error| error.to_string())?;
        let mut binaries = binaries.filter_map(|entry| Some(entry.ok()?.path()));
        let is_linker = |path: &PathBuf| {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            name.starts_with("wasm-ld")
        };
        let linker = binaries
            .find(is_linker)
            .ok_or("the packages have no linker for WebAssembly")?;
        Ok(Self { root, linker })
    }

    /// Makes cargo use this compiler.
    fn prepare(&self, command: &mut Command) {
        // The cargo of rustup sets the paths of its own compiler; the binary itself does not.
        if let Some(path) = output(Command::new("rustup").args(["which", "cargo"])) {
            let arguments: Vec<OsString> = command.get_args().map(OsString::from).collect();
            let mut plain = Command::new(path.trim());
            plain.current_dir(root()).args(arguments);
            *command = plain;
        }
        command
            .env("RUSTC", self.root.join("usr/bin/rustc"))
            .env(
                "LD_LIBRARY_PATH",
                self.root.join("usr/lib/x86_64-linux-gnu"),
            )
            .env_remove("RUSTUP_TOOLCHAIN")
            .env_remove("CARGO")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", &self.linker);
    }
}

/// The packages of the distribution that have the compiler, its sources and a linker, by the names they have today.
fn packages() -> Option<Vec<String>> {
    let _ = output(Command::new("apt-get").args(["update", "--quiet"]));
    let depends = |name: &str| output(Command::new("apt-cache").args(["depends", name]));
    let after = |list: &str, start: &str| {
        let mut names = list
            .split_whitespace()
            .filter(|word| word.starts_with(start));
        names.next().map(str::to_owned)
    };
    let library = after(&depends("libstd-rust-web-dev")?, "libstd-rust-web-1")?;
    let llvm = after(&depends(&library)?, "libllvm")?;
    let linker = format!("lld-{}", llvm.strip_prefix("libllvm")?);
    let fixed = ["rustc-web", "rust-web-src", "libstd-rust-web-dev"];
    let fixed = fixed.map(str::to_owned).into_iter();
    Some(fixed.chain([library, llvm, linker]).collect())
}
