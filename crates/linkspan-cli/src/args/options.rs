//! Options about what can be a link, shared by commands.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use linkspan::profile::OptionError;
use linkspan::suffix::{SuffixList, SuffixSource};
use linkspan::tld::{TldList, TldSource};
use linkspan::{Date, Profile};

use super::dns::Dns;
use super::values::{count, days, rules, seconds, server, setting, unsafe_scheme};
use crate::input::{self, tld_list};
use crate::out::report;

/// Options about what can be a link.
#[derive(Args)]
#[command(next_help_heading = "What is a link")]
pub(crate) struct Options {
    /// What is a link: recommended (default), uts58…
    ///
    /// `recommended` has candidates exactly as UTS #58 defines, judged for people; `uts58` is the standard alone. The
    /// default is `recommended`.
    #[arg(long, value_enum)]
    profile: Option<ProfileName>,

    /// Who knows which top-level domains exist, for names without a scheme: `auto` (the newer of the
    /// downloaded and the built-in list), `embedded`, `dns` (a list, and the domain name system for
    /// what it does not have), `syntactic` (everything that could be one), or a file in the format
    /// of IANA
    #[arg(
        long,
        value_name = "SOURCE",
        default_value = "auto",
        hide_short_help = true
    )]
    tlds: String,

    /// How old the list of top-level domains may be, in days; links that rest on an older one carry
    /// the warning `tld-list-stale`
    #[arg(long, value_name = "DAYS", value_parser = days, allow_negative_numbers = true, hide_short_help = true)]
    max_tld_age: Option<u32>,

    /// Stop if the list of top-level domains is too old (by default, older than a day)
    #[arg(long, hide_short_help = true)]
    require_fresh: bool,

    /// The day it is, instead of what the clock says, such as 2026-11-15
    #[arg(long, value_name = "DATE", hide_short_help = true)]
    today: Option<Date>,

    /// A name server to ask with `--tlds dns`, instead of those of the system
    #[arg(long, value_name = "IP[:PORT]", value_parser = server, hide_short_help = true)]
    dns_server: Vec<SocketAddr>,

    /// How long all questions about one file may take with `--tlds dns`, in seconds; by default 5
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, hide_short_help = true)]
    dns_timeout: Option<u64>,

    /// Another scheme to link, such as `ftp://` (before a host) or `tel:` (before anything)
    #[arg(long, value_name = "SCHEME", hide_short_help = true)]
    add_scheme: Vec<String>,

    /// Another scheme to link although following it can run code or read files, such as `file:`
    #[arg(long, value_name = "SCHEME", value_parser = unsafe_scheme, hide_short_help = true)]
    add_unsafe_scheme: Vec<String>,

    /// Link only what has a scheme: `https://example.com`, but not `example.com`. This is the fastest way
    #[arg(long, hide_short_help = true)]
    scheme_only: bool,

    /// Whether IP addresses are linked after a scheme; if nothing is said, as the profile does
    #[arg(long, value_enum, alias = "ip", hide_short_help = true)]
    ip_hosts: Option<IpName>,

    /// Link IP addresses without a scheme, and those after one
    #[arg(long, hide_short_help = true)]
    bare_ip: bool,

    /// Link `localhost` after a scheme
    #[arg(long, hide_short_help = true)]
    localhost: bool,

    /// How long names and local parts may be; if nothing is said, as the profile says
    #[arg(long, value_enum, hide_short_help = true)]
    limits: Option<LimitsName>,

    /// The most bytes of a link; if nothing is said, as the profile says: 8192 in `recommended`
    #[arg(long, value_name = "BYTES", value_parser = count, allow_negative_numbers = true, hide_short_help = true)]
    max_length: Option<usize>,

    /// The scheme that the address of a name without one gets; if nothing is said, as the profile does
    #[arg(long, value_name = "SCHEME", hide_short_help = true)]
    default_scheme: Option<String>,

    /// A rule to switch on, by the name of the reason it gives, such as `public-suffix`
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rules(), hide_possible_values = true, hide_short_help = true)]
    with: Vec<String>,

    /// A rule to switch off, by the name of the reason it gives, such as `file-name`
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rules(), hide_possible_values = true, hide_short_help = true)]
    without: Vec<String>,

    /// Any other option of the profile, such as `scheme-tld=known`; a NAME that does not exist lists all of them
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting, hide_short_help = true)]
    set: Vec<(String, String)>,
}

/// The option about registrable domains.
#[derive(Args)]
pub(crate) struct Suffixes {
    /// A public suffix list to tell registrable domains by, instead of the built-in one
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "What is a link",
        hide_short_help = true
    )]
    suffixes: Option<PathBuf>,
}

/// The most bytes of a public suffix list; that of publicsuffix.org has about 300,000.
const MOST_BYTES: u64 = 16 << 20;

impl Suffixes {
    /// Whether a list was given.
    pub(crate) fn is_given(&self) -> bool {
        self.suffixes.is_some()
    }

    /// The public suffix list, or a sentence that says what is wrong with it.
    pub(crate) fn source(&self) -> Result<SuffixSource, String> {
        let Some(path) = &self.suffixes else {
            return Ok(SuffixSource::Embedded);
        };
        let list = SuffixList::parse(&input::list(path, MOST_BYTES)?);
        list.map(SuffixSource::List)
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// How long questions to the domain name system may take, unless something else is said.
const DNS_SECONDS: u64 = 5;

/// The profiles by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileName {
    /// What is worth and safe to link, as people expect it in prose; the default
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
    /// They are text
    Ignored,
    /// IPv4 addresses, and IPv6 addresses in brackets
    Linked,
    /// Also IPv6 addresses without brackets
    Bare,
}

#[derive(Clone, Copy, ValueEnum)]
enum LimitsName {
    /// As long as they like
    None,
    /// 63 octets for a label, 253 for a name, 64 for a local part
    Dns,
}

impl Options {
    /// The profile that the options make, or a sentence that says what is wrong with them.
    pub(crate) fn profile(&self) -> Result<Profile, String> {
        if let Some(message) = self.conflict() {
            return Err(message.to_owned());
        }
        let name = self.profile.and_then(|name| name.to_possible_value());
        let name = name.as_ref().map_or("recommended", PossibleValue::get_name);
        let said = |error: OptionError| {
            let message = error.to_string();
            if message.contains("refusing scheme") {
                return format!("{message}; `--add-unsafe-scheme` links it all the same");
            }
            message
        };
        let mut profile = Profile::named(name).map_err(said)?;
        for (option, value) in self.settings() {
            profile = profile.set(option, &value).map_err(said)?;
        }
        if let Some(scheme) = &self.default_scheme
            && !profile
                .listed_schemes()
                .hosts()
                .any(|listed| listed.eq_ignore_ascii_case(scheme))
        {
            return Err(format!(
                "`--default-scheme {scheme}` is a scheme that is not linked: add `--add-scheme {scheme}://`"
            ));
        }
        let profile = profile.tlds(self.tlds()?);
        if profile.is_stale() {
            let message = stale(&profile);
            if self.require_fresh {
                return Err(message);
            }
            report(message);
        }
        Ok(profile)
    }

    /// The first option about what is a link that was given, as it is written.
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

    /// What cannot go together, or has no effect, if anything.
    fn conflict(&self) -> Option<&'static str> {
        let asks = self.tlds == "dns";
        let has_no_age = self.tlds == "syntactic";
        let is_both = self.with.iter().any(|rule| self.without.contains(rule));
        let sets = |name: &str| self.set.iter().any(|(option, _)| option == name);
        let is_twice = self.max_length.is_some() && sets("max-length")
            || self.limits.is_some() && sets("limits")
            || self.ip_hosts.is_some() && sets("ip-hosts")
            || self.default_scheme.is_some() && sets("default-scheme");
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
                "`--tlds syntactic` has no list that could be old: leave out `--require-fresh`",
            ),
            (
                self.max_tld_age.is_some() && has_no_age,
                "`--tlds syntactic` has no list that could be old: leave out `--max-tld-age`",
            ),
            (is_both, "a rule is switched on and off: leave it out of `--with` or of `--without`"),
            (is_twice, "`--set` names an option that is given by its own name as well: leave out one of them"),
            (
                self.scheme_only && self.default_scheme.is_some(),
                "`--scheme-only` links nothing without a scheme: leave out `--default-scheme`",
            ),
        ]
        .into_iter()
        .find_map(|(is_wrong, message)| is_wrong.then_some(message))
    }

    /// The options by the names that the library has for them. Those with names of their own come last.
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
        // After `bare-ip`, which says something about them, too.
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
        self.profile.is_none() && self.tlds == "auto"
    }

    /// Whether a profile was asked for by name.
    pub(crate) fn is(&self, name: ProfileName) -> bool {
        self.profile == Some(name)
    }

    /// The list of top-level domains. DNS is asked only about what this list does not have.
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

    /// Which name servers to ask about top-level domains, if any are to be asked.
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
    let date = date.map_or("without a date".to_owned(), |date| format!("of {date}"));
    let days = match profile.tld_age_limit() {
        Some(1) | None => "1 day".to_owned(),
        Some(days) => format!("{days} days"),
    };
    format!(
        "the list of top-level domains, {date}, is older than {days}; `linkspan tlds update` gets a new one"
    )
}

/// The date of today, by the clock of the system, in UTC.
pub(crate) fn today() -> Date {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = elapsed.map_or(0, |elapsed| elapsed.as_secs() / 86_400);
    Date::from_unix_days(i32::try_from(days).unwrap_or(i32::MAX))
}
