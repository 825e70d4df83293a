//! The examples of `docs/errata.md` come out.

#![allow(clippy::restriction, reason = "a test may panic")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::linkspan;
use linkspan::props::{LinkTerm, is_link_email, link_bracket, link_term};
use linkspan::term::{Ends, end, extend};

const PAGE: &str = include_str!("../../../docs/errata.md");

/// Letters that stand for the capital letters of a `bidi` block, from A on.
const HEBREW: &str = "אבגדהוזחטיכלמנסעפצקרשתךםןף";

/// The lines of all blocks of one kind, such as `find`, with escapes replaced by characters.
fn lines(kind: &str) -> Vec<String> {
    let fence = format!("```text {kind}");
    let mut inside = false;
    let mut lines = Vec::new();
    for line in PAGE.lines() {
        if line.starts_with("```") {
            inside = line == fence;
        } else if inside {
            lines.push(unescaped(line));
        }
    }
    assert!(!lines.is_empty(), "no block `{kind}`");
    lines
}

/// The text with characters for their escapes, such as `\u{202E}`.
fn unescaped(line: &str) -> String {
    let mut pieces = line.split("\\u{");
    let mut text = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let (code, rest) = piece.split_once('}').expect("an end of the escape");
        let code = u32::from_str_radix(code, 16).expect("a code point");
        text.push(char::from_u32(code).expect("a character"));
        text.push_str(rest);
    }
    text
}

fn unmarked(text: &str) -> String {
    text.replace(['⸠', '⸡'], "")
}

/// The input of a line, and its expected output.
fn arrow(line: &str) -> (&str, &str) {
    line.split_once(" → ").expect("an arrow")
}

/// Runs the program once with all inputs as lines, and compares the lines of its output.
fn compare(arguments: &[&str], expected: &[(String, String)]) {
    let inputs: String = expected
        .iter()
        .map(|(input, _)| format!("{input}\n"))
        .collect();
    let run = linkspan(arguments, inputs.as_bytes());
    let outputs: Vec<&str> = run.text().lines().collect();
    assert_eq!(outputs.len(), expected.len(), "{arguments:?} {}", run.err);
    let wrong: Vec<String> = expected
        .iter()
        .zip(outputs)
        .filter(|((_, expected), output)| expected != output)
        .map(|((_, expected), output)| format!("page:    {expected}\nprogram: {output}"))
        .collect();
    assert!(wrong.is_empty(), "{arguments:?}\n{}", wrong.join("\n"));
}

fn arrows(kind: &str) -> Vec<(String, String)> {
    let pairs = lines(kind);
    let pairs = pairs.iter().map(|line| arrow(line));
    pairs
        .map(|(input, output)| (input.to_owned(), output.to_owned()))
        .collect()
}

#[test]
fn links_are_found() {
    let mut profiles: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for line in lines("find") {
        let (profile, text) = line.split_once("  ").expect("a profile and a text");
        let text = text.trim_start();
        let texts = profiles.entry(profile.to_owned()).or_default();
        texts.push((unmarked(text), text.to_owned()));
    }
    assert_eq!(
        profiles.keys().collect::<Vec<_>>(),
        ["nonascii", "pri185", "recommended", "uasg", "uts58"]
    );
    for (profile, texts) in profiles {
        let arguments = [
            "find",
            "--format",
            "marked",
            "--tlds",
            "embedded",
            "--profile",
            &profile,
        ];
        compare(&arguments, &texts);
    }
}

#[test]
fn urls_and_addresses_are_written() {
    compare(&["format"], &arrows("format"));
    compare(&["format", "--parts"], &arrows("parts"));
    compare(&["format", "--form", "ascii"], &arrows("ascii"));
    compare(&["format", "--kind", "email"], &arrows("quote"));
}

/// The minimal form is found whole by `uts58`, which is the third goal of section 4.
#[test]
fn minimal_forms_are_found_whole() {
    let forms = arrows("format").into_iter().map(|(_, form)| form);
    let texts: Vec<(String, String)> = forms
        .map(|form| (form.clone(), format!("⸠{form}⸡")))
        .collect();
    compare(
        &["find", "--format", "marked", "--profile", "uts58"],
        &texts,
    );
}

#[test]
fn matches_of_other_libraries_are_extended() {
    for line in lines("extend") {
        let (before, after) = arrow(&line);
        let text = unmarked(before);
        let start = before.find('⸠').expect("a start");
        let end = before.find('⸡').expect("an end") - '⸠'.len_utf8();
        let end = extend(&text, start, end, Ends::Uts58).expect("a range of the text");
        let [head, link, tail] = [&text[..start], &text[start..end], &text[end..]];
        assert_eq!(format!("{head}⸠{link}⸡{tail}"), after);
    }
}

#[test]
fn properties_have_the_values() {
    for line in lines("values") {
        let code = line.split(' ').next().unwrap().trim_start_matches("U+");
        let c = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
        let c = c.expect("a character");
        let email = if is_link_email(c) { "Yes" } else { "No" };
        let values = format!("U+{code} {:?}, Link_Email={email}", link_term(c));
        assert_eq!(values, line);
    }
}

#[test]
fn fields_are_ordered() {
    let hebrew: Vec<char> = HEBREW.chars().collect();
    let letters = |text: &str| -> String {
        let letter = |c: char| match c {
            'A'..='Z' => hebrew[usize::from(c as u8 - b'A')],
            _ => c,
        };
        text.chars().map(letter).collect()
    };
    for line in lines("bidi") {
        let (input, output) = arrow(&line);
        let [order, paragraph, text] = input.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let arguments = [
            "bidi",
            "--order",
            order,
            "--paragraph",
            paragraph,
            "--output",
            "visual",
        ];
        compare(&arguments, &[(letters(text), letters(output))]);
    }
}

/// Every entry is in the summary under the anchor of its heading, and has all its paragraphs.
#[test]
fn the_summary_has_every_entry() {
    let entries: Vec<&str> = PAGE.split("\n### ").skip(1).collect();
    let mut anchors = BTreeSet::new();
    for entry in &entries {
        let title = entry.lines().next().unwrap();
        let anchor: String = title
            .to_lowercase()
            .chars()
            .filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect();
        assert!(
            PAGE.contains(&format!("| [{title}](#{anchor}) |")),
            "{title}"
        );
        assert!(anchors.insert(anchor), "{title}: a second one");
        let table = entry.contains("\n**Text, example and proposal.**");
        let paragraphs: &[&str] = if table {
            &["Where", "Implementations"]
        } else {
            &["Where", "Text", "Example", "Implementations", "Proposal"]
        };
        for paragraph in paragraphs {
            assert!(
                entry.contains(&format!("\n**{paragraph}.**")),
                "{title}: {paragraph}"
            );
        }
    }
    let links = PAGE.split("](#").skip(1);
    for link in links.map(|link| link.split(')').next().unwrap()) {
        assert!(anchors.contains(link), "no heading for #{link}");
    }
}

/// Section 4.1 for a path of ASCII characters without `/`, as published or as the page proposes (entry 13).
fn escaped(path: &str, published: bool) -> String {
    let mut output = String::from("/");
    let mut waiting = String::new();
    let mut open = Vec::new();
    for c in path.chars() {
        let raw = match link_term(c) {
            LinkTerm::Include => true,
            LinkTerm::Open => {
                open.push(c);
                true
            }
            LinkTerm::Close => {
                let matches = link_bracket(c) == open.last().copied();
                if matches || published {
                    open.pop();
                }
                matches
            }
            LinkTerm::Soft => {
                waiting.push(c);
                continue;
            }
            _ => false,
        };
        output.push_str(&std::mem::take(&mut waiting));
        if raw {
            output.push(c);
        } else {
            output.push_str(&percent(c));
        }
    }
    let last = waiting.pop();
    output + &waiting + &last.map_or_else(String::new, percent)
}

fn percent(c: char) -> String {
    format!("%{:02X}", u32::from(c))
}

fn is_found_whole(path: &str) -> bool {
    let url = format!("a.com{path}");
    end(&url, 0, "a.com".len(), Ends::Uts58) == url.len()
}

/// Whether one of the escapes could be left out.
fn has_needless_escape(path: &str) -> bool {
    path.match_indices('%').any(|(at, _)| {
        let c = u8::from_str_radix(&path[at + 1..at + 3], 16).expect("an escape");
        is_found_whole(&format!(
            "{}{}{}",
            &path[..at],
            char::from(c),
            &path[at + 3..]
        ))
    })
}

/// Entry 13 of the page: how many paths are not found whole, and how many have a needless escape.
#[test]
fn brackets_are_compared_before_they_are_popped() {
    let mut paths = Vec::new();
    for (alphabet, lengths) in [("([)].a", 1..=5), ("([)]a", 6..=6)] {
        for length in lengths {
            let mut longer = vec![String::new()];
            for _ in 0..length {
                longer = longer
                    .iter()
                    .flat_map(|path| alphabet.chars().map(move |c| format!("{path}{c}")))
                    .collect();
            }
            paths.extend(longer);
        }
    }
    let count = |published: bool| {
        let results = paths.iter().map(|path| escaped(path, published));
        let (whole, cut): (Vec<String>, Vec<String>) =
            results.partition(|path| is_found_whole(path));
        let needless = whole.iter().filter(|path| has_needless_escape(path));
        (cut.len(), needless.count())
    };
    assert_eq!(count(false), (0, 0));
    let (cut, needless) = count(true);
    let numbers = format!("{cut} results are not detected completely and {needless} have an");
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains(&numbers), "{numbers}");
}
