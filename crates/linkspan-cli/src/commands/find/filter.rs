//! Which links to print.

use clap::{Args, ValueEnum};
use linkspan::{Kind, Link, Part, format};

/// Options about which links are printed.
#[derive(Args)]
#[command(next_help_heading = "Links")]
pub(crate) struct Wanted {
    /// Print links of this kind only
    #[arg(long, value_enum, value_name = "KIND")]
    kind: Vec<KindName>,

    /// Print links that are written with this scheme only, such as `https`; `mailto` is any e-mail
    /// address
    #[arg(long, value_name = "SCHEME")]
    scheme: Vec<String>,

    /// Print links to this host only, or to a name below it: `example.com` is also `www.example.com`
    #[arg(long, value_name = "HOST")]
    host: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KindName {
    /// Web addresses
    Url,
    /// E-mail addresses
    Email,
    /// File names, which only the profile `pri185` finds
    File,
}

/// A filter of links.
pub(crate) struct Filter {
    kinds: Vec<Kind>,
    schemes: Vec<String>,
    hosts: Vec<String>,
}

impl Wanted {
    /// The filter, or a sentence that says what is wrong with the options.
    pub(crate) fn filter(&self) -> Result<Filter, String> {
        let kind = |kind: &KindName| match kind {
            KindName::Url => Kind::Url,
            KindName::Email => Kind::Email,
            KindName::File => Kind::File,
        };
        let scheme = |scheme: &String| scheme.trim_end_matches(['/', ':']).to_ascii_lowercase();
        let hosts: Result<Vec<String>, String> = self.host.iter().map(|host| ascii(host)).collect();
        if self.scheme.iter().any(|name| scheme(name).is_empty()) {
            return Err("`--scheme` needs a name, such as `https`".to_owned());
        }
        Ok(Filter {
            kinds: self.kind.iter().map(kind).collect(),
            schemes: self.scheme.iter().map(scheme).collect(),
            hosts: hosts?,
        })
    }
}

/// A host in A-labels.
fn ascii(host: &str) -> Result<String, String> {
    let is_address = host.starts_with('[') && host.ends_with(']');
    if host.contains(['/', '?', '#', '@']) || (host.contains(':') && !is_address) {
        return Err(format!(
            "`{host}` is not a host: leave out the scheme, the port and what follows the host"
        ));
    }
    let url = format::ascii(&format!("https://{}", host.trim_matches('.')));
    let url = url.map_err(|error| format!("`{host}` is not a host: {error}"))?;
    let host = url.trim_start_matches("https://");
    Ok(host.trim_end_matches('/').to_owned())
}

impl Filter {
    /// How many of the links are wanted.
    pub(crate) fn count<'t>(&self, links: impl Iterator<Item = Link<'t>>) -> usize {
        if self.is_open() {
            return links.count();
        }
        links.filter(|link| self.wants(link)).count()
    }

    /// Whether nothing is filtered out.
    fn is_open(&self) -> bool {
        self.kinds.is_empty() && self.schemes.is_empty() && self.hosts.is_empty()
    }

    /// Whether a link is of a kind, scheme and host that was asked for.
    pub(crate) fn wants(&self, link: &Link) -> bool {
        self.wants_kind(link) && self.wants_scheme(link) && self.wants_host(link)
    }

    fn wants_kind(&self, link: &Link) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&link.kind())
    }

    fn wants_scheme(&self, link: &Link) -> bool {
        if self.schemes.is_empty() {
            return true;
        }
        let scheme = match (link.kind(), link.part(Part::Scheme)) {
            (Kind::Email, _) => "mailto",
            (_, scheme) => scheme.unwrap_or_default(),
        };
        let scheme = scheme.trim_end_matches(['/', ':']);
        self.schemes
            .iter()
            .any(|wanted| wanted.eq_ignore_ascii_case(scheme))
    }

    fn wants_host(&self, link: &Link) -> bool {
        self.hosts.is_empty() || self.hosts.iter().any(|wanted| link.is_below(wanted))
    }
}
