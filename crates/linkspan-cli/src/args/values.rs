//! Values of options, with messages that say what to write.

use std::net::{IpAddr, SocketAddr};

use clap::builder::PossibleValuesParser;
use linkspan::profile::Rule;

/// A number of seconds, up to a day.
pub(crate) fn seconds(text: &str) -> Result<u64, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds <= 86_400);
    seconds.ok_or_else(|| "write a number of seconds from 0 to 86400".to_owned())
}

/// A number of things, of which there is at least one.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| "write a number from 1 on".to_owned())
}

/// A number of things.
pub(crate) fn amount(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| "write a number from 0 on".to_owned())
}

/// A number of days.
pub(super) fn days(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| "write a number of days from 0 on".to_owned())
}

/// A scheme that is linked although it is not safe.
pub(super) fn unsafe_scheme(text: &str) -> Result<String, String> {
    match text.strip_suffix("://") {
        Some(name) => Err(format!(
            "write `{name}:`; what has `//` after it is not linked"
        )),
        None => Ok(text.to_owned()),
    }
}

/// An option and its value.
pub(super) fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err("expected NAME=VALUE".to_owned()),
    }
}

/// A name server with or without a port.
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
