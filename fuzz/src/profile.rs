//! Profiles by choice.

use linkspan::limits::{Limits, LocalPartLimit};
use linkspan::policy::{
    BareSuffixes, BidiControls, Confusables, HostCharacters, IdnaRules, LabelScripts, LocalParts,
    PathScripts, Prose,
};
use linkspan::profile::{
    BareIp, Glue, IpHosts, Localhost, MisplacedDots, QuotedLocalParts, SchemeColon, SchemeTld,
    WwwNames,
};
use linkspan::scheme::Schemes;
use linkspan::tld::TldSource;
use linkspan::{Date, Profile};

use crate::input::Input;

/// One of the named profiles; takes one byte.
pub(crate) fn named(input: &mut Input<'_>) -> Profile {
    let named: [fn() -> Profile; 5] = [
        Profile::uts58,
        Profile::recommended,
        Profile::nonascii,
        Profile::pri185,
        || Profile::uasg(Date::from_unix_days(20_000)),
    ];
    input.choice(&named)()
}

/// A named profile with some options changed; takes seven bytes. Zeros change nothing.
pub(crate) fn varied(input: &mut Input<'_>) -> Profile {
    let mut profile = named(input);
    let syntax = &mut profile.syntax;
    let mut bits = Bits(input.byte());
    bits.set(&mut syntax.hosts.ip, IpHosts::LinkedAlsoBareIpv6);
    bits.set(&mut syntax.hosts.bare_ip, BareIp::Linked);
    bits.set(&mut syntax.hosts.localhost, Localhost::Linked);
    bits.set(&mut syntax.scheme_colon, SchemeColon::Rejected);
    bits.set(&mut syntax.www, WwwNames::SyntacticTld);
    bits.set(&mut syntax.scheme_tld, SchemeTld::Known);
    bits.set(&mut syntax.glue, Glue::Cut);
    bits.set(&mut syntax.email.quoted, QuotedLocalParts::Linked);
    let mut bits = Bits(input.byte());
    bits.set(&mut syntax.email.misplaced_dots, MisplacedDots::Stop);
    bits.set(&mut syntax.email.characters, |c| c != 'x');
    bits.set(&mut syntax.schemes, schemes());
    bits.set(&mut syntax.default_scheme, "http");
    bits.set(&mut profile.tlds, TldSource::Syntactic);
    bits.set(
        &mut profile.tlds,
        TldSource::Embedded.with(["lan", "новое"]),
    );
    bits.set(&mut profile.freshness, None);
    let policy = &mut profile.policy;
    let mut bits = Bits(input.byte());
    bits.set(&mut policy.characters, HostCharacters::Allowed);
    bits.set(&mut policy.scripts, LabelScripts::HighlyRestrictive);
    bits.set(&mut policy.scripts, LabelScripts::Unmixed);
    bits.set(&mut policy.idna, IdnaRules::Required);
    bits.set(&mut policy.confusables, Confusables::ShownAsALabel);
    bits.set(&mut policy.bare_suffixes, BareSuffixes::Rejected);
    bits.set(&mut policy.bidi_controls, BidiControls::Rejected);
    bits.set(&mut policy.local_parts, LocalParts::Conservative);
    let mut bits = Bits(input.byte());
    bits.set(&mut policy.paths, PathScripts::Noted);
    bits.set(&mut policy.prose, Prose::Human);
    let limits = &mut profile.syntax.limits;
    bits.set(limits, Limits::dns());
    bits.set(&mut limits.local_part, Some(LocalPartLimit::Characters(3)));
    let few = usize::from(input.byte());
    bits.set(&mut limits.label, Some(few));
    bits.set(&mut limits.name, Some(few));
    bits.set(&mut limits.link, Some(few));
    bits.set(&mut limits.run, Some(usize::from(input.byte())));
    profile
}

/// Schemes with and without a host.
fn schemes() -> Schemes {
    Schemes::web_and_ftp()
        .with_opaque("tel")
        .and_then(|schemes| schemes.with_opaque("magnet"))
        .and_then(|schemes| schemes.with_host("x+y.z"))
        .expect("schemes")
}

/// The bits of a byte, from the lowest.
struct Bits(u8);

impl Bits {
    /// Sets an option if the next bit is set.
    fn set<T>(&mut self, option: &mut T, value: T) {
        if self.0 & 1 == 1 {
            *option = value;
        }
        self.0 >>= 1;
    }
}
