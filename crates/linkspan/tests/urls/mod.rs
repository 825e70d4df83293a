//! UTS58 4 goals: what holds for the forms of every URL; the fuzz targets use it too.

use linkspan::format::{self, Encoding, Form, Format, UrlParts};
use linkspan::props::{LinkTerm, link_term};
use linkspan::{Detector, email};

/// The host of the URLs here.
pub(crate) const HEAD: &str = "https://example.com";

/// Panics if formatting what was formatted changes it, or quoting loses something. Texts need not
/// be URLs.
pub(crate) fn check_any(text: &str) {
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

/// Panics if the minimal form of a URL at [`HEAD`] is not detected as a whole between spaces, or the
/// pieces of a form do not decode to the same bytes, or formatting it again changes it.
pub(crate) fn check_forms(url: &str) {
    let minimal = format::minimal(url).expect("a host");
    let text = format!("x {minimal} y");
    let links = Detector::uts58();
    let links: Vec<&str> = links.links(&text).map(|link| link.text()).collect();
    assert_eq!(links, [minimal.as_str()], "for {url:?}");
    for format in formats() {
        let written = format.string(url).expect("a host");
        let again = format.string(&written);
        assert_eq!(again.as_ref(), Ok(&written), "{format:?} of {url:?}");
        assert_eq!(
            meaning(&written),
            meaning(url),
            "{format:?} of {url:?}: {written:?}"
        );
    }
}

/// Panics if the minimal form means something else to a WHATWG parser, segment by segment and pair
/// by pair.
pub(crate) fn check_whatwg(url: &str) {
    // Such a parser takes these away before it starts.
    if url.contains(['\t', '\n', '\r']) || url.ends_with(|c| c <= ' ') {
        return;
    }
    let minimal = format::minimal(url).expect("a host");
    let parse = |url: &str| url::Url::parse(url).expect("a URL");
    let (before, after) = (parse(url), parse(&minimal));
    let path = |url: &url::Url| meaning(&[HEAD, url.path()].concat());
    assert_eq!(path(&before), path(&after), "path of {url} and {minimal}");
    let pairs = |url: &url::Url| url.query_pairs().into_owned().collect::<Vec<_>>();
    assert_eq!(
        pairs(&before),
        pairs(&after),
        "query of {url} and {minimal}"
    );
    let fragment = |url: &url::Url| url.fragment().map(decode);
    assert_eq!(
        fragment(&before),
        fragment(&after),
        "fragment of {url} and {minimal}"
    );
}

/// UTS58 4.1 interior: panics if literal parts do not come back from the URL that is made of them. The
/// path is not of dots, and there is a query.
pub(crate) fn check_parts(path: Vec<String>, query: Vec<(String, Option<String>)>, fragment: &str) {
    let bytes = |text: &String| text.as_bytes().to_vec();
    let segments: Vec<_> = path.iter().map(bytes).collect();
    let pairs: Vec<_> = query
        .iter()
        .map(|(key, value)| (bytes(key), value.as_ref().map(bytes)))
        .collect();
    let parts = UrlParts {
        path,
        query,
        fragment: Some(fragment.to_owned()),
        ..UrlParts::new(HEAD)
    };
    let url = parts.minimal().expect("parts");
    assert!(url.chars().all(|c| link_term(c) != LinkTerm::Hard));
    let rest = url.strip_prefix(HEAD).expect("the host is kept");
    let (rest, found) = rest.split_once('#').expect("a fragment");
    assert_eq!(decode(found), fragment.as_bytes(), "in {url}");
    let (rest, found) = rest.split_once('?').expect("a query");
    let found = found.split('&').map(|pair| match pair.split_once('=') {
        Some((key, value)) => (decode(key), Some(decode(value))),
        None => (decode(pair), None),
    });
    assert_eq!(found.collect::<Vec<_>>(), pairs, "in {url}");
    let found = rest.strip_prefix('/').expect("a path").split('/');
    assert_eq!(found.map(decode).collect::<Vec<_>>(), segments, "in {url}");
}

/// The pieces of a URL between raw delimiters, percent-decoded.
fn meaning(url: &str) -> Vec<Vec<Vec<u8>>> {
    let rest = url.strip_prefix(HEAD).expect("the host is kept");
    let cut = |rest: &mut &str, at: char| {
        let (before, after) = rest.split_once(at)?;
        *rest = before;
        Some(after.to_owned())
    };
    let mut path = rest;
    let fragment = cut(&mut path, '#');
    let query = cut(&mut path, '?');
    let mut all = vec![path.split(['/', '\\']).map(decode).collect()];
    all.extend(query.map(|query| query.split(['&', '=', '+']).map(decode).collect()));
    if let Some(fragment) = fragment {
        let mut pieces = fragment.split(":~:");
        all.extend(pieces.next().map(|piece| vec![decode(piece)]));
        all.extend(pieces.map(|piece| piece.split([',', '&', '-']).map(decode).collect()));
    }
    all
}

/// The bytes of a piece, percent-decoded.
fn decode(piece: &str) -> Vec<u8> {
    let bytes = piece.as_bytes();
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
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
