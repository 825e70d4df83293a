//! Defanged text has no live link, and comes back.

use linkspan::defang::{defang, refang};
use linkspan::profile::{BareIp, IpHosts, Localhost, WwwNames};
use linkspan::{Date, Detector, Profile};

/// Every profile but `pri185`, each as it is and with all options that make more links.
pub(crate) fn detectors() -> Vec<Detector> {
    let profiles = [
        Profile::uts58(),
        Profile::recommended(),
        Profile::uasg(Date::from_unix_days(20_000)),
        Profile::nonascii(),
    ];
    let mut detectors = Vec::new();
    for profile in profiles {
        let generous = profile
            .clone()
            .set("add-scheme", "ftp://,ws://")
            .expect("schemes")
            .bare_ip(BareIp::Linked)
            .ip_hosts(IpHosts::LinkedAlsoBareIpv6)
            .localhost(Localhost::Linked)
            .www_names(WwwNames::SyntacticTld);
        detectors.extend([Detector::new(profile), Detector::new(generous)]);
    }
    detectors
}

/// Panics if a link is left, or defanging twice changes something, or the text does not come back.
/// A text with notation of its own comes back without it.
pub(crate) fn check(detectors: &[Detector], text: &str) {
    let safe = defang(text);
    for detector in detectors {
        let live = detector.links(&safe).next();
        assert!(live.is_none(), "{live:?} is live in {safe:?}");
    }
    assert_eq!(defang(&safe), safe, "defanged twice, once");
    assert_eq!(refang(&safe), refang(text), "by way of {safe:?}, directly");
}
