//! Profiles by choice.

use linkspan::profile::{
    IpHosts, Limits, Linking, LocalPartLimit, MisplacedDots, Rule, Scheme, SchemeTld, Schemes,
    WwwNames,
};
use linkspan::tld::TldSource;
use linkspan::{Date, Detector, Kind, Profile};

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

/// A named profile with some options changed; takes twelve bytes. Zeros change nothing.
pub(crate) fn varied(input: &mut Input<'_>) -> Profile {
    let profile = named(input);
    let bits = Bits(input.byte());
    let profile = bits.change(
        profile,
        [
            |profile| profile.ip_hosts(IpHosts::LinkedAlsoBareIpv6),
            |profile| profile.bare_ip(Linking::Linked),
            |profile| profile.localhost(Linking::Linked),
            |profile| profile.bare_links(Linking::Ignored),
            |profile| profile.www_names(WwwNames::SyntacticTld),
            |profile| profile.scheme_tld(SchemeTld::Known),
            |profile| profile.quoted_local_parts(Linking::Linked),
            |profile| profile.misplaced_dots(MisplacedDots::Stop),
        ],
    );
    let bits = Bits(input.byte());
    let profile = bits.change(
        profile,
        [
            |profile| profile.email_characters(|c| c != 'x'),
            |profile| profile.schemes(schemes()),
            |profile| profile.default_scheme(Scheme::HTTP),
            |profile| profile.tlds(TldSource::Syntactic),
            |profile| profile.tlds(TldSource::Embedded.with(["lan", "новое"])),
            |profile| profile.max_tld_age(1_000),
            |profile| profile.limits(Limits::dns()),
            |profile| {
                let limit = LocalPartLimit::Characters(3);
                profile.limits(Limits::default().local_part(limit))
            },
        ],
    );
    // Each set bit switches a rule to the other side.
    let bytes = [input.byte(), input.byte(), input.byte(), input.byte()];
    let switches = u32::from_le_bytes(bytes);
    let rules = Rule::ALL.iter().zip(0..u32::BITS);
    let profile = rules.fold(profile, |profile, (&rule, bit)| {
        match (switches >> bit & 1 == 1, profile.has(rule)) {
            (true, true) => profile.without(rule),
            (true, false) => profile.with(rule),
            (false, _) => profile,
        }
    });
    let limits = ["max-label", "max-name", "max-length", "max-run"];
    limits
        .into_iter()
        .fold(profile, |profile, option| match input.byte() {
            0 => profile,
            few => profile.set(option, &few.to_string()).expect("a number"),
        })
}

/// Whether the grammar is that of PRI #185, which alone has file names. Asked without limits: a
/// short `max-run` would hide the file name.
pub(crate) fn is_pri185(detector: &Detector) -> bool {
    let profile = detector.profile().clone().limits(Limits::default());
    Detector::new(profile)
        .links("/etc/hosts")
        .next()
        .is_some_and(|link| link.kind() == Kind::File)
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
    /// Changes an option for each bit that is set.
    fn change(self, profile: Profile, changes: [fn(Profile) -> Profile; 8]) -> Profile {
        let changes = changes.into_iter().zip(0..8);
        changes.fold(profile, |profile, (change, bit)| {
            if self.0 >> bit & 1 == 1 {
                change(profile)
            } else {
                profile
            }
        })
    }
}
