//! Parsers of option values. Their messages say what to write instead.

use std::net::{IpAddr, SocketAddr};

use clap::builder::PossibleValuesParser;
use linkspan::profile::Rule;

/// A number of seconds, up to a day.
pub(crate) fn seconds(text: &str) -> Result<u64, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds <= 86_400);
    seconds.ok_or_else(|| "expected a number of seconds from 0 to 86400".to_owned())
}

/// A count that is at least 1.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| "expected a number, 1 or greater".to_owned())
}

/// A count that may be 0.
pub(crate) fn amount(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| "expected a number, 0 or greater".to_owned())
}

/// A number of days.
pub(super) fn days(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| "expected a number of days, 0 or greater".to_owned())
}

/// A scheme that is linked although it is not safe, such as `file:`.
pub(super) fn unsafe_scheme(text: &str) -> Result<String, String> {
    let name = text.strip_suffix("://").unwrap_or(text);
    let name = name.strip_suffix(':').unwrap_or(name);
    let is_part = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_part) {
        return Err("write a scheme such as `file:`".to_owned());
    }
    if text.ends_with("://") {
        return Err(format!(
            "write `{name}:`; an unsafe scheme is linked without `//` only"
        ));
    }
    if !text.ends_with(':') {
        return Err(format!("write `{name}:`"));
    }
    Ok(text.to_owned())
}

/// An option and its value.
pub(super) fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err("expected NAME=VALUE".to_owned()),
    }
}

/// A name server, with or without a port.
pub(super) fn server(text: &str) -> Result<SocketAddr, String> {
    let address = text.parse::<SocketAddr>();
    address.or_else(|_| match text.parse::<IpAddr>() {
        Ok(ip) => Ok(SocketAddr::new(ip, 53)),
        Err(_) => Err("expected an IP address, with or without a port".to_owned()),
    })
}

/// The names of the rules.
pub(super) fn rules() -> PossibleValuesParser {
    PossibleValuesParser::new(Rule::ALL.iter().map(|rule| rule.id()))
}
