//! Wrong invocations: each is refused with a message that says what to do, and nothing is printed or changed.

#![allow(clippy::restriction, reason = "a test may panic")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{linkspan, run};

/// A folder with some files, which all wrong invocations leave as they are.
fn files(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("docs")).unwrap();
    for (name, text) in FILES {
        fs::write(folder.join(name), text).unwrap();
    }
    folder
}

const FILES: [(&str, &str); 5] = [
    ("a.txt", "see https://a.com\n"),
    ("a.md", "see https://a.com\n"),
    ("a.mdx", "see https://a.com\n"),
    ("a.html", "<p>see https://a.com\n"),
    ("docs/b.md", "see b.com\n"),
];

/// Wrong command lines, each with a part of the expected message.
const WRONG: &[(&[&str], &str)] = &[
    // Strings and files.
    (
        &["find", "see https://a.com"],
        "echo 'see https://a.com' | linkspan find",
    ),
    (&["find", "me@a.com"], "echo 'me@a.com' | linkspan find"),
    (
        &["find", "it's https://a.com"],
        "echo 'TEXT' | linkspan find",
    ),
    (
        &["find", "nothing.txt"],
        "nothing.txt: no such file or folder; check the name",
    ),
    (
        &["find", "a.txt/b"],
        "a.txt/b: a parent of this path is a file, not a folder; check the name",
    ),
    (
        &["linkify", "--to", "html", "see https://a.com"],
        "| linkspan linkify --to html",
    ),
    (
        &["explain", "--file", "nothing.txt"],
        "remove `--file` if this is the text itself",
    ),
    (
        &["format", "--file", "docs"],
        "docs: is a folder; name a file in it",
    ),
    (
        &["bidi", "--file", "nothing.txt"],
        "nothing.txt: no such file or folder",
    ),
    // Options of `find` that would have no effect.
    (
        &["find", "--no-line", "--format", "json", "a.txt"],
        "`--no-line` works only with `--format text`",
    ),
    (
        &["find", "--no-line", "--format", "csv", "a.txt"],
        "`--no-line` works only with `--format text`",
    ),
    (
        &["find", "--print", "host", "--no-line", "a.txt"],
        "remove `--no-line`",
    ),
    (
        &["find", "--print", "host", "--format", "json", "a.txt"],
        "remove `--format`",
    ),
    (
        &["find", "--print", "host", "--rejected", "a.txt"],
        "remove `--print` or `--rejected`",
    ),
    (
        &["find", "--print", "host", "--count", "a.txt"],
        "use `--count --by FIELD`",
    ),
    (
        &["find", "--print0", "--count", "a.txt"],
        "use `--count --by FIELD`",
    ),
    (
        &["find", "--print", "address", "a.txt"],
        "possible values: kind, text, href, href_typed, display, caption, scheme, ",
    ),
    (&["find", "--by", "host", "a.txt"], "add `--count`"),
    (
        &["find", "--count", "--by", "host", "--unique", "a.txt"],
        "remove it",
    ),
    (
        &[
            "find", "--count", "--by", "host", "--format", "json", "a.txt",
        ],
        "remove `--format`",
    ),
    (
        &["find", "--count", "--first", "1", "a.txt"],
        "`--by` or `--unique`",
    ),
    (
        &["find", "--first", "0", "a.txt"],
        "expected a number, 1 or greater",
    ),
    (
        &["find", "--first", "1", "--format", "marked", "a.txt"],
        "remove `--first`",
    ),
    (&["find", "--sort", "count", "a.txt"], "add `--unique`"),
    (&["find", "--csv-safe", "a.txt"], "add `--format csv`"),
    (
        &["find", "--fields", "href", "a.txt"],
        "add `--format json`",
    ),
    (
        &["find", "--format", "json", "--fields", "hrefs", "a.txt"],
        "a similar value exists: 'href'",
    ),
    (
        &["find", "--suffixes", "a.txt", "a.txt"],
        "add `--format json`, `--print domain` or `--count --by domain`",
    ),
    (&["find", "--max-expand", "1G", "a.txt"], "--search-zip"),
    (
        &["find", "--base", "https://a.com", "a.txt"],
        "`--base` needs `--from html`",
    ),
    (
        &["find", "--field", "url", "a.txt"],
        "`--field` needs `--from jsonl`",
    ),
    (
        &["find", "--dns-server", "127.0.0.1", "a.txt"],
        "without `--tlds dns`: add it",
    ),
    (
        &["find", "--dns-timeout", "1", "a.txt"],
        "without `--tlds dns`: add it",
    ),
    (
        &["find", "--tlds", "syntactic", "--require-fresh", "a.txt"],
        "remove `--require-fresh`",
    ),
    (
        &["find", "--scheme-only", "--default-scheme", "http", "a.txt"],
        "remove `--default-scheme`",
    ),
    (
        &["find", "--ext", "md", "-"],
        "name a file or folder, or remove it",
    ),
    // Values that cannot be meant.
    (
        &["find", "--kind", "file", "a.txt"],
        "only `--profile pri185` finds file names",
    ),
    (&["find", "--host", "*.x.com", "a.txt"], "write `x.com`"),
    (
        &["find", "--host", "https://x.com/", "a.txt"],
        "write only the host",
    ),
    (
        &["find", "--host", "a.com,b.com", "a.txt"],
        "repeat the option",
    ),
    (
        &["find", "--exclude-host", "*", "a.txt"],
        "write a host such as `example.com`",
    ),
    (&["find", "-e", "*.md", "docs"], "write `md`"),
    (
        &["find", "-e", "md txt", "docs"],
        "write an extension such as `md`",
    ),
    (
        &["find", "-e", "", "docs"],
        "write an extension such as `md`",
    ),
    (
        &["find", "--scheme", "a b", "a.txt"],
        "write one scheme such as `https`",
    ),
    (
        &["find", "--scheme", "ftp", "a.txt"],
        "add `--add-scheme ftp://`",
    ),
    (
        &["find", "--max-length", "0", "a.txt"],
        "expected a number, 1 or greater",
    ),
    (
        &["find", "--threads", "0", "a.txt"],
        "expected a number, 1 or greater",
    ),
    (&["find", "--only-link", "(", "a.txt"], "unclosed group"),
    (
        &["find", "--exclude-link", "", "a.txt"],
        "write what to match",
    ),
    (
        &["find", "--include", "{a", "docs"],
        "unclosed alternate group",
    ),
    (
        &["find", "--exclude", "{a", "docs"],
        "unclosed alternate group",
    ),
    (
        &["find", "--include", "!a", "docs"],
        "write what to match, such as `*.md`",
    ),
    (
        &["find", "--encoding", "latin", "a.txt"],
        "write a name such as `windows-1252`",
    ),
    (&["find", "--set", "colour", "a.txt"], "expected NAME=VALUE"),
    (
        &["find", "--set", "colour=red", "a.txt"],
        "unknown option `colour`: expected with, without",
    ),
    // The output format of `linkify`.
    (
        &["linkify"],
        "standard input: no output format is given: add `--to html`",
    ),
    (
        &["linkify", "a.txt"],
        "a.txt: no output format is given: add `--to html`",
    ),
    (
        &["linkify", "--from", "text", "a.md"],
        "a.md: no output format is given",
    ),
    (
        &["linkify", "--to", "html", "a.md"],
        "add `--from text` to read it as plain text",
    ),
    (
        &["linkify", "--to", "markdown", "a.html"],
        "add `--from text` to read it as plain text",
    ),
    (
        &["linkify", "--from", "html", "--to", "text", "a.html"],
        "remove `--to`",
    ),
    (
        &["linkify", "docs"],
        "add `--in-place`, `--check` or `--diff`, or name files",
    ),
    (&["linkify", "--in-place"], "needs files or folders"),
    (
        &["linkify", "--in-place", "--from", "html"],
        "needs files or folders",
    ),
    (
        &["linkify", "--check", "--from", "html", "-"],
        "needs files or folders",
    ),
    (
        &["linkify", "--in-place", "--check", "a.md"],
        "cannot be used with",
    ),
    (
        &["linkify", "--in-place", "--to", "html", "a.txt"],
        "redirect the output to a new file",
    ),
    (
        &["linkify", "--check", "--to", "terminal", "a.txt"],
        "redirect the output to a new file",
    ),
    (
        &["linkify", "--rel", "x", "--to", "text", "a.txt"],
        "`--rel` applies only to links in HTML",
    ),
    (
        &["linkify", "--class", "x", "--to", "terminal", "a.txt"],
        "`--class` applies only to links in HTML",
    ),
    (
        &["linkify", "--target", "x", "--to", "markdown", "a.txt"],
        "`--target` applies only to links in HTML",
    ),
    (
        &["linkify", "--title", "a.md"],
        "`--title` applies only to links in HTML",
    ),
    (
        &["linkify", "--isolate", "never", "a.md"],
        "`--isolate` applies only to links in HTML",
    ),
    (
        &["linkify", "--no-bidi", "a.md"],
        "`--no-bidi` applies only to links in HTML",
    ),
    (
        &["linkify", "--caption", "display", "--to", "text", "a.txt"],
        "`--caption` has no effect",
    ),
    (
        &["linkify", "--shorten", "9", "--to", "text", "a.txt"],
        "`--shorten` has no effect",
    ),
    (
        &["linkify", "--shorten", "9", "a.html"],
        "`--shorten` has no effect",
    ),
    (
        &["linkify", "--bidi", "--to", "html", "a.txt"],
        "HTML needs none",
    ),
    (
        &["find", "--count", "--sort", "link", "a.txt"],
        "add one of them, or remove `--sort`",
    ),
    (
        &["find", "--context", "1", "--no-line", "a.txt"],
        "remove `--no-line`",
    ),
    (
        &["find", "--mail", "--from", "mail", "a.txt"],
        "remove one of them",
    ),
    (
        &[
            "find",
            "--tlds",
            "embedded",
            "--set",
            "tlds=syntactic",
            "a.txt",
        ],
        "remove one of them",
    ),
    (
        &[
            "find",
            "--max-tld-age",
            "30",
            "--set",
            "max-tld-age=1",
            "a.txt",
        ],
        "remove one of them",
    ),
    (
        &["find", "--default-scheme", "javascript", "a.txt"],
        "use `http` or `https`",
    ),
    (
        &["find", "--add-unsafe-scheme", "foo", "a.txt"],
        "write `foo:`",
    ),
    (
        &["find", "--add-unsafe-scheme", "", "a.txt"],
        "write a scheme such as `file:`",
    ),
    (&["find", "--host", "", "a.txt"], "the host is empty"),
    (&["find", "--host", "::1", "a.txt"], "in brackets: `[::1]`"),
    (
        &["tlds", "update", "--from", "ftp://example.com/x"],
        "only http and https can be downloaded",
    ),
    (&["linkify", "--bidi", "a.md"], "use `--to text`"),
    (
        &["linkify", "--bidi", "--to", "text", "--in-place", "a.txt"],
        "remove `--in-place`",
    ),
    (
        &["linkify", "--link-style", "inline", "a.html"],
        "add `--from markdown`",
    ),
    (
        &["linkify", "--link-style", "autolink", "a.mdx"],
        "MDX has no `<…>`",
    ),
    (
        &["linkify", "--unsafe", "defang", "a.html", "--from", "html"],
        "remove it, or use `--to text`",
    ),
    (
        &["linkify", "--ext", "md", "--to", "html"],
        "name a file or folder, or remove it",
    ),
    // Mistakes seen in user trials.
    (
        &["find", "--first", "x", "a.txt"],
        "expected a number, 1 or greater",
    ),
    (
        &["find", "--first", "-1", "a.txt"],
        "expected a number, 1 or greater",
    ),
    (
        &["find", "-C", "-1", "a.txt"],
        "expected a number, 0 or greater",
    ),
    (
        &["find", "--kind", "email", "--scheme", "https", "a.txt"],
        "remove one of them",
    ),
    (
        &["find", "--with", "code", "--without", "code", "a.txt"],
        "remove it from `--with` or from `--without`",
    ),
    (
        &[
            "find",
            "--set",
            "max-length=3",
            "--max-length",
            "9",
            "a.txt",
        ],
        "remove one of them",
    ),
    (
        &["find", "--stream", "--unique", "a.txt"],
        "remove `--stream`",
    ),
    (
        &["find", "--default-scheme", "mailto", "a.txt"],
        "add `--add-scheme mailto://`",
    ),
    (
        &["find", "--add-scheme", "file:", "a.txt"],
        "use `--add-unsafe-scheme` to link it anyway",
    ),
    (
        &["find", "--add-unsafe-scheme", "smb://", "a.txt"],
        "write `smb:`",
    ),
    (
        &["find", "-z", "--max-expand", "0", "a.txt"],
        "expected a number of bytes, 1 or greater",
    ),
    (
        &["find", "--host", "a..com", "a.txt"],
        "a label is empty; write a host such as",
    ),
    (
        &["linkify", "--check", "--unsafe", "leave", "a.md"],
        "remove it, or use `--to text`",
    ),
    (
        &["linkify", "--check", "--ext", "mdd", "."],
        "no file was read",
    ),
    (&["linkify", "--check"], "`--check` needs files or folders"),
    (
        &["linkify", "--check", "a.txt"],
        "add `--to text` or `--to defanged`",
    ),
    (
        &["linkify", "--check", "--diff", "a.md"],
        "cannot be used with",
    ),
    (
        &["linkify", "--shorten", "0", "--to", "html", "a.txt"],
        "expected a number, 1 or greater",
    ),
    (
        &["bidi", "--kind", "url", "--bare-ip", "a.com"],
        "`--bare-ip` has no effect on lines that are one link",
    ),
    (
        &["man", "--dir", "a.txt"],
        "a file with this name already exists",
    ),
    // Other commands.
    (
        &["format", "--kind", "email", "--form", "ascii", "a@b.c"],
        "remove `--form`",
    ),
    (
        &["format", "--kind", "email", "--parts", "a@b.c"],
        "remove `--kind email`",
    ),
    (
        &["format", "--parts", "--encoding", "legacy", "{}"],
        "remove `--encoding`",
    ),
    (
        &["bidi", "--mirror", "--output", "html", "a"],
        "`--mirror` works only with `--output visual`",
    ),
    (
        &["conformance", "a.txt"],
        "name the folder with the official files",
    ),
    (&["man", "--dir", "a.txt/b"], "check the name"),
    (
        &["tlds", "update", "--from", "nothing.txt"],
        "no such file or folder; check the name",
    ),
    (&["look"], "unrecognized subcommand"),
    (
        &["find", "--uniq", "a.txt"],
        "similar argument exists: '--unique'",
    ),
];

#[test]
fn wrong_invocations_say_what_to_do() {
    let folder = files("invocations");
    assert!(WRONG.len() > 80);
    for (arguments, hint) in WRONG {
        let mut command = Command::new(env!("CARGO_BIN_EXE_linkspan"));
        command.args(*arguments).current_dir(&folder);
        let done = run(command.env("LINKSPAN_DATA_DIR", "data"), b"a.com\n");
        assert_eq!(done.code, Some(2), "{arguments:?}: {}", done.err);
        assert!(done.err.contains(hint), "{arguments:?}: {}", done.err);
        assert!(done.out.is_empty(), "{arguments:?}: {}", done.text());
        // No number of the system, and no syntax of ours.
        assert!(
            !done.err.contains("os error"),
            "{arguments:?}: {}",
            done.err
        );
        assert!(!done.err.contains("!{"), "{arguments:?}: {}", done.err);
        for (name, text) in FILES {
            assert_eq!(
                fs::read_to_string(folder.join(name)).unwrap(),
                text,
                "{arguments:?}"
            );
        }
    }
}

#[test]
fn parts_of_urls_say_which_is_wrong() {
    for (line, hint) in [
        (
            r#"{"head":"https://a.com","query":{"k":"v"}}"#,
            "`query` must be a list of pairs",
        ),
        (
            r#"{"head":"https://a.com","query":[["k"]]}"#,
            "`query` must be a list of pairs",
        ),
        (
            r#"{"head":"https://a.com","query":[[1,"v"]]}"#,
            "`query` must be a list of pairs",
        ),
        (
            r#"{"head":"https://a.com","path":"a"}"#,
            "`path` must be a list of strings",
        ),
        (
            r#"{"head":"https://a.com","path":[null]}"#,
            "`path` must be a list of strings",
        ),
        (
            r#"{"head":"https://a.com","directives":[1]}"#,
            "`directives` must be a list of strings",
        ),
        (
            r#"{"head":"https://a.com","fragment":1}"#,
            "`fragment` must be a string",
        ),
        (r#"{"head":1}"#, "`head` must be a string"),
        (r#"{"path":[]}"#, "`head` is missing"),
        (r#"{"head":"https://a.com","pth":[]}"#, "unknown part `pth`"),
        (
            r#"{"head":"https://a.com",}"#,
            "not JSON: trailing comma at column 25",
        ),
        (
            "https://a.com",
            "not a JSON object; write an object such as",
        ),
    ] {
        let done = linkspan(&["format", "--parts"], line.as_bytes());
        assert_eq!((done.code, done.text().trim_end()), (Some(2), line));
        assert!(done.err.contains("standard input:1: "), "{}", done.err);
        assert!(done.err.contains(hint), "{line}: {}", done.err);
    }
}

/// A string with the name of a file is a string, and the user is told so.
#[test]
fn strings_are_told_from_files_in_one_way() {
    let folder = files("strings");
    let in_folder = |arguments: &[&str], input: &[u8]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_linkspan"));
        run(command.args(arguments).current_dir(&folder), input)
    };
    for command in ["explain", "format", "bidi"] {
        let done = in_folder(&[command, "a.txt"], b"");
        assert!(
            done.err
                .contains("`a.txt` is taken as text; to read the file, use `--file a.txt`"),
            "{}",
            done.err
        );
        // A file, standard input by name and by default give the same.
        let text = b"https://a.com/%C3%A4\n";
        fs::write(folder.join("line.txt"), text).unwrap();
        let file = in_folder(&[command, "--file", "line.txt"], b"");
        assert_eq!((file.code, file.err.as_str()), (Some(0), ""), "{command}");
        for arguments in [&[command][..], &[command, "-"], &[command, "--file", "-"]] {
            let done = in_folder(arguments, text);
            assert_eq!(done.code, Some(0));
            let shown = done.text().replace("standard input:1", "line.txt:1");
            assert_eq!(shown, file.text(), "{arguments:?}");
        }
    }
}

/// Help that fits on a screen of 80 by 24, and says how the command ends.
#[test]
fn short_help_fits_on_a_screen() {
    let commands: [&[&str]; 12] = [
        &[],
        &["find"],
        &["linkify"],
        &["explain"],
        &["format"],
        &["bidi"],
        &["tlds"],
        &["tlds", "status"],
        &["tlds", "update"],
        &["conformance"],
        &["completions"],
        &["man"],
    ];
    for command in commands {
        let short = linkspan(&[command, &["-h"]].concat(), b"");
        assert_eq!(short.code, Some(0));
        assert!(
            short.text().lines().count() <= 24,
            "{command:?}: {}",
            short.text()
        );
        for line in short.text().lines() {
            assert!(line.chars().count() <= 80, "{command:?}: {line}");
        }
        let long = linkspan(&[command, &["--help"]].concat(), b"");
        for help in [short.text(), long.text()] {
            assert!(help.contains("Exit status"), "{command:?}");
        }
    }
    // The options of the command come first, and what a link is comes last.
    for command in ["find", "linkify", "explain", "bidi"] {
        let help = linkspan(&[command, "--help"], b"");
        let (own, shared) = help.text().split_once("Link detection:").unwrap();
        assert!(
            shared.contains("--profile") && shared.contains("The default is `recommended`"),
            "{command}"
        );
        assert!(
            own.contains("Options:") && !own.contains("--add-scheme"),
            "{command}"
        );
    }
    let own = linkspan(&["bidi", "--help"], b"");
    let (own, _) = own.text().split_once("Link detection:").unwrap();
    assert!(own.contains("--order") && own.contains("--ambiguous"));
}

/// Manual pages have the examples of the help as they are, one a line, and texts for all options.
#[test]
fn manual_pages_keep_examples() {
    let folder = files("pages");
    let pages = folder.join("man");
    assert_eq!(
        linkspan(&["man", "--dir", pages.to_str().unwrap()], b"").code,
        Some(0)
    );
    for command in ["find", "linkify", "explain", "format", "bidi"] {
        let page = fs::read_to_string(pages.join(format!("linkspan-{command}.1"))).unwrap();
        let help = linkspan(&[command, "--help"], b"");
        let (_, examples) = help.text().split_once("Examples:\n").unwrap();
        let (_, verbatim) = page.split_once(".SH EXAMPLES\n.nf\n").unwrap();
        let (verbatim, _) = verbatim.split_once("\n.fi").unwrap();
        let shown = verbatim
            .replace("\\-", "-")
            .replace("\\(aq", "'")
            .replace("\\(ti", "~")
            .replace("\\(ha", "^")
            .replace("\\(ga", "`")
            .replace("\\e", "\\");
        assert_eq!(shown.trim_end(), examples.trim_end(), "{command}");
        assert!(
            page.contains(".SH \"EXIT STATUS\"") || page.contains(".SH EXIT STATUS"),
            "{command}"
        );
    }
    let page = fs::read_to_string(pages.join("linkspan-find.1")).unwrap();
    assert!(
        page.contains("Link IP addresses with and without a scheme"),
        "options that `-h` hides have a text"
    );
}
