//! `linkspan find` on folders, and its options.

#![allow(clippy::restriction, reason = "a test may panic")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Run, linkspan, run};

/// A folder with some files.
fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&root);
    for (path, contents) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }
    root
}

/// Runs `linkspan find` in a folder.
fn find_in(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linkspan"));
    run(command.current_dir(folder).arg("find").args(arguments), b"")
}

fn tree(name: &str) -> PathBuf {
    folder(
        name,
        &[
            ("a.txt", b"see https://a.com/x, b@c.com\n"),
            ("docs/b.md", b"https://www.a.com/y\nhttps://a.com/x\n"),
            ("docs/c.html", b"d.com"),
            (".gitignore", b"skipped\n"),
            ("skipped/x.txt", b"https://skipped.com"),
            (".hidden", b"https://hidden.com"),
            ("data.bin", b"https://binary.com\0"),
        ],
    )
}

#[test]
fn folders_are_searched_in_order() {
    let root = tree("tree-order");
    let all = "./a.txt:1:5: https://a.com/x\n./a.txt:1:22: b@c.com\n./docs/b.md:1:1: https://www.a.com/y\n\
               ./docs/b.md:2:1: https://a.com/x\n./docs/c.html:1:1: d.com\n";
    for threads in ["1", "2", "7"] {
        let run = find_in(&root, &["-j", threads, "."]);
        assert_eq!((run.text(), run.code), (all, Some(0)));
        let note = "linkspan: skipped a file that looks binary; use `--binary` to search it\n";
        assert_eq!(run.err, note);
    }
    let links = |arguments: &[&str]| {
        let arguments = [&["--no-line", "."], arguments].concat();
        find_in(&root, &arguments).text().replace('\n', " ")
    };
    assert_eq!(
        links(&["-e", "md,html"]),
        "https://www.a.com/y https://a.com/x d.com "
    );
    assert_eq!(
        links(&["--include", "docs/**"]),
        "https://www.a.com/y https://a.com/x d.com "
    );
    assert_eq!(links(&["--exclude", "docs", "--exclude", "*.txt"]), "");
    assert_eq!(
        links(&["--exclude", "docs", "--hidden"]),
        "https://hidden.com https://a.com/x b@c.com "
    );
    assert_eq!(
        links(&["-e", "txt", "--no-ignore"]),
        "https://a.com/x b@c.com https://skipped.com "
    );
    assert_eq!(links(&["-e", "bin", "--binary"]), "https://binary.com ");
    // A file that is named is searched whatever it is.
    assert_eq!(
        find_in(&root, &["data.bin", ".hidden"]).text(),
        "data.bin:1:1: https://binary.com\n.hidden:1:1: https://hidden.com\n"
    );
    let run = find_in(&root, &["--include", "a{", "."]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("'a{' for '--include <GLOB>': unclosed"),
        "{}",
        run.err
    );
}

#[test]
fn links_can_be_chosen() {
    let root = tree("tree-chosen");
    let links = |arguments: &[&str]| {
        let arguments = [&["--no-line", "."], arguments].concat();
        find_in(&root, &arguments).text().replace('\n', " ")
    };
    assert_eq!(links(&["--kind", "email"]), "b@c.com ");
    assert_eq!(links(&["--scheme", "mailto"]), "b@c.com ");
    assert_eq!(
        links(&["--scheme", "HTTPS"]),
        "https://a.com/x https://www.a.com/y https://a.com/x "
    );
    assert_eq!(links(&["--scheme", "http"]), "");
    assert_eq!(
        links(&["--host", "WWW.a.com", "--host", "d.com"]),
        "https://www.a.com/y d.com "
    );
    assert_eq!(
        links(&["--host", "a.com", "--unique"]),
        "https://a.com/x https://www.a.com/y "
    );
    assert_eq!(links(&["--host", "om"]), "");
    assert_eq!(
        linkspan(
            &["find", "--host", "bücher.de"],
            "xn--bcher-kva.de".as_bytes()
        )
        .code,
        Some(0)
    );
    let run = linkspan(&["find", "--host", "a b"], b"");
    assert!(
        run.err.contains("for several hosts, repeat the option"),
        "{}",
        run.err
    );
}

#[test]
fn links_are_counted_and_sorted() {
    let root = tree("tree-counted");
    let text = |arguments: &[&str]| find_in(&root, arguments).text().to_owned();
    assert_eq!(
        text(&["--count", "."]),
        "./a.txt:2\n./docs/b.md:2\n./docs/c.html:1\n"
    );
    assert_eq!(text(&["--count", "a.txt"]), "2\n");
    assert_eq!(text(&["--count", "--kind", "email", "a.txt"]), "1\n");
    assert_eq!(
        text(&["--count", "--unique", "--sort", "count", "."]),
        "2\thttps://a.com/x\n1\tb@c.com\n1\thttps://www.a.com/y\n1\td.com\n"
    );
    assert_eq!(
        text(&["--unique", "--sort", "link", "."]),
        "./a.txt:1:22: b@c.com\n./docs/c.html:1:1: d.com\n./a.txt:1:5: https://a.com/x\n\
         ./docs/b.md:1:1: https://www.a.com/y\n"
    );
    assert_eq!(
        text(&["--no-line", "--sort", "host", "."]),
        "https://a.com/x\nhttps://a.com/x\nhttps://www.a.com/y\nb@c.com\nd.com\n"
    );
    for wrong in [
        &["--sort", "count"][..],
        &["--count", "--format", "json"],
        &["--context", "1", "--unique"],
        &["--format", "marked", "--count"],
        &["--rejected", "--count"],
    ] {
        let run = find_in(&root, wrong);
        assert_eq!((run.code, run.out.len()), (Some(2), 0), "{wrong:?}");
        assert!(
            run.err.contains("remove") || run.err.contains("add"),
            "{}",
            run.err
        );
    }
}

#[test]
fn lines_around_links() {
    let root = folder(
        "context",
        &[(
            "x.txt",
            b"1\n2\n3 a.com b.com\n4\n5\n6\n7\n8 c.com\n9\t\x1B\n",
        )],
    );
    assert_eq!(
        find_in(&root, &["-C", "1", "x.txt"]).text(),
        "x.txt-2- 2\nx.txt:3: 3 a.com b.com\nx.txt:3:3: a.com\nx.txt:3:9: b.com\nx.txt-4- 4\n--\n\
         x.txt-7- 7\nx.txt:8: 8 c.com\nx.txt:8:3: c.com\nx.txt-9- 9\t\\u{1b}\n"
    );
}

#[test]
fn csv_has_titles_and_quotes() {
    let run = linkspan(
        &["find", "--profile", "uts58", "--format", "csv"],
        "https://a.com/\"x,y z".as_bytes(),
    );
    assert_eq!(
        run.text(),
        "file,line,column,kind,linked,text,href,host,domain,message,part,header,field,reasons\n\
         -,1,1,url,true,\"https://a.com/\"\"x,y\",\"https://a.com/%22x,y\",a.com,a.com,,,,,\n"
    );
}

/// With `--csv-safe`, values that a spreadsheet would run start with `'`.
#[test]
fn csv_for_spreadsheets() {
    let rows = |arguments: &[&str]| {
        let arguments = [
            &["find", "--profile", "uts58", "--format", "csv"],
            arguments,
        ]
        .concat();
        let run = linkspan(&arguments, "=1+1@example.com -x@a.com a.com".as_bytes());
        let rows = run.text().lines().skip(1);
        rows.map(|row| row.split(',').nth(5).unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(rows(&[]), ["=1+1@example.com", "-x@a.com", "a.com"]);
    assert_eq!(
        rows(&["--csv-safe"]),
        ["'=1+1@example.com", "'-x@a.com", "a.com"]
    );
    let run = linkspan(&["find", "--csv-safe"], b"a.com");
    assert_eq!(run.code, Some(2));
    assert!(
        run.err
            .contains("`--csv-safe` applies only to CSV: add `--format csv`"),
        "{}",
        run.err
    );
}

/// Nothing from a file or its name can disturb a terminal or forge a line.
#[cfg(unix)]
#[test]
fn names_and_links_cannot_disturb() {
    let root = folder(
        "hostile",
        &[(
            "e\u{1B}[31m\nvil:1:1: https://forged.com\u{202E}.txt",
            "https://a.com/\u{202E}x \u{1B}]0;x\u{7}b.com".as_bytes(),
        )],
    );
    for arguments in [
        &["."][..],
        &["--format", "json", "."],
        &["--format", "csv", "."],
        &["--count", "."],
        &["--unique", "--count", "."],
        &["-C", "1", "."],
        &["--rejected", "."],
    ] {
        let run = find_in(&root, arguments);
        let odd = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || c == '\u{202E}';
        assert!(!run.text().contains(odd), "{arguments:?}: {:?}", run.text());
        assert!(
            !run.text().lines().any(|line| line.starts_with("vil")),
            "{arguments:?}"
        );
    }
    let odd = "no\u{1B}such\nfile";
    for arguments in [
        &["find", odd][..],
        &["find", "--tlds", odd],
        &["find", "--format", "json", "--suffixes", odd],
        &["tlds", "update", "--from", odd],
        &["conformance", odd],
    ] {
        let run = linkspan(arguments, b"a.com");
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert_eq!(run.err.lines().count(), 1, "{arguments:?}: {}", run.err);
        assert!(!run.err.contains('\u{1B}'), "{arguments:?}");
    }
    let run = linkspan(&["explain", "--format", "json", "a.com/\u{202E}x"], b"");
    assert!(run.text().contains("a.com/\\u202e"), "{}", run.text());
    assert!(!run.text().contains('\u{202E}'), "{}", run.text());
}

#[test]
fn what_is_meant_otherwise_is_said() {
    for (arguments, hint) in [
        (&["--tlds", "dsn"][..], "auto, embedded, dns and syntactic"),
        (&["--host", "https://a.com"], "write only the host"),
        (&["--host", "a.com:80"], "write only the host"),
        (&["--host", "[::1]:80"], "write only the host"),
        (&["--format", "json", "--suffixes", "Cargo.toml"], "line 1"),
        (&["--tlds", "/dev/zero"], "larger than 1048576 bytes"),
        (
            &["--format", "csv", "--suffixes", "/dev/zero"],
            "larger than 16777216 bytes",
        ),
        (
            &["--tlds", "dns", "--dns-timeout", "18446744073709551615"],
            "86400",
        ),
        (&["--scheme", ""], "write one scheme such as"),
        (&["--include", "!x", "."], "write what to match"),
        (&["--exclude", "", "."], "write what to match"),
    ] {
        let run = linkspan(&[&["find"], arguments].concat(), b"https://a.com");
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.err.contains(hint), "{arguments:?}: {}", run.err);
    }
    let run = linkspan(
        &["find", "--ip", "linked", "--host", "[::1]"],
        b"http://[::1]/ http://[::2]/",
    );
    assert_eq!(run.text(), "1:1: http://[::1]/\n");
}

/// Lines around what is found: as they are, also for what is rejected.
#[test]
fn lines_around_are_as_they_are() {
    let run = linkspan(&["find", "-C", "0"], b"a\ta.com \\u{9} x\n");
    assert_eq!(run.text(), "1: a\ta.com \\u{9} x\n1:3: a.com\n");
    let rejected = ["find", "--rejected", "--profile", "recommended", "-C", "0"];
    let run = linkspan(&rejected, b"none\nREADME.md only\n");
    assert!(
        run.text().starts_with("2: README.md only\n2:1: not linked"),
        "{}",
        run.text()
    );
}

/// This includes file names that look like options.
#[test]
fn messages_about_arguments_cannot_disturb() {
    let run = linkspan(&["find", "--\u{1B}[2Jx"], b"");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("unexpected argument"), "{}", run.err);
    assert!(!run.err.contains('\u{1B}'), "{}", run.err);
}

/// Help that cannot be written is an error; help whose reader closes the pipe early is not.
#[cfg(target_os = "linux")]
#[test]
fn help_has_a_status() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full");
    let mut command = Command::new(env!("CARGO_BIN_EXE_linkspan"));
    let status = command.arg("--help").stdout(full.unwrap()).status();
    assert_eq!(status.unwrap().code(), Some(2));
    for (argument, code) in [("--help", 0), ("--version", 0), ("--nothing", 2)] {
        assert_eq!(linkspan(&[argument], b"").code, Some(code), "{argument}");
    }
}

#[test]
fn any_number_of_threads_is_fine() {
    let root = folder("threads", &[("a.txt", b"a.com"), ("b.txt", b"b.com")]);
    for number in ["1", "64", "99999", "18446744073709551615"] {
        let run = find_in(&root, &["-j", number, "."]);
        assert_eq!(
            run.text(),
            "./a.txt:1:1: a.com\n./b.txt:1:1: b.com\n",
            "-j {number}"
        );
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "-j {number}");
    }
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_reported_at_the_end() {
    let root = folder("unreadable", &[("a.txt", b"a.com"), ("z.txt", b"z.com")]);
    std::os::unix::fs::symlink("nowhere", root.join("b.txt")).unwrap();
    let run = find_in(&root, &["a.txt", "b.txt", "missing.txt", "z.txt"]);
    assert_eq!(run.text(), "a.txt:1:1: a.com\nz.txt:1:1: z.com\n");
    assert_eq!(run.code, Some(2));
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(
        errors[0].contains("b.txt: no such file")
            && errors[1].contains("missing.txt: no such file")
    );
}

#[test]
fn mail_is_decoded() {
    let message = "Subject: =?utf-8?q?see_example=2Ecom?=\nMIME-Version: 1.0\n\
        Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain; charset=utf-8\n\
        Content-Transfer-Encoding: quoted-printable\n\nhttps://a.com/a=\nb=C3=BC and=20more\n--x\n\
        Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n\
        PGEgaHJlZj0iaHR0cHM6Ly9iLmNvbS8/YSZhbXA7YiI+eDwvYT4=\n--x--\n";
    let run = linkspan(&["find", "--mail", "--no-line"], message.as_bytes());
    assert_eq!(
        run.text(),
        "example.com\nhttps://a.com/abü\nhttps://b.com/?a&b\n"
    );
    let mailbox = format!(
        "From a@b.com Sat Jan 1 00:00:00 2026\n{message}\nFrom c@d.com Sat Jan 1 00:00:00 2026\nSubject: x\n\nlast.com\n"
    );
    let run = linkspan(&["find", "--mail"], mailbox.as_bytes());
    let lines: Vec<&str> = run.text().lines().collect();
    assert_eq!(lines[1], "message 1 part 1:1:1: https://a.com/abü");
    assert_eq!(lines[3], "message 2 part 1:1:1: last.com");
    let run = linkspan(&["find", "--mail", "--format", "json"], mailbox.as_bytes());
    let record: serde_json::Value =
        serde_json::from_str(run.text().lines().last().unwrap()).unwrap();
    assert_eq!(
        (&record["message"], &record["part"]),
        (&2.into(), &1.into())
    );
    // All headers are searched, under their names.
    let headers = "From: =?utf-8?q?J=C3=B6rg?= <me@a.com>\nReply-To: you@b.com\nList-Unsubscribe: <https://c.com/u>,\n <mailto:u@c.com>\n\
        Received: from mail.d.com by e.com; Mon, 16 Nov 2026 06:00:00 +0000\nSubject: x\n\ntext\n";
    let run = linkspan(&["find", "--mail"], headers.as_bytes());
    assert_eq!(
        run.text(),
        "message 1 From:1:7: me@a.com\nmessage 1 Reply-To:1:1: you@b.com\n\
         message 1 List-Unsubscribe:1:2: https://c.com/u\nmessage 1 List-Unsubscribe:1:21: mailto:u@c.com\n\
         message 1 Received:1:6: mail.d.com\nmessage 1 Received:1:20: e.com\n"
    );
    // Text that is not mail is searched as text.
    let run = linkspan(&["find", "--mail"], b"see a.com\n");
    assert_eq!(run.text(), "message 1 part 1:1:5: a.com\n");
    assert_eq!(
        run.err,
        "linkspan: standard input: has no mail header; read as text\n"
    );
    // HTML is read as a reader sees it, with its targets; attachments that are text are searched; and what
    // cannot be told is searched as it is.
    let found = |message: &str| {
        let run = linkspan(&["find", "--mail", "--no-line"], message.as_bytes());
        run.text().replace('\n', " ")
    };
    let html = "Content-Type: text/html\n\n<p>https://a.com/x</p>https://a.com/y<br>more &lt;https://a.com/w&gt; <a href=\"https://b.com/?c&amp;d\">e</a>";
    assert_eq!(
        found(html),
        "https://a.com/x https://a.com/y https://a.com/w https://b.com/?c&d "
    );
    assert_eq!(
        found("Subject: s\nContent-Type: multipart/mixed\n\nhttps://a.com/a\n"),
        "https://a.com/a "
    );
    assert_eq!(found("no headers, https://a.com/b"), "https://a.com/b ");
    assert_eq!(
        found("Content-Type: application/json\n\n[ https://a.com/c ]"),
        "https://a.com/c "
    );
    // Anything is a message of some kind.
    assert_eq!(linkspan(&["find", "--mail"], b"From \xFF\0").code, Some(1));
}

#[test]
fn defanged_links_and_addresses() {
    let report = "hxxps[://]evil(dot)com/x and 10[.]0[.]0[.]1, me[at]a[.]com";
    let run = linkspan(
        &["find", "--refang", "--bare-ip", "--format", "json"],
        report.as_bytes(),
    );
    let records: Vec<serde_json::Value> = run
        .text()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let found: Vec<(&str, &str)> = records
        .iter()
        .map(|record| {
            (
                record["text"].as_str().unwrap(),
                record["href"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("hxxps[://]evil(dot)com/x", "https://evil.com/x"),
            ("10[.]0[.]0[.]1", "https://10.0.0.1/"),
            ("me[at]a[.]com", "mailto:me@a.com"),
        ]
    );
    let start = usize::try_from(records[1]["start"].as_u64().unwrap()).unwrap();
    assert!(report[start..].starts_with("10[.]"));
    assert_eq!(linkspan(&["find"], report.as_bytes()).code, Some(1));
}

/// Rule `streaming`: a run that is too long is not searched, and reported; all around it is.
#[test]
fn long_runs_and_long_input() {
    let long = "x".repeat(1 << 20);
    let text = format!("a.com {long}.com\nb.com {long}y.com");
    let run = linkspan(&["find", "--no-line"], text.as_bytes());
    assert_eq!(run.text(), "a.com\nb.com\n");
    assert!(
        run.err.contains("run-too-long: 2 runs") && run.err.contains("first at 1:7"),
        "{}",
        run.err
    );
    assert_eq!(run.code, Some(2), "something was not searched");
    let run = linkspan(&["find", "-C", "0"], text.as_bytes());
    assert_eq!(
        run.text().matches(".com\n").count(),
        4,
        "two lines, and a link in each"
    );
    assert!(run.err.contains("run-too-long: 2 runs"), "{}", run.err);
    let fits = format!("a.com {} b.com", "x.".repeat((1 << 19) - 2) + "com");
    let run = linkspan(&["find", "--count", "--profile", "uts58"], fits.as_bytes());
    assert_eq!(run.text(), "3\n");
    // Places are counted through all blocks.
    let many = "é example.com/字 \u{FF}\n".repeat(60_000);
    let run = linkspan(&["find", "--format", "json"], many.as_bytes());
    let last: serde_json::Value = serde_json::from_str(run.text().lines().last().unwrap()).unwrap();
    assert_eq!(
        (&last["line"], &last["column"]),
        (&60_000.into(), &3.into())
    );
    let line = "é example.com/字 \u{FF}\n";
    assert_eq!(last["start"], 59_999 * line.len() + 3);
    assert_eq!(
        last["start_utf16"],
        59_999 * line.encode_utf16().count() + 2
    );
    assert_eq!(last["end_char"], 59_999 * line.chars().count() + 15);
}

/// A large file is searched in blocks at once; nothing shows that.
#[test]
fn blocks_of_a_large_file_are_one_file() {
    let mut text = Vec::new();
    let mut number = 0;
    let mut fill = |text: &mut Vec<u8>, bytes: usize| {
        while text.len() < bytes {
            number += 1;
            let line = format!("line {number}: see https://a.com/{number} or 字。b{number}.com, ");
            text.extend_from_slice(line.as_bytes());
            match number % 97 {
                0 => text.extend_from_slice(b"caf\xE9 \xFF\n"),
                n if n % 3 == 0 => text.push(b'\n'),
                _ => text.extend_from_slice("…　".as_bytes()),
            }
        }
    };
    fill(&mut text, 2_300_000);
    // Nothing here can be cut, so that the rest of the file is searched as one.
    text.extend_from_slice("x.com、".repeat(200_000).as_bytes());
    text.push(b'\n');
    let length = text.len();
    fill(&mut text, length + 1_200_000);
    let cuttable = &text[..2_300_000];
    for (name, contents) in [("all", text.as_slice()), ("cuttable", cuttable)] {
        let root = folder(&format!("blocks-{name}"), &[("large.txt", contents)]);
        for arguments in [
            &["--count"][..],
            &["--no-line"],
            &["--format", "json"],
            &["--format", "marked"],
            &["--profile", "recommended", "--rejected"],
            &["--unique", "--count"],
        ] {
            let run =
                |threads| find_in(&root, &[&["-j", threads, "large.txt"], arguments].concat());
            let (one, many) = (run("1"), run("3"));
            // The run that cannot be cut is too long in one of them.
            let code = if name == "all" { 2 } else { 0 };
            assert!(
                !one.out.is_empty() && one.code == Some(code),
                "{arguments:?}"
            );
            assert!(one.err.contains("not UTF-8"), "{}", one.err);
            assert!(
                (one.out == many.out) && (&one.err, one.code) == (&many.err, many.code),
                "{name} {arguments:?}: {} and {}",
                one.err,
                many.err
            );
        }
    }
}

#[test]
fn links_with_a_scheme_only() {
    let text = b"https://a.com b.com c@d.com mailto:e@f.com 1.2.3.4";
    let found = |arguments: &[&str]| {
        let arguments = [&["find", "--no-line"], arguments].concat();
        linkspan(&arguments, text).text().to_owned()
    };
    assert_eq!(found(&["--scheme-only"]), "https://a.com\nmailto:e@f.com\n");
    assert_eq!(
        found(&["--scheme-only", "--bare-ip"]),
        "https://a.com\nmailto:e@f.com\n1.2.3.4\n"
    );
}

/// UTF-16 is told by its look, other encodings are named, and offsets are those of the file.
#[test]
fn other_encodings() {
    let utf16 =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let marked = [&b"\xFF\xFE"[..], &utf16("see a.com\n")].concat();
    let root = folder(
        "encodings",
        &[
            ("marked.txt", &marked),
            ("plain.txt", &utf16("\u{1F642} see b.com and more\n")),
            ("latin.txt", b"caf\xE9 b\xFCcher.de\n"),
            ("binary.bin", b"\0\x01\0\0\0\x02a.com\0\0\x07"),
        ],
    );
    let places = |arguments: &[&str]| {
        let run = find_in(&root, &[&["--format", "json"], arguments].concat());
        let lines = run.text().lines();
        let field = |line: &str, name: &str| {
            let (_, value) = line.split_once(&format!("\"{name}\":")).unwrap();
            value
                .split([',', '}'])
                .next()
                .unwrap()
                .trim_matches('"')
                .to_owned()
        };
        lines
            .map(|line| {
                ["text", "start", "end"]
                    .map(|name| field(line, name))
                    .join(" ")
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        places(&["marked.txt", "plain.txt"]),
        ["a.com 10 20", "b.com 14 24"]
    );
    assert_eq!(
        places(&["--encoding", "latin1", "latin.txt"]),
        ["bücher.de 5 14"]
    );
    // Read as UTF-8, the end of `bücher.de` is not a name.
    assert_eq!(places(&["-e", "txt,bin", "."]).len(), 2);
    let run = find_in(&root, &["latin.txt"]);
    assert!(
        run.err.contains("such as `--encoding windows-1252`"),
        "{}",
        run.err
    );
    let run = find_in(&root, &["--encoding", "utf-8", "marked.txt"]);
    assert!(run.err.contains("looks like UTF-16LE"), "{}", run.err);
    let run = find_in(&root, &["--encoding", "klingon", "latin.txt"]);
    assert!(
        run.err.contains("unknown encoding `klingon`"),
        "{}",
        run.err
    );
    assert_eq!(run.code, Some(2));
}

/// Compressed files are searched if that is asked for; one that is damaged is searched up to there.
#[test]
fn compressed_files() {
    let gzip = b"\x1F\x8B\x08\x00\x00\x00\x00\x00\x02\x03\x2B\x4E\x4D\x55\x48\xD4\x4B\xCE\xCF\xE5\x02\x00\xDB\x60\
        \x71\x58\x0A\x00\x00\x00";
    let cut = [&gzip[..], &gzip[..20]].concat();
    let root = folder(
        "zip",
        &[("a.gz", gzip), ("cut.gz", &cut), ("b.txt", b"b.com")],
    );
    let run = find_in(&root, &["-z", "a.gz", "b.txt", "cut.gz"]);
    assert_eq!(
        run.text(),
        "a.gz:1:5: a.com\nb.txt:1:1: b.com\ncut.gz:1:5: a.com\n"
    );
    assert!(
        run.err
            .contains("cut.gz: damaged gzip; only the first 19 decompressed bytes were read"),
        "{}",
        run.err
    );
    assert_eq!(run.code, Some(2));
    assert_eq!(find_in(&root, &["a.gz"]).text(), "");
    let run = find_in(&root, &["-z", "--max-expand", "3", "a.gz"]);
    assert!(
        run.err.contains("expands to more than 3 bytes"),
        "{}",
        run.err
    );
    let run = find_in(&root, &["-z", "--max-expand", "3X", "a.gz"]);
    assert!(
        run.err.contains("unknown unit; use K, M, G or T"),
        "{}",
        run.err
    );
}

/// Values are decoded and searched on their own; offsets are those of the file.
#[test]
fn values_of_json_and_tables() {
    let found = |arguments: &[&str], source: &str| {
        let run = linkspan(
            &[&["find", "--format", "json"], arguments].concat(),
            source.as_bytes(),
        );
        let records: Vec<serde_json::Value> = run
            .text()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let shown = records.iter().map(|record| {
            let [start, end] = ["start", "end"]
                .map(|name| usize::try_from(record[name].as_u64().unwrap()).unwrap());
            let decoded = if record["decoded"] == true {
                " decoded"
            } else {
                ""
            };
            let [path, text] = ["field", "text"].map(|name| record[name].as_str().unwrap());
            format!(
                "{path}: {text} in {} at {}:{}{decoded}",
                &source[start..end],
                record["line"],
                record["column"]
            )
        });
        (shown.collect::<Vec<_>>(), run.err, run.code)
    };
    let lines = "{\"url\": \"https:\\/\\/a.com\\/x\\u0026y\", \"n\": [\"see\\nb.com\"]}\n{bad\n\n[\"c.com\"]\n";
    let (links, err, code) = found(&["--from", "jsonl"], lines);
    assert_eq!(
        links,
        [
            "url: https://a.com/x&y in https:\\/\\/a.com\\/x\\u0026y at 1:10 decoded",
            "n[0]: b.com in b.com at 1:50",
            "[0]: c.com in c.com at 4:3",
        ]
    );
    assert_eq!(
        err,
        "linkspan: standard input: line 2: expected a name in quotes; the rest of the line was not searched\n"
    );
    assert_eq!(code, Some(2));
    let (links, _, code) = found(
        &["--from", "json", "--field", "url"],
        "{\"a\": {\"url\": \"a.com\"}, \"b\": \"b.com\"}",
    );
    assert_eq!(links, ["a.url: a.com in a.com at 1:16"]);
    assert_eq!(code, Some(0));
    let table = "id,link\n1,\"see a.com, \"\"b.com\"\"\nand c.com\"\n2,\"d.com\n3,e.com\n";
    let (links, err, code) = found(&["--from", "csv", "--field", "link"], table);
    assert_eq!(
        links,
        [
            "link: a.com in a.com at 2:8",
            "link: b.com in b.com at 2:17",
            "link: c.com in c.com at 3:5",
            "link: e.com in e.com at 5:3",
        ]
    );
    assert_eq!(
        err,
        "linkspan: standard input: line 4: a value in quotes is not closed; the rest of the row was not searched\n"
    );
    assert_eq!(code, Some(2));
    let (links, ..) = found(&["--from", "tsv"], "a\tb\na.com\tb.com\n");
    assert_eq!(links.len(), 2);
    let run = linkspan(&["find", "--field", "x"], b"");
    assert!(run.err.contains("`--field` needs `--from"), "{}", run.err);
}

/// Documents as a reader or a browser sees them; places are those of the file.
#[test]
fn documents() {
    let page = "<base href=\"https://x.org/y/\"><meta http-equiv=refresh content=\"1; url=z\">\n\
        <p>See a.com?b&amp;c, <a href=\"d?e&amp;f\">g.com</a> <code>h.com</code>\n\
        <img srcset=\"i.png 1x, https://j.com/k 2x\" alt=l.com src=\"m&#46;png\"><a href=\"javascript:n()\">o</a>";
    let markdown = "[a](b.html) <https://c.com/d> ![e](https://f.com/g.png \"h\")\n\n[i]: https://j.com/k\n\n[l][i] `m.com` n.com\n\n\
        <img src=\"https://o.com/p\">\n";
    let root = folder(
        "documents",
        &[
            ("a.html", page.as_bytes()),
            ("b.md", markdown.as_bytes()),
            ("c.txt", b"<a href=x.com>"),
        ],
    );
    let found = |arguments: &[&str], source: &str| {
        let run = find_in(&root, &[&["--format", "json"], arguments].concat());
        let records = run
            .text()
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let shown = records.map(|record| {
            let [start, end] = ["start", "end"]
                .map(|name| usize::try_from(record[name].as_u64().unwrap()).unwrap());
            let decoded = if record["decoded"] == true {
                " decoded"
            } else {
                ""
            };
            let [within, href] = ["within", "href"].map(|name| record[name].as_str().unwrap());
            format!("{within} {} {href}{decoded}", &source[start..end])
        });
        shown.collect::<Vec<_>>()
    };
    let expected = [
        "attribute z https://x.org/y/z",
        "text a.com?b&amp;c https://a.com/?b&c decoded",
        "attribute d?e&amp;f https://x.org/y/d?e&f decoded",
        "text g.com https://g.com/",
        "code h.com https://h.com/",
        "attribute i.png https://x.org/y/i.png",
        "attribute https://j.com/k https://j.com/k",
        "attribute m&#46;png https://x.org/y/m.png decoded",
    ];
    assert_eq!(found(&["--from", "html", "a.html"], page), expected);
    assert_eq!(found(&["--from", "auto", "a.html"], page), expected);
    assert_eq!(
        found(&["--from", "markdown", "b.md"], markdown),
        [
            "destination https://c.com/d https://c.com/d",
            "destination https://f.com/g.png https://f.com/g.png",
            "destination https://j.com/k https://j.com/k",
            "code m.com https://m.com/",
            "text n.com https://n.com/",
            "attribute https://o.com/p https://o.com/p",
        ]
    );
    let based = found(
        &["--from", "markdown", "--base", "https://q.com/r/", "b.md"],
        markdown,
    );
    assert_eq!(based[0], "destination b.html https://q.com/r/b.html");
    let run = find_in(&root, &["--from", "auto", "--no-line", "c.txt"]);
    assert_eq!(run.text(), "x.com\n");
    let run = find_in(&root, &["--base", "https://a.com", "c.txt"]);
    assert!(run.err.contains("`--base` needs"), "{}", run.err);
}

/// A link in mail or in a page whose text names another site than the one it leads to.
#[test]
fn texts_that_name_another_site() {
    let page =
        "<a href=\"https://evil.com/x\">https://<b>bank</b>.com/</a> <a href='/y'>bank.com</a>";
    let named = |arguments: &[&str], input: &str| -> Vec<(String, usize)> {
        let run = linkspan(
            &[&["find", "--format", "json"], arguments].concat(),
            input.as_bytes(),
        );
        let records = run.text().lines().map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let reasons = record["reasons"].as_array().cloned().unwrap_or_default();
            let is_named = |reason: &&serde_json::Value| reason["id"] == "text-names-another-site";
            let count = reasons.iter().filter(is_named).count();
            (record["href"].as_str().unwrap().to_owned(), count)
        });
        records.collect()
    };
    let found = |rows: &[(&str, usize)]| -> Vec<(String, usize)> {
        let rows = rows.iter();
        rows.map(|(href, count)| ((*href).to_owned(), *count))
            .collect()
    };
    let html = ["--from", "html", "--base", "https://bank.com/"];
    let expected = found(&[
        ("https://evil.com/x", 1),
        ("https://bank.com/", 0),
        ("https://bank.com/y", 0),
        ("https://bank.com/", 0),
    ]);
    assert_eq!(named(&html, page), expected);
    let mail = format!("Subject: x\nContent-Type: text/html\n\n{page}");
    let expected = found(&[
        ("https://evil.com/x", 1),
        ("https://bank.com/", 0),
        ("https://bank.com/", 0),
    ]);
    assert_eq!(named(&["--mail"], &mail), expected);
    let markdown = "[bank.com](https://evil.com) [a](https://evil.com)\n\n<a href=\"https://evil.com\">bank.com</a>\n";
    let expected = found(&[
        ("https://bank.com/", 0),
        ("https://evil.com/", 1),
        ("https://evil.com/", 0),
        ("https://evil.com/", 1),
        ("https://bank.com/", 0),
    ]);
    assert_eq!(named(&["--from", "markdown"], markdown), expected);
}

/// Places are those of the stored file, whatever it is written in and however it is stored.
#[test]
fn places_in_other_encodings() {
    let page = "<p>Grüße 🙂</p>\n<div>a.com?b&amp;c</div>\n<a href='https://d.com'>e</a>\n";
    let json = "[\"Grüße 🙂\",\n\"https:\\/\\/a.com\"]";
    let utf16 = |text: &str| -> Vec<u8> {
        let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    for (from, text) in [("html", page), ("markdown", page), ("json", json)] {
        let stored = utf16(text);
        let run = linkspan(&["find", "--from", from, "--format", "json"], &stored);
        assert!(run.text().lines().count() > 0, "{from}: {}", run.err);
        for line in run.text().lines() {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let at = |name: &str| usize::try_from(record[name].as_u64().unwrap()).unwrap();
            let (bytes, _) = stored[at("start")..at("end")].as_chunks::<2>();
            let units: Vec<u16> = bytes.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
            let written = String::from_utf16(&units).unwrap();
            let meant = written.replace("&amp;", "&").replace("\\/", "/");
            assert_eq!(Some(meant.as_str()), record["text"].as_str());
            let line = text.split('\n').nth(at("line") - 1).unwrap();
            let rest: String = line.chars().skip(at("column") - 1).collect();
            assert!(rest.starts_with(&written), "{record}");
        }
    }
}

/// The syntax of links in AsciiDoc and reStructuredText is not part of them.
#[test]
fn markup_is_not_swallowed() {
    for (from, text, links) in [
        (
            "asciidoc",
            "link:https://a.com/b[text] https://a.com/c[] x@y.com[f]",
            "https://a.com/b https://a.com/c x@y.com ",
        ),
        (
            "rst",
            "`text <https://a.com/b>`_ `https://a.com/c`_ .. _d: https://a.com/e",
            "https://a.com/b https://a.com/c https://a.com/e ",
        ),
    ] {
        for profile in ["uts58", "recommended"] {
            let arguments = ["find", "--from", from, "--no-line", "--profile", profile];
            let run = linkspan(&arguments, text.as_bytes());
            assert_eq!(
                run.text().replace('\n', " "),
                links,
                "{from} {profile} {}",
                run.err
            );
        }
    }
}

/// Words that mean a dot may have spaces around them, wherever a large file is cut.
#[test]
fn defanged_words_in_large_files() {
    let line = format!("{} evil DOT com\n", "x ".repeat(100));
    let text = line.repeat(20_000);
    for threads in ["1", "4"] {
        let root = folder("large-defanged", &[("a.txt", text.as_bytes())]);
        let run = find_in(&root, &["--refang", "--count", "-j", threads, "a.txt"]);
        assert_eq!(run.text(), "20000\n");
    }
    let run = linkspan(&["find", "--refang", "--count"], text.as_bytes());
    assert_eq!(run.text(), "20000\n");
}

/// Ugly files of each kind: what is found in them, and the exit status.
#[test]
fn ugly_files() {
    let cases: [(&str, &[u8], &str, i32); 19] = [
        ("json", b"\xEF\xBB\xBF{\"a\":\"https://a.com\"}", "1:7: https://a.com", 0),
        ("csv", b"\xEF\xBB\xBFurl,x\r\nhttps://a.com/b,c\r\n", "2:1: https://a.com/b", 0),
        ("text", b"\xEF\xBB\xBFa.com", "1:1: a.com", 0),
        ("text", b"\xFF\xFE\0\0a\0\0\0", "", 2),
        ("html", b"x https://c.com\xFF/x", "1:3: https://c.com", 0),
        ("markdown", b"[t](https://c.com/a\xFFx)", "1:5: https://c.com/a", 0),
        (
            "html",
            b"<a href='https://a.com/'>www.a.com</a><a href=b>www.b.com</a>",
            "1:10: https://a.com/|1:26: www.a.com|1:49: www.b.com",
            0,
        ),
        (
            "html",
            b"<title>a.com</title><noscript><a href='https://b.com/'>c.com</a></noscript>",
            "1:8: a.com|1:40: https://b.com/\ttext-names-another-site: the text that is shown names another site: `c.com`|1:56: c.com",
            0,
        ),
        ("html", b"<textarea>a.com</textarea>", "1:11: a.com", 0),
        (
            "html",
            b"<meta http-equiv=refresh content='0;url=&quot;https://a.com/&quot;'>",
            "1:47: https://a.com/",
            0,
        ),
        ("html", b"<p style='x:url(&quot;https://a.com/b&quot;)'>", "1:23: https://a.com/b", 0),
        ("html", "a.com/&notit; b.com".as_bytes(), "1:1: a.com/\u{AC}it|1:15: b.com", 0),
        (
            "markdown",
            b"[t](https://a.com/x\\_y&amp;z) https://b.com<br>c",
            "1:5: https://a.com/x_y&z|1:31: https://b.com",
            0,
        ),
        ("markdown", b"www.c.com[1](https://d.com)", "1:1: www.c.com|1:14: https://d.com", 0),
        ("jsonl", b"{\"a\":[1,2\n{\"b\":\"b.com\"}\n", "2:7: b.com", 2),
        (
            "mail",
            b"From: =?utf-8?B?aHR0cHM6Ly9hLmNvbS8=?= <x@y.com>\n\n",
            "message 1 From:1:1: https://a.com/|message 1 From:1:17: x@y.com",
            0,
        ),
        (
            "mail",
            b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/html\n\n<a href='https://a.com/?a&amp;b'>",
            "message 1 part 1:1:10: https://a.com/?a&b",
            0,
        ),
        ("mail", b"Subject: https://a.com/x", "message 1 Subject:1:1: https://a.com/x", 0),
        ("asciidoc", b"link:++https://a.com/x++[t]", "1:8: https://a.com/x", 0),
    ];
    for (from, file, found, code) in cases {
        let run = linkspan(&["find", "--from", from], file);
        let text = run.text().trim_end().replace('\n', "|");
        assert_eq!(
            (text.as_str(), run.code),
            (found, Some(code)),
            "{}",
            run.err
        );
    }
    let field = linkspan(
        &["find", "--from", "csv", "--field", "2"],
        b"x,y\na.com,b.com\n",
    );
    assert_eq!(field.text(), "2:7: b.com\n");
    let base = linkspan(&["find", "--from", "html", "--base", "x"], b"");
    assert_eq!(base.code, Some(2));
    // Messages in messages are read up to a depth, and as text below it.
    let nested = [
        "From: a@b.com\n",
        &"Content-Type: message/rfc822\n\n".repeat(20_000),
        "Subject: x\n\nhttps://deep.com\n",
    ]
    .concat();
    let run = linkspan(&["find", "--mail", "--no-line"], nested.as_bytes());
    assert_eq!(run.text(), "a@b.com\nhttps://deep.com\n");
}

/// Bytes that are not text are not searched, and one message says so.
#[test]
fn archives_are_not_searched() {
    let gzip = b"\x1F\x8B\x08\x00\x00\x00\x00\x00\x02\x03 a.com \xFF\xFF";
    let zip = b"PK\x03\x04\x0A\x00\x00\x00 a.com \xFF\xFF";
    let root = folder("archives", &[("a.gz", gzip), ("b.zip", zip)]);
    for (file, message) in [
        (
            "a.gz",
            "a.gz: compressed with gzip, and not searched; use `--search-zip` to search the content",
        ),
        (
            "b.zip",
            "b.zip: a zip archive, which is not searched; unpack it first",
        ),
    ] {
        let run = find_in(&root, &[file]);
        assert_eq!((run.code, run.text()), (Some(2), ""), "{file}");
        assert!(run.err.contains(message), "{}", run.err);
        assert!(!run.err.contains("not UTF-8"), "{}", run.err);
        let run = find_in(&root, &["--binary", file]);
        assert!(run.text().ends_with(" a.com\n"), "{}", run.text());
    }
    // In folders they are counted, like binary files.
    let run = find_in(&root, &["."]);
    let skipped = "linkspan: skipped 2 compressed files; use `--search-zip` to search them, and unpack zip archives first\n";
    assert_eq!((run.code, run.text()), (Some(1), ""));
    assert_eq!(run.err, skipped);
    let run = linkspan(&["find"], b"BZhang met a.com\n");
    assert_eq!(
        (run.code, run.text(), run.err.as_str()),
        (Some(0), "1:12: a.com\n", "")
    );
}

/// The reasons why no file was searched are those that apply.
#[test]
fn nothing_to_search() {
    let root = folder("nothing", &[(".x/a.md", b"a.com"), ("b.txt", b"b.com")]);
    for (arguments, reason) in [
        (
            &["--ext", "md", "."][..],
            "none matches `--ext`, or all are hidden, or `.gitignore` excludes all; try `--hidden` or `--no-ignore`",
        ),
        (
            &["--exclude", "*", "--hidden", "--no-ignore", "."],
            "`--exclude` excludes all",
        ),
    ] {
        let run = find_in(&root, arguments);
        assert_eq!(run.code, Some(1), "{}", run.err);
        assert_eq!(
            run.err,
            format!("linkspan: no file was searched: {reason}\n")
        );
    }
}

/// A target that a browser refuses is not a link.
#[test]
fn targets_that_nothing_opens() {
    let page = "<a href='http://a.com:99999/'>p</a><a href='https://ex ample.com/'>q</a>\
                <a href='http://[::1'>r</a><a href='https://b.com/x'>s</a>";
    let run = linkspan(
        &["find", "--from", "html", "--print", "href"],
        page.as_bytes(),
    );
    assert_eq!((run.code, run.text()), (Some(0), "https://b.com/x\n"));
}

/// Values that are not UTF-8 are searched around such bytes, with the same warning as text.
#[test]
fn values_that_are_not_utf8() {
    let run = linkspan(&["find", "--from", "jsonl"], b"[\"a.com \xFF b.com\"]\n");
    assert_eq!(run.text(), "1:3: a.com\n1:11: b.com\n");
    assert_eq!(run.code, Some(0));
    assert!(run.err.contains("not UTF-8 in 1 place"), "{}", run.err);
    let run = linkspan(
        &["find", "--from", "json"],
        b"{\n  \"a\": \"b.com\",\n  \"c\": \"\xFF \xFF\"\n}\n",
    );
    assert!(
        run.err.contains("not UTF-8 in 2 places, first at 3:9"),
        "{}",
        run.err
    );
}
