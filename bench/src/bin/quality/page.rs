//! The page `bench/QUALITY.md`.

use std::fmt::Write;
use std::ops::Range;

use linkspan_bench::report::Table;

use crate::gold::Gold;
use crate::judged::{Case, marked};
use crate::score::Score;
use crate::tools::Tool;

const INTRODUCTION: &str = "\
# Quality

Written by `cargo run --release -p linkspan-bench --bin quality -- --write`, after `npm ci` in
`bench/quality`, which installs the JavaScript tools.
";

const METHOD: &str = "\
## How the traps were made

Each tool is run on each line of [quality/judged.txt](quality/judged.txt). A link counts as right
only if it starts and ends exactly where the line says; a link that is too long or too short counts
as both wrong and missed. *Precision* is the share of the links found that are right, *recall* is
the share of the judged links that were found, and *F1* is the harmonic mean of the two. A line is
right if all of its links are right and nothing else is linked.

The lines were written for this page, not taken from a corpus or from the tests of a linkifier. They
were judged before any tool had been run on them, by an author who had read the test cases of
linkspan and knew its rules. No judgement was changed because of the result of a tool; only the
rules at the top of the file were made more precise for a few kinds of text. Many lines are traps,
so the mix is harder than everyday text. The rules of `recommended` have changed since the lines
were written, so they are not an independent test of it. The numbers compare tools on the same
lines; they do not predict how often a tool is wrong on other text.

The judgement is that of a reader who knows what the author meant. No tool can get every line right:
nothing in `lol.it was` says that `lol.it` is not a site, and nothing in a CSV file says that commas
are not part of URLs. Some tools also have other goals: `uts58` follows the standard exactly, which
links more than most readers want, and Autolinker expects HTML and skips tags and the content of
`<a>`.
";

/// Where the annotated lines come from.
const GOLD: &str = "\
## Lines that other people annotated

The linguists of two treebanks marked the web and e-mail addresses in sentences; this project judged nothing
here. Ranges that are anonymised, cut or not an address count neither way. The interval is the one in which
the F1 of 95 of 100 samples of as many lines lies: where intervals overlap, tools do not differ.

| set | text | annotated by |
|---|---|---|
| ewt | Universal Dependencies English-EWT, train and dev parts (CC BY-SA 4.0): web logs, mail, newsgroups, reviews, answers, 2003–2012; the lines with a possible link | its linguists, tag ADD |
| tweets | CMU ARK Twitter data, Oct27 and Daily547 (CC BY 3.0), every second tweet | its linguists, tag U |

The sets are not in the repository; `LINKSPAN_GOLD_DIR` names their folder.
";

/// The scores on lines that other people annotated.
pub(crate) fn gold(sets: &[(Gold, Vec<Tool>)]) -> String {
    let mut titles = vec!["tool".to_owned()];
    for (set, _) in sets {
        let links: usize = set.cases.iter().map(|case| case.links.len()).sum();
        let name = &set.name;
        titles.push(format!(
            "{name}, {} lines, {links} links: precision, recall, F1",
            set.cases.len()
        ));
        titles.push("95 %".to_owned());
    }
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let mut table = Table::new(&titles);
    let names = sets
        .first()
        .map(|(_, tools)| tools.as_slice())
        .unwrap_or_default();
    for (at, tool) in names.iter().enumerate() {
        let mut row = vec![tool.name.clone()];
        for (set, tools) in sets {
            let lines = set.cases.iter().zip(&tools[at].found);
            let lines: Vec<Score> = lines.map(|(case, found)| Score::of(case, found)).collect();
            let score: Score = lines.iter().copied().sum();
            let (precision, recall) = (score.precision(), score.recall());
            row.push(format!("{precision}, {recall}, **{}**", score.f1()));
            row.push(Score::interval(&lines));
        }
        table.row(&row);
    }
    format!("{GOLD}\n{}", table.finish())
}

/// The whole page, after the part about annotated lines.
pub(crate) fn page(cases: &[Case], tools: &[Tool], gold: &str, absent: Option<&str>) -> String {
    let mut page = format!("{INTRODUCTION}\n{gold}\n## Traps\n");
    let links: usize = cases.iter().map(|case| case.links.len()).sum();
    let plain = cases.iter().filter(|case| case.links.is_empty()).count();
    let lines = cases.len();
    // Writing to a string does not fail.
    let _ = write!(
        page,
        "\n{lines} lines with {links} links; {plain} of the lines have no link. {} of the links are found by all tools.\n\n{}",
        shared(cases, tools),
        overall(cases, tools)
    );
    if let Some(reason) = absent {
        let _ = write!(page, "\nThe JavaScript tools are left out: {reason}.\n");
    }
    let _ = write!(page, "\n{}\n{METHOD}", configuration(tools));
    let _ = write!(
        page,
        "\n## By section\n\nEach cell has F1 in percent, the number of wrong links and the number of missed links. A dash means\nthat F1 is not defined, because the section has no links.\n\n{}",
        by_section(cases, tools)
    );
    page.push_str(
        "\n## What `recommended` gets wrong\n\nEach pair of lines shows the judgement, after its line number in `judged.txt`, and the result.\n",
    );
    if let Some(tool) = tools.first() {
        page.push_str(&wrong_lines(cases, tool));
    }
    page
}

/// How many links every tool finds.
fn shared(cases: &[Case], tools: &[Tool]) -> usize {
    let by_all = |at: usize, case: &Case| {
        let found = |link: &&Range<usize>| tools.iter().all(|tool| tool.found[at].contains(link));
        case.links.iter().filter(found).count()
    };
    let numbered = cases.iter().enumerate();
    numbered.map(|(at, case)| by_all(at, case)).sum()
}

fn score<'a>(cases: impl Iterator<Item = (usize, &'a Case)>, tool: &Tool) -> Score {
    cases
        .map(|(at, case)| Score::of(case, &tool.found[at]))
        .sum()
}

/// A row for each tool.
fn overall(cases: &[Case], tools: &[Tool]) -> String {
    let mut table = Table::new(&[
        "tool",
        "right",
        "wrong",
        "missed",
        "precision",
        "recall",
        "F1",
        "lines right",
    ]);
    for tool in tools {
        let score = score(cases.iter().enumerate(), tool);
        table.row(&[
            tool.name.clone(),
            score.right.to_string(),
            score.wrong.to_string(),
            score.missed.to_string(),
            format!("{} %", score.precision()),
            format!("{} %", score.recall()),
            format!("**{} %**", score.f1()),
            score.perfect.to_string(),
        ]);
    }
    table.finish()
}

/// How each tool was set up.
fn configuration(tools: &[Tool]) -> String {
    let mut list = String::new();
    for tool in tools {
        let setting = match tool.name.as_str() {
            "recommended" | "uts58" => "a profile of linkspan, unchanged",
            "linkify" => "with `url_must_have_scheme(false)`, to find bare names",
            "linkify, default" => "default settings: URLs need a scheme, e-mail addresses do not",
            "linkify-it" => "with `fuzzyLink`, `fuzzyEmail` and the top-level domains of `tlds`",
            "autolinker" => "with `phone`, `mention`, `hashtag` and `ipV4Matches` off",
            _ => "default settings",
        };
        let _ = writeln!(list, "- {} {}: {setting}", tool.name, tool.version);
    }
    list
}

/// A row for each section, with a column for each tool.
fn by_section(cases: &[Case], tools: &[Tool]) -> String {
    let mut titles = vec!["section", "lines", "links"];
    titles.extend(tools.iter().map(|tool| tool.name.as_str()));
    let mut table = Table::new(&titles);
    for title in sections(cases) {
        let members = || {
            let numbered = cases.iter().enumerate();
            numbered.filter(|(_, case)| case.section == title)
        };
        let links: usize = members().map(|(_, case)| case.links.len()).sum();
        let mut row = vec![
            title.to_owned(),
            members().count().to_string(),
            links.to_string(),
        ];
        row.extend(tools.iter().map(|tool| {
            let score = score(members(), tool);
            let f1 = if links == 0 {
                "–".to_owned()
            } else {
                score.f1()
            };
            format!("{f1} / {} / {}", score.wrong, score.missed)
        }));
        table.row(&row);
    }
    table.finish()
}

fn sections(cases: &[Case]) -> Vec<&str> {
    let mut titles: Vec<&str> = cases.iter().map(|case| case.section.as_str()).collect();
    titles.dedup();
    titles
}

/// The lines that a tool gets wrong, by section.
pub(crate) fn wrong_lines(cases: &[Case], tool: &Tool) -> String {
    let mut list = String::new();
    for title in sections(cases) {
        let mut block = String::new();
        for (case, found) in cases.iter().zip(&tool.found) {
            if case.section == title && case.links != *found {
                let _ = writeln!(
                    block,
                    "{:>4}  {}\n      {}",
                    case.line,
                    marked(&case.text, &case.links),
                    marked(&case.text, found)
                );
            }
        }
        if !block.is_empty() {
            let _ = write!(list, "\n### {title}\n\n```text\n{block}```\n");
        }
    }
    list
}
