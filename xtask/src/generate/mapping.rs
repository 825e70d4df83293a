//! The table of UTS #46: the mapping of each character, and the pairs that normalization composes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use icu_normalizer::properties::{
    CanonicalCompositionBorrowed, CanonicalDecompositionBorrowed, Decomposed,
};
use icu_normalizer::uts46::Uts46MapperBorrowed;

use super::emit;
use super::names::narrow;
use super::release::Release;

/// The kinds of a run, in the lowest bits of its value, and what the generated file says of them.
const KINDS: [(&str, &str); 5] = [
    (
        "VALID",
        "Each character stays, if the rest is 0; otherwise it is removed ([`REMOVED`]) or not allowed",
    ),
    (
        "SHIFTED",
        "Each character becomes the one at this distance: the lowest bit of the rest is its sign",
    ),
    (
        "CAPITALS",
        "Every second character, from the first on, becomes the next one",
    ),
    (
        "SAME",
        "All characters become one string: its position in [`STRINGS`], and its length",
    ),
    (
        "ROW",
        "The characters become strings of one length, one after the other in [`STRINGS`]",
    ),
];
const KIND_BITS: u32 = 3;
const LENGTH_BITS: u32 = 6;
const REMOVED: u32 = 1;
const DISALLOWED: u32 = 2;

/// What UTS #46 does to a character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mapping {
    Valid,
    Removed,
    Disallowed,
    To(String),
}

impl Mapping {
    pub(crate) fn of(c: char) -> Self {
        let mapped: String = Uts46MapperBorrowed::new()
            .map_normalize(std::iter::once(c))
            .collect();
        if mapped.contains('\u{FFFD}') {
            Self::Disallowed
        } else if mapped.is_empty() {
            Self::Removed
        } else if mapped.chars().eq([c]) {
            Self::Valid
        } else {
            Self::To(mapped)
        }
    }

    fn distance(&self, c: u32) -> Option<i64> {
        let Self::To(mapped) = self else {
            return None;
        };
        let mut chars = mapped.chars();
        let first = chars.next().filter(|_| chars.as_str().is_empty())?;
        Some(i64::from(u32::from(first)) - i64::from(c))
    }
}

/// A run of characters, and what it needs of the pool.
enum Run {
    Value(u32),
    Strings {
        kind: u32,
        text: String,
        length: usize,
    },
}

/// The source of `tables/mapping.rs`.
pub(crate) fn source() -> String {
    let release = Release::current();
    let header = emit::header(
        "The mapping of UTS #46 (non-transitional), and canonical compositions.",
        &format!("Unicode {release} data of `icu_normalizer` {}", release.icu),
    );
    let runs = runs();
    // Longer texts first: shorter ones may be parts of them.
    let mut texts: Vec<&String> = runs
        .iter()
        .filter_map(|(_, run)| match run {
            Run::Strings { text, .. } => Some(text),
            Run::Value(_) => None,
        })
        .collect();
    texts.sort_by_key(|text| (std::cmp::Reverse(text.len()), *text));
    let mut pool = String::new();
    for text in texts {
        if !pool.contains(text.as_str()) {
            pool.push_str(text);
        }
    }
    let values: Vec<(u32, u32)> = runs
        .iter()
        .map(|(first, run)| {
            let value = match run {
                Run::Value(value) => *value,
                Run::Strings { kind, text, length } => {
                    let at = pool.find(text.as_str()).expect("in the pool");
                    assert!(*length < 1 << LENGTH_BITS, "widen the length");
                    narrow::<u32>(at << LENGTH_BITS | length) << KIND_BITS | kind
                }
            };
            (*first, value)
        })
        .collect();
    let kinds: String = (0..)
        .zip(KINDS)
        .map(|(number, (name, doc)): (u32, _)| {
            format!("/// {doc}.\npub(crate) const {name}: u32 = {number};\n\n")
        })
        .collect();
    format!(
        "{header}use super::runs::Runs;\n\n\
         /// The bits of the kind of a run. The rest of its value is above them.\npub(crate) const KIND_BITS: u32 = {KIND_BITS};\n\n\
         {kinds}\
         /// In a run of [`VALID`]: UTS #46 removes the characters.\npub(crate) const REMOVED: u32 = {REMOVED};\n\n\
         /// The bits of the length of a string, in bytes; its position is above them.\npub(crate) const LENGTH_BITS: u32 = {LENGTH_BITS};\n\n\
         {}\n\
         /// The strings that characters become.\npub(crate) static STRINGS: &str = \"\\\n{}\";\n\n{}",
        emit::runs_of("MAPPING", "What UTS #46 makes of each character", &values),
        emit::wrapped(&pool),
        compositions(),
    )
}

/// The runs of code points, each with the longest reach among those that start there.
fn runs() -> Vec<(u32, Run)> {
    let all: Vec<Mapping> = (0..=0x10_FFFF)
        .map(|c| char::from_u32(c).map_or(Mapping::Disallowed, Mapping::of))
        .collect();
    let mut runs = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let (length, run) = run_at(&all, at);
        runs.push((narrow(at), run));
        at += length;
    }
    runs
}

fn run_at(all: &[Mapping], at: usize) -> (usize, Run) {
    let count = |holds: &dyn Fn(usize) -> bool| (at..all.len()).take_while(|&at| holds(at)).count();
    let code = |at: usize| narrow::<u32>(at);
    let plain = |value: u32| {
        (
            count(&|next| all[next] == all[at]),
            Run::Value(value << KIND_BITS),
        )
    };
    let text = match &all[at] {
        Mapping::Valid => return plain(0),
        Mapping::Removed => return plain(REMOVED),
        Mapping::Disallowed => return plain(DISALLOWED),
        Mapping::To(text) => text,
    };
    // Capitals and their small letters in turn. The last small letter belongs to the run.
    let capitals = count(&|next| match (next - at) % 2 {
        0 => all[next].distance(code(next)) == Some(1),
        _ => all[next] == Mapping::Valid,
    });
    if capitals > 2 {
        return (capitals & !1, Run::Value(2));
    }
    if let Some(distance) = all[at].distance(code(at)) {
        let shifted = count(&|next| all[next].distance(code(next)) == Some(distance));
        let rest = u32::try_from(distance.unsigned_abs()).expect("a distance") << 1
            | u32::from(distance < 0);
        // A row of strings costs as many bytes as it has letters; a distance at most five.
        if shifted > 1 || text.len() > 2 || distance.unsigned_abs() < 1 << 11 {
            let row = row_at(all, at);
            if shifted > 1 || row < 2 {
                return (shifted, Run::Value(rest << KIND_BITS | 1));
            }
        }
    }
    let same = count(&|next| all[next] == all[at]);
    let length = text.len();
    if same > 1 {
        return (
            same,
            Run::Strings {
                kind: 3,
                text: text.clone(),
                length,
            },
        );
    }
    let row = row_at(all, at);
    let text = all[at..at + row]
        .iter()
        .map(|mapping| match mapping {
            Mapping::To(text) => text.as_str(),
            _ => "",
        })
        .collect();
    (
        row,
        Run::Strings {
            kind: 4,
            text,
            length,
        },
    )
}

/// How many characters from `at` on become strings of one length. Characters that become the same
/// string end the row.
fn row_at(all: &[Mapping], at: usize) -> usize {
    let length = |at: usize| match all.get(at) {
        Some(Mapping::To(text)) => Some(text.len()),
        _ => None,
    };
    let is_row = |&next: &usize| {
        length(next) == length(at)
            && length(next).is_some()
            && all.get(next + 1) != Some(&all[next])
    };
    (at..).take_while(is_row).count().max(1)
}

/// The characters that normalization composes from two, by both of them. Those that UTS #46 maps to
/// others are not among them.
static COMPOSITIONS: LazyLock<BTreeMap<(char, char), char>> = LazyLock::new(|| {
    let decompose = CanonicalDecompositionBorrowed::new();
    let compose = CanonicalCompositionBorrowed::new();
    ('\0'..=char::MAX)
        .filter(|c| !('\u{AC00}'..='\u{D7A3}').contains(c))
        .filter_map(|c| match decompose.decompose(c) {
            Decomposed::Expansion(first, second) => {
                (compose.compose(first, second) == Some(c)).then_some(((first, second), c))
            }
            _ => None,
        })
        .collect()
});

/// Whether a character is the second of two that normalization composes.
pub(crate) fn composes_back(c: char) -> bool {
    static SECONDS: LazyLock<BTreeSet<char>> =
        LazyLock::new(|| COMPOSITIONS.keys().map(|&(_, second)| second).collect());
    SECONDS.contains(&c) || matches!(c, '\u{1161}'..='\u{1175}' | '\u{11A8}'..='\u{11C2}')
}

fn compositions() -> String {
    let kept = |c: char| Mapping::of(c) == Mapping::Valid;
    let all: Vec<(char, char, char)> = COMPOSITIONS
        .iter()
        .filter(|&(_, &c)| kept(c))
        .map(|(&(first, second), &c)| (first, second, c))
        .collect();
    let (near, far): (Vec<_>, Vec<_>) = all
        .into_iter()
        .partition(|&(first, second, c)| [first, second, c].iter().all(|&c| c <= '\u{FFFF}'));
    let triples = |name: &str, kind: &str, doc: &str, triples: &[(char, char, char)]| {
        let numbers: Vec<String> = triples
            .iter()
            .map(|&(a, b, c)| format!("[{}, {}, {}]", u32::from(a), u32::from(b), u32::from(c)))
            .collect();
        format!(
            "/// {doc}.\n#[rustfmt::skip]\npub(crate) static {name}: [[{kind}; 3]; {}] = [\n{}];\n",
            triples.len(),
            emit::number_lines(&numbers, 8),
        )
    };
    // By composed character, for decomposition.
    let mut order: Vec<u16> = (0..narrow(near.len())).collect();
    order.sort_by_key(|&at| near[usize::from(at)].2);
    format!(
        "{}\n/// The positions in [`NEAR_PAIRS`], by the composed character.\n#[rustfmt::skip]\npub(crate) static NEAR_ORDER: [u16; {}] = [\n{}];\n\n{}",
        triples(
            "NEAR_PAIRS",
            "u16",
            "Two characters and the one they compose, sorted by the two, up to U+FFFF",
            &near
        ),
        order.len(),
        emit::number_lines(&order, 20),
        triples(
            "FAR_PAIRS",
            "u32",
            "The same for all others, which are sorted in both ways",
            &far
        ),
    )
}
