//! An explanation as JSON, with one field for each fact.

use linkspan::props::link_term;
use linkspan::suffix::SuffixSource;
use linkspan::{Detector, EndRule, Finding, Kind, Link, Part};
use serde_json::{Map, Value, json};

use super::checks::passed;
use crate::args::texts::Text;
use crate::out::record::{explained, put_parts};

/// The JSON object of a candidate.
pub(super) fn object(
    detector: &Detector,
    suffixes: &SuffixSource,
    text: &Text<'_>,
    finding: &Finding,
) -> Value {
    let mut object = Map::new();
    let mut put = |name: &str, value: Value| {
        object.insert(name.to_owned(), value);
    };
    match text.file {
        Some(file) => {
            put("file", json!(file));
            put("line", json!(text.number));
        }
        None => put("argument", json!(text.number)),
    }
    let (range, typed) = match finding {
        Finding::Link(link) => (link.range(), link.as_str()),
        Finding::Rejected(rejected) => (rejected.range(), rejected.as_str()),
    };
    put("start", json!(range.start));
    put("end", json!(range.end));
    put("text", json!(typed));
    put("linked", json!(matches!(finding, Finding::Link(_))));
    match finding {
        Finding::Link(link) => put_link(&mut object, detector, suffixes, link),
        Finding::Rejected(rejected) => put("reasons", json!([explained(&rejected.reason())])),
    }
    Value::Object(object)
}

fn put_link(
    object: &mut Map<String, Value>,
    detector: &Detector,
    suffixes: &SuffixSource,
    link: &Link,
) {
    let put = |object: &mut Map<String, Value>, name: &str, value: Value| {
        object.insert(name.to_owned(), value);
    };
    put(object, "kind", json!(link.kind().as_str()));
    put(object, "href", json!(link.href()));
    put(object, "found_by", found_by(link));
    put_parts(object, link, suffixes);
    if let Some(tld) = link.tld() {
        let source = detector.profile().tld_source();
        put(object, "tld", json!(tld));
        put(object, "tld_known", json!(source.knows(tld)));
        put(
            object,
            "tld_list_date",
            json!(source.date().map(|date| date.to_string())),
        );
    }
    put(object, "ended_by", ended_by(link));
    let checks = passed(detector, link);
    let ids: Vec<&str> = checks.iter().map(|check| check.id).collect();
    put(object, "passed", json!(ids));
    let reasons: Vec<Value> = link.reasons().map(|reason| explained(&reason)).collect();
    put(object, "reasons", json!(reasons));
}

/// The trigger that started the search for a link here.
fn found_by(link: &Link) -> Value {
    let scheme = link.part(Part::Scheme);
    let (id, clause, about) = match (link.kind(), scheme) {
        (Kind::Email, _) => ("at-sign", "UTS #58 section 5.2", "@"),
        (Kind::Url, Some(scheme)) => ("scheme", "UTS #58 section 3.2", scheme),
        (Kind::File, _) => ("path-separator", "PRI #185", ""),
        _ => ("label-separator", "UTS #58 section 3.2", ""),
    };
    json!({ "id": id, "clause": clause, "about": about })
}

/// Why the link ends where it does.
fn ended_by(link: &Link) -> Value {
    let Some(ending) = link.ending() else {
        return Value::Null;
    };
    let mut ended = rule(ending.rule, ending.about);
    ended.insert("open".to_owned(), json!(ending.open));
    if ending.stop != ending.rule {
        let stopped = rule(ending.stop, ending.stopped_at);
        ended.insert("reading_stopped_by".to_owned(), Value::Object(stopped));
    }
    Value::Object(ended)
}

/// A rule, the text it applies to, and the first character of that text.
fn rule(rule: EndRule, about: &str) -> Map<String, Value> {
    let first = about.chars().next();
    let mut object = Map::new();
    let fields = [
        ("rule", json!(rule.id())),
        ("clause", json!(rule.clause())),
        ("character", json!(first)),
        (
            "code_point",
            json!(first.map(|c| format!("U+{:04X}", u32::from(c)))),
        ),
        (
            "link_term",
            json!(first.map(|c| format!("{:?}", link_term(c)))),
        ),
        ("about", json!(about)),
        ("message", json!(rule.sentence())),
    ];
    object.extend(fields.map(|(name, value)| (name.to_owned(), value)));
    object
}
