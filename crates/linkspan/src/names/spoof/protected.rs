//! Names of the application that no other name may imitate.

use alloc::string::String;
use alloc::vec::Vec;

use crate::names::host::label::is_label_separator;
use crate::names::idna::{self, mapping};
use crate::tables::{self, host_class};

/// The names to protect. Most profiles have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Protected(Vec<Name>);

/// A protected name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Name {
    /// The name in A-labels.
    ascii: String,
    /// The appearance of the name, in two readings.
    looks: [String; 2],
    labels: usize,
}

impl Protected {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a string is a name that can be protected.
    pub(crate) fn is_name(name: &str) -> bool {
        Self::default().add(name).is_some()
    }

    /// Adds a name; `None` if the string is not a name.
    pub(crate) fn add(&mut self, name: &str) -> Option<()> {
        let name = name.trim().trim_end_matches(is_label_separator);
        let ascii = idna::to_ascii(name).filter(|ascii| ascii.split('.').all(|l| !l.is_empty()))?;
        let name = Name {
            looks: looks(&idna::to_unicode(&ascii)),
            labels: ascii.split('.').count(),
            ascii,
        };
        if !self.0.contains(&name) {
            self.0.push(name);
        }
        Some(())
    }

    /// Whether a host looks like one of the names, or is a subdomain of one that does, and is
    /// neither one of them nor below one.
    pub(crate) fn is_imitated_by(&self, host: &str) -> bool {
        if self.is_empty() {
            return false;
        }
        let ascii = idna::to_ascii_lossy(host);
        if self.0.iter().any(|name| is_below(&ascii, &name.ascii)) {
            return false;
        }
        let looks = looks(&idna::to_unicode(host));
        self.0.iter().any(|name| {
            let mut looks = looks.iter().map(|look| last_labels(look, name.labels));
            looks.any(|look| name.looks.iter().any(|own| own == look))
        })
    }
}

/// Whether a name is another one or below it.
fn is_below(name: &str, other: &str) -> bool {
    let below = name.strip_suffix(other);
    below.is_some_and(|below| below.is_empty() || below.ends_with('.'))
}

/// The last labels of a name, or all of it if it has fewer.
fn last_labels(look: &str, count: usize) -> &str {
    let dot = count
        .checked_sub(1)
        .and_then(|before| look.rmatch_indices('.').nth(before));
    dot.map_or(look, |(at, dot)| {
        look.get(at + dot.len()..).unwrap_or_default()
    })
}

/// The appearance of a name in both readings.
fn looks(name: &str) -> [String; 2] {
    [Alternative::First, Alternative::Second].map(|reading| look(name, reading))
}

/// Which of two possible letters a letter is read as.
#[derive(Clone, Copy)]
enum Alternative {
    First,
    Second,
}

/// The appearance of a name: its skeleton (UTS #39 section 4) in lower case and without marks, with
/// some more letters that UTS #39 distinguishes. Letters that look like nothing in ASCII are kept.
fn look(name: &str, reading: Alternative) -> String {
    let mut look = String::new();
    for c in name.chars().flat_map(mapping::decompose) {
        match (c, twin(c, reading)) {
            (c, _) if is_label_separator(c) => look.push('.'),
            (_, Some(twin)) => look.push_str(twin),
            (c, None) if host_class(c).is_mark() => {}
            (c, None) => match tables::ascii_prototype(c) {
                // A dot in the skeleton must not end a label.
                Some(prototype) if prototype != "." => look.push_str(prototype),
                _ => look.push(c),
            },
        }
    }
    look.make_ascii_lowercase();
    look
}

/// The ASCII letters that a letter can be mistaken for, beyond UTS #39.
fn twin(c: char, reading: Alternative) -> Option<&'static str> {
    let [first, second] = match c {
        'þ' => ["p", "b"],
        'ð' => ["o", "d"],
        'ß' => ["b", "ss"],
        'ø' => ["o"; 2],
        'ł' => ["l"; 2],
        'đ' | 'ɖ' | 'ɗ' => ["d"; 2],
        'ħ' | 'н' => ["h"; 2],
        'ŧ' | 'т' => ["t"; 2],
        'ɨ' => ["i"; 2],
        'ŋ' | 'п' | 'η' => ["n"; 2],
        'ə' | 'ɛ' => ["e"; 2],
        'ɔ' => ["c"; 2],
        'ɓ' | 'ь' | 'в' | 'ъ' | 'β' => ["b"; 2],
        'к' | 'κ' | 'ƙ' => ["k"; 2],
        'м' => ["rn"; 2],
        'и' | 'μ' => ["u"; 2],
        'τ' => ["t"; 2],
        'ω' | 'ѡ' => ["w"; 2],
        'з' => ["3"; 2],
        _ => return None,
    };
    Some(match reading {
        Alternative::First => first,
        Alternative::Second => second,
    })
}

#[cfg(all(test, feature = "idna"))]
mod tests {
    use super::Protected;

    fn protected(names: &[&str]) -> Protected {
        let mut protected = Protected::default();
        for name in names {
            assert!(protected.add(name).is_some(), "{name}");
        }
        protected
    }

    #[test]
    fn imitations_are_found() {
        let names = protected(&[
            "PayPal.com.",
            "mybank.co.uk",
            "bücher.example",
            "straße.example",
            "github.com",
        ]);
        for imitation in [
            "раураӏ.com",
            "раураӏ.сом",
            "paypa1.com",
            "paypál.com",
            "login.þayþal.com",
            "xn--paypl-0qa.com",
            "mybаnk.co.uk",
            "rnybank.co.uk",
            "mуьапк.co.uk",
            "bucher.example",
            "strasse.example",
            "paypál。com",
            "gıthub.com",
            "gitþub.com.gìthub.com",
        ] {
            assert!(names.is_imitated_by(imitation), "{imitation}");
        }
        for honest in [
            "paypal.com",
            "PAYPAL.COM",
            "éxample.paypal.com",
            "paypal.org",
            "paypal.com.example.org",
            "notpaypal.com",
            "mybank.com",
            "co.uk",
            "com",
            "bücher.example",
            "example.com",
        ] {
            assert!(!names.is_imitated_by(honest), "{honest}");
        }
        assert!(!Protected::default().is_imitated_by("раураӏ.com"));
    }

    #[test]
    fn what_is_no_name_is_not_added() {
        for name in ["", ".", "a..b", "a b", "exa%mple.com"] {
            assert!(!Protected::is_name(name), "{name:?}");
        }
    }
}
