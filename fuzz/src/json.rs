//! The JSON of the command line: what `format --parts` reads, and what `find --format json` writes.

use linkspan::format::{Encoding, Form, Format, UrlParts};
use linkspan::offset::Positions;
use linkspan::suffix::SuffixSource;
use linkspan::{Detector, Finding};
use linkspan_cli::input::parts::Parts;
use linkspan_cli::out::column::record;
use linkspan_cli::out::record::{Found, Origin, What};
use serde_json::Value;

use crate::input::Input;
use crate::profile;

/// Panics if parts are written that are not read again, or an object is not JSON or has wrong offsets.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let detector = Detector::new(profile::named(&mut input));
    let text = input.text();
    for line in text.lines() {
        read(line.trim_matches([' ', '\t']));
    }
    write(&detector, &text);
}

fn read(line: &str) {
    let Ok(parts) = Parts::read(line) else {
        return;
    };
    let parts = UrlParts::from(parts);
    for form in [Form::Minimal, Form::Display] {
        for encoding in [Encoding::Utf8, Encoding::Legacy] {
            let format = Format::default().form(form).encoding(encoding);
            if let Ok(written) = format.parts(&parts) {
                assert_eq!(
                    format.string(&written).as_ref(),
                    Ok(&written),
                    "{format:?} of {line}"
                );
            }
        }
    }
}

fn write(detector: &Detector, text: &str) {
    let origin = Origin {
        name: text.lines().next().unwrap_or_default().to_owned(),
        shown: None,
        part: text.len().is_multiple_of(2).then_some((1, 2)),
        header: None,
        path: None,
    };
    let mut positions = Positions::new(text);
    for finding in detector.explain(text) {
        let (range, what) = match &finding {
            Finding::Link(link) => (link.range(), What::Link(link)),
            Finding::Rejected(rejected) => (
                rejected.range(),
                What::Rejected(rejected.parts().kind(), rejected.reason()),
            ),
        };
        let found = Found {
            origin: &origin,
            start: positions.at(range.start),
            end: positions.at(range.end),
            typed: &text[range],
            decoded: false,
            within: None,
            reason: None,
            what,
        };
        let line = record(&found, None, &SuffixSource::Embedded);
        assert!(!line.contains(char::is_control), "{line:?}");
        let record: Value = serde_json::from_str(&line).expect("JSON");
        compare(&record, &found, text);
    }
}

/// The offsets of a record, in every unit, are those of the text in it.
fn compare(record: &Value, found: &Found<'_, '_>, text: &str) {
    assert_eq!(record["file"].as_str(), Some(found.origin.name.as_str()));
    let typed = record["text"].as_str().expect("a text");
    assert_eq!(typed, found.typed);
    let number = |name: &str| -> usize {
        let number = record[name].as_u64().expect("a number");
        number.try_into().expect("a small number")
    };
    assert_eq!(&text[number("start")..number("end")], typed);
    let chars = text.chars().skip(number("start_char"));
    let chars: String = chars
        .take(number("end_char") - number("start_char"))
        .collect();
    assert_eq!(chars, typed);
    let units: Vec<u16> = text.encode_utf16().collect();
    let units = String::from_utf16(&units[number("start_utf16")..number("end_utf16")]);
    assert_eq!(units.ok().as_deref(), Some(typed));
    let line = text.split('\n').nth(number("line") - 1).expect("a line");
    let behind: String = line.chars().skip(number("column") - 1).collect();
    assert!(behind.starts_with(typed), "{record}");
    if let What::Link(link) = &found.what {
        assert_eq!(record["href"].as_str(), Some(link.href().as_str()));
        assert_eq!(record["kind"].as_str(), Some(link.kind().as_str()));
    }
}
