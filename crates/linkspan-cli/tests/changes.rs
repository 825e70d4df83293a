//! `linkify` on documents and folders: what would change, and how it is changed.

#![allow(clippy::restriction, reason = "a test may panic")]
#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{Run, run};

fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn linkify(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linkspan"));
    run(
        command.arg("linkify").args(arguments).current_dir(folder),
        b"",
    )
}

const FILES: &[(&str, &str)] = &[
    (
        "README.md",
        "One\nsee https://a.com\nand b.com\n4\n5\n6\n7\n8\n9\n10\n11\nc.com",
    ),
    (
        "docs/page.html",
        "<p>see https://a.com <code>b.com</code>\n",
    ),
    (
        "docs/guide.mdx",
        "import A from 'https://a.com'\n\n<A to=\"b.com\"/> https://c.com d.com {`e.com`}\n",
    ),
    ("docs/done.md", "nothing, <https://a.com>\n"),
    ("docs/notes.txt", "https://a.com\n"),
    ("docs/code.rs", "// https://a.com\n"),
    (".hidden.md", "https://a.com\n"),
    ("skipped.md", "https://a.com\n"),
    (".gitignore", "skipped.md\n"),
];

const CHANGED: &str = "./README.md\n./docs/guide.mdx\n./docs/page.html\n";

#[test]
fn what_would_change_is_listed() {
    let root = folder("check", FILES);
    let check = linkify(&root, &["--check", "."]);
    assert_eq!((check.text(), check.code), (CHANGED, Some(1)));
    assert_eq!(
        check.err,
        "linkspan: 3 files would change; use `--in-place` to change them\n"
    );
    for (name, text) in FILES {
        assert_eq!(fs::read_to_string(root.join(name)).unwrap(), *text);
    }
    let done = linkify(&root, &["--check", "docs/done.md"]);
    assert_eq!(
        (done.text(), done.code, done.err.as_str()),
        ("", Some(0), "")
    );
    let some = linkify(
        &root,
        &["--check", "-e", "md", "--hidden", "--no-ignore", "."],
    );
    assert_eq!(some.text(), "./.hidden.md\n./README.md\n./skipped.md\n");
    let some = linkify(&root, &["--check", "--include", "docs/**", "."]);
    assert_eq!(
        (some.text(), some.code),
        ("./docs/guide.mdx\n./docs/page.html\n", Some(1))
    );
    // Files selected by extension are read, or the user is told why not.
    let some = linkify(&root, &["--check", "-e", "rs,mdx", "."]);
    assert_eq!((some.text(), some.code), ("./docs/guide.mdx\n", Some(2)));
    assert!(
        some.err
            .contains("./docs/code.rs: plain text, or an unknown format"),
        "{}",
        some.err
    );
    let one = linkify(&root, &["--check", "--from", "mdx", "docs"]);
    assert_eq!(one.text(), "docs/guide.mdx\n");
    let text = linkify(&root, &["--check", "--to", "defanged", "docs"]);
    assert_eq!(text.text(), "docs/notes.txt\n");
    let none = linkify(
        &root,
        &[
            "--check",
            "--from",
            "html",
            "--ext",
            "md",
            "--exclude",
            "*.md",
            "docs",
        ],
    );
    assert_eq!((none.text(), none.code), ("", Some(2)));
    assert!(none.err.contains("no file was read"), "{}", none.err);
    // Trouble is stronger than changes.
    let both = linkify(&root, &["--check", "README.md", "missing.md"]);
    assert_eq!((both.text(), both.code), ("README.md\n", Some(2)));
}

/// `--diff` applied is `--in-place`, and after that nothing would change.
#[test]
fn a_diff_is_what_would_change() {
    let root = folder("diff", FILES);
    let patched = folder("patched", FILES);
    let diff = linkify(&root, &["--diff", "."]);
    assert_eq!(diff.code, Some(1));
    assert!(
        diff.text().starts_with(
            "--- a/README.md\n+++ b/README.md\n@@ -1,6 +1,6 @@\n One\n-see https://a.com\n-and b.com\n\
             +see <https://a.com>\n+and [b.com](https://b.com/)\n 4\n 5\n 6\n@@ -9,4 +9,4 @@\n 9\n 10\n 11\n-c.com\n\
             \\ No newline at end of file\n+[c.com](https://c.com/)\n\\ No newline at end of file\n"
        ),
        "{}",
        diff.text()
    );
    let mut git = Command::new("git");
    let applied = run(git.args(["apply", "-"]).current_dir(&patched), &diff.out);
    assert_eq!((applied.code, applied.err.as_str()), (Some(0), ""));
    let made = linkify(&root, &["--in-place", "."]);
    assert_eq!(
        (made.text(), made.code, made.err.as_str()),
        ("", Some(0), "")
    );
    for (name, _) in FILES {
        assert_eq!(
            fs::read(root.join(name)).unwrap(),
            fs::read(patched.join(name)).unwrap(),
            "{name}"
        );
    }
    assert_eq!(linkify(&root, &["--check", "."]).code, Some(0));
    assert_eq!(
        fs::read_to_string(root.join("docs/guide.mdx")).unwrap(),
        "import A from 'https://a.com'\n\n<A to=\"b.com\"/> [https://c.com](https://c.com) [d.com](https://d.com/) {`e.com`}\n"
    );
}

#[test]
fn formats_by_extension() {
    let root = folder("extensions", FILES);
    let page = "<p>see <a href=\"https://a.com/\" rel=\"nofollow noopener\">https://a.com</a> <code>b.com</code>\n";
    assert_eq!(linkify(&root, &["docs/page.html"]).text(), page);
    assert_eq!(
        linkify(&root, &["--to", "html", "docs/page.html"]).text(),
        page
    );
    assert_eq!(
        linkify(
            &root,
            &["--from", "text", "--to", "marked", "docs/page.html"]
        )
        .text(),
        "<p>see ⸠https://a.com⸡ <code>⸠b.com⸡</code>\n"
    );
    assert_eq!(
        linkify(&root, &["--to", "defanged", "docs/done.md"]).text(),
        "nothing, <hxxps://a[.]com>\n"
    );
    assert_eq!(
        linkify(&root, &["--link-style", "inline", "README.md"])
            .text()
            .lines()
            .nth(1),
        Some("see [https://a.com](https://a.com)")
    );
    // Names in text are made safe without `--to`.
    fs::write(root.join("docs/notes.txt"), "https://pаypal.com").unwrap();
    assert_eq!(
        linkify(&root, &["--unsafe", "defang", "docs/notes.txt"]).text(),
        "hxxps://xn--pypal-4ve[.]com"
    );
}

#[test]
fn controls_in_text_and_on_terminals() {
    let root = folder("bidi", &[("a.txt", "ראו https://a.com/ א.com")]);
    assert_eq!(
        linkify(&root, &["--to", "text", "--bidi", "a.txt"]).text(),
        "ראו \u{2066}https://a.com/\u{2069} \u{2066}\u{200E}א\u{200E}.\u{200E}com\u{200E}\u{2069}"
    );
    assert_eq!(
        linkify(&root, &["--to", "terminal", "--bidi", "a.txt"]).text(),
        "ראו \u{1B}]8;;https://a.com/\u{1B}\\\u{2066}https://a.com/\u{2069}\u{1B}]8;;\u{1B}\\ \
         \u{1B}]8;;https://xn--4db.com/\u{1B}\\\u{2066}\u{200E}א\u{200E}.\u{200E}com\u{200E}\u{2069}\u{1B}]8;;\u{1B}\\"
    );
    assert_eq!(
        linkify(&root, &["--to", "text", "a.txt"]).text(),
        "ראו https://a.com/ א.com"
    );
}

#[test]
fn hard_links_are_mentioned() {
    let root = folder("hard", &[("a.md", "https://a.com\n")]);
    fs::hard_link(root.join("a.md"), root.join("b.md")).unwrap();
    let done = linkify(&root, &["--in-place", "a.md"]);
    assert_eq!(done.code, Some(0));
    assert!(
        done.err.contains("a.md: had 2 hard links; only this name"),
        "{}",
        done.err
    );
    assert_eq!(
        fs::read_to_string(root.join("a.md")).unwrap(),
        "<https://a.com>\n"
    );
    assert_eq!(
        fs::read_to_string(root.join("b.md")).unwrap(),
        "https://a.com\n"
    );
    // There is no message if nothing changes.
    assert_eq!(linkify(&root, &["--in-place", "a.md", "b.md"]).err, "");
}

#[test]
fn read_only_files_stay() {
    let root = folder("readonly", &[("a.md", "https://a.com\n")]);
    let path = root.join("a.md");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let done = linkify(&root, &["--in-place", "a.md"]);
    assert_eq!(done.code, Some(2));
    assert!(
        done.err.contains("a.md: read-only; make it writable first"),
        "{}",
        done.err
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "https://a.com\n");
}

/// A signal leaves the old file or the new one, and no other.
#[test]
fn a_signal_leaves_nothing_behind() {
    let text = "see https://a.com and so on\n".repeat(1 << 18);
    let root = folder("signal", &[("a.txt", &text)]);
    let mut ended = 0;
    for round in 0..200 {
        fs::write(root.join("a.txt"), &text).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_linkspan"))
            .args(["linkify", "--to", "defanged", "--in-place", "a.txt"])
            .current_dir(&root)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The moment at which the new file is there, or else the end.
        while fs::read_dir(&root).unwrap().count() < 2 && child.try_wait().unwrap().is_none() {}
        let name = ["TERM", "INT", "HUP"][round % 3];
        let id = child.id().to_string();
        let _ = Command::new("kill")
            .args(["-s", name, &id])
            .stderr(Stdio::null())
            .status();
        let status = child.wait().unwrap();
        let names: Vec<_> = fs::read_dir(&root)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names, ["a.txt"]);
        let content = fs::read_to_string(root.join("a.txt")).unwrap();
        assert!(content == text || content == text.replace("https://a.com", "hxxps://a[.]com"));
        ended += usize::from(status.signal().is_some());
        if ended == 3 {
            return;
        }
    }
    panic!("only {ended} runs were ended by the signal");
}

/// A diff of files with odd names can be applied, by git and by patch.
#[test]
fn diffs_of_odd_names() {
    let names = ["a b.md", "t\tab.md", "q\"uote.md", "ü.md", "docs/x y/z.md"];
    let files: Vec<(&str, &str)> = names.map(|name| (name, "see https://a.com\n")).to_vec();
    let root = folder("odd", &files);
    let diff = linkify(&root, &["--diff", "."]);
    assert_eq!(diff.code, Some(1));
    let mut git = Command::new("git");
    let applied = run(git.args(["apply", "-"]).current_dir(&root), &diff.out);
    assert_eq!((applied.code, applied.err.as_str()), (Some(0), ""));
    for name in names {
        let text = fs::read_to_string(root.join(name)).unwrap();
        assert_eq!(text, "see <https://a.com>\n", "{name}");
    }
    // A file that is named twice, or by an absolute path, or by a link.
    let root = folder("twice", &[("d/a.md", "https://a.com\n")]);
    std::os::unix::fs::symlink("d/a.md", root.join("l.md")).unwrap();
    let absolute = root.join("d/a.md");
    for arguments in [
        &["--diff", "d", "d/a.md"][..],
        &["--diff", absolute.to_str().unwrap()],
        &["--diff", "l.md"],
    ] {
        let diff = linkify(&root, arguments);
        assert!(
            diff.text().starts_with("--- a/d/a.md\n+++ b/d/a.md\n"),
            "{}",
            diff.text()
        );
        assert_eq!(diff.text().matches("+++").count(), 1);
    }
    let outside = linkify(&root.join("d"), &["--diff", "../l.md"]);
    assert!(!outside.err.contains("outside"), "{}", outside.err);
    let outside = linkify(&root.join("d"), &["--diff", "../../twice/d/a.md"]);
    assert!(
        outside.err.contains("is outside of the current folder"),
        "{}",
        outside.err
    );
}

/// Options narrow what is read: hidden and ignored files stay as they are.
#[test]
fn selections_narrow() {
    let root = folder("narrow", FILES);
    let names = |arguments: &[&str]| {
        linkify(&root, &[&["--check"], arguments].concat())
            .text()
            .replace('\n', " ")
    };
    assert_eq!(names(&["-e", "md", "."]), "./README.md ");
    assert_eq!(names(&["--include", "**", "-e", "md", "."]), "./README.md ");
    assert_eq!(
        names(&["-e", "MDX", "--include", "docs/**", "."]),
        "./docs/guide.mdx "
    );
    assert_eq!(
        names(&["-e", "md", "--include", "./skipped.md", "--no-ignore", "."]),
        "./skipped.md "
    );
}
