//! Options of [`Html`] by name, for the command line and programs in other languages: one row for
//! each option.

use alloc::borrow::ToOwned;
use alloc::string::ToString;

use super::{Caption, Href, Html, Isolate, Title};
use crate::profile::{OptionError, OptionInfo};

/// An option that can be set by name.
struct Setting {
    name: &'static str,
    expected: &'static str,
    /// Returns `None` for a value that the option does not accept.
    set: for<'a> fn(Html<'a>, &str) -> Option<Html<'a>>,
}

/// What an option configures, and the words that it accepts.
struct Description {
    about: &'static str,
    values: &'static [&'static str],
}

macro_rules! settings {
    ($($(#[$attribute:meta])* $name:literal, $about:literal, $expected:literal, [$($value:literal)*], $set:expr;)*) => {
        /// All options, in the order of the documentation.
        const SETTINGS: &[Setting] = &[$($(#[$attribute])* Setting {
            name: $name,
            expected: $expected,
            set: $set,
        }),*];

        /// What each of them is. A program that only sets options does not contain this.
        const DESCRIPTIONS: &[Description] = &[$($(#[$attribute])* Description {
            about: $about,
            values: &[$($value),*],
        }),*];
    };
}

settings! {
    "rel", "The attribute `rel`; empty for none. The default is `nofollow noopener`", "text", [],
        |html, value| Some(html.rel(value.to_owned()));
    "target", "The attribute `target`; empty, the default, for none", "text", [],
        |html, value| Some(html.target(value.to_owned()));
    "class", "The attribute `class`; empty, the default, for none", "text", [],
        |html, value| Some(html.class(value.to_owned()));
    "caption", "The visible text of a link. The default is `typed`", "typed or display", ["typed" "display"],
        |html, value| {
            let most = html.shown().most();
            let is_display = chosen(value, &[("typed", false), ("display", true)])?;
            Some(html.caption(Caption::new(is_display, most)))
        };
    "shorten", "The maximum number of characters of the visible text; the registrable domain is never hidden",
        "a number", [],
        |html, value| {
            let most = value.parse().ok()?;
            let is_display = html.shown().is_display();
            Some(html.caption(Caption::new(is_display, Some(most))))
        };
    "title", "The tooltip of a link. The default is `none`", "none or display", ["none" "display"],
        |html, value| {
            let all = [("none", Title::None), ("display", Title::Display)];
            Some(html.title(chosen(value, &all)?))
        };
    "href", "The form of the address. The default is `normalized`", "normalized or typed", ["normalized" "typed"],
        |html, value| {
            let all = [("normalized", Href::Normalized), ("typed", Href::Typed)];
            Some(html.href(chosen(value, &all)?))
        };
    "isolate", "Which links are isolated from the direction of the text around them. The default is `always`",
        "always, when-reordered or never", ["always" "when-reordered" "never"],
        |html, value| {
            let all = [
                ("always", Isolate::Always),
                ("when-reordered", Isolate::WhenReordered),
                ("never", Isolate::Never),
            ];
            Some(html.isolate(chosen(value, &all)?))
        };
    #[cfg(feature = "bidi")]
    "bidi", "The order of the fields of links with right-to-left letters. The default is `constant`",
        "plain, ltr, constant, environment, content or tld",
        ["plain" "ltr" "constant" "environment" "content" "tld"],
        |html, value| {
            let order = crate::bidi::Order::named(value)?;
            Some(html.bidi(crate::bidi::Layout::default().order(order)))
        };
}

/// The names of all options.
const NAMES: [&str; SETTINGS.len()] = {
    let mut names = [""; SETTINGS.len()];
    let (mut rest, mut to) = (SETTINGS, &mut names as &mut [&str]);
    while let ([setting, others @ ..], [name, next @ ..]) = (rest, to) {
        *name = setting.name;
        (rest, to) = (others, next);
    }
    names
};

/// The value with a name.
fn chosen<T: Copy>(name: &str, all: &[(&str, T)]) -> Option<T> {
    let found = all.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value)
}

impl Html<'_> {
    /// Describes all options of [`set`](Self::set), in the order of the documentation.
    ///
    /// ```
    /// use linkspan::render::Html;
    ///
    /// let option = Html::options().find(|option| option.name == "title").unwrap();
    /// assert_eq!(option.expected, "none or display");
    /// ```
    pub fn options() -> impl Iterator<Item = OptionInfo> {
        let all = SETTINGS.iter().zip(DESCRIPTIONS);
        all.map(|(setting, description)| OptionInfo {
            name: setting.name,
            about: description.about,
            expected: setting.expected.to_string(),
            values: description.values.to_vec(),
        })
    }

    /// Sets an option by name, for values from users, files and other languages.
    /// [`options`](Self::options) lists the names. In Rust, prefer the methods, whose arguments the
    /// compiler checks.
    ///
    /// # Errors
    ///
    /// If the option does not exist or does not accept the value. The error names the option.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::render::{Html, Renderer};
    ///
    /// let html = Html::default().set("rel", "")?.set("shorten", "12")?.set("caption", "display")?;
    /// let made = html.render(Detector::uts58().spans("xn--bcher-kva.de/a/long/path")).to_string();
    /// assert_eq!(made, "<a href=\"https://xn--bcher-kva.de/a/long/path\"><bdi>bücher.de/a…</bdi></a>");
    ///
    /// let error = Html::default().set("shorten", "-1").unwrap_err();
    /// assert_eq!(error.to_string(), "option `shorten`: expected a number, not `-1`");
    /// # Ok::<(), linkspan::profile::OptionError>(())
    /// ```
    pub fn set(self, option: &str, value: &str) -> Result<Self, OptionError> {
        let setting = SETTINGS.iter().find(|setting| setting.name == option);
        let Some(setting) = setting else {
            return Err(OptionError::Unknown {
                option: option.to_owned(),
                known: &NAMES,
            });
        };
        let wrong = || OptionError::value(setting.name, setting.expected, value);
        (setting.set)(self, value).ok_or_else(wrong)
    }
}
