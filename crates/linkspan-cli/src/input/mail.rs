//! The texts of mail, decoded: quoted-printable, base64 and character sets.

use std::cell::Cell;
use std::io::{self, BufRead};

use mail_parser::mailbox::mbox::MessageIterator;
use mail_parser::{
    Header, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders, PartType,
};

/// A text of a message.
pub struct Text {
    /// The number of the message, from 1.
    pub message: usize,
    /// The number of the part, from 1; a header is 0.
    pub part: usize,
    /// The name of the header, if it is one.
    pub header: Option<String>,
    /// Whether there is no mail around it: all of the source, as it is.
    pub is_plain: bool,
    /// The decoded text.
    pub text: String,
}

/// Calls `found` for each text of a message, or of each message in a mailbox (mbox), until `found`
/// returns `false`.
///
/// A message that cannot be decoded yields one text: all of it, as it is.
///
/// # Errors
///
/// Those of `source` and of `found`, and one if the mailbox is broken; the texts before the broken place
/// were handed over.
pub fn texts(
    mut source: impl BufRead,
    mut found: impl FnMut(Text) -> io::Result<bool>,
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
    found: &mut impl FnMut(Text) -> io::Result<bool>,
) -> io::Result<bool> {
    let mut part = 0;
    let has_text = Cell::new(false);
    let is_plain = Cell::new(false);
    let mut note = |text: String, header: Option<&str>| {
        let is_body = header.is_none();
        has_text.set(has_text.get() || is_body && !text.trim().is_empty());
        part += usize::from(is_body);
        found(Text {
            message: number,
            part: if is_body { part } else { 0 },
            header: header.map(str::to_owned),
            is_plain: is_plain.get(),
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
        return note(String::from_utf8_lossy(bytes).into_owned(), None);
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

/// Calls `found` for the headers and the texts of a message, and of messages inside it.
fn each(
    message: &Message,
    found: &mut dyn FnMut(String, Option<&str>) -> io::Result<bool>,
) -> io::Result<bool> {
    for header in message.headers() {
        let text = header_text(message, header);
        if !text.is_empty() && !found(text, Some(header.name.as_str()))? {
            return Ok(false);
        }
    }
    for part in &message.parts {
        let texts = match &part.body {
            PartType::Text(text) => vec![text.to_string()],
            PartType::Html(html) => linkspan_rewrite::html_texts(html.as_bytes()),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) if is_text(part, bytes) => {
                vec![String::from_utf8_lossy(bytes).into_owned()]
            }
            PartType::Message(inner) if !each(inner, found)? => return Ok(false),
            _ => Vec::new(),
        };
        // All texts of a part are one, on lines of their own.
        if !texts.is_empty() && !found(texts.join("\n"), None)? {
            return Ok(false);
        }
    }
    Ok(true)
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
