//! The embedded list of top-level domains.

use super::emit;

/// The day on which the pinned release of crate `tld` was generated from the IANA list.
/// Change it together with the version in `Cargo.toml`.
const DATE: &str = "2026-11-01";

/// The source of `tables/tlds.rs`.
pub(crate) fn source() -> String {
    let mut ascii: Vec<String> = tld::TLD.iter().map(|&name| name.to_owned()).collect();
    ascii.sort();
    let mut unicode: Vec<String> = ascii
        .iter()
        .filter(|name| name.starts_with("xn--"))
        .map(|name| {
            let (shown, valid) = idna::domain_to_unicode(name);
            assert!(valid.is_ok(), "{name} is not a valid A-label");
            shown
        })
        .collect();
    unicode.sort();
    let header = emit::header(
        "The top-level domains of the IANA root zone database.",
        "crate `tld` 2.45.0 (BSD-3-Clause), which follows the IANA list",
    );
    format!(
        "{header}/// The day of the list.\npub(crate) const DATE: &str = \"{DATE}\";\n\n{}\n{}",
        emit::strings(
            "ASCII",
            "All names in ASCII form, lower case, sorted",
            &ascii
        ),
        emit::strings(
            "UNICODE",
            "The internationalised names in Unicode form, sorted",
            &unicode
        ),
    )
}
