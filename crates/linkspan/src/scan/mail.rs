//! E-mail addresses in the scan.

use super::ending;
use super::observer::Observer;
use super::run::find_name;
use super::{Links, Ready};
use crate::link::Parts;
use crate::names::host::ascii::AsciiRun;
use crate::names::host::{self, Evidence, Name};
use crate::profile::{Linking, SchemeTld};
use crate::reason::{Cause, ReasonKind};
use crate::uts58::local_part::local_part;
use crate::uts58::runs::is_hard;

/// The result of examining the text around an `@`.
pub(super) enum Mail {
    /// An address; its link has been created.
    Found,
    /// A domain, but not an address that should be linked. Nothing here is linked.
    Failed(Parts, Cause),
    /// No domain, so no address.
    Absent,
}

impl<O: Observer> Links<'_, '_, O> {
    /// Handles an `@` outside of links and userinfo, which may belong to an e-mail address.
    pub(super) fn at_sign(&mut self, at: usize) -> Option<Ready> {
        if self.profile.syntax.bare == Linking::Ignored && !self.has_mailto(at) {
            self.cursor.pass(at + 1);
            return None;
        }
        let (mail, run_end) = self.read_address(at);
        self.cursor.pass(run_end);
        self.settle(mail)
    }

    /// Handles a colon, which may be that of `mailto:` before an address.
    pub(super) fn mailto(&mut self, colon: usize) -> Option<Ready> {
        self.cursor.pass(colon + 1);
        self.text
            .ends_with(self.cursor.floor(), colon + 1, "mailto:")?;
        // A local part contains no colon, so each one is read once.
        let at = self.local_end(colon + 1);
        match self.text.byte(at) {
            Some(b'@') => self.at_sign(at),
            _ => None,
        }
    }

    /// The address whose local part contains the dot at `at`, if everything from there to its `@`
    /// is ASCII and no name can precede it.
    pub(super) fn find_address_with(&mut self, at: usize) -> Option<Ready> {
        let at_sign = AsciiRun::end_before_at(self.text, at + 1)?;
        let (Mail::Found, run_end) = self.read_address(at_sign) else {
            return None;
        };
        let start = self.link.as_ref()?.start();
        let is_whole = start <= at && !host::is_tail(self.text, start);
        is_whole.then(|| {
            self.cursor.pass(run_end);
            Ready
        })
    }

    /// Returns the link of an `@`, if there is one, or reports the rejection to the observer.
    pub(super) fn settle(&mut self, mail: Mail) -> Option<Ready> {
        match mail {
            Mail::Found => Some(Ready),
            Mail::Failed(parts, cause) => {
                self.observer.rejected(&parts, cause.kind, cause.about);
                None
            }
            Mail::Absent => None,
        }
    }

    /// Whether `mailto:` precedes the local part that ends at `at`.
    fn has_mailto(&mut self, at: usize) -> bool {
        self.local_part(at).is_some_and(|local| {
            self.text
                .ends_with(self.cursor.floor(), local, "mailto:")
                .is_some()
        })
    }

    /// The start of the local part that ends at `at`.
    fn local_part(&mut self, at: usize) -> Option<usize> {
        if let Some(start) = self
            .plan
            .ascii_local_part(self.text, self.cursor.floor(), at)
        {
            self.observer.work(at - start + 1);
            return Some(start);
        }
        let syntax = &self.profile.syntax.email;
        local_part(
            self.text,
            self.cursor.floor(),
            at,
            syntax,
            &mut self.observer,
        )
    }

    /// An address whose local part contains the URL at `start..end`. (If the URL extends past the
    /// `@` instead, the URL wins.)
    #[inline]
    pub(super) fn find_address_over(&mut self, start: usize, end: usize) -> Mail {
        let email = &self.profile.syntax.email;
        let is_unquoted = email.quoted == Linking::Ignored;
        let goes_on = || match self.text.byte(end) {
            Some(0x80..) => self.text.char_at(end).is_some_and(|c| email.contains(c)),
            _ => self.plan.goes_on_with_local_part(self.text, end),
        };
        if is_unquoted && !goes_on() {
            return Mail::Absent;
        }
        self.find_address_around(start, end)
    }

    /// An address whose local part contains the text at `start..end`.
    fn find_address_around(&mut self, start: usize, end: usize) -> Mail {
        for at in [self.local_end(start), self.quote_end(start)] {
            if self.text.byte(at) != Some(b'@') || at < end {
                continue;
            }
            // An address that starts later does so for all URLs before it, and is read only once
            // for them.
            let (ahead, ahead_start) = self.ahead;
            if at == ahead && start < ahead_start {
                continue;
            }
            let (mail, run_end) = self.read_address(at);
            match (&mail, &self.link) {
                (Mail::Found, Some(link)) if link.start() > start => {
                    self.ahead = (at, link.start());
                }
                (Mail::Absent, _) => {}
                _ => {
                    self.cursor.pass(run_end);
                    return mail;
                }
            }
        }
        Mail::Absent
    }

    /// The address around the `@` at `at`, and the end of the run of host characters after it.
    pub(super) fn read_address(&mut self, at: usize) -> (Mail, usize) {
        if let Some(found) = self.read_plain_address(at) {
            return found;
        }
        let text = self.text;
        let mut run = self.run_from(at + 1);
        let run_end = run.range.end;
        if !run.may_be_name {
            return (Mail::Absent, run_end);
        }
        // Text before an `@` is a local part, so an ideographic full stop before it ends the
        // domain.
        if text.byte(run_end) == Some(b'@')
            && let Some(stop) = host::last_stop(text, &run.range)
        {
            run.range.end = stop;
        }
        let local = self.local_part(at);
        // Step 6 of 5.2, in any case.
        let mailto = local.and_then(|start| text.ends_with(self.cursor.floor(), start, "mailto:"));
        let evidence = match (mailto, self.profile.syntax.scheme_tld) {
            (Some(_), SchemeTld::Syntactic) => Evidence::Scheme,
            _ => Evidence::Shape,
        };
        let tlds = &self.profile.tlds;
        let Ok(name) = find_name(text, &run, evidence, tlds, &mut self.observer) else {
            return (Mail::Absent, run_end);
        };
        let name = self.complete(&run, name, evidence);
        let Some(local) = local else {
            let cause = Cause::new(ReasonKind::LocalPartInvalid, at..at);
            let parts = Parts::email(at, at, name.range);
            return (Mail::Failed(parts, cause), run_end);
        };
        let start = mailto.unwrap_or(local);
        (self.judge_address(start, local, &name), run_end)
    }

    /// The address around the `@` at `at` if one pass reads its domain, which is the common case.
    fn read_plain_address(&mut self, at: usize) -> Option<(Mail, usize)> {
        let text = self.text;
        let run = self.short_run(at + 1)?;
        // `@someone`
        if run.tld.start == at + 1 {
            return Some((Mail::Absent, run.end));
        }
        let name = run.name?;
        let local = self.local_part(at)?;
        let mailto = text.ends_with(self.cursor.floor(), local, "mailto:");
        let tld = text.slice(run.tld.start, run.tld.end);
        let (by_list, enough) = match (mailto, self.profile.syntax.scheme_tld) {
            (Some(_), SchemeTld::Syntactic) => (false, name.has_syntactic_tld(tld)),
            _ => (true, self.profile.tlds.knows(tld)),
        };
        if !enough {
            return Some((Mail::Absent, run.end));
        }
        let start = mailto.unwrap_or(local);
        let mail = self.judge_address(start, local, &Name { by_list, ..name });
        Some((mail, run.end))
    }

    /// Judges an address that starts at `start`, with its local part starting at `local`.
    fn judge_address(&mut self, start: usize, local: usize, domain: &Name) -> Mail {
        let (text, judge) = (self.text, self.judge());
        let judges = !self.plan.takes_all;
        let wants_reasons = self.observer.wants_reasons();
        let candidate = Parts::email(start, local, domain.range.clone());
        if start == local
            && let Some(scheme) = self.opaque_scheme(start)
        {
            return Mail::Failed(candidate, Cause::new(ReasonKind::OpaqueUri, scheme));
        }
        let link = self.make(candidate);
        if judges && let Err(cause) = judge.email(link, domain) {
            return Mail::Failed(candidate, cause);
        }
        link.note(domain.cut(text));
        if wants_reasons {
            link.set_ending(ending::of_email(text, domain));
        }
        Mail::Found
    }

    /// The end of the local part characters that start at `start`.
    fn local_end(&mut self, start: usize) -> usize {
        let syntax = &self.profile.syntax.email;
        let text = self.text;
        self.local.from(start, &mut self.observer, |at| {
            text.char_at(at).filter(|&c| c == '.' || syntax.contains(c))
        })
    }

    /// The next `@` after a quotation mark, or an offset past the text.
    fn quote_end(&mut self, start: usize) -> usize {
        if self.profile.syntax.email.quoted == Linking::Ignored {
            return usize::MAX;
        }
        let text = self.text;
        self.quote.from(start, &mut self.observer, |at| {
            text.char_at(at).filter(|&c| {
                let quoted = c == '@' && text.byte(at.wrapping_sub(1)) == Some(b'"');
                !quoted && !is_hard(c)
            })
        })
    }
}
