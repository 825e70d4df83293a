//! Hosts after a scheme: names in ASCII, IP addresses, `localhost`, and what options add.

use core::ops::Range;

use super::Links;
use super::observer::Observer;
use crate::judge::sentence::is_pictograph;
use crate::names::host::ascii::AsciiRun;
use crate::names::host::ip;
use crate::names::host::label::{is_label, is_label_separator};
use crate::names::host::{self, HostKind, Name, Run, RunEnd};
use crate::names::idna;
use crate::names::lists::tld::is_syntactic;
use crate::names::spoof::calm::CalmRun;
use crate::profile::{IpHosts, Linking, SchemeTld};
use crate::reason::ReasonKind;
use crate::uts58::runs::is_hard;

/// A run of host characters that one pass has read.
pub(super) struct ShortRun {
    /// The name in it, if all labels are valid. Its top-level domain is not checked.
    pub(super) name: Option<Name>,
    /// The last label.
    pub(super) tld: Range<usize>,
    pub(super) end: usize,
}

impl<O: Observer> Links<'_, '_, O> {
    /// The host after a scheme if one pass reads it, which is the common case, and the end of its
    /// run.
    pub(super) fn short_host(&mut self, start: usize) -> Option<(Name, usize)> {
        let run = self.short_run(start)?;
        let name = run.name?;
        let tld = self.text.slice(run.tld.start, run.tld.end);
        let (by_list, enough) = match self.profile.syntax.scheme_tld {
            SchemeTld::Syntactic => (false, name.has_syntactic_tld(tld)),
            SchemeTld::Known => (true, self.profile.tlds.knows(tld)),
        };
        enough.then_some((Name { by_list, ..name }, run.end))
    }

    /// The run that starts at `start`, if one pass reads it.
    pub(super) fn short_run(&mut self, start: usize) -> Option<ShortRun> {
        if self.observer.wants_reasons() {
            return None;
        }
        if let Some(run) = AsciiRun::from(self.text, start) {
            self.observer.work(run.end - start);
            return Some(ShortRun {
                name: run.name(start),
                tld: run.tld..run.name_end,
                end: run.end,
            });
        }
        // An emoji may follow.
        if self.profile.syntax.emoji_hosts == Linking::Linked {
            return None;
        }
        let run = CalmRun::from(self.text, start)?;
        self.observer.work(run.end - start);
        Some(ShortRun {
            name: Some(Name::calm(&run, true)),
            tld: run.tld()..run.name_end,
            end: run.end,
        })
    }

    /// A host after a scheme that is not a name with a top-level domain.
    pub(super) fn other_host(&self, run: &Run) -> Option<Name> {
        let text = self.text;
        let syntax = &self.profile.syntax;
        let mut run = run.clone();
        // `http://localhost查看`: neither an IP address nor `localhost` contains letters of these
        // scripts.
        if let Some(glued) = self.judge().find_glued(&run.range) {
            run.range.end = glued;
            run.end = RunEnd::Cut(ReasonKind::GluedAfter);
        }
        let Range { start, end } = run.range;
        let localhost_end = host::trim_end(text, start, end);
        let is_localhost = || {
            syntax.localhost == Linking::Linked
                && text
                    .slice(start, localhost_end)
                    .eq_ignore_ascii_case("localhost")
        };
        let (mut address, mut kind) = (None, HostKind::Name);
        if syntax.ip != IpHosts::Ignored {
            (address, kind) = match ip::v4(text, &run.range) {
                Some(range) => (Some(range), HostKind::Ipv4),
                None => (ip::v6_in_brackets(text, start), HostKind::Ipv6),
            };
        }
        if address.is_none() && syntax.ip == IpHosts::LinkedAlsoBareIpv6 {
            (address, kind) = (ip::v6_bare(text, start), HostKind::Ipv6);
        }
        if address.is_none() && is_localhost() {
            (address, kind) = (Some(start..localhost_end), HostKind::Name);
        }
        let mut name = Name::unlisted(address?, kind);
        if name.range.end == end {
            name.end = run.end;
        }
        Some(name)
    }

    /// A host with one label after a scheme, if the profile links them.
    pub(super) fn single_label(&self, run: &Run) -> Option<Name> {
        (self.profile.syntax.single_label == Linking::Linked).then_some(())?;
        let text = self.text;
        let Range { start, mut end } = run.range;
        // `http://jenkins查看`
        let glued = self.judge().find_glued(&run.range);
        let glued = glued.filter(|&at| at > start);
        end = glued.unwrap_or(end);
        let name_end = host::trim_end(text, start, end);
        let label = text.slice(start, name_end);
        // Browsers read `http://123/` and `http://0x7F/` as IP addresses.
        let is_number = label.bytes().all(|byte| byte.is_ascii_digit())
            || label
                .get(..2)
                .is_some_and(|start| start.eq_ignore_ascii_case("0x"));
        // `http://user:password@example.com/`
        let rest = text.slice(name_end, text.0.len());
        let ends_authority = |c: char| is_hard(c) || matches!(c, '/' | '?' | '#' | '@');
        let is_userinfo = rest
            .find(ends_authority)
            .is_some_and(|at| text.byte(name_end + at) == Some(b'@'));
        let is_host =
            !is_number && !is_userinfo && !label.contains(is_label_separator) && is_label(label);
        is_host.then(|| {
            let mut name = Name::unlisted(start..name_end, HostKind::Name);
            if glued.is_some() {
                name.end = RunEnd::Cut(ReasonKind::GluedAfter);
            } else if name_end == end {
                name.end = run.end;
            }
            name
        })
    }

    /// A host with emoji after a scheme, if the profile links them. `run` is the text before the
    /// first emoji.
    pub(super) fn emoji_host(&mut self, run: &Run) -> Option<Name> {
        (self.profile.syntax.emoji_hosts == Linking::Linked).then_some(())?;
        let text = self.text;
        let Range { start, mut end } = run.range;
        let mut run_end = run.end;
        let is_symbol = |c: &char| is_pictograph(*c) || *c == '\u{FE0F}';
        let mut has_symbols = false;
        while let Some(symbol) = text.char_at(end).filter(is_symbol) {
            has_symbols = true;
            let rest = self.run_from(end + symbol.len_utf8());
            (end, run_end) = (rest.range.end, rest.end);
        }
        let name_end = host::trim_end(text, start, end);
        let host = text.slice(start, name_end);
        let (_, tld) = host.rsplit_once(is_label_separator)?;
        let is_host = has_symbols
            && (self.profile.tlds.knows(tld) || is_syntactic(tld))
            && !tld.contains(|c| is_symbol(&c))
            && host
                .split(is_label_separator)
                .all(|label| !label.is_empty())
            && idna::to_ascii(host).is_some();
        is_host.then_some(())?;
        self.cursor.pass(end);
        Some(Name {
            has_symbols: true,
            end: if name_end == end {
                run_end
            } else {
                RunEnd::Character
            },
            ..Name::unlisted(start..name_end, HostKind::Name)
        })
    }
}
