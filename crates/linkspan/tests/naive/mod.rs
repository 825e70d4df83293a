//! The standard and the rules of CONFORMANCE.md once more, as plainly as possible: indices into a vector of
//! characters, every question answered by looking, no care for speed.
//!
//! The tests compare the library with this on random text. Nothing here shares code with the
//! library except the character properties, which the official files check.

#![allow(dead_code, reason = "no test uses all of it")]

pub(crate) mod agree;
pub(crate) mod detect;
pub(crate) mod ending;
pub(crate) mod escape;

use linkspan::props::{LinkTerm, link_bracket, link_term};

/// The rows of Table 3-3.
pub(crate) struct Row {
    pub(crate) initiator: &'static str,
    pub(crate) terminators: &'static [&'static str],
    pub(crate) clear_stack_open: &'static [&'static str],
}

pub(crate) const PATH: Row = Row {
    initiator: "/",
    terminators: &["?", "#"],
    clear_stack_open: &["/"],
};
pub(crate) const QUERY: Row = Row {
    initiator: "?",
    terminators: &["#"],
    clear_stack_open: &["=", "&"],
};
pub(crate) const FRAGMENT: Row = Row {
    initiator: "#",
    terminators: &[":~:"],
    clear_stack_open: &[],
};
pub(crate) const DIRECTIVE: Row = Row {
    initiator: ":~:",
    terminators: &[],
    clear_stack_open: &["&", ",", ":~:"],
};

pub(crate) fn matches_at(cp: &[char], i: usize, string: &str) -> bool {
    string
        .chars()
        .enumerate()
        .all(|(offset, c)| cp.get(i + offset) == Some(&c))
}

/// 3.5.1, with `lastSafe` set to the end of the host instead of `link_start`.
pub(crate) fn termination(cp: &[char], start: usize) -> usize {
    let mut last_safe = start;
    let mut part: Option<&Row> = None;
    let mut previous_part: Option<&Row> = None;
    let limit = 125;
    let mut open_stack = Vec::new();
    let mut i = start;
    while i < cp.len() {
        if let Some(row) = part
            && row.terminators.iter().any(|t| matches_at(cp, i, t))
        {
            previous_part = part;
            part = None;
        }
        let Some(row) = part else {
            let rows = [&PATH, &QUERY, &FRAGMENT, &DIRECTIVE];
            let Some(next) = rows
                .into_iter()
                .find(|row| matches_at(cp, i, row.initiator))
            else {
                return last_safe;
            };
            let in_fragment = previous_part.is_some_and(|row| matches!(row.initiator, "#" | ":~:"));
            if next.initiator == ":~:" && !in_fragment {
                return last_safe;
            }
            part = Some(next);
            i += next.initiator.chars().count();
            last_safe = i;
            open_stack.clear();
            continue;
        };
        if let Some(element) = row.clear_stack_open.iter().find(|e| matches_at(cp, i, e)) {
            i += element.chars().count();
            last_safe = i;
            open_stack.clear();
            continue;
        }
        match link_term(cp[i]) {
            LinkTerm::Include => last_safe = i + 1,
            LinkTerm::Soft => {}
            LinkTerm::Hard => return last_safe,
            LinkTerm::Open => {
                if open_stack.len() == limit {
                    return last_safe;
                }
                open_stack.push(cp[i]);
                last_safe = i + 1;
            }
            LinkTerm::Close => {
                let Some(last_open) = open_stack.pop() else {
                    return last_safe;
                };
                if link_bracket(cp[i]) != Some(last_open) {
                    return last_safe;
                }
                last_safe = i + 1;
            }
        }
        i += 1;
    }
    last_safe
}
