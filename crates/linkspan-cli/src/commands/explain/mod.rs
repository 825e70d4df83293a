//! `linkspan explain`: why something is a link, or is none.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use clap::{Args, ValueEnum};
use linkspan::profile::{Limits, Rule};
use linkspan::props::link_term;
use linkspan::suffix::SuffixSource;
use linkspan::tld::TldSource;
use linkspan::{Detector, EndRule, Finding, Kind, Link, Part, Reason};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::args::dns::Learner;
use crate::args::options::{Options, Suffixes};
use crate::out::style::can_colour;
use crate::out::terminal::one_line;
use crate::out::{Outcome, json, report};

/// Explain what is linked in a text and why
///
/// For each candidate: where it is, how it was found, its host and top-level domain, its parts, the
/// character that ended it with its Link_Term value and the brackets open there, and every reason
/// why it was changed or rejected.
#[derive(Args)]
#[command(after_help = "\
Example:
  linkspan explain --profile recommended '(see https://example.com/a(b).)'")]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: Options,

    #[command(flatten)]
    suffixes: Suffixes,

    /// How to print the explanation
    #[arg(long, value_enum, default_value_t = Style::Text)]
    format: Style,

    /// The texts to explain
    #[arg(value_name = "TEXT", required = true)]
    texts: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Style {
    /// For people; coloured on a terminal
    Text,
    /// One JSON object a candidate and line
    Json,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let profile = arguments.options.profile();
    let (profile, suffixes) = match profile.and_then(|p| Ok((p, arguments.suffixes.source()?))) {
        Ok(both) => both,
        Err(message) => {
            report(message);
            return Ok(Outcome::Trouble);
        }
    };
    let detector = Detector::new(profile);
    let mut outcome = Outcome::Nothing;
    let dns = arguments.options.dns();
    let mut learner = dns.as_ref().map(|dns| Learner::new(&detector, dns));
    for text in &arguments.texts {
        let mut any = false;
        let detector = match &mut learner {
            None => &detector,
            Some(learner) => match learner.informed(&[text]) {
                Ok(detector) => detector,
                Err(message) => {
                    report(message);
                    return Ok(Outcome::Trouble);
                }
            },
        };
        for finding in detector.judged(text) {
            any = true;
            if matches!(finding, Finding::Link(_)) {
                outcome = Outcome::Success;
            }
            let trace = Trace::new(detector, &suffixes, &finding);
            match arguments.format {
                Style::Text => trace.write(text, out)?,
                Style::Json => writeln!(out, "{}", json::line(&trace.json(text)))?,
            }
        }
        if !any && arguments.format == Style::Text {
            writeln!(out, "{}\nnothing in it looks like a link\n", one_line(text))?;
        }
    }
    Ok(outcome)
}

/// What there is to say about a candidate, in order.
struct Trace {
    start: usize,
    end: usize,
    linked: bool,
    facts: Vec<(&'static str, String)>,
    /// Why a link ends where it does.
    ending: Option<Value>,
}

impl Trace {
    fn new(detector: &Detector, suffixes: &SuffixSource, finding: &Finding) -> Self {
        match finding {
            Finding::Link(link) => Self {
                start: link.start(),
                end: link.end(),
                linked: true,
                facts: link_facts(detector, suffixes, link),
                ending: link.ending().map(|ending| {
                    json!({
                        "id": ending.rule.id(),
                        "clause": ending.rule.clause(),
                        "about": ending.about,
                        "message": ending.rule.sentence(),
                        "open": ending.open,
                    })
                }),
            },
            Finding::Rejected(rejected) => Self {
                start: rejected.range().start,
                end: rejected.range().end,
                linked: false,
                facts: vec![("rejected", cited(&rejected.reason()))],
                ending: None,
            },
        }
    }

    /// The line with the candidate underlined, by display width, and the facts in a column.
    fn write(&self, text: &str, out: &mut impl Write) -> io::Result<()> {
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
        writeln!(
            out,
            "{on}{verdict}{off}: bytes {}..{}",
            self.start, self.end
        )?;
        for (name, value) in &self.facts {
            writeln!(out, "  {name:<11} {}", one_line(value))?;
        }
        writeln!(out)
    }

    fn json(&self, text: &str) -> Value {
        let facts: Vec<Value> = self
            .facts
            .iter()
            .map(|(name, value)| json!({ "name": name, "value": value }))
            .collect();
        json!({
            "start": self.start,
            "end": self.end,
            "text": text.get(self.start..self.end).unwrap_or_default(),
            "linked": self.linked,
            "facts": facts,
            "ending": self.ending,
        })
    }
}

/// The most characters of a line that are shown on each side of a candidate.
const AROUND: usize = 100;

/// The end of the last line of a text.
fn end_of_line(text: &str) -> Cow<'_, str> {
    let line = text.rsplit('\n').next().unwrap_or_default();
    let cut = line.char_indices().nth_back(AROUND - 1);
    match cut.and_then(|(at, _)| line.split_at_checked(at)) {
        Some((before, shown)) if !before.is_empty() => Cow::Owned(format!("…{shown}")),
        _ => Cow::Borrowed(line),
    }
}

/// The start of the first line of a text.
fn start_of_line(text: &str) -> Cow<'_, str> {
    let line = text.split('\n').next().unwrap_or_default();
    let cut = line.char_indices().nth(AROUND);
    match cut.and_then(|(at, _)| line.get(..at)) {
        Some(shown) => Cow::Owned(format!("{shown}…")),
        None => Cow::Borrowed(line),
    }
}

fn cited(reason: &Reason) -> String {
    format!("{}: {reason} [{}]", reason.kind.id(), reason.kind.clause())
}

fn link_facts(
    detector: &Detector,
    suffixes: &SuffixSource,
    link: &Link,
) -> Vec<(&'static str, String)> {
    let mut facts = vec![("found by", trigger(link))];
    if let Some(scheme) = link.part(Part::Scheme) {
        facts.push(("scheme", scheme.to_owned()));
    }
    if let Some(local) = link.part(Part::LocalPart) {
        facts.push((
            "local part",
            format!("{local}: all in Link_Email, dots in place"),
        ));
    }
    if let Some(host) = link.part(Part::Host) {
        facts.push(("host", host_fact(detector, link, host)));
        if let Some(domain) = link.registrable_domain_in(suffixes) {
            facts.push(("registrable", domain.to_owned()));
        }
    }
    for (name, part) in [
        ("port", Part::Port),
        ("path", Part::Path),
        ("query", Part::Query),
        ("fragment", Part::Fragment),
        ("directives", Part::Directives),
    ] {
        facts.extend(link.part(part).map(|text| (name, text.to_owned())));
    }
    facts.extend(ending(link).map(|ending| ("ended by", ending)));
    let checks = checks(detector, link);
    if !checks.is_empty() {
        facts.push(("passed", checks.join(", ")));
    }
    facts.extend(link.reasons().map(|reason| ("note", cited(&reason))));
    facts.push(("leads to", link.href()));
    facts
}

/// The checks of the profile that a link has passed.
fn checks(detector: &Detector, link: &Link) -> Vec<&'static str> {
    let profile = detector.profile();
    let is_bare = link.part(Part::Scheme).is_none();
    let is_url = link.kind() == Kind::Url;
    let has_prose = [Rule::FileName, Rule::PathName, Rule::SentenceEnd]
        .iter()
        .all(|&rule| profile.has(rule));
    [
        (profile.length_limits() != Limits::default(), "lengths"),
        (
            profile.has(Rule::CharacterNotAllowed),
            "identifier characters",
        ),
        (profile.has(Rule::RestrictionLevel), "Highly Restrictive"),
        (profile.has(Rule::MixedScript), "unmixed scripts"),
        (
            profile.has(Rule::IdnaInvalid),
            "IDNA, RFC 5893 and CONTEXTJ",
        ),
        (
            profile.has(Rule::WholeScriptConfusable),
            "confusables (see notes)",
        ),
        (profile.has(Rule::Lookalike), "lookalikes (see notes)"),
        (
            profile.has(Rule::PublicSuffix) && is_bare && is_url,
            "no public suffix",
        ),
        (profile.has(Rule::BidiControl), "no bidi control"),
        (
            profile.has(Rule::LocalPartCharacter) && !is_url,
            "local part",
        ),
        (has_prose && is_bare, "no file name, path or sentence"),
    ]
    .into_iter()
    .filter_map(|(is_active, name)| is_active.then_some(name))
    .collect()
}

fn trigger(link: &Link) -> String {
    match (link.kind(), link.part(Part::Scheme)) {
        (Kind::Email, _) => "`@` with a domain after it, read backwards (5.2)".to_owned(),
        (Kind::Url, Some(scheme)) => format!("the scheme `{scheme}`"),
        (Kind::File, _) => "a path separator (PRI #185)".to_owned(),
        _ => "a label separator between host characters".to_owned(),
    }
}

fn host_fact(detector: &Detector, link: &Link, host: &str) -> String {
    let Some(tld) = link.tld() else {
        return host.to_owned();
    };
    let source = match detector.profile().tld_source() {
        TldSource::Syntactic => "by its syntax".to_owned(),
        tlds => tlds.date().map_or("by the list".to_owned(), |date| {
            format!("by the list of {date}")
        }),
    };
    if detector.profile().tld_source().knows(tld) {
        return format!("{host}, top-level domain `{tld}` known {source}");
    }
    match link.part(Part::Scheme) {
        Some(_) => format!("{host}, after a scheme; `{tld}` is not known {source}"),
        None => host.to_owned(),
    }
}

/// Why the link ends, as the scan took it down: the rule, the character, the brackets open there.
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

/// A rule with what it is about.
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
        "U+{:04X} `{shown}`, Link_Term={:?}: {}: {} [{}]",
        u32::from(c),
        link_term(c),
        rule.id(),
        rule.sentence(),
        rule.clause()
    )
}
