//! Explains what is linked and what is not, with all fields of the catalogue.

use linkspan::catalog::{Field, Value};
use linkspan::suffix::SuffixSource;
use linkspan::{Detector, Finding, Link, Reason};

use crate::find::{offsets, units};
use crate::instance::Output;
use crate::json::{self, Json};

/// Writes every candidate as JSON.
pub(crate) fn explain(detector: &Detector, text: &str, is_ascii: bool, out: &mut Output) {
    let mut offsets = offsets(text, is_ascii);
    json::list(&mut out.string, |list| {
        for finding in detector.explain(text) {
            let range = match &finding {
                Finding::Link(link) => link.range(),
                Finding::Rejected(rejected) => rejected.range(),
            };
            let [start, end] = units(&mut offsets, &range);
            list.element(|object| {
                object.number("start", start);
                object.number("end", end);
                object.flag("linked", matches!(finding, Finding::Link(_)));
                match &finding {
                    Finding::Link(link) => describe(object, link),
                    Finding::Rejected(rejected) => {
                        object.text("kind", Some(rejected.parts().kind().as_str()));
                        object.text("text", Some(rejected.text()));
                        reasons(object, [rejected.reason()]);
                    }
                }
            });
        }
    });
}

fn describe(object: &mut Json<'_>, link: &Link<'_>) {
    for field in Field::ALL {
        match field.of(link, &SuffixSource::Embedded) {
            Some(Value::Number(number)) => object.number(field.name(), number.into()),
            value => object.text(field.name(), value.map(Value::into_text).as_deref()),
        }
    }
    reasons(object, link.reasons());
    match link.ending() {
        Some(ending) => object.object("ending", |object| {
            for (name, value) in ending.fields() {
                object.text(name, value.as_deref());
            }
        }),
        None => object.text("ending", None),
    }
}

fn reasons<'t>(object: &mut Json<'_>, reasons: impl IntoIterator<Item = Reason<'t>>) {
    object.list("reasons", |list| {
        for reason in reasons {
            list.element(|object| {
                for (name, value) in reason.fields() {
                    object.text(name, Some(&value));
                }
            });
        }
    });
}
