//! The texts of mail, decoded: quoted-printable, base64 and character sets.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{self, BufRead, Read};

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::mailbox::mbox::MessageIterator;
use mail_parser::{
    Encoding as Transfer, Header, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders,
    PartType,
};

use crate::encoding::{Decoded, Encoding};

/// What a text of a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MailForm {
    /// Text.
    Plain,
    /// A page.
    Html,
}

/// A text of a message.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MailText {
    /// The number of the message, from 1.
    pub message: usize,
    /// The number of the part, from 1; a header is 0.
    pub part: usize,
    /// The name of the header, if it is one.
    pub header: Option<String>,
    /// Whether there is no mail around it: all of the source, as it is.
    pub is_plain: bool,
    /// What it is.
    pub form: MailForm,
    /// The decoded text.
    pub text: String,
}

/// Calls `found` for each text of a message, or of each message in a mailbox (mbox), until `found`
/// returns `false`.
///
/// ```
/// let message = b"Subject: =?utf-8?q?caf=C3=A9.example?=\nContent-Type: text/html\n\n<b>a.com</b>";
/// let mut texts = Vec::new();
/// linkspan_read::mail(&message[..], |text| {
///     texts.push((text.header, text.text));
///     Ok(true)
/// })?;
/// assert_eq!(texts[0], (Some("Subject".to_owned()), "café.example".to_owned()));
/// assert_eq!(texts[2], (None, "<b>a.com</b>".to_owned()));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// A message that cannot be decoded yields one text: all of it, as it is.
///
/// # Errors
///
/// Those of `source` and of `found`, and one if the mailbox is broken; the texts before the broken place
/// were handed over.
pub fn mail(
    mut source: impl BufRead,
    mut found: impl FnMut(MailText) -> io::Result<bool>,
) -> io::Result<()> {
    let is_mailbox = source.fill_buf()?.starts_with(b"From ");
    if !is_mailbox {
        let mut bytes = Vec::new();
        source.read_to_end(&mut bytes)?;
        message(1, &bytes, &mut found)?;
        return Ok(());
    }
    for (number, bytes) in (1..).zip(MessageIterator::new(source)) {
        let bytes = bytes.map_err(|error| io::Error::other(format!("not a mailbox: {error:?}")))?;
        if !message(number, bytes.contents(), &mut found)? {
            break;
        }
    }
    Ok(())
}

fn message(
    number: usize,
    bytes: &[u8],
    found: &mut impl FnMut(MailText) -> io::Result<bool>,
) -> io::Result<bool> {
    let mut part = 0;
    let has_text = Cell::new(false);
    let is_plain = Cell::new(false);
    let mut note = |part_text: Part<'_>| {
        let Part { text, header, form } = part_text;
        let is_body = header.is_none();
        has_text.set(has_text.get() || is_body && !text.trim().is_empty());
        part += usize::from(is_body);
        found(MailText {
            message: number,
            part: if is_body { part } else { 0 },
            header: header.map(str::to_owned),
            is_plain: is_plain.get(),
            form,
            text,
        })
    };
    let parsed = MessageParser::default().parse(bytes);
    let mail = parsed.filter(|message| !message.headers().is_empty());
    let goes_on = match &mail {
        Some(message) => each(message, &mut note)?,
        None => true,
    };
    is_plain.set(mail.is_none());
    // Text that the parser cannot read must not hide links: all of it is searched as it is.
    if goes_on && !has_text.get() {
        return note(Part::plain(String::from_utf8_lossy(bytes).into_owned()));
    }
    Ok(goes_on)
}

/// A header as a text: decoded, or on one line.
fn header_text(message: &Message, header: &Header) -> String {
    match &header.value {
        HeaderValue::Text(text) => text.to_string(),
        HeaderValue::TextList(texts) => texts.join(" "),
        _ => {
            let (start, end) = (header.offset_start as usize, header.offset_end as usize);
            let raw = message.raw_message.get(start..end).unwrap_or_default();
            let raw = String::from_utf8_lossy(raw);
            raw.split_whitespace().collect::<Vec<_>>().join(" ")
        }
    }
}

/// A header, or the text of a part.
struct Part<'p> {
    text: String,
    header: Option<&'p str>,
    form: MailForm,
}

impl Part<'_> {
    fn plain(text: String) -> Self {
        Self {
            text,
            header: None,
            form: MailForm::Plain,
        }
    }
}

/// Calls `found` for the headers and the texts of a message, and of messages inside it.
fn each(
    message: &Message,
    found: &mut dyn FnMut(Part<'_>) -> io::Result<bool>,
) -> io::Result<bool> {
    for header in message.headers() {
        let part = Part {
            header: Some(header.name.as_str()),
            ..Part::plain(header_text(message, header))
        };
        if !part.text.is_empty() && !found(part)? {
            return Ok(false);
        }
    }
    for part in &message.parts {
        let (text, form) = match &part.body {
            PartType::Text(text) => (read(message, part, text), MailForm::Plain),
            PartType::Html(html) => (read(message, part, html), MailForm::Html),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => match utf16(bytes) {
                Some(text) => (text, MailForm::Plain),
                None if is_text(part, bytes) => {
                    (String::from_utf8_lossy(bytes).into_owned(), MailForm::Plain)
                }
                None => continue,
            },
            PartType::Message(inner) => {
                if !each(inner, found)? {
                    return Ok(false);
                }
                continue;
            }
            PartType::Multipart(_) => continue,
        };
        if !found(Part {
            form,
            ..Part::plain(text)
        })? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The text of a part as it was meant: one in UTF-16 may not say so.
fn read(message: &Message, part: &MessagePart, text: &str) -> String {
    if !text.contains(['\0', '\u{FFFD}']) {
        return text.to_owned();
    }
    let (start, end) = (part.offset_body as usize, part.offset_end as usize);
    let raw = message.raw_message.get(start..end).unwrap_or_default();
    let bytes = match part.encoding {
        Transfer::None => Some(Cow::Borrowed(raw)),
        Transfer::Base64 => base64_decode(raw).map(Cow::Owned),
        Transfer::QuotedPrintable => quoted_printable_decode(raw).map(Cow::Owned),
    };
    let meant = bytes.and_then(|bytes| utf16(&bytes));
    meant.unwrap_or_else(|| text.to_owned())
}

/// The text of bytes that look like UTF-16.
fn utf16(bytes: &[u8]) -> Option<String> {
    let (encoding, mark) = Encoding::guessed(bytes)?;
    let is_utf16 = encoding != Encoding::UTF_8;
    let mut text = String::new();
    let mut decoded = Decoded::new(bytes.get(mark..)?, encoding);
    (is_utf16 && decoded.read_to_string(&mut text).is_ok()).then_some(text)
}

/// Whether an attachment is text by its type, or looks like it.
fn is_text(part: &MessagePart, bytes: &[u8]) -> bool {
    let kind = part.content_type();
    let is_named = kind.is_some_and(|kind| {
        let subtype = kind.subtype().unwrap_or_default();
        kind.ctype() == "text"
            || ["json", "xml", "javascript", "yaml"]
                .iter()
                .any(|name| subtype.contains(name))
    });
    is_named || std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'))
}
