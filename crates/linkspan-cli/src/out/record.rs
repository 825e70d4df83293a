//! A result of `find`, and its JSON object.

use linkspan::offset::Position;
use linkspan::suffix::SuffixSource;
use linkspan::{Link, Part, Reason};
use serde_json::{Map, Value, json};

/// The origin of a text.
#[derive(Clone)]
pub struct Origin {
    /// The name, unescaped.
    pub name: String,
    /// The name as it is printed; `None` for standard input.
    pub shown: Option<String>,
    /// The message and its part, in mail.
    pub part: Option<(usize, usize)>,
    /// The name of the header, in mail.
    pub header: Option<String>,
    /// The path to the value, in JSON and tables.
    pub path: Option<String>,
}

/// A result: a link, or a rejected candidate.
pub struct Found<'f, 't> {
    /// The origin of the text.
    pub origin: &'f Origin,
    /// The place of its first character.
    pub start: Position,
    /// The place after its last character.
    pub end: Position,
    /// The text in the source. It differs from the text of the link if the link was written
    /// defanged.
    pub typed: &'f str,
    /// Whether the text is written differently in the source, such as with escapes.
    pub decoded: bool,
    /// The element that contains it, in a document.
    pub within: Option<&'static str>,
    /// Warnings about a link in a document, in addition to the reasons of the link.
    pub reason: Option<Reason<'f>>,
    /// The link, or why it is not one.
    pub what: What<'f, 't>,
}

/// A link or a rejected candidate.
pub enum What<'f, 't> {
    /// A link.
    Link(&'f Link<'t>),
    /// A candidate that is not linked, and why.
    Rejected(Reason<'t>),
}

/// The JSON object of a result.
#[must_use]
pub fn record(found: &Found, suffixes: &SuffixSource) -> Value {
    let mut record = Record(Map::new());
    record.put_place(found);
    match &found.what {
        What::Link(link) => record.put_link(found, link, suffixes),
        What::Rejected(reason) => {
            record.put("kind", json!("rejected"));
            record.put("rejected", json!(true));
            record.put("text", json!(found.typed));
            record.put("reasons", json!([explained(reason)]));
        }
    }
    Value::Object(record.0)
}

/// An object whose fields are in the order in which they are put.
struct Record(Map<String, Value>);

impl Record {
    fn put(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    /// The source, and the offsets in every unit that programs count in.
    fn put_place(&mut self, found: &Found) {
        let Found { start, end, .. } = found;
        self.put("file", json!(found.origin.name));
        if let Some((message, part)) = found.origin.part {
            self.put("message", json!(message));
            self.put("part", json!(part));
            if let Some(header) = &found.origin.header {
                self.put("header", json!(header));
            }
        }
        if let Some(path) = &found.origin.path {
            self.put("field", json!(path));
        }
        self.put("line", json!(start.line));
        self.put("column", json!(start.column));
        self.put("start", json!(start.byte));
        self.put("end", json!(end.byte));
        self.put("start_utf16", json!(start.utf16));
        self.put("end_utf16", json!(end.utf16));
        self.put("start_char", json!(start.char));
        self.put("end_char", json!(end.char));
        if let Some(within) = found.within {
            self.put("in", json!(within));
        }
        if found.decoded {
            self.put("decoded", json!(true));
        }
    }

    fn put_link(&mut self, found: &Found, link: &Link, suffixes: &SuffixSource) {
        self.put("kind", json!(link.kind().as_str()));
        self.put("text", json!(found.typed));
        self.put("href", json!(link.href()));
        self.put("display", json!(link.display()));
        put_parts(&mut self.0, link, suffixes);
        let reasons = link.reasons().chain(found.reason);
        let reasons: Vec<Value> = reasons.map(|reason| explained(&reason)).collect();
        if !reasons.is_empty() {
            self.put("reasons", json!(reasons));
        }
    }
}

/// Adds the parts of a link to an object, as they are written.
pub(crate) fn put_parts(object: &mut Map<String, Value>, link: &Link, suffixes: &SuffixSource) {
    let mut put = |name: &str, value: Value| {
        object.insert(name.to_owned(), value);
    };
    for part in Part::ALL {
        let name = part.as_str();
        let Some(text) = link.part(part) else {
            continue;
        };
        match part {
            Part::Scheme => put(name, json!(text.trim_end_matches(['/', ':']))),
            Part::Port => put(name, json!(link.port())),
            _ => put(name, json!(text)),
        }
        if part == Part::Host {
            put("host_ascii", json!(link.host_ascii()));
            put("host_display", json!(link.host_display()));
            let domain = link.registrable_domain_in(suffixes);
            put("registrable_domain", json!(domain));
            let domain = link.registrable_domain_ascii_in(suffixes);
            put("registrable_domain_ascii", json!(domain));
        }
    }
}

/// A reason as JSON.
pub(crate) fn explained(reason: &Reason) -> Value {
    json!({
        "id": reason.kind.id(),
        "clause": reason.kind.clause(),
        "about": reason.about,
        "message": reason.to_string(),
    })
}
