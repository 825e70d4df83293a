//! The fields of a link.

use alloc::borrow::Cow;
use alloc::string::ToString;
use core::fmt;

use crate::link::{Host, Link, Part};
use crate::names::lists::suffix::SuffixSource;

/// Calls a macro with the table of fields. Libraries for other languages make their accessors with
/// it, so that a new row is a new field everywhere.
///
/// A row has the variant of [`Field`], the name, whether every link has it (`always` or `maybe`), the
/// type, the [`Cost`], and how the value is computed.
/// New rows come last, because the number of a field in C is its position.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_field {
    ($then:ident) => {
        $then! {
            /// What the link is: `url`, `email`, or with the profile `pri185` also `file`.
            Kind kind: always text, Borrowed => |link, _| Some(link.kind().as_str().into());
            /// The link as written.
            Text text: always text, Borrowed => |link, _| Some(link.text().into());
            /// The address to open: ASCII, with a scheme, as a browser serializes it.
            Href href: always text, Written => |link, _| Some(link.href().into());
            /// The address as typed, with a scheme; `href` if a browser would open another address
            /// for it.
            HrefTyped href_typed: always text, Written => |link, _| Some(link.href_typed().into());
            /// The readable form: names in Unicode, and no unnecessary escapes.
            Display display: always text, Written => |link, _| Some(link.display().into());
            /// The text to put on the link: as written, but a name found to imitate another one is
            /// in A-labels, and characters that reorder text are percent-escaped.
            Caption caption: always text, Borrowed => |link, _| Some(link.caption());
            /// The scheme as written, without `:` and `//`; null if none is written.
            Scheme scheme: maybe text, Borrowed => |link, _| part(link, Part::Scheme);
            /// The text before the `@` of an e-mail address.
            LocalPart local_part: maybe text, Borrowed => |link, _| part(link, Part::LocalPart);
            /// The host, to compare by: A-labels in lower case without a root dot, or an IP address
            /// as a browser serializes it; null if IDNA rejects it.
            Host host: maybe text, Written => |link, _| link.host()?.ascii().map(Cow::Owned);
            /// The host as written.
            HostTyped host_typed: maybe text, Borrowed => |link, _| part(link, Part::Host);
            /// The host in Unicode, to show; a name found to imitate another one is in A-labels.
            HostDisplay host_display: maybe text, Written => |link, _| link.host().map(Host::display);
            /// The registrable domain, to count and compare by, in the form of `host`; null for an
            /// IP address and for a public suffix.
            Domain domain: maybe text, Written =>
                |link, list| link.host()?.domain_in(list).map(Cow::Owned);
            /// The registrable domain in Unicode, to show.
            DomainDisplay domain_display: maybe text, Written =>
                |link, list| link.host()?.domain_display_in(list).map(Cow::Owned);
            /// The top-level domain, in the form of `host`.
            Tld tld: maybe text, Written => |link, _| link.host()?.tld().map(Cow::Owned);
            /// The port, if one is written.
            Port port: maybe number, Borrowed => |link, _| link.port();
            /// The path with its first `/`. In a link without a host, such as `tel:`, the text after
            /// the `:`; for a file name, the whole name.
            Path path: maybe text, Borrowed => |link, _| part(link, Part::Path);
            /// The query, without its `?`.
            Query query: maybe text, Borrowed => |link, _| part(link, Part::Query);
            /// The fragment, without its `#` and without directives.
            Fragment fragment: maybe text, Borrowed => |link, _| part(link, Part::Fragment);
            /// The fragment directives, without the first `:~:`.
            Directives directives: maybe text, Borrowed => |link, _| part(link, Part::Directives);
        }
    };
}

macro_rules! is_optional {
    (always) => {
        false
    };
    (maybe) => {
        true
    };
}

macro_rules! field_type {
    (text) => {
        FieldType::Text
    };
    (number) => {
        FieldType::Number
    };
}

/// Computes a value: a row says how, and its type what the result is.
macro_rules! value {
    (text, $link:expr, $list:expr, $of:expr) => {{
        let of: for<'l> fn(&Link<'l>, &SuffixSource) -> Option<Cow<'l, str>> = $of;
        of($link, $list).map(Value::Text)
    }};
    (number, $link:expr, $list:expr, $of:expr) => {{
        let of: fn(&Link<'_>, &SuffixSource) -> Option<u16> = $of;
        of($link, $list).map(Value::Number)
    }};
}

macro_rules! define {
    ($($(#[doc = $doc:literal])* $field:ident $name:ident: $presence:ident $type:ident, $cost:ident => $of:expr;)*) => {
        /// A field of a link: one of the values that programs print, store or hand over.
        ///
        /// [`name`](Self::name) is the same on every surface: a key in JSON, a column of a table, an
        /// attribute in Python, and in camel case a property in JavaScript.
        ///
        /// ```
        /// use linkspan::Detector;
        /// use linkspan::catalog::{Field, Value};
        /// use linkspan::suffix::SuffixSource;
        ///
        /// let link = Detector::default().links("see www.BÜCHER.co.uk:80").next().unwrap();
        /// let value = |field: Field| field.of(&link, &SuffixSource::Embedded);
        /// assert_eq!(value(Field::Domain), Some(Value::Text("xn--bcher-kva.co.uk".into())));
        /// assert_eq!(value(Field::Port), Some(Value::Number(80)));
        /// assert_eq!(value(Field::Scheme), None);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Field {
            $($(#[doc = $doc])* $field,)*
        }

        impl Field {
            /// All fields, in the order of the documentation.
            ///
            /// ```
            /// use linkspan::catalog::Field;
            ///
            /// assert_eq!(Field::ALL.first(), Some(&Field::Kind));
            /// ```
            pub const ALL: &'static [Self] = &[$(Self::$field),*];

            /// The name of the field, in snake case.
            ///
            /// ```
            /// assert_eq!(linkspan::catalog::Field::HostTyped.name(), "host_typed");
            /// ```
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$field => stringify!($name),)*
                }
            }

            /// What the field is, as it is documented for every language.
            ///
            /// ```
            /// let doc = linkspan::catalog::Field::Text.doc();
            /// assert_eq!(doc, "The link as written.");
            /// ```
            #[must_use]
            pub fn doc(self) -> &'static str {
                match self {
                    $(Self::$field => concat!($($doc),*).trim_start(),)*
                }
            }

            /// The type of its values.
            ///
            /// ```
            /// use linkspan::catalog::{Field, FieldType};
            ///
            /// assert_eq!(Field::Port.field_type(), FieldType::Number);
            /// ```
            #[must_use]
            pub const fn field_type(self) -> FieldType {
                match self {
                    $(Self::$field => field_type!($type),)*
                }
            }

            /// Whether a link may lack the field. A field that is present may still be empty, such as
            /// the query of `https://a.com/?`.
            ///
            /// ```
            /// use linkspan::catalog::Field;
            ///
            /// assert!(Field::Query.is_optional() && !Field::Href.is_optional());
            /// ```
            #[must_use]
            pub const fn is_optional(self) -> bool {
                match self {
                    $(Self::$field => is_optional!($presence),)*
                }
            }

            /// What computing the value costs.
            ///
            /// ```
            /// use linkspan::catalog::{Cost, Field};
            ///
            /// assert_eq!(Field::Text.cost(), Cost::Borrowed);
            /// ```
            #[must_use]
            pub const fn cost(self) -> Cost {
                match self {
                    $(Self::$field => Cost::$cost,)*
                }
            }

            /// The value for a link, or `None` if the link lacks the field. Registrable domains are
            /// those of `list`.
            ///
            /// ```
            /// use linkspan::Detector;
            /// use linkspan::catalog::{Field, Value};
            /// use linkspan::suffix::SuffixSource;
            ///
            /// let link = Detector::default().links("a.com/?").next().unwrap();
            /// let path = Field::Path.of(&link, &SuffixSource::Embedded);
            /// assert_eq!(path, Some(Value::Text("/".into())));
            /// ```
            #[must_use]
            pub fn of<'t>(self, link: &Link<'t>, list: &SuffixSource) -> Option<Value<'t>> {
                match self {
                    $(Self::$field => value!($type, link, list, $of),)*
                }
            }
        }
    };
}

for_each_field!(define);

impl Field {
    /// The field with this name, or `None` if the name is unknown.
    ///
    /// ```
    /// use linkspan::catalog::Field;
    ///
    /// assert_eq!(Field::named("local_part"), Some(Field::LocalPart));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|field| field.name() == name)
    }
}

/// The type of the values of a [`Field`].
///
/// ```
/// use linkspan::catalog::{Field, FieldType};
///
/// assert_eq!(Field::Href.field_type(), FieldType::Text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FieldType {
    /// A text.
    Text,
    /// A whole number from 0 to 65535.
    Number,
}

/// What it costs to compute a [`Field`].
///
/// ```
/// use linkspan::catalog::{Cost, Field};
///
/// assert_eq!(Field::Display.cost(), Cost::Written);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cost {
    /// Nothing: the value is a part of the text, or known already. A caption is allocated if the
    /// name imitates another one.
    Borrowed,
    /// The value is written anew, in time linear in the length of the link.
    Written,
}

/// The value of a [`Field`].
///
/// ```
/// use linkspan::catalog::Value;
///
/// assert_eq!(Value::Number(80).to_string(), "80");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value<'t> {
    /// A text.
    Text(Cow<'t, str>),
    /// A number.
    Number(u16),
}

impl<'t> Value<'t> {
    /// The value as a text; numbers are written in decimal.
    ///
    /// ```
    /// assert_eq!(linkspan::catalog::Value::Number(80).into_text(), "80");
    /// ```
    #[must_use]
    pub fn into_text(self) -> Cow<'t, str> {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => Cow::Owned(number.to_string()),
        }
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

/// A part as written.
fn part<'t>(link: &Link<'t>, part: Part) -> Option<Cow<'t, str>> {
    link.part(part).map(Cow::Borrowed)
}
