//! Values of a link, for `--print` and `--by`.

use clap::ValueEnum;
use linkspan::suffix::SuffixSource;
use linkspan::{Kind, Link, Part};

/// A value of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Field {
    /// The target address: ASCII, with a scheme
    Href,
    /// The link as it is written
    Text,
    /// The readable form
    Display,
    /// The normalized host: A-labels, lower case, no root dot
    Host,
    /// The registrable domain, normalized; the host if there is no such domain, as for an IP
    /// address
    Domain,
    /// The top-level domain, normalized
    Tld,
    /// The scheme as it is written, in lower case; `mailto` for every e-mail address
    Scheme,
    /// `url`, `email` or `file`
    Kind,
}

impl Field {
    /// The value of a link that is written as `typed`, if the link has it.
    pub(crate) fn of(self, link: &Link, typed: &str, suffixes: &SuffixSource) -> Option<String> {
        match self {
            Self::Href => Some(link.href()),
            Self::Text => Some(typed.to_owned()),
            Self::Display => Some(link.display()),
            Self::Host => host(link),
            Self::Domain => link
                .registrable_domain_ascii_in(suffixes)
                .or_else(|| host(link)),
            Self::Tld => {
                link.tld()?;
                let host = host(link)?;
                host.rsplit('.').next().map(str::to_owned)
            }
            Self::Scheme => scheme(link).map(str::to_ascii_lowercase),
            Self::Kind => Some(link.kind().to_string()),
        }
    }
}

/// The scheme of a link as written, without `:` and `//`. An e-mail address has the scheme
/// `mailto`, written or not.
pub(super) fn scheme<'t>(link: &Link<'t>) -> Option<&'t str> {
    match link.kind() {
        Kind::Email => Some("mailto"),
        _ => Some(link.part(Part::Scheme)?.trim_end_matches(['/', ':'])),
    }
}

/// The normalized host. A host that IDNA rejects, which only some profiles link, stays as it is
/// written.
fn host(link: &Link) -> Option<String> {
    let as_written = || link.part(Part::Host).map(str::to_lowercase);
    link.host_ascii().or_else(as_written)
}
