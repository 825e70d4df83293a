//! `cargo xtask tables --values`: what the tables say of each code point, as runs that can be
//! printed, read again and compared.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::classes::{BidiClass, HostClass, LinkTerm, ProseClass};
use crate::emit::Class;
use crate::properties;

/// The name of a property and its value for each character.
type Property = (&'static str, fn(char) -> Cow<'static, str>);

/// Distinguishes assigned code points from others; not part of any table.
pub(crate) const ASSIGNED: &str = "Assigned";

/// The properties that decide where a link starts and ends.
pub(crate) const BOUNDARIES: [&str; 5] = [
    "Link_Term",
    "Link_Bracket",
    "Link_Email",
    "HostClass",
    "ProseClass",
];

/// Everything that the tables hold, apart from UTS #39 and lists of names.
const PROPERTIES: [Property; 11] = [
    (ASSIGNED, |c| yes(properties::is_assigned(c))),
    ("Link_Term", |c| {
        name(&LinkTerm::CLASS, properties::link_term(c) as usize)
    }),
    ("Link_Bracket", |c| partner(properties::link_bracket(c))),
    ("Link_Email", |c| yes(properties::is_link_email(c))),
    ("HostClass", |c| {
        name(&HostClass::CLASS, properties::host(c) as usize)
    }),
    ("ProseClass", |c| {
        name(&ProseClass::CLASS, properties::prose(c) as usize)
    }),
    ("Bidi_Class", |c| {
        name(&BidiClass::CLASS, properties::bidi_class(c) as usize)
    }),
    ("Bidi_Mirroring_Glyph", |c| partner(properties::mirror(c))),
    ("PRI #185", |c| yes(properties::is_pri185(c))),
    ("unseen", |c| yes(properties::is_unseen(c))),
    ("lookalike of syntax", |c| {
        yes(properties::imitates_syntax(c))
    }),
];

fn yes(holds: bool) -> Cow<'static, str> {
    Cow::Borrowed(if holds { "Yes" } else { "No" })
}

fn name(class: &Class, number: usize) -> Cow<'static, str> {
    Cow::Borrowed(class.variants[number].0)
}

fn partner(c: Option<char>) -> Cow<'static, str> {
    c.map_or(Cow::Borrowed("none"), |c| {
        Cow::Owned(format!("U+{:04X}", u32::from(c)))
    })
}

/// Code points with equal values. Surrogates belong to the run before them.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    property: Cow<'static, str>,
    first: u32,
    last: u32,
    value: Cow<'static, str>,
}

/// The values of all code points: for each property, runs in order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Values(Vec<Run>);

/// A value that is another one in later data.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Change<'v> {
    pub(crate) property: &'v str,
    pub(crate) code: u32,
    pub(crate) from: &'v str,
    pub(crate) to: &'v str,
}

impl Values {
    /// The values of the data that this program was built with.
    pub(crate) fn current() -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for (property, value) in PROPERTIES {
            for c in '\0'..=char::MAX {
                let (code, value) = (u32::from(c), value(c));
                match runs.last_mut() {
                    Some(run) if run.property == property && run.value == value => run.last = code,
                    _ => runs.push(Run {
                        property: Cow::Borrowed(property),
                        first: code,
                        last: code,
                        value,
                    }),
                }
            }
        }
        Self(runs)
    }

    /// The values that are different in `later`, by property and code point.
    pub(crate) fn changes<'v>(&'v self, later: &'v Self) -> Vec<Change<'v>> {
        let mut changes = Vec::new();
        let mut rest = later.0.as_slice();
        for run in &self.0 {
            // Both have the same properties in the same order, and all code points of each.
            while let Some((other, after)) = rest.split_first() {
                if other.property != run.property || other.first > run.last {
                    break;
                }
                if other.value != run.value {
                    let codes = run.first.max(other.first)..=run.last.min(other.last);
                    changes.extend(codes.map(|code| Change {
                        property: &run.property,
                        code,
                        from: &run.value,
                        to: &other.value,
                    }));
                }
                if other.last > run.last {
                    break;
                }
                rest = after;
            }
        }
        changes
    }
}

/// A line for each run: `0000..0008;Link_Term;Hard`.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for run in &self.0 {
            let (first, last) = (run.first, run.last);
            writeln!(f, "{first:04X}..{last:04X};{};{}", run.property, run.value)?;
        }
        Ok(())
    }
}

impl FromStr for Values {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let run = |line: &str| {
            let mut fields = line.split(';');
            let (first, last) = fields.next()?.split_once("..")?;
            let owned = |field: &str| Cow::Owned(field.to_owned());
            Some(Run {
                property: owned(fields.next()?),
                first: u32::from_str_radix(first, 16).ok()?,
                last: u32::from_str_radix(last, 16).ok()?,
                value: owned(fields.next()?),
            })
        };
        let runs = text
            .lines()
            .map(|line| run(line).ok_or_else(|| format!("not a run of values: {line}")));
        runs.collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, Values};

    #[test]
    fn values_are_compared_run_by_run() {
        let before = "0000..0003;A;x\n0004..0009;A;y\n0000..0009;B;No\n";
        let after =
            "0000..0001;A;x\n0002..0004;A;z\n0005..0009;A;y\n0000..0008;B;No\n0009..0009;B;Yes\n";
        let (before, after): (Values, Values) =
            (before.parse().expect("runs"), after.parse().expect("runs"));
        let change = |property, code, from, to| Change {
            property,
            code,
            from,
            to,
        };
        assert_eq!(
            before.changes(&after),
            [
                change("A", 2, "x", "z"),
                change("A", 3, "x", "z"),
                change("A", 4, "y", "z"),
                change("B", 9, "No", "Yes"),
            ]
        );
        assert_eq!(before.changes(&before), []);
        assert_eq!(before.to_string().parse(), Ok(before));
        assert!("0000..0003;A".parse::<Values>().is_err());
    }
}
