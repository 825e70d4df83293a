//! The registrable domain of one host.

use linkspan::format;
use linkspan::suffix::SuffixSource;

/// The registrable domain of a host, in the form of the field `domain`: in A-labels and lower case.
/// `None` for a public suffix, for an IP address, and for text that is not a host.
#[must_use]
pub fn domain(host: &str, list: &SuffixSource) -> Option<String> {
    let is_other = |c: char| {
        matches!(c, '/' | '?' | '#' | '@' | ':' | '\\') || c.is_whitespace() || c.is_control()
    };
    let host = Some(host).filter(|host| !host.contains(is_other))?;
    // The address of the host, in which the host is normalised.
    let address = format::ascii(host).ok()?;
    let host = address.split('/').nth(2)?.trim_end_matches('.');
    let is_name = !host.ends_with(|c: char| c.is_ascii_digit());
    is_name.then(|| list.domain(host).map(str::to_owned))?
}

#[cfg(test)]
#[allow(clippy::restriction, reason = "a test may panic")]
mod tests {
    use linkspan::suffix::SuffixList;

    use super::*;

    #[test]
    fn domains_are_normalised() {
        let list = SuffixSource::List(SuffixList::parse("uk\nco.uk\n").unwrap());
        let of = |host| domain(host, &list);
        assert_eq!(
            of("www.BÜCHER.co.uk.").as_deref(),
            Some("xn--bcher-kva.co.uk")
        );
        for other in [
            "co.uk",
            "10.0.0.1",
            "",
            "https://a.co.uk/",
            "a b.co.uk",
            "me@a.co.uk",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
