//! The functions of the WebAssembly: with any bytes and numbers they give the results of the
//! library.

#![allow(
    unsafe_code,
    reason = "texts are read and written in memory, as JavaScript does"
)]

use std::ops::Range;
use std::slice;

use linkspan::defang::{defang, refang};
use linkspan::format::{self, Form, Format};
use linkspan::render::{Html, Renderer};
use linkspan::{Detector, Kind, Profile};
use linkspan_wasm::abi;
use linkspan_wasm::layout::{
    CAPTION, CAPTION_LENGTH, FORM, FORMS, HREF, HREF_LENGTH, LINK, PLACE, STATE, TEXT, TEXT_LENGTH,
    UNDO,
};

use crate::input::Input;
use crate::units::{at, spliced};

/// Panics if a function gives another result than the library.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let name = input.choice(Profile::NAMES);
    let wrong = i32::from(input.byte()) - 1;
    let most = usize::from(input.byte());
    let steps = [input.number(), input.number(), input.number()];
    let bytes = input.bytes();
    let native = Detector::new(Profile::named(name).expect("a profile"));
    let detector = abi::detector(put(&[b"profile\t", name.as_bytes()].concat()));
    assert!(detector >= 0, "{}", string());
    // Bytes that are not UTF-8 count as an empty text.
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    find(detector, &native, bytes, text, most);
    strings(detector, &native, bytes, text);
    live(detector, &native, text, steps);
    stream(detector, &native, text, steps[0]);
    any_numbers(wrong, bytes);
    abi::detector_free(detector);
    assert_eq!(abi::test(detector, put(b"a.com")), 0, "it is gone");
}

/// Writes bytes as JavaScript does, and gives their number.
fn put(bytes: &[u8]) -> usize {
    let to = abi::input(0, bytes.len()).cast_mut();
    // SAFETY: the buffer has at least this length, and nothing else refers to it between calls.
    unsafe { to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    bytes.len()
}

/// Writes bytes and the options after them, and gives their numbers.
fn put_with(bytes: &[u8], options: &str) -> [usize; 2] {
    put(&[bytes, options.as_bytes()].concat());
    [bytes.len(), options.len()]
}

/// The numbers of the last call.
fn numbers() -> Vec<u32> {
    match abi::number_count() {
        0 => Vec::new(),
        // SAFETY: there are as many numbers as it says, until the next call.
        count => unsafe { slice::from_raw_parts(abi::numbers(), count as usize) }.to_vec(),
    }
}

/// The string of the last call.
fn string() -> String {
    let bytes = match abi::string_length() {
        0 => Vec::new(),
        // SAFETY: the string has this length, until the next call.
        length => unsafe { slice::from_raw_parts(abi::string(), length as usize) }.to_vec(),
    };
    String::from_utf8(bytes).expect("UTF-8")
}

fn small(number: usize) -> u32 {
    number.try_into().expect("a short text")
}

/// The range of a text in UTF-16, and its kind.
fn place(text: &str, range: &Range<usize>, of: Kind) -> [u32; PLACE] {
    [
        small(at(text, range.start)),
        small(at(text, range.end)),
        linkspan_bind::kind(of),
    ]
}

/// A part of the string of the last call, which starts and ends where two of the numbers say.
fn part(string: &str, link: &[u32], start: usize, length: usize) -> String {
    let units: Vec<u16> = string.encode_utf16().collect();
    let part = &units[link[start] as usize..][..link[length] as usize];
    String::from_utf16(part).expect("whole characters")
}

/// The links, with their addresses as `core.js` forms them.
fn find(detector: i32, native: &Detector, bytes: &[u8], text: &str, most: usize) {
    let is_ascii = u32::from(text.is_ascii());
    let links: Vec<_> = native.links(text).collect();
    assert_eq!(abi::test(detector, put(bytes)) != 0, !links.is_empty());
    let count = abi::places(detector, put(bytes), is_ascii);
    assert_eq!(count as usize, links.len());
    let places = links
        .iter()
        .flat_map(|link| place(text, &link.range(), link.kind()));
    assert_eq!(numbers(), places.collect::<Vec<_>>(), "{text:?}");
    let count = abi::find(detector, put(bytes), is_ascii, most);
    assert_eq!(count as usize, links.len().min(most));
    let (numbers, string) = (numbers(), string());
    assert_eq!(numbers.len(), LINK * count as usize);
    for (link, found) in links.iter().zip(numbers.chunks(LINK)) {
        assert_eq!(found[..PLACE], place(text, &link.range(), link.kind()));
        let href = match FORMS.get(found[FORM] as usize) {
            Some([before, after]) => format!("{before}{link}{after}"),
            None => part(&string, found, HREF, HREF_LENGTH),
        };
        assert_eq!(href, link.href(), "{text:?}");
        let caption = match found[CAPTION_LENGTH] {
            0 => link.text().to_owned(),
            _ => part(&string, found, CAPTION, CAPTION_LENGTH),
        };
        assert_eq!(caption, link.caption(), "{text:?}");
    }
}

/// The functions from a text to a text.
fn strings(detector: i32, native: &Detector, bytes: &[u8], text: &str) {
    assert_eq!(abi::linkify(detector, put(bytes), 0), 0);
    assert_eq!(
        string(),
        Html::default().render(native.spans(text)).to_string()
    );
    abi::defang(put(bytes));
    assert_eq!(string(), defang(text));
    abi::refang(put(bytes));
    assert_eq!(string(), refang(text));
    let forms = [
        ("minimal", Format::default().string(text)),
        (
            "display",
            Format::default().form(Form::Display).string(text),
        ),
        ("ascii", format::ascii(text)),
    ];
    for (form, expected) in forms {
        let [length, options] = put_with(bytes, &format!("form\t{form}"));
        let ended = abi::format(length, options);
        assert_eq!(ended == 0, expected.is_ok(), "{text:?}");
        if let Ok(expected) = expected {
            assert_eq!(string(), expected);
        }
    }
    abi::explain(detector, put(bytes), 0);
    assert!(
        serde_json::from_str::<serde_json::Value>(&string()).is_ok(),
        "{}",
        string()
    );
    for form in ["visual", "controls", "html"] {
        let [length, options] = put_with(bytes, &format!("form\t{form}"));
        assert_eq!(abi::lay_out(detector, length, options), 0);
    }
    // Options may be anything; a message says what is wrong.
    let made = abi::detector(put(bytes));
    if made < 0 {
        assert!(!string().is_empty());
    }
    abi::detector_free(made);
    let length = put(&[bytes, bytes].concat()) / 2;
    if abi::linkify(detector, length, length) < 0 {
        assert!(!string().is_empty());
    }
    abi::rewrite_html(detector, put(bytes), 0);
    abi::rewrite_markdown(detector, put(bytes));
}

/// A live text has the links of its text after every edit.
fn live(detector: i32, native: &Detector, text: &str, steps: [usize; 3]) {
    let live = abi::live(detector, put(text.as_bytes()), 0);
    assert!(live >= 0);
    let mut text = text.to_owned();
    for step in steps {
        let count = at(&text, text.len());
        let (start, end) = (step / 7 % (count + 2), step / 3 % (count + 2));
        let insert: String = text.chars().take(step % 5).collect();
        let units: Vec<u16> = insert.encode_utf16().collect();
        let ended = abi::live_edit(live, start, end, put(insert.as_bytes()));
        let undo = numbers().get(UNDO).copied();
        match spliced(&text, start, end, &units, '\u{FFFD}') {
            Some(new) => {
                assert_eq!(ended, 0, "{start}..{end} of {text:?}: {}", string());
                if step % 2 == 0 {
                    text = new;
                } else {
                    let undo = undo.expect("the number of the edit");
                    assert_eq!(abi::live_undo(live, undo as usize), 0);
                    assert_eq!(abi::live_undo(live, undo as usize), -1, "undone already");
                    // A pair that was cut comes back whole.
                }
            }
            None => assert_eq!(ended, -1),
        }
        let count = at(&text, text.len());
        assert_eq!(abi::live_length(live) as usize, count);
        abi::live_slice(live, 0, count);
        assert_eq!(string(), text);
        abi::live_links(live, 0, count);
        let found = numbers();
        let found = found.chunks(LINK).map(|link| link[..PLACE].to_vec());
        let fresh = native.links(&text);
        let fresh = fresh.map(|link| place(&text, &link.range(), link.kind()).to_vec());
        assert!(found.eq(fresh), "{text:?}");
    }
    abi::live_dismiss(live, steps[0], steps[1]);
    abi::live_restore(live, steps[1], steps[2]);
    abi::live_pending(live, steps[2]);
    let count = abi::live_state(live) as usize;
    let state = numbers();
    assert_eq!(state.len(), STATE + 2 * count);
    let dismissed: Vec<_> = state[STATE..].iter().map(u32::to_string).collect();
    let state_again = format!("enabled\ttrue\ndismissed\t{}", dismissed.join(","));
    let [length, options] = put_with(text.as_bytes(), &state_again);
    let again = abi::live(detector, length, options);
    assert_eq!(abi::live_state(again) as usize, count, "{text:?}");
    assert_eq!(numbers(), state, "{text:?}");
    abi::live_free(again);
    abi::live_free(live);
}

/// A stream has the links of the whole.
fn stream(detector: i32, native: &Detector, text: &str, cut: usize) {
    let stream = abi::stream(detector);
    let cut = crate::input::floor(text, cut % (text.len() + 1));
    let mut found = Vec::new();
    let mut take = |count: u32| {
        let (numbers, string) = (numbers(), string());
        assert_eq!(numbers.len(), LINK * count as usize);
        found.extend(numbers.chunks(LINK).map(|link| {
            let text = part(&string, link, TEXT, TEXT_LENGTH);
            (link[..PLACE].to_vec(), text)
        }));
    };
    for part in [&text[..cut], &text[cut..]] {
        take(abi::stream_push(stream, put(part.as_bytes())));
    }
    take(abi::stream_finish(stream));
    let whole = native.links(text);
    let whole: Vec<_> = whole
        .map(|link| {
            let place = place(text, &link.range(), link.kind());
            (place.to_vec(), link.text().to_owned())
        })
        .collect();
    assert_eq!(found, whole, "{text:?} cut at {cut}");
}

/// Handles that nothing has, and lengths beyond the input.
fn any_numbers(handle: i32, bytes: &[u8]) {
    let handle = if handle < 0 { handle } else { handle + 1_000 };
    put(bytes);
    for length in [bytes.len(), usize::MAX, 1 << 31] {
        assert_eq!(abi::find(handle, length, 0, usize::MAX), 0);
        assert_eq!(abi::places(handle, length, 1), 0);
        assert_eq!(abi::linkify(handle, length, length), -1);
        assert_eq!(abi::live(handle, length, length), -1);
        assert_eq!(abi::live_edit(handle, length, 0, length), -1);
        assert_eq!(abi::needs_separator(handle), 0);
        assert_eq!(abi::stream(handle), -1);
        assert_eq!(abi::stream_push(handle, length), 0);
        assert_eq!(abi::live_links(handle, length, 0), 0);
        abi::defang(length);
        abi::format(length, length);
        abi::caption(length, 7);
        abi::domain(length);
    }
    for code in [0, 0x2E, 0xD800, 0x11_0000, u32::MAX] {
        abi::properties(code);
    }
}
