//! `cargo xtask conformance-page`: checks that everything `CONFORMANCE.md` names exists.
//!
//! An entry of that page is an item of a list. It has a key: a clause of a source, or the name of a
//! rule of our own.
//!
//! ```text
//! - **UTS58 3.5.1 step 5.8** (**yes**) At most 125 brackets can be open at once.
//!   - Where: `uts58/brackets.rs`: `LIMIT`, `Brackets::push`
//!   - Shown by: `tests/cases/termination.txt`: "UTS58 3.5.1 step 5.8"; `tests/reasons.rs`:
//!     `every_rule_ends_a_link`
//! - **file-name** (**yes**) A bare name that looks like a file is not linked.
//! ```
//!
//! Names after a path are in that file. In backquotes they are items, and tests after "Shown by". In
//! quotation marks they are the start of a heading, or a string of a Rust or JavaScript file.
//!
//! Comments in the crates cite the keys. A citation of a source starts with its name and ends at
//! punctuation, as in `# UTS58 Table 3-3 path, UTS58 3.5.1: brackets`. A rule of our own is cited in
//! backquotes after the word "Rule" or "Rules". A citation of a key that is not on the page is a
//! fault. The page may cite keys too, and it has to name every reason of the library.

use std::collections::BTreeSet;
use std::fs;

use crate::ci::Done;
use crate::run::root;

/// The folders that paths on the page are relative to.
const BASES: [&str; 3] = ["", "crates/linkspan/", "crates/linkspan/src/"];

/// Folders whose Rust and case files cite keys in their comments.
const CITING: [&str; 4] = ["crates", "bench", "fuzz/src", "xtask/src"];

/// The names with which citations of a source start.
const SOURCES: [&str; 4] = ["UTS58", "UASG", "NAG", "PRI185"];

/// The file with the ids of all reasons and of all rules that end links.
const REASONS: &str = "crates/linkspan/src/reason.rs";

/// The text of a file of the repository.
type Read<'r> = &'r dyn Fn(&str) -> Option<String>;

pub(crate) fn stage() -> Result<Done, String> {
    verify().map(|entries| Done::Passed(format!("; {entries} entries")))
}

/// The number of entries of the page, or its faults, one on each line.
fn verify() -> Result<usize, String> {
    let read = |path: &str| fs::read_to_string(root().join(path)).ok();
    let page = read("CONFORMANCE.md").ok_or("CONFORMANCE.md cannot be read")?;
    let mut paths = Vec::new();
    for folder in CITING {
        add_paths(folder, &mut paths).map_err(|error| format!("{folder}: {error}"))?;
    }
    let is_source = |path: &String| path.ends_with(".rs") || path.contains("/cases/");
    // This file has examples of citations.
    paths.retain(|path| is_source(path) && !path.ends_with("/conformance_page.rs"));
    let (entries, wrong) = check(&page, &paths, &read);
    if wrong.is_empty() {
        Ok(entries)
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

/// The number of entries on a page, and all faults. The files at `citing` cite keys.
fn check(page: &str, citing: &[String], read: Read<'_>) -> (usize, Vec<String>) {
    let blocks = blocks(page);
    let mut keys = BTreeSet::new();
    let mut wrong = Vec::new();
    // Each entry with the items below it; what is before the first one is not an entry.
    for entry in blocks.chunk_by(|_, (_, next)| !next.starts_with("- **")) {
        let (line, text) = &entry[0];
        let Some(text) = text.strip_prefix("- **") else {
            continue;
        };
        let mut say =
            |line: &usize, what: &str| wrong.push(format!("CONFORMANCE.md:{line}: {what}"));
        let (key, text) = text.split_once("** (**").unwrap_or((text, ""));
        let state = text.split_once("**) ").map_or("", |(state, _)| state);
        let is_state = ["yes", "part", "not yet", "not applicable"].contains(&state);
        if !is_key(key) || !is_state || !keys.insert(key.to_owned()) {
            say(
                line,
                "start an entry with `- **KEY** (**yes**) `, or `part`, `not yet` or `not applicable`",
            );
        }
        for part in ["Where: ", "Shown by: "] {
            let find = |(line, text): &'_ (usize, String)| {
                Some((
                    *line,
                    text.strip_prefix("- ")?.strip_prefix(part)?.to_owned(),
                ))
            };
            match entry.iter().find_map(find) {
                Some((line, content)) => {
                    let faults = faults(&content, part == "Shown by: ", read);
                    faults.iter().for_each(|fault| say(&line, fault));
                }
                None if state.starts_with("not ") => {}
                None => say(line, &format!("{key} needs an item `- {part}`")),
            }
        }
    }
    let mut cite = |path: &str, line: usize, text: &str| {
        let missing = cited(text).into_iter().filter(|key| !has_key(&keys, key));
        wrong.extend(missing.map(|key| {
            format!("{path}:{line}: {key} is not in CONFORMANCE.md: correct it, or add it there")
        }));
    };
    for (line, text) in &blocks {
        cite("CONFORMANCE.md", *line, text);
    }
    for path in citing {
        let text = read(path).unwrap_or_default();
        let start = if path.ends_with(".rs") { "//" } else { "#" };
        for (line, text) in (1..).zip(text.lines()) {
            if let Some(comment) = text.trim().strip_prefix(start) {
                cite(path, line, comment);
            }
        }
    }
    let reasons = read(REASONS).unwrap_or_default();
    for id in reason_ids(&reasons) {
        if !keys.contains(id) && !page.contains(&format!("`{id}`")) {
            wrong.push(format!(
                "CONFORMANCE.md: the reason `{id}` is not named: add it"
            ));
        }
    }
    (keys.len(), wrong)
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

/// The problems with the names in an item such as "Where".
fn faults(content: &str, are_tests: bool, read: Read<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut file: Option<(&str, String)> = None;
    let mut rest = content;
    while let Some(start) = rest.find(['`', '"']) {
        let (before, after) = rest.split_at(start);
        let (mark, after) = after.split_at(1);
        let (name, after) = after.split_once(mark).unwrap_or((after, ""));
        rest = after;
        let ends = [".rs", ".txt", ".md", ".toml", ".py", ".mjs"];
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

/// Whether a Rust or JavaScript file has a string, or another file a heading that starts with `words`.
fn has_words(path: &str, text: &str, words: &str) -> bool {
    let is_heading = |line: &str| {
        let heading = line.strip_prefix('#').unwrap_or_default();
        let after = heading.trim_start_matches(['#', ' ']).strip_prefix(words);
        after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
    };
    if path.ends_with(".rs") {
        text.contains(&format!("\"{words}\""))
    } else if path.ends_with(".mjs") {
        text.contains(&format!("'{words}'"))
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
        let is_keyword =
            |word| ["fn", "struct", "enum", "trait", "const", "static"].contains(&word);
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

/// The keys that a comment cites.
fn cited(comment: &str) -> Vec<String> {
    let mut cited = Vec::new();
    for source in SOURCES {
        for (start, _) in comment.match_indices(source) {
            let (before, after) = comment.split_at(start);
            let rest = &after[source.len()..];
            let is_word = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if is_word || !rest.starts_with([' ', '-']) {
                continue;
            }
            let ends = [",", ";", ":", ")", "\"", "*", ". ", " and ", " or "];
            let end = ends.iter().filter_map(|end| after.find(end)).min();
            let key = after[..end.unwrap_or(after.len())].trim_end_matches([' ', '.']);
            cited.push(key.to_owned());
        }
    }
    for word in ["Rule", "Rules", "rule", "rules"] {
        for (start, _) in comment.match_indices(&format!("{word} `")) {
            let mut rest = &comment[start + word.len()..];
            let next = |rest: &'_ str| {
                let separators = [" `", ", `", " and `", " or `"];
                let length = separators.iter().find(|&&s| rest.starts_with(s))?.len();
                let (name, after) = rest[length..].split_once('`')?;
                Some((name.to_owned(), rest.len() - after.len()))
            };
            while let Some((name, length)) = next(rest) {
                rest = &rest[length..];
                cited.extend(Some(name).filter(|name| is_key(name)));
            }
        }
    }
    cited
}

/// Whether a key is on the page. A section is cited for all of its entries: `UTS58 3.5` has
/// `UTS58 3.5.1 step 1`.
fn has_key(keys: &BTreeSet<String>, key: &str) -> bool {
    let is_in = |entry: &String| {
        let after = entry.strip_prefix(key);
        after.is_some_and(|after| {
            after.is_empty() || is_clause(key) && after.starts_with([' ', '.'])
        })
    };
    keys.iter().any(is_in)
}

/// Whether a key names a clause of a source.
fn is_clause(key: &str) -> bool {
    SOURCES.iter().any(|&source| {
        let rest = key.strip_prefix(source).unwrap_or_default();
        rest.starts_with("-C") || rest.starts_with(' ')
    })
}

/// Whether a key names a clause of a source or, in small letters and hyphens, a rule of our own.
fn is_key(key: &str) -> bool {
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    is_clause(key) || !key.is_empty() && key.chars().all(is_name)
}

/// The ids in the tables of reasons: rows such as `Hard => "hard", "UTS #58 section 3.5.1",`.
fn reason_ids(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let (_, after) = line.split_once(" => \"")?;
        let (id, after) = after.split_once('"')?;
        after.starts_with(", \"").then_some(id)
    })
}

#[cfg(test)]
mod tests {
    use super::check;

    /// The problems with a page of one entry.
    fn wrong(entry: &str) -> String {
        let read = |path: &str| {
            let text = match path {
                "crates/linkspan/src/a.rs" => "struct Item;\nconst LIMIT: u8 = 1;\npub field: u8,",
                "crates/linkspan/src/reason.rs" => "Hard => \"hard\", \"UTS #58\",",
                "crates/linkspan/tests/b.rs" => {
                    "/// UTS58 3.5.1 step 3: brackets, UTS58 3.5.\n#[test]\n#[ignore]\nfn shows() {}\nfn no() {}"
                }
                "crates/linkspan/tests/c.txt" => {
                    "# UTS58 3.5.1 step 3: brackets (UTS58 3.5.1)\nUTS58 9"
                }
                "crates/linkspan/tests/d.mjs" => "test('a title', () => {});",
                _ => return None,
            };
            Some(text.to_owned())
        };
        let citing = ["b.rs", "c.txt"].map(|file| format!("crates/linkspan/tests/{file}"));
        check(
            &format!("# Page\n\nNames `hard`.\n\n{entry}\n"),
            &citing,
            &read,
        )
        .1
        .join("\n")
    }

    /// The entry with other items.
    fn entry(place: &str, test: &str) -> String {
        format!(
            "- **UTS58 3.5.1 step 3** (**yes**) Text that\n  goes on.\n  - Where: {place}\n  - Shown by: {test}"
        )
    }

    const PLACE: &str = "`a.rs`: `LIMIT`,\n    `Item::field` and `Item`, with `a remark`";
    const TEST: &str = "`tests/b.rs`: `shows`; `tests/c.txt`: \"UTS58 3.5.1 step 3\"; \
                        `tests/d.mjs`: \"a title\"";

    #[test]
    fn what_is_there_is_right() {
        assert_eq!(wrong(&entry(PLACE, TEST)), "");
        for state in ["not yet", "not applicable"] {
            let entry = format!("- **UTS58 3.5.1 step 3** (**{state}**) Text.");
            assert_eq!(wrong(&entry), "");
        }
        let both = format!(
            "{}\n- **own-rule** (**not yet**) See rule `own-rule` and UTS58 3.5.1 step 3.",
            entry(PLACE, TEST)
        );
        assert_eq!(wrong(&both), "");
    }

    #[test]
    fn what_is_not_there_is_named_with_its_line() {
        for (entry, expected) in [
            (
                entry("`d.rs`: `LIMIT`", TEST),
                "CONFORMANCE.md:7: there is no file `d.rs`",
            ),
            (
                entry("`a.rs`: `u8`", TEST),
                "CONFORMANCE.md:7: no item or heading `u8` in a.rs",
            ),
            (
                entry("`a.rs`; `Item`", TEST),
                "CONFORMANCE.md:7: no item or heading `Item` in a file",
            ),
            (
                entry(PLACE, "`tests/b.rs`: `no`"),
                "CONFORMANCE.md:9: no test or heading `no`",
            ),
            (
                entry(PLACE, "`tests/c.txt`: \"brackets\""),
                "CONFORMANCE.md:9: no test or heading `brackets`",
            ),
            (
                entry(PLACE, "`tests/d.mjs`: \"another title\""),
                "CONFORMANCE.md:9: no test or heading `another title`",
            ),
            (
                "- **UTS58 3.5.1 step 3** (**part**) Text".into(),
                "CONFORMANCE.md:5: UTS58 3.5.1 step 3 needs an item `- Where: `",
            ),
            (
                "- **UTS58 3.5.1 step 3** (**maybe**) Text".into(),
                "CONFORMANCE.md:5: start an entry",
            ),
            (
                "- **U1.3** (**not yet**) Text".into(),
                "CONFORMANCE.md:5: start an entry",
            ),
            (
                "- **UTS58 3.5.1 step 4** (**not yet**) Text".into(),
                "crates/linkspan/tests/b.rs:1: UTS58 3.5.1 step 3 is not in",
            ),
            (
                "- **UTS58 3.5.1 step 3** (**not yet**) See rules `a-b` and `c`.".into(),
                "CONFORMANCE.md:5: a-b is not in CONFORMANCE.md: correct it, or add it there\n\
                 CONFORMANCE.md:5: c is not in",
            ),
            (
                "- **UTS58 3.5.1 step 3** (**not yet**) See UASG recommendation 4.".into(),
                "CONFORMANCE.md:5: UASG recommendation 4 is not in",
            ),
        ] {
            let wrong = wrong(&entry);
            assert!(wrong.starts_with(expected), "{entry}\n{wrong}");
        }
    }

    #[test]
    fn every_reason_is_named() {
        let read = |path: &str| {
            let text = "Hard => \"hard\", \"UTS #58\",\nSoft => \"soft\", \"UTS #58\",";
            path.ends_with("reason.rs").then(|| text.to_owned())
        };
        let (_, wrong) = check("- **hard** (**not yet**) Text.", &[], &read);
        assert_eq!(
            wrong,
            ["CONFORMANCE.md: the reason `soft` is not named: add it"]
        );
    }
}
