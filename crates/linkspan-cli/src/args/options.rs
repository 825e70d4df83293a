//! Options that control link detection, shared by commands.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use linkspan::profile::OptionError;
use linkspan::suffix::{SuffixList, SuffixSource};
use linkspan::tld::{TldList, TldSource};
use linkspan::{Date, Profile};

use super::dns::Dns;
use super::values::{count, days, rules, seconds, server, setting, unsafe_scheme};
use crate::input::tld_list::today;
use crate::input::{self, tld_list};
use crate::out::report;

/// Options that control link detection.
#[derive(Args)]
#[command(next_help_heading = "Link detection")]
pub(crate) struct Options {
    /// Profile to use: recommended (default), uts58…
    ///
    /// `recommended` finds the links that a reader expects: it leaves out what is unsafe or not
    /// meant as a link, ends links with their sentence, and finds names next to other text without
    /// a space. `uts58` follows the standard alone. The default is `recommended`.
    #[arg(long, value_enum)]
    profile: Option<ProfileName>,

    /// Source of known top-level domains, for names without a scheme: `auto` (the newer of the
    /// downloaded and the built-in list), `embedded` (the built-in list), `dns` (as `auto`, then
    /// DNS for domains that are not listed), `syntactic` (any valid top-level label), or a file in
    /// the format of IANA
    #[arg(
        long,
        value_name = "SOURCE",
        default_value = "auto",
        hide_short_help = true
    )]
    tlds: String,

    /// Maximum age of the list of top-level domains, in days; links that depend on an older list
    /// have the warning `tld-list-stale` [default: no limit, 1 day in `uasg`]
    #[arg(long, value_name = "DAYS", value_parser = days, allow_negative_numbers = true, hide_short_help = true)]
    max_tld_age: Option<u32>,

    /// Fail if the list of top-level domains is older than `--max-tld-age`, or than one day if that
    /// is not given
    #[arg(long, hide_short_help = true)]
    require_fresh: bool,

    /// Today's date, instead of the system clock, such as 2026-11-15
    #[arg(long, value_name = "DATE", hide_short_help = true)]
    today: Option<Date>,

    /// Name server to query with `--tlds dns`, instead of the servers of the system [default port:
    /// 53]
    #[arg(long, value_name = "IP[:PORT]", value_parser = server, hide_short_help = true)]
    dns_server: Vec<SocketAddr>,

    /// Time limit for all DNS queries about one file with `--tlds dns`, in seconds [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, hide_short_help = true)]
    dns_timeout: Option<u64>,

    /// Link another scheme, such as `ftp://` (followed by a host) or `tel:` (followed by anything)
    #[arg(long, value_name = "SCHEME", hide_short_help = true)]
    add_scheme: Vec<String>,

    /// Link another scheme even though following its links can run code or read files, such as
    /// `data:`. Links with `//` after it are not found
    #[arg(long, value_name = "SCHEME", value_parser = unsafe_scheme, hide_short_help = true)]
    add_unsafe_scheme: Vec<String>,

    /// Link only URLs with a scheme: `https://example.com`, but not `example.com`. This is the
    /// fastest mode
    #[arg(long, hide_short_help = true)]
    scheme_only: bool,

    /// Set which IP addresses are linked after a scheme [default: as in the profile, `linked` in
    /// `recommended`]
    #[arg(long, value_enum, alias = "ip", hide_short_help = true)]
    ip_hosts: Option<IpName>,

    /// Link IP addresses with and without a scheme
    #[arg(long, hide_short_help = true)]
    bare_ip: bool,

    /// Link `localhost` after a scheme, as `recommended` always does
    #[arg(long, hide_short_help = true)]
    localhost: bool,

    /// Set the length limits of names and local parts [default: as in the profile, `dns` in
    /// `recommended`]
    #[arg(long, value_enum, hide_short_help = true)]
    limits: Option<LimitsName>,

    /// Maximum length of a link in bytes [default: as in the profile, 8192 in `recommended`]
    #[arg(long, value_name = "BYTES", value_parser = count, allow_negative_numbers = true, hide_short_help = true)]
    max_length: Option<usize>,

    /// Scheme for the target of a link that is written without one [default: as in the profile,
    /// `https` in `recommended`]
    #[arg(long, value_name = "SCHEME", hide_short_help = true)]
    default_scheme: Option<String>,

    /// Enable a rule, named by the reason it reports, such as `public-suffix`. Separate several
    /// with commas; an unknown RULE lists all of them
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rules(), hide_possible_values = true, hide_short_help = true)]
    with: Vec<String>,

    /// Disable a rule, named by the reason it reports, such as `file-name`. Separate several with
    /// commas; an unknown RULE lists all of them
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rules(), hide_possible_values = true, hide_short_help = true)]
    without: Vec<String>,

    /// Set any other option of the profile, such as `scheme-tld=known`; an unknown NAME lists all
    /// of them
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting, hide_short_help = true)]
    set: Vec<(String, String)>,
}

/// The option that sets the public suffix list.
#[derive(Args)]
pub(crate) struct Suffixes {
    /// Public suffix list that determines registrable domains, instead of the built-in one
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Link detection",
        hide_short_help = true
    )]
    suffixes: Option<PathBuf>,
}

/// Maximum size of a public suffix list in bytes; the one of publicsuffix.org has about 300,000.
const MOST_BYTES: u64 = 16 << 20;

impl Suffixes {
    /// Whether a list was given.
    pub(crate) fn is_given(&self) -> bool {
        self.suffixes.is_some()
    }

    /// The public suffix list, or an error message.
    pub(crate) fn source(&self) -> Result<SuffixSource, String> {
        let Some(path) = &self.suffixes else {
            return Ok(SuffixSource::Embedded);
        };
        let list = SuffixList::parse(&input::list(path, MOST_BYTES)?);
        list.map(SuffixSource::List)
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// Default time limit for DNS queries.
const DNS_SECONDS: u64 = 5;

/// The profiles by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileName {
    /// Links that are safe and that a reader expects in prose; the default
    Recommended,
    /// Exactly the links of UTS #58, and nothing else
    Uts58,
    /// The linkification guidelines of the Universal Acceptance Steering Group
    Uasg,
    /// The guidelines on linkification for URLs with non-ASCII characters
    Nonascii,
    /// The structures of PRI #185 for bidirectional display, file names included
    Pri185,
}

#[derive(Clone, Copy, ValueEnum)]
enum IpName {
    /// No IP addresses
    Ignored,
    /// IPv4 addresses, and IPv6 addresses in brackets
    Linked,
    /// IPv6 addresses without brackets too
    Bare,
}

#[derive(Clone, Copy, ValueEnum)]
enum LimitsName {
    /// No limits
    None,
    /// 63 octets for a label, 253 for a name, 64 for a local part
    Dns,
}

impl Options {
    /// The profile that the options describe, or an error message.
    pub(crate) fn profile(&self) -> Result<Profile, String> {
        if let Some(message) = self.conflict() {
            return Err(message.to_owned());
        }
        let name = self.profile.and_then(|name| name.to_possible_value());
        let name = name.as_ref().map_or("recommended", PossibleValue::get_name);
        let profile = Profile::named(name).map_err(|error| error.to_string())?;
        // `--set` can add top-level domains to the list.
        let mut profile = profile.tlds(self.tlds()?);
        for (option, value) in self.settings() {
            let said = |error: OptionError| {
                let message = error.to_string();
                let hint = match option {
                    _ if !message.contains("refusing scheme") => "",
                    "default-scheme" => "; use `http` or `https`",
                    _ => "; use `--add-unsafe-scheme` to link it anyway",
                };
                format!("{message}{hint}")
            };
            profile = profile.set(option, &value).map_err(said)?;
        }
        if let Some(scheme) = &self.default_scheme
            && !profile
                .listed_schemes()
                .hosts()
                .any(|listed| listed.eq_ignore_ascii_case(scheme))
        {
            return Err(format!(
                "`--default-scheme {scheme}` names a scheme that is not linked: add `--add-scheme {scheme}://`"
            ));
        }
        if profile.is_stale() {
            let message = stale(&profile);
            if self.require_fresh {
                return Err(message);
            }
            report(message);
        }
        Ok(profile)
    }

    /// The first option about link detection that was given, as spelled on the command line.
    pub(crate) fn given(&self) -> Option<&'static str> {
        [
            (self.profile.is_some(), "--profile"),
            (self.tlds != "auto", "--tlds"),
            (self.max_tld_age.is_some(), "--max-tld-age"),
            (self.require_fresh, "--require-fresh"),
            (!self.add_scheme.is_empty(), "--add-scheme"),
            (!self.add_unsafe_scheme.is_empty(), "--add-unsafe-scheme"),
            (self.scheme_only, "--scheme-only"),
            (self.ip_hosts.is_some(), "--ip-hosts"),
            (self.bare_ip, "--bare-ip"),
            (self.localhost, "--localhost"),
            (self.limits.is_some(), "--limits"),
            (self.max_length.is_some(), "--max-length"),
            (self.default_scheme.is_some(), "--default-scheme"),
            (!self.with.is_empty(), "--with"),
            (!self.without.is_empty(), "--without"),
            (!self.set.is_empty(), "--set"),
        ]
        .into_iter()
        .find_map(|(is_given, name)| is_given.then_some(name))
    }

    /// The first conflict between options, or option without effect, if there is one.
    fn conflict(&self) -> Option<&'static str> {
        let asks = self.tlds == "dns";
        let has_no_age = self.tld_source() == "syntactic";
        let is_both = self.with.iter().any(|rule| self.without.contains(rule));
        let sets = |name: &str| self.set.iter().any(|(option, _)| option == name);
        let is_twice = [
            (self.max_length.is_some(), "max-length"),
            (self.limits.is_some(), "limits"),
            (self.ip_hosts.is_some(), "ip-hosts"),
            (self.default_scheme.is_some(), "default-scheme"),
            (self.max_tld_age.is_some(), "max-tld-age"),
            (self.today.is_some(), "today"),
            (self.tlds != "auto", "tlds"),
            (self.scheme_only, "bare-links"),
            (self.bare_ip, "bare-ip"),
            (self.localhost, "localhost"),
        ]
        .into_iter()
        .any(|(is_given, name)| is_given && sets(name));
        [
            (
                !self.dns_server.is_empty() && !asks,
                "`--dns-server` has no effect without `--tlds dns`: add it",
            ),
            (
                self.dns_timeout.is_some() && !asks,
                "`--dns-timeout` has no effect without `--tlds dns`: add it",
            ),
            (
                self.require_fresh && has_no_age,
                "`syntactic` uses no list of top-level domains, so there is no age to check: remove `--require-fresh`",
            ),
            (
                self.max_tld_age.is_some() && has_no_age,
                "`syntactic` uses no list of top-level domains, so there is no age to check: remove `--max-tld-age`",
            ),
            (is_both, "a rule is both enabled and disabled: remove it from `--with` or from `--without`"),
            (is_twice, "`--set` sets an option that is also given by its own name: remove one of them"),
            (
                self.scheme_only && self.default_scheme.is_some(),
                "`--scheme-only` links nothing without a scheme: remove `--default-scheme`",
            ),
        ]
        .into_iter()
        .find_map(|(is_wrong, message)| is_wrong.then_some(message))
    }

    /// The options under the names that the library uses. Those set by `--set` come last.
    fn settings(&self) -> Vec<(&str, String)> {
        let mut settings: Vec<(&str, String)> = Vec::new();
        let today = self.today.unwrap_or_else(today);
        settings.push(("today", today.to_string()));
        let max_age = self.max_tld_age.or(self.require_fresh.then_some(1));
        settings.extend(max_age.map(|days| ("max-tld-age", days.to_string())));
        let limits = self.limits.and_then(|limits| limits.to_possible_value());
        settings.extend(limits.map(|limits| ("limits", limits.get_name().to_owned())));
        settings.extend(
            self.max_length
                .map(|bytes| ("max-length", bytes.to_string())),
        );
        for (option, value, is_set) in [
            ("bare-links", "ignored", self.scheme_only),
            ("bare-ip", "linked", self.bare_ip),
            ("localhost", "linked", self.localhost),
        ] {
            settings.extend(is_set.then(|| (option, value.to_owned())));
        }
        // After `bare-ip`, because that also sets `ip-hosts`.
        let ip = self.ip_hosts.and_then(|ip| ip.to_possible_value());
        settings.extend(ip.map(|ip| ("ip-hosts", ip.get_name().to_owned())));
        let lists = [
            ("add-scheme", &self.add_scheme),
            ("add-unsafe-scheme", &self.add_unsafe_scheme),
            ("with", &self.with),
            ("without", &self.without),
        ];
        for (option, values) in lists {
            settings.extend(values.iter().map(|value| (option, value.clone())));
        }
        let scheme = self.default_scheme.clone();
        settings.extend(scheme.map(|scheme| ("default-scheme", scheme)));
        let others = self.set.iter();
        settings.extend(others.map(|(option, value)| (option.as_str(), value.clone())));
        settings
    }

    /// Whether neither a profile nor a list of top-level domains was asked for.
    pub(crate) fn is_plain(&self) -> bool {
        self.profile.is_none() && self.tld_source() == "auto"
    }

    /// The source of top-level domains that was asked for: by `--set`, or by its own option.
    fn tld_source(&self) -> &str {
        let mut settings = self.set.iter().rev();
        let set = settings.find(|(option, _)| option == "tlds");
        set.map_or(&self.tlds, |(_, value)| value)
    }

    /// Whether a profile was asked for by name.
    pub(crate) fn is(&self, name: ProfileName) -> bool {
        self.profile == Some(name)
    }

    /// The list of top-level domains. DNS is queried only for names that are not in this list.
    fn tlds(&self) -> Result<TldSource, String> {
        match self.tlds.as_str() {
            "auto" | "dns" => Ok(tld_list::newest()),
            "embedded" => Ok(TldSource::Embedded),
            "syntactic" => Ok(TldSource::Syntactic),
            path => {
                let text = input::list(Path::new(path), tld_list::MOST_BYTES).map_err(|error| {
                    format!("{error}; `--tlds` also takes auto, embedded, dns and syntactic")
                })?;
                let list = TldList::parse(&text).map_err(|error| format!("{path}: {error}"))?;
                Ok(TldSource::List(list))
            }
        }
    }

    /// The name servers to query about top-level domains; `None` without `--tlds dns`.
    pub(crate) fn dns(&self) -> Option<Dns> {
        (self.tlds == "dns").then(|| Dns {
            servers: self.dns_server.clone(),
            seconds: self.dns_timeout.unwrap_or(DNS_SECONDS),
        })
    }
}

/// The message about a list that is older than the profile allows.
fn stale(profile: &Profile) -> String {
    let date = profile.tld_source().date();
    let date = date.map_or("undated".to_owned(), |date| format!("dated {date}"));
    let days = match profile.tld_age_limit() {
        Some(1) | None => "1 day".to_owned(),
        Some(days) => format!("{days} days"),
    };
    let is_early = profile.tld_source().date() > Some(today());
    let problem = match is_early {
        true => "is from the future".to_owned(),
        false => format!("is older than {days}"),
    };
    format!(
        "the list of top-level domains, {date}, {problem}; run `linkspan tlds update` to download a new one"
    )
}
