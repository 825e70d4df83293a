//! The report of a rehearsal as a page in Markdown.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::links::Difference;
use super::markdown::{grouped, item, paragraph, ranges};
use super::texts::Origin;
use super::{PROFILES, Report, Row, Table, assigned};
use crate::release::{Release, pinned};
use crate::values::{ASSIGNED, BOUNDARIES};

/// The whole page.
pub(crate) fn page(report: &Report) -> String {
    let (now, then) = (Release::current(), report.release);
    let [major, ..] = then.unicode;
    let mut page = format!("# Rehearsal of Unicode {then}\n\n");
    page += &paragraph(&format!(
        "This page says what a release with the tables of Unicode {then} would change; the current \
         tables are those of Unicode {now}. `cargo xtask tables --unicode {major} --write` generated \
         it on {}; do not edit it. None of this is released: the command works in a copy of the \
         workspace in `target/unicode-{major}`, and leaves the committed tables and lock files as \
         they are.",
        report.date
    ));
    page += &summary(report);
    page += &command(report);
    page += &code_points(report);
    page += &official(report);
    page += &links(report);
    page += &tables(report);
    page += &dependencies(report);
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

/// The section that readers look at first.
fn summary(report: &Report) -> String {
    let mut section = String::from("## Summary\n\n");
    for (origin, title) in [
        (Origin::Corpus, "Corpora"),
        (Origin::Cases, "Cases"),
        (Origin::Made, "Text made of changed characters"),
    ] {
        section += &item(&format!("**{title}.** {}", counts(report, origin)));
    }
    section += &item(&format!("**New characters.** {}", new_characters(report)));
    section += &item(&format!("**Old characters.** {}", old_characters(report)));
    section += &item(&format!("**Official files.** {}", differences(report)));
    section += &item(&format!("**UTS #39.** {}", security(report.release)));
    let rust = report.rust.as_deref().unwrap_or("of an unknown version");
    section += &item(&format!(
        "**Dependencies.** `icu_properties` {} needs Rust {rust}; the `rust-version` of the workspace \
         is {}. See [Dependencies](#dependencies).",
        report.release.icu,
        env!("CARGO_PKG_RUST_VERSION"),
    ));
    section.push('\n');
    section
}

fn new_characters(report: &Report) -> String {
    let (now, then) = (Release::current(), report.release);
    format!(
        "Unicode {then} assigns {} code points. Unassigned code points have Link_Term=Hard: with the \
         tables of {now} a link ends before such a character, and with those of {then} it can continue.",
        grouped(assigned(&report.changes).len())
    )
}

fn old_characters(report: &Report) -> String {
    let now = Release::current();
    let (moving, others): (Vec<_>, Vec<_>) = changed_before(report)
        .into_iter()
        .partition(|(property, _)| BOUNDARIES.contains(property));
    let listed = |properties: Vec<(&str, BTreeSet<u32>)>| {
        let properties = properties.into_iter();
        let listed =
            properties.map(|(property, codes)| format!("{property} of {}", ranges(&codes)));
        listed.collect::<Vec<_>>().join("; ")
    };
    let mut text = if moving.is_empty() {
        format!(
            "No character of Unicode {now} changes in a property that decides where links start and \
             end."
        )
    } else {
        format!(
            "Values that decide where links start and end change: {}.",
            listed(moving)
        )
    };
    if !others.is_empty() {
        text += &format!(" Other values that change: {}.", listed(others));
    }
    text
}

fn differences(report: &Report) -> String {
    let Some(official) = &report.official else {
        return "SKIPPED: the folder is not there.".to_owned();
    };
    let mut equal = Vec::new();
    let mut sentences = Vec::new();
    for (file, differences) in official.files() {
        let unexpected = differences
            .iter()
            .filter(|line| !line.contains("(expected: "));
        match (differences.len(), unexpected.count()) {
            (0, _) => equal.push(format!("`{file}`")),
            (all, 0) => sentences.push(format!("`{file}` has {all} differences, all expected.")),
            (all, unexpected) => sentences.push(format!(
                "`{file}` has {} differences, {} of them UNEXPECTED.",
                grouped(all),
                grouped(unexpected)
            )),
        }
    }
    if !equal.is_empty() {
        sentences.insert(0, format!("No differences: {}.", equal.join(", ")));
    }
    format!(
        "Folder `{}`. {} See [Official files](#official-files).",
        official.folder,
        sentences.join(" "),
    )
}

/// The links of texts of one origin, for each profile, in a sentence.
fn counts(report: &Report, origin: Origin) -> String {
    let rows = report.rows.iter().filter(|row| row.origin == origin);
    let rows: Vec<&Row> = rows.collect();
    if rows.is_empty() {
        return "SKIPPED: the files are not there.".to_owned();
    }
    let texts = rows.len() / PROFILES.len();
    let bytes: usize = rows.iter().map(|row| row.bytes).sum::<usize>() / PROFILES.len();
    let changed: usize = rows.iter().map(|row| row.changed).sum::<usize>() / PROFILES.len();
    let mut sentence = format!(
        "{texts} {} with {} bytes; changed characters {} in them.",
        if texts == 1 { "text" } else { "texts" },
        grouped(bytes),
        match changed {
            0 => "do not occur".to_owned(),
            1 => "occur once".to_owned(),
            _ => format!("occur {} times", grouped(changed)),
        },
    );
    for profile in PROFILES {
        let rows = rows.iter().filter(|row| row.profile == profile);
        let sum = |count: &dyn Fn(&Row) -> usize| rows.clone().map(|row| count(row)).sum();
        let (before, after): (usize, usize) = (sum(&|row| row.before), sum(&|row| row.after));
        let differences = KINDS.map(|(kind, verb)| (sum(&|row| row.count(kind)), verb));
        let differences: Vec<String> = differences
            .into_iter()
            .filter(|&(count, _)| count > 0)
            .map(|(count, verb)| format!("{} {verb}", grouped(count)))
            .collect();
        let _ = if differences.is_empty() {
            write!(
                sentence,
                " `{profile}` finds {} links; none of them begins or ends elsewhere, none appears or \
                 disappears, and all have the same `href` and display form.",
                grouped(before)
            )
        } else {
            write!(
                sentence,
                " `{profile}` finds {} links with the current tables and {} with the new ones: {}.",
                grouped(before),
                grouped(after),
                differences.join(", ")
            )
        };
    }
    sentence
}

/// The differences, in the order of the page, with what they do.
const KINDS: [(Difference, &str); 7] = [
    (Difference::Begins, "begin elsewhere"),
    (Difference::Ends, "end elsewhere"),
    (Difference::BeginsAndEnds, "begin and end elsewhere"),
    (Difference::Appears, "appear"),
    (Difference::Disappears, "disappear"),
    (Difference::Href, "have another `href`"),
    (Difference::Display, "have another display form"),
];

/// Which version the tables of UTS #39 have.
fn security(then: &Release) -> String {
    let (major, minor, _) = unicode_security::UNICODE_VERSION;
    let crates = [
        "unicode-security",
        "unicode-script",
        "unicode-normalization",
    ];
    let crates = crates.map(|name| format!("`{name}` {}", pinned(name)));
    let mut text = format!(
        "The data about identifiers, scripts and confusables does not change: it is already that of \
         Unicode {major}.{minor} ({}).",
        crates.join(", ")
    );
    if major < u64::from(then.unicode[0]) {
        text += " For them, a character that the new version adds is still unassigned.";
    }
    text
}

fn command(report: &Report) -> String {
    let [major, ..] = report.release.unicode;
    let mut section = format!(
        "## The command\n\n```sh\ncargo xtask tables --unicode {major}          # prints this report\n\
         cargo xtask tables --unicode {major} --write  # also writes this page\n```\n\n"
    );
    section += &paragraph(
        "It needs the crates of the new version, from the registry or from the cache of Cargo. It looks \
         for the official files in `$LINKSPAN_UNICODE_DIR` or `../shared/unicode`, and for corpora \
         (`.txt` and `.md` files) in `$LINKSPAN_CORPORA_DIR` or `../shared/corpora`; missing files are \
         skipped and named. It fails if the tables cannot be generated or built, or if the official \
         files have differences that are not expected. [CONTRIBUTING.md](../CONTRIBUTING.md) has the \
         steps of the release itself.",
    );
    if report.skipped.is_empty() {
        section += "Nothing was skipped for this page.\n\n";
    } else {
        section += "Skipped for this page:\n\n";
        for name in &report.skipped {
            section += &item(name);
        }
        section.push('\n');
    }
    section
}

fn code_points(report: &Report) -> String {
    let (now, then) = (Release::current(), report.release);
    let new = assigned(&report.changes);
    let mut kinds: BTreeMap<(usize, &str, &str), [usize; 2]> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for change in &report.changes {
        if !order.contains(&change.property) {
            order.push(change.property);
        }
        let at = order.iter().position(|&name| name == change.property);
        // The partner of a bracket or a mirrored character is another one for each.
        let to = if change.to.starts_with("U+") {
            "a character"
        } else {
            change.to
        };
        let kind = kinds.entry((at.unwrap_or(0), change.from, to)).or_default();
        kind[usize::from(!new.contains(&change.code))] += 1;
    }
    let mut section = String::from("## Code points\n\n");
    section += &paragraph(
        "Code points whose value changes, by property. `HostClass` is the role of a character in a \
         host name and `ProseClass` its role in prose (`xtask/src/classes.rs`). `cargo xtask tables \
         --values` prints all values.",
    );
    let _ = writeln!(
        section,
        "| property | in {now} | in {then} | newly assigned | assigned before |\n|---|---|---|---|---|"
    );
    for ((at, from, to), [newly, before]) in kinds {
        let property = order.get(at).copied().unwrap_or(ASSIGNED);
        let (newly, before) = (grouped(newly), grouped(before));
        let _ = writeln!(
            section,
            "| {property} | {from} | {to} | {newly} | {before} |"
        );
    }
    section.push('\n');
    for (property, codes) in changed_before(report) {
        section += &item(&format!("{property}, assigned before: {}", ranges(&codes)));
    }
    section.push('\n');
    section
}

/// The characters of the current version with another value, by property.
fn changed_before<'v>(report: &Report<'v>) -> BTreeMap<&'v str, BTreeSet<u32>> {
    let new = assigned(&report.changes);
    let mut older: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for change in &report.changes {
        if !new.contains(&change.code) {
            older
                .entry(change.property)
                .or_default()
                .insert(change.code);
        }
    }
    older
}

fn official(report: &Report) -> String {
    let mut section = String::from("## Official files\n\n");
    let Some(official) = &report.official else {
        section += "SKIPPED: the folder is not there.\n\n";
        return section;
    };
    section += &paragraph(&format!(
        "The output of `linkspan conformance` for `{}`, with the tables of Unicode {}. The contents of \
         the files are left out.",
        official.folder, report.release
    ));
    section += "```text\n";
    for check in &official.checks {
        section += &format!("{}\n", check.result);
        for difference in &check.differences {
            section += &format!("  {difference}\n");
        }
    }
    section += "```\n\n";
    section
}

fn links(report: &Report) -> String {
    let mut section = String::from("## Links\n\n");
    let (now, then) = (Release::current(), report.release);
    section += &paragraph(&format!(
        "A link of one version that overlaps a link of the other counts as the same link. Columns with a \
         version have the number of links, the others the number of differences. `X` is each character whose values change. A \
         name that ends at such a character with the tables of {now} can continue with those of \
         {then}; `recommended` then judges the whole name, and rejects it if the character is not \
         allowed in identifiers or belongs to another script."
    ));
    let verbs = KINDS.map(|(_, verb)| verb).join(" | ");
    let _ = writeln!(
        section,
        "| text | profile | {now} | {then} | {verbs} |\n|---|---|---|---|---|---|---|---|---|---|---|"
    );
    for row in &report.rows {
        let counts = KINDS.map(|(kind, _)| grouped(row.count(kind))).join(" | ");
        let (before, after) = (grouped(row.before), grouped(row.after));
        let (text, profile) = (&row.text, row.profile);
        let _ = writeln!(
            section,
            "| {text} | `{profile}` | {before} | {after} | {counts} |"
        );
    }
    section.push('\n');
    section += &paragraph(
        "Examples of the differences in each text. For corpora and case files, the offsets of the link in both \
         versions, and the characters in and beside it whose values change; for generated texts, the line \
         near the link, with ⸠…⸡ around it, or the form that differs:",
    );
    for row in report.rows.iter().filter(|row| !row.listed.is_empty()) {
        let listed = row.listed.join("; ");
        section += &item(&format!("{}, `{}`: {listed}", row.text, row.profile));
    }
    section.push('\n');
    section
}

fn tables(report: &Report) -> String {
    let (now, then) = (Release::current(), report.release);
    let (changed, same): (Vec<&Table>, Vec<&Table>) =
        report.tables.iter().partition(|table| table.differs);
    let same: Vec<String> = same
        .iter()
        .map(|table| format!("`{}`", table.name))
        .collect();
    let mut section = String::from("## Tables\n\n");
    section += &paragraph(&format!(
        "The bytes of the tries and ranges in `crates/linkspan/src/tables`. Unchanged: {}.",
        same.join(", ")
    ));
    let _ = writeln!(section, "| file | {now} | {then} |\n|---|---|---|");
    for table in changed {
        let [before, after] = table.sizes.map(grouped);
        let _ = writeln!(section, "| `{}` | {before} | {after} |", table.name);
    }
    section.push('\n');
    section
}

fn dependencies(report: &Report) -> String {
    let mut section = String::from(
        "## Dependencies\n\nPackages whose version in `Cargo.lock` changes:\n\n\
         | package | now | then |\n|---|---|---|\n",
    );
    for [name, now, then] in &report.moved {
        let _ = writeln!(section, "| `{name}` | {now} | {then} |");
    }
    section
}
