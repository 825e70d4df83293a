//! URLs: schemes, what follows them, and what looks like one but is none.

use core::ops::Range;

use super::Links;
use super::mail::Mail;
use crate::judge::prose;
use crate::link::Link;
use crate::names::ascii::AsciiRun;
use crate::names::host::{self, Authority, Evidence, Name};
use crate::names::ip;
use crate::names::tld::is_syntactic;
use crate::observe::Observer;
use crate::profile::policy::Prose;
use crate::profile::scheme::is_scheme_char;
use crate::profile::{BareIp, IpHosts, Localhost, SchemeTld};
use crate::reason::{Cause, ReasonKind};
use crate::tables::{ProseClass, prose_class};
use crate::uts58::props::{LinkTerm, link_term};
use crate::uts58::termination;

/// Whether the scheme of a URL is one of those to link.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    Yes,
    No,
}

impl<'t, O: Observer> Links<'_, 't, O> {
    /// `://` at `colon`: a scheme, and perhaps a host behind it.
    pub(super) fn after_scheme(&mut self, colon: usize) -> Option<Link<'t>> {
        let text = self.text;
        if let Some((name, run_end)) = self.ascii_host(colon + 3) {
            self.next = run_end;
            return self.with_scheme(colon, &name);
        }
        let run = self.run_from(colon + 3);
        let run_end = run.end;
        self.next = run_end;
        let evidence = match self.profile.syntax.scheme_tld {
            SchemeTld::Syntactic => Evidence::Scheme,
            SchemeTld::Known => Evidence::Shape,
        };
        let name = self.other_host(run.clone());
        let Some(name) = name.or_else(|| self.name(run, evidence)) else {
            // No host: if an `@` follows, all this is userinfo.
            if let Some(at) = self.userinfo_end(run_end) {
                self.skip_userinfo(colon, at);
            }
            return None;
        };
        // The root dot of a host does not hide an `@` behind it.
        let end = name.range.end;
        if text.byte(run_end) == Some(b'@') && host::trim_end(text, end, run_end) == end {
            self.skip_userinfo(colon, run_end);
            return None;
        }
        self.with_scheme(colon, &name)
    }

    /// The host behind a scheme if it is a name in ASCII, as it mostly is, and the end of its run.
    fn ascii_host(&mut self, start: usize) -> Option<(Name, usize)> {
        let run = AsciiRun::from(self.text, start)?;
        self.observer.work(run.end - start);
        let name = run.name(start)?;
        let tld = self.text.slice(run.tld, run.name_end);
        let (by_list, enough) = match self.profile.syntax.scheme_tld {
            SchemeTld::Syntactic => (false, is_syntactic(tld)),
            SchemeTld::Known => (true, self.profile.tlds.knows(tld)),
        };
        enough.then_some((Name { by_list, ..name }, run.end))
    }

    /// The URL with the `://` at `colon`. The longest listed scheme that ends here counts, whatever
    /// stands before it.
    fn with_scheme(&mut self, colon: usize, name: &Name) -> Option<Link<'t>> {
        match self.scheme_start(self.floor, colon) {
            Some(start) => self.url(start, name, Listed::Yes),
            None => self.url(colon, name, Listed::No),
        }
    }

    /// Where the longest listed scheme starts that ends before the `://` at `colon`.
    pub(super) fn scheme_start(&self, floor: usize, colon: usize) -> Option<usize> {
        let schemes = self.profile.syntax.schemes.hosts();
        let starts = schemes.filter_map(|scheme| self.text.ends_with(floor, colon, scheme));
        starts.min()
    }

    /// A host behind a scheme that is not a name with a top-level domain.
    fn other_host(&self, run: Range<usize>) -> Option<Name> {
        let text = self.text;
        let syntax = self.profile.syntax.hosts;
        let mut run = run;
        if self.glue().is_some() {
            let is_unspaced = |c| prose_class(c) == ProseClass::Unspaced;
            let typed = text.slice(run.start, run.end);
            run.end = run.start + typed.find(is_unspaced).unwrap_or(typed.len());
        }
        let mut range = None;
        if syntax.ip != IpHosts::Ignored {
            range = ip::v4(text, &run).or_else(|| ip::v6_in_brackets(text, run.start));
        }
        if syntax.ip == IpHosts::LinkedAlsoBareIpv6 {
            range = range.or_else(|| ip::v6_bare(text, run.start));
        }
        if syntax.localhost == Localhost::Linked {
            let end = host::trim_end(text, run.start, run.end);
            let is_localhost = text.slice(run.start, end).eq_ignore_ascii_case("localhost");
            range = range.or(is_localhost.then_some(run.start..end));
        }
        range.map(Name::address)
    }

    /// Decides about a URL whose host is complete.
    pub(super) fn url(&mut self, start: usize, name: &Name, listed: Listed) -> Option<Link<'t>> {
        let text = self.text;
        let authority = Authority::after(text, name.range.end, &mut self.observer);
        // What is no candidate is passed over as a whole.
        let prose = match listed {
            Listed::Yes if authority.is_valid() => self.profile.policy.prose,
            _ => Prose::Literal,
        };
        let wrapper = match prose {
            Prose::Literal => "",
            Prose::Human => prose::wrapper(text, start),
        };
        let extent = termination::scan(text, authority.end, prose, wrapper, &mut self.observer);
        match self.mail_over(start, extent.end) {
            Mail::Found(link) => return Some(link),
            Mail::Failed(range, cause) => {
                self.observer.rejected(range, cause.kind, cause.about);
                return None;
            }
            Mail::Absent => {}
        }
        // A complete host (and port) directly followed by `@` is userinfo.
        if text.byte(authority.end) == Some(b'@') {
            self.skip_userinfo(start, authority.end);
            return None;
        }
        let mut candidate = start..extent.end;
        let cause = match &authority.port {
            _ if listed == Listed::No => {
                candidate.start = self.word_start(start);
                let scheme = candidate.start..start;
                Some(Cause::new(ReasonKind::SchemeNotListed, scheme))
            }
            Some(port) if !authority.is_valid() => {
                Some(Cause::new(ReasonKind::PortTooLarge, port.clone()))
            }
            _ => None,
        };
        let scheme = self.profile.syntax.default_scheme;
        let host = name.range.start..authority.host_end;
        let mut link = Link::url(text, start, host, extent, scheme);
        let verdict = match cause {
            Some(cause) => Err(cause),
            None if self.facts.takes_all => Ok(()),
            None => self.judge().url(&mut link, name, self.floor),
        };
        match verdict {
            Ok(()) => Some(link),
            Err(cause) => {
                self.reject(candidate, cause);
                None
            }
        }
    }

    /// A `:` without `//`: perhaps a scheme that needs no host.
    pub(super) fn colon(&mut self, colon: usize) -> Option<Link<'t>> {
        let text = self.text;
        self.next = colon + 1;
        if self.profile.syntax.hosts.bare_ip == BareIp::Linked
            && let Some(range) = ip::v6_around(text, self.floor, colon)
        {
            return self.url(range.start, &Name::address(range), Listed::Yes);
        }
        let schemes = self.profile.syntax.schemes.opaques();
        let start = schemes
            .filter_map(|scheme| text.ends_with(self.floor, colon, scheme))
            .find(|&start| !text.char_before(start).is_some_and(is_scheme_char))?;
        let prose = self.profile.policy.prose;
        let extent = termination::scan_opaque(text, colon + 1, prose, &mut self.observer);
        if extent.end == colon + 1 {
            return None;
        }
        let candidate = start..extent.end;
        let link = Link::opaque(text, start, colon + 1, extent);
        let verdict = match self.profile.syntax.limits.allow_link(candidate.len()) {
            true => self.judge().check(&link),
            false => Err(Cause::new(ReasonKind::LinkTooLong, candidate.clone())),
        };
        match verdict {
            Ok(()) => Some(link),
            Err(cause) => {
                self.reject(candidate, cause);
                None
            }
        }
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

    /// Where the characters of a scheme before a place start, for reports.
    fn word_start(&self, at: usize) -> usize {
        if !self.observer.wants_reasons() {
            return at;
        }
        let before = self.text.slice(self.floor, at);
        self.floor + before.trim_end_matches(is_scheme_char).len()
    }

    /// Moves on past userinfo that ends with the `@` at `at`, and past the URL it belongs to, whose scheme
    /// (or `://`) is at `start`.
    fn skip_userinfo(&mut self, start: usize, mut at: usize) {
        let text = self.text;
        let first = at;
        loop {
            let run = self.run_from(at + 1);
            let authority = Authority::after(text, run.end, &mut self.observer);
            at = authority.end;
            if text.byte(at) != Some(b'@') {
                break;
            }
        }
        let end = termination::scan(text, at, Prose::Literal, "", &mut self.observer).end;
        self.reject(
            self.word_start(start)..end,
            Cause::new(ReasonKind::Userinfo, first..first + 1),
        );
    }
}
