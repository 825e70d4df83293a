//! Link detection: from triggers to links.
//!
//! The scan jumps from one trigger to the next (`.`, `:`, `@` and the other label separators), reads
//! the run of host characters around it and decides. Two rules keep it linear: an attempt either
//! yields a link or moves on past everything it looked at, and what has to be looked for ahead is
//! remembered.

use core::iter::FusedIterator;

use crate::email;
use crate::host::{self, Authority, Evidence};
use crate::link::{Link, Span};
use crate::observe::Observer;
use crate::profile::{Profile, QuotedLocalParts};
use crate::props::{LinkTerm, link_term};
use crate::tables::host_class;
use crate::term;
use crate::text::Text;
use crate::trigger::Triggers;

/// Finds links in text.
///
/// A detector is immutable: build it once and share it.
///
/// ```
/// use linkspan::Detector;
///
/// let detector = Detector::uts58();
/// let text = "Go to example.com/a(b)c, or write to me@例子.中国。";
/// let links: Vec<&str> = detector.links(text).map(|link| link.as_str()).collect();
/// assert_eq!(links, ["example.com/a(b)c", "me@例子.中国"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detector {
    profile: Profile,
}

impl Detector {
    /// A detector for exactly the links that UTS #58 defines.
    #[must_use]
    pub fn uts58() -> Self {
        Self::new(Profile::uts58())
    }

    /// A detector for the links of a profile.
    #[must_use]
    pub fn new(profile: Profile) -> Self {
        Self { profile }
    }

    /// The profile of the detector.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The links in `text`, from left to right. They do not overlap.
    ///
    /// Takes time proportional to the length of the text, whatever the text, and allocates
    /// nothing.
    pub fn links<'d, 't>(&'d self, text: &'t str) -> Links<'d, 't> {
        self.observed(text, ())
    }

    /// The links in `text`, with somebody watching the scan.
    pub fn observed<'d, 't, O: Observer>(&'d self, text: &'t str, observer: O) -> Links<'d, 't, O> {
        Links {
            profile: &self.profile,
            text: Text(text),
            triggers: Triggers::new(text),
            next: 0,
            floor: 0,
            local: Reach::default(),
            quote: Reach::default(),
            observer,
        }
    }

    /// The whole `text` in pieces: links and what is between them.
    ///
    /// ```
    /// use linkspan::{Detector, Span};
    ///
    /// let detector = Detector::uts58();
    /// let marked: String = detector.spans("see example.com!").map(|span| match span {
    ///     Span::Text(text) => text.to_string(),
    ///     Span::Link(link) => format!("⸠{link}⸡"),
    /// }).collect();
    /// assert_eq!(marked, "see ⸠example.com⸡!");
    /// ```
    pub fn spans<'d, 't>(&'d self, text: &'t str) -> Spans<'d, 't> {
        Spans {
            text: Text(text),
            at: 0,
            links: self.links(text),
            pending: None,
        }
    }
}

/// The links of a text; see [`Detector::links`].
#[derive(Clone, Debug)]
pub struct Links<'d, 't, O = ()> {
    profile: &'d Profile,
    text: Text<'t>,
    triggers: Triggers<'t>,
    /// Triggers before this offset are done with.
    next: usize,
    /// The end of the last candidate, linked or rejected: text inside one is not scanned again.
    floor: usize,
    /// How far characters of a local part reach.
    local: Reach,
    /// How far it is to a `"@`.
    quote: Reach,
    observer: O,
}

impl<'t, O: Observer> Iterator for Links<'_, 't, O> {
    type Item = Link<'t>;

    fn next(&mut self) -> Option<Link<'t>> {
        loop {
            let trigger = self.triggers.next(self.next, &mut self.observer)?;
            let found = match self.text.byte(trigger)? {
                b':' if self.text.has(trigger, "://") => self.after_scheme(trigger),
                b':' => {
                    self.next = trigger + 1;
                    None
                }
                b'@' => self.at_sign(trigger),
                _ => self.separator(trigger),
            };
            if let Some(link) = found {
                self.leave(link.end());
                return Some(link);
            }
        }
    }
}

impl<O: Observer> FusedIterator for Links<'_, '_, O> {}

/// What an `@` makes of the text around it.
enum Mail<'t> {
    /// An address.
    Found(Link<'t>),
    /// A domain, up to this offset, with an invalid local part: nothing here is linked.
    Failed(usize),
    /// No domain, so no address.
    Absent,
}

impl<'t, O: Observer> Links<'_, 't, O> {
    /// Moves on past a candidate that ends at `end`.
    fn leave(&mut self, end: usize) {
        self.floor = self.floor.max(end);
        self.next = self.next.max(end);
    }

    /// A label separator: perhaps a host without a scheme.
    fn separator(&mut self, at: usize) -> Option<Link<'t>> {
        let text = self.text;
        let behind = at + text.char_at(at)?.len_utf8();
        // Only a separator between two labels can make a host of its run.
        if !text
            .char_at(behind)
            .is_some_and(|c| host_class(c).is_label())
        {
            self.next = behind;
            return None;
        }
        let run = host::run_around(text, at, &mut self.observer);
        self.next = run.end;
        // Never link the tail of something longer: of a candidate that ended inside the run, of an
        // address, of a URL with a scheme that is not listed, or of a name with invisible joints.
        if run.start < self.floor
            || text.byte(run.start.wrapping_sub(1)) == Some(b'@')
            || text.ends_with(self.floor, run.start, "://").is_some()
            || host::is_joined(text, run.start, &mut self.observer)
        {
            return None;
        }
        let tlds = &self.profile.tlds;
        let name = host::name(text, run, Evidence::Shape, tlds, &mut self.observer)?;
        // What stands directly before `://` is a scheme, however much it looks like a host.
        if text.has(name.end, "://") {
            return None;
        }
        self.url(name.start, name, Listed::Yes)
    }

    /// `://` at `colon`: a scheme, and perhaps a host behind it.
    fn after_scheme(&mut self, colon: usize) -> Option<Link<'t>> {
        let text = self.text;
        let run = host::run_from(text, colon + 3, &mut self.observer);
        let run_end = run.end;
        self.next = run_end;
        let tlds = &self.profile.tlds;
        let Some(name) = host::name(text, run, Evidence::Scheme, tlds, &mut self.observer) else {
            // No host: if an `@` follows, all this is userinfo.
            if let Some(at) = self.userinfo_end(run_end) {
                self.skip_userinfo(at);
            }
            return None;
        };
        // The root dot of a host does not hide an `@` behind it.
        if text.byte(run_end) == Some(b'@') && host::trim_end(text, name.end, run_end) == name.end {
            self.skip_userinfo(run_end);
            return None;
        }
        // The longest listed scheme that ends here counts, whatever stands before it.
        let schemes = self.profile.syntax.schemes.iter();
        let start = schemes
            .filter_map(|scheme| text.ends_with(self.floor, colon, scheme))
            .min();
        match start {
            Some(start) => self.url(start, name, Listed::Yes),
            None => self.url(colon, name, Listed::No),
        }
    }

    /// Decides about a URL whose host is complete.
    fn url(
        &mut self,
        start: usize,
        name: core::ops::Range<usize>,
        listed: Listed,
    ) -> Option<Link<'t>> {
        let text = self.text;
        let authority = Authority::after(text, name.end, &mut self.observer);
        let extent = term::scan(text, authority.end, &mut self.observer);
        match self.mail_over(start, extent.end) {
            Mail::Found(link) => return Some(link),
            Mail::Failed(end) => {
                self.leave(end);
                return None;
            }
            Mail::Absent => {}
        }
        // A complete host (and port) directly followed by `@` is userinfo.
        if text.byte(authority.end) == Some(b'@') {
            self.skip_userinfo(authority.end);
            return None;
        }
        if listed == Listed::No || !authority.is_valid() {
            self.leave(extent.end);
            return None;
        }
        let default_scheme = self.profile.syntax.default_scheme;
        Some(Link::url(
            text,
            start,
            &name,
            authority,
            extent,
            default_scheme,
        ))
    }

    /// An `@` outside of links and userinfo: perhaps an e-mail address.
    fn at_sign(&mut self, at: usize) -> Option<Link<'t>> {
        let (mail, run_end) = self.mail(at);
        self.next = run_end;
        match mail {
            Mail::Found(link) => Some(link),
            Mail::Failed(end) => {
                self.leave(end);
                None
            }
            Mail::Absent => None,
        }
    }

    /// An address whose local part holds the URL at `start..end`. (If the URL reaches over the `@`
    /// instead, the URL wins.)
    fn mail_over(&mut self, start: usize, end: usize) -> Mail<'t> {
        for at in [self.local_end(start), self.quote_end(start)] {
            if self.text.byte(at) != Some(b'@') || at < end {
                continue;
            }
            match self.mail(at) {
                (Mail::Found(link), _) if link.start() > start => {}
                (Mail::Absent, _) => {}
                (mail, run_end) => {
                    self.next = self.next.max(run_end);
                    return mail;
                }
            }
        }
        Mail::Absent
    }

    /// The address around the `@` at `at`, and the end of the run of host characters behind it.
    fn mail(&mut self, at: usize) -> (Mail<'t>, usize) {
        let text = self.text;
        let observer = &mut self.observer;
        let run = host::run_from(text, at + 1, observer);
        let run_end = run.end;
        if run.is_empty() {
            return (Mail::Absent, run_end);
        }
        let local = email::local_part(text, self.floor, at, &self.profile.syntax.email, observer);
        // Step 6 of 5.2, in any case.
        let mailto = local.and_then(|start| text.ends_with(self.floor, start, "mailto:"));
        let evidence = match mailto {
            Some(_) => Evidence::Scheme,
            None => Evidence::Shape,
        };
        let mail = match (
            host::name(text, run, evidence, &self.profile.tlds, observer),
            local,
        ) {
            (None, _) => Mail::Absent,
            (Some(domain), None) => Mail::Failed(domain.end),
            (Some(domain), Some(local)) => {
                Mail::Found(Link::email(text, mailto.unwrap_or(local), local, domain))
            }
        };
        (mail, run_end)
    }

    /// The end of the characters of a local part from `start` on.
    fn local_end(&mut self, start: usize) -> usize {
        let syntax = &self.profile.syntax.email;
        let text = self.text;
        self.local.from(start, &mut self.observer, |at| {
            text.char_at(at).filter(|&c| c == '.' || syntax.contains(c))
        })
    }

    /// The next `@` behind a quotation mark, or a place that is none.
    fn quote_end(&mut self, start: usize) -> usize {
        if self.profile.syntax.email.quoted == QuotedLocalParts::Ignored {
            return usize::MAX;
        }
        let text = self.text;
        self.quote.from(start, &mut self.observer, |at| {
            text.char_at(at).filter(|&c| {
                let quoted = c == '@' && text.byte(at.wrapping_sub(1)) == Some(b'"');
                !quoted && link_term(c) != LinkTerm::Hard
            })
        })
    }

    /// The `@` that makes the text behind a scheme userinfo: in the same run of characters that can
    /// be in a link, before any other scheme.
    fn userinfo_end(&mut self, from: usize) -> Option<usize> {
        let text = self.text;
        let mut at = from;
        let mut steps = 1;
        let found = loop {
            match text.char_at(at) {
                Some('@') => break Some(at),
                Some(':') if text.has(at, "://") => break None,
                Some(c) if link_term(c) != LinkTerm::Hard => at += c.len_utf8(),
                _ => break None,
            }
            steps += 1;
        };
        self.observer.work(steps);
        found
    }

    /// Moves on past userinfo that ends with the `@` at `at`, and past the URL it belongs to.
    fn skip_userinfo(&mut self, mut at: usize) {
        let text = self.text;
        loop {
            let run = host::run_from(text, at + 1, &mut self.observer);
            let authority = Authority::after(text, run.end, &mut self.observer);
            at = authority.end;
            if text.byte(at) != Some(b'@') {
                break;
            }
        }
        let end = term::scan(text, at, &mut self.observer).end;
        self.leave(end);
    }
}

/// Whether the scheme of a URL is one of those to link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    Yes,
    No,
}

/// The end of a stretch of characters of one kind, remembered so that no character is read twice.
#[derive(Clone, Debug, Default)]
struct Reach {
    start: usize,
    end: usize,
}

impl Reach {
    /// The end of the stretch from `start` on, where `step` gives each of its characters.
    fn from<O: Observer>(
        &mut self,
        start: usize,
        observer: &mut O,
        step: impl Fn(usize) -> Option<char>,
    ) -> usize {
        if !(self.start..self.end).contains(&start) {
            self.start = start;
            self.end = start;
            let mut steps = 1;
            while let Some(c) = step(self.end) {
                self.end += c.len_utf8();
                steps += 1;
            }
            observer.work(steps);
        }
        self.end
    }
}

/// The pieces of a text; see [`Detector::spans`].
#[derive(Clone, Debug)]
pub struct Spans<'d, 't> {
    text: Text<'t>,
    at: usize,
    links: Links<'d, 't>,
    pending: Option<Link<'t>>,
}

impl<'t> Iterator for Spans<'_, 't> {
    type Item = Span<'t>;

    fn next(&mut self) -> Option<Span<'t>> {
        let link = self.pending.take().or_else(|| self.links.next());
        let until = link.as_ref().map_or(self.text.0.len(), Link::start);
        if self.at < until {
            let between = self.text.slice(self.at, until);
            self.at = until;
            self.pending = link;
            return Some(Span::Text(between));
        }
        self.at = link.as_ref()?.end();
        link.map(Span::Link)
    }
}

impl FusedIterator for Spans<'_, '_> {}
