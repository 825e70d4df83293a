//! Lists of top-level domains and of public suffixes: what is accepted is known.

use linkspan::suffix::{SuffixList, SuffixSource};
use linkspan::tld::{TldList, TldSource};
use linkspan::{Detector, Profile};

use crate::input::Input;

/// Panics if a name of a list that was accepted is not known.
pub fn check(data: &[u8]) {
    let text = Input::new(data).text();
    top_level(&text);
    suffixes(&text);
    let added = TldSource::Embedded.with(text.split_whitespace());
    for name in text.split_whitespace() {
        // A name known to a list stays known when names are added.
        assert!(
            !TldSource::Embedded.knows(name) || added.knows(name),
            "{name:?}"
        );
    }
}

fn top_level(text: &str) {
    let Ok(list) = TldList::parse(text) else {
        return;
    };
    let is_name = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let names: Vec<&str> = text
        .lines()
        .skip(1)
        .map(str::trim)
        .filter(is_name)
        .collect();
    assert_eq!(list.len(), names.len());
    assert!(!list.version().is_empty());
    let tlds = TldSource::List(list);
    let added = TldSource::Syntactic.with(&names);
    let detector = Detector::new(Profile::uts58().tlds(tlds.clone()));
    for name in names {
        for name in [name, &name.to_ascii_lowercase(), &name.to_ascii_uppercase()] {
            assert!(tlds.knows(name) && added.knows(name), "{name:?}");
        }
        let host = format!("example.{name}");
        let links: Vec<&str> = detector.links(&host).map(|link| link.text()).collect();
        assert_eq!(links, [host.as_str()]);
    }
}

fn suffixes(text: &str) {
    let Ok(list) = SuffixList::parse(text) else {
        return;
    };
    assert!(list.len() > 0);
    let list = SuffixSource::List(list);
    let rules = text
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    let rules: Vec<&str> = rules.filter(|rule| !rule.starts_with("//")).collect();
    let has_exceptions = rules.iter().any(|rule| rule.starts_with('!'));
    for rule in rules {
        let name = rule
            .strip_prefix("*.")
            .or(rule.strip_prefix('!'))
            .unwrap_or(rule);
        let host = format!("a.{name}");
        let found = list.find(&host).expect("the suffix of a rule");
        assert!(host.ends_with(found.suffix), "{found:?} of {host:?}");
        let domain = found.domain.unwrap_or(&host);
        assert!(
            domain.ends_with(found.suffix) && host.ends_with(domain),
            "{found:?}"
        );
        if !has_exceptions {
            assert!(found.suffix.len() >= name.len(), "{found:?} of {host:?}");
        }
    }
}
