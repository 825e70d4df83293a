//! An explanation as text.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use linkspan::catalog::Field;
use linkspan::props::link_term;
use linkspan::suffix::SuffixSource;
use linkspan::tld::TldSource;
use linkspan::{Detector, EndRule, Finding, Host, Kind, Link, Part, Reason};
use unicode_width::UnicodeWidthStr;

use super::checks::passed;
use crate::out::style::can_colour;
use crate::out::terminal::one_line;

/// The facts about a candidate, in order.
pub(super) struct Trace {
    place: Option<String>,
    start: usize,
    end: usize,
    linked: bool,
    facts: Vec<(&'static str, String)>,
}

impl Trace {
    /// The facts about a candidate; `place` is the place of its text, if it is printed.
    pub(super) fn new(
        detector: &Detector,
        suffixes: &SuffixSource,
        place: Option<String>,
        finding: &Finding,
    ) -> Self {
        match finding {
            Finding::Link(link) => Self {
                start: link.start(),
                end: link.end(),
                linked: true,
                facts: link_facts(detector, suffixes, link),
                place,
            },
            Finding::Rejected(rejected) => Self {
                start: rejected.range().start,
                end: rejected.range().end,
                linked: false,
                facts: vec![("reason", cite(&rejected.reason()))],
                place,
            },
        }
    }

    /// The line with the candidate underlined, by display width, and the facts in a column.
    pub(super) fn write(&self, text: &str, out: &mut impl Write) -> io::Result<()> {
        let (on, off) = match (can_colour(), self.linked) {
            (false, _) => ("", ""),
            (true, true) => ("\u{1B}[32m", "\u{1B}[0m"),
            (true, false) => ("\u{1B}[31m", "\u{1B}[0m"),
        };
        let part = |range: Range<usize>| text.get(range).unwrap_or_default();
        let before = one_line(&end_of_line(part(0..self.start)));
        let candidate = one_line(part(self.start..self.end));
        let after = one_line(&start_of_line(part(self.end..text.len())));
        writeln!(out, "{before}{candidate}{after}")?;
        let width = candidate.width().max(1);
        let indent = " ".repeat(before.width());
        writeln!(out, "{indent}{on}{}{off}", "^".repeat(width))?;
        let verdict = if self.linked { "linked" } else { "not linked" };
        let place = self.place.as_ref().map(|place| format!("{place}, "));
        let place = place.unwrap_or_default();
        let Self { start, end, .. } = self;
        writeln!(out, "{on}{verdict}{off}: {place}bytes {start}..{end}")?;
        for (name, value) in &self.facts {
            writeln!(out, "  {name:<14} {}", one_line(value))?;
        }
        writeln!(out)
    }
}

/// The maximum number of characters of a line shown on each side of a candidate.
const AROUND: usize = 100;

/// The end of the last line of a text.
fn end_of_line(text: &str) -> Cow<'_, str> {
    // One character more than is shown tells whether there are more.
    let cut = text.char_indices().nth_back(AROUND).map(|(at, _)| at);
    let near = cut.and_then(|at| text.get(at..)).unwrap_or(text);
    match near.rsplit_once('\n') {
        Some((_, line)) => Cow::Borrowed(line),
        None if cut.is_none() => Cow::Borrowed(near),
        None => Cow::Owned(near.chars().skip(1).fold("…".to_owned(), |mut shown, c| {
            shown.push(c);
            shown
        })),
    }
}

/// The start of the first line of a text.
fn start_of_line(text: &str) -> Cow<'_, str> {
    let mut ends = text.char_indices().map(|(at, _)| at).skip(AROUND);
    let (shown, next) = (ends.next(), ends.next());
    let near = next.and_then(|at| text.get(..at)).unwrap_or(text);
    match (near.split_once('\n'), shown.and_then(|at| near.get(..at))) {
        (Some((line, _)), _) => Cow::Borrowed(line),
        (None, Some(shown)) => Cow::Owned(format!("{shown}…")),
        (None, None) => Cow::Borrowed(near),
    }
}

fn cite(reason: &Reason) -> String {
    format!("{}: {reason} [{}]", reason.kind.id(), reason.kind.clause())
}

fn link_facts(
    detector: &Detector,
    suffixes: &SuffixSource,
    link: &Link,
) -> Vec<(&'static str, String)> {
    let mut facts = vec![("found by", trigger(link))];
    for field in Field::ALL {
        let Some(value) = field.of(link, suffixes) else {
            continue;
        };
        let value = value.into_text().into_owned();
        // The line shows the text, and its forms only where they differ from it.
        let is_told = match field {
            Field::Kind | Field::Text => false,
            Field::HrefTyped | Field::Display | Field::Caption => value != link.text(),
            Field::HostTyped | Field::HostDisplay | Field::DomainDisplay => {
                !facts.iter().any(|(_, told)| *told == value)
            }
            _ => true,
        };
        if is_told {
            facts.push((field.name(), value));
        }
        if *field == Field::Tld {
            facts.push(("tld known", known(detector, link)));
        }
    }
    facts.extend(ending(link).map(|ending| ("ended by", ending)));
    let checks = passed(detector, link);
    if !checks.is_empty() {
        facts.push(("passed", checks.join(", ")));
    }
    facts.extend(link.reasons().map(|reason| ("reason", cite(&reason))));
    facts
}

fn trigger(link: &Link) -> String {
    match (link.kind(), link.part(Part::Scheme)) {
        (Kind::Email, _) => {
            "`@` before a domain; the local part is read backwards [UTS #58 section 5.2]".to_owned()
        }
        (Kind::Url, Some(scheme)) => format!("the scheme `{scheme}`"),
        (Kind::File, _) => "a path separator (PRI #185)".to_owned(),
        _ => "a label separator between host characters".to_owned(),
    }
}

/// How the top-level domain of a link is known.
fn known(detector: &Detector, link: &Link) -> String {
    let source = detector.profile().tld_source();
    let how = match source {
        TldSource::Syntactic => "by its syntax".to_owned(),
        tlds => tlds.date().map_or("by the list".to_owned(), |date| {
            format!("by the list of {date}")
        }),
    };
    match link.host().and_then(Host::tld) {
        Some(tld) if source.knows(&tld) => how,
        _ => format!("not {how}; the scheme makes it a link"),
    }
}

/// Why the link ends, as recorded by the scan: the rule, the character, the brackets open there.
fn ending(link: &Link) -> Option<String> {
    let ending = link.ending()?;
    let brackets = match ending.open.as_str() {
        "" => "no bracket open".to_owned(),
        open => format!("open: {open}"),
    };
    let mut text = format!("{} ({brackets})", stop(ending.about, ending.rule));
    if ending.stop != ending.rule {
        let stop = stop(ending.stopped_at, ending.stop);
        text.push_str(&format!("; reading stopped at {stop}"));
    }
    Some(text)
}

/// A rule and the text it applies to.
fn stop(about: &str, rule: EndRule) -> String {
    let Some(c) = about.chars().next() else {
        return "the end of the text".to_owned();
    };
    let shown = if c.is_control() || c.is_whitespace() {
        " "
    } else {
        about
    };
    format!(
        "U+{:04X} `{shown}`, Link_Term={:?} ({}): {} [{}]",
        u32::from(c),
        link_term(c),
        rule.id(),
        rule.sentence(),
        rule.clause()
    )
}

#[cfg(test)]
#[allow(clippy::restriction, reason = "a test may panic")]
mod tests {
    use super::{AROUND, end_of_line, start_of_line};

    #[test]
    fn a_part_of_the_line_is_shown() {
        let long = "ä".repeat(AROUND);
        for (text, end, start) in [
            ("", String::new(), String::new()),
            ("a\nb", "b".to_owned(), "a".to_owned()),
            (&*long, long.clone(), long.clone()),
            (&*format!("\n{long}"), long.clone(), String::new()),
            (&*format!("{long}\n"), String::new(), long.clone()),
            (
                &*format!("b{long}c"),
                format!("…{}c", &long[2..]),
                format!("b{}…", &long[2..]),
            ),
        ] {
            assert_eq!(end_of_line(text), end, "{text:?}");
            assert_eq!(start_of_line(text), start, "{text:?}");
        }
    }
}
