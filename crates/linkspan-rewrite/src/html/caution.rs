//! Decides whether links can be added to a page without changing anything else (rule
//! `unchanged-pages`).
//!
//! Parsers disagree about some elements: one reads as text what another reads as the value of an
//! attribute, and a link written there could run a script. In a page without these elements, text
//! is text for all parsers. Otherwise, the trees that a browser builds before and after are
//! compared.

use std::collections::BTreeSet;

use super::existing::{Change, Left};
use super::made::Made;
use super::outline::Outline;
use super::select::Select;
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

/// Elements that leave open, in a `template`, how what follows is read, as do most of the odd ones.
const NEUTRAL: [&str; 5] = ["base", "basefont", "bgsound", "link", "meta"];

/// Parts of a table: in a `template`, the first of them decides how the rest is read. And elements
/// in which an end tag does not end what is open around them.
const SCOPES: [&str; 12] = [
    "applet", "caption", "col", "colgroup", "marquee", "object", "tbody", "td", "tfoot", "th",
    "thead", "tr",
];

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
        // In ISO-2022-JP, U+001B makes markup out of letters or letters out of markup.
        if page.contains('\u{1B}') {
            return Self::Refuse;
        }
        // With enough tags, elements may be nested too deeply.
        let mut caution = match page.matches('<').count() {
            0..=400 if !sets_directions(page) => Self::None,
            _ => Self::Compare,
        };
        let (mut select, mut start) = (Select::Closed, Start::Open);
        let (mut has_tables, mut has_doctype) = (false, false);
        for piece in page.split('<').skip(1) {
            select = select.after(piece);
            start = start.after(piece);
            if piece.starts_with("![CDATA[") {
                caution = Self::Compare;
            }
            let end = piece.strip_prefix('/');
            let name = name(end.unwrap_or(piece));
            let is = |other: &&str| name.eq_ignore_ascii_case(other);
            // `</br>` is read as `<br>` in some places and not at all in others.
            let is_made = end.is_some() && (is(&"br") || is(&"p") && start == Start::Unknown);
            let is_table = is(&"table") || SCOPES.iter().any(is);
            if is_made || is_table || ODD.iter().any(is) {
                caution = Self::Compare;
            }
            has_tables |= is_table;
            has_doctype |= start != Start::Open && is_doctype(piece);
        }
        match select {
            // In a table, a document type divides the text around it; `html5ever` does not see that.
            Select::Closed if has_tables && has_doctype => Self::Refuse,
            Select::Closed => caution,
            // Some parsers read everything that follows as options.
            Select::Open | Select::Disputed => Self::Refuse,
        }
    }
}

/// What the start of a page means if the page is the content of a `template`. There, `</p>` and
/// `</br>` are ignored before the first start tag; after it, they make elements. A link is such a tag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// Nothing but text and a document type.
    Open,
    /// A start tag after which everything is read as in a page.
    Page,
    /// Anything else.
    Unknown,
}

impl Start {
    /// The state after a `<`, given the text that follows it, up to the next one.
    fn after(self, piece: &str) -> Self {
        let is_tag = piece.starts_with(|c: char| c.is_ascii_alphabetic());
        match self {
            Self::Open if is_tag => {
                let name = name(piece);
                let mut special = NEUTRAL.iter().chain(&ODD).chain(&SCOPES);
                match special.any(|other| name.eq_ignore_ascii_case(other)) {
                    true => Self::Unknown,
                    false => Self::Page,
                }
            }
            Self::Open
                if piece.starts_with(['/', '!', '?'])
                    && !(is_doctype(piece) && piece.contains('>')) =>
            {
                Self::Unknown
            }
            Self::Open | Self::Page | Self::Unknown => self,
        }
    }
}

/// Whether the text after `<` begins a document type.
fn is_doctype(piece: &str) -> bool {
    let name = piece.get(..8).unwrap_or_default();
    name.eq_ignore_ascii_case("!doctype")
}

/// The letters and digits after `<` or `</`: the name of an element, or its beginning.
fn name(tag: &str) -> &str {
    let length = tag.bytes().take_while(u8::is_ascii_alphanumeric).count();
    tag.get(..length).unwrap_or_default()
}

/// The changes to a page that are compared, in the order of their numbers: links to add, then
/// changes of links that are there.
#[derive(Clone, Copy)]
pub(super) struct Candidates<'a> {
    pub(super) links: &'a [Made],
    pub(super) changes: &'a [Change],
}

impl Candidates<'_> {
    fn count(self) -> usize {
        self.links.len() + self.changes.len()
    }

    /// The changes among some candidates, with their numbers.
    fn kept<'k>(
        &'k self,
        kept: &'k BTreeSet<usize>,
    ) -> impl Iterator<Item = (usize, &'k Change)> + 'k {
        let numbered = self.changes.iter().enumerate();
        let numbered = numbered.map(|(at, change)| (self.links.len() + at, change));
        numbered.filter(|(number, _)| kept.contains(number))
    }

    /// The page before the changes, with a mark in each element that would change. If a parser does
    /// not see an element there, it does not see the mark either.
    fn before(&self, page: &str, kept: &BTreeSet<usize>, mark: &str) -> String {
        let marks = self.kept(kept).map(|(number, change)| {
            let name_end = change.start + "<a".len();
            Edit::new(name_end..name_end, format!(" {mark}={number}"))
        });
        with(page, marks.collect())
    }

    /// The page after the changes, with a mark in each link.
    fn after(&self, page: &str, kept: &BTreeSet<usize>, mark: &str) -> String {
        let links = self.links.iter().enumerate();
        let links = links.filter(|(number, _)| kept.contains(number));
        let mut edits: Vec<Edit> = links
            .flat_map(|(number, link)| marked(&link.tags, mark, number))
            .collect();
        for (number, change) in self.kept(kept) {
            let mut changed = marked(&change.edits, mark, number);
            // A text in place of a link is compared as its content, which is not looked at.
            if let Some(first) = changed.first_mut().filter(|_| change.left == Left::Other)
                && !first.text.starts_with("<a ")
            {
                first.text = format!("<a {mark}=\"{number}\">{}</a>", first.text);
            }
            edits.extend(changed);
        }
        with(page, edits)
    }

    /// The numbers of links whose content is replaced.
    fn hidden(&self, kept: &BTreeSet<usize>) -> BTreeSet<usize> {
        let hidden = self
            .kept(kept)
            .filter(|(_, change)| change.left == Left::Other);
        hidden.map(|(number, _)| number).collect()
    }
}

/// The numbers of the candidates that would change more than links in the tree of a page, in any way
/// of reading it.
pub(super) fn harmful(page: &str, candidates: Candidates<'_>) -> BTreeSet<usize> {
    let all: BTreeSet<usize> = (0..candidates.count()).collect();
    match Caution::of(page) {
        _ if all.is_empty() => return all,
        Caution::None => return BTreeSet::new(),
        Caution::Refuse => return all,
        Caution::Compare => {}
    }
    let mark = mark(page);
    let mut harmful = BTreeSet::new();
    // First removes the links of the element that differs, then all links.
    for _ in 0..2 {
        let kept: BTreeSet<usize> = all.difference(&harmful).copied().collect();
        let hidden = candidates.hidden(&kept);
        let (base, made) = (
            candidates.before(page, &kept, &mark),
            candidates.after(page, &kept, &mark),
        );
        let mut more = BTreeSet::new();
        for &reading in Reading::all(page) {
            let before = Outline::of(&base, reading, &mark, &hidden);
            let after = Outline::of(&made, reading, &mark, &hidden);
            // A tree that is too large is not compared.
            let Some((before, after)) = before.zip(after) else {
                return all;
            };
            more.extend(differing(&before, &after, candidates, &kept));
        }
        if more.is_empty() {
            return harmful;
        }
        harmful.extend(more);
    }
    all
}

/// The candidates that make two trees differ: those that are missing or occur twice, and those of
/// the element where the trees differ. `kept` are those that should be there.
fn differing(
    before: &Outline,
    after: &Outline,
    candidates: Candidates<'_>,
    kept: &BTreeSet<usize>,
) -> BTreeSet<usize> {
    let changed: BTreeSet<usize> = candidates.kept(kept).map(|(number, _)| number).collect();
    let is_gone = |&(_, change): &(usize, &Change)| change.left == Left::Content;
    let gone = candidates.kept(kept).filter(is_gone);
    let gone: BTreeSet<usize> = gone.map(|(number, _)| number).collect();
    let mut found = unexpected(before, &changed);
    found.extend(unexpected(
        after,
        &kept.difference(&gone).copied().collect(),
    ));
    let is_added = |number: &&usize| **number < candidates.links.len();
    found.extend(after.unfit.iter().filter(is_added));
    if before.text != after.text {
        let (old, new) = (before.text.bytes(), after.text.bytes());
        let place = old.zip(new).take_while(|(old, new)| old == new).count();
        found.extend(after.links_around(place));
        found.extend(before.links_around(place));
        if found.is_empty() {
            found.clone_from(kept);
        }
    }
    found
}

/// The links that are missing in a tree, occur twice, or should not be there.
fn unexpected(tree: &Outline, expected: &BTreeSet<usize>) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let numbers = tree.links.iter().map(|&(_, number)| number);
    let mut found: BTreeSet<usize> = numbers.filter(|&number| !seen.insert(number)).collect();
    found.extend(expected.symmetric_difference(&seen));
    found
}

/// How often the direction of text may be set in a page without comparing its trees.
const FEW_DIRECTIONS: usize = 40;

/// Whether a page sets the direction of text so often that elements which do so may be nested too
/// deeply for browsers.
fn sets_directions(page: &str) -> bool {
    let page = page.to_ascii_lowercase();
    let signs = ["<bdo", "<bdi", "dir"].map(|sign| page.matches(sign).count());
    page.contains("unicode-bidi") || signs.iter().sum::<usize>() > FEW_DIRECTIONS
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
