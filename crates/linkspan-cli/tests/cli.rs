//! The command line, as people and scripts use it.

#![allow(clippy::restriction, reason = "a test may panic")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::linkspan;

/// A file for one test.
fn file(name: &str, contents: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, contents).expect("the file can be written");
    path
}

#[test]
fn find_prints_line_and_column() {
    let run = linkspan(&["find"], "x\né字 a.com, b.com\n\n  c@d.com".as_bytes());
    assert_eq!(run.text(), "2:4: a.com\n2:11: b.com\n4:3: c@d.com\n");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

#[test]
fn find_names_every_source_if_there_are_several() {
    let path = file("names.txt", b"a.com");
    let path = path.to_str().unwrap();
    let run = linkspan(&["find", path, "-"], b"b.com");
    assert_eq!(run.text(), format!("{path}:1:1: a.com\n-:1:1: b.com\n"));
}

#[test]
fn find_marks_and_changes_nothing_else() {
    let text = "a.com\r\n\tno (b.com/x).\u{FEFF}".as_bytes();
    let run = linkspan(&["find", "--format", "marked"], text);
    assert_eq!(run.text(), "⸠a.com⸡\r\n\tno (⸠b.com/x⸡).\u{FEFF}");
    let run = linkspan(&["find", "--format", "marked"], b"");
    assert_eq!((run.text(), run.code), ("", Some(1)));
}

#[test]
fn find_passes_invalid_bytes_through() {
    let run = linkspan(
        &["find", "--format", "marked"],
        b"a.com/x\xFFy \xC3 b.com\xE3\x81",
    );
    let expected = "⸠a.com/x⸡\u{1}y \u{2} ⸠b.com⸡\u{3}";
    let expected: Vec<u8> = expected
        .bytes()
        .flat_map(|byte| match byte {
            1 => vec![0xFF],
            2 => vec![0xC3],
            3 => vec![0xE3, 0x81],
            _ => vec![byte],
        })
        .collect();
    assert_eq!(run.out, expected);
    assert_eq!(run.code, Some(0));
    assert!(
        run.err.contains("not UTF-8 in 3 places, first at 1:8"),
        "{}",
        run.err
    );
    // Offsets count the bytes, columns one for each bad sequence.
    let run = linkspan(&["find", "--format", "json"], b"\xFF\xFD a.com");
    let record: serde_json::Value = serde_json::from_str(run.text()).unwrap();
    assert_eq!(
        (&record["start"], &record["end"], &record["column"]),
        (&3.into(), &8.into(), &4.into())
    );
}

#[test]
fn find_writes_json() {
    let text = "\nsee HTTPS://Bücher.de:80/ü?q#f:~:x; a+ü@b.com";
    let run = linkspan(&["find", "--format", "json", "-"], text.as_bytes());
    let records: Vec<serde_json::Value> = run
        .text()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        records,
        [
            serde_json::json!({
                "file": "-", "line": 2, "column": 5, "start": 5, "end": 37,
                "start_utf16": 5, "end_utf16": 35, "start_char": 5, "end_char": 35,
                "linked": true, "kind": "url", "text": "HTTPS://Bücher.de:80/ü?q#f:~:x",
                "href": "https://xn--bcher-kva.de:80/%C3%BC?q#f:~:x",
                "href_typed": "HTTPS://Bücher.de:80/ü?q#f:~:x",
                "display": "HTTPS://bücher.de:80/ü?q#f:~:x",
                "caption": "HTTPS://Bücher.de:80/ü?q#f:~:x",
                "scheme": "HTTPS", "local_part": null, "host": "xn--bcher-kva.de",
                "host_typed": "Bücher.de", "host_display": "bücher.de",
                "domain": "xn--bcher-kva.de", "domain_display": "bücher.de", "tld": "de",
                "port": 80, "path": "/ü", "query": "q", "fragment": "f", "directives": "x",
                "reasons": [],
            }),
            serde_json::json!({
                "file": "-", "line": 2, "column": 37, "start": 39, "end": 49,
                "start_utf16": 37, "end_utf16": 46, "start_char": 37, "end_char": 46,
                "linked": true, "kind": "email", "text": "a+ü@b.com",
                "href": "mailto:a+%C3%BC@b.com", "href_typed": "mailto:a+%C3%BC@b.com",
                "display": "a+ü@b.com", "caption": "a+ü@b.com", "scheme": null,
                "local_part": "a+ü", "host": "b.com", "host_typed": "b.com",
                "host_display": "b.com", "domain": "b.com", "domain_display": "b.com",
                "tld": "com", "port": null, "path": null, "query": null, "fragment": null,
                "directives": null, "reasons": [],
            }),
        ]
    );
}

#[test]
fn find_tells_by_its_exit_status() {
    assert_eq!(linkspan(&["find"], b"a.com").code, Some(0));
    assert_eq!(linkspan(&["find"], b"nothing").code, Some(1));
    let run = linkspan(&["find", "no/such/file", "-"], b"a.com");
    assert_eq!((run.code, run.text()), (Some(2), "-:1:1: a.com\n"));
    assert!(
        run.err.contains("no/such/file: no such file"),
        "{}",
        run.err
    );
    assert_eq!(linkspan(&["find", "--format", "xml"], b"").code, Some(2));
    assert_eq!(linkspan(&["find", "--profile", "none"], b"").code, Some(2));
    assert_eq!(linkspan(&[], b"").code, Some(2));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let path = file("many.txt", "a.com b.com\n".repeat(100_000).as_bytes());
    let mut child = Command::new(env!("CARGO_BIN_EXE_linkspan"))
        .arg("find")
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn format_writes_the_forms() {
    let url = "https://xn--bcher-kva.de/%C3%BC%E2%88%95.";
    for (form, expected) in [
        ("minimal", "https://bücher.de/ü∕%2E\n"),
        ("display", "https://bücher.de/ü%E2%88%95%2E\n"),
        ("ascii", "https://xn--bcher-kva.de/%C3%BC%E2%88%95.\n"),
    ] {
        let run = linkspan(&["format", "--form", form, url], b"");
        assert_eq!((run.text(), run.code), (expected, Some(0)));
    }
    let run = linkspan(&["format"], b"example.com/%C3%A9\r\n\nexample.com/a.\n");
    assert_eq!(
        (run.text(), run.code),
        ("example.com/é\n\nexample.com/a%2E\n", Some(0))
    );
    let run = linkspan(
        &["format", "--encoding", "legacy", "example.com/%C3%A9é"],
        b"",
    );
    assert_eq!(run.text(), "example.com/%C3%A9%C3%A9\n");
    assert_eq!(linkspan(&["format", "-"], b"").text(), "");
    let run = linkspan(
        &["format", "example.com/a.", "-"],
        b"\xEF\xBB\xBF example.com/b. \t\n",
    );
    assert_eq!(
        (run.text(), run.code),
        ("example.com/a%2E\nexample.com/b%2E\n", Some(0))
    );
}

#[test]
fn format_keeps_what_it_cannot_use() {
    let run = linkspan(&["format"], b"nothing\r\nexample.com/%C3%A9\n\xFF\n");
    assert_eq!(run.out, b"nothing\r\nexample.com/\xC3\xA9\n\xFF\n");
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("standard input:1: no host in `nothing`"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("standard input:3: not UTF-8"),
        "{}",
        run.err
    );
}

#[test]
fn format_reads_parts() {
    let input = r#"{"head":"https://example.com","path":["a/b","c d"],"query":[["k","v&"],["flag",null]],"fragment":"f.","directives":["text=x,y"]}
{"head":"https://xn--bcher-kva.de"}
{"head":"https://example.com","path":[".."]}
{"head":"https://example.com","pth":[]}
{"head":"https://example.com","path":null,"query":null,"fragment":"","directives":[]}
"#;
    let run = linkspan(&["format", "--parts"], input.as_bytes());
    let lines: Vec<&str> = run.text().lines().collect();
    assert_eq!(
        lines[0],
        "https://example.com/a%2Fb/c%20d?k=v%26&flag#f.:~:text=x,y"
    );
    assert_eq!(lines[1], "https://bücher.de");
    assert_eq!(lines[2], r#"{"head":"https://example.com","path":[".."]}"#);
    assert_eq!(lines[3], r#"{"head":"https://example.com","pth":[]}"#);
    assert_eq!(lines[4], "https://example.com#");
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("standard input:3: the path segment `..`"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("standard input:4: unknown part `pth`"),
        "{}",
        run.err
    );
    for line in [
        &b"[\"https://example.com\"]"[..],
        b"{\"head\":1}",
        b"{}",
        b"x",
    ] {
        let run = linkspan(&["format", "--parts"], line);
        assert_eq!(
            (run.code, run.out.strip_suffix(b"\n")),
            (Some(2), Some(line))
        );
    }
    let run = linkspan(
        &["format", "--parts", "--form", "ascii"],
        input.lines().next().unwrap().as_bytes(),
    );
    assert_eq!(
        run.text(),
        "https://example.com/a%2Fb/c%20d?k=v%26&flag#f.:~:text=x,y\n"
    );
}

#[test]
fn format_quotes_addresses() {
    let run = linkspan(
        &["format", "--kind", "email"],
        b"john doe@example.com\njohn@example.com\n@example.com\n",
    );
    assert_eq!(
        run.text(),
        "\"john doe\"@example.com\njohn@example.com\n@example.com\n"
    );
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("standard input:3: the local part"),
        "{}",
        run.err
    );
    assert_eq!(
        linkspan(
            &["format", "--kind", "email", "--form", "ascii", "a@b.c"],
            b""
        )
        .code,
        Some(2)
    );
}

#[test]
fn conformance_wants_files() {
    let run = linkspan(&["conformance", "no/such/folder"], b"");
    let message =
        "linkspan: no/such/folder: no such folder; name the folder with the official files\n";
    assert_eq!((run.code, run.err.as_str()), (Some(2), message));
    let run = linkspan(&["conformance", env!("CARGO_TARGET_TMPDIR")], b"");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("no official file found"), "{}", run.err);
}

/// A folder with files of our own: differences are found, shown and counted.
#[test]
fn conformance_shows_differences() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unicode");
    fs::create_dir_all(&folder).unwrap();
    let check = |detection: &str, formatting: &str, brackets: &str| {
        for (name, contents) in [
            ("LinkDetectionTest.txt", detection),
            ("LinkFormattingTest.txt", formatting),
            ("LinkBracket.txt", brackets),
        ] {
            fs::write(folder.join(name), contents).unwrap();
        }
        linkspan(&["conformance", folder.to_str().unwrap()], b"")
    };
    let formatting = "# {𝑺=https:// 𝑯=a.com 𝑷=b c 𝑸=d 𝑽=e 𝑭=f 𝑫=g}\nhttps://a.com/b%20c?d=e#f:~:g\nhttps://a.com/b%20c?d=e#f:~:g\n";
    let all: String = ('\0'..=char::MAX)
        .filter_map(|c| Some((c, linkspan::props::link_bracket(c)?)))
        .map(|(close, open)| format!("{:04X} ; {:04X} #1.1\n", u32::from(close), u32::from(open)))
        .collect();
    let run = check("# Date: 2030-01-01, x\nsee ⸠a.com⸡ b\n", formatting, &all);
    assert_eq!(run.code, Some(0), "{}", run.text());
    assert!(
        run.text()
            .contains("LinkDetectionTest.txt (2030-01-01), lines: 1/1 passed")
    );
    let run = check("see a.com b\n⸠a.com⸡\n", formatting, &all);
    assert_eq!(run.code, Some(2));
    assert!(
        run.text().contains("1/2 passed") && run.text().contains("line 1 (UNEXPECTED)"),
        "{}",
        run.text()
    );
    let run = check("⸠a.com⸡\n", formatting, "0029 ; 0028 #1.1\n");
    assert!(run.text().contains("U+003E (UNEXPECTED)"), "{}", run.text());
    // An expected difference that no longer exists.
    let run = check(
        "⸠a.com⸡\n",
        &format!("# Date: 2025-12-26, x\n{formatting}"),
        &all,
    );
    assert_eq!(run.code, Some(2));
    assert!(
        run.text().contains("line 189: passes, but is listed"),
        "{}",
        run.text()
    );
    // Data of a later Unicode version is not compared.
    let run = check("⸠a.com⸡\n", formatting, "0029 ; 0028 #99.0\n");
    assert_eq!(run.code, Some(0));
    assert!(
        run.text()
            .contains("LinkBracket.txt (undated): not compared"),
        "{}",
        run.text()
    );
}

#[test]
fn help_says_what_there_is() {
    let run = linkspan(&["--help"], b"");
    for command in ["find", "format", "conformance"] {
        assert!(run.text().contains(command));
        assert_eq!(linkspan(&[command, "--help"], b"").code, Some(0));
    }
    let version = linkspan(&["--version"], b"").text().to_owned();
    assert!(version.starts_with("linkspan ") && version.contains("\nUnicode 18.0.0\n"));
}
