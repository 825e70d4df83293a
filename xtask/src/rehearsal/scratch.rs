//! A copy of the workspace in `target`, with the crates of another Unicode version.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::emit::GENERATED;
use crate::release::Release;
use crate::suite::{cargo, root};
use crate::values::Values;

/// Folders and files of the workspace that building needs.
const COPIED: [&str; 6] = [
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "bench",
    "crates",
    "xtask",
];

/// Folders that are not sources.
const LEFT_OUT: [&str; 4] = ["target", "node_modules", "dist", "__pycache__"];

/// Settings for the command line. Most of its code only has to be built, so it is not optimised.
const QUICK: [&str; 3] = [
    "profile.dev.debug=false",
    "profile.dev.opt-level=0",
    "profile.dev.package.linkspan.opt-level=1",
];

/// The copy, and the folder for all results of a rehearsal.
pub(crate) struct Scratch {
    release: &'static Release,
    folder: PathBuf,
}

impl Scratch {
    /// Copies the workspace as it is now, without its generated tables, and pins the crates of
    /// `release`. Files that did not change keep their time, so another rehearsal builds little.
    pub(crate) fn new(release: &'static Release) -> Result<Self, String> {
        let [major, ..] = release.unicode;
        let folder = root().join(format!("target/unicode-{major}"));
        let scratch = Self { release, folder };
        let failed = |error: io::Error| format!("cannot copy the workspace: {error}");
        fs::create_dir_all(scratch.tree()).map_err(failed)?;
        let folder = scratch.folder.canonicalize().map_err(failed)?;
        let scratch = Self { release, folder };
        for name in COPIED {
            let (from, to) = (root().join(name), scratch.tree().join(name));
            let pinned = (name == "xtask").then_some(release);
            copy(&from, &to, pinned).map_err(|error| format!("cannot copy {name}: {error}"))?;
        }
        Ok(scratch)
    }

    fn tree(&self) -> PathBuf {
        self.folder.join("tree")
    }

    /// A folder for texts to search.
    pub(crate) fn texts(&self) -> Result<PathBuf, String> {
        let texts = self.folder.join("texts");
        fs::create_dir_all(&texts).map_err(|error| format!("{}: {error}", texts.display()))?;
        Ok(texts)
    }

    /// A command of Cargo for the workspace in a folder, with its results in the scratch folder.
    fn cargo(&self, command: &str, workspace: &Path) -> Command {
        let mut cargo = cargo(&[command, "--quiet", "--manifest-path"]);
        cargo
            .arg(workspace.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(self.target());
        cargo
    }

    fn target(&self) -> PathBuf {
        self.folder.join("target")
    }

    /// Runs the generator of the copy.
    fn generator(&self, arguments: &[&str]) -> Result<String, String> {
        let mut command = self.cargo("run", &self.tree());
        command.args(["--package", "xtask", "--"]).args(arguments);
        self.output(command, "run the generator")
    }

    /// Runs a command that may have to download and build crates, and returns what it prints.
    fn output(&self, mut command: Command, purpose: &str) -> Result<String, String> {
        // Errors and progress of Cargo go to the terminal.
        let output = command
            .stderr(std::process::Stdio::inherit())
            .output()
            .map_err(|error| format!("cannot start cargo: {error}"))?;
        if !output.status.success() {
            return Err(format!(
                "cannot {purpose} with `icu_properties` and `icu_normalizer` {} ({}); the message of \
                 Cargo is above. Without a network, the crates have to be in the cache of Cargo",
                self.release.icu, output.status
            ));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Generates the tables of the copy, and returns what they say of each code point.
    pub(crate) fn generate(&self) -> Result<Values, String> {
        self.generator(&["tables"])?;
        self.generator(&["tables", "--values"])?.parse()
    }

    /// Where the tables of the copy are.
    pub(crate) fn tables(&self) -> PathBuf {
        self.tree().join("crates/linkspan/src/tables")
    }

    /// Builds the command line of the copy.
    pub(crate) fn program(&self) -> Result<PathBuf, String> {
        self.build(self.cargo("build", &self.tree()), self.release)
    }

    /// Builds the command line of the workspace, in the same folder: most dependencies are shared.
    pub(crate) fn current_program(&self) -> Result<PathBuf, String> {
        let mut command = self.cargo("build", &root());
        command.arg("--locked");
        self.build(command, Release::current())
    }

    fn build(&self, mut command: Command, release: &Release) -> Result<PathBuf, String> {
        command.args(["--package", "linkspan-cli", "--no-default-features"]);
        command.args(QUICK.iter().flat_map(|setting| ["--config", setting]));
        self.output(command, "build the command line")?;
        let suffix = std::env::consts::EXE_SUFFIX;
        let built = self.target().join(format!("debug/linkspan{suffix}"));
        let program = self.folder.join(format!("linkspan-{release}{suffix}"));
        fs::copy(&built, &program).map_err(|error| format!("{}: {error}", built.display()))?;
        Ok(program)
    }

    /// The packages whose version is another one in the lock file of the copy: name, version here,
    /// version there.
    pub(crate) fn moved(&self) -> Result<Vec<[String; 3]>, String> {
        let read = |folder: &Path| {
            let lock = fs::read_to_string(folder.join("Cargo.lock"));
            lock.map(|lock| packages(&lock))
                .map_err(|error| format!("{}/Cargo.lock: {error}", folder.display()))
        };
        let (here, mut there) = (read(&root())?, read(&self.tree())?);
        let mut moved = Vec::new();
        for (name, version) in here {
            let other = there.remove(&name).unwrap_or_else(|| "-".into());
            if other != version {
                moved.push([name, version, other]);
            }
        }
        moved.extend(
            there
                .into_iter()
                .map(|(name, version)| [name, "-".into(), version]),
        );
        Ok(moved)
    }

    /// The Rust version that the crates of the release need, if Cargo can tell.
    pub(crate) fn rust_version(&self) -> Option<String> {
        let package = format!("icu_properties@{}", self.release.icu);
        let output = cargo(&["info", "--quiet", &package]).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let version = text
            .lines()
            .find_map(|line| line.strip_prefix("rust-version: "));
        version.map(str::to_owned)
    }
}

/// The names in a lock file, each with its versions.
fn packages(lock: &str) -> BTreeMap<String, String> {
    let mut packages: BTreeMap<String, String> = BTreeMap::new();
    let mut name = "";
    let quoted = |line: &'_ str| line.split('"').nth(1).unwrap_or_default().to_owned();
    for line in lock.lines() {
        if line.starts_with("name = ") {
            name = line;
        } else if line.starts_with("version = ") && !name.is_empty() {
            let versions = packages.entry(quoted(name)).or_default();
            if !versions.is_empty() {
                versions.push_str(", ");
            }
            versions.push_str(&quoted(line));
            name = "";
        }
    }
    packages
}

/// Makes `to` the same as `from`, apart from generated tables, which stay as they are there. A
/// manifest of the generator gets the pins of a release.
fn copy(from: &Path, to: &Path, pinned: Option<&Release>) -> io::Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        let mut names = Vec::new();
        for entry in fs::read_dir(from)? {
            let name = entry?.file_name();
            if LEFT_OUT.iter().any(|left_out| name == *left_out) {
                continue;
            }
            copy(&from.join(&name), &to.join(&name), pinned)?;
            names.push(name);
        }
        for entry in fs::read_dir(to)? {
            let entry = entry?;
            if !names.contains(&entry.file_name()) {
                remove(&entry.path())?;
            }
        }
        return Ok(());
    }
    let mut contents = fs::read(from)?;
    if contents.starts_with(GENERATED.as_bytes()) {
        return Ok(());
    }
    if let Some(release) = pinned
        && from.file_name().is_some_and(|name| name == "Cargo.toml")
    {
        let manifest = release.pin(&String::from_utf8_lossy(&contents));
        contents = manifest.map_err(io::Error::other)?.into_bytes();
    }
    if fs::read(to).is_ok_and(|there| there == contents) {
        return Ok(());
    }
    fs::write(to, contents)
}

fn remove(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    }
}

#[cfg(test)]
mod tests {
    use super::packages;

    #[test]
    fn lock_files_are_read() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\n[[package]]\n\
                    name = \"b\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"b\"\nversion = \"2.0.0\"\n";
        let found: Vec<(String, String)> = packages(lock).into_iter().collect();
        let expected = [("a", "1.0.0"), ("b", "1.0.0, 2.0.0")];
        assert_eq!(found, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }
}
