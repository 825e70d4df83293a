//! Rule `defanging`: what holds for the defanged form of every text; the fuzz targets use it too.

use linkspan::defang::{defang, refang};
use linkspan::profile::{IpHosts, Linking, WwwNames};
use linkspan::{Date, Detector, Profile};

/// Every profile but `pri185`, each with all that makes more links: IP addresses without a scheme, and
/// the schemes `ftp` and `ws`.
pub(crate) fn detectors() -> Vec<Detector> {
    let today: Date = "2026-11-15".parse().expect("a date");
    let profiles = [
        Profile::uts58(),
        Profile::recommended(),
        Profile::uasg(today),
        Profile::nonascii(),
    ];
    let mut detectors = Vec::new();
    for profile in profiles {
        let generous = profile
            .clone()
            .set("add-scheme", "ftp://,ws://")
            .expect("schemes")
            .bare_ip(Linking::Linked)
            .ip_hosts(IpHosts::LinkedAlsoBareIpv6)
            .localhost(Linking::Linked)
            .www_names(WwwNames::SyntacticTld)
            .single_label(Linking::Linked)
            .emoji_hosts(Linking::Linked);
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
        assert!(
            live.is_none(),
            "{live:?} is live in {safe:?}, made of {text:?}"
        );
    }
    assert_eq!(defang(&safe), safe, "defanged twice, once; of {text:?}");
    assert_eq!(refang(&safe), refang(text), "by way of {safe:?}, directly");
}
