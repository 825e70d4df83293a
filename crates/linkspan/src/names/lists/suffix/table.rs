//! The embedded table of rules.
//!
//! The rules are a tree of labels, starting at the top-level domains. The labels below a label form
//! a group; groups with the same labels and rules, such as those of many regions of a cloud, are
//! stored once. A group is a hash table: a few labels share a bucket, which is searched linearly.

use super::Section;
use super::labels::{Label, Labels};
use super::rule::{Kind, Match, Rule};
use crate::names::idna::{mapping, punycode};
use crate::names::lists::tld::{folded, keys};
use crate::tables::suffixes::{BUCKETS, GROUPS, LABELS, MULTIPLIER, ROOT, SPLIT};

/// Looks up an ASCII name in the embedded rules; `None` if one of its labels is empty.
///
/// Each label of the name costs at most one bucket, and a bucket has at most 16 labels.
pub(super) fn embedded(name: &str) -> Option<Match> {
    let mut group = Group::ROOT;
    Match::of(name, |label| {
        let entry = group.find(label)?;
        group = entry.below;
        Some(entry.rule)
    })
}

/// Whether a name is a suffix of the ICANN section and has several labels. `None` if it depends on
/// a label that is not ASCII and that UTS #46 changes.
///
/// One or two labels decide for most names: no longer suffix ends with `com` or `co.uk`.
pub(super) fn is_icann_suffix(name: &str) -> Option<bool> {
    is_suffix_below(Group::ROOT, Labels::of(name))
}

/// The same for a calm name whose last dot is at `dot`. Two-letter top-level domains, which most
/// suffixes have, need no search.
pub(super) fn is_calm_icann_suffix(name: &str, dot: usize) -> Option<bool> {
    let (rest, tld) = (name.get(..dot)?, name.get(dot + 1..)?);
    if !tld.is_ascii() && !OUTSIDE.contains(&tld) {
        return Some(false);
    }
    let key = folded(tld.as_bytes()).unwrap_or_default();
    let two = match key.to_le_bytes() {
        [first, second, 0, ..] => pair(first, second),
        _ => None,
    };
    match two.and_then(|pair| PAIRS.get(pair)) {
        Some(&Group::NONE) => Some(false),
        Some(&group) if group != Group::ROOT => is_suffix_below(group, Labels::of(rest)),
        _ if SETTLED.contains(&key) => Some(false),
        _ => is_icann_suffix(name),
    }
}

/// Common longer top-level domains without longer suffixes.
const SETTLED: [u64; 8] = keys(["com", "net", "org", "info", "app", "dev", "edu", "xyz"]);

/// The non-ASCII top-level domains with longer suffixes.
const OUTSIDE: [&str; 4] = ["срб", "ישראל", "ไทย", "香港"];

/// Whether labels are a suffix of the ICANN section with several labels, below a group that
/// contains no wildcard.
fn is_suffix_below(start: Group, mut labels: Labels<'_>) -> Option<bool> {
    let mut group = start;
    // Whether a wildcard includes the next label.
    let mut is_wild = false;
    while let Some(label) = labels.next() {
        // A non-ASCII label is never found, but its A-label may be.
        let mut octets = [0; A_LABEL];
        let encoded = match label.bytes.is_ascii() {
            true => Some(label),
            false => a_label(&label, &mut octets),
        };
        let Some(entry) = group.find(&encoded?) else {
            return Some(is_wild && labels.is_done() && !label.bytes.is_empty());
        };
        if labels.is_done() {
            return Some(match entry.rule {
                Some((Kind::Plain, section)) => section == Section::Icann && group != Group::ROOT,
                Some((Kind::Exception, _)) => false,
                Some((Kind::Wildcard, _)) | None => is_wild,
            });
        }
        if !entry.has_longer {
            return Some(false);
        }
        is_wild = entry.rule == Some((Kind::Wildcard, Section::Icann));
        group = entry.below;
    }
    Some(false)
}

/// The limit of DNS for a label, in octets.
const A_LABEL: usize = 63;

/// The A-label of a label that UTS #46 does not change; `None` for others, and for those that are too
/// long.
fn a_label<'o>(label: &Label<'_>, octets: &'o mut [u8; A_LABEL]) -> Option<Label<'o>> {
    let typed = core::str::from_utf8(label.bytes).ok()?;
    mapping::is_settled(typed).then_some(())?;
    octets.get_mut(..4)?.copy_from_slice(b"xn--");
    let mut length = 4;
    punycode::encode(&typed.chars(), |c| {
        if let (Some(place), Ok(byte)) = (octets.get_mut(length), u8::try_from(c)) {
            *place = byte;
        }
        length += 1;
    });
    Some(Label::of(label.start, octets.get(..length)?))
}

/// The groups below two-letter top-level domains: `NONE` if there is no longer suffix of the ICANN
/// section, and `ROOT` if there is a wildcard.
static PAIRS: [Group; 26 * 26] = pairs();

/// The number of a pair of lower-case letters.
const fn pair(first: u8, second: u8) -> Option<usize> {
    if first.is_ascii_lowercase() && second.is_ascii_lowercase() {
        Some((first - b'a') as usize * 26 + (second - b'a') as usize)
    } else {
        None
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "runs when this is compiled; a test compares the result"
)]
const fn pairs() -> [Group; 26 * 26] {
    let mut pairs = [Group::NONE; 26 * 26];
    // The buckets of a group are adjacent, and so are their labels.
    let (first, last) = (GROUPS[ROOT as usize], GROUPS[ROOT as usize + 1]);
    let (mut at, end) = (start_of(first as usize), start_of(last as usize));
    while at < end {
        let length = (LABELS[at] & 63) as usize;
        let has_value = LABELS[at] >> 7 != 0;
        let label = at + 1;
        at = label + length;
        if has_value {
            let value = u16::from_le_bytes([LABELS[at], LABELS[at + 1]]);
            if length == 2
                && value & LONGER != 0
                && let Some(pair) = pair(LABELS[label], LABELS[label + 1])
            {
                let is_plain = value & KIND == PLAIN;
                pairs[pair] = if is_plain {
                    Group(value >> GROUP)
                } else {
                    Group::ROOT
                };
            }
            at += 2;
        }
    }
    pairs
}

/// The labels below another one, identified by the number of the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Group(u16);

impl Group {
    /// The top-level domains.
    const ROOT: Self = Self(ROOT);
    /// The empty group.
    const NONE: Self = Self(0);

    /// Finds a label, in any case.
    #[inline]
    fn find(self, label: &Label<'_>) -> Option<Entry> {
        let (first, count) = self.buckets()?;
        let bucket = first + bucket(label, count)?;
        let (mut at, end) = (start(bucket)?, start(bucket + 1)?);
        while at < end {
            let record = Record::at(at)?;
            if record.has(label)? {
                return record.entry();
            }
            at = record.end();
        }
        None
    }

    /// The first bucket and the number of buckets.
    fn buckets(self) -> Option<(usize, usize)> {
        let group = usize::from(self.0);
        match GROUPS.get(group..group + 2)? {
            &[first, end] if first < end => Some((usize::from(first), usize::from(end - first))),
            _ => None,
        }
    }
}

/// The bucket for a label in a group with `count` buckets; `bucket` in `xtask/src/generate/suffixes.rs` is
/// the same function. The length distinguishes many labels that start alike: `trentino-alto-adige`
/// and `trentino-sud-tirol`.
fn bucket(label: &Label<'_>, count: usize) -> Option<usize> {
    let length = u64::try_from(label.bytes.len()).ok()?;
    let hash = (label.head ^ length).wrapping_mul(MULTIPLIER) >> 32;
    usize::try_from((hash * u64::try_from(count).ok()?) >> 32).ok()
}

/// The start of a bucket in the labels. The table contains its lower 16 bits.
fn start(bucket: usize) -> Option<usize> {
    let high = usize::from(bucket >= SPLIT) << 16;
    Some(high | usize::from(*BUCKETS.get(bucket)?))
}

/// The same at compile time.
#[expect(clippy::indexing_slicing, reason = "runs when this is compiled")]
const fn start_of(bucket: usize) -> usize {
    let high = if bucket >= SPLIT { 1 << 16 } else { 0 };
    high | BUCKETS[bucket] as usize
}

/// The value of a label that ends a plain rule of the ICANN section and has no labels below it.
const PLAIN: u16 = 1;
/// The bits of a value for the kind of a rule.
const KIND: u16 = 3;
/// The bit of a value for the private section.
const PRIVATE: u16 = 4;
/// The bit of a value for longer suffixes.
const LONGER: u16 = 8;
/// The number of bits of a value below the number of the group.
const GROUP: u32 = 4;

/// A label in the table.
#[derive(Clone, Copy)]
struct Record {
    /// The start of the label.
    start: usize,
    length: usize,
    /// The kind of the label, in two bits.
    what: u8,
    /// The first eight bytes of the label and the following data.
    head: &'static [u8; 8],
}

/// The data of a label.
struct Entry {
    /// The rule whose name ends here.
    rule: Option<Rule>,
    /// Whether a longer suffix of the ICANN section ends with this label and those after it.
    has_longer: bool,
    below: Group,
}

impl Record {
    #[inline]
    fn at(at: usize) -> Option<Self> {
        let &[first, ref head @ ..] = LABELS.get(at..)?.first_chunk::<9>()?;
        Some(Self {
            start: at + 1,
            length: usize::from(first & 63),
            what: first >> 6,
            head,
        })
    }

    /// Whether this is the label, in any case. Nearly all others differ in length or head.
    #[inline]
    fn has(&self, label: &Label<'_>) -> Option<bool> {
        if self.length != label.bytes.len() {
            return Some(false);
        }
        // The data after a shorter label is not compared.
        let unused = 64 - 8 * self.length.clamp(1, 8);
        if (u64::from_be_bytes(*self.head) ^ label.head) >> unused != 0 {
            return Some(false);
        }
        if self.length <= 8 {
            return Some(true);
        }
        let tail = LABELS.get(self.start + 8..self.start + self.length)?;
        Some(tail.eq_ignore_ascii_case(label.bytes.get(8..)?))
    }

    fn entry(&self) -> Option<Entry> {
        let value = match self.what {
            0 => PLAIN,
            1 => PLAIN | PRIVATE,
            _ => {
                let value = LABELS.get(self.start + self.length..)?.first_chunk()?;
                u16::from_le_bytes(*value)
            }
        };
        let section = match value & PRIVATE {
            0 => Section::Icann,
            _ => Section::Private,
        };
        let kind = match value & KIND {
            0 => None,
            PLAIN => Some(Kind::Plain),
            2 => Some(Kind::Wildcard),
            _ => Some(Kind::Exception),
        };
        Some(Entry {
            rule: kind.map(|kind| (kind, section)),
            has_longer: value & LONGER != 0,
            below: Group(value >> GROUP),
        })
    }

    /// The position of the next label: after the two bytes of a value, if there is one.
    fn end(&self) -> usize {
        self.start + self.length + usize::from(self.what & 2)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::names::idna;
    use core::mem::size_of_val;
    use std::collections::{BTreeMap, BTreeSet};
    use std::string::String;
    use std::vec::Vec;
    use std::{format, vec};

    /// All rules, read from the table: the name of each, starting with the top-level domain.
    pub(in super::super) fn rules() -> BTreeMap<String, Rule> {
        let mut rules = BTreeMap::new();
        let mut groups = vec![(Group::ROOT, String::new())];
        while let Some((group, above)) = groups.pop() {
            for record in records(group) {
                let label = &LABELS[record.start..record.start + record.length];
                let label = core::str::from_utf8(label).expect("ASCII");
                let name = format!("{above}{label}");
                let entry = record.entry().expect("an entry");
                groups.push((entry.below, format!("{name}.")));
                if let Some(rule) = entry.rule {
                    let before = rules.insert(name, rule);
                    assert!(before.is_none(), "{above}{label} is there twice");
                }
            }
        }
        rules
    }

    /// The labels of a group in the order of the table.
    fn records(group: Group) -> Vec<Record> {
        let (first, count) = group.buckets().unwrap_or((0, 0));
        (first..first + count).flat_map(in_bucket).collect()
    }

    fn in_bucket(bucket: usize) -> Vec<Record> {
        let (mut at, end) = (
            start(bucket).expect("a start"),
            start(bucket + 1).expect("an end"),
        );
        let mut records = Vec::new();
        while at < end {
            let record = Record::at(at).expect("a label");
            at = record.end();
            records.push(record);
        }
        assert_eq!(at, end);
        records
    }

    #[test]
    fn few_top_level_domains_outside_ascii_have_longer_suffixes() {
        let is_longer = |(name, rule): &(String, Rule)| {
            name.starts_with("xn--") && name.contains('.') && rule.1 == Section::Icann
        };
        let longer = rules().into_iter().filter(is_longer);
        let tlds: BTreeSet<_> = longer
            .map(|(name, _)| {
                idna::to_unicode(name.split('.').next().unwrap_or_default()).into_owned()
            })
            .collect();
        assert_eq!(tlds, BTreeSet::from(OUTSIDE.map(String::from)));
    }

    /// The cost of a label, and the size of the table in a binary.
    #[test]
    fn buckets_and_the_table_are_small() {
        let sizes = (0..BUCKETS.len() - 1).map(|bucket| in_bucket(bucket).len());
        assert!(sizes.max().is_some_and(|size| size <= 16));
        let bytes = size_of_val(&GROUPS) + size_of_val(&BUCKETS) + LABELS.len();
        assert!(bytes < 90_000, "{bytes}");
    }
}
