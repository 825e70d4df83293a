//! Decides whether links can be added to a page without changing anything else (rule
//! `unchanged-pages`).
//!
//! Parsers disagree about some elements: one reads as text what another reads as the value of an
//! attribute, and a link written there could run a script. In a page without these elements, text
//! is text for all parsers. Otherwise, the trees that a browser builds before and after are
//! compared.

use std::collections::BTreeSet;

use super::made::Made;
use super::outline::Outline;
use super::tree::Reading;
use crate::splice::{self, Edit};

/// Elements whose contents are read in a special way, by some parsers or in some places. Text in a
/// table outside its cells is moved.
const ODD: [&str; 16] = [
    "frameset",
    "iframe",
    "math",
    "noembed",
    "noframes",
    "noscript",
    "plaintext",
    "script",
    "select",
    "style",
    "svg",
    "table",
    "template",
    "textarea",
    "title",
    "xmp",
];

/// Those that older browsers read in `select` in the same way as elsewhere.
const SAME_IN_SELECT: [&str; 5] = ["frameset", "script", "select", "table", "template"];

/// How much care a page needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caution {
    /// Text is text for every parser.
    None,
    /// The trees must be compared.
    Compare,
    /// Parsers disagree in a way that a comparison does not reveal.
    Refuse,
}

impl Caution {
    pub(super) fn of(page: &str) -> Self {
        // With enough tags, elements may be nested too deeply.
        let mut caution = match page.matches('<').count() {
            0..=400 => Self::None,
            _ => Self::Compare,
        };
        let mut in_select = false;
        let mut rest = page;
        while let Some((_, after)) = rest.split_once('<') {
            rest = after;
            if after.starts_with("![CDATA[") {
                caution = Self::Compare;
            }
            let is_end = after.starts_with('/');
            let name = after.strip_prefix('/').unwrap_or(after);
            let length = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
            let name = name.get(..length).unwrap_or_default();
            let is = |other: &&str| name.eq_ignore_ascii_case(other);
            let is_odd = ODD.iter().any(&is);
            if is_odd {
                caution = Self::Compare;
            }
            if is(&"select") {
                in_select = !is_end;
            } else if in_select && !is_end && is_odd && !SAME_IN_SELECT.iter().any(is) {
                return Self::Refuse;
            }
        }
        // Some parsers read everything that follows as options.
        if in_select { Self::Refuse } else { caution }
    }
}

/// The numbers of the links that would change more than themselves in the tree of a page, in any
/// way of reading it. `others` are edits that are made in any case.
pub(super) fn harmful(page: &str, links: &[Made], others: &[Edit]) -> BTreeSet<usize> {
    match Caution::of(page) {
        _ if links.is_empty() => return BTreeSet::new(),
        Caution::None => return BTreeSet::new(),
        Caution::Refuse => return (0..links.len()).collect(),
        Caution::Compare => {}
    }
    let mark = mark(page);
    let base = with(page, others.to_vec());
    let all: BTreeSet<usize> = (0..links.len()).collect();
    let mut harmful = BTreeSet::new();
    // First removes the links of the element that differs, then all links.
    for _ in 0..2 {
        let kept: BTreeSet<usize> = all.difference(&harmful).copied().collect();
        let mut edits = others.to_vec();
        for (number, link) in links
            .iter()
            .enumerate()
            .filter(|(number, _)| kept.contains(number))
        {
            edits.extend(marked(&link.tags, &mark, number));
        }
        let made = with(page, edits);
        let mut more = BTreeSet::new();
        for &reading in Reading::all(page) {
            let before = Outline::of(&base, reading, &mark);
            let after = Outline::of(&made, reading, &mark);
            // A tree that is too large is not compared.
            let Some((before, after)) = before.zip(after) else {
                return all;
            };
            more.extend(differing(&before, &after, &kept));
        }
        if more.is_empty() {
            return harmful;
        }
        harmful.extend(more);
    }
    all
}

/// The links that make two trees differ: those that are missing or occur twice, and those of the
/// element where the trees differ. `kept` are those that should be there.
fn differing(before: &Outline, after: &Outline, kept: &BTreeSet<usize>) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let twice = after
        .links
        .iter()
        .filter(|&&(_, number)| !seen.insert(number));
    let mut found: BTreeSet<usize> = twice.map(|&(_, number)| number).collect();
    found.extend(kept.difference(&seen));
    if before.text != after.text {
        let (old, new) = (before.text.bytes(), after.text.bytes());
        let place = old.zip(new).take_while(|(old, new)| old == new).count();
        found.extend(after.links_around(place));
        if found.is_empty() {
            found.clone_from(kept);
        }
    }
    found
}

/// The edits of a link, with its number in an attribute.
fn marked(link: &[Edit], mark: &str, number: usize) -> Vec<Edit> {
    let mut edits = link.to_vec();
    if let Some(first) = edits.first_mut()
        && let Some(tag) = first.text.strip_prefix("<a ")
    {
        first.text = format!("<a {mark}=\"{number}\" {tag}");
    }
    edits
}

/// An attribute name that does not occur in the page.
fn mark(page: &str) -> String {
    let mut mark = "x-made".to_owned();
    let page = page.to_ascii_lowercase();
    while page.contains(&mark) {
        mark.push('x');
    }
    mark
}

/// The page with some edits, given in any order.
fn with(page: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let made = splice::edited(page.as_bytes(), &edits);
    String::from_utf8(made).unwrap_or_default()
}
