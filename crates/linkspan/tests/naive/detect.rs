//! Detection as UTS58 5.2 and the rules "Where a link starts" of CONFORMANCE.md state it, for a small
//! set of characters.

use super::{matches_at, termination};
use linkspan::props::{LinkTerm, is_link_email, link_term};
use linkspan::tld::TldSource;

/// The roles of characters in hosts, for the characters that the tests use.
fn is_label_char(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(
            c,
            '-' | '_' | 'ü' | 'Ü' | 'ß' | 'ς' | 'ф' | 'Р' | 'р' | 'Ф' | '\u{200C}' | '\u{200D}'
        )
        || matches!(
            c,
            '例' | '子' | '中' | '国' | '谢' | '你' | '我' | '爱' | 'ก' | '\u{301}' | 'ｃ' | '・'
        )
        || matches!(c, '查' | '看' | '文' | '次' | '에' | 'の' | 'ア' | '·')
}

fn is_other(c: char) -> bool {
    matches!(c, '-' | '_' | '\u{200C}' | '\u{200D}' | '・' | '·')
}

fn is_letter_or_mark(c: char) -> bool {
    is_label_char(c) && !c.is_ascii_digit() && !is_other(c)
}

pub(crate) fn is_separator(c: char) -> bool {
    matches!(c, '.' | '。' | '．' | '｡')
}

pub(crate) fn is_ideographic_stop(c: char) -> bool {
    matches!(c, '。' | '｡')
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{2060}' | '\u{FE0F}')
}

pub(crate) fn in_run(c: char) -> bool {
    is_label_char(c) || is_separator(c)
}

/// The links of a text as ranges of character indices.
pub(crate) fn links(text: &str) -> Vec<(usize, usize)> {
    let cp: Vec<char> = text.chars().collect();
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut i = 0;
    // Text inside a candidate, linked or rejected, is not scanned again.
    let mut floor = 0;
    while i < cp.len() {
        let step = at(&cp, i, floor);
        match step.what {
            What::Link(start, end) => {
                found.push((start, end));
                floor = end;
            }
            What::Rejected(end) => floor = floor.max(end),
            What::Nothing => {}
        }
        i = step.next.max(floor).max(i + 1);
    }
    found
}

/// The result at an index, and the index to continue at.
struct Step {
    what: What,
    next: usize,
}

enum What {
    Link(usize, usize),
    Rejected(usize),
    Nothing,
}

fn step(what: What, next: usize) -> Step {
    Step { what, next }
}

/// The link that starts at index `i`, and the index to continue at.
fn at(cp: &[char], i: usize, floor: usize) -> Step {
    if matches_at(cp, i, "://") {
        return scheme(cp, i, floor);
    }
    if cp[i] == '@' {
        let run = run(cp, i + 1);
        return match mail(cp, i, floor) {
            Mail::Found(start, end) => step(What::Link(start, end), run),
            Mail::Failed | Mail::Absent => step(What::Nothing, run),
        };
    }
    let starts_run = in_run(cp[i]) && (i == 0 || !in_run(cp[i - 1]));
    if starts_run {
        bare(cp, i, floor)
    } else {
        step(What::Nothing, i + 1)
    }
}

/// The end of the run of host characters from `i` on. The scheme of another URL is not in it.
fn run(cp: &[char], i: usize) -> usize {
    let end = (i..cp.len()).find(|&j| !in_run(cp[j])).unwrap_or(cp.len());
    end - if matches_at(cp, end, "://") {
        scheme_length(cp, i, end)
    } else {
        0
    }
}

/// The length of the longest listed scheme that ends at `end`, not before `floor`.
pub(crate) fn scheme_length(cp: &[char], floor: usize, end: usize) -> usize {
    let before: String = cp[floor.min(end)..end].iter().collect();
    let before = before.to_ascii_lowercase();
    if before.ends_with("https") {
        5
    } else if before.ends_with("http") {
        4
    } else {
        0
    }
}

fn bare(cp: &[char], start: usize, floor: usize) -> Step {
    let mut run = run(cp, start);
    // The text before an address that starts inside the run may itself be a name.
    if cp.get(run) == Some(&'@')
        && let Mail::Found(local, _) = mail(cp, run, floor)
        && local > start
    {
        run = local;
    }
    let first_other = (0..start).rev().find(|&j| !is_joiner(cp[j]));
    let joined = first_other.is_some_and(|j| j + 1 < start && in_run(cp[j]));
    let Some(end) = name(&cp[start..run], false).map(|len| start + len) else {
        return step(What::Nothing, run);
    };
    if joined || start < floor || matches_at(cp, end, "://") {
        return step(What::Nothing, run);
    }
    finish(cp, start, end, run, floor, true)
}

fn scheme(cp: &[char], colon: usize, floor: usize) -> Step {
    let host = colon + 3;
    let run = run(cp, host);
    let length = scheme_length(cp, floor, colon);
    let Some(end) = name(&cp[host..run], true).map(|len| host + len) else {
        let stops = |j: &usize| {
            cp[*j] == '@' || matches_at(cp, *j, "://") || link_term(cp[*j]) == LinkTerm::Hard
        };
        let stop = (run..cp.len()).find(stops);
        return match stop.filter(|&j| cp[j] == '@') {
            Some(at) => step(What::Rejected(behind_userinfo(cp, at)), run),
            None => step(What::Nothing, run),
        };
    };
    let rest_is_dots = cp[end..run].iter().all(|&c| is_separator(c) || c == '_');
    if rest_is_dots && cp.get(run) == Some(&'@') {
        return step(What::Rejected(behind_userinfo(cp, run)), run);
    }
    finish(cp, colon - length, end, run, floor, length > 0)
}

/// A URL whose host ends at `host_end`.
fn finish(
    cp: &[char],
    start: usize,
    host_end: usize,
    run: usize,
    floor: usize,
    listed: bool,
) -> Step {
    let (authority_end, port_fits) = authority(cp, host_end);
    let end = termination(cp, authority_end);
    // An address whose local part holds the URL, and whose `@` the URL does not reach.
    for at in end..cp.len() {
        let covers = |from: usize| cp[from..at].iter().all(|&c| c != '@' && is_link_email(c));
        if cp[at] != '@' || !covers(start) {
            continue;
        }
        let next = run.max(self::run(cp, at + 1));
        match mail(cp, at, floor) {
            Mail::Found(from, to) => return step(What::Link(from, to), next),
            Mail::Failed => return step(What::Nothing, next),
            Mail::Absent => {}
        }
    }
    if cp.get(authority_end) == Some(&'@') {
        return step(What::Rejected(behind_userinfo(cp, authority_end)), run);
    }
    if listed && port_fits {
        step(What::Link(start, end), run)
    } else {
        step(What::Rejected(end), run)
    }
}

/// Root dot and port: where they end, and whether the port is a port.
pub(crate) fn authority(cp: &[char], host_end: usize) -> (usize, bool) {
    let digits = |at: usize| -> String {
        let behind = cp.get(at + 1..).unwrap_or_default();
        behind.iter().take_while(|c| c.is_ascii_digit()).collect()
    };
    let has_port = |at: usize| cp.get(at) == Some(&':') && !digits(at).is_empty();
    let mut end = host_end;
    if matches!(cp.get(end), Some('.' | '．'))
        && (matches!(cp.get(end + 1), Some('/' | '?' | '#')) || has_port(end + 1))
    {
        end += 1;
    }
    if !has_port(end) {
        return (end, true);
    }
    let digits = digits(end);
    (end + 1 + digits.len(), digits.parse::<u16>().is_ok())
}

fn behind_userinfo(cp: &[char], at: usize) -> usize {
    let (end, _) = authority(cp, run(cp, at + 1));
    if cp.get(end) == Some(&'@') {
        behind_userinfo(cp, end)
    } else {
        termination(cp, end)
    }
}

enum Mail {
    Found(usize, usize),
    Failed,
    Absent,
}

/// 5.2 around the `@` at index `n`, where the text begins at `floor`.
fn mail(cp: &[char], n: usize, floor: usize) -> Mail {
    let local = local_part(&cp[floor..n]).map(|start| floor + start);
    let has_mailto = |start: &usize| {
        let before: String = cp[floor..*start].iter().collect();
        before.to_ascii_lowercase().ends_with("mailto:")
    };
    let mailto = local.is_some_and(|start| has_mailto(&start));
    let mut end = run(cp, n + 1);
    if cp.get(end) == Some(&'@') {
        // Text followed by another `@` is a local part.
        let stop = (n + 1..end).rev().find(|&at| is_ideographic_stop(cp[at]));
        end = stop.unwrap_or(end);
    }
    let domain = name(&cp[n + 1..end], mailto);
    match (domain, local) {
        (None, _) => Mail::Absent,
        (Some(_), None) => Mail::Failed,
        (Some(len), Some(start)) if mailto => Mail::Found(start - 7, n + 1 + len),
        (Some(len), Some(start)) => Mail::Found(start, n + 1 + len),
    }
}

/// Steps 1 to 5 of 5.2 for a text that ends before the `@`.
pub(crate) fn local_part(cp: &[char]) -> Option<usize> {
    let n = cp.len();
    if n == 0 || cp[n - 1] == '.' {
        return None;
    }
    let mut start = 0;
    for i in (0..n).rev() {
        if cp[i] == '.' {
            if cp.get(i + 1) == Some(&'.') {
                return None;
            }
        } else if !is_link_email(cp[i]) {
            start = i + 1;
            break;
        }
    }
    (start < n && cp[start] != '.').then_some(start)
}

/// The length of the name at the start of a run: the longest prefix that is a name, where a label
/// after an ideographic full stop needs a known top-level domain at the end.
pub(crate) fn name(run: &[char], has_scheme: bool) -> Option<usize> {
    let ends_name = |end: &usize| {
        let name = &run[..*end];
        let labels: Vec<&[char]> = name.split(|&c| is_separator(c)).collect();
        let Some((tld, _)) = labels.split_last() else {
            return false;
        };
        let tld: String = tld.iter().collect();
        let needs_list = !has_scheme || name.iter().any(|&c| is_ideographic_stop(c));
        let tld_fits = if needs_list {
            TldSource::Embedded.knows(&tld)
        } else {
            syntactic(&tld)
        };
        labels.len() >= 2 && labels.iter().all(|label| is_label(label)) && tld_fits
    };
    // The whole run without trailing dots and underscores, or the part before a full stop.
    let trimmed = |end: usize| {
        let last = run[..end]
            .iter()
            .rposition(|&c| !is_separator(c) && c != '_');
        last.map_or(0, |last| last + 1)
    };
    let mut ends = vec![trimmed(run.len())];
    let stops = (0..run.len())
        .rev()
        .filter(|&at| is_ideographic_stop(run[at]));
    ends.extend(stops.map(trimmed));
    ends.into_iter().find(ends_name)
}

fn is_label(label: &[char]) -> bool {
    let edge = |c: Option<&char>| c.is_some_and(|c| !matches!(c, '-' | '_'));
    let text: String = label.iter().collect();
    let Some(encoded) = text
        .to_ascii_lowercase()
        .strip_prefix("xn--")
        .map(str::to_owned)
    else {
        return edge(label.first()) && edge(label.last()) && label[0] != '\u{301}';
    };
    idna::punycode::decode_to_string(&encoded).is_some_and(|decoded| {
        let keeps_shape = !decoded.starts_with('-') && !decoded.ends_with('-');
        keeps_shape && !decoded.is_ascii() && decoded.chars().all(is_valid)
    })
}

/// Whether UTS #46 leaves the character as it is, alone or after a letter; never a Hard one.
fn is_valid(c: char) -> bool {
    let keeps = |label: String| {
        let (shown, result) = idna::domain_to_unicode(&label);
        result.is_ok() && shown == label
    };
    link_term(c) != LinkTerm::Hard && (keeps(c.to_string()) || keeps(format!("a{c}")))
}

fn syntactic(tld: &str) -> bool {
    match tld.to_ascii_lowercase().strip_prefix("xn--") {
        Some(encoded) => idna::punycode::decode_to_string(encoded)
            .is_some_and(|decoded| decoded.chars().all(char::is_alphabetic)),
        None => {
            let one_ascii = tld.chars().count() == 1 && (tld.is_ascii() || tld == "ｃ");
            !tld.is_empty() && !one_ascii && tld.chars().all(is_letter_or_mark)
        }
    }
}
