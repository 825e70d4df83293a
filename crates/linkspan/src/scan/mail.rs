//! E-mail addresses in the scan.

use core::ops::Range;

use super::Links;
use crate::email;
use crate::link::Link;
use crate::names::ascii::AsciiRun;
use crate::names::host::{self, Evidence, Name};
use crate::names::tld::is_syntactic;
use crate::observe::Observer;
use crate::profile::{BareLinks, QuotedLocalParts, SchemeTld};
use crate::reason::{Cause, ReasonKind};
use crate::uts58::props::{LinkTerm, link_term};

/// What an `@` makes of the text around it.
pub(super) enum Mail<'t> {
    /// An address.
    Found(Link<'t>),
    /// A domain, but no address that should be linked: nothing here is.
    Failed(Range<usize>, Cause),
    /// No domain, so no address.
    Absent,
}

impl<'t, O: Observer> Links<'_, 't, O> {
    /// An `@` outside of links and userinfo: perhaps an e-mail address.
    pub(super) fn at_sign(&mut self, at: usize) -> Option<Link<'t>> {
        if self.profile.syntax.bare == BareLinks::Ignored && !self.has_mailto(at) {
            self.next = at + 1;
            return None;
        }
        let (mail, run_end) = self.mail(at);
        self.next = run_end;
        match mail {
            Mail::Found(link) => Some(link),
            Mail::Failed(range, cause) => {
                self.observer.rejected(range, cause.kind, cause.about);
                None
            }
            Mail::Absent => None,
        }
    }

    /// Whether `mailto:` stands before the local part that ends at `at`.
    fn has_mailto(&mut self, at: usize) -> bool {
        let syntax = &self.profile.syntax.email;
        email::local_part(self.text, self.floor, at, syntax, &mut self.observer)
            .is_some_and(|local| self.text.ends_with(self.floor, local, "mailto:").is_some())
    }

    /// An address whose local part holds the URL at `start..end`. (If the URL reaches over the `@`
    /// instead, the URL wins.)
    pub(super) fn mail_over(&mut self, start: usize, end: usize) -> Mail<'t> {
        let is_unquoted = self.profile.syntax.email.quoted == QuotedLocalParts::Ignored;
        if is_unquoted && !self.facts.goes_on_with_local_part(self.text, end) {
            return Mail::Absent;
        }
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

    /// The address around the `@` at `at` if its domain is ASCII, as it mostly is.
    fn ascii_mail(&mut self, at: usize) -> Option<(Mail<'t>, usize)> {
        let text = self.text;
        let run = AsciiRun::from(text, at + 1)?;
        self.observer.work(run.end - at);
        if run.tld == at + 1 {
            return Some((Mail::Absent, run.end));
        }
        let name = run.name(at + 1)?;
        let syntax = &self.profile.syntax;
        let local = email::local_part(text, self.floor, at, &syntax.email, &mut self.observer)?;
        let mailto = text.ends_with(self.floor, local, "mailto:");
        let tld = text.slice(run.tld, run.name_end);
        let (by_list, enough) = match (mailto, syntax.scheme_tld) {
            (Some(_), SchemeTld::Syntactic) => (false, is_syntactic(tld)),
            _ => (true, self.profile.tlds.knows(tld)),
        };
        let start = mailto.unwrap_or(local);
        let mail = match (enough, self.facts.takes_all) {
            (false, _) if self.observer.wants_reasons() => return None,
            (false, _) => Mail::Absent,
            (true, true) => Mail::Found(Link::email(text, start, local, name.range)),
            (true, false) => self.judged(start, local..at, &Name { by_list, ..name }),
        };
        Some((mail, run.end))
    }

    /// The verdict on an address that starts at `start`.
    fn judged(&self, start: usize, local: Range<usize>, domain: &Name) -> Mail<'t> {
        let candidate = start..domain.range.end;
        match self.judge().email(&candidate, local, domain) {
            Ok(link) => Mail::Found(link),
            Err(cause) => Mail::Failed(candidate, cause),
        }
    }

    /// The address around the `@` at `at`, and the end of the run of host characters behind it.
    pub(super) fn mail(&mut self, at: usize) -> (Mail<'t>, usize) {
        let text = self.text;
        let syntax = &self.profile.syntax;
        if let Some(found) = self.ascii_mail(at) {
            return found;
        }
        let mut run = self.run_from(at + 1);
        let run_end = run.end;
        // What an `@` follows is a local part: an ideographic full stop before it ends the domain.
        if text.byte(run.end) == Some(b'@')
            && let Some(stop) = host::last_stop(text, &run)
        {
            run.end = stop;
        }
        if run.is_empty() {
            return (Mail::Absent, run_end);
        }
        let local = email::local_part(text, self.floor, at, &syntax.email, &mut self.observer);
        // Step 6 of 5.2, in any case.
        let mailto = local.and_then(|start| text.ends_with(self.floor, start, "mailto:"));
        let evidence = match (mailto, syntax.scheme_tld) {
            (Some(_), SchemeTld::Syntactic) => Evidence::Scheme,
            _ => Evidence::Shape,
        };
        let tlds = &self.profile.tlds;
        let Some(name) = host::name(text, run, evidence, tlds, &mut self.observer) else {
            return (Mail::Absent, run_end);
        };
        let Some(local) = local else {
            let cause = Cause::new(ReasonKind::LocalPartInvalid, at..at);
            return (Mail::Failed(at..name.range.end, cause), run_end);
        };
        let start = mailto.unwrap_or(local);
        (self.judged(start, local..at, &name), run_end)
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
}
