//! The texts of mail: decoding never fails, and what was encoded comes back.

use std::io;

use linkspan::Detector;
use linkspan_read::{MailText, read_mail};

use crate::input::Input;

/// Panics if a message yields no text, numbers are out of order, or an encoded text does not come back.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    match input.byte() % 4 {
        1 => comes_back("base64", &input.text(), |text| base64(text.as_bytes())),
        2 => comes_back("quoted-printable", &input.text(), |text| {
            quoted_printable(text.as_bytes())
        }),
        _ => any_bytes(input.bytes()),
    }
}

fn any_bytes(bytes: &[u8]) {
    let found = texts_of(bytes);
    if !bytes.starts_with(b"From ") {
        // Headers alone, of which one says that a message follows, have no text of a part.
        let written = String::from_utf8_lossy(bytes.trim_ascii_end());
        let has_body = written.contains("\n\n") || written.contains("\n\r\n");
        assert!(
            found.iter().any(|text| text.part > 0)
                || !has_body && found.iter().any(|text| text.header.is_some()),
            "a message without a text"
        );
    }
    let mut last = (1, 0);
    for text in &found {
        assert!(text.message >= last.0, "messages out of order");
        if text.part > 0 && text.message == last.0 {
            assert_eq!(text.part, last.1 + 1, "parts out of order");
        }
        if text.part > 0 || text.message > last.0 {
            last = (text.message, text.part);
        }
        // Only that it does not panic.
        Detector::uts58().links(&text.text).for_each(drop);
    }
    // Nothing is handed over after the answer that no more is wanted.
    let mut count = 0;
    let stopped = read_mail(bytes, |_| {
        count += 1;
        Ok(false)
    });
    assert!(stopped.is_ok() && count <= 1, "{count} texts for one");
}

fn texts_of(bytes: &[u8]) -> Vec<MailText> {
    let mut found = Vec::new();
    let read: io::Result<()> = read_mail(bytes, |text| {
        found.push(text);
        Ok(true)
    });
    // A mailbox can be broken; the texts before that are there.
    assert!(read.is_ok() || bytes.starts_with(b"From "), "{read:?}");
    found
}

/// A text in a message, encoded, is found as it is.
fn comes_back(name: &str, text: &str, encode: impl Fn(&str) -> String) {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if text.trim().is_empty() {
        return;
    }
    let message = format!(
        "From: a@example.com\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; \
         charset=utf-8\r\nContent-Transfer-Encoding: {name}\r\n\r\n{}",
        encode(&text)
    );
    let found = texts_of(message.as_bytes());
    let body = found.iter().find(|text| text.part == 1).expect("a text");
    let read = body.text.replace("\r\n", "\n");
    assert_eq!(
        read.trim_end_matches('\n'),
        text.trim_end_matches('\n'),
        "in {message:?}"
    );
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for (number, three) in bytes.chunks(3).enumerate() {
        if number > 0 && number % 19 == 0 {
            out.push_str("\r\n");
        }
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            out.push(if digit > three.len() {
                '='
            } else {
                char::from(DIGITS[value as usize])
            });
        }
    }
    out
}

fn quoted_printable(bytes: &[u8]) -> String {
    let mut out = String::new();
    let mut length = 0;
    for &byte in bytes {
        if byte == b'\n' {
            out.push_str("\r\n");
            length = 0;
            continue;
        }
        let piece = match byte {
            b'!'..=b'~' if byte != b'=' => char::from(byte).to_string(),
            _ => format!("={byte:02X}"),
        };
        if length + piece.len() > 75 {
            out.push_str("=\r\n");
            length = 0;
        }
        length += piece.len();
        out.push_str(&piece);
    }
    out
}
