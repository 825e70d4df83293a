//! Options by name: one set of names for the command line and all language bindings.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::rule::Rules;
use super::{Limits, Linking, LocalPartLimit, Profile, Rule, Scheme, Schemes};
use crate::choice::Choice;
use crate::names::lists::date::Date;
use crate::names::lists::tld::TldSource;
use crate::names::spoof::protected::Protected;
use crate::text::excerpt::Excerpt;

/// An option that can be set by name.
struct Setting {
    name: &'static str,
    values: Values,
    set: fn(&mut Profile, &str) -> Result<(), String>,
}

/// The values of an option.
enum Values {
    /// One of a few words.
    Words(fn() -> Vec<&'static str>),
    /// One or more of a few words, separated by commas.
    List(fn() -> Vec<&'static str>),
    /// Any other value, described by a phrase.
    Other(&'static str),
}

/// Describes an option of [`Profile::set`], for generating help or forms.
///
/// ```
/// use linkspan::Profile;
///
/// let option = Profile::options().find(|option| option.name == "ip-hosts").unwrap();
/// assert_eq!(option.expected, "ignored, linked or bare");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionInfo {
    /// The name of the option.
    pub name: &'static str,
    /// What the option configures.
    pub about: &'static str,
    /// The values it accepts, as a phrase.
    pub expected: String,
    /// The words it accepts; empty if it accepts other values.
    pub values: Vec<&'static str>,
}

impl Profile {
    /// The names of all profiles.
    ///
    /// ```
    /// use linkspan::Profile;
    ///
    /// assert!(Profile::NAMES.iter().all(|name| Profile::named(name).is_ok()));
    /// ```
    pub const NAMES: &'static [&'static str] = &[
        "uts58",
        #[cfg(feature = "idna")]
        "recommended",
        #[cfg(feature = "idna")]
        "uasg",
        #[cfg(feature = "idna")]
        "nonascii",
        #[cfg(feature = "pri185")]
        "pri185",
    ];

    /// The profile with this name, for programs that get the name from a user or from another
    /// language. In Rust, prefer constructors such as [`recommended`](Self::recommended).
    ///
    /// `uasg` checks the age of the list of top-level domains, and needs the option `today` to do
    /// so. Without it, the list counts as too old.
    ///
    /// # Errors
    ///
    /// If no profile has this name.
    ///
    /// ```
    /// use linkspan::Profile;
    ///
    /// assert_eq!(Profile::named("recommended"), Ok(Profile::recommended()));
    /// let error = Profile::named("best").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "unknown profile `best`: expected uts58, recommended, uasg, nonascii or pri185"
    /// );
    /// ```
    pub fn named(name: &str) -> Result<Self, OptionError> {
        match name {
            "uts58" => Ok(Self::uts58()),
            #[cfg(feature = "idna")]
            "recommended" => Ok(Self::recommended()),
            #[cfg(feature = "idna")]
            "uasg" => Ok(Self::uasg_on(None)),
            #[cfg(feature = "idna")]
            "nonascii" => Ok(Self::nonascii()),
            #[cfg(feature = "pri185")]
            "pri185" => Ok(Self::pri185()),
            _ => Err(OptionError::UnknownProfile(name.to_string())),
        }
    }

    /// Sets an option by name, for values from users, files and other languages.
    /// [`options`](Self::options) lists the names.
    ///
    /// An option with the name of a method does what that method does. `add-scheme`,
    /// `add-unsafe-scheme` and `add-tld` add to the current schemes and top-level domains, and
    /// `max-label`, `max-name`, `max-local-part`, `max-length` and `max-run` change one limit. The
    /// option `protect` rejects strings that are not names, which the method ignores. In Rust,
    /// prefer the methods, whose arguments the compiler checks.
    ///
    /// # Errors
    ///
    /// If the option does not exist or does not accept the value. The error names the option.
    ///
    /// ```
    /// use linkspan::{Profile, profile::{IpHosts, Rule}};
    ///
    /// let profile = Profile::uts58().set("ip-hosts", "linked")?.set("with", "file-name,path-name")?;
    /// let same = Profile::uts58().ip_hosts(IpHosts::Linked).with(Rule::FileName).with(Rule::PathName);
    /// assert_eq!(profile, same);
    ///
    /// let error = profile.set("ip-hosts", "yes").unwrap_err();
    /// assert_eq!(error.to_string(), "option `ip-hosts`: expected ignored, linked or bare, not `yes`");
    /// # Ok::<(), linkspan::profile::OptionError>(())
    /// ```
    pub fn set(mut self, option: &str, value: &str) -> Result<Self, OptionError> {
        let setting = SETTINGS.iter().find(|setting| setting.name == option);
        let Some(setting) = setting else {
            return Err(OptionError::UnknownOption(option.to_string()));
        };
        match (setting.set)(&mut self, value) {
            Ok(()) => Ok(self),
            Err(problem) if problem.is_empty() => {
                let expected = setting.values.to_string();
                Err(OptionError::value(setting.name, &expected, value))
            }
            Err(problem) => Err(OptionError::Invalid {
                option: setting.name,
                problem,
            }),
        }
    }

    /// Describes all options of [`set`](Self::set), in the order of the documentation.
    ///
    /// ```
    /// use linkspan::Profile;
    ///
    /// let names: Vec<_> = Profile::options().map(|option| option.name).collect();
    /// assert!(names.contains(&"default-scheme") && names.contains(&"without"));
    /// ```
    pub fn options() -> impl Iterator<Item = OptionInfo> {
        SETTINGS
            .iter()
            .zip(ABOUT)
            .map(|(setting, about)| OptionInfo {
                name: setting.name,
                about,
                expected: setting.values.to_string(),
                values: match setting.values {
                    Values::Words(words) | Values::List(words) => words(),
                    Values::Other(_) => Vec::new(),
                },
            })
    }
}

/// Why an option is not accepted.
///
/// ```
/// use linkspan::Profile;
///
/// let error = Profile::uts58().set("max-length", "-1").unwrap_err();
/// assert_eq!(error.to_string(), "option `max-length`: expected a number or `none`, not `-1`");
/// let error = Profile::uts58().set("add-scheme", "javascript:").unwrap_err();
/// assert!(error.to_string().starts_with("option `add-scheme`: refusing scheme `javascript`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// No profile has this name.
    UnknownProfile(String),
    /// No option has this name.
    UnknownOption(String),
    /// The option does not accept the value.
    #[non_exhaustive]
    Invalid {
        /// The name of the option.
        option: &'static str,
        /// What is wrong with the value, as a phrase.
        problem: String,
    },
    /// There is no option with this name among those of a renderer.
    #[non_exhaustive]
    Unknown {
        /// The name that was given.
        option: String,
        /// The names that exist.
        known: &'static [&'static str],
    },
}

impl OptionError {
    /// An option that does not take `value`; `expected` is a phrase.
    pub(crate) fn value(option: &'static str, expected: &str, value: &str) -> Self {
        Self::Invalid {
            option,
            problem: format!("expected {expected}, not `{}`", Excerpt(value)),
        }
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownProfile(name) => {
                let names = phrase(Profile::NAMES);
                write!(f, "unknown profile `{}`: expected {names}", Excerpt(name))
            }
            Self::UnknownOption(name) => {
                let names: Vec<_> = SETTINGS.iter().map(|setting| setting.name).collect();
                let names = phrase(&names);
                write!(f, "unknown option `{}`: expected {names}", Excerpt(name))
            }
            Self::Invalid { option, problem } => write!(f, "option `{option}`: {problem}"),
            Self::Unknown { option, known } => {
                let known = phrase(known);
                write!(f, "unknown option `{}`: expected {known}", Excerpt(option))
            }
        }
    }
}

impl core::error::Error for OptionError {}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => f.write_str(&phrase(&words())),
            Self::List(words) => write!(f, "one or more of {}", words().join(", ")),
            Self::Other(phrase) => f.write_str(phrase),
        }
    }
}

/// Joins words into a phrase: `a, b or c`.
fn phrase(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => word.to_string(),
        [words @ .., last] => format!("{} or {last}", words.join(", ")),
    }
}

/// The names of all values of an option.
fn names<C: Choice>() -> Vec<&'static str> {
    C::all().map(|(name, _)| name).collect()
}

/// The items of a comma-separated list.
fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

/// A number, or `none`.
fn number<N: core::str::FromStr>(value: &str) -> Result<Option<N>, String> {
    match value {
        "none" => Ok(None),
        value => value.parse().map(Some).map_err(|_| String::new()),
    }
}

/// Sets a field; returns a result, because most options do.
fn replace<T>(field: &mut T, value: T) -> Result<(), String> {
    *field = value;
    Ok(())
}

/// Sets a field to the value with this name. An empty problem means that the name is not among the
/// values.
fn choose<C: Choice>(field: &mut C, name: &str) -> Result<(), String> {
    replace(field, C::named(name).ok_or_else(String::new)?)
}

/// Enables or disables the rules of a list.
fn change_rules(
    profile: &mut Profile,
    list: &str,
    change: fn(Rules, Rule) -> Rules,
) -> Result<(), String> {
    items(list).try_for_each(|id| {
        let rule = Rule::named(id).ok_or_else(String::new)?;
        let rules = change(profile.policy.rules, rule);
        replace(&mut profile.policy.rules, rules)
    })
}

/// Adds schemes such as `ftp://` and `tel:`.
fn add_schemes(profile: &mut Profile, list: &str) -> Result<(), String> {
    let mut schemes = profile.syntax.schemes.clone();
    for item in items(list) {
        schemes = match (item.strip_suffix("://"), item.strip_suffix(':')) {
            (Some(name), _) => schemes.with_host(name),
            (_, Some(name)) => schemes.with_opaque(name),
            _ => {
                let item = Excerpt(item);
                return Err(format!(
                    "write `{item}://` if a host follows, otherwise `{item}:`"
                ));
            }
        }
        .map_err(|error| error.to_string())?;
    }
    replace(&mut profile.syntax.schemes, schemes)
}

/// Adds schemes even if following them can run code or read files.
fn add_unsafe_schemes(profile: &mut Profile, list: &str) -> Result<(), String> {
    let mut schemes: Schemes = profile.syntax.schemes.clone();
    for item in items(list) {
        let name = item.trim_end_matches('/').trim_end_matches(':');
        schemes = schemes
            .with_unsafe_opaque(name)
            .map_err(|error| error.to_string())?;
    }
    replace(&mut profile.syntax.schemes, schemes)
}

/// The values of options with a limit.
const NUMBER: Values = Values::Other("a number or `none`");

macro_rules! settings {
    ($($name:literal, $about:literal, $values:expr, $set:expr;)*) => {
        /// All options, in the order of the documentation.
        const SETTINGS: &[Setting] = &[$(Setting { name: $name, values: $values, set: $set }),*];

        /// What each of them configures. A program that only sets options does not contain this.
        const ABOUT: &[&str] = &[$($about),*];
    };
}

settings! {
    "with", "Rules to enable",
        Values::List(names::<super::Rule>),
        |profile, value| change_rules(profile, value, Rules::with);
    "without", "Rules to disable",
        Values::List(names::<super::Rule>),
        |profile, value| change_rules(profile, value, Rules::without);
    "bare-links", "Names and e-mail addresses without a scheme",
        Values::Words(names::<super::Linking>),
        |profile, value| choose(&mut profile.syntax.bare, value);
    "add-scheme", "Additional schemes to link",
        Values::Other("schemes such as `ftp://` (before a host) or `tel:` (before anything)"),
        add_schemes;
    "add-unsafe-scheme", "Additional schemes to link even though following them can run code or read files",
        Values::Other("schemes such as `file:`"),
        add_unsafe_schemes;
    "default-scheme", "The scheme of the target of a name that is written without one",
        Values::Other("a scheme such as `http`"),
        |profile, value| {
            profile.syntax.default_scheme = Scheme::new(value).map_err(|error| error.to_string())?;
            Ok(())
        };
    "ip-hosts", "IP addresses after a scheme; `bare` also links IPv6 addresses without brackets",
        Values::Words(names::<super::IpHosts>),
        |profile, value| choose(&mut profile.syntax.ip, value);
    "bare-ip", "IP addresses without a scheme",
        Values::Words(names::<super::Linking>),
        |profile, value| {
            let linking = Linking::named(value).ok_or_else(String::new)?;
            profile.syntax.set_bare_ip(linking);
            Ok(())
        };
    "localhost", "`localhost` after a scheme",
        Values::Words(names::<super::Linking>),
        |profile, value| choose(&mut profile.syntax.localhost, value);
    "single-label", "names with one label after a scheme",
        Values::Words(names::<super::Linking>),
        |profile, value| choose(&mut profile.syntax.single_label, value);
    "emoji-hosts", "names with emoji after a scheme",
        Values::Words(names::<super::Linking>),
        |profile, value| choose(&mut profile.syntax.emoji_hosts, value);
    "tlds", "The source of known top-level domains",
        Values::Other("embedded or syntactic"),
        |profile, value| match value {
            "embedded" => replace(&mut profile.tlds, TldSource::Embedded),
            "syntactic" => replace(&mut profile.tlds, TldSource::Syntactic),
            _ => Err(String::new()),
        };
    "add-tld", "Additional top-level domains",
        Values::Other("names such as `internal`"),
        |profile, value| {
            let are_names = items(value).all(|name| TldSource::Syntactic.knows(name));
            let tlds = profile.tlds.with(items(value));
            are_names.then(|| profile.tlds = tlds).ok_or_else(String::new)
        };
    "scheme-tld", "The requirement for the top-level domain after a scheme",
        Values::Words(names::<super::SchemeTld>),
        |profile, value| choose(&mut profile.syntax.scheme_tld, value);
    "www-names", "Names that start with `www.`",
        Values::Words(names::<super::WwwNames>),
        |profile, value| choose(&mut profile.syntax.www, value);
    "max-tld-age", "The maximum age of the list of top-level domains, in days",
        NUMBER,
        |profile, value| replace(&mut profile.max_tld_age, number(value)?);
    "today", "Today's date, for computing the age of the list",
        Values::Other("a date such as 2026-11-15"),
        |profile, value| {
            let date = value.parse::<Date>().map_err(|_| String::new())?;
            replace(&mut profile.today, Some(date))
        };
    "quoted-local-parts", "Local parts in quotation marks",
        Values::Words(names::<super::Linking>),
        |profile, value| choose(&mut profile.syntax.email.quoted, value);
    "misplaced-dots", "A dot at the start of a local part, or two in a row",
        Values::Words(names::<super::MisplacedDots>),
        |profile, value| choose(&mut profile.syntax.email.misplaced_dots, value);
    "limits", "Length limits for names and local parts; setting this removes all other length limits",
        Values::Other("none or dns"),
        |profile, value| match value {
            "none" => replace(&mut profile.syntax.limits, Limits::default()),
            "dns" => replace(&mut profile.syntax.limits, Limits::dns()),
            _ => Err(String::new()),
        };
    "max-label", "The maximum length of a label in A-label form, in octets",
        NUMBER,
        |profile, value| replace(&mut profile.syntax.limits.label, number(value)?);
    "max-name", "The maximum length of a name in A-label form, in octets",
        NUMBER,
        |profile, value| replace(&mut profile.syntax.limits.name, number(value)?);
    "max-local-part", "The maximum length of a local part, in octets",
        NUMBER,
        |profile, value| {
            let limit = number(value)?.map(LocalPartLimit::Octets);
            replace(&mut profile.syntax.limits.local_part, limit)
        };
    "max-length", "The maximum length of a link, in bytes",
        NUMBER,
        |profile, value| replace(&mut profile.syntax.limits.link, number(value)?);
    "max-run", "The maximum length of text without a break, in bytes; nothing in a longer run is linked",
        NUMBER,
        |profile, value| replace(&mut profile.syntax.limits.run, number(value)?);
    "protect", "Names to protect from lookalikes",
        Values::Other("names such as `example.com`"),
        |profile, value| {
            let are_names = items(value).all(Protected::is_name);
            are_names.then(|| profile.policy.protect(items(value))).ok_or_else(String::new)
        };
    "grammar", "The grammar that finds candidates",
        Values::Words(names::<super::Grammar>),
        |profile, value| choose(&mut profile.syntax.grammar, value);
}
