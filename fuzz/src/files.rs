//! Files as they are: whatever the bytes, reading ends, and places are in the source.

use std::io::Read;

use linkspan_read::{Compression, Decoded, Encoding, Expanded, Markup, Passage, Table, json};

use crate::input::Input;

/// The most bytes that a file may expand to.
const MOST: u64 = 1 << 20;

/// How a file with gzip starts.
const GZIP: &[u8] = &[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3];

/// Panics if more is read than there may be, or a place is not in the source.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    match input.byte() % 4 {
        0 => expand(input),
        1 => decode(input),
        2 => values(&input.text()),
        _ => unmark(input),
    }
}

fn expand(mut input: Input<'_>) {
    let start = input.choice(&[&[][..], GZIP]);
    let bytes = &[start, input.bytes()].concat()[..];
    let Some(compression) = Compression::of(bytes) else {
        return;
    };
    let mut expanded = Vec::new();
    let _ = Expanded::new(bytes, compression, MOST).read_to_end(&mut expanded);
    assert!(expanded.len() as u64 <= MOST, "{} bytes", expanded.len());
}

fn decode(mut input: Input<'_>) {
    let label = input.choice(&[
        "utf-16le",
        "utf-16be",
        "shift_jis",
        "gb18030",
        "windows-1252",
    ]);
    let encoding = Encoding::named(label).expect("an encoding");
    let mut decoded = String::new();
    let bytes = input.bytes();
    Decoded::new(bytes, encoding)
        .read_to_string(&mut decoded)
        .expect("UTF-8");
    // Only that it does not panic.
    let _ = (Encoding::guessed(bytes), encoding.stored(&decoded));
}

fn values(text: &str) {
    let mut check = |passage: &Passage| {
        for (at, character) in passage.text().char_indices() {
            let source = passage.source(at..at + character.len_utf8());
            assert!(text.get(source).is_some(), "{passage:?}");
        }
        true
    };
    let _ = json(text, &mut check);
    let _ = Table::new(b',').read(text, &mut check);
}

fn unmark(mut input: Input<'_>) {
    let markup = input.choice(&[Markup::AsciiDoc, Markup::Rst]);
    let text = input.text();
    let mut unmarked = String::new();
    let read = markup
        .unmarked(text.as_bytes())
        .read_to_string(&mut unmarked);
    read.expect("UTF-8");
    assert_eq!(unmarked.len(), text.len());
}
