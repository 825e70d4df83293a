//! `cargo xtask dist`: the program with its manual pages and completions, ready to be packed.

use std::fs::{self, File};
use std::process::Command;

use crate::suite;

/// The shells, and how each names its file of completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "linkspan.bash"),
    ("zsh", "_linkspan"),
    ("fish", "linkspan.fish"),
    ("powershell", "linkspan.ps1"),
    ("elvish", "linkspan.elv"),
];

pub(crate) fn run() -> Result<(), String> {
    succeed(&mut suite::cargo(&[
        "build",
        "--release",
        "--package",
        "linkspan-cli",
    ]))?;
    let target = suite::root().join("target");
    let program = target
        .join("release")
        .join(format!("linkspan{}", std::env::consts::EXE_SUFFIX));
    let dist = target.join("dist");
    let completions = dist.join("completions");
    fs::create_dir_all(&completions).map_err(|error| error.to_string())?;
    succeed(
        Command::new(&program)
            .args(["man", "--dir"])
            .arg(dist.join("man")),
    )?;
    for (shell, name) in SHELLS {
        let file = File::create(completions.join(name)).map_err(|error| error.to_string())?;
        succeed(
            Command::new(&program)
                .args(["completions", shell])
                .stdout(file),
        )?;
    }
    let name = program.file_name().unwrap_or_default();
    fs::copy(&program, dist.join(name)).map_err(|error| error.to_string())?;
    println!("the program, man/ and completions/ are in target/dist");
    Ok(())
}

fn succeed(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}
