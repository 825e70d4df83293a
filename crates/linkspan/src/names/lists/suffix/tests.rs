//! Compares look-ups with a naive reading of the same rules.

use super::rule::{Kind, Rule};
use super::{PublicSuffix, Section, SuffixList, SuffixSource, table};
use crate::names::host::form::HostForm;
use crate::names::idna;
use crate::names::spoof::calm::Calm;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::string::{String, ToString};
use std::sync::LazyLock;
use std::vec::Vec;
use std::{format, vec};

/// The names of all rules, with their labels in the usual order.
static NAMES: LazyLock<Vec<String>> =
    LazyLock::new(|| RULES.keys().map(|key| reversed(key)).collect());

type Rules = BTreeMap<String, Rule>;

/// The rules of the embedded table, by their names starting with the top-level domain.
static RULES: LazyLock<Rules> = LazyLock::new(table::tests::rules);

fn is_icann_suffix(name: &str) -> bool {
    super::is_icann_suffix(&HostForm::new(name))
}

fn reversed(name: &str) -> String {
    name.rsplit('.').collect::<Vec<_>>().join(".")
}

/// The public suffix of an ASCII host: every rule that could match is looked up separately.
fn naive<'h>(rules: &Rules, host: &'h str) -> Option<PublicSuffix<'h>> {
    let host = host.strip_suffix('.').unwrap_or(host);
    let labels: Vec<&str> = host.split('.').collect();
    if labels.contains(&"") {
        return None;
    }
    let last = |count: usize| {
        let others = labels.get(..labels.len().checked_sub(count)?)?;
        host.get(others.iter().map(|label| label.len() + 1).sum()..)
    };
    let rule = |count: usize, kind: Kind| {
        let name = last(count)?.to_ascii_lowercase();
        let found = rules.get(&reversed(&name)).filter(|rule| rule.0 == kind)?;
        Some(found.1)
    };
    let mut found = (1, None);
    for count in 1..=labels.len() {
        let wildcard = (count > 1)
            .then(|| rule(count - 1, Kind::Wildcard))
            .flatten();
        if let Some(section) = rule(count, Kind::Plain).or(wildcard) {
            found = (count, Some(section));
        }
    }
    for count in 1..=labels.len() {
        if let Some(section) = rule(count, Kind::Exception) {
            found = (count - 1, Some(section));
        }
    }
    Some(PublicSuffix {
        suffix: last(found.0)?,
        domain: last(found.0 + 1),
        section: found.1,
    })
}

#[track_caller]
fn check(host: &str) {
    let expected = naive(&RULES, host);
    assert_eq!(SuffixSource::Embedded.find(host), expected, "{host:?}");
    let is_suffix = expected.is_some_and(|found| {
        found.suffix.contains('.')
            && found.domain.is_none()
            && found.section == Some(Section::Icann)
    });
    let host = host.strip_suffix('.').unwrap_or(host);
    assert_eq!(is_icann_suffix(host), is_suffix, "{host:?}");
}

#[test]
fn every_rule_is_found() {
    assert!(RULES.len() > 10_000, "{}", RULES.len());
    for kind in [Kind::Plain, Kind::Wildcard, Kind::Exception] {
        assert!(RULES.values().any(|rule| rule.0 == kind), "{kind:?}");
    }
    for (key, &(kind, section)) in &*RULES {
        let name = reversed(key);
        let found = SuffixSource::Embedded
            .find(&format!("no-rule.no-rule.{name}"))
            .map(|found| found.suffix.len());
        let length = match kind {
            Kind::Plain => name.len(),
            Kind::Wildcard => name.len() + "no-rule.".len(),
            Kind::Exception => name.len() - name.find('.').unwrap_or(0) - 1,
        };
        assert_eq!(found, Some(length), "{name}: {section:?}");
    }
}

/// Around each rule: at it, below it, and next to it.
#[test]
fn look_ups_agree_around_every_rule() {
    for name in &*NAMES {
        let above = name.split_once('.').map_or("", |(_, above)| above);
        let below = name.rsplit_once('.').map_or("", |(below, _)| below);
        for host in [
            name.clone(),
            name.to_uppercase(),
            format!("{name}."),
            format!("a.{name}"),
            format!("b.a.{name}"),
            format!("c.b.a.{name}"),
            format!(".{name}"),
            format!("x.{above}"),
            format!("x.x.{above}"),
            format!("{below}.com"),
            format!("{below}.invalid"),
            format!("{name}.com"),
            format!("{name}x"),
            format!("x{name}"),
            name.chars().skip(1).collect(),
            name.chars().take(name.len() - 1).collect(),
        ] {
            check(&host);
        }
    }
}

/// Unicode names, whose labels are converted only if the others do not decide.
#[test]
fn names_in_unicode_agree_with_their_ascii_form() {
    let (mut suffixes, mut calm_suffixes) = (0, 0);
    for name in &*NAMES {
        let wide: String = name.chars().map(full_width).collect();
        let (first, above) = name.split_once('.').unwrap_or((name, ""));
        let wide_first: String = first.chars().map(full_width).collect();
        for host in [
            idna::to_unicode(name).into_owned(),
            wide,
            name.replace('.', "。"),
            name.replacen('.', "。", 1),
            format!("{wide_first}.{above}"),
            format!("bücher.{name}"),
            format!("bücher.{above}"),
            format!("b.bücher.{above}"),
            format!("bücher。b.{above}"),
            format!("{name}.рф"),
        ] {
            let is_suffix = idna::to_ascii(&host).is_some_and(|ascii| is_icann_suffix(&ascii));
            assert_eq!(is_icann_suffix(&host), is_suffix, "{host:?}");
            if let Some(calm) = Calm::of(&host) {
                let form = HostForm::new(&host);
                let by_parts = super::is_calm_icann_suffix(&form, calm.dots.last.into());
                assert_eq!(by_parts, is_suffix, "{host:?}");
                calm_suffixes += usize::from(is_suffix && !host.is_ascii());
            }
            suffixes += usize::from(is_suffix && !host.is_ascii());
        }
    }
    assert!(suffixes > 20_000, "{suffixes}");
    assert!(calm_suffixes > 100, "{calm_suffixes}");
}

/// The full-width form of a printable ASCII character, which IDNA maps back.
fn full_width(c: char) -> char {
    char::from_u32(u32::from(c) + 0xFEE0).expect("a character")
}

/// A list with rules that the embedded one does not have: a wildcard that meets a rule of the other
/// section, and an exception that is not below a wildcard.
#[test]
fn look_ups_agree_for_other_lists() {
    let text = "com\nuk\nco.uk\n*.ck\n!www.ck\n*.kawasaki.jp\n!city.kawasaki.jp\njp\n\
        !x.com\n*.y.com\nz.y.com\n\
        // ===BEGIN PRIVATE DOMAINS===\ngithub.io\n*.compute.com\na.b.c.d\n*.x.ck\nw.www.ck\n";
    let list = SuffixList::parse(text).expect("a list");
    let rules = list.rules().clone();
    let list = SuffixSource::List(list);
    let parts = [
        "com", "uk", "co", "ck", "www", "kawasaki", "jp", "city", "io", "x", "y", "z", "a", "b",
        "c", "d", "",
    ];
    let mut hosts = vec![String::new()];
    for _ in 0..3 {
        hosts = hosts
            .iter()
            .flat_map(|host| parts.map(|part| format!("{part}.{host}")))
            .collect();
        for host in &hosts {
            let found = list.find(host);
            assert_eq!(found, naive(&rules, host), "{host:?}");
            check(host);
        }
    }
    assert_eq!(list.find("a.b.c.d"), naive(&rules, "a.b.c.d"));
}

/// Labels of real rules, in any case, and others.
fn label() -> impl Strategy<Value = String> {
    let real = (any::<prop::sample::Index>(), any::<prop::sample::Index>());
    let real = real.prop_map(|(rule, label)| {
        let labels: Vec<&str> = rule.get(&NAMES).split('.').collect();
        label.get(&labels).to_string()
    });
    let labels = prop_oneof![
        8 => real,
        2 => "[a-z0-9-]{1,12}",
        1 => "[ -\\-/-~]{1,70}",
        1 => Just(String::new()),
    ];
    (labels, 0..4).prop_map(|(label, case)| match case {
        0 => label.to_ascii_uppercase(),
        _ => label,
    })
}

/// A name of random labels below a rule, below a part of a rule, or below nothing.
fn host() -> impl Strategy<Value = String> {
    let end = (any::<prop::sample::Index>(), 0..7_usize).prop_map(|(rule, count)| {
        let labels: Vec<&str> = rule.get(&NAMES).split('.').collect();
        let labels = &labels[labels.len().saturating_sub(count)..];
        labels.join(".")
    });
    let labels = prop::collection::vec(label(), 0..6);
    (labels, end, prop::bool::weighted(0.2)).prop_map(|(mut labels, end, is_rooted)| {
        if !end.is_empty() {
            labels.push(end);
        }
        labels.join(".") + if is_rooted { "." } else { "" }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn look_ups_agree_for_random_names(host in host()) {
        // The independent reading treats an IPv4 address as a name.
        let is_address = host.trim_end_matches('.').parse::<core::net::Ipv4Addr>().is_ok();
        prop_assume!(!is_address);
        check(&host);
    }
}

/// The fast path for the most common top-level domains agrees with the table.
#[test]
fn plain_names_take_a_short_way() {
    let mut names: Vec<String> = rules_as_names();
    for tld in crate::tables::tlds::ASCII {
        names.extend(["a", "com", "co", "a.b", "a.com"].map(|name| format!("{name}.{tld}")));
    }
    let mut suffixes = 0;
    for name in names.iter().filter(|name| name.contains('.')) {
        for name in [name.clone(), format!("a.{name}"), name.to_uppercase()] {
            let dot = name.rfind('.').unwrap_or_default();
            let expected = table::is_icann_suffix(&name);
            assert_eq!(table::is_calm_icann_suffix(&name, dot), expected, "{name}");
            suffixes += usize::from(expected == Some(true));
        }
    }
    assert!(suffixes > 5_000, "{suffixes}");
}

/// The names of all rules, as they would be in a host.
fn rules_as_names() -> Vec<String> {
    let turned = |name: String| name.split('.').rev().collect::<Vec<_>>().join(".");
    table::tests::rules().into_keys().map(turned).collect()
}
