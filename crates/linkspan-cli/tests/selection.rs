//! Which links of which files are printed, and what of them.

#![allow(clippy::restriction, reason = "a test may panic")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Run, linkspan, run};

const TEXT: &str = "https://www.Example.com/a.pdf EXAMPLE.com. me@mail.example.co.uk http://10.0.0.1/ \
                    https://bücher.de/x tel:1 github.io/x";

fn found(arguments: &[&str]) -> String {
    let done = linkspan(
        &[&["find", "--add-scheme", "tel:"], arguments].concat(),
        TEXT.as_bytes(),
    );
    assert_eq!(done.err, "", "{arguments:?}");
    done.text().to_owned()
}

#[test]
fn one_field_a_line() {
    for (field, expected) in [
        (
            "href",
            "https://www.example.com/a.pdf https://example.com/ mailto:me@mail.example.co.uk http://10.0.0.1/ https://xn--bcher-kva.de/x tel:1 https://github.io/x ",
        ),
        (
            "text",
            "https://www.Example.com/a.pdf EXAMPLE.com me@mail.example.co.uk http://10.0.0.1/ https://bücher.de/x tel:1 github.io/x ",
        ),
        (
            "host",
            "www.example.com example.com mail.example.co.uk 10.0.0.1 xn--bcher-kva.de github.io ",
        ),
        // An IP address and a public suffix have no registrable domain.
        (
            "domain",
            "example.com example.com example.co.uk xn--bcher-kva.de ",
        ),
        ("tld", "com com uk de io "),
        ("scheme", "https http https tel "),
        ("kind", "url url email url url url url "),
    ] {
        assert_eq!(
            found(&["--print", field]).replace('\n', " "),
            expected,
            "{field}"
        );
    }
    assert_eq!(
        found(&["--print", "domain", "--unique"]),
        "example.com\nexample.co.uk\nxn--bcher-kva.de\n"
    );
    assert_eq!(
        found(&["--print", "tld", "--unique", "--sort", "link"]),
        "com\nde\nio\nuk\n"
    );
    // A link without the field was not asked for.
    let done = linkspan(&["find", "--print", "scheme"], b"a.com");
    assert_eq!((done.text(), done.code), ("", Some(1)));
}

#[test]
fn values_that_end_with_a_null_byte() {
    assert_eq!(
        found(&["--print", "tld", "--print0"]),
        "com\0com\0uk\0de\0io\0"
    );
    assert!(
        found(&["--print0"]).starts_with("https://www.example.com/a.pdf\0https://example.com/\0")
    );
    assert_eq!(
        found(&["--count", "--by", "tld", "--print0"]),
        "2\tcom\x002\t-\x001\tuk\x001\tde\x001\tio\0"
    );
    // Nothing is escaped; in lines, what could disturb a terminal is.
    let text = "a.com/\u{200E}b";
    let values = |arguments: &[&str]| {
        let arguments = [
            &["find", "--profile", "uts58", "--print", "text"],
            arguments,
        ]
        .concat();
        linkspan(&arguments, text.as_bytes()).text().to_owned()
    };
    assert_eq!(values(&["--print0"]), format!("{text}\0"));
    assert_eq!(values(&[]), "a.com/\\u{200e}b\n");
}

#[test]
fn counts_by_a_field() {
    assert_eq!(
        found(&["--count", "--by", "domain"]),
        "3\t-\n2\texample.com\n1\texample.co.uk\n1\txn--bcher-kva.de\n"
    );
    assert_eq!(
        found(&["--count", "--by", "domain", "--first", "2"]),
        "3\t-\n2\texample.com\n"
    );
    assert_eq!(
        found(&["--count", "--by", "kind", "--sort", "link"]),
        "1\temail\n6\turl\n"
    );
    // All spellings of a name are one.
    let text = "BÜCHER.de xn--bcher-kva.de. https://bücher.de:80/ http://www.bücher。de/";
    let done = linkspan(&["find", "--count", "--by", "domain"], text.as_bytes());
    assert_eq!(done.text(), "4\txn--bcher-kva.de\n");
}

#[test]
fn links_that_match() {
    assert_eq!(
        found(&["--only-link", r"\.pdf$", "--no-line"]),
        "https://www.Example.com/a.pdf\n"
    );
    // The text as it is written and the address both count.
    assert_eq!(
        found(&["--only-link", "bücher", "--no-line"]),
        "https://bücher.de/x\n"
    );
    assert_eq!(
        found(&["--only-link", "xn--", "--no-line"]),
        "https://bücher.de/x\n"
    );
    assert_eq!(
        found(&["--only-link", "^https://example", "--no-line"]),
        "EXAMPLE.com\n"
    );
    assert_eq!(
        found(&[
            "--exclude-link",
            "(?i)example",
            "--exclude-link",
            "^tel:",
            "--no-line"
        ]),
        "http://10.0.0.1/\nhttps://bücher.de/x\ngithub.io/x\n"
    );
    assert_eq!(
        found(&[
            "--exclude-host",
            "example.com",
            "--exclude-host",
            "BÜCHER.de",
            "--print",
            "host"
        ]),
        "mail.example.co.uk\n10.0.0.1\ngithub.io\n"
    );
    assert_eq!(
        found(&[
            "--host",
            "example.com",
            "--exclude-host",
            "www.example.com",
            "--print",
            "host"
        ]),
        "example.com\n"
    );
    assert_eq!(found(&["--only-link", "a", "--count"]), "4\n");
    let done = linkspan(&["find", "--only-link", "x"], b"a.com");
    assert_eq!(done.code, Some(1));
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("docs/deep")).unwrap();
    for n in 0..40 {
        let text = format!("a{n}.com b{n}.com README.md\nnext\nc{n}.com\n");
        fs::write(folder.join(format!("f{n:02}.txt")), text).unwrap();
    }
    fs::write(folder.join("docs/x.md"), "x.com").unwrap();
    fs::write(folder.join("docs/deep/y.md"), "y.com").unwrap();
    fs::write(folder.join("docs/z.txt"), "z.com").unwrap();
    folder
}

fn find_in(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linkspan"));
    run(command.arg("find").args(arguments).current_dir(folder), b"")
}

/// The first links are those that come first without the option, whatever is asked for.
#[test]
fn the_first_links() {
    let root = folder("first");
    let all = find_in(&root, &["."]);
    let lines: Vec<&str> = all.text().lines().collect();
    assert_eq!(lines.len(), 123);
    for count in [1, 2, 3, 4, 7, 122, 123, 124, 1_000] {
        let first = find_in(&root, &["--first", &count.to_string(), "."]);
        assert_eq!(
            first.text().lines().collect::<Vec<_>>(),
            lines[..count.min(123)],
            "{count}"
        );
        assert_eq!((first.code, first.err.as_str()), (Some(0), ""));
    }
    let rejected = find_in(&root, &["--first", "3", "--rejected", "f00.txt"]);
    assert_eq!(rejected.text().lines().count(), 3);
    assert!(
        rejected
            .text()
            .lines()
            .last()
            .unwrap()
            .contains("README.md")
    );
    // The lines around the last one are complete.
    let context = find_in(&root, &["--first", "2", "-C", "1", "f00.txt"]);
    assert_eq!(
        context.text(),
        "f00.txt:1: a0.com b0.com README.md\nf00.txt:1:1: a0.com\nf00.txt:1:8: b0.com\nf00.txt-2- next\n"
    );
    let sorted = find_in(&root, &["--first", "2", "--sort", "link", "--no-line", "."]);
    assert_eq!(sorted.text(), "a0.com\na1.com\n");
    let unique = find_in(&root, &["--first", "2", "--unique", "--print", "tld", "."]);
    assert_eq!(unique.text(), "com\n");
    // Input that is read in other ways stops as well.
    for (form, text) in [
        ("html", "<p>a.com b.com <a href=\"https://c.com\">d.com</a>"),
        ("markdown", "a.com b.com [d.com](https://c.com)"),
        ("jsonl", "{\"a\": \"a.com b.com\"}\n\"c.com\"\n"),
        ("csv", "x\na.com b.com\nc.com\n"),
        ("mail", "Subject: a.com\n\nb.com c.com\n"),
    ] {
        let arguments = ["find", "--from", form, "--first", "2", "--print", "text"];
        let done = linkspan(&arguments, text.as_bytes());
        assert_eq!(done.text(), "a.com\nb.com\n", "{form}");
    }
}

/// Nothing more is read of a source that does not end once enough was printed.
#[cfg(unix)]
#[test]
fn the_first_links_end_the_search() {
    let script = "yes 'see a.com' | \"$0\" find --first 2";
    let mut command = Command::new("sh");
    let done = run(
        command.args(["-c", script, env!("CARGO_BIN_EXE_linkspan")]),
        b"",
    );
    assert_eq!(
        (done.text(), done.code),
        ("1:5: a.com\n2:5: a.com\n", Some(0))
    );
}

/// Patterns match what is printed.
#[test]
fn patterns_match_paths_as_they_are_printed() {
    let root = folder("patterns");
    let files = |arguments: &[&str]| {
        let done = find_in(&root, &[&["--count"], arguments].concat());
        let names = done
            .text()
            .lines()
            .filter_map(|line| line.split(':').next());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        files(&["--include", "docs/**", "docs"]),
        "docs/deep/y.md docs/x.md docs/z.txt"
    );
    assert_eq!(files(&["--include", "docs/*.md", "docs"]), "docs/x.md");
    assert_eq!(files(&["--include", "docs/*.md", "."]), "./docs/x.md");
    assert_eq!(
        files(&["--include", "*.md", "docs"]),
        "docs/deep/y.md docs/x.md"
    );
    assert_eq!(
        files(&["--exclude", "docs/deep", "--include", "docs/**", "."]),
        "./docs/x.md ./docs/z.txt"
    );
    assert_eq!(
        files(&["--include", "x.md", "docs/deep", "docs"]),
        "docs/x.md"
    );
    // Files that are named are chosen in the same way.
    assert_eq!(files(&["-e", "md", "docs/x.md", "docs/z.txt"]), "docs/x.md");
    assert_eq!(files(&["-e", ".md", "docs"]), "docs/deep/y.md docs/x.md");
    let none = find_in(&root, &["-e", "rs", "docs"]);
    assert_eq!(none.code, Some(1));
    assert!(none.err.contains("no file was searched"), "{}", none.err);
    // The same patterns, in ripgrep, choose the same files.
    let has_ripgrep = Command::new("rg").arg("--version").output().is_ok();
    if !has_ripgrep {
        println!("SKIPPED: there is no rg to compare with");
        return;
    }
    for (glob, place) in [
        ("docs/**", "docs"),
        ("docs/*.md", "docs"),
        ("docs/*.md", "."),
        ("/docs/*.md", "."),
        ("*.md", "docs"),
        ("**/deep/*", "docs"),
        ("deep/*", "docs"),
        ("docs/{x,z}.*", "docs"),
        ("**/[xy].md", "."),
        ("f0?.txt", "."),
    ] {
        let mut command = Command::new("rg");
        command
            .args(["--files", "--sort", "path", "-g", glob, place])
            .current_dir(&root);
        let expected = run(&mut command, b"")
            .text()
            .lines()
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(
            files(&["--include", glob, place]),
            expected,
            "{glob} {place}"
        );
    }
}

/// A name that no value has is reported, because it is the most likely mistake.
#[test]
fn fields_that_are_not_there() {
    let table = ["find", "--from", "csv", "--field", "nosuch"];
    let done = linkspan(&table, b"u,v\nhttps://a.com,1\n");
    assert_eq!(done.code, Some(1));
    assert!(
        done.err
            .contains("no value is named `nosuch`; the first names in the file are: u, v"),
        "{}",
        done.err
    );
    let json = ["find", "--from", "jsonl", "--field", "url"];
    let done = linkspan(&json, b"{\"a\": {\"link\": \"a.com\"}}\n");
    assert!(
        done.err.contains("the first names in the file are: link"),
        "{}",
        done.err
    );
    let done = linkspan(&json, b"{\"url\": \"\", \"b\": \"a.com\"}\n");
    assert_eq!((done.code, done.err.as_str()), (Some(1), ""));
}

/// Expressions see a defanged link as it is written.
#[test]
fn expressions_and_defanged_links() {
    let text = b"hxxp://evil[.]com/a b.com";
    let found = |option: &str, expression: &str| {
        let arguments = ["find", "--refang", "--print", "text", option, expression];
        linkspan(&arguments, text).text().to_owned()
    };
    assert_eq!(found("--only-link", "^hxxp"), "hxxp://evil[.]com/a\n");
    assert_eq!(
        found("--only-link", "^http://evil"),
        "hxxp://evil[.]com/a\n"
    );
    assert_eq!(found("--exclude-link", r"\[\.\]"), "b.com\n");
    let count = ["find", "--refang", "--count", "--only-link", "hxxp"];
    assert_eq!(linkspan(&count, text).text(), "1\n");
}

#[test]
fn csv_has_all_columns() {
    let rows = |arguments: &[&str], input: &str| {
        let arguments = [&["find", "--format", "csv"], arguments].concat();
        let done = linkspan(&arguments, input.as_bytes());
        done.text()
            .lines()
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        rows(&["--rejected"], "a.com README.md https://аррӏе.com"),
        [
            "-,1,1,url,true,a.com,https://a.com/,a.com,a.com,,,,,",
            "-,1,7,url,false,README.md,,,,,,,,file-name",
            "-,1,17,url,true,https://аррӏе.com,https://xn--80ak6aa92e.com/,xn--80ak6aa92e.com,xn--80ak6aa92e.com,,,,,whole-script-confusable",
        ]
    );
    assert_eq!(
        rows(&["--mail"], "Subject: a.com\n\nb.com\n"),
        [
            "-,1,1,url,true,a.com,https://a.com/,a.com,a.com,1,0,Subject,,",
            "-,1,1,url,true,b.com,https://b.com/,b.com,b.com,1,1,,,"
        ]
    );
    assert_eq!(
        rows(&["--from", "json"], "{\"x,y\": [\"a.com\"]}"),
        ["-,1,11,url,true,a.com,https://a.com/,a.com,a.com,,,,\"x,y[0]\","]
    );
}
