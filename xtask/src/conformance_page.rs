//! `cargo xtask conformance-page`: whether what `CONFORMANCE.md` names is there.
//!
//! A rule is an item of a list on that page:
//!
//! ```text
//! - **U1.3** (**yes**) At most 125 brackets can be open at once.
//!   - Where: `uts58/brackets.rs`: `LIMIT`, `Brackets::push`
//!   - Shown by: `tests/cases/termination.txt`: "U1.3"; `tests/reasons.rs`: `every_rule_ends_a_link`
//! ```
//!
//! Names after a path are in that file. In backquotes they are items, and tests after "Shown by". In
//! quotation marks they start a heading, or are strings of a Rust file.

use std::collections::BTreeSet;
use std::fs;

use crate::suite::{Done, root};

/// What paths on the page are relative to.
const BASES: [&str; 3] = ["", "crates/linkspan/", "crates/linkspan/src/"];

/// Where tests and case files are, which cite rules in their comments.
const CITING: [&str; 3] = ["crates", "bench/tests", "fuzz/src"];

/// The text of a file of the repository.
type Read<'r> = &'r dyn Fn(&str) -> Option<String>;

pub(crate) fn run() -> Result<(), String> {
    let rules = verify()?;
    println!("{rules} rules, and everything that they name is there");
    Ok(())
}

/// The stage of `cargo xtask test`.
pub(crate) fn stage() -> Result<Done, String> {
    verify().map(|rules| Done::Passed(format!("; {rules} rules")))
}

/// How many rules the page has, or what is wrong with it, one fault a line.
fn verify() -> Result<usize, String> {
    let read = |path: &str| fs::read_to_string(root().join(path)).ok();
    let page = read("CONFORMANCE.md").ok_or("CONFORMANCE.md cannot be read")?;
    let mut paths = Vec::new();
    for folder in CITING {
        add_paths(folder, &mut paths).map_err(|error| format!("{folder}: {error}"))?;
    }
    paths.retain(|path| path.contains("/tests/") || path.starts_with("fuzz"));
    let (rules, wrong) = check(&page, &paths, &read);
    if wrong.is_empty() {
        Ok(rules)
    } else {
        Err(wrong.join("\n"))
    }
}

fn add_paths(folder: &str, paths: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(root().join(folder))? {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            add_paths(&path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}

/// The number of rules on a page, and all faults. The files at `citing` cite rules.
fn check(page: &str, citing: &[String], read: Read<'_>) -> (usize, Vec<String>) {
    let blocks = blocks(page);
    let mut rules = BTreeSet::new();
    let mut wrong = Vec::new();
    // Each rule with the items below it; what is before the first one is no rule.
    for rule in blocks.chunk_by(|_, (_, next)| !next.starts_with("- **")) {
        let (line, text) = &rule[0];
        let Some(text) = text.strip_prefix("- **") else {
            continue;
        };
        let mut say =
            |line: &usize, what: &str| wrong.push(format!("CONFORMANCE.md:{line}: {what}"));
        let (id, text) = text.split_once("** (**").unwrap_or((text, ""));
        let state = text.split_once("**) ").map_or("", |(state, _)| state);
        if !is_id(id) || !["yes", "part", "not yet"].contains(&state) || !rules.insert(id) {
            say(
                line,
                "start a new rule with `- **ID** (**yes**) `, or `part` or `not yet`",
            );
        }
        for part in ["Where: ", "Shown by: "] {
            let find = |(line, text): &'_ (usize, String)| {
                Some((
                    *line,
                    text.strip_prefix("- ")?.strip_prefix(part)?.to_owned(),
                ))
            };
            match rule.iter().find_map(find) {
                Some((line, content)) => {
                    let faults = faults(&content, part == "Shown by: ", read);
                    faults.iter().for_each(|fault| say(&line, fault));
                }
                None if state == "not yet" => {}
                None => say(line, &format!("{id} needs an item `- {part}`")),
            }
        }
    }
    for path in citing {
        for (line, text) in (1..).zip(read(path).unwrap_or_default().lines()) {
            for id in cited(path, text) {
                // A group is cited too: U1 is U1.1 and so on.
                let is_cited = |rule: &&str| *rule == id || rule.starts_with(&format!("{id}."));
                if !rules.iter().any(is_cited) {
                    wrong.push(format!(
                        "{path}:{line}: {id} is not in CONFORMANCE.md: add it there"
                    ));
                }
            }
        }
    }
    (rules.len(), wrong)
}

/// The paragraphs and items of a page, each in one line, with the number of its first line.
fn blocks(page: &str) -> Vec<(usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    for (number, line) in (1..).zip(page.lines().map(str::trim)) {
        match blocks.last_mut() {
            Some((_, text)) if goes_on && !line.starts_with("- ") => *text += &format!(" {line}"),
            _ => blocks.push((number, line.to_owned())),
        }
        goes_on = !line.is_empty();
    }
    blocks
}

/// What is wrong with the names in an item such as "Where".
fn faults(content: &str, are_tests: bool, read: Read<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut file: Option<(&str, String)> = None;
    let mut rest = content;
    while let Some(start) = rest.find(['`', '"']) {
        let (before, after) = rest.split_at(start);
        let (mark, after) = after.split_at(1);
        let (name, after) = after.split_once(mark).unwrap_or((after, ""));
        rest = after;
        let ends = [".rs", ".txt", ".md", ".toml", ".py"];
        if mark == "`" && ends.iter().any(|end| name.ends_with(end)) {
            let text = BASES.iter().find_map(|base| read(&format!("{base}{name}")));
            if text.is_none() {
                faults.push(format!(
                    "there is no file `{name}`: name the one that has it now"
                ));
            }
            file = text.map(|text| (name, text));
            continue;
        }
        // Names follow the path and each other directly; anything else is a remark.
        file = file.filter(|_| matches!(before, ": " | ", " | " and "));
        let is_there = match &file {
            None => name.contains([' ', '[']),
            Some((path, text)) if mark == "\"" => has_words(path, text, name),
            Some((path, text)) if path.ends_with(".py") => text
                .lines()
                .any(|line| line.starts_with(&format!("def {name}("))),
            Some((_, text)) => has_item(text, name, are_tests),
        };
        if !is_there {
            let kind = if are_tests { "test" } else { "item" };
            let path = file
                .as_ref()
                .map_or("a file named before it", |(path, _)| path);
            faults.push(format!(
                "no {kind} or heading `{name}` in {path}: correct one of them"
            ));
        }
    }
    faults
}

/// Whether a Rust file has a string, or another file a heading that starts with `words`.
fn has_words(path: &str, text: &str, words: &str) -> bool {
    let is_heading = |line: &str| {
        let heading = line.strip_prefix('#').unwrap_or_default();
        let after = heading.trim_start_matches(['#', ' ']).strip_prefix(words);
        after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
    };
    if path.ends_with(".rs") {
        text.contains(&format!("\"{words}\""))
    } else {
        text.lines().any(is_heading)
    }
}

/// Whether a Rust source defines `item`, which may be `Type::item`; as a test, if it has to be one.
fn has_item(source: &str, item: &str, is_test: bool) -> bool {
    let (owner, name) = item.rsplit_once("::").unwrap_or(("", item));
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let is_defined = |line: &str| {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        let is_keyword = |word| ["fn", "struct", "enum", "trait", "const"].contains(&word);
        let field = line
            .strip_prefix("pub ")
            .and_then(|line| line.strip_prefix(name));
        words.any(is_keyword) && words.next() == Some(name)
            || !owner.is_empty() && field.is_some_and(|after| after.starts_with(':'))
    };
    let has_attribute = |at: usize| {
        let above = lines[..at].iter().rev();
        let mut attributes = above.take_while(|line| line.starts_with(['#', '/']));
        attributes.any(|line| line.starts_with("#[test]") || line.starts_with("#[tokio::test"))
    };
    let mut found = (0..lines.len()).filter(|&at| is_defined(lines[at]));
    source.contains(owner) && found.any(|at| !is_test || has_attribute(at))
}

/// The ids in a line of a test or case file, if it is a comment. `%D0` and `\u{A0}` are no ids.
fn cited<'l>(path: &str, line: &'l str) -> impl Iterator<Item = &'l str> {
    let start = if path.ends_with(".rs") { "//" } else { "# " };
    let comment = line.trim().strip_prefix(start).unwrap_or_default();
    let words = comment.split(|c: char| !c.is_alphanumeric() && !".%{+_".contains(c));
    let words = words.map(|word| word.trim_end_matches('.'));
    words.filter(|word| is_id(word))
}

/// Whether a word is the id of a rule, such as U1.4, or of a group, such as U1.
fn is_id(word: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = word.strip_prefix(['U', 'N', 'P', 'A', 'G', 'D', 'L', 'O', 'Q', 'R']);
    numbers.is_some_and(|numbers| numbers.splitn(2, '.').all(is_number))
}

#[cfg(test)]
mod tests {
    use super::check;

    /// What is wrong with a page of one rule.
    fn wrong(rule: &str) -> String {
        let read = |path: &str| {
            let text = match path {
                "crates/linkspan/src/a.rs" => "struct Item;\nconst LIMIT: u8 = 1;\npub field: u8,",
                "crates/linkspan/tests/b.rs" => {
                    "/// U1.3\n#[test]\n#[ignore]\nfn shows() {}\nfn no() {}"
                }
                "crates/linkspan/tests/c.txt" => "# U1.3 brackets\n# \\u{A0} %A0 U+200D\nU9",
                _ => return None,
            };
            Some(text.to_owned())
        };
        let citing = ["b.rs", "c.txt"].map(|file| format!("crates/linkspan/tests/{file}"));
        check(&format!("# Page\n\n{rule}\n"), &citing, &read)
            .1
            .join("\n")
    }

    /// The rule with other items.
    fn rule(place: &str, test: &str) -> String {
        format!(
            "- **U1.3** (**yes**) Text that\n  goes on.\n  - Where: {place}\n  - Shown by: {test}"
        )
    }

    const PLACE: &str = "`a.rs`: `LIMIT`,\n    `Item::field` and `Item`, with `a remark`";
    const TEST: &str = "`tests/b.rs`: `shows`; `tests/c.txt`: \"U1.3\"";

    #[test]
    fn what_is_there_is_right() {
        assert_eq!(wrong(&rule(PLACE, TEST)), "");
        assert_eq!(wrong("- **U1.3** (**not yet**) Text."), "");
    }

    #[test]
    fn what_is_not_there_is_named_with_its_line() {
        for (rule, expected) in [
            (
                rule("`d.rs`: `LIMIT`", TEST),
                "CONFORMANCE.md:5: there is no file `d.rs`",
            ),
            (
                rule("`a.rs`: `u8`", TEST),
                "CONFORMANCE.md:5: no item or heading `u8` in a.rs",
            ),
            (
                rule("`a.rs`; `Item`", TEST),
                "CONFORMANCE.md:5: no item or heading `Item` in a file",
            ),
            (
                rule(PLACE, "`tests/b.rs`: `no`"),
                "CONFORMANCE.md:7: no test or heading `no`",
            ),
            (
                rule(PLACE, "`tests/c.txt`: \"U9\""),
                "CONFORMANCE.md:7: no test or heading `U9`",
            ),
            (
                "- **U1.3** (**part**) Text".into(),
                "CONFORMANCE.md:3: U1.3 needs an item `- Where: `",
            ),
            (
                "- **U1.3** (**maybe**) Text".into(),
                "CONFORMANCE.md:3: start a new rule",
            ),
            (
                "- **U2** (**not yet**) Text".into(),
                "crates/linkspan/tests/b.rs:1: U1.3 is not in",
            ),
        ] {
            let wrong = wrong(&rule);
            assert!(wrong.starts_with(expected), "{rule}\n{wrong}");
        }
    }
}
