//! What was found, and its JSON object.

use linkspan::offset::Position;
use linkspan::suffix::SuffixSource;
use linkspan::{Link, Part, Reason};
use serde_json::{Map, Value, json};

/// Where text came from.
#[derive(Clone)]
pub struct Origin {
    /// The name as it is.
    pub name: String,
    /// The name as it is printed; nothing for standard input.
    pub shown: Option<String>,
    /// The message and its part, in mail.
    pub part: Option<(usize, usize)>,
}

/// Something that was found.
pub struct Found<'f, 't> {
    /// Where the text comes from.
    pub origin: &'f Origin,
    /// The place of its first character.
    pub start: Position,
    /// The place after its last character.
    pub end: Position,
    /// The text in the source; not that of the link, if the link was written defanged.
    pub typed: &'f str,
    /// The link, or why it is not one.
    pub what: What<'f, 't>,
}

/// A link, or a candidate that was rejected.
pub enum What<'f, 't> {
    /// A link.
    Link(&'f Link<'t>),
    /// A candidate that is not linked, and why.
    Rejected(Reason<'t>),
}

/// The JSON object of something that was found.
#[must_use]
pub fn record(found: &Found, suffixes: &SuffixSource) -> Value {
    let mut record = Map::new();
    let mut put = |name: &str, value: Value| record.insert(name.to_owned(), value);
    let Found { start, end, .. } = found;
    put("file", json!(found.origin.name));
    if let Some((message, part)) = found.origin.part {
        put("message", json!(message));
        put("part", json!(part));
    }
    put("line", json!(start.line));
    put("column", json!(start.column));
    put("start", json!(start.byte));
    put("end", json!(end.byte));
    put("start_utf16", json!(start.utf16));
    put("end_utf16", json!(end.utf16));
    put("start_char", json!(start.char));
    put("end_char", json!(end.char));
    let link = match &found.what {
        What::Link(link) => link,
        What::Rejected(reason) => {
            put("kind", json!("rejected"));
            put("rejected", json!(true));
            put("text", json!(found.typed));
            put("reasons", json!([explained(reason)]));
            return Value::Object(record);
        }
    };
    put("kind", json!(link.kind().as_str()));
    put("text", json!(found.typed));
    put("href", json!(link.href()));
    put("display", json!(link.display()));
    for (name, part) in [
        ("scheme", Part::Scheme),
        ("local_part", Part::LocalPart),
        ("host", Part::Host),
        ("port", Part::Port),
        ("path", Part::Path),
        ("query", Part::Query),
        ("fragment", Part::Fragment),
        ("directives", Part::Directives),
    ] {
        let Some(text) = link.part(part) else {
            continue;
        };
        match part {
            Part::Scheme => put(name, json!(text.trim_end_matches(['/', ':']))),
            Part::Port => put(name, json!(link.port())),
            _ => put(name, json!(text)),
        };
        if part == Part::Host {
            put("host_ascii", json!(link.host_ascii()));
            put("host_display", json!(link.host_display()));
            let domain = link.registrable_domain_in(suffixes);
            put("registrable_domain", json!(domain));
        }
    }
    let reasons: Vec<Value> = link.reasons().map(|reason| explained(&reason)).collect();
    if !reasons.is_empty() {
        put("reasons", json!(reasons));
    }
    Value::Object(record)
}

/// A reason as JSON.
fn explained(reason: &Reason) -> Value {
    json!({
        "id": reason.kind.id(),
        "clause": reason.kind.clause(),
        "about": reason.about,
        "message": reason.to_string(),
    })
}
