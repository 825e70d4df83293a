//! Decides whether links can be added to a page without changing anything else (rule
//! `unchanged-pages`).
//!
//! Parsers disagree about some elements: one reads as text what another reads as the value of an
//! attribute, and a link written there could run a script. In a page without these elements, text
//! is text for all parsers, and tags between texts change nothing else. Otherwise, the trees that a
//! browser builds before and after are compared. So they are if a hook changes anything: without a
//! tag between them, two texts can become markup.

use std::collections::BTreeSet;

use super::existing::{Change, Left};
use super::insertion::Insertion;
use super::select::Select;
use super::tree::Parsing;
use super::tree_text::TreeText;
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
    pub(super) links: &'a [Insertion],
    pub(super) changes: &'a [Change],
}

/// How content that replaces other content is written for a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Replacement {
    /// Not at all: an added link is around the text of the page, and what takes the place of an
    /// existing link is in an `a` element, whose content is not looked at.
    Hidden,
    /// In an `a` element, so that it does not touch the text around it.
    Apart,
    /// As in the result.
    Bare,
}

impl Candidates<'_> {
    fn count(self) -> usize {
        self.links.len() + self.changes.len()
    }

    /// Whether something other than tags around text is written.
    fn change_more(self) -> bool {
        !self.changes.is_empty() || self.links.iter().any(|link| link.instead.is_some())
    }

    /// The changes among some candidates, with their numbers.
    fn changes_among<'k>(
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
        let marks = self.changes_among(kept).map(|(number, change)| {
            let name_end = change.start + "<a".len();
            // The space separates it from a `/`.
            Edit::new(name_end..name_end, format!(" {mark}={number} "))
        });
        with(page, marks.collect())
    }

    /// The page after the changes, with a mark in each link.
    fn after(
        &self,
        page: &str,
        kept: &BTreeSet<usize>,
        mark: &str,
        replacement: Replacement,
    ) -> String {
        let links = self.links.iter().enumerate();
        let links = links.filter(|(number, _)| kept.contains(number));
        let links = links.map(|(number, link)| match &link.instead {
            Some(instead) if replacement != Replacement::Hidden => {
                (number, std::slice::from_ref(instead), true)
            }
            _ => (number, link.tags.as_slice(), false),
        });
        let changes = self.changes_among(kept).map(|(number, change)| {
            let is_replaced = change.left == Left::Other;
            (number, change.edits.as_slice(), is_replaced)
        });
        let mut edits = Vec::new();
        for (number, change, is_replaced) in links.chain(changes) {
            let mut marked = mark_with(change, mark, number);
            if let Some(first) = marked.first_mut()
                && is_replaced
                && replacement != Replacement::Bare
                && !first.text.starts_with("<a ")
            {
                first.text = format!("<a {mark}=\"{number}\">{}</a>", first.text);
            }
            edits.extend(marked);
        }
        with(page, edits)
    }

    /// The numbers of existing links whose content is replaced.
    fn hidden(&self, kept: &BTreeSet<usize>) -> BTreeSet<usize> {
        let hidden = self
            .changes_among(kept)
            .filter(|(_, change)| change.left == Left::Other);
        hidden.map(|(number, _)| number).collect()
    }

    /// The numbers of all whose content is replaced.
    fn replacing(&self, kept: &BTreeSet<usize>) -> BTreeSet<usize> {
        let links = self.links.iter().enumerate();
        let links = links.filter(|(number, link)| kept.contains(number) && link.instead.is_some());
        let links = links.map(|(number, _)| number);
        links.chain(self.hidden(kept)).collect()
    }
}

/// How often the changes to a page are compared. Each time, those of the element that differs are
/// removed.
const ROUNDS: usize = 4;

/// The numbers of the candidates that would change more than links in the tree of a page, in any way
/// of reading it.
pub(super) fn harmful(page: &str, candidates: Candidates<'_>) -> BTreeSet<usize> {
    let all: BTreeSet<usize> = (0..candidates.count()).collect();
    match Caution::of(page) {
        _ if all.is_empty() => return all,
        Caution::None if !candidates.change_more() => return BTreeSet::new(),
        Caution::Refuse => return all,
        Caution::None | Caution::Compare => {}
    }
    let mark = mark(page);
    let mut harmful = BTreeSet::new();
    for _ in 0..ROUNDS {
        let kept: BTreeSet<usize> = all.difference(&harmful).copied().collect();
        let Some(more) = harmful_among(page, candidates, &kept, &mark) else {
            return all;
        };
        if more.is_empty() {
            return harmful;
        }
        harmful.extend(more);
    }
    all
}

/// Some of the candidates that would change more than links, or none if there are none among `kept`.
/// `None` if a tree is too large to be compared.
fn harmful_among(
    page: &str,
    candidates: Candidates<'_>,
    kept: &BTreeSet<usize>,
    mark: &str,
) -> Option<BTreeSet<usize>> {
    let mut harmful = BTreeSet::new();
    let added = candidates.links.len();
    let after = |replacement| candidates.after(page, kept, mark, replacement);
    let hidden = candidates.hidden(kept);
    let (base, made) = (
        candidates.before(page, kept, mark),
        after(Replacement::Hidden),
    );
    for &reading in Parsing::all(page) {
        let before = TreeText::of(&base, reading, mark, added, &hidden)?;
        let after = TreeText::of(&made, reading, mark, added, &hidden)?;
        harmful.extend(differing(&before, &after, candidates, kept));
    }
    let replaced = candidates.replacing(kept);
    if replaced.is_empty() {
        return Some(harmful);
    }
    // What is written must change nothing else itself, and must not join the text around it.
    let shown = BTreeSet::new();
    let (apart, bare) = (after(Replacement::Apart), after(Replacement::Bare));
    for (old, new, hidden) in [(&made, &apart, &replaced), (&apart, &bare, &shown)] {
        for &reading in Parsing::all(page) {
            let old = TreeText::of(old, reading, mark, added, hidden)?;
            let new = TreeText::of(new, reading, mark, added, hidden)?;
            let Some(place) = old.difference(&new) else {
                continue;
            };
            let around = old.links_around(place).filter(|at| replaced.contains(at));
            let around: BTreeSet<usize> = around.collect();
            let is_known = !around.is_empty();
            harmful.extend(if is_known { &around } else { &replaced });
        }
    }
    Some(harmful)
}

/// The candidates that make two trees differ: those that are missing or occur twice, and those of
/// the element where the trees differ. `kept` are those that should be there.
fn differing(
    before: &TreeText,
    after: &TreeText,
    candidates: Candidates<'_>,
    kept: &BTreeSet<usize>,
) -> BTreeSet<usize> {
    let changed: BTreeSet<usize> = candidates
        .changes_among(kept)
        .map(|(number, _)| number)
        .collect();
    let is_gone = |&(_, change): &(usize, &Change)| change.left == Left::Content;
    let gone = candidates.changes_among(kept).filter(is_gone);
    let gone: BTreeSet<usize> = gone.map(|(number, _)| number).collect();
    // A parser may repeat a link that is there in each of the elements that it begins in.
    let hidden = candidates.hidden(kept);
    let is_repeatable = |number| changed.contains(&number) && !hidden.contains(&number);
    let mut found = unexpected(before, &changed, is_repeatable);
    let left = kept.difference(&gone).copied().collect();
    found.extend(unexpected(after, &left, is_repeatable));
    let is_added = |number: &&usize| **number < candidates.links.len();
    found.extend(after.unfit.iter().filter(is_added));
    if let Some(place) = before.difference(after) {
        found.extend(after.links_around(place));
        found.extend(before.links_around(place));
        if found.is_empty() {
            found.clone_from(kept);
        }
    }
    found
}

/// The links that are missing in a tree, should not be there, or occur twice although they must not.
fn unexpected(
    tree: &TreeText,
    expected: &BTreeSet<usize>,
    is_repeatable: impl Fn(usize) -> bool,
) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let numbers = tree.links.iter().map(|&(_, number)| number);
    let mut found: BTreeSet<usize> = numbers
        .filter(|&number| !seen.insert(number) && !is_repeatable(number))
        .collect();
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
fn mark_with(link: &[Edit], mark: &str, number: usize) -> Vec<Edit> {
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
    let made = splice::apply_edits(page.as_bytes(), &edits);
    String::from_utf8(made).unwrap_or_default()
}
