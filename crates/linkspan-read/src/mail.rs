//! Reads the texts of mail, decoding quoted-printable, base64 and character sets.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{self, BufRead, Read};

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::mailbox::mbox::MessageIterator;
use mail_parser::parsers::MessageStream;
use mail_parser::{
    Encoding as Transfer, Header, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders,
    PartType,
};

use crate::encoding::{Decoded, Encoding};

/// The format of a text in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MailForm {
    /// Text.
    Plain,
    /// An HTML page.
    Html,
}

/// A text in a message.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MailText {
    /// The number of the message, starting at 1.
    pub message: usize,
    /// The number of the part, starting at 1; 0 for a header.
    pub part: usize,
    /// The name of the header, if the text is one.
    pub header: Option<String>,
    /// Whether the source is not mail, and the text is the whole source.
    pub is_plain: bool,
    /// The format of the text.
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
/// linkspan_read::read_mail(&message[..], |text| {
///     texts.push((text.header, text.text));
///     Ok(true)
/// })?;
/// assert_eq!(texts[0], (Some("Subject".to_owned()), "café.example".to_owned()));
/// assert_eq!(texts[2], (None, "<b>a.com</b>".to_owned()));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// A message that cannot be decoded yields a single text: the whole message, unchanged. A mailbox
/// is read message by message, but each message is held in memory as a whole.
///
/// # Errors
///
/// The errors of `source` and of `found`, and an error if the mailbox is malformed; the texts
/// before that have been passed to `found`.
pub fn read_mail(
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
    // Nested messages are on the stack while they are read.
    let is_deep = nested(bytes) > DEEPEST;
    let parsed = (!is_deep).then(|| MessageParser::default().parse(bytes));
    // Text that contains a colon is not a header.
    let is_name = |name: &str| {
        name.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let mail = parsed.flatten().filter(|message| {
        let first = message.headers().first();
        first.is_some_and(|header| is_name(header.name.as_str()))
    });
    // There is nothing but headers.
    let mut headers = mail.iter().flat_map(Message::headers);
    if let Some(message) = &mail
        && headers.all(|header| is_name(header.name.as_str()))
    {
        let start = message.parts.first().map_or(0, |part| part.offset_body);
        let body = bytes.get(start as usize..).unwrap_or_default();
        has_text.set(body.iter().all(u8::is_ascii_whitespace));
    }
    let goes_on = match &mail {
        Some(message) => each(message, 0, &mut note)?,
        None => true,
    };
    is_plain.set(mail.is_none());
    // Text that the parser cannot read must not hide links: all of it is searched unchanged.
    if goes_on && !has_text.get() {
        return note(Part::plain(String::from_utf8_lossy(bytes).into_owned()));
    }
    Ok(goes_on)
}

/// The maximum nesting depth of messages.
const DEEPEST: usize = 1000;

/// An upper bound of the number of messages inside a message.
fn nested(bytes: &[u8]) -> usize {
    let kinds = [b"rfc822".as_slice(), b"global"];
    let words = bytes.split(|byte| *byte == b'/').skip(1);
    let is_kind = |word: &&[u8]| {
        kinds.iter().any(|kind| {
            let start = word.get(..kind.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(kind))
        })
    };
    words.filter(is_kind).count()
}

/// A header as text: decoded, on one line.
fn header_text(message: &Message, header: &Header) -> String {
    let (start, end) = (header.offset_start as usize, header.offset_end as usize);
    let raw = message.raw_message.get(start..end).unwrap_or_default();
    let raw = String::from_utf8_lossy(raw);
    let line = raw.split_whitespace().collect::<Vec<_>>().join(" ");
    if !line.contains("=?") {
        return line;
    }
    // Encoded words (RFC 2047), wherever they are.
    let quoted = format!("{line}\n");
    match MessageStream::new(quoted.as_bytes()).parse_unstructured() {
        HeaderValue::Text(text) => text.into_owned(),
        _ => line,
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
    depth: usize,
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
    for (number, part) in message.parts.iter().enumerate() {
        // The headers of the first part are those of the message.
        for header in part.headers.iter().filter(|_| number > 0) {
            let part = Part {
                header: Some(header.name.as_str()),
                ..Part::plain(header_text(message, header))
            };
            if !part.text.is_empty() && !found(part)? {
                return Ok(false);
            }
        }
        let form = form(part);
        let text = match &part.body {
            PartType::Text(text) | PartType::Html(text) => read(message, part, text),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => match utf16(bytes) {
                Some(text) => text,
                None if is_message(part) && depth < DEEPEST => {
                    let inner = MessageParser::default().parse(bytes.as_ref());
                    if let Some(inner) = inner
                        && !each(&inner, depth + 1, found)?
                    {
                        return Ok(false);
                    }
                    continue;
                }
                None if is_text(part, bytes) => String::from_utf8_lossy(bytes).into_owned(),
                None => continue,
            },
            PartType::Message(inner) => {
                if !each(inner, depth + 1, found)? {
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

/// The intended text of a part: one in UTF-16 may not be declared as such.
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
    // A declared character set counts, unless a byte order mark contradicts it.
    let is_named = part
        .content_type()
        .is_some_and(|kind| kind.has_attribute("charset"));
    let is_marked = |bytes: &[u8]| Encoding::guessed(bytes).is_some_and(|(_, mark)| mark > 0);
    let bytes = bytes.filter(|bytes| !is_named || is_marked(bytes));
    let meant = bytes.and_then(|bytes| utf16(&bytes));
    meant.unwrap_or_else(|| text.to_owned())
}

/// Decodes bytes that look like UTF-16.
fn utf16(bytes: &[u8]) -> Option<String> {
    let (encoding, mark) = Encoding::guessed(bytes)?;
    let is_utf16 = encoding != Encoding::UTF_8;
    let mut text = String::new();
    let mut decoded = Decoded::new(bytes.get(mark..)?, encoding);
    (is_utf16 && decoded.read_to_string(&mut text).is_ok()).then_some(text)
}

/// The format of a part: a page according to its type or its name.
fn form(part: &MessagePart) -> MailForm {
    let subtype = part.content_type().and_then(|kind| kind.subtype());
    let is_page = subtype.is_some_and(|subtype| {
        ["html", "xhtml+xml", "svg+xml"]
            .iter()
            .any(|name| name.eq_ignore_ascii_case(subtype))
    });
    let name = part.attachment_name().unwrap_or_default();
    let extension = name.rsplit('.').next().unwrap_or_default();
    let is_named = ["html", "htm", "xhtml", "svg"]
        .iter()
        .any(|other| other.eq_ignore_ascii_case(extension));
    if is_page || is_named {
        MailForm::Html
    } else {
        MailForm::Plain
    }
}

/// Whether a part is a message.
fn is_message(part: &MessagePart) -> bool {
    part.content_type()
        .is_some_and(|kind| kind.ctype().eq_ignore_ascii_case("message"))
}

/// Whether an attachment is text according to its type or its content.
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
