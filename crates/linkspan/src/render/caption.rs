//! The visible text of links.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};

use crate::format::DisplayUrl;
use crate::link::{Host, Kind, Link, Part};
use crate::names::host::label::is_label_separator;
use crate::tables::is_nonspacing;

/// Selects the visible text of a link.
///
/// ```
/// use linkspan::{Detector, render::Caption};
///
/// let link = Detector::uts58().links("https://xn--bcher-kva.de/a/long/path").next().unwrap();
/// assert_eq!(Caption::Typed.of(&link), "https://xn--bcher-kva.de/a/long/path");
/// assert_eq!(Caption::Display.of(&link), "https://bücher.de/a/long/path");
/// assert_eq!(Caption::ShortDisplay(16).of(&link), "bücher.de/a/lon…");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Caption {
    /// [`Link::caption`]: the link as written, except that a name that the profile found to imitate
    /// another one is in A-labels, and that characters that reorder text are percent-escaped.
    #[default]
    Typed,
    /// The [display form](Link::display).
    Display,
    /// The link as typed, shortened to this many code points, with `…` for the rest. The
    /// registrable domain, or the whole host if it is not known, is always shown in full, so the
    /// result can be longer. A link without a host is not cut below 16 code points, and file names
    /// are not cut.
    Short(usize),
    /// The display form, shortened in the same way.
    ShortDisplay(usize),
}

impl Caption {
    /// The display form or the link as it was typed, shortened to `most` characters if it is given.
    pub(super) fn new(is_display: bool, most: Option<usize>) -> Self {
        match (is_display, most) {
            (false, None) => Self::Typed,
            (true, None) => Self::Display,
            (false, Some(most)) => Self::Short(most),
            (true, Some(most)) => Self::ShortDisplay(most),
        }
    }

    /// Whether it is the display form.
    pub(super) fn is_display(self) -> bool {
        matches!(self, Self::Display | Self::ShortDisplay(_))
    }

    /// The most characters that it has.
    pub(super) fn most(self) -> Option<usize> {
        match self {
            Self::Typed | Self::Display => None,
            Self::Short(most) | Self::ShortDisplay(most) => Some(most),
        }
    }

    /// The visible text of a link. Borrows from the text only for [`Typed`](Self::Typed) links
    /// whose host imitates nothing; all other captions are allocated.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::render::Caption;
    ///
    /// let short = |text: &str| {
    ///     let link = Detector::uts58().links(text).next().unwrap();
    ///     Caption::Short(24).of(&link).into_owned()
    /// };
    /// assert_eq!(short("https://example.com/a/b"), "https://example.com/a/b");
    /// assert_eq!(short("https://example.com/a/b/c/d"), "example.com/a/b/c/d");
    /// assert_eq!(short("https://example.com/a/long/path/to/somewhere"), "example.com/a/long/path…");
    /// assert_eq!(short("https://www.bank.com.account.evil.example/login"), "….evil.example/login");
    /// assert_eq!(short("someone-with-a-long-name@example.com"), "someone-wit…@example.com");
    /// ```
    #[must_use]
    pub fn of<'t>(self, link: &Link<'t>) -> Cow<'t, str> {
        match self {
            Self::Typed => link.caption(),
            Self::Display => Cow::Owned(link.display()),
            Self::Short(most) => match link.kind() {
                Kind::Url if !link.host_typed().is_empty() => {
                    Cow::Owned(short(link, &link.as_typed(), most))
                }
                _ => Cow::Owned(short_other(
                    link,
                    &link.caption(),
                    &link.as_typed().host,
                    most,
                )),
            },
            Self::ShortDisplay(most) => match link.kind() {
                Kind::Url if !link.host_typed().is_empty() => {
                    Cow::Owned(short(link, &link.displayed(), most))
                }
                _ => {
                    let host = link.host().map(Host::display).unwrap_or_default();
                    Cow::Owned(short_other(link, &link.display(), &host, most))
                }
            },
        }
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Shortens `full`, the form of a link that is not a URL with a host.
fn short_other(link: &Link<'_>, full: &str, host: &str, most: usize) -> String {
    if length(full) <= most || link.kind() == Kind::File {
        return full.to_string();
    }
    if link.kind() == Kind::Email {
        let local = link.part(Part::LocalPart).unwrap_or_default();
        let room = most.saturating_sub(length(host) + 1);
        return format!("{}@{host}", cut(local, room.max(2)));
    }
    cut(full, most.max(16)).into_owned()
}

/// Shortens a URL with a host, dropping the least informative pieces first.
fn short(link: &Link<'_>, shown: &DisplayUrl<'_>, most: usize) -> String {
    let DisplayUrl {
        host, port, tail, ..
    } = shown;
    let full = shown.concat();
    if length(&full) <= most {
        return full;
    }
    let plain = [host, *port, tail].concat();
    if length(&plain) <= most {
        return plain;
    }
    let tail = if tail == "/" { "" } else { tail };
    let marker = if tail.is_empty() { "" } else { "/…" };
    let whole_host = [host, *port].concat();
    let host_fits = length(&whole_host) + length(marker) <= most;
    let owner = match link.owner() {
        // Whole labels are omitted, and an ellipsis shows it.
        Some(domain) if !host_fits && length(host) > length(domain) => {
            let labels = domain.split(is_label_separator).count();
            // No label follows a root dot.
            let root = usize::from(host.ends_with(is_label_separator));
            let mut separators = host.rmatch_indices(is_label_separator);
            let start = separators.nth((labels + root).saturating_sub(1));
            let kept = start.and_then(|(at, _)| host.get(at..));
            kept.map_or(whole_host, |kept| format!("…{kept}{port}"))
        }
        _ => whole_host,
    };
    match most.saturating_sub(length(&owner)) {
        _ if tail.is_empty() => owner,
        0 | 1 => format!("{owner}{marker}"),
        room => format!("{owner}{}", cut(tail, room)),
    }
}

/// The start of a text in at most `most` characters, with `…` for the rest. Never splits a
/// percent-escape or a letter from its marks.
fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.chars().count() <= most {
        return Cow::Borrowed(text);
    }
    let keep = most.saturating_sub(1);
    let mut end = text.char_indices().nth(keep).map_or(0, |(at, _)| at);
    let kept = text.get(..end).unwrap_or_default();
    if let Some(at) = kept.rfind('%').filter(|at| end - at < 3) {
        end = at;
    }
    while end > 0
        && text
            .get(end..)
            .and_then(|rest| rest.chars().next())
            .is_some_and(is_nonspacing)
    {
        end = text
            .get(..end)
            .and_then(|kept| kept.char_indices().next_back())
            .map_or(0, |(at, _)| at);
    }
    Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default()))
}
