//! An explanation as JSON, with one member for each fact.

use linkspan::catalog::{Field, Value};
use linkspan::suffix::SuffixSource;
use linkspan::{Detector, Finding, Kind, Link, Part};

use super::checks::passed;
use crate::args::texts::InputText;
use crate::out::json::{self, Object};

/// The JSON object of a candidate.
pub(super) fn object(
    detector: &Detector,
    suffixes: &SuffixSource,
    text: &InputText<'_>,
    finding: &Finding,
) -> String {
    let mut object = Object::default();
    match text.file {
        Some(file) => {
            object.text("file", Some(file));
            object.number("line", text.number);
        }
        None => object.number("argument", text.number),
    }
    let range = match finding {
        Finding::Link(link) => link.range(),
        Finding::Rejected(rejected) => rejected.range(),
    };
    object.number("start", range.start);
    object.number("end", range.end);
    object.flag("linked", matches!(finding, Finding::Link(_)));
    match finding {
        Finding::Link(link) => put_link(&mut object, detector, suffixes, link),
        Finding::Rejected(rejected) => {
            object.text("kind", Some(rejected.parts().kind().as_str()));
            object.text("text", Some(rejected.text()));
            json::reasons(object.key("reasons"), [rejected.reason()]);
        }
    }
    object.finish()
}

fn put_link(object: &mut Object, detector: &Detector, suffixes: &SuffixSource, link: &Link) {
    for field in Field::ALL {
        match field.of(link, suffixes) {
            Some(Value::Number(number)) => object.number(field.name(), number.into()),
            value => object.text(field.name(), value.map(Value::into_text).as_deref()),
        }
    }
    let source = detector.profile().tld_source();
    let tld = link.host().and_then(linkspan::Host::tld);
    let date = source.date().map(|date| date.to_string());
    match &tld {
        Some(tld) => object.flag("tld_known", source.knows(tld)),
        None => object.text("tld_known", None),
    }
    object.text("tld_list_date", date.filter(|_| tld.is_some()).as_deref());
    json::texts_by_name(object.key("found_by"), found_by(link));
    match link.ending() {
        Some(ending) => json::texts_by_name(object.key("ending"), ending.fields()),
        None => object.text("ending", None),
    }
    json::texts(object.key("passed"), passed(detector, link));
    json::reasons(object.key("reasons"), link.reasons());
}

/// The trigger that started the search for a link here.
fn found_by<'t>(link: &Link<'t>) -> [(&'static str, Option<&'t str>); 3] {
    let (id, clause, about) = match (link.kind(), link.part(Part::Scheme)) {
        (Kind::Email, _) => ("at-sign", "UTS #58 section 5.2", Some("@")),
        (Kind::Url, Some(scheme)) => ("scheme", "UTS #58 section 3.2", Some(scheme)),
        (Kind::File, _) => ("path-separator", "PRI #185", None),
        _ => ("label-separator", "UTS #58 section 3.2", None),
    };
    [("id", Some(id)), ("clause", Some(clause)), ("about", about)]
}
