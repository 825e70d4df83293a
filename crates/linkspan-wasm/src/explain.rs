//! Explains what is linked and what is not.
//!
//! `text`, `parts` and `about` are as written, also in the message about what is not linked.
//! Everything else is safe to show: a name that
//! imitates another one is in A-labels.

use linkspan::render::escape_bidi;
use linkspan::suffix::SuffixSource;
use linkspan::{Detector, Finding, Link, Part, Reason, Rejected, format};

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
                Finding::Rejected(rejected) => {
                    list.element(|object| refused(object, detector, &rejected, &mut units));
                }
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
    let typed = link.typed();
    object.text("label", &escape_bidi(&typed));
    object.text("kind", link.kind().as_str());
    object.text("href", &link.href());
    object.text("display", &link.display());
    object.maybe("hostAscii", link.host_ascii().as_deref());
    let host = link.host_display();
    object.maybe("hostDisplay", host.as_deref());
    // An IP address has no owner, which is known of the link only.
    let owned = host
        .as_deref()
        .filter(|_| link.registrable_domain().is_some());
    let domain = owned.and_then(|host| SuffixSource::Embedded.registrable_domain(host));
    object.maybe("registrableDomain", domain);
    object.object("parts", |parts| {
        for (name, part) in PARTS {
            if let Some(text) = link.part(part) {
                parts.text(name, text);
            }
        }
    });
    object.list("reasons", |list| {
        let imitation = (typed != link.as_str()).then(|| link.as_str());
        for found in link.reasons() {
            reason(list, &found, imitation);
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

fn refused(
    object: &mut Json<'_>,
    detector: &Detector,
    rejected: &Rejected<'_>,
    units: &mut Units<'_>,
) {
    let text = rejected.as_str();
    let shown = shown(detector, rejected);
    place(object, units, &rejected.range());
    object.flag("linked", false);
    object.text("text", text);
    object.text("label", &escape_bidi(&shown));
    object.list("reasons", |list| {
        // The words of the library: why a name is not linked says which one it is.
        reason(list, &rejected.reason(), None);
    });
}

/// The text of a rejected candidate, with every name that must not be shown in A-labels: the host,
/// and names before an `@`, as in `https://аррӏе.com@example.com`.
fn shown(detector: &Detector, rejected: &Rejected<'_>) -> String {
    let (text, range) = (rejected.as_str(), rejected.range());
    let part = |part| rejected.parts().get(part);
    let start = part(Part::Scheme).map_or(0, |scheme| scheme.end - range.start);
    let end = part(Part::Host).map_or(text.len(), |host| host.end - range.start);
    let (Some(before), Some(names), Some(after)) =
        (text.get(..start), text.get(start..end), text.get(end..))
    else {
        return ascii(text);
    };
    let names: Vec<_> = names
        .split('@')
        .map(|name| name_to_show(detector, name))
        .collect();
    [before, &names.join("@"), after].concat()
}

/// A name as written, if the detector would link it after a scheme and show it like this.
fn name_to_show(detector: &Detector, name: &str) -> String {
    // The text of a sentence ends at an ideographic full stop, but a name may go on.
    let dotted = name.replace(['\u{3002}', '\u{FF0E}', '\u{FF61}'], ".");
    let url = format!("https://{dotted}/");
    let is_shown = |link: Link<'_>| link.as_str() == url && link.typed() == url;
    match name.is_ascii() || detector.links(&url).next().is_some_and(is_shown) {
        true => name.into(),
        false => ascii(name),
    }
}

/// A name in A-labels; if it has none, its characters other than ASCII are escaped.
fn ascii(name: &str) -> String {
    let url = format::ascii(&format!("https://{name}/"));
    let host = url.as_deref().ok().and_then(|url| {
        let host = url.strip_prefix("https://")?;
        host.strip_suffix('/')
    });
    match host {
        Some(host) => host.into(),
        None => name.chars().fold(String::new(), |mut out, c| {
            match c.is_ascii() {
                true => out.push(c),
                false => out.extend(c.escape_unicode()),
            }
            out
        }),
    }
}

/// Writes a reason. `imitation` is the text of a candidate with a name that must not be shown; its
/// message does not quote the name.
fn reason(list: &mut Json<'_>, reason: &Reason<'_>, imitation: Option<&str>) {
    let about = reason.about;
    let is_quoted = !about.is_ascii() && imitation.is_some_and(|text| text.contains(about));
    let quoted = is_quoted.then(|| ascii(about));
    let mut told = *reason;
    told.about = quoted.as_deref().unwrap_or(about);
    list.element(|object| {
        object.text("id", reason.kind.id());
        object.text("clause", reason.kind.clause());
        object.text("about", about);
        object.text("message", &told.to_string());
    });
}
