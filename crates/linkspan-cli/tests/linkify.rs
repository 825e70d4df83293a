//! `linkspan linkify`, and what is made of the definition of the command line.

#![allow(clippy::restriction, reason = "a test may panic")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::linkspan;

fn made(arguments: &[&str], input: &str) -> String {
    let arguments: Vec<&str> = ["linkify"].iter().chain(arguments).copied().collect();
    let run = linkspan(&arguments, input.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    run.text().to_owned()
}

fn file(name: &str, contents: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, contents).unwrap();
    path
}

#[test]
fn text_becomes_other_formats() {
    let text = "<b> https://example.com/a?b&c README.md\n";
    assert_eq!(
        made(&["--to", "html"], text),
        "&lt;b&gt; <a href=\"https://example.com/a?b&amp;c\" rel=\"nofollow noopener\"><bdi>https://example.com/a?b&amp;c</bdi></a> README.md\n"
    );
    assert_eq!(
        made(&["--to", "markdown"], text),
        "\\<b\\> [https://example.com/a?b\\&c](https://example.com/a?b&amp;c) README.md\n"
    );
    assert_eq!(
        made(&["--to", "marked"], text),
        "<b> ⸠https://example.com/a?b&c⸡ README.md\n"
    );
    assert_eq!(
        made(&["--to", "defanged"], text),
        "<b> hxxps://example[.]com/a?b&c README[.]md\n"
    );
    assert_eq!(made(&["--to", "text"], text), text);
    assert_eq!(
        made(&["--to", "terminal"], "\u{1B}x a.com"),
        "\\u{1b}x \u{1B}]8;;https://a.com/\u{1B}\\a.com\u{1B}]8;;\u{1B}\\"
    );
}

#[test]
fn links_look_as_asked_for() {
    let url = "https://xn--bcher-kva.de/%C3%BC/and/so/on";
    assert_eq!(
        made(
            &[
                "--to",
                "html",
                "--caption",
                "display",
                "--rel",
                "",
                "--class",
                "a\"b",
                "--title",
                "--target",
                "_blank"
            ],
            url
        ),
        "<a href=\"https://xn--bcher-kva.de/%C3%BC/and/so/on\" target=\"_blank\" class=\"a&quot;b\" title=\"https://bücher.de/ü/and/so/on\"><bdi>https://bücher.de/ü/and/so/on</bdi></a>"
    );
    assert_eq!(
        made(
            &[
                "--to",
                "html",
                "--caption",
                "display",
                "--shorten",
                "14",
                "--rel",
                ""
            ],
            url
        ),
        "<a href=\"https://xn--bcher-kva.de/%C3%BC/and/so/on\"><bdi>bücher.de/ü/a…</bdi></a>"
    );
    let hebrew = |arguments: &[&str]| {
        let arguments = [&["--to", "html", "--rel", ""], arguments].concat();
        made(&arguments, "https://אב.com/")
    };
    let link = |shown: &str| format!("<a href=\"https://xn--4dbc.com/\">{shown}</a>");
    let ordered = link("<bdi dir=\"ltr\">https://<bdi dir=\"ltr\">אב</bdi>.com/</bdi>");
    assert_eq!(hebrew(&[]), ordered);
    assert_eq!(hebrew(&["--isolate", "when-reordered"]), ordered);
    assert_eq!(hebrew(&["--no-bidi"]), link("<bdi>https://אב.com/</bdi>"));
    assert_eq!(hebrew(&["--isolate", "never"]), link("https://אב.com/"));
}

/// A name that was typed in A-labels does not become what it imitates.
#[test]
fn shortening_shows_what_was_typed() {
    let arguments = [
        "--to",
        "html",
        "--profile",
        "uts58",
        "--shorten",
        "22",
        "--rel",
        "",
    ];
    assert!(
        made(&arguments, "http://xn--80ak6aa92e.com/x")
            .ends_with("><bdi>xn--80ak6aa92e.com/x</bdi></a>")
    );
}

#[test]
fn names_that_are_not_safe() {
    let text = "https://pаypal.com/login";
    assert_eq!(made(&["--to", "html"], text), text);
    assert_eq!(
        made(&["--to", "html", "--unsafe", "alabel"], text),
        "https://xn--pypal-4ve.com/login"
    );
    assert_eq!(
        made(&["--to", "html", "--profile", "nonascii"], text),
        "https://xn--pypal-4ve.com/login"
    );
    assert_eq!(
        made(&["--unsafe", "defang"], text),
        "hxxps://xn--pypal-4ve[.]com/login"
    );
    // One that imitates another is treated in the same way in text.
    let text = "https://аррӏе.com/a wi\u{307}ki.org";
    assert_eq!(
        made(&["--to", "text"], text),
        "https://xn--80ak6aa92e.com/a xn--wiki-rwc.org"
    );
    assert_eq!(
        made(&["--to", "defanged", "--unsafe", "alabel"], text),
        "hxxps://xn--80ak6aa92e[.]com/a xn--wiki-rwc[.]org"
    );
    // One that imitates another is linked, and seen as what it is.
    assert!(
        made(&["--to", "html"], "https://аррӏе.com")
            .contains("><bdi>https://xn--80ak6aa92e.com</bdi></a>")
    );
}

/// Links that are left unchanged in a page are reported, but are not an error.
#[test]
fn links_that_are_left_alone() {
    let page = "<select><style></style></select><p>a.com https://b.com/";
    let run = linkspan(&["linkify", "--from", "html"], page.as_bytes());
    assert_eq!(run.text(), page);
    assert_eq!(
        run.err,
        "linkspan: standard input: 0 links added, 2 left unchanged: 2 because other parts of the page could change\n"
    );
    assert_eq!(run.code, Some(0));
    let run = linkspan(
        &["linkify", "--from", "markdown"],
        "a.com https://аррӏе.com".as_bytes(),
    );
    assert_eq!(
        run.err,
        "linkspan: standard input: 1 link added, 1 left unchanged: 1 because the name imitates another name\n"
    );
}

#[test]
fn existing_html_and_markdown() {
    assert_eq!(
        made(
            &["--from", "html", "--rel", ""],
            "<p>a.com <code>b.com</code>"
        ),
        "<p><a href=\"https://a.com/\">a.com</a> <code>b.com</code>"
    );
    assert_eq!(
        made(&["--from", "markdown"], "https://a.com `b.com`"),
        "<https://a.com> `b.com`"
    );
    for wrong in [
        &["--from", "html", "--to", "markdown"][..],
        &["--from", "markdown", "--to", "html"],
        &["--in-place"],
        &["--in-place", "-"],
        &["--in-place", "--to", "html", "Cargo.toml"],
    ] {
        let arguments = [&["linkify"], wrong].concat();
        let run = linkspan(&arguments, b"a.com");
        assert_eq!((run.code, run.out.len()), (Some(2), 0), "{wrong:?}");
    }
}

#[test]
fn files_are_changed_as_a_whole() {
    let path = file("in-place.html", b"<p>a.com \xFF</p>\r\n");
    let name = path.to_str().unwrap();
    let run = linkspan(
        &[
            "linkify",
            "--from",
            "html",
            "--in-place",
            "--rel",
            "",
            name,
            "no/such.html",
        ],
        b"",
    );
    assert_eq!((run.code, run.out.len()), (Some(2), 0));
    assert!(run.err.contains("no/such.html"), "{}", run.err);
    let expected = b"<p><a href=\"https://a.com/\">a.com</a> \xFF</p>\r\n";
    assert_eq!(fs::read(&path).unwrap(), expected);
    // Done once is done.
    let run = linkspan(&["linkify", "--from", "html", "--in-place", name], b"");
    assert_eq!(
        (run.code, fs::read(&path).unwrap().as_slice()),
        (Some(0), &expected[..])
    );
}

#[cfg(unix)]
#[test]
fn permissions_and_symbolic_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let path = file("in-place.md", b"https://a.com\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let link = path.with_file_name("in-place-link.md");
    let _ = fs::remove_file(&link);
    symlink(&path, &link).unwrap();
    let run = linkspan(
        &[
            "linkify",
            "--from",
            "markdown",
            "--in-place",
            link.to_str().unwrap(),
        ],
        b"",
    );
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(fs::read_to_string(&path).unwrap(), "<https://a.com>\n");
    assert_eq!(
        fs::metadata(&path).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert!(
        fs::symlink_metadata(&link)
            .unwrap()
            .file_type()
            .is_symlink()
    );
}

#[test]
fn bytes_and_blocks_pass_through() {
    // Quotation marks of Windows-1252, and a letter: the end of a name is not a name.
    let text = b"\x93a.com\x94 b\xFCcher.de https://b\xFCcher.de/x \xFChttps://c.com\r\n";
    let run = linkspan(&["linkify", "--to", "marked"], text);
    assert_eq!(
        run.out,
        "\u{1}⸠a.com⸡\u{2} b\u{3}cher.de https://b\u{3}cher.de/x \u{3}⸠https://c.com⸡\r\n"
            .bytes()
            .map(|byte| match byte {
                1 => 0x93,
                2 => 0x94,
                3 => 0xFC,
                _ => byte,
            })
            .collect::<Vec<_>>()
    );
    let run = linkspan(&["find", "--print", "text"], text);
    assert_eq!(run.text(), "a.com\nhttps://c.com\n");
    let long = "x".repeat((1 << 20) + 5);
    let run = linkspan(
        &["linkify", "--to", "html"],
        format!("{long}< a.com").as_bytes(),
    );
    assert_eq!(
        run.out.len(),
        long.len()
            + "&lt; ".len()
            + "<a href=\"https://a.com/\" rel=\"nofollow noopener\"><bdi>a.com</bdi></a>".len()
    );
    let message = "linkspan: standard input: run-too-long: 1 run of more than 1 MiB";
    assert!(run.err.starts_with(message), "{}", run.err);
    assert_eq!((run.err.lines().count(), run.code), (1, Some(2)));
    // A line that starts a block is still the start of a line.
    let lines = format!("{}# x\n", "word ".repeat(60_000) + "\n");
    assert!(made(&["--to", "markdown"], &lines).ends_with("\n\\# x\n"));
}

/// The program reads in pieces, and a line may end across two of them.
#[test]
fn line_endings_stay_whole() {
    let lines = "a\r\n".repeat(200_000);
    for before in ["", "x", "xy"] {
        let text = [before, &lines].concat();
        for format in ["html", "markdown"] {
            assert!(made(&["--to", format], &text) == text, "{before} {format}");
        }
        let cut = text.trim_end_matches('\n');
        let expected = [cut.trim_end_matches('\r'), "&#13;"].concat();
        assert!(made(&["--to", "html"], cut) == expected, "{before}");
    }
}

#[test]
fn options_that_would_do_nothing_are_refused() {
    for (arguments, message) in [
        (
            &["--from", "html", "--unsafe", "defang"][..],
            "documents only get links",
        ),
        (&["--from", "html", "--shorten", "9"], "has no effect"),
        (
            &["--from", "markdown", "--caption", "display"],
            "has no effect",
        ),
        (&["--suffixes", "x"], "unexpected argument"),
    ] {
        let run = linkspan(&[&["linkify"], arguments].concat(), b"a.com");
        assert_eq!((run.code, run.text()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains(message), "{arguments:?}: {}", run.err);
    }
    assert_eq!(
        made(&["--from", "html", "--rel", "", "--class", "x"], "a.com"),
        "<a href=\"https://a.com/\" class=\"x\">a.com</a>"
    );
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = linkspan(&["completions", shell], b"");
        assert_eq!(run.code, Some(0));
        assert!(run.text().contains("linkify"), "{shell}");
    }
    assert!(linkspan(&["man"], b"").text().contains(".TH linkspan"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    let run = linkspan(&["man", "--dir", folder.to_str().unwrap()], b"");
    assert_eq!(run.code, Some(0));
    assert!(folder.join("linkspan-find.1").is_file());
    // Every command has a help text with an example.
    for command in [
        "find",
        "linkify",
        "explain",
        "format",
        "bidi",
        "tlds",
        "conformance",
    ] {
        let run = linkspan(&[command, "--help"], b"");
        assert!(run.text().contains("Example"), "{command}");
    }
}

/// UTF-16 has no links as bytes: a check of it must not pass.
#[test]
fn utf16_is_refused() {
    let text: Vec<u8> = "\u{FEFF}see https://example.com/x\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for arguments in [
        &["linkify", "--to", "html"][..],
        &["linkify", "--to", "defanged"],
        &["linkify", "--from", "markdown"],
        &["explain"],
        &["format"],
    ] {
        let run = linkspan(arguments, &text);
        assert_eq!((run.code, run.text()), (Some(2), ""), "{arguments:?}");
        let message = "linkspan: standard input: looks like UTF-16LE; convert it to UTF-8 first";
        assert!(run.err.starts_with(message), "{arguments:?}: {}", run.err);
    }
}

/// The same in a folder, where files that look binary are skipped.
#[test]
fn utf16_in_a_folder_is_not_binary() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("utf16");
    fs::create_dir_all(&root).unwrap();
    let page: Vec<u8> = "<p>see https://a.com</p>"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    fs::write(root.join("a.html"), page).unwrap();
    fs::write(root.join("b.html"), "<p>nothing</p>").unwrap();
    let run = linkspan(&["linkify", "--check", root.to_str().unwrap()], b"");
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(
        run.err.contains("a.html: looks like UTF-16LE"),
        "{}",
        run.err
    );
    let run = linkspan(&["linkify", "--to", "html"], b"\x1F\x8B\x08\0a.com");
    assert_eq!((run.code, run.text()), (Some(2), ""));
    assert!(run.err.contains("compressed with gzip"), "{}", run.err);
}

/// A line starts after a byte order mark.
#[test]
fn markup_after_a_byte_order_mark_is_escaped() {
    assert_eq!(
        made(&["--to", "markdown"], "\u{FEFF}# a.com\n"),
        "\u{FEFF}\\# [a.com](https://a.com/)\n"
    );
}

/// Bytes that are not UTF-8 pass through, and a message says where they are.
#[test]
fn bytes_that_are_not_utf8_are_reported() {
    for (arguments, effect) in [
        (&["linkify", "--to", "text"][..], "may be wrong"),
        (&["linkify", "--from", "html"], "are not made"),
        (&["explain"], "may be wrong"),
    ] {
        let run = linkspan(arguments, b"a.com\nb\xFCcher.de\n");
        assert_eq!(run.code, Some(0), "{arguments:?}");
        assert!(
            run.err.contains("not UTF-8")
                && run
                    .err
                    .contains(&format!("links next to such bytes {effect}")),
            "{arguments:?}: {}",
            run.err
        );
        assert!(
            run.err.contains("line 2") || run.err.contains("standard input:2"),
            "{}",
            run.err
        );
    }
}
