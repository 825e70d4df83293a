//! The texts of mail, decoded: quoted-printable, base64 and character sets.

use std::io::{self, BufRead};

use mail_parser::mailbox::mbox::MessageIterator;
use mail_parser::{Message, MessageParser, PartType};

/// A text of a message.
pub(crate) struct Text {
    /// The number of the message, from 1.
    pub(crate) message: usize,
    /// The number of the part, from 1; the subject is 0.
    pub(crate) part: usize,
    pub(crate) text: String,
}

/// Calls `found` for each text of a message, or of each message in a mailbox (mbox), until it says that
/// nobody wants more.
pub(crate) fn texts(
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
    let Some(message) = MessageParser::default().parse(bytes) else {
        return Ok(true);
    };
    let mut counted = 0;
    each(&message, &mut |part, text| {
        // Numbers go on through messages inside messages.
        let part = if part == 0 { 0 } else { counted + part };
        counted = counted.max(part);
        found(Text {
            message: number,
            part,
            text,
        })
    })
}

fn each(
    message: &Message,
    found: &mut impl FnMut(usize, String) -> io::Result<bool>,
) -> io::Result<bool> {
    if let Some(subject) = message.subject()
        && !found(0, subject.to_owned())?
    {
        return Ok(false);
    }
    for part in &message.parts {
        let goes_on = match &part.body {
            PartType::Text(text) => found(1, text.to_string())?,
            // The targets in markup count too; only this reference is common in them.
            PartType::Html(html) => found(1, html.replace("&amp;", "&"))?,
            PartType::Message(inner) => nested(inner, found)?,
            _ => true,
        };
        if !goes_on {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A message inside a message. A closure of its own type would be one type deeper each time.
fn nested(
    message: &Message,
    found: &mut dyn FnMut(usize, String) -> io::Result<bool>,
) -> io::Result<bool> {
    each(message, &mut |part, text| found(part, text))
}
