//! URLs: schemes, the text after them, and text that only looks like a URL.

use core::ops::Range;

use super::ending;
use super::mail::Mail;
use super::observer::Observer;
use super::{Links, Ready};
use crate::judge::sentence::Sentence;
use crate::link::{Parts, is_scheme_char};
use crate::names::host::authority::Authority;
use crate::names::host::ip;
use crate::names::host::{self, Evidence, HostKind, Name};
use crate::profile::{Linking, SchemeTld};
use crate::reason::{Cause, ReasonKind};
use crate::uts58::runs::is_hard;
use crate::uts58::termination::{self, Literal, Note, Stopped, TailReading};

/// Whether the scheme of a URL is one of those to link.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    Yes,
    No,
}

impl<O: Observer> Links<'_, '_, O> {
    /// Handles `://` at `colon`: a scheme, and possibly a URL. If there is no URL, nothing in the
    /// text that would be its authority is linked: `https://example·com.com/`.
    pub(super) fn after_scheme(&mut self, colon: usize) -> Option<Ready> {
        let floor = self.cursor.floor();
        let found = self.scheme(colon);
        let body = colon + 3;
        if found.is_none()
            && let Some(end) = self.judge().end_of_authority(body, &mut self.observer)
        {
            let end = self.before_scheme(body, end);
            if self.cursor.floor() > floor {
                self.cursor.leave(end);
            } else if end > body {
                let cause = self.judge().not_a_host(body..end);
                self.reject(&Parts::host_only(body..end), cause);
            }
        }
        found
    }

    /// The end of a text that starts at `start`, without the scheme of another URL:
    /// `http:https://example.com`.
    fn before_scheme(&self, start: usize, end: usize) -> usize {
        let scheme = match self.text.has(end.wrapping_sub(1), "://") {
            true => self.scheme_start(start, end - 1),
            false => None,
        };
        scheme.unwrap_or(end)
    }

    /// Handles `://` at `colon`: a scheme, and possibly a host after it.
    fn scheme(&mut self, colon: usize) -> Option<Ready> {
        let text = self.text;
        if let Some((name, run_end)) = self.short_host(colon + 3) {
            self.cursor.pass(run_end);
            return self.with_scheme(colon, &name);
        }
        let run = self.run_from(colon + 3);
        let run_end = run.range.end;
        self.cursor.pass(run_end);
        let evidence = match self.profile.syntax.scheme_tld {
            SchemeTld::Syntactic => Evidence::Scheme,
            SchemeTld::Known => Evidence::Shape,
        };
        let name = self
            .other_host(&run)
            .or_else(|| self.emoji_host(&run))
            .or_else(|| self.name(&run, evidence));
        let Some(name) = name.or_else(|| self.single_label(&run)) else {
            // Not a host: if an `@` follows, all this is userinfo.
            if let Some(at) = self.userinfo_end(run_end) {
                self.skip_userinfo(colon, colon + 3, at);
            }
            return None;
        };
        // The root dot of a host does not hide an `@` after it: `http://example.com.@evil.com`.
        let end = name.range.end;
        if text.byte(run_end) == Some(b'@') && host::trim_end(text, end, run_end) == end {
            self.skip_userinfo(colon, colon + 3, run_end);
            return None;
        }
        self.with_scheme(colon, &name)
    }

    /// The URL with the `://` at `colon`. The longest listed scheme that ends here counts,
    /// regardless of the text before it: `日本語https://example.com`.
    fn with_scheme(&mut self, colon: usize, name: &Name) -> Option<Ready> {
        match self.scheme_start(self.cursor.floor(), colon) {
            Some(start) => self.url(start, name, Listed::Yes),
            None => self.url(colon, name, Listed::No),
        }
    }

    /// The start of the longest listed scheme that ends before the `://` at `colon`.
    pub(super) fn scheme_start(&self, floor: usize, colon: usize) -> Option<usize> {
        if self.plan.has_web {
            let https = self.text.ends_with(floor, colon, "https");
            return https.or_else(|| self.text.ends_with(floor, colon, "http"));
        }
        let schemes = self.profile.syntax.schemes.hosts();
        let starts = schemes.filter_map(|scheme| self.text.ends_with(floor, colon, scheme));
        starts.min()
    }

    /// Decides about a URL whose host is complete.
    pub(super) fn url(&mut self, start: usize, name: &Name, listed: Listed) -> Option<Ready> {
        let (text, judge) = (self.text, self.judge());
        let authority = Authority::after(text, name.range.end, &mut self.observer);
        let is_candidate = listed == Listed::Yes && authority.is_valid();
        let mut stopped = self.observer.wants_reasons().then(Stopped::default);
        let reading = match &mut stopped {
            Some(note) => self.read_tail(start, authority.end, is_candidate, note),
            None => self.read_tail(start, authority.end, is_candidate, &mut ()),
        };
        // The longer candidate wins: `https://example.com/a@b.org` is a URL, but the name at the start
        // of `example.com/x+y@b.org` is in a local part.
        let mail = self.find_address_over(start, reading.extent.end);
        if !matches!(mail, Mail::Absent) {
            return self.settle(mail);
        }
        // A complete host (and port) directly followed by `@` is userinfo.
        if text.byte(authority.end) == Some(b'@') {
            self.skip_userinfo(start, name.range.start, authority.end);
            return None;
        }
        if start < name.range.start
            && let Some(at) = judge.userinfo_end(name, authority.end, &mut self.observer)
        {
            self.skip_userinfo(start, name.range.start, at);
            return None;
        }
        self.pass_open(start, reading.beyond);
        let (port, extent) = (authority.port.as_ref(), reading.extent);
        // Created again for a rejection, because judging narrows the parts of the link.
        let candidate = || {
            let host = name.range.start..authority.host_end;
            Parts::url(start, name.range.start, host, name.kind, port, extent)
        };
        if listed == Listed::No {
            let mut parts = candidate();
            parts.include_before(self.word_start(start));
            let scheme = parts.range().start..start;
            self.reject(&parts, Cause::new(ReasonKind::SchemeNotListed, scheme));
            return None;
        }
        if let Some(port) = port.filter(|_| !authority.is_valid()) {
            let cause = Cause::new(ReasonKind::PortTooLarge, port.clone());
            self.reject(&candidate(), cause);
            return None;
        }
        if start == name.range.start
            && let Some(scheme) = self.opaque_scheme(start)
        {
            self.reject(&candidate(), Cause::new(ReasonKind::OpaqueUri, scheme));
            return None;
        }
        let (floor, judges) = (self.cursor.floor(), !self.plan.takes_all);
        let link = self.make(candidate());
        link.note(name.cut(text));
        if name.has_symbols {
            link.note(Some(Cause::new(ReasonKind::Lookalike, name.range.clone())));
        }
        let mut trimmed = None;
        if judges {
            match judge.url(link, name, floor, reading.cut) {
                Ok(kind) => trimmed = kind,
                Err(cause) => {
                    self.reject(&candidate(), cause);
                    return None;
                }
            }
        }
        if let Some(stopped) = stopped {
            let end = link.end();
            link.set_ending(ending::of_url(text, name, end, &extent, trimmed, stopped));
        }
        Some(Ready)
    }

    /// The scheme of the URI without a host that contains a name or address at `start`.
    #[inline]
    pub(super) fn opaque_scheme(&mut self, start: usize) -> Option<Range<usize>> {
        let rules = self.profile.policy.rules;
        self.uris
            .scheme_around(self.text, rules, start, &mut self.observer)
    }

    /// Moves past the text read after an open bracket, if the link at `start` is itself in such
    /// text. A link in a bracket is still found, but text full of brackets is not read again for
    /// each of them.
    fn pass_open(&mut self, start: usize, beyond: Option<usize>) {
        let Some(beyond) = beyond else {
            return;
        };
        if start < self.beyond {
            self.cursor.pass(beyond);
        }
        self.beyond = beyond;
    }

    /// Reads the path, query and fragment from `from` on. Rules about prose narrow only candidates;
    /// other URLs are skipped as a whole.
    #[inline]
    fn read_tail<N: Note>(
        &mut self,
        start: usize,
        from: usize,
        is_candidate: bool,
        note: &mut N,
    ) -> TailReading {
        let text = self.text;
        let rules = self.profile.policy.rules;
        let has_tail = matches!(text.byte(from), Some(b'/' | b'?' | b'#'));
        let sentence = match is_candidate && has_tail {
            true => Sentence::around(text, rules, start),
            false => None,
        };
        match sentence {
            Some(sentence) => termination::scan(text, from, &sentence, note, &mut self.observer),
            None => termination::scan(text, from, &Literal, note, &mut self.observer),
        }
    }

    /// Handles a `:` without `//`, which may belong to a scheme that needs no host.
    pub(super) fn colon(&mut self, colon: usize) -> Option<Ready> {
        let text = self.text;
        self.cursor.pass(colon + 1);
        if self.profile.syntax.bare_ip == Linking::Linked
            && let Some(range) = ip::v6_around(text, self.cursor.floor(), colon)
        {
            let name = Name::unlisted(range, HostKind::Ipv6);
            return self.url(name.range.start, &name, Listed::Yes);
        }
        let schemes = self.profile.syntax.schemes.opaques();
        let start = schemes
            .filter_map(|scheme| text.ends_with(self.cursor.floor(), colon, scheme))
            .find(|&start| !text.char_before(start).is_some_and(is_scheme_char))?;
        self.opaque(start, colon + 1)
    }

    /// A link with a scheme and no host, whose content starts at `body`.
    fn opaque(&mut self, start: usize, body: usize) -> Option<Ready> {
        let text = self.text;
        let mut stopped = self.observer.wants_reasons().then(Stopped::default);
        let reading = match &mut stopped {
            Some(note) => self.read_opaque(start, body, note),
            None => self.read_opaque(start, body, &mut ()),
        };
        self.pass_open(start, reading.beyond);
        let extent = reading.extent;
        if extent.end == body {
            return None;
        }
        let parts = Parts::opaque(start, body, extent);
        let judge = self.judge();
        let link = self.make(parts);
        if let Err(cause) = judge.opaque(link) {
            self.reject(&parts, cause);
            return None;
        }
        if let Some(stopped) = stopped {
            let end = link.end();
            let open = reading.beyond.map(|_| ReasonKind::OpenBracket);
            link.set_ending(ending::of_tail(text, end, &extent, open, stopped));
        }
        Some(Ready)
    }

    /// Reads the text after a scheme without a host.
    fn read_opaque<N: Note>(&mut self, start: usize, body: usize, note: &mut N) -> TailReading {
        let (text, meter) = (self.text, &mut self.observer);
        let rules = self.profile.policy.rules;
        match Sentence::without_markup(text, rules, start) {
            Some(sentence) => termination::scan_opaque(text, body, &sentence, note, meter),
            None => termination::scan_opaque(text, body, &Literal, note, meter),
        }
    }

    /// The `@` that makes the text after a scheme userinfo: in the same run of characters that can
    /// be in a link, before any other scheme.
    fn userinfo_end(&mut self, from: usize) -> Option<usize> {
        let text = self.text;
        let mut at = from;
        let mut steps = 1;
        let found = loop {
            match text.char_at(at) {
                Some('@') => break Some(at),
                Some(':') if text.has(at, "://") => break None,
                Some(c) if !is_hard(c) => at += c.len_utf8(),
                _ => break None,
            }
            steps += 1;
        };
        self.observer.work(steps);
        found
    }

    /// The start of the scheme characters before `at`, for reports.
    fn word_start(&self, at: usize) -> usize {
        if !self.observer.wants_reasons() {
            return at;
        }
        let before = self.text.slice(self.cursor.floor(), at);
        self.cursor.floor() + before.trim_end_matches(is_scheme_char).len()
    }

    /// Moves past userinfo that starts at `body` and ends with the `@` at `at`, and past the URL it
    /// belongs to, whose scheme (or `://`) is at `start`.
    fn skip_userinfo(&mut self, start: usize, body: usize, at: usize) {
        let text = self.text;
        let mut at_sign = at;
        let (host, authority) = loop {
            // `http://bank.com@[::1]/`: an address in brackets is not a run of host characters.
            let host = ip::v6_in_brackets(text, at_sign + 1)
                .unwrap_or_else(|| self.run_from(at_sign + 1).range);
            let authority = Authority::after(text, host.end, &mut self.observer);
            if text.byte(authority.end) != Some(b'@') {
                break (host.start..authority.host_end, authority);
            }
            at_sign = authority.end;
        };
        let reading = termination::scan(text, authority.end, &Literal, &mut (), &mut self.observer);
        let word = self.word_start(start);
        let body = if start == body { word } else { body };
        let port = authority.port.as_ref();
        let kind = ip::kind_of(text.slice(host.start, host.end));
        let parts = Parts::url(word, body, host, kind, port, reading.extent);
        self.reject(&parts, Cause::new(ReasonKind::Userinfo, at..at + 1));
    }
}
