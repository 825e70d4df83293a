//! `cargo xtask tables --unicode VERSION`: the tables of another Unicode version, generated and tried
//! in a scratch build, and a report of what a release on that version would change.

mod example;
mod links;
mod markdown;
mod official;
mod page;
mod scratch;
mod texts;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::release::Release;
use crate::suite::root;
use crate::values::{ASSIGNED, BOUNDARIES, Change, Values};
use links::Difference;
use official::Official;
use scratch::Scratch;
use texts::{Origin, Text};

/// The profiles that are compared.
const PROFILES: [&str; 2] = ["uts58", "recommended"];

/// How many differences of a text are listed one by one.
const LISTED: usize = 3;

/// Everything that a rehearsal found out.
struct Report<'v> {
    release: &'static Release,
    date: String,
    /// Packages with another version: name, version now, version then.
    moved: Vec<[String; 3]>,
    /// The Rust version that the new crates need.
    rust: Option<String>,
    tables: Vec<Table>,
    changes: Vec<Change<'v>>,
    official: Option<Official>,
    rows: Vec<Row>,
    /// Missing inputs that were skipped.
    skipped: Vec<String>,
}

/// A generated file.
struct Table {
    name: &'static str,
    /// The bytes of its tries and ranges now and then.
    sizes: [usize; 2],
    /// Whether it has other data then.
    differs: bool,
}

/// The links of one text with one profile.
struct Row {
    origin: Origin,
    text: String,
    bytes: usize,
    /// How many of its characters have values that change.
    changed: usize,
    profile: &'static str,
    before: usize,
    after: usize,
    differences: Vec<Difference>,
    /// Some of the differences: the place, and the characters in it whose values change.
    listed: Vec<String>,
}

impl Row {
    fn count(&self, difference: Difference) -> usize {
        let same = self.differences.iter().filter(|&&one| one == difference);
        same.count()
    }
}

/// Rehearses a release on `version`, prints the report and, if `write` says so, writes its page.
pub(crate) fn run(version: &str, write: bool) -> Result<(), String> {
    let release = Release::named(version)?;
    let current = Release::current();
    if release.unicode <= current.unicode {
        return Err(format!(
            "the tables are those of Unicode {current}: only a later version can be rehearsed"
        ));
    }
    let scratch = Scratch::new(release)?;
    step(&format!("tables of Unicode {release}"));
    let after = scratch.generate()?;
    let before = Values::current();
    step(&format!("command line with Unicode {release}"));
    let program = scratch.program()?;
    step(&format!("command line with Unicode {current}"));
    let current_program = scratch.current_program()?;

    let mut skipped = Vec::new();
    step(&format!("official files of Unicode {release}"));
    let official = official::check(&program, release, &mut skipped)?;

    step("links");
    let changes = before.changes(&after);
    let changed = characters(&changes, &BOUNDARIES);
    let folder = scratch.texts()?;
    let mut texts = texts::corpora(&mut skipped);
    let mut versions = vec![current.folder()];
    versions.extend(official.as_ref().map(|official| official.folder.clone()));
    texts.extend(texts::cases(&folder, &versions, &mut skipped)?);
    texts.extend(texts::made(&folder, &changed)?);
    let mut rows = Vec::new();
    for text in &texts {
        for profile in PROFILES {
            rows.push(compare(
                text,
                profile,
                [&current_program, &program],
                &changed,
            )?);
        }
    }

    let report = Report {
        release,
        date: today(),
        moved: scratch.moved()?,
        rust: scratch.rust_version(),
        tables: tables(&scratch.tables())?,
        changes,
        official,
        rows,
        skipped,
    };
    let text = page::page(&report);
    step("report");
    println!("{text}");
    if write {
        let [major, ..] = release.unicode;
        let name = format!("docs/unicode-{major}.md");
        fs::create_dir_all(root().join("docs"))
            .and_then(|()| fs::write(root().join(&name), &text))
            .map_err(|error| format!("cannot write {name}: {error}"))?;
        println!("wrote {name}");
    }
    for name in &report.skipped {
        println!("SKIPPED: {name}");
    }
    match &report.official {
        Some(official) if !official.as_expected => Err(format!(
            "{} has differences that are not expected; they are listed above",
            official.folder
        )),
        _ => Ok(()),
    }
}

fn step(what: &str) {
    println!("── {what}");
}

/// The characters for which one of `properties` changes, in order.
fn characters(changes: &[Change], properties: &[&str]) -> Vec<char> {
    let codes: BTreeSet<u32> = changes
        .iter()
        .filter(|change| properties.contains(&change.property))
        .map(|change| change.code)
        .collect();
    codes.into_iter().filter_map(char::from_u32).collect()
}

/// The code points that the later version assigns.
fn assigned(changes: &[Change]) -> BTreeSet<u32> {
    let assigned = changes.iter().filter(|change| change.property == ASSIGNED);
    assigned.map(|change| change.code).collect()
}

/// Searches a text with both programs.
fn compare(
    text: &Text,
    profile: &'static str,
    [current, later]: [&Path; 2],
    changed: &[char],
) -> Result<Row, String> {
    let before = links::search(current, profile, &text.file)?;
    let after = links::search(later, profile, &text.file)?;
    let contents = fs::read(&text.file).map_err(|error| format!("{}: {error}", text.name))?;
    let moves = links::moves(&before, &after);
    // From all parts of the text: made texts are in the order of code points.
    let listed = moves.iter().step_by(moves.len().div_ceil(LISTED).max(1));
    Ok(Row {
        origin: text.origin,
        text: text.name.clone(),
        bytes: contents.len(),
        changed: example::changed_in(&contents, changed).count(),
        profile,
        before: before.len(),
        after: after.len(),
        differences: moves.iter().map(|moved| moved.difference).collect(),
        listed: listed
            .map(|moved| match text.origin {
                Origin::Made => example::forms(moved, &contents),
                Origin::Corpus | Origin::Cases => example::place(moved, &contents, changed),
            })
            .collect(),
    })
}

/// Compares the generated files of the workspace with those of the copy.
fn tables(later: &Path) -> Result<Vec<Table>, String> {
    let mut tables = Vec::new();
    for name in crate::tables::names() {
        let read = |folder: &Path| {
            fs::read_to_string(folder.join(name)).map_err(|error| format!("{name}: {error}"))
        };
        let (now, then) = (read(&crate::tables::folder())?, read(later)?);
        // The comment at the top of a file has the version.
        let is_data = |line: &&str| !line.starts_with("//!");
        tables.push(Table {
            name,
            sizes: [size(&now), size(&then)],
            differs: now.lines().filter(is_data).ne(then.lines().filter(is_data)),
        });
    }
    Ok(tables)
}

/// The bytes of the arrays of bytes and of pairs of characters in a generated file.
fn size(source: &str) -> usize {
    let arrays = source.lines().filter_map(|line| {
        let (_, array) = line.split_once(": [")?;
        let (element, count) = array.split_once("] =")?.0.split_once("; ")?;
        let bytes = match element {
            "u8" => 1,
            "(char, char)" => 8,
            _ => return None,
        };
        Some(bytes * count.parse::<usize>().ok()?)
    });
    arrays.sum()
}

/// The date in UTC, such as `2026-11-17`.
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    date(now.map_or(0, |time| time.as_secs() / 86_400))
}

/// The date of a day after 1970-01-01.
fn date(mut day: u64) -> String {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::{date, size};

    #[test]
    fn dates_are_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(11_017), "2000-03-01");
        assert_eq!(date(20_088), "2024-12-31");
        assert_eq!(date(20_089), "2025-01-01");
    }

    #[test]
    fn arrays_are_measured() {
        let source = "pub(crate) static A: [u8; 30] = [\n 1, 2,\n];\n\
                      pub(crate) static B: [(char, char); 2] = [\n];\n";
        assert_eq!(size(source), 46);
    }
}
