//! `linkspan tlds`, and searching with lists, the domain name system and options about names.

#![allow(clippy::restriction, reason = "a test may panic")]

mod common;
#[path = "common/web.rs"]
mod web;

use std::fs;
use std::net::{SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use common::{Run, linkspan, run};
use web::{http, refused, serve};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// Runs the program with a data folder of its own.
fn in_folder(folder: &Path, arguments: &[&str], input: &[u8]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linkspan"));
    run(
        command.env("LINKSPAN_DATA_DIR", folder).args(arguments),
        input,
    )
}

/// A whole list with a name that no real one has.
fn list(version: &str) -> String {
    let mut names: Vec<String> = tld::TLD.iter().map(|name| name.to_uppercase()).collect();
    names.push("LINKSPANTEST".to_owned());
    names.sort();
    format!(
        "# Version {version}, Last Updated today\n{}\n",
        names.join("\n")
    )
}

/// The version of a list of today, or of some days ago, and its date.
fn version(days_ago: i32) -> (String, String) {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let days = i32::try_from(elapsed.as_secs() / 86_400).unwrap();
    let date = linkspan::Date::from_unix_days(days - days_ago).to_string();
    (date.replace('-', "") + "00", date)
}

fn update(folder: &Path, from: &str) -> Run {
    in_folder(folder, &["tlds", "update", "--from", from], b"")
}

#[test]
fn a_good_list_is_kept_and_used() {
    let folder = folder("good");
    let before = in_folder(&folder, &["tlds", "status"], b"");
    assert!(before.text().contains("built-in list"), "{}", before.text());
    assert_eq!(
        in_folder(&folder, &["find"], b"a.linkspantest").code,
        Some(1)
    );
    let (today, date) = version(0);
    let body = list(&today);
    let answer = http("200 OK", body.len(), &body);
    let server = serve(move |_| answer.clone().into_bytes());
    let done = update(&folder, &format!("http://{server}/tlds.txt"));
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    let status = in_folder(&folder, &["tlds", "status"], b"");
    for part in [
        "downloaded list",
        &format!("version: {today}"),
        &format!("date:    {date}"),
        "names:   ",
    ] {
        assert!(status.text().contains(part), "{}", status.text());
    }
    assert_eq!(
        in_folder(&folder, &["find"], b"a.linkspantest").text(),
        "1:1: a.linkspantest\n"
    );
    let other = ["find", "--tlds", "embedded"];
    assert_eq!(in_folder(&folder, &other, b"a.linkspantest").code, Some(1));
    // Older than the built-in list: refused, and not used if an older program downloaded it.
    let kept = folder.join("tlds-alpha-by-domain.txt");
    fs::remove_file(&kept).expect("the list");
    let file = folder.join("old.txt");
    fs::write(&file, list("2001010100")).expect("a file");
    let refused = update(&folder, file.to_str().unwrap());
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.err.contains("older than the built-in list"),
        "{}",
        refused.err
    );
    assert!(!kept.exists());
    fs::rename(&file, &kept).expect("a file");
    assert_eq!(
        in_folder(&folder, &["find"], b"a.linkspantest").code,
        Some(1)
    );
}

/// A list from the future neither counts as fresh nor stays in place.
#[test]
fn a_list_from_the_future_is_not_fresh() {
    let folder = folder("future");
    let kept = folder.join("tlds-alpha-by-domain.txt");
    fs::write(&kept, list("9999123100")).expect("a file");
    let arguments = ["find", "--require-fresh", "--tlds", kept.to_str().unwrap()];
    let done = in_folder(&folder, &arguments, b"a.com");
    assert!(
        done.code == Some(2) && done.err.contains("from the future"),
        "{}",
        done.err
    );
    let good = folder.join("good.txt");
    fs::write(&good, list(&version(1).0)).expect("a file");
    assert_eq!(update(&folder, good.to_str().unwrap()).code, Some(0));
}

/// After any failure, the existing list is kept and no temporary file is left.
#[test]
fn a_bad_list_never_replaces_a_good_one() {
    let folder = folder("bad");
    let good = folder.join("good.txt");
    fs::write(&good, list(&version(1).0)).expect("a file");
    assert_eq!(update(&folder, good.to_str().unwrap()).code, Some(0));
    let kept = folder.join("tlds-alpha-by-domain.txt");
    let before = fs::read(&kept).expect("the list");
    let (late, early) = (list("9999123100"), list("2019010100"));
    let body = list(&version(0).0);
    let twice = format!("{body}{}", body.split_once('\n').unwrap().1);
    let padded = format!("{body}{} \n", body.lines().last().unwrap());
    let half = &body[..body.len() / 2];
    let nearly = &body[..body.len() - 3];
    let html = "<!DOCTYPE html><title>Log in</title>";
    for (answer, message) in [
        (Some(http("404 Not Found", 2, "no")), "404"),
        (Some(http("200 OK", late.len(), &late)), "is in the future"),
        (
            Some(http("200 OK", early.len(), &early)),
            "older than the built-in list",
        ),
        (Some(http("200 OK", twice.len(), &twice)), "a name twice"),
        (Some(http("200 OK", padded.len(), &padded)), "a name twice"),
        (Some(http("500 Oops", 0, "")), "500"),
        (Some(http("200 OK", body.len(), half)), "download failed"),
        (Some(http("200 OK", half.len(), half)), "not a usable list"),
        (
            Some(http("200 OK", nearly.len(), nearly)),
            "not a usable list",
        ),
        (
            Some(http("200 OK", html.len(), html)),
            "the first line should start with",
        ),
        (
            Some(http("200 OK", 0, "")),
            "the first line should start with",
        ),
        (
            Some(http("200 OK", 1 << 22, &"x".repeat(1 << 22))),
            "download failed",
        ),
        (Some("garbage\r\n\r\n".to_owned()), "download failed"),
        (None, "download failed"),
    ] {
        let server = match answer {
            Some(answer) => serve(move |_| answer.clone().into_bytes()),
            None => refused(),
        };
        let done = update(&folder, &format!("http://{server}/"));
        assert_eq!(done.code, Some(2), "{message}: {}", done.err);
        assert!(
            done.err.contains(message) && done.err.contains("the existing list was kept"),
            "{}",
            done.err
        );
        assert_eq!(fs::read(&kept).expect("the list"), before, "{message}");
    }
    assert_eq!(update(&folder, "/no/such/file").code, Some(2));
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 2);
}

/// A pipe or a device in place of the list is not read: it would never end.
#[cfg(unix)]
#[test]
fn a_list_that_is_not_a_file_is_not_read() {
    let folder = folder("pipe");
    let list = folder.join("tlds-alpha-by-domain.txt");
    let made = Command::new("mkfifo").arg(&list).status();
    assert!(made.expect("mkfifo").success());
    let found = in_folder(&folder, &["find"], b"a.com");
    assert_eq!((found.text(), found.code), ("1:1: a.com\n", Some(0)));
    assert!(
        found.err.contains("not a file; using the built-in list"),
        "{}",
        found.err
    );
    fs::remove_file(&list).expect("the pipe");
    std::os::unix::fs::symlink("/dev/zero", &list).expect("a link");
    let found = in_folder(&folder, &["find"], b"a.com");
    assert!(found.err.contains("not a file"), "{}", found.err);
}

/// A folder that cannot be written to, and a disk that is full.
#[test]
fn a_list_that_cannot_be_written() {
    let folder = folder("unwritable");
    let good = folder.join("good.txt");
    fs::write(&good, list(&version(0).0)).expect("a file");
    let below_a_file = good.join("data");
    let done = update(&below_a_file, good.to_str().unwrap());
    assert_eq!(done.code, Some(2));
    assert!(
        done.err
            .contains("a parent of this path is a file, not a folder"),
        "{}",
        done.err
    );
    // A process that may write no byte to files.
    #[cfg(unix)]
    {
        let data = folder.join("data");
        let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" tlds update --from \"$1\"";
        let mut command = Command::new("sh");
        command.args([
            "-c",
            script,
            env!("CARGO_BIN_EXE_linkspan"),
            good.to_str().unwrap(),
        ]);
        let done = run(command.env("LINKSPAN_DATA_DIR", &data), b"");
        assert_eq!(done.code, Some(2));
        assert!(
            done.err
                .contains("File too large; the existing list was kept"),
            "{}",
            done.err
        );
        assert_eq!(fs::read_dir(&data).expect("the folder").count(), 0);
    }
    // A damaged list is not used.
    fs::write(folder.join("tlds-alpha-by-domain.txt"), "broken").expect("a file");
    let found = in_folder(&folder, &["find"], b"a.com");
    assert_eq!((found.code, found.text()), (Some(0), "1:1: a.com\n"));
    assert!(
        found.err.contains("using the built-in list"),
        "{}",
        found.err
    );
}

/// A name server that knows `linkspantest` and says of everything else that it does not exist.
fn name_server() -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a socket");
    let address = socket.local_addr().expect("an address");
    thread::spawn(move || {
        let mut buffer = [0; 512];
        while let Ok((length, client)) = socket.recv_from(&mut buffer) {
            let question = &buffer[..length];
            // The name starts after the header, each label after its length; type and class follow.
            let label = usize::from(question[12]);
            let exists = question[13..13 + label].eq_ignore_ascii_case(b"linkspantest");
            let question_end = 12 + 1 + label + 1 + 4;
            let mut answer = question[..question_end].to_vec();
            answer[2..4].copy_from_slice(if exists { &[0x81, 0x80] } else { &[0x81, 0x83] });
            answer[4..12].copy_from_slice(&[0, 1, 0, u8::from(exists), 0, 0, 0, 0]);
            if exists {
                // The same name, type NS, class IN, an hour, and a name server `ns`.
                answer.extend([0xC0, 12, 0, 2, 0, 1, 0, 0, 14, 16, 0, 4, 2, b'n', b's', 0]);
            }
            let _ = socket.send_to(&answer, client);
        }
    });
    address
}

#[test]
fn the_domain_name_system_is_asked() {
    let server = name_server().to_string();
    let asked = ["find", "--tlds", "dns", "--dns-server", &server];
    let found = linkspan(&asked, b"a.com b.linkspantest c.nosuchtld d@e.LINKSPANTEST");
    assert_eq!(
        found.text(),
        "1:1: a.com\n1:7: b.linkspantest\n1:34: d@e.LINKSPANTEST\n"
    );
    assert_eq!((found.code, found.err.as_str()), (Some(0), ""));
}

#[test]
fn a_silent_name_server_does_not_stop_the_search() {
    let silent = UdpSocket::bind("127.0.0.1:0").expect("a socket");
    let server = silent.local_addr().expect("an address").to_string();
    let asked = [
        "find",
        "--tlds",
        "dns",
        "--dns-server",
        &server,
        "--dns-timeout",
        "1",
    ];
    let found = linkspan(&asked, b"a.com b.linkspantest");
    assert_eq!((found.text(), found.code), ("1:1: a.com\n", Some(0)));
    let message =
        "DNS: 1 of 1 top-level domains could not be checked and count as unknown (linkspantest: ";
    assert!(found.err.contains(message), "{}", found.err);
    // The time is for the whole file, however often bytes that are not UTF-8 interrupt it.
    let found = linkspan(&asked, b"b.linkspantest \xFF c.othertest \xFF d.thirdtest");
    assert_eq!(found.err.matches("could not be checked").count(), 1);
    assert!(found.err.contains("time limit reached"), "{}", found.err);
    // Nothing is asked if nothing is unknown.
    assert_eq!(linkspan(&asked, b"a.com").err, "");
}

#[test]
fn old_lists_are_reported() {
    let args = |rest: &[&'static str]| {
        [
            &["find", "--tlds", "embedded", "--today", "2999-01-01"],
            rest,
        ]
        .concat()
    };
    let text = b"a.com https://b.com";
    let found = linkspan(&args(&["--max-tld-age", "3", "--format", "json"]), text);
    let warned: Vec<bool> = found
        .text()
        .lines()
        .map(|line| line.contains(r#""id":"tld-list-stale""#))
        .collect();
    assert_eq!((warned, found.code), (vec![true, false], Some(0)));
    assert_eq!(
        found.err.matches("is older than 3 days").count(),
        1,
        "{}",
        found.err
    );
    let refused = linkspan(&args(&["--require-fresh"]), text);
    assert_eq!((refused.text(), refused.code), ("", Some(2)));
    assert!(
        refused.err.contains("is older than 1 day;"),
        "{}",
        refused.err
    );
    assert_eq!(linkspan(&args(&[]), text).err, "");
    let young = [
        "find",
        "--tlds",
        "embedded",
        "--today",
        "2026-11-02",
        "--require-fresh",
    ];
    assert_eq!(linkspan(&young, text).code, Some(0));
    assert_eq!(
        linkspan(&["find", "--today", "tomorrow"], text).code,
        Some(2)
    );
}

/// Rule `one-set-of-options`: the names of the library are those of the command line.
#[test]
fn options_by_name() {
    let found = |arguments: &[&str], text: &str| {
        let place: &[&str] = if arguments.contains(&"--format") {
            &[]
        } else {
            &["--no-line"]
        };
        let arguments = [&["find", "--profile", "recommended"], place, arguments].concat();
        let done = linkspan(&arguments, text.as_bytes());
        assert_eq!(done.err, "");
        done.text().replace('\n', " ")
    };
    let text = "README.md http://10.0.0.1/ http://a.unknown/ co.uk";
    assert_eq!(found(&[], text), "http://10.0.0.1/ http://a.unknown/ ");
    assert_eq!(
        found(&["--without", "file-name,public-suffix"], text),
        "README.md http://10.0.0.1/ http://a.unknown/ co.uk "
    );
    assert_eq!(
        found(
            &["--set", "ip-hosts=ignored", "--set", "scheme-tld=known"],
            text
        ),
        ""
    );
    assert_eq!(
        found(&["--ip-hosts", "ignored", "--without", "file-name"], text),
        "README.md http://a.unknown/ "
    );
    let addresses = "10.0.0.1 http://10.0.0.2/x";
    let both = linkspan(
        &["find", "--profile", "uts58", "--count", "--bare-ip"],
        addresses.as_bytes(),
    );
    assert_eq!(both.text(), "2\n");
    assert_eq!(
        found(&["--bare-ip", "--ip-hosts", "ignored"], addresses),
        "10.0.0.1 "
    );
    assert_eq!(found(&["--with", "mixed-script"], "最高のSONY製品.com"), "");
    let json = found(&["--format", "json", "--default-scheme", "http"], "a.com");
    assert!(json.contains("\"href\":\"http://a.com/\""), "{json}");
    for (arguments, message) in [
        (["--without", "all"], "invalid value 'all'"),
        (["--set", "ip-hosts"], "expected NAME=VALUE"),
        (
            ["--set", "ip=linked"],
            "unknown option `ip`: expected with, without",
        ),
        (
            ["--set", "ip-hosts=yes"],
            "option `ip-hosts`: expected ignored, linked or bare, not `yes`",
        ),
        (
            ["--default-scheme", "data"],
            "option `default-scheme`: refusing scheme `data`",
        ),
    ] {
        let done = linkspan(&[&["find"], &arguments[..]].concat(), b"");
        assert_eq!(done.code, Some(2), "{arguments:?}");
        assert!(done.err.contains(message), "{}", done.err);
    }
}

/// Rule `default-profile`: `recommended` without an option, `uts58` by name.
#[test]
fn recommended_is_the_default() {
    let text = "README.md https://example.com/foo。次の文";
    let found = |arguments: &[&str]| {
        let arguments = [&["find", "--no-line"], arguments].concat();
        linkspan(&arguments, text.as_bytes()).text().to_owned()
    };
    assert_eq!(found(&[]), "https://example.com/foo\n");
    assert_eq!(
        found(&["--profile", "uts58"]),
        "README.md\nhttps://example.com/foo。次の文\n"
    );
    let done = linkspan(&["explain", "README.md"], b"");
    assert!(done.text().contains("file-name"), "{}", done.text());
    let done = linkspan(&["linkify", "--to", "marked"], text.as_bytes());
    assert_eq!(done.text(), "README.md ⸠https://example.com/foo⸡。次の文");
    // A bracket in a path is not cut off, and a file is laid out too.
    let done = linkspan(
        &["bidi", "--kind", "text", "--output", "controls"],
        "http://a.example/אב_(גד) /home/א/ב".as_bytes(),
    );
    let isolates = done.text().matches('\u{2066}').count();
    assert!(isolates >= 2, "{:?}", done.text());
}

/// Rule `host-comparison`: a root dot and capitals in the host do not make another link.
#[test]
fn the_same_host_is_counted_once() {
    let text = "https://example.com./x https://EXAMPLE.com/x example.com/x https://ｅxample。com/x";
    let done = linkspan(&["find", "--no-line", "--unique"], text.as_bytes());
    assert_eq!(done.text(), "https://example.com./x\n");
    let done = linkspan(&["find", "--count", "--unique"], text.as_bytes());
    assert!(done.text().contains('4'), "{}", done.text());
}

#[test]
fn options_about_names() {
    let found = |arguments: &[&str], text: &str| {
        let arguments = [&["find", "--profile", "uts58"], arguments].concat();
        let done = linkspan(&arguments, text.as_bytes());
        assert_eq!(done.err, "");
        done.text().to_owned()
    };
    let text = "http://1.2.3.4 http://[::1]/ http://::2 http://localhost tel:1 ftp://a.com file:/x";
    assert_eq!(
        found(&["--ip", "linked"], text),
        "1:1: http://1.2.3.4\n1:16: http://[::1]/\n"
    );
    assert_eq!(found(&["--ip", "bare"], text).lines().count(), 3);
    assert_eq!(found(&["--localhost"], text), "1:41: http://localhost\n");
    assert_eq!(found(&["--add-scheme", "tel:"], text), "1:58: tel:1\n");
    assert_eq!(
        found(&["--add-scheme", "ftp://"], text),
        "1:64: ftp://a.com\n"
    );
    assert_eq!(
        found(&["--add-unsafe-scheme", "file:"], text),
        "1:76: file:/x\n"
    );
    assert_eq!(found(&["--tlds", "syntactic"], "a.lan b.1"), "1:1: a.lan\n");
    let long = format!("{}.com", "a".repeat(64));
    assert_eq!(found(&["--limits", "dns"], &long), "");
    assert_eq!(
        found(&["--max-length", "5"], "a.com ab.com"),
        "1:1: a.com\n"
    );
    for (arguments, message) in [
        (["--add-scheme", "javascript:"], "can run code"),
        (["--add-scheme", "ftp"], "write `ftp://` if a host follows"),
        (["--add-scheme", "a b:"], "is not a scheme"),
        (["--tlds", "/no/such/list"], "/no/such/list: no such file"),
        (
            ["--tlds", "Cargo.toml"],
            "Cargo.toml: not a list of top-level domains",
        ),
        (
            ["--suffixes", "src/main.rs"],
            "is not a rule of a public suffix list",
        ),
        (["--dns-server", "example.com"], "expected an IP address"),
    ] {
        let json = ["find", "--format", "json", arguments[0], arguments[1]];
        let done = linkspan(&json, b"a.com");
        assert_eq!(done.code, Some(2), "{arguments:?}");
        assert!(done.err.contains(message), "{}", done.err);
    }
}

#[test]
fn names_in_json() {
    let folder = folder("json");
    let suffixes = folder.join("psl.dat");
    fs::write(&suffixes, "com\nexample.com\n").expect("a file");
    let field = |arguments: &[&str], name: &str| {
        let text = "http://WWW.Bücher.Example.com/ü";
        let done = linkspan(
            &[&["find", "--format", "json"], arguments].concat(),
            text.as_bytes(),
        );
        let record: serde_json::Value = serde_json::from_str(done.text()).expect("JSON");
        record[name].as_str().map(str::to_owned)
    };
    for (name, expected) in [
        ("host_typed", "WWW.Bücher.Example.com"),
        ("host", "www.xn--bcher-kva.example.com"),
        ("host_display", "www.bücher.example.com"),
        ("domain", "example.com"),
        ("href", "http://www.xn--bcher-kva.example.com/%C3%BC"),
        ("display", "http://www.bücher.example.com/ü"),
    ] {
        assert_eq!(field(&[], name).as_deref(), Some(expected), "{name}");
    }
    let own = |name| field(&["--suffixes", suffixes.to_str().unwrap()], name);
    assert_eq!(own("domain").as_deref(), Some("xn--bcher-kva.example.com"));
    assert_eq!(own("domain_display").as_deref(), Some("bücher.example.com"));
}

#[test]
fn profiles_by_name() {
    let found = |profile: &str, text: &str| {
        let done = linkspan(
            &[
                "find",
                "--tlds",
                "embedded",
                "--today",
                "2026-11-02",
                "--profile",
                profile,
            ],
            text.as_bytes(),
        );
        assert_eq!(done.err, "", "{profile}");
        done.text().to_owned()
    };
    let text = "README.md ftp://a.com https://p\u{430}ypal.com";
    assert_eq!(found("uts58", text).lines().count(), 2);
    assert_eq!(found("recommended", text), "");
    assert_eq!(found("uasg", text), "1:1: README.md\n1:11: ftp://a.com\n");
    assert_eq!(
        found("nonascii", text),
        "1:1: README.md\n1:11: ftp://a.com\n"
    );
}

#[test]
fn rejected_candidates_are_listed() {
    let text = "see README.md\n\u{e9} a.zzz b.com";
    let arguments = ["find", "--profile", "recommended", "--rejected"];
    let done = linkspan(&arguments, text.as_bytes());
    let lines: Vec<&str> = done.text().lines().collect();
    assert!(
        lines[0].starts_with("1:5: not linked: README.md (file-name: "),
        "{}",
        lines[0]
    );
    assert!(
        lines[1].starts_with("2:3: not linked: a.zzz (tld-unknown: "),
        "{}",
        lines[1]
    );
    assert_eq!((lines[2], done.code), ("2:9: b.com", Some(0)));
    let done = linkspan(
        &[&arguments[..], &["--format", "json"]].concat(),
        text.as_bytes(),
    );
    let record: serde_json::Value =
        serde_json::from_str(done.text().lines().next().unwrap()).unwrap();
    assert_eq!(
        (&record["linked"], &record["kind"], &record["text"]),
        (&false.into(), &"url".into(), &"README.md".into())
    );
    assert_eq!(record["reasons"][0]["id"], "file-name");
}

#[test]
fn unsafe_names_are_rewritten() {
    let text = "https://p\u{430}ypal.com/login and \u{ff}example.com\n";
    let to_text = ["linkify", "--to", "text", "--profile", "nonascii"];
    for (rest, expected) in [
        (
            &[][..],
            "https://xn--pypal-4ve.com/login and \u{ff}example.com\n",
        ),
        (
            &["--unsafe", "defang"],
            "hxxps://xn--pypal-4ve[.]com/login and \u{ff}example.com\n",
        ),
        (&["--unsafe", "leave"], text),
    ] {
        let done = linkspan(&[&to_text[..], rest].concat(), text.as_bytes());
        assert_eq!((done.text(), done.code), (expected, Some(0)));
    }
}

#[test]
fn explanations() {
    let done = linkspan(
        &[
            "explain",
            "--profile",
            "recommended",
            "字(see https://example.com/a(b).) README.md",
        ],
        b"",
    );
    for part in [
        "      ^^^^^^^^^^^^^^^^^^^^^^^^",
        "linked: bytes 8..32",
        "found by       the scheme `https`",
        "tld known      by the list of ",
        "path           /a(b)",
        "ended by       U+002E `.`, Link_Term=Soft",
        "not linked: bytes 35..44",
        "reason         file-name: ",
    ] {
        assert!(done.text().contains(part), "{part}\n{}", done.text());
    }
    assert_eq!(done.code, Some(0));
    let done = linkspan(
        &[
            "explain",
            "--profile",
            "uts58",
            "--format",
            "json",
            "example.com/(",
            "nothing",
        ],
        b"",
    );
    let record: serde_json::Value = serde_json::from_str(done.text()).expect("JSON");
    assert_eq!(
        (&record["linked"], &record["end"]),
        (&true.into(), &13.into())
    );
    assert_eq!(record["ending"]["open"], "(");
    assert_eq!(linkspan(&["explain", "nothing"], b"").code, Some(1));
    // A long line is shown around the link only.
    let text = format!("{} a.com {}", "x".repeat(1_000), "y".repeat(1_000));
    let run = linkspan(&["explain", &text], b"");
    let mut lines = run.text().lines();
    let (x, y) = ("x".repeat(99), "y".repeat(99));
    assert_eq!(lines.next(), Some(format!("…{x} a.com {y}…").as_str()));
    assert_eq!(
        lines.next(),
        Some(format!("{}^^^^^", " ".repeat(101)).as_str())
    );
}

/// Top-level domains can be set by name too.
#[test]
fn top_level_domains_by_setting() {
    for setting in ["add-tld=lan", "tlds=syntactic"] {
        let run = linkspan(&["find", "--no-line", "--set", setting], b"see router.lan");
        assert_eq!(run.text(), "router.lan\n", "{setting}: {}", run.err);
    }
}
