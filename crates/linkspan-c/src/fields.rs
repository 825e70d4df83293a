//! The fields of a link by number, and which of them a search computes.
//!
//! The number of a field is its place in the catalogue, so a new field goes at the end there.

use std::ffi::c_char;
use std::ptr::null;

use linkspan::catalog::{Field, Value};
use linkspan::suffix::SuffixSource;

use crate::status::Failure;

// <fields>
/// What the link is: `url`, `email`, or with the profile `pri185` also `file`.
pub const LINKSPAN_FIELD_KIND: u64 = 1_u64 << 0;
/// The link as written.
pub const LINKSPAN_FIELD_TEXT: u64 = 1_u64 << 1;
/// The address to open: ASCII, with a scheme, as a browser serializes it.
pub const LINKSPAN_FIELD_HREF: u64 = 1_u64 << 2;
/// The address as typed, with a scheme; `href` if a browser would open another address for it.
pub const LINKSPAN_FIELD_HREF_TYPED: u64 = 1_u64 << 3;
/// The readable form: names in Unicode, and no unnecessary escapes.
pub const LINKSPAN_FIELD_DISPLAY: u64 = 1_u64 << 4;
/// The text to put on the link: as written, but a name found to imitate another one is in A-labels,
/// and characters that reorder text are percent-escaped.
pub const LINKSPAN_FIELD_CAPTION: u64 = 1_u64 << 5;
/// The scheme as written, without `:` and `//`; null if none is written.
pub const LINKSPAN_FIELD_SCHEME: u64 = 1_u64 << 6;
/// The text before the `@` of an e-mail address.
pub const LINKSPAN_FIELD_LOCAL_PART: u64 = 1_u64 << 7;
/// The host, to compare by: A-labels in lower case without a root dot, or an IP address as a
/// browser serializes it; null if IDNA rejects it.
pub const LINKSPAN_FIELD_HOST: u64 = 1_u64 << 8;
/// The host as written.
pub const LINKSPAN_FIELD_HOST_TYPED: u64 = 1_u64 << 9;
/// The host in Unicode, to show; a name found to imitate another one is in A-labels.
pub const LINKSPAN_FIELD_HOST_DISPLAY: u64 = 1_u64 << 10;
/// The registrable domain, to count and compare by, in the form of `host`; null for an IP address
/// and for a public suffix.
pub const LINKSPAN_FIELD_DOMAIN: u64 = 1_u64 << 11;
/// The registrable domain in Unicode, to show.
pub const LINKSPAN_FIELD_DOMAIN_DISPLAY: u64 = 1_u64 << 12;
/// The top-level domain, in the form of `host`.
pub const LINKSPAN_FIELD_TLD: u64 = 1_u64 << 13;
/// The port, if one is written.
pub const LINKSPAN_FIELD_PORT: u64 = 1_u64 << 14;
/// The path with its first `/`. In a link without a host, such as `tel:`, the text after the `:`;
/// for a file name, the whole name.
pub const LINKSPAN_FIELD_PATH: u64 = 1_u64 << 15;
/// The query, without its `?`.
pub const LINKSPAN_FIELD_QUERY: u64 = 1_u64 << 16;
/// The fragment, without its `#` and without directives.
pub const LINKSPAN_FIELD_FRAGMENT: u64 = 1_u64 << 17;
/// The fragment directives, without the first `:~:`.
pub const LINKSPAN_FIELD_DIRECTIVES: u64 = 1_u64 << 18;
/// All of these fields, and `LINKSPAN_FIELD_REASONS`.
pub const LINKSPAN_FIELDS_ALL: u64 = LINKSPAN_FIELD_REASONS | ((1_u64 << 19) - 1);
// </fields>

/// Why a link was narrowed or a candidate rejected, and warnings: `linkspan_link_reason`.
pub const LINKSPAN_FIELD_REASONS: u64 = 1_u64 << 61;
/// Why a link ends where it does: `linkspan_link_ending`. Not one of `LINKSPAN_FIELDS_ALL`, because
/// it makes the search slower.
pub const LINKSPAN_FIELD_ENDING: u64 = 1_u64 << 62;
/// Also report candidates that are not linked, in text order among the links. They have no fields
/// but the kind, the text and a reason. Slower than finding links alone.
pub const LINKSPAN_WITH_REJECTED: u64 = 1_u64 << 63;

/// The fields of the catalogue.
const OF_CATALOGUE: u64 = LINKSPAN_FIELDS_ALL & !LINKSPAN_FIELD_REASONS;

/// Which fields a search computes.
#[derive(Clone, Copy)]
pub(crate) struct Fields(u64);

impl Fields {
    pub(crate) fn new(fields: u64) -> Result<Self, Failure> {
        let known = LINKSPAN_FIELDS_ALL | LINKSPAN_FIELD_ENDING | LINKSPAN_WITH_REJECTED;
        if fields & !known != 0 {
            return Err(unknown(fields));
        }
        Ok(Self(fields))
    }

    /// Whether one of these is among them.
    pub(crate) fn has(self, fields: u64) -> bool {
        self.0 & fields != 0
    }

    /// Whether links have more than places.
    pub(crate) fn has_values(self) -> bool {
        self.has(LINKSPAN_FIELDS_ALL | LINKSPAN_FIELD_ENDING)
    }

    /// Those of the catalogue, in the order of their numbers.
    pub(crate) fn of_catalogue(self) -> impl Iterator<Item = Field> {
        let mut rest = self.0 & OF_CATALOGUE;
        std::iter::from_fn(move || {
            let place = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            Field::ALL.get(place).copied()
        })
    }

    /// How many of the catalogue there are.
    pub(crate) fn count(self) -> usize {
        (self.0 & OF_CATALOGUE).count_ones() as usize
    }

    /// The place of a field among those of the catalogue.
    pub(crate) fn place(self, field: u64) -> Option<usize> {
        let is_one = field.is_power_of_two() && self.has(field & OF_CATALOGUE);
        is_one.then(|| Self(self.0 & (field - 1)).count())
    }
}

#[cold]
#[inline(never)]
fn unknown(fields: u64) -> Failure {
    Failure::argument(format!("`fields` has unknown bits: {fields:#x}"))
}

/// The place of a field in the catalogue.
fn place_in_catalogue(field: u64) -> Option<usize> {
    let bit = field.is_power_of_two().then(|| field.trailing_zeros());
    bit.map(|bit| bit as usize)
}

/// The field of the catalogue with a number.
pub(crate) fn numbered(field: u64) -> Option<Field> {
    Field::ALL.get(place_in_catalogue(field)?).copied()
}

/// The value of a field.
#[cfg(feature = "psl")]
pub(crate) fn compute<'t>(field: Field, link: &linkspan::Link<'t>) -> Option<Value<'t>> {
    field.of(link, &SuffixSource::Embedded)
}

/// The value of a field. Without the Public Suffix List there are no registrable domains.
#[cfg(not(feature = "psl"))]
pub(crate) fn compute<'t>(field: Field, link: &linkspan::Link<'t>) -> Option<Value<'t>> {
    if matches!(field, Field::Domain | Field::DomainDisplay) {
        return None;
    }
    // A list must have a rule, but no other field reads it.
    let list = linkspan::suffix::SuffixList::parse("com").ok()?;
    field.of(link, &SuffixSource::List(list))
}

macro_rules! define_names {
    ($($(#[doc = $doc:literal])* $field:ident $name:ident: $presence:ident $type:ident, $cost:ident => $of:expr;)*) => {
        /// The names of the fields, each with a NUL after it.
        const NAMES: &[&str] = &[$(concat!(stringify!($name), "\0")),*];
    };
}

linkspan::for_each_field!(define_names);

/// Returns the name of a field, such as `href` for `LINKSPAN_FIELD_HREF`, as it is in JSON and in
/// other languages; NULL if there is no such field. The numbers of the fields are 1, 2, 4 and so on
/// without gaps, so a loop can list them. Do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn linkspan_field_name(field: u64) -> *const c_char {
    let name = place_in_catalogue(field).and_then(|place| NAMES.get(place));
    name.map_or(null(), |name| name.as_ptr().cast())
}
