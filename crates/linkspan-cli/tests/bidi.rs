//! `linkspan bidi`.

#![allow(clippy::restriction, reason = "a test may panic")]

mod common;

use std::fs;
use std::path::Path;

use common::linkspan;

fn bidi(arguments: &[&str], input: &str) -> String {
    let arguments: Vec<&str> = ["bidi"].iter().chain(arguments).copied().collect();
    let run = linkspan(&arguments, input.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    run.text().to_owned()
}

#[test]
fn strings_lines_and_files() {
    let url = "http://אב.גד/הו";
    assert_eq!(bidi(&[url], ""), "http://בא.דג/וה\n");
    assert_eq!(bidi(&["-", url], "אב@גד.com"), "בא@דג.comhttp://בא.דג/וה\n");
    assert_eq!(bidi(&[], "/אב/גד\r\n\nC:\\א\n"), "/בא/דג\r\n\nC:\\א\n");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bidi.txt");
    fs::write(&path, "\u{FEFF}http://אב.com/ג/1").unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(
        bidi(
            &[
                "--file",
                path,
                "--order",
                "environment",
                "--paragraph",
                "rtl"
            ],
            ""
        ),
        "1/ג/com.בא//:http"
    );
    let run = linkspan(&["bidi", "--file", "no such file", "א"], b"");
    assert_eq!((run.text(), run.code), ("א\n", Some(2)));
    assert!(
        run.err.contains("no such file: no such file or folder"),
        "{}",
        run.err
    );
}

#[test]
fn kinds() {
    let shown = |kind, text| bidi(&["--kind", kind, "--paragraph", "ltr", text], "");
    assert_eq!(shown("file", "אב.גד/ה"), "דג.בא/ה\n");
    assert_eq!(shown("url", "אב.גד/ה"), "בא.דג/ה\n");
    // A name with an unknown top-level domain is not a URL; one with an existing domain is.
    assert_eq!(shown("auto", "אב.גד/ה"), "דג.בא/ה\n");
    assert_eq!(shown("auto", "אב.קום/ה"), "בא.םוק/ה\n");
    assert_eq!(shown("auto", "א http://אב.גד/הו"), "א http://בא.דג/וה\n");
    assert_eq!(shown("auto", "(א.ב.com/ג)"), "(א.ב.com/ג)\n");
    assert_eq!(shown("auto", "א.ב/ג.ד@x.com"), "ד.ג/ב.א@x.com\n");
    assert_eq!(shown("text", "x אב@גד.com 12"), "x בא@דג.com 12\n");
}

#[test]
fn outputs() {
    let url = "http://אב.com/%D7%90)";
    let marked = bidi(&["--output", "controls", "--kind", "url", url], "");
    assert!(marked.starts_with('\u{2066}') && marked.ends_with("\u{2069}\n"));
    let html = bidi(
        &["--output", "html", "--kind", "url", "http://אב.com/<i>"],
        "",
    );
    assert_eq!(
        html,
        "<bdi dir=\"ltr\">http://<bdi dir=\"ltr\">אב</bdi>.com/&lt;i&gt;</bdi>\n"
    );
    let mirrored = ["--mirror", "--paragraph", "rtl", "--order", "plain", "א(ב)"];
    assert_eq!(bidi(&mirrored, ""), "(ב)א\n");
}

#[test]
fn ambiguous_fields_are_reported() {
    let run = linkspan(
        &["bidi", "--ambiguous"],
        "http://אב1.com/\nhttp://a.com/aב\n".as_bytes(),
    );
    assert_eq!(
        run.err,
        "linkspan: standard input:1: a number at the edge of right-to-left letters: אב1\n\
         linkspan: standard input:2: letters of both directions in one field: aב\n"
    );
    assert_eq!(run.code, Some(0));
}

#[test]
fn invalid_bytes_pass_through() {
    let run = linkspan(&["bidi", "--kind", "text"], b"a\xFFb.com\xC3\n");
    assert_eq!(
        (run.out.as_slice(), run.code),
        (&b"a\xFFb.com\xC3\n"[..], Some(0))
    );
}
