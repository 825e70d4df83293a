//! The test programs and samples of the library for C, compiled and run.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::js::succeed;
use crate::suite::root;

use super::install::Installed;

/// The programs in `tests/c` that need no arguments.
const PROGRAMS: [&str; 3] = ["api", "misuse", "threads"];

/// How many random calls there are, and how many if there is time.
pub(super) const RANDOM_CALLS: &str = "200000";
pub(super) const MANY_RANDOM_CALLS: &str = "10000000";

/// Options of compilers: nothing may be dubious.
const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-Werror", "-g"];
const SANITIZERS: &str = "-fsanitize=address,undefined";

/// Compiles against an installed library.
pub(super) struct Samples<'i> {
    installed: &'i Installed,
    out: PathBuf,
    /// The skipped samples, and why.
    pub(super) without: Vec<String>,
}

pub(super) fn has(program: &str) -> bool {
    let asked = if program == "go" {
        "version"
    } else {
        "--version"
    };
    Command::new(program)
        .arg(asked)
        .output()
        .is_ok_and(|output| output.status.success())
}

/// A folder of the crate.
fn source(folder: &str) -> PathBuf {
    root().join("crates/linkspan-c").join(folder)
}

/// The first block of code in a language, and the text after it.
fn block<'t>(text: &'t str, language: &str) -> Option<(&'t str, &'t str)> {
    let (_, rest) = text.split_once(&format!("\n```{language}\n"))?;
    let end = rest.find("\n```\n")?;
    Some((&rest[..=end], &rest[end + 1..]))
}

impl<'i> Samples<'i> {
    pub(super) fn new(installed: &'i Installed) -> Result<Self, String> {
        let out = root().join("target/c/samples");
        std::fs::create_dir_all(&out).map_err(|error| error.to_string())?;
        let out = out.canonicalize().map_err(|error| error.to_string())?;
        Ok(Self {
            installed,
            out,
            without: Vec::new(),
        })
    }

    /// A program that finds the library.
    pub(super) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let lib = self.installed.folder.join("lib");
        let mut command = Command::new(program);
        command
            .env("LD_LIBRARY_PATH", &lib)
            .env("PKG_CONFIG_PATH", lib.join("pkgconfig"))
            .env("LINKSPAN_LIBRARY", self.installed.library())
            .current_dir(&self.out);
        command
    }

    /// Compiles a source as users do, by what `pkg-config` says, and returns the program.
    fn compile(&self, compiler: &str, options: &[&str], file: &Path) -> Result<PathBuf, String> {
        let flags = self
            .command("pkg-config")
            .args(["--cflags", "--libs", "linkspan"])
            .output()
            .map_err(|error| format!("cannot start pkg-config: {error}"))?;
        let flags = String::from_utf8_lossy(&flags.stdout).into_owned();
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let program = self.out.join(format!("{stem}-{compiler}"));
        let mut command = self.command(compiler);
        command.args(STRICT).args(options).arg("-o").arg(&program);
        command.arg(file).args(flags.split_whitespace());
        succeed(command.arg("-lpthread"))?;
        Ok(program)
    }

    /// Whether a compiler is there, and what it needs for sanitizers.
    fn has_sanitizers(&self, compiler: &str) -> bool {
        let file = self.out.join("empty.c");
        let made = std::fs::write(&file, "int main(void) { return 0; }\n");
        let mut command = self.command(compiler);
        command.arg(SANITIZERS).arg(&file).args(["-o", "empty"]);
        made.is_ok() && command.output().is_ok_and(|output| output.status.success())
    }

    /// Runs a program that must end well, and says what it printed.
    fn run(&self, command: &mut Command) -> Result<String, String> {
        let output = command.output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            return Ok(text);
        }
        let messages = String::from_utf8_lossy(&output.stderr);
        Err(format!("{command:?}: {}\n{text}{messages}", output.status))
    }

    /// The tests in C and C++, by every compiler: with sanitizers, under Valgrind, and linked statically.
    pub(super) fn programs(&mut self, calls: &str) -> Result<(), String> {
        for (c, cpp) in [("gcc", "g++"), ("clang", "clang++")] {
            if !self.has_sanitizers(c) || !has(cpp) {
                self.without.push(format!("{c} and {cpp} with sanitizers"));
                continue;
            }
            for name in PROGRAMS {
                let file = source("tests/c").join(name).with_extension("c");
                let program = self.compile(c, &["-std=c11", "-O1", SANITIZERS], &file)?;
                self.run(&mut self.command(program))?;
            }
            let file = source("tests/c/random.c");
            let program = self.compile(c, &["-std=c11", "-O1", SANITIZERS], &file)?;
            self.run(self.command(program).arg(calls))?;
            let file = source("examples/cpp/links.cpp");
            let program = self.compile(cpp, &["-std=c++17", SANITIZERS], &file)?;
            self.run(&mut self.command(program))?;
        }
        self.valgrind()?;
        self.linked_statically()
    }

    fn valgrind(&mut self) -> Result<(), String> {
        if !has("valgrind") {
            self.without.push("valgrind".into());
            return Ok(());
        }
        for name in PROGRAMS {
            let file = source("tests/c").join(name).with_extension("c");
            let program = self.compile("gcc", &["-std=c11"], &file)?;
            let mut command = self.command("valgrind");
            command.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]);
            self.run(command.arg(program))?;
        }
        Ok(())
    }

    /// The library inside a program, and a program without any shared library.
    fn linked_statically(&self) -> Result<(), String> {
        let program = self.out.join("api-static");
        for options in [&[][..], &["-static"]] {
            let mut command = self.command("gcc");
            command.args(options).args(["-std=c11", "-o"]).arg(&program);
            command.arg("-I").arg(self.installed.folder.join("include"));
            command
                .arg(source("tests/c/api.c"))
                .arg(self.installed.archive());
            succeed(command.args(["-lpthread", "-lm", "-ldl"]))?;
            self.run(Command::new(&program).env_remove("LD_LIBRARY_PATH"))?;
        }
        Ok(())
    }

    /// The programs in documents, each with the output that follows it.
    pub(super) fn documents(&self) -> Result<(), String> {
        for document in ["README.md", "crates/linkspan-c/README.md"] {
            let text = std::fs::read_to_string(root().join(document));
            let text = text.map_err(|error| format!("{document}: {error}"))?;
            let (program, rest) =
                block(&text, "c").ok_or(format!("{document}: no program in C"))?;
            let (expected, _) = block(rest, "text").ok_or(format!("{document}: no output"))?;
            let file = self.out.join("document.c");
            std::fs::write(&file, program).map_err(|error| error.to_string())?;
            let program = self.compile("gcc", &["-std=c11"], &file)?;
            let output = self.run(&mut self.command(program))?;
            if output != expected {
                return Err(format!("{document}: the program prints {output:?}"));
            }
        }
        Ok(())
    }

    /// The program that prints the links of files.
    pub(super) fn identity(&self) -> Result<PathBuf, String> {
        self.compile("gcc", &["-std=c11", "-O2"], &source("tests/c/identity.c"))
    }

    /// The samples in other languages and for databases, as far as what they need is there.
    pub(super) fn others(&mut self) -> Result<(), String> {
        if has("go") {
            let mut command = self.command("go");
            command.current_dir(source("examples/go"));
            command
                .env("GOFLAGS", "-mod=mod")
                .env("GOTOOLCHAIN", "local");
            self.run(command.args(["test", "-count=1", "./..."]))?;
        } else {
            self.without.push("go".into());
        }
        let has_ffi = Command::new("ruby").args(["-e", "require 'ffi'"]).output();
        if has_ffi.is_ok_and(|output| output.status.success()) {
            self.run(self.command("ruby").arg(source("examples/ruby/test.rb")))?;
        } else {
            self.without.push("ruby with ffi".into());
        }
        for (script, name) in [
            ("sqlite.sh", "SQLite and its headers"),
            ("postgres.sh", "PostgreSQL and its headers"),
            ("terminal.sh", "tmux and less"),
        ] {
            let mut command = self.command("sh");
            command.arg(source("tests").join(script));
            let output = command.output().map_err(|error| error.to_string())?;
            match output.status.code() {
                Some(0) => {}
                // The script reports that something it needs is missing.
                Some(77) => self.without.push(name.into()),
                _ => {
                    let text = String::from_utf8_lossy(&output.stdout);
                    let messages = String::from_utf8_lossy(&output.stderr);
                    return Err(format!("{script}: {text}{messages}"));
                }
            }
        }
        Ok(())
    }
}
