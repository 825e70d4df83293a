//! Explains what is linked and what is not.

use linkspan::{Detector, Finding, Link, Part, Reason};

use crate::instance::Output;
use crate::json::{self, Json};
use crate::units::Units;

const PARTS: [(&str, Part); 8] = [
    ("scheme", Part::Scheme),
    ("localPart", Part::LocalPart),
    ("host", Part::Host),
    ("port", Part::Port),
    ("path", Part::Path),
    ("query", Part::Query),
    ("fragment", Part::Fragment),
    ("directives", Part::Directives),
];

/// Explains every candidate, as JSON.
pub(crate) fn explain(detector: &Detector, text: &str, is_ascii: bool, out: &mut Output) {
    let mut units = Units::new(text, is_ascii);
    json::list(&mut out.string, |list| {
        for finding in detector.judged(text) {
            match finding {
                Finding::Link(link) => list.element(|object| linked(object, &link, &mut units)),
                Finding::Rejected(rejected) => list.element(|object| {
                    place(object, &mut units, &rejected.range());
                    object.flag("linked", false);
                    object.text("text", rejected.as_str());
                    object.list("reasons", |list| reason(list, &rejected.reason()));
                }),
            }
        }
    });
}

fn place(object: &mut Json<'_>, units: &mut Units<'_>, range: &std::ops::Range<usize>) {
    let [start, end] = units.range(range);
    object.number("start", start);
    object.number("end", end);
}

fn linked(object: &mut Json<'_>, link: &Link<'_>, units: &mut Units<'_>) {
    place(object, units, &link.range());
    object.flag("linked", true);
    object.text("text", link.as_str());
    object.text("kind", link.kind().as_str());
    object.text("href", &link.href());
    object.text("display", &link.display());
    object.maybe("hostAscii", link.host_ascii().as_deref());
    object.maybe("hostDisplay", link.host_display().as_deref());
    object.maybe("registrableDomain", link.registrable_domain());
    object.object("parts", |parts| {
        for (name, part) in PARTS {
            if let Some(text) = link.part(part) {
                parts.text(name, text);
            }
        }
    });
    object.list("reasons", |list| {
        for found in link.reasons() {
            reason(list, &found);
        }
    });
    if let Some(ending) = link.ending() {
        object.object("ending", |object| {
            object.text("id", ending.rule.id());
            object.text("clause", ending.rule.clause());
            object.text("about", ending.about);
            object.text("message", ending.rule.sentence());
            object.text("open", &ending.open);
        });
    }
}

fn reason(list: &mut Json<'_>, reason: &Reason<'_>) {
    list.element(|object| {
        object.text("id", reason.kind.id());
        object.text("clause", reason.kind.clause());
        object.text("about", reason.about);
        object.text("message", &reason.to_string());
    });
}
