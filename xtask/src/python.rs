//! `cargo xtask python`: the package for Python.
//!
//! A wheel is built that works on every CPython from 3.10 on, and on Linux systems of ten years ago: `zig` links it. It is
//! installed into environments of its own in `target/python`, and tested there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::js::{said, succeed};
use crate::suite::{Done, cargo, root};

/// The tool that builds the wheel. Other versions may build other wheels.
const BUILDERS: [&str; 2] = ["maturin==1.16.0", "ziglang==0.17.0"];

/// The versions of Python that the package is for: 3 and these.
const MINORS: std::ops::RangeInclusive<u32> = 10..=14;

/// How many megabytes of text the tests on Spark have, and how many if there is time.
const CRAWL: u32 = 60;
const WHOLE_CRAWL: u32 = 1150;

/// The tests that need nothing but the package and pytest.
const PLAIN_TESTS: [&str; 6] = [
    "test_official.py",
    "test_api.py",
    "test_boundary.py",
    "test_linkify.py",
    "test_live.py",
    "test_program.py",
];

/// Why nothing can be built.
pub(crate) const MISSING: &str = "install CPython 3.10 or newer";

/// A package that was built, and the names of the files in it.
pub(crate) struct Archive {
    pub(crate) file: PathBuf,
    pub(crate) names: Vec<String>,
}

/// Prints the names of the files in an archive.
const LIST: &str = "\
import sys, tarfile, zipfile
name = sys.argv[1]
if name.endswith('.whl'):
    names = zipfile.ZipFile(name).namelist()
else:
    names = [member.name for member in tarfile.open(name) if member.isfile()]
print('\\n'.join(names))";

/// Builds the wheel with the newest Python, if there is one.
pub(crate) fn newest_wheel() -> Result<Option<Archive>, String> {
    let pythons = pythons();
    let Some(newest) = pythons.last() else {
        return Ok(None);
    };
    listed(newest, wheel(newest)?).map(Some)
}

/// Builds the source distribution with the newest Python, if there is one.
pub(crate) fn newest_source() -> Result<Option<Archive>, String> {
    let pythons = pythons();
    let Some(newest) = pythons.last() else {
        return Ok(None);
    };
    listed(newest, source_distribution(newest)?).map(Some)
}

fn listed(python: &Python, file: PathBuf) -> Result<Archive, String> {
    let output = Command::new(&python.program)
        .args(["-c", LIST])
        .arg(&file)
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let names = String::from_utf8_lossy(&output.stdout);
    let names = names.lines().map(str::to_owned).collect();
    Ok(Archive { file, names })
}

/// Builds and tests the wheel.
pub(crate) fn run() -> Result<(), String> {
    stage().map(said)
}

/// Builds the source distribution and installs from it.
pub(crate) fn source() -> Result<(), String> {
    from_source().map(said)
}

/// Tests the package on Spark.
pub(crate) fn on_spark() -> Result<(), String> {
    spark_stage().map(said)
}

/// The same with more text.
pub(crate) fn on_spark_in_full() -> Result<(), String> {
    spark_in_full().map(said)
}

/// The same as a stage of the test command.
pub(crate) fn spark_stage() -> Result<Done, String> {
    spark(CRAWL)
}

/// The same with more text, as a stage that takes longer.
pub(crate) fn spark_in_full() -> Result<Done, String> {
    spark(WHOLE_CRAWL)
}

/// Tests the package on Spark, with this many megabytes of text.
fn spark(megabytes: u32) -> Result<Done, String> {
    let pythons = pythons();
    let Some(newest) = pythons.last() else {
        return Ok(Done::Skipped(MISSING.into()));
    };
    let java = Command::new("java").arg("-version").output();
    if !java.is_ok_and(|output| output.status.success()) {
        return Ok(Done::Skipped("install Java 17 or newer".into()));
    }
    let wheel = wheel(newest)?;
    let environment = Environment::new(newest, "spark")?;
    environment.install(&["--requirement", &package("tests/spark/requirements.txt")])?;
    environment.replace(&wheel)?;
    let size = [("LINKSPAN_SPARK_MB", megabytes.to_string())];
    let tested = environment.test_with(&size, &["spark"])?;
    Ok(Done::Passed(format!("; {tested}, {megabytes} MB")))
}

/// The same as a stage of the test command.
pub(crate) fn stage() -> Result<Done, String> {
    let pythons = pythons();
    let Some(newest) = pythons.last() else {
        return Ok(Done::Skipped(MISSING.into()));
    };
    // The tests compare with what the native program gives.
    succeed(cargo(&["build", "--quiet", "--release"]).args(["--package", "linkspan-cli"]))?;
    let wheel = wheel(newest)?;
    let environment = Environment::new(newest, "all")?;
    environment.install(&["--requirement", &package("tests/requirements.txt")])?;
    environment.replace(&wheel)?;
    // The older ones, meanwhile.
    let plain = || -> Result<String, String> {
        let mut tested = String::new();
        for python in pythons.iter().rev().skip(1) {
            let environment = Environment::new(python, "plain")?;
            environment.install(&["pytest"])?;
            environment.replace(&wheel)?;
            environment.test(&PLAIN_TESTS)?;
            tested = format!("{tested}, 3.{}", python.minor);
        }
        Ok(tested)
    };
    let (all, plain) = thread::scope(|scope| {
        let plain = scope.spawn(plain);
        (environment.test(&[]), plain.join())
    });
    let tested = all? + &plain.map_err(|_| "a test run ended early")??;
    let size = fs::metadata(&wheel).map_err(|error| error.to_string())?;
    println!("{} bytes: {}", size.len(), wheel.display());
    Ok(Done::Passed(format!("; {tested}")))
}

/// Installs from the source distribution into a new environment, and tests that.
pub(crate) fn from_source() -> Result<Done, String> {
    let pythons = pythons();
    let Some(newest) = pythons.last() else {
        return Ok(Done::Skipped(MISSING.into()));
    };
    let archive = source_distribution(newest)?;
    fresh(&folder().join(format!("source-3.{}", newest.minor)))?;
    let environment = Environment::new(newest, "source")?;
    environment.install(&["pytest"])?;
    environment.replace(&archive)?;
    let tested = environment.test(&PLAIN_TESTS)?;
    let size = fs::metadata(&archive).map_err(|error| error.to_string())?;
    println!("{} bytes: {}", size.len(), archive.display());
    Ok(Done::Passed(format!("; {tested}")))
}

/// Builds the source distribution.
fn source_distribution(python: &Python) -> Result<PathBuf, String> {
    let builder = Environment::builder(python)?;
    let out = fresh(&folder().join("source"))?;
    let crate_folder = root().join("crates/linkspan-py");
    succeed(builder.run("maturin").current_dir(crate_folder).args([
        "sdist",
        "--out",
        &out.to_string_lossy(),
    ]))?;
    only_file(&out)
}

fn folder() -> PathBuf {
    root().join("target/python")
}

/// A file of the package.
fn package(file: &str) -> String {
    let path = root().join("crates/linkspan-py").join(file);
    path.to_string_lossy().into_owned()
}

/// A folder that is empty.
fn fresh(folder: &Path) -> Result<PathBuf, String> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder.to_owned())
}

fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let mut files = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let file = files.next().and_then(Result::ok).map(|entry| entry.path());
    file.ok_or_else(|| format!("nothing was made in {}", folder.display()))
}

/// Builds the wheel. It has its own folder, because it is linked by another compiler than that of
/// the machine.
fn wheel(python: &Python) -> Result<PathBuf, String> {
    let builder = Environment::builder(python)?;
    let out = fresh(&folder().join("wheels"))?;
    let target = folder().join("target");
    succeed(
        builder
            .run("maturin")
            .current_dir(root().join("crates/linkspan-py"))
            .args(["build", "--quiet", "--zig", "--compression-level", "9"])
            .args(["--compatibility", "manylinux2014"])
            .arg("--target-dir")
            .arg(target)
            .arg("--out")
            .arg(&out),
    )?;
    only_file(&out)
}

/// A CPython.
struct Python {
    minor: u32,
    program: PathBuf,
}

/// The CPythons of this machine that the package is for, the oldest first: those on the path, and those of pyenv.
fn pythons() -> Vec<Python> {
    let home = std::env::var_os("HOME")
        .map(PathBuf::from)
        .unwrap_or_default();
    let pyenv = std::env::var_os("PYENV_ROOT").map_or_else(|| home.join(".pyenv"), PathBuf::from);
    let versions = fs::read_dir(pyenv.join("versions")).into_iter().flatten();
    let versions = versions.filter_map(|entry| Some(entry.ok()?.path().join("bin/python")));
    let named = MINORS.map(|minor| PathBuf::from(format!("python3.{minor}")));
    let mut found: Vec<Python> = Vec::new();
    for program in named.chain([PathBuf::from("python3")]).chain(versions) {
        if let Some(minor) = minor(&program)
            && MINORS.contains(&minor)
            && found.iter().all(|python| python.minor != minor)
        {
            found.push(Python { minor, program });
        }
    }
    found.sort_by_key(|python| python.minor);
    found
}

/// The second number of the version of a program that is a CPython 3 and can make environments.
fn minor(program: &Path) -> Option<u32> {
    let asked = "import sys, venv, ensurepip\n\
                 print(sys.version_info[1] if sys.implementation.name == 'cpython' else 0)";
    let output = Command::new(program).args(["-c", asked]).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// A virtual environment.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// An environment, which is made if it is not there.
    fn new(python: &Python, name: &str) -> Result<Self, String> {
        let folder = folder().join(format!("{name}-3.{}", python.minor));
        if !folder.join("bin/pip").is_file() {
            let mut command = Command::new(&python.program);
            succeed(command.args(["-m", "venv"]).arg(&folder))?;
        }
        Ok(Self { folder })
    }

    /// The environment that builds.
    fn builder(python: &Python) -> Result<Self, String> {
        let environment = Self::new(python, "build")?;
        environment.install(&BUILDERS)?;
        Ok(environment)
    }

    /// A program of the environment.
    fn run(&self, program: &str) -> Command {
        let programs = self.folder.join("bin");
        let mut command = Command::new(programs.join(program));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let all = [programs].into_iter().chain(std::env::split_paths(&path));
        if let Ok(path) = std::env::join_paths(all) {
            command.env("PATH", path);
        }
        command.env("VIRTUAL_ENV", &self.folder);
        // Variables that cargo sets for this program are not meant for the programs it starts.
        command.env_remove("CARGO").env_remove("RUSTC");
        command
    }

    fn pip(&self) -> Command {
        let mut command = self.run("python");
        command.args(["-m", "pip", "--quiet", "--disable-pip-version-check"]);
        command
    }

    fn install(&self, what: &[&str]) -> Result<(), String> {
        succeed(self.pip().arg("install").args(what))
    }

    /// Installs the package, also if there is one of the same version.
    fn replace(&self, file: &Path) -> Result<(), String> {
        succeed(self.pip().args(["uninstall", "--yes", "linkspan"]))?;
        succeed(self.pip().args(["install", "--no-deps"]).arg(file))
    }

    /// Runs tests, all of them if none is named, and says how many there were.
    fn test(&self, files: &[&str]) -> Result<String, String> {
        self.test_with(&[], files)
    }

    /// The same, with variables in the environment.
    fn test_with(&self, variables: &[(&str, String)], files: &[&str]) -> Result<String, String> {
        let mut command = self.run("python");
        command.current_dir(root().join("crates/linkspan-py/tests"));
        command.args(["-m", "pytest", "--quiet", "-rs", "-p", "no:cacheprovider"]);
        command.env("PYTHONDONTWRITEBYTECODE", "1").args(files);
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        let output = command.output().map_err(|error| error.to_string())?;
        let report = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            return Err(format!("the tests failed\n{report}"));
        }
        for line in report.lines() {
            if let Some(what) = line.strip_prefix("SKIPPED ") {
                println!("without {what}");
            }
        }
        let summary = report.lines().last().unwrap_or_default();
        let summary = summary.split(" in ").next().unwrap_or_default();
        Ok(format!("{} on {}", summary.trim_matches('='), self.name()))
    }

    /// The version of its Python.
    fn name(&self) -> String {
        let name = self
            .folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        name.rsplit('-').next().unwrap_or_default().to_owned()
    }
}
