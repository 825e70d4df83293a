//! Random and hostile bytes through every subcommand: no crash, whatever comes.

#![allow(clippy::restriction, reason = "a test may panic")]

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{Run, linkspan, run};

/// Every way to read input from standard input.
const COMMANDS: [&[&str]; 24] = [
    &["find"],
    &["find", "--count"],
    &[
        "find",
        "--format",
        "json",
        "--rejected",
        "--profile",
        "recommended",
    ],
    &["find", "--format", "csv", "--unique", "--sort", "host"],
    &["find", "--format", "marked", "--profile", "pri185"],
    &["find", "--context", "1", "--profile", "nonascii"],
    &["find", "--mail", "--format", "json"],
    &[
        "find",
        "--refang",
        "--bare-ip",
        "--ip",
        "bare",
        "--localhost",
        "--add-scheme",
        "tel:",
    ],
    &["find", "--scheme-only", "--stream", "--profile", "uasg"],
    &[
        "find",
        "--tlds",
        "syntactic",
        "--limits",
        "dns",
        "--max-length",
        "100",
    ],
    &["linkify"],
    &["linkify", "--to", "html"],
    &["linkify", "--to", "markdown"],
    &["linkify", "--to", "terminal"],
    &[
        "linkify",
        "--to",
        "text",
        "--unsafe",
        "defang",
        "--profile",
        "nonascii",
    ],
    &["linkify", "--from", "html"],
    &["linkify", "--from", "markdown"],
    &["explain"],
    &["explain", "--format", "json"],
    &["format"],
    &["format", "--form", "ascii"],
    &["format", "--form", "display", "--kind", "email"],
    &["format", "--parts"],
    &[
        "bidi",
        "--kind",
        "text",
        "--paragraph",
        "auto",
        "--ambiguous",
    ],
];

/// Bytes that look random and are the same each time.
fn random(mut state: u64, length: usize, alphabet: &[u8]) -> Vec<u8> {
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap_or(0)
    };
    (0..length)
        .map(|_| alphabet[next() % alphabet.len()])
        .collect()
}

fn inputs() -> Vec<Vec<u8>> {
    let all: Vec<u8> = (0..=255).collect();
    let syntax = b"ab.:/@()[]{}<>\"'`*_~!?#&=%-+|\\ \n\r\t\0\xC3\xA9\xE3\x80\x82\xFF";
    let mut inputs = vec![Vec::new(), b"\n".to_vec(), b"\xEF\xBB\xBFa.com".to_vec()];
    for seed in 1..5 {
        inputs.push(random(seed, 3_000, &all));
        inputs.push(random(seed, 3_000, syntax));
    }
    // Deep nesting, and what has hurt others.
    for unit in [
        "(",
        "[",
        "<div>",
        "<a href=x>",
        "> ",
        "* ",
        "[](",
        "`",
        "**",
        "![",
        "{\"a\":",
        "\"",
        "a.com/(",
        "http://",
        "a@",
        "a.",
        "1.1.",
        "&#",
        "<!--",
        "\u{202E}",
        "\u{2066}a.com",
        "\u{301}",
        "From \n\n",
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n",
        "=?utf-8?q?",
        "%E3%81",
        "xn--a.",
        "。",
        "谢谢。",
        "e\u{301}",
    ] {
        inputs.push(unit.repeat(6_000 / unit.len()).into_bytes());
    }
    inputs
}

/// Runs a command with an input: on standard input, or for `explain` as an argument.
fn fed(command: &[&str], input: &[u8]) -> Run {
    if command[0] != "explain" {
        return linkspan(command, input);
    }
    let text = String::from_utf8_lossy(input).replace('\0', " ");
    linkspan(&[command, &["--", &text]].concat(), b"")
}

#[test]
fn nothing_crashes() {
    let inputs = inputs();
    std::thread::scope(|scope| {
        for half in COMMANDS.chunks(COMMANDS.len().div_ceil(2)) {
            let inputs = &inputs;
            scope.spawn(move || {
                for command in half {
                    let run = fed(command, b"https://a.com/b");
                    assert!(!run.err.contains("Usage"), "{command:?}: {}", run.err);
                    let is_link =
                        run.out.is_empty() || run.text().contains("a.com") || run.text() == "1\n";
                    assert!(
                        is_link || command[0] == "linkify",
                        "{command:?}: {}",
                        run.text()
                    );
                    for input in inputs {
                        let run = fed(command, input);
                        let start =
                            String::from_utf8_lossy(&input[..input.len().min(40)]).into_owned();
                        assert!(
                            matches!(run.code, Some(0..=2)) && !run.err.contains("panicked"),
                            "{command:?} with {start:?}…: {:?} {}",
                            run.code,
                            run.err
                        );
                    }
                }
            });
        }
    });
}

/// Lists and arguments that are no lists and no arguments.
#[test]
fn lists_and_arguments_are_not_trusted() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile-list");
    for input in inputs() {
        fs::write(&file, &input).unwrap();
        let path = file.to_str().unwrap();
        for arguments in [
            &["find", "--tlds", path][..],
            &["find", "--format", "json", "--suffixes", path],
            &["conformance", path],
        ] {
            let run = linkspan(arguments, b"a.com");
            assert!(
                matches!(run.code, Some(0..=2)) && !run.err.contains("panicked"),
                "{arguments:?}: {:?} {}",
                run.code,
                run.err
            );
        }
    }
}

/// Property files with more code points than there are.
#[test]
fn property_files_are_not_trusted() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile-unicode");
    fs::create_dir_all(&folder).unwrap();
    for contents in [
        "0..FFFFFFFF ; Hard\n".to_owned(),
        "0..10FFFF ; Hard\n".repeat(2),
        "x\n".to_owned(),
    ] {
        fs::write(folder.join("LinkTerm.txt"), &contents).unwrap();
        let run = linkspan(&["conformance", folder.to_str().unwrap()], b"");
        assert_eq!(run.code, Some(2), "{contents}");
        assert!(run.err.contains("LinkTerm.txt: line"), "{}", run.err);
    }
}

/// What opens something that other things can be inside of.
const OPENINGS: [&str; 22] = [
    "<noscript>",
    "<div>",
    "<a href=x>",
    "<table>",
    "<template>",
    "<svg>",
    "<select>",
    "<object>",
    "<x-y>",
    "<b><p>",
    "<bdo dir=rtl>",
    "> ",
    "* ",
    "[",
    "![",
    "**",
    "{",
    "{\"a\":",
    "[[",
    "\"",
    "(",
    "Content-Type: multipart/mixed; boundary=b\n\n--b\n",
];

/// Nothing is read with recursion, however deeply things are nested: every reader, with a stack
/// that is a fraction of the usual one.
#[cfg(unix)]
#[test]
fn deep_nesting_needs_little_stack() {
    let find = |format: &'static str| vec!["find", "--from", format];
    let linkify = |format: &'static str| vec!["linkify", "--from", format];
    let readers = ["html", "markdown", "json", "jsonl", "csv", "mail"];
    let mut commands: Vec<Vec<&str>> = readers.map(find).into();
    commands.extend(["html", "markdown", "mdx", "text"].map(linkify));
    commands.push(vec!["linkify", "--to", "markdown"]);
    for command in &commands {
        for opening in OPENINGS {
            let input = opening.repeat(100_000 / opening.len().min(8));
            let mut small = Command::new("sh");
            small
                .args(["-c", "ulimit -s 512 && exec \"$0\" \"$@\""])
                .arg(env!("CARGO_BIN_EXE_linkspan"))
                .args(command)
                // The stack of other threads.
                .env("RUST_MIN_STACK", "262144");
            let run = run(&mut small, (input + "a.com").as_bytes());
            assert!(
                matches!(run.code, Some(0..=2)),
                "{command:?} with {opening:?}: {:?} {}",
                run.code,
                run.err
            );
        }
    }
}
