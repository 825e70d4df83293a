//! The commands of the guide print what it says.

#![allow(clippy::restriction, reason = "a test may panic")]
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

const PAGES: [&str; 2] = [
    include_str!("../../linkspan/docs/guide.md"),
    include_str!("../../linkspan/docs/options.md"),
];

/// A block of the guide: its language and what is in it.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let mut blocks = Vec::new();
    for page in PAGES {
        let mut rest = page;
        while let Some((_, from)) = rest.split_once("\n```") {
            let (language, from) = from.split_once('\n').expect("a line");
            let (body, after) = from.split_once("```").expect("an end");
            blocks.push((language, body));
            rest = after;
        }
    }
    blocks
}

fn sh(script: &str, folder: &Path) -> (String, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_linkspan"));
    let programs = program.parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", script])
        .current_dir(folder)
        .env("PATH", format!("{programs}:{path}"))
        .env("LINKSPAN_DATA_DIR", folder.join("data"))
        .output()
        .expect("a shell");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn the_commands_of_the_guide_print_what_it_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let blocks = blocks();
    let mut compared = 0;
    for (at, &(language, script)) in blocks.iter().enumerate() {
        if language != "sh" {
            continue;
        }
        let missing = ["jq", "node"].into_iter().find(|&tool| {
            let probe = format!("command -v {tool}");
            script.contains(tool) && sh(&probe, folder.path()).0.is_empty()
        });
        if let Some(tool) = missing {
            println!("SKIPPED, there is no {tool}: {script}");
            continue;
        }
        let (printed, errors) = sh(script, folder.path());
        assert_eq!(errors, "", "{script}");
        if let Some(("text", expected)) = blocks.get(at + 1) {
            assert_eq!(printed, *expected, "{script}");
            compared += 1;
        }
    }
    assert!(compared > 8, "{compared}");
}
