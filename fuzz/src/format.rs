//! The forms of a URL: formatting again changes nothing, the meaning stays, and the result is detected as
//! a whole.

use linkspan::Detector;
use linkspan::email;
use linkspan::format::{self, Encoding, Form, Format, UrlParts};
use linkspan::props::{LinkTerm, link_term};

const HEAD: &str = "https://example.com";

/// Panics if a form of a URL is not what it should be.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    any_text(&text);
    // Behind a host that is detected, more can be said.
    let rest = text.find(['/', '?', '#']).map_or("", |at| &text[at..]);
    let rest = rest.trim_start_matches("//");
    let url = if rest.starts_with(['/', '?', '#']) {
        [HEAD, rest].concat()
    } else {
        [HEAD, "/", rest].concat()
    };
    known_host(&url);
    parts(&text);
}

/// Properties of formatting for texts that may not be URLs.
fn any_text(text: &str) {
    for format in formats() {
        if let Ok(written) = format.string(text) {
            let again = format.string(&written);
            assert_eq!(again.as_ref(), Ok(&written), "{format:?} of {text:?}");
        }
    }
    if let Ok(url) = format::ascii(text) {
        assert!(url.is_ascii(), "{url}");
        assert_eq!(format::ascii(&url).as_ref(), Ok(&url), "for {text:?}");
    }
    if let Ok(quoted) = email::quote(text) {
        assert_eq!(email::unquote(&quoted), text);
    }
    // Only that it does not panic.
    let _ = email::address(text);
}

fn formats() -> impl Iterator<Item = Format> {
    let forms = [Form::Minimal, Form::Display];
    forms.into_iter().flat_map(|form| {
        [Encoding::Utf8, Encoding::Legacy]
            .map(|encoding| Format::default().form(form).encoding(encoding))
    })
}

fn known_host(url: &str) {
    let minimal = format::minimal(url).expect("a host");
    let text = format!("x {minimal} y");
    let links: Vec<String> = Detector::uts58()
        .links(&text)
        .map(|link| link.to_string())
        .collect();
    assert_eq!(links, [minimal.as_str()], "for {url:?}");
    for format in formats() {
        let written = format.string(url).expect("a host");
        assert_eq!(
            meaning(&written),
            meaning(url),
            "{format:?} of {url:?}: {written:?}"
        );
    }
    // A WHATWG parser takes these away before it starts.
    if !url.contains(['\t', '\n', '\r']) && !url.ends_with(|c| c <= ' ') {
        whatwg(url, &minimal);
    }
}

/// The minimal form means the same to a WHATWG parser, segment by segment and pair by pair.
fn whatwg(url: &str, minimal: &str) {
    let parse = |url: &str| url::Url::parse(url).expect("a URL");
    let (before, after) = (parse(url), parse(minimal));
    let path = |url: &url::Url| meaning(&[HEAD, url.path()].concat());
    assert_eq!(
        path(&before),
        path(&after),
        "path of {url:?} and {minimal:?}"
    );
    let pairs = |url: &url::Url| url.query_pairs().into_owned().collect::<Vec<_>>();
    assert_eq!(
        pairs(&before),
        pairs(&after),
        "query of {url:?} and {minimal:?}"
    );
    let fragment = |url: &url::Url| url.fragment().map(decode);
    assert_eq!(
        fragment(&before),
        fragment(&after),
        "fragment of {url:?} and {minimal:?}"
    );
}

/// Literal parts come back from the URL that was made of them.
fn parts(text: &str) {
    let pieces: Vec<String> = text.split('/').map(str::to_owned).collect();
    let dots = [".", ".."];
    if pieces.iter().any(|piece| dots.contains(&piece.as_str())) {
        return;
    }
    let parts = UrlParts {
        path: pieces.clone(),
        query: vec![
            (text.to_owned(), Some(text.to_owned())),
            (text.to_owned(), None),
        ],
        fragment: Some(text.to_owned()),
        ..UrlParts::new(HEAD)
    };
    let url = parts.minimal().expect("parts");
    assert!(url.chars().all(|c| link_term(c) != LinkTerm::Hard));
    let rest = url
        .strip_prefix(HEAD)
        .and_then(|rest| rest.strip_prefix('/'))
        .expect("the host");
    let (rest, fragment) = rest.split_once('#').expect("a fragment");
    assert_eq!(decode(fragment), text.as_bytes());
    let (path, query) = rest.split_once('?').expect("a query");
    let found: Vec<Vec<u8>> = path.split('/').map(decode).collect();
    let expected: Vec<Vec<u8>> = pieces
        .iter()
        .map(|piece| piece.as_bytes().to_vec())
        .collect();
    assert_eq!(found, expected, "in {url}");
    let (pair, last) = query.split_once('&').expect("two pairs");
    let (key, value) = pair.split_once('=').expect("a value");
    for piece in [key, value, last] {
        assert_eq!(decode(piece), text.as_bytes(), "in {url}");
    }
}

/// The pieces of a URL between raw delimiters, percent-decoded.
fn meaning(url: &str) -> Vec<Vec<Vec<u8>>> {
    let rest = url.strip_prefix(HEAD).expect("the host is kept");
    let (rest, fragment) = match rest.split_once('#') {
        Some((rest, fragment)) => (rest, Some(fragment)),
        None => (rest, None),
    };
    let (path, query) = match rest.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (rest, None),
    };
    let mut all = vec![path.split(['/', '\\']).map(decode).collect()];
    all.extend(query.map(|query| query.split(['&', '=', '+']).map(decode).collect()));
    if let Some(fragment) = fragment {
        let mut pieces = fragment.split(":~:");
        all.extend(pieces.next().map(|piece| vec![decode(piece)]));
        all.extend(pieces.map(|piece| piece.split([',', '&', '-']).map(decode).collect()));
    }
    all
}

fn decode(piece: &str) -> Vec<u8> {
    percent_decoded(piece.as_bytes())
}

fn percent_decoded(bytes: &[u8]) -> Vec<u8> {
    let digit = |at: usize| {
        bytes
            .get(at)
            .and_then(|&byte| char::from(byte).to_digit(16))
    };
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.extend(u8::try_from(high * 16 + low));
                at += 3;
            }
            _ => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}
