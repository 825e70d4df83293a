//! Builds the library for C and copies it where compilers look.

use std::fs;
use std::path::{Path, PathBuf};

use crate::js::succeed;
use crate::suite::{cargo, root};

/// Libraries that a static library of Rust needs on Linux.
const PRIVATE_LIBRARIES: &str = "-lutil -lrt -lpthread -lm -ldl -lc";

/// Where the library was installed: the folder that it is in now, which is below `DESTDIR` if that is set.
pub(super) struct Installed {
    pub(super) folder: PathBuf,
}

impl Installed {
    pub(super) fn library(&self) -> PathBuf {
        self.folder.join("lib/liblinkspan.so")
    }

    pub(super) fn archive(&self) -> PathBuf {
        self.folder.join("lib/liblinkspan.a")
    }
}

/// Builds the shared and the static library, with these features if they are not the usual ones.
pub(super) fn build(features: Option<&str>) -> Result<PathBuf, String> {
    let mut command = cargo(&["rustc", "--quiet", "--package", "linkspan-c", "--lib"]);
    // With `lib` among the types there would be no link-time optimisation.
    command.args(["--profile", "c", "--crate-type", "cdylib,staticlib"]);
    if let Some(features) = features {
        command.args(["--no-default-features", "--features", features]);
    }
    succeed(&mut command)?;
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| root().join("target"), PathBuf::from);
    Ok(target.join("c"))
}

/// Builds and installs. `prefix` is where the library will be used, `stage` a folder in front of it.
pub(super) fn install(prefix: &Path, stage: Option<&Path>) -> Result<Installed, String> {
    if !cfg!(target_os = "linux") {
        return Err(
            "`c install` works on Linux; elsewhere build crates/linkspan-c with `cargo build \
                    --release` and copy include/linkspan.h and the library"
                .into(),
        );
    }
    if !prefix.is_absolute() {
        return Err(format!(
            "the prefix `{}` is not an absolute path",
            prefix.display()
        ));
    }
    let made = build(None)?;
    let folder = match stage {
        Some(stage) => stage.join(prefix.strip_prefix("/").unwrap_or(prefix)),
        None => prefix.to_owned(),
    };
    let source = root().join("crates/linkspan-c");
    let abi = abi(&source.join("src/version.rs"))?;
    let shared = format!("lib/liblinkspan.so.{abi}");
    copy(&made.join("liblinkspan_c.so"), &folder.join(&shared))?;
    link(
        &format!("liblinkspan.so.{abi}"),
        &folder.join("lib/liblinkspan.so"),
    )?;
    copy(
        &made.join("liblinkspan_c.a"),
        &folder.join("lib/liblinkspan.a"),
    )?;
    for header in ["linkspan.h", "linkspan.hpp"] {
        copy(
            &source.join("include").join(header),
            &folder.join("include").join(header),
        )?;
    }
    for name in ["MIT", "APACHE", "UNICODE", "MPL"] {
        let licence = format!("LICENSE-{name}");
        copy(
            &root().join(&licence),
            &folder.join("share/doc/linkspan").join(licence),
        )?;
    }
    write(&folder.join("lib/pkgconfig/linkspan.pc"), &package(prefix))?;
    Ok(Installed { folder })
}

/// The file for `pkg-config`.
fn package(prefix: &Path) -> String {
    format!(
        "prefix={}\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\n\
         Name: linkspan\nDescription: Finds links and e-mail addresses in text in any language\n\
         Version: {}\nLibs: -L${{libdir}} -llinkspan\nLibs.private: {PRIVATE_LIBRARIES}\n\
         Cflags: -I${{includedir}}\n",
        prefix.display(),
        env!("CARGO_PKG_VERSION"),
    )
}

/// The version of the interface, which is in the name of the library.
fn abi(source: &Path) -> Result<u32, String> {
    let text = fs::read_to_string(source).map_err(|error| named(source, &error))?;
    let digits = text.split_once("LINKSPAN_ABI: u32 = ");
    let digits = digits.and_then(|(_, rest)| rest.split(';').next());
    let number = digits.and_then(|digits| digits.parse().ok());
    number.ok_or_else(|| format!("{}: there is no LINKSPAN_ABI", source.display()))
}

fn named(file: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", file.display())
}

fn make_folder(file: &Path) -> Result<(), String> {
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder).map_err(|error| named(folder, &error))
}

/// Copies a file by way of another name: programs that use an old one keep it.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    make_folder(to)?;
    let new = to.with_extension("new");
    fs::copy(from, &new).map_err(|error| named(from, &error))?;
    fs::rename(&new, to).map_err(|error| named(to, &error))
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    make_folder(file)?;
    fs::write(file, text).map_err(|error| named(file, &error))
}

#[cfg(unix)]
fn link(to: &str, at: &Path) -> Result<(), String> {
    let _ = fs::remove_file(at);
    std::os::unix::fs::symlink(to, at).map_err(|error| named(at, &error))
}

#[cfg(not(unix))]
fn link(_: &str, at: &Path) -> Result<(), String> {
    Err(format!("{}: there are no symbolic links", at.display()))
}
