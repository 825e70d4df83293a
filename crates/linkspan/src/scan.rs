//! The scan: from triggers to links.
//!
//! It jumps from one trigger to the next (`.`, `:`, `@` and the other label separators), reads the
//! run of host characters around it and decides. Two rules keep it linear: an attempt either yields a
//! link or moves on past everything it looked at, and what has to be looked for ahead is remembered.

use core::iter::FusedIterator;
use core::ops::Range;

use crate::email;
use crate::host::{self, Authority, Evidence, Name};
use crate::ip;
use crate::judge::Judge;
use crate::link::Link;
use crate::observe::Observer;

use crate::policy::{Prose, prose};
use crate::pri185;
use crate::profile::{
    BareIp, Glue, Grammar, IpHosts, Localhost, Profile, QuotedLocalParts, SchemeTld, WwwNames,
};
use crate::props::{LinkTerm, link_term};
use crate::reach::Reach;
use crate::reason::{Cause, ReasonKind};
use crate::scheme::is_scheme_char;
use crate::tables::{ProseClass, host_class, prose_class};
use crate::term;
use crate::text::Text;
use crate::tld::TldSource;
use crate::trigger::{Colons, Triggers};

/// The links of a text; see [`Detector::links`](crate::Detector::links).
#[derive(Clone, Debug)]
pub struct Links<'d, 't, O = ()> {
    profile: &'d Profile,
    /// Whether the list of top-level domains is older than the profile allows.
    stale: bool,
    text: Text<'t>,
    triggers: Triggers<'t>,
    /// Triggers before this offset are done with.
    next: usize,
    /// The end of the last candidate, linked or rejected: text inside one is not scanned again.
    floor: usize,
    /// Where the last run of host characters was cut before glued text.
    cut: usize,
    /// How far characters of a local part reach.
    local: Reach,
    /// How far it is to a `"@`.
    quote: Reach,
    /// The run of non-Hard characters around the last link, if that is limited.
    run: Range<usize>,
    /// What the grammar of PRI #185 has found ahead.
    pri185: pri185::Scanner,
    observer: O,
}

impl<'t, O: Observer> Iterator for Links<'_, 't, O> {
    type Item = Link<'t>;

    fn next(&mut self) -> Option<Link<'t>> {
        let Some(longest) = self.profile.syntax.limits.run else {
            return self.any();
        };
        loop {
            let link = self.any()?;
            if self.run.end < link.end() {
                self.run = run_around(self.text, self.run.end, link.range());
                self.observer.work(self.run.len());
            }
            if self.run.len() <= longest {
                return Some(link);
            }
            let run = self.run.clone();
            self.leave(run.end);
            self.observer
                .rejected(link.range(), ReasonKind::RunTooLong, run);
        }
    }
}

/// The maximal run without Hard characters around `range`, not before `floor`.
fn run_around(text: Text<'_>, floor: usize, range: Range<usize>) -> Range<usize> {
    let is_hard = |c| link_term(c) == LinkTerm::Hard;
    let before = text.slice(floor, range.start);
    let start = before.rfind(is_hard).map_or(floor, |at| {
        let behind = before.get(at..).and_then(|rest| rest.chars().next());
        floor + at + behind.map_or(0, char::len_utf8)
    });
    let after = text.slice(range.end, text.0.len());
    let end = range.end + after.find(is_hard).unwrap_or(after.len());
    start..end
}

impl<O: Observer> FusedIterator for Links<'_, '_, O> {}

impl<'t, O: Observer> Links<'_, 't, O> {
    /// The next link, however long the run around it is.
    fn any(&mut self) -> Option<Link<'t>> {
        if self.profile.syntax.grammar == Grammar::Pri185 {
            let tlds = &self.profile.tlds;
            let (text, from) = (self.text, self.next);
            let link = self.pri185.next(text, from, tlds, &mut self.observer);
            self.next = link.as_ref().map_or(text.0.len(), Link::end);
            return link;
        }
        loop {
            let trigger = self.triggers.next(self.next, &mut self.observer)?;
            let found = match self.text.byte(trigger)? {
                b':' if self.text.has(trigger, "://") => self.after_scheme(trigger),
                b':' => self.colon(trigger),
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

/// What an `@` makes of the text around it.
enum Mail<'t> {
    /// An address.
    Found(Link<'t>),
    /// A domain, but no address that should be linked: nothing here is.
    Failed(Range<usize>, Cause),
    /// No domain, so no address.
    Absent,
}

/// Passes everything on and remembers the length of the first top-level domain that was not known.
struct UnknownTld<'o, O>(&'o mut O, Option<usize>);

impl<O: Observer> Observer for UnknownTld<'_, O> {
    fn work(&mut self, steps: usize) {
        self.0.work(steps);
    }

    fn wants_reasons(&self) -> bool {
        self.0.wants_reasons()
    }

    fn unknown_tld(&mut self, label: &str) {
        self.0.unknown_tld(label);
        self.1.get_or_insert(label.len());
    }
}

/// Whether the scheme of a URL is one of those to link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    Yes,
    No,
}

impl<'d, 't, O: Observer> Links<'d, 't, O> {
    pub(crate) fn new(profile: &'d Profile, stale: bool, text: &'t str, observer: O) -> Self {
        let syntax = &profile.syntax;
        let has_others =
            syntax.schemes.opaques().next().is_some() || syntax.hosts.bare_ip == BareIp::Linked;
        let colons = match has_others {
            true => Colons::All,
            false => Colons::BeforeSlashes,
        };
        Self {
            profile,
            stale,
            text: Text(text),
            triggers: Triggers::new(text, colons),
            next: 0,
            floor: 0,
            cut: 0,
            local: Reach::default(),
            quote: Reach::default(),
            run: 0..0,
            pri185: pri185::Scanner::default(),
            observer,
        }
    }

    /// Whoever watches the scan.
    pub(crate) fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Who decides about candidates.
    fn judge(&self) -> Judge<'d, 't> {
        Judge {
            profile: self.profile,
            text: self.text,
            stale: self.stale,
        }
    }

    /// Moves on past a candidate that ends at `end`.
    fn leave(&mut self, end: usize) {
        self.floor = self.floor.max(end);
        self.next = self.next.max(end);
    }

    /// Moves on past a candidate that is not linked.
    fn reject(&mut self, range: Range<usize>, cause: Cause) {
        self.leave(range.end);
        self.observer.rejected(range, cause.kind, cause.about);
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
        if let Some(end) = self.hopeless(behind) {
            self.next = end;
            return None;
        }
        let floor = match self.cut {
            cut if cut <= at => self.floor.max(cut),
            _ => self.floor,
        };
        let start = host::run_start(text, floor, at, self.glue(), &mut self.observer);
        let mut run = self.run_from(start);
        self.next = run.end.max(behind);
        // An address may start inside the run, behind a character that Link_Email does not have.
        // What stands before it may be a name of its own.
        if text.byte(run.end) == Some(b'@')
            && let (Mail::Found(mail), _) = self.mail(run.end)
        {
            run.end = run.end.min(mail.start().max(run.start));
        }
        // Never link the tail of something longer: of a candidate that ended inside the run, of an
        // address, of a URL with a scheme that is not listed, or of a name with invisible joints.
        if self.is_tail(run.start)
            || text.byte(run.start.wrapping_sub(1)) == Some(b'@')
            || text.ends_with(self.floor, run.start, "://").is_some()
            || host::is_joined(text, run.start, &mut self.observer)
        {
            return None;
        }
        let start = text.slice(run.start, run.end).get(..4).unwrap_or_default();
        let evidence = match self.profile.syntax.www {
            WwwNames::SyntacticTld if start.eq_ignore_ascii_case("www.") => Evidence::Scheme,
            _ => Evidence::Shape,
        };
        let name = match self.profile.syntax.hosts.bare_ip {
            BareIp::Linked => ip::v4(text, &run).map(Name::address),
            BareIp::Ignored => None,
        };
        let name = name.or_else(|| self.name(run, evidence))?;
        // What stands directly before `://` is a scheme, however much it looks like a host.
        if text.has(name.range.end, "://") {
            return None;
        }
        self.url(name.range.start, &name, Listed::Yes)
    }

    /// The end of the run of host characters from `behind` on, if nobody has to look at it: it is ASCII,
    /// its last label is no top-level domain, and nothing follows that could make something else of
    /// it. Most dots in prose and code end here.
    fn hopeless(&self, behind: usize) -> Option<usize> {
        let syntax = &self.profile.syntax;
        if self.observer.wants_reasons()
            || syntax.www != WwwNames::AsOthers
            || syntax.hosts.bare_ip != BareIp::Ignored
        {
            return None;
        }
        let rest = self.text.0.as_bytes().get(behind..)?;
        let mut label = 0;
        let mut length = 0;
        for &byte in rest {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => {}
                b'.' => label = length + 1,
                // What follows could belong to the run, or make a scheme or an address of it.
                0x80.. | b'@' => return None,
                b':' if self.text.has(behind + length, "://") => return None,
                _ => break,
            }
            length += 1;
        }
        let name = rest.get(label..length)?;
        let ends_well = name.last().is_some_and(|&byte| byte != b'_');
        let tld = core::str::from_utf8(name).ok().filter(|_| ends_well)?;
        (!self.profile.tlds.knows(tld)).then_some(behind + length)
    }

    /// `://` at `colon`: a scheme, and perhaps a host behind it.
    fn after_scheme(&mut self, colon: usize) -> Option<Link<'t>> {
        let text = self.text;
        let run = self.run_from(colon + 3);
        let run_end = run.end;
        self.next = run_end;
        let evidence = match self.profile.syntax.scheme_tld {
            SchemeTld::Syntactic => Evidence::Scheme,
            SchemeTld::Known => Evidence::Shape,
        };
        let name = self.name(run.clone(), evidence);
        let Some(name) = name.or_else(|| self.other_host(run)) else {
            // No host: if an `@` follows, all this is userinfo.
            if let Some(at) = self.userinfo_end(run_end) {
                self.skip_userinfo(at);
            }
            return None;
        };
        // The root dot of a host does not hide an `@` behind it.
        let end = name.range.end;
        if text.byte(run_end) == Some(b'@') && host::trim_end(text, end, run_end) == end {
            self.skip_userinfo(run_end);
            return None;
        }
        // The longest listed scheme that ends here counts, whatever stands before it.
        match self.scheme_start(self.floor, colon) {
            Some(start) => self.url(start, &name, Listed::Yes),
            None => self.url(colon, &name, Listed::No),
        }
    }

    /// Where the longest listed scheme starts that ends before the `://` at `colon`.
    fn scheme_start(&self, floor: usize, colon: usize) -> Option<usize> {
        let schemes = self.profile.syntax.schemes.hosts();
        let starts = schemes.filter_map(|scheme| self.text.ends_with(floor, colon, scheme));
        starts.min()
    }

    /// The host name at the start of a run. If only its top-level domain is not known, that is a
    /// reason.
    fn name(&mut self, run: Range<usize>, evidence: Evidence) -> Option<Name> {
        let mut watch = UnknownTld(&mut self.observer, None);
        let tlds = &self.profile.tlds;
        let name = host::name(self.text, run.clone(), evidence, tlds, &mut watch);
        if let (None, Some(length)) = (&name, watch.1) {
            let end = host::trim_end(self.text, run.start, run.end);
            let about = end.saturating_sub(length)..end;
            self.observer
                .rejected(run.start..end, ReasonKind::TldUnknown, about);
        }
        name
    }

    /// Who knows top-level domains that text may be glued to.
    fn glue(&self) -> Option<&'d TldSource> {
        match self.profile.syntax.glue {
            Glue::Cut => Some(&self.profile.tlds),
            Glue::Kept => None,
        }
    }

    /// Whether a run that starts at `start` is the tail of what stands before it. It is none if what
    /// stands before was cut off there as glued text.
    fn is_tail(&self, start: usize) -> bool {
        let is_glued = self.profile.syntax.glue == Glue::Cut
            && (start == self.floor || start == self.cut)
            && self
                .text
                .char_at(start)
                .is_some_and(|c| prose_class(c) == ProseClass::Unspaced);
        let before = self.text.char_before(start);
        let is_bullet = self.glue().is_some()
            && before.is_some_and(|c| host::is_bullet(self.text, start - c.len_utf8(), c));
        host::is_tail(self.text, start) && !is_glued && !is_bullet
    }

    /// The run of host characters from `start` on, without what is glued to its end: text behind a
    /// top-level domain, or the scheme of a URL that follows directly.
    fn run_from(&mut self, start: usize) -> Range<usize> {
        let tlds = self.glue();
        let mut run = host::run_from(self.text, start, tlds, &mut self.observer);
        let is_unspaced = |c: char| prose_class(c) == ProseClass::Unspaced;
        if tlds.is_some() && self.text.char_at(run.end).is_some_and(is_unspaced) {
            self.cut = run.end;
        }
        if self.text.has(run.end, "://")
            && let Some(start) = self.scheme_start(run.start, run.end)
        {
            run.end = start;
        }
        run
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
    fn url(&mut self, start: usize, name: &Name, listed: Listed) -> Option<Link<'t>> {
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
        let extent = term::scan(text, authority.end, prose, wrapper, &mut self.observer);
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
            self.skip_userinfo(authority.end);
            return None;
        }
        let candidate = start..extent.end;
        let cause = match &authority.port {
            _ if listed == Listed::No => {
                Some(Cause::new(ReasonKind::SchemeNotListed, start..start))
            }
            Some(port) if !authority.is_valid() => {
                Some(Cause::new(ReasonKind::PortTooLarge, port.clone()))
            }
            _ => None,
        };
        let verdict = match cause {
            Some(cause) => Err(cause),
            None => {
                let scheme = self.profile.syntax.default_scheme;
                let link = Link::url(text, start, &name.range, authority, extent, scheme);
                self.judge().url(link, name, self.floor)
            }
        };
        self.decided(candidate, verdict)
    }

    /// A link, or moving on past what is none.
    fn decided(
        &mut self,
        candidate: Range<usize>,
        verdict: Result<Link<'t>, Cause>,
    ) -> Option<Link<'t>> {
        verdict.map_err(|cause| self.reject(candidate, cause)).ok()
    }

    /// A `:` without `//`: perhaps a scheme that needs no host.
    fn colon(&mut self, colon: usize) -> Option<Link<'t>> {
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
        let extent = term::scan_opaque(text, colon + 1, prose, &mut self.observer);
        if extent.end == colon + 1 {
            return None;
        }
        let candidate = start..extent.end;
        let verdict = if self.profile.syntax.limits.allow_link(candidate.len()) {
            self.judge()
                .checked(Link::opaque(text, start, colon + 1, extent))
        } else {
            Err(Cause::new(ReasonKind::LinkTooLong, candidate.clone()))
        };
        self.decided(candidate, verdict)
    }

    /// An `@` outside of links and userinfo: perhaps an e-mail address.
    fn at_sign(&mut self, at: usize) -> Option<Link<'t>> {
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
        let syntax = &self.profile.syntax;
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
        let candidate = mailto.unwrap_or(local)..name.range.end;
        let mail = match self.judge().email(&candidate, local..at, &name) {
            Ok(link) => Mail::Found(link),
            Err(cause) => Mail::Failed(candidate, cause),
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
        let first = at;
        loop {
            let run = self.run_from(at + 1);
            let authority = Authority::after(text, run.end, &mut self.observer);
            at = authority.end;
            if text.byte(at) != Some(b'@') {
                break;
            }
        }
        let end = term::scan(text, at, Prose::Literal, "", &mut self.observer).end;
        self.reject(
            first..end,
            Cause::new(ReasonKind::Userinfo, first..first + 1),
        );
    }
}
