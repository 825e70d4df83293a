//! Options of [`Html`] by name, for programs in other languages.

use alloc::borrow::ToOwned;

use super::{Href, Html, Isolate, Label, Title};
use crate::profile::OptionError;

/// The names of all options.
const NAMES: &[&str] = &[
    "rel",
    "target",
    "class-name",
    "label",
    "truncate",
    "title",
    "href",
    "isolate",
    #[cfg(feature = "bidi")]
    "bidi",
];

/// The value with a name, among those that an option takes.
fn chosen<T: Copy>(
    option: &'static str,
    values: &[(&str, T)],
    expected: &str,
    value: &str,
) -> Result<T, OptionError> {
    let found = values.iter().find(|(name, _)| *name == value);
    let found = found.map(|(_, chosen)| *chosen);
    found.ok_or_else(|| OptionError::value(option, expected, value))
}

impl Html<'_> {
    /// The names of the options that [`set`](Self::set) takes.
    ///
    /// ```
    /// assert!(linkspan::render::Html::OPTIONS.contains(&"rel"));
    /// ```
    pub const OPTIONS: &'static [&'static str] = NAMES;

    /// Sets an option by name, for values from users, files and other languages. In Rust, prefer
    /// the methods, whose arguments the compiler checks.
    ///
    /// | option | value |
    /// |---|---|
    /// | `rel`, `target`, `class-name` | the value of the attribute; empty for none |
    /// | `label` | `typed` or `display` |
    /// | `truncate` | the maximum number of characters in a label |
    /// | `title` | `none` or `display` |
    /// | `href` | `normalized` or `typed` |
    /// | `isolate` | `always`, `when-reordered` or `never` |
    /// | `bidi` | the name of an [`Order`](crate::bidi::Order) |
    ///
    /// # Errors
    ///
    /// If the option does not exist or does not accept the value. The error names the option.
    ///
    /// ```
    /// use linkspan::Detector;
    /// use linkspan::render::{Html, Renderer};
    ///
    /// let html = Html::default().set("rel", "")?.set("truncate", "12")?.set("label", "display")?;
    /// let made = html.render(Detector::uts58().spans("xn--bcher-kva.de/a/long/path")).to_string();
    /// assert_eq!(made, "<a href=\"https://xn--bcher-kva.de/a/long/path\"><bdi>bücher.de/a…</bdi></a>");
    ///
    /// let error = Html::default().set("truncate", "-1").unwrap_err();
    /// assert_eq!(error.to_string(), "option `truncate`: expected a number, not `-1`");
    /// # Ok::<(), linkspan::profile::OptionError>(())
    /// ```
    pub fn set(self, option: &str, value: &str) -> Result<Self, OptionError> {
        Ok(match option {
            "rel" => self.rel(value.to_owned()),
            "target" => self.target(value.to_owned()),
            "class-name" => self.class(value.to_owned()),
            "label" => {
                let values = [("typed", false), ("display", true)];
                let displayed = chosen("label", &values, "typed or display", value)?;
                let most = self.shown().most();
                self.label(Label::new(displayed, most))
            }
            "truncate" => {
                let most = value.parse();
                let most = most.map_err(|_| OptionError::value("truncate", "a number", value))?;
                let displayed = self.shown().is_display();
                self.label(Label::new(displayed, Some(most)))
            }
            "title" => {
                let values = [("none", Title::None), ("display", Title::Display)];
                self.title(chosen("title", &values, "none or display", value)?)
            }
            "href" => {
                let values = [("normalized", Href::Normalized), ("typed", Href::Typed)];
                self.href(chosen("href", &values, "normalized or typed", value)?)
            }
            "isolate" => {
                let values = [
                    ("always", Isolate::Always),
                    ("when-reordered", Isolate::WhenReordered),
                    ("never", Isolate::Never),
                ];
                let expected = "always, when-reordered or never";
                self.isolate(chosen("isolate", &values, expected, value)?)
            }
            #[cfg(feature = "bidi")]
            "bidi" => {
                let expected = "plain, ltr, constant, environment, content or tld";
                let order = crate::bidi::Order::named(value);
                let order = order.ok_or_else(|| OptionError::value("bidi", expected, value))?;
                self.bidi(crate::bidi::Layout::default().order(order))
            }
            _ => {
                return Err(OptionError::Unknown {
                    option: option.to_owned(),
                    known: NAMES,
                });
            }
        })
    }
}
