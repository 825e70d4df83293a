//! Filters on links.

use std::net::Ipv6Addr;

use clap::{Args, ValueEnum};
use linkspan::{Kind, Link, Part, Profile, format};
use regex::{Regex, RegexBuilder};

use crate::args::options::{Options, ProfileName};

/// Options that filter links.
#[derive(Args)]
#[command(next_help_heading = "Links")]
pub(crate) struct Wanted {
    /// Print only links that match a regex
    ///
    /// The expression may match anywhere in the link as it is written, or in its `href`. Start it
    /// with `(?i)` to ignore case. If the option is repeated, one expression has to match.
    #[arg(long, value_name = "REGEX", value_parser = expression)]
    only_link: Vec<Regex>,

    /// Skip links that match a regex
    #[arg(long, value_name = "REGEX", value_parser = expression)]
    exclude_link: Vec<Regex>,

    /// Print only links to this host or a subdomain
    ///
    /// `example.com` also matches `www.example.com`. Hosts are compared as A-labels, ignoring case.
    #[arg(long, value_name = "HOST", value_parser = ascii)]
    host: Vec<String>,

    /// Skip links to this host or a subdomain
    #[arg(long, value_name = "HOST", value_parser = ascii, hide_short_help = true)]
    exclude_host: Vec<String>,

    /// Print only links of this kind
    #[arg(long, value_enum, value_name = "KIND", hide_short_help = true)]
    kind: Vec<KindName>,

    /// Print only links written with this scheme, such as `https`; `mailto` includes every e-mail
    /// address
    #[arg(long, value_name = "SCHEME", hide_short_help = true, value_parser = scheme)]
    scheme: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KindName {
    /// Web addresses
    Url,
    /// E-mail addresses
    Email,
    /// File names; needs `--profile pri185`
    File,
}

/// A filter of links.
pub(crate) struct Filter {
    kinds: Vec<Kind>,
    schemes: Vec<String>,
    hosts: Vec<String>,
    no_hosts: Vec<String>,
    links: Vec<Regex>,
    no_links: Vec<Regex>,
}

impl Wanted {
    /// The filter, or a message about an option without effect.
    pub(crate) fn filter(&self, options: &Options, profile: &Profile) -> Result<Filter, String> {
        if self.kind.contains(&KindName::File) && !options.is(ProfileName::Pri185) {
            return Err(
                "`--kind file` finds nothing because only `--profile pri185` finds file names: add it".to_owned(),
            );
        }
        for scheme in &self.scheme {
            let listed = profile.listed_schemes();
            let is_listed = listed
                .hosts()
                .chain(listed.opaques())
                .any(|name| name == scheme);
            if scheme != "mailto" && !is_listed && !options.is(ProfileName::Pri185) {
                return Err(format!(
                    "`--scheme {scheme}` finds nothing: it is not linked; add `--add-scheme {scheme}://`, or \
                     `{scheme}:` if no host follows it"
                ));
            }
        }
        let is_mail = |scheme: &String| scheme == "mailto";
        let only = |kind| !self.kind.is_empty() && self.kind.iter().all(|name| *name == kind);
        let all_mail = !self.scheme.is_empty() && self.scheme.iter().all(is_mail);
        let no_mail = !self.scheme.is_empty() && !self.scheme.iter().any(is_mail);
        if only(KindName::Email) && no_mail || only(KindName::Url) && all_mail {
            return Err(
                "`--kind` and `--scheme` together exclude all links: remove one of them".to_owned(),
            );
        }
        let kind = |kind: &KindName| match kind {
            KindName::Url => Kind::Url,
            KindName::Email => Kind::Email,
            KindName::File => Kind::File,
        };
        Ok(Filter {
            kinds: self.kind.iter().map(kind).collect(),
            schemes: self.scheme.clone(),
            hosts: self.host.clone(),
            no_hosts: self.exclude_host.clone(),
            links: self.only_link.clone(),
            no_links: self.exclude_link.clone(),
        })
    }
}

/// A regular expression.
fn expression(text: &str) -> Result<Regex, String> {
    if text.is_empty() {
        return Err(
            "an empty expression matches every link; write what to match, such as `\\.pdf$`"
                .to_owned(),
        );
    }
    let regex = RegexBuilder::new(text).build();
    regex.map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => {
            "the expression is too large; write a shorter one".to_owned()
        }
        error => {
            // The last line of the message is the problem; the lines before it show the place.
            let message = error.to_string();
            let problem = message.lines().last().unwrap_or_default();
            let problem = problem.trim_start_matches("error: ");
            format!("{problem}; escape special characters with a backslash: `\\.`")
        }
    })
}

/// A scheme in lower case, without `:` or `://`.
fn scheme(text: &str) -> Result<String, String> {
    let name = text.trim_end_matches('/').trim_end_matches(':');
    let is_part = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let is_scheme =
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_part);
    if is_scheme {
        return Ok(name.to_ascii_lowercase());
    }
    Err("write one scheme such as `https`; for several, repeat the option".to_owned())
}

/// A host in A-labels.
fn ascii(host: &str) -> Result<String, String> {
    let below = host.trim_start_matches(['*', '.']);
    if host.starts_with('*') && !below.is_empty() {
        return Err(format!("write `{below}`, which includes all subdomains"));
    }
    let not_a_host = |problem: &str| format!("{problem}; write a host such as `example.com`");
    if below.is_empty() {
        return Err(not_a_host(if host.contains('*') {
            "a host has no `*`"
        } else {
            "the host is empty"
        }));
    }
    if host.parse::<Ipv6Addr>().is_ok() {
        return Err(format!("write an IPv6 address in brackets: `[{host}]`"));
    }
    let is_address = host.starts_with('[') && host.ends_with(']');
    if host.contains(['/', '?', '#', '@']) || (host.contains(':') && !is_address) {
        return Err("write only the host, without scheme, port and path".to_owned());
    }
    if host.contains('*') {
        return Err(not_a_host("a host has no `*`"));
    }
    if host.contains(|c: char| c.is_whitespace() || c == ',') {
        return Err(
            "a host has no spaces or commas; for several hosts, repeat the option".to_owned(),
        );
    }
    if host.contains("..") {
        return Err(not_a_host("a label is empty"));
    }
    let url = format::ascii(&format!("https://{}", host.trim_matches('.')));
    let url = url.map_err(|error| not_a_host(&error.to_string()))?;
    let host = url.trim_start_matches("https://");
    Ok(host.trim_end_matches('/').to_owned())
}

impl Filter {
    /// The number of links that pass the filter.
    pub(crate) fn count<'t>(&self, links: impl Iterator<Item = Link<'t>>) -> usize {
        if self.is_open() {
            return links.count();
        }
        links.filter(|link| self.wants(link, link.text())).count()
    }

    /// Whether every link passes.
    fn is_open(&self) -> bool {
        let names = [&self.schemes, &self.hosts, &self.no_hosts];
        let expressions = [&self.links, &self.no_links];
        self.kinds.is_empty()
            && names.iter().all(|names| names.is_empty())
            && expressions.iter().all(|expressions| expressions.is_empty())
    }

    /// Whether a link that is written as `typed` passes the filters for kind, scheme, host and
    /// expressions.
    pub(crate) fn wants(&self, link: &Link, typed: &str) -> bool {
        self.wants_kind(link)
            && self.wants_scheme(link)
            && self.wants_host(link)
            && self.wants_text(link, typed)
    }

    fn wants_kind(&self, link: &Link) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&link.kind())
    }

    fn wants_scheme(&self, link: &Link) -> bool {
        if self.schemes.is_empty() {
            return true;
        }
        // An e-mail address has the scheme `mailto`, written or not.
        let scheme = match link.kind() {
            Kind::Email => "mailto",
            _ => link.part(Part::Scheme).unwrap_or_default(),
        };
        self.schemes
            .iter()
            .any(|wanted| wanted.eq_ignore_ascii_case(scheme))
    }

    fn wants_host(&self, link: &Link) -> bool {
        let is_below = |hosts: &[String]| hosts.iter().any(|host| link.is_below(host));
        (self.hosts.is_empty() || is_below(&self.hosts)) && !is_below(&self.no_hosts)
    }

    fn wants_text(&self, link: &Link, typed: &str) -> bool {
        if self.links.is_empty() && self.no_links.is_empty() {
            return true;
        }
        let texts = [typed, &link.href()];
        let matches = |expressions: &[Regex]| {
            let mut all = expressions.iter();
            all.any(|expression| texts.iter().any(|text| expression.is_match(text)))
        };
        (self.links.is_empty() || matches(&self.links)) && !matches(&self.no_links)
    }
}
