//! `linkspan conformance --download`.

#![allow(clippy::restriction, reason = "a test may panic")]

mod common;
#[path = "common/web.rs"]
mod web;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Run, linkspan, run};
use web::{http, refused, serve};

const NAMES: [&str; 5] = [
    "LinkTerm.txt",
    "LinkBracket.txt",
    "LinkEmail.txt",
    "LinkDetectionTest.txt",
    "LinkFormattingTest.txt",
];

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("conformance-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// The names and texts of files.
type Files = BTreeMap<&'static str, String>;

/// Small files of our own, of a version such as `99.0`.
fn own_files(version: &str) -> Files {
    let texts = [
        format!("0041 ; Include # {version} A\n"),
        format!("0029 ; 0028 # {version} )\n"),
        format!("0041 # {version} A\n"),
        "see ⸠a.com⸡ b\n".to_owned(),
        "# {𝑺=https:// 𝑯=a.com}\nhttps://a.com\nhttps://a.com\n".to_owned(),
    ];
    let with_header = |(name, text)| (name, format!("# {name}\n# Date: 2030-01-01, x\n\n{text}"));
    NAMES.into_iter().zip(texts).map(with_header).collect()
}

/// A server with the files of a version in the folder that the standard names, and `broken` instead
/// of some file.
fn publish(version: &str, files: Files, broken: Option<(&'static str, String)>) -> SocketAddr {
    let prefix = format!("/Public/{version}/linkification/");
    serve(move |path| {
        let name = path.strip_prefix(&prefix).unwrap_or_default();
        let answer = match (&broken, files.get(name)) {
            (Some((broken, answer)), _) if *broken == name => answer.clone(),
            (_, Some(text)) => http("200 OK", text.len(), text),
            (_, None) => http("404 Not Found", 2, "no"),
        };
        answer.into_bytes()
    })
}

/// Downloads from a server, in a folder.
fn download(version: &str, server: SocketAddr, folder: &Path, more: &[&str]) -> Run {
    let from = format!("http://{server}/Public/{{version}}/linkification/");
    let mut command = Command::new(env!("CARGO_BIN_EXE_linkspan"));
    command
        .args(["conformance", "--download", version, "--from", &from])
        .args(more)
        .current_dir(folder);
    run(&mut command, b"")
}

/// The names and contents of the files in a folder.
fn contents(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).expect("a file"))
    };
    paths.map(read).collect()
}

#[test]
fn an_unknown_version_is_checked_by_its_headers() {
    let root = folder("unknown");
    let server = publish("99.0.0", own_files("99.0"), None);
    let done = download("99.0.0", server, &root, &[]);
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    for part in [
        "Unicode 99.0.0: 5 files downloaded to unicode/99.0.0; ",
        "the SHA-256 of this version is not known, only the headers were checked\n",
        "LinkTerm.txt (2030-01-01): not compared",
        "LinkDetectionTest.txt (2030-01-01), lines: 1/1 passed\n",
    ] {
        assert!(done.text().contains(part), "{part}: {}", done.text());
    }
    let written = contents(&root.join("unicode/99.0.0"));
    let expected = own_files("99.0").into_iter();
    assert!(
        written
            .into_iter()
            .eq(expected.map(|(name, text)| (name.to_owned(), text)))
    );
    // The counts are those of the check without a download.
    let folder = root.join("unicode/99.0.0");
    let again = linkspan(&["conformance", folder.to_str().unwrap()], b"");
    let (_, counts) = done.text().split_once('\n').unwrap();
    assert_eq!((again.text(), again.code), (counts, done.code));
}

/// The existing files are replaced, other files stay, and the status is that of the check.
#[test]
fn differences_are_found_after_a_download() {
    let root = folder("differences");
    let place = root.join("files");
    fs::create_dir(&place).unwrap();
    fs::write(place.join("LinkTerm.txt"), "old").unwrap();
    fs::write(place.join("ReadMe.txt"), "mine").unwrap();
    let mut files = own_files("99.0");
    files
        .get_mut("LinkDetectionTest.txt")
        .unwrap()
        .push_str("a.com is not marked\n");
    let server = publish("99.0.0", files.clone(), None);
    let done = download("99.0.0", server, &root, &["files"]);
    assert_eq!((done.code, done.err.as_str()), (Some(2), ""));
    assert!(
        done.text().contains("line 5 (UNEXPECTED)"),
        "{}",
        done.text()
    );
    let written = contents(&place);
    assert_eq!(written.len(), 6);
    assert_eq!(written["LinkTerm.txt"], files["LinkTerm.txt"]);
    assert_eq!(written["ReadMe.txt"], "mine");
    assert!(!root.join("unicode").exists());
}

/// Answers one file of a version wrongly: nothing is written, to a new folder or an existing one,
/// and the message says what is wrong and where.
fn refuse(version: &str, name: &'static str, answer: String, message: &str) {
    let root = folder(&format!("refused-{name}"));
    fs::create_dir(root.join("kept")).unwrap();
    fs::write(root.join("kept/LinkTerm.txt"), "old").unwrap();
    let files = own_files(version.strip_suffix(".0").unwrap());
    let server = publish(version, files, Some((name, answer)));
    let at = format!("http://{server}/Public/{version}/linkification/{name}: ");
    for more in [&[][..], &["kept"]] {
        let done = download(version, server, &root, more);
        assert_eq!((done.code, done.text()), (Some(2), ""), "{}", done.err);
        for part in [&at, message, "; nothing was written\n"] {
            assert!(done.err.contains(part), "{part}: {}", done.err);
        }
        assert_eq!(done.err.lines().count(), 1, "{}", done.err);
        let kept = contents(&root.join("kept"));
        assert_eq!((kept.len(), kept["LinkTerm.txt"].as_str()), (1, "old"));
        assert_eq!(fs::read_dir(&root).unwrap().count(), 1, "{message}");
    }
}

/// Changes that make a file wrong: the file, what is replaced, what by, and the message.
const CHANGES: &str = "\
LinkEmail.txt | # LinkEmail.txt | # LinkEmail-98.0.0.txt | its header names Unicode 98.0.0; check
LinkEmail.txt | # Date: 2030-01-01, x | # Version: 98.0.0 | its header names Unicode 98.0.0; check
LinkEmail.txt | # Date | # Day | its header has no date
LinkEmail.txt | # 99.0 | # 100.0 | its newest characters are those of Unicode 100.0;
LinkTerm.txt | # 99.0 | # 98.0 | its newest characters are those of Unicode 98.0;
LinkTerm.txt | # 99.0 | # of | its newest characters are none;
LinkTerm.txt | # LinkTerm.txt | # LinkEmail.txt | is `# LinkEmail.txt`, expected `# LinkTerm.txt`
LinkBracket.txt | # LinkBracket.txt | <!DOCTYPE html> | its first line is `<!DOCTYPE html>`
";

#[test]
fn wrong_files_are_refused() {
    let whole = |text: &str| http("200 OK", text.len(), text);
    for line in CHANGES.lines() {
        let mut fields = line.split(" | ");
        let [name, from, to, message] = std::array::from_fn(|_| fields.next().expect("a field"));
        let (name, text) = own_files("99.0").remove_entry(name).expect("a file");
        assert!(text.contains(from), "{line}");
        refuse("99.0.0", name, whole(&text.replace(from, to)), message);
    }
    let name = "LinkDetectionTest.txt";
    refuse("99.0.0", name, whole(""), "its first line is ``, expected");
    let cut = own_files("99.0")[name].trim_end().to_owned();
    refuse(
        "99.0.0",
        name,
        whole(&cut),
        "it ends in the middle of a line",
    );
    // A known version, with files of our own.
    let own = &own_files("18.0")["LinkTerm.txt"];
    let message = "it was altered or published again";
    refuse("18.0.0", "LinkTerm.txt", whole(own), message);
}

#[test]
fn broken_downloads_are_refused() {
    let name = "LinkFormattingTest.txt";
    let absent = http("404 Not Found", 2, "no");
    refuse(
        "99.0.0",
        name,
        absent,
        "download failed: http status: 404; check the address",
    );
    let text = &own_files("99.0")[name];
    let half = http("200 OK", text.len(), &text[..30]);
    refuse("99.0.0", name, half, "download failed: ");
    let large = format!("# {name}\n{}", "x".repeat(64 << 20));
    let large = http("200 OK", large.len(), &large);
    refuse(
        "99.0.0",
        name,
        large,
        "download failed: the response body is larger than",
    );
    let root = folder("unreachable");
    let done = download("99.0.0", refused(), &root, &[]);
    assert_eq!(done.code, Some(2));
    assert!(
        done.err.contains("LinkTerm.txt: download failed: "),
        "{}",
        done.err
    );
    assert_eq!(fs::read_dir(&root).unwrap().count(), 0);
}

/// A place that cannot be written is found before the download.
#[test]
fn a_place_that_cannot_be_written() {
    let root = folder("place");
    fs::write(root.join("file"), "x").unwrap();
    fs::create_dir_all(root.join("files/LinkEmail.txt")).unwrap();
    for (place, message) in [
        ("file", "file: not a folder; name the folder"),
        ("files", "LinkEmail.txt: not a file, and would be replaced"),
        ("file/below", "a parent of this path is a file"),
    ] {
        let server = publish("99.0.0", own_files("99.0"), None);
        let done = download("99.0.0", server, &root, &[place]);
        assert_eq!(
            (done.code, done.text()),
            (Some(2), ""),
            "{place}: {}",
            done.err
        );
        assert!(done.err.contains(message), "{place}: {}", done.err);
        assert!(done.err.contains("nothing was written"), "{}", done.err);
        assert_eq!(fs::read_dir(root.join("files")).unwrap().count(), 1);
    }
}

#[test]
fn arguments_say_what_to_do() {
    for (arguments, message) in [
        (&[][..], "<DIR>"),
        (
            &["--from", "http://127.0.0.1/", "."],
            "--download <VERSION>",
        ),
        (&["--timeout", "1", "."], "--download <VERSION>"),
        (&["--download", "18"], "three numbers, such as 18.0.0"),
        (&["--download", "18.0.x"], "three numbers, such as 18.0.0"),
        (&["--download", "018.0.0"], "three numbers, such as 18.0.0"),
        (&["--download", "../../.."], "three numbers, such as 18.0.0"),
        (&["--download", "18.0.0.0"], "three numbers, such as 18.0.0"),
        (
            &["--download", "18.0.0", "--from", "ftp://127.0.0.1/"],
            "only http and https can be downloaded",
        ),
        (
            &["--download", "18.0.0", "--from", "some/folder"],
            "only http and https can be downloaded",
        ),
    ] {
        let done = linkspan(&[&["conformance"], arguments].concat(), b"");
        assert_eq!((done.code, done.text()), (Some(2), ""), "{arguments:?}");
        assert!(done.err.contains(message), "{arguments:?}: {}", done.err);
    }
}

/// The official files of a version, if they are on this machine; `official.rs` says so if not.
fn official_files(version: &str) -> Option<Files> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/unicode");
    let place = env::var_os("LINKSPAN_UNICODE_DIR").map_or(root, PathBuf::from);
    let read = |name| {
        Some((
            name,
            fs::read_to_string(place.join(version).join(name)).ok()?,
        ))
    };
    NAMES.into_iter().map(read).collect()
}

#[test]
fn official_files_have_the_known_hashes() {
    let root = folder("official");
    for version in ["17.0.0", "18.0.0"] {
        let Some(files) = official_files(version) else {
            continue;
        };
        let done = download(version, publish(version, files.clone(), None), &root, &[]);
        let start = format!(
            "Unicode {version}: 5 files downloaded to unicode/{version}; the SHA-256 of each is as expected\n"
        );
        assert!(
            done.text().starts_with(&start),
            "{}{}",
            done.text(),
            done.err
        );
        // The check of the copy is that of the original.
        let place = root.join("unicode").join(version);
        let again = linkspan(&["conformance", place.to_str().unwrap()], b"");
        assert_eq!(done.text(), format!("{start}{}", again.text()));
        assert_eq!((done.code, done.err), (again.code, again.err));
        // One byte differs.
        let name = "LinkDetectionTest.txt";
        let altered = files[name].replacen("Lorem", "lorem", 1);
        let answer = http("200 OK", altered.len(), &altered);
        let server = publish(version, files, Some((name, answer)));
        let done = download(version, server, &root, &["altered"]);
        assert_eq!(done.code, Some(2));
        assert!(
            done.err.contains("LinkDetectionTest.txt of Unicode"),
            "{}",
            done.err
        );
        assert!(
            done.err.contains("altered or published again"),
            "{}",
            done.err
        );
        assert!(!root.join("altered").exists());
    }
    // A file of one version is not taken for that of another, although its header names none.
    if let (Some(old), Some(new)) = (official_files("17.0.0"), official_files("18.0.0")) {
        let name = "LinkDetectionTest.txt";
        let answer = http("200 OK", old[name].len(), &old[name]);
        let done = download(
            "18.0.0",
            publish("18.0.0", new, Some((name, answer))),
            &root,
            &[],
        );
        assert_eq!(done.code, Some(2));
        assert!(
            done.err.contains("it is the file of Unicode 17.0.0;"),
            "{}",
            done.err
        );
    }
}
