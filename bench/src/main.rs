//! Measures everything in one run.

#![allow(clippy::restriction, reason = "a tool of developers may panic")]

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use linkspan::{Detector, Profile};
use linkspan_bench::clock::{Ratio, Times, Use, interleaved};
use linkspan_bench::contender::{self, Contender};
use linkspan_bench::corpus::{self, Corpus};
use linkspan_bench::dense;
use linkspan_bench::hostile;
use linkspan_bench::latency;
use linkspan_bench::plot::{self, Group};
use linkspan_bench::report::{Table, comparison};
use linkspan_bench::setting::{locked, machine};

const USAGE: &str = "\
usage: cargo run --release -p linkspan-bench -- [--write] [--rounds COUNT]

  --write         write bench/RESULTS.md and bench/speed.svg
  --rounds COUNT  how often everything is measured (15)

Real text is read from $LINKSPAN_CORPORA_DIR, or from ../shared/corpora; without it, there is a synthetic text.";

/// All contenders, in the order of the tables.
struct Field {
    memchr3: Contender,
    linkify: Contender,
    regex: Contender,
    uts58: Contender,
    recommended: Contender,
    linkify_schemes: Contender,
    schemes: Contender,
    formatting: Contender,
    html: Contender,
    bidi: Contender,
}

impl Field {
    fn new() -> Self {
        Self {
            memchr3: contender::memchr3(),
            linkify: contender::linkify(),
            regex: contender::regex(),
            uts58: contender::detection("uts58", Profile::uts58()),
            recommended: contender::detection("recommended", Profile::recommended()),
            linkify_schemes: contender::linkify_schemes(),
            schemes: contender::schemes(),
            formatting: contender::formatting(),
            html: contender::html(),
            bidi: contender::bidi(),
        }
    }

    fn all(&self) -> [&Contender; 10] {
        [
            &self.memchr3,
            &self.linkify,
            &self.regex,
            &self.uts58,
            &self.recommended,
            &self.linkify_schemes,
            &self.schemes,
            &self.formatting,
            &self.html,
            &self.bidi,
        ]
    }
}

// The places of some in [`Field::all`].
const MEMCHR3: usize = 0;
const LINKIFY: usize = 1;
const REGEX: usize = 2;
const UTS58: usize = 3;
const RECOMMENDED: usize = 4;
const LINKIFY_SCHEMES: usize = 5;
const SCHEMES: usize = 6;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (write, rounds) = match words.as_slice() {
        [] => (false, Ok(15)),
        ["--write"] => (true, Ok(15)),
        ["--rounds", count] => (false, count.parse()),
        ["--write", "--rounds", count] | ["--rounds", count, "--write"] => (true, count.parse()),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let Ok(rounds @ 1..) = rounds else {
        eprintln!("the number of rounds has to be a number, 1 or more\n\n{USAGE}");
        return ExitCode::from(2);
    };
    let mut corpora = corpus::real();
    if corpora.is_empty() {
        eprintln!(
            "no corpora: only the synthetic text is measured; name their folder in LINKSPAN_CORPORA_DIR"
        );
    }
    let real = corpora.len();
    corpora.extend(dense::corpora(1_000_000));
    corpora.push(corpus::synthetic(2_000_000));
    let field = Field::new();
    let (speed, plot) = throughput(&field, &corpora, real, rounds);
    let text = [speed, short(&field), expensive()].concat();
    println!("{text}");
    if write {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let results = [head(), text].concat();
        for (file, text) in [("RESULTS.md", results), ("speed.svg", plot)] {
            if let Err(error) = fs::write(folder.join(file), text) {
                eprintln!("cannot write bench/{file}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// The start of the page.
fn head() -> String {
    let versions = ["linkify", "regex", "memchr"].map(|name| format!("`{name}` {}", locked(name)));
    format!(
        "# Speed\n\nWritten by `cargo run --release -p linkspan-bench -- --write`. Measured on one core\n\
         {}.\nThe other crates are {}.\n\n{TEXTS}\n",
        machine(),
        versions.join(", ")
    )
}

/// What the texts are.
const TEXTS: &str = "\
| text | content |
|---|---|
| prose | English speeches and books, almost without links |
| docs | the documentation of Kubernetes in English |
| link lists | free-programming-books, awesome-selfhosted, This Week in Rust |
| CJK docs | the documentation of MDN and Kubernetes in Chinese, Japanese and Korean |
| world scripts | the Universal Declaration of Human Rights, tldr-pages and others, in many scripts |
| chat | IRC logs of Ubuntu |
| all others | generated (`bench/src/dense.rs`, `bench/src/corpus.rs`) |

The first six are real texts of about 4 MB each and are not in the repository.
";

/// Links in two megabytes of the synthetic text, by `uts58`, by `recommended`, and with a scheme.
const SYNTHETIC_LINKS: [usize; 3] = [17_941, 17_106, 10_001];

/// The measurements on a corpus.
struct Measurement<'c> {
    corpus: &'c Corpus,
    /// The whole text in one call, in the order of [`Field::all`].
    whole: Vec<(Times, usize)>,
    /// One call a line: `uts58`, `linkify`, `recommended` and `schemes`.
    by_line: Vec<(Times, usize)>,
}

impl<'c> Measurement<'c> {
    fn new(field: &Field, corpus: &'c Corpus, rounds: usize) -> Self {
        let whole = interleaved(&field.all(), &corpus.text, Use::Whole, rounds);
        let by_line = [
            &field.uts58,
            &field.linkify,
            &field.recommended,
            &field.schemes,
        ];
        let by_line = interleaved(&by_line, &corpus.text, Use::ByLine, rounds);
        // No link crosses the end of a line: both uses find the same links.
        let counts = [UTS58, RECOMMENDED, SCHEMES].map(|at| whole[at].1);
        assert_eq!(
            counts,
            [by_line[0].1, by_line[2].1, by_line[3].1],
            "{}",
            corpus.name
        );
        if corpus.name == "synthetic" {
            assert_eq!(counts, SYNTHETIC_LINKS);
        }
        Self {
            corpus,
            whole,
            by_line,
        }
    }

    fn speed(&self, at: usize) -> f64 {
        self.whole[at].0.speed(self.corpus.text.len())
    }

    /// The ratio of each row of [`COMPARISONS`].
    fn ratios(&self) -> [Ratio; COMPARISONS.len()] {
        let times = |at: usize| &self.whole[at].0;
        [
            times(UTS58).over(times(LINKIFY)),
            times(UTS58).over(times(MEMCHR3)),
            self.by_line[0].0.over(&self.by_line[1].0),
            times(SCHEMES).over(times(LINKIFY_SCHEMES)),
            times(RECOMMENDED).over(times(UTS58)),
            times(RECOMMENDED).over(times(LINKIFY)),
        ]
    }
}

/// A comparison and its goal.
const COMPARISONS: [(&str, &str); 6] = [
    (
        "`uts58` to `linkify`, both with bare names and e-mail",
        "2.5 / 1.4; generated: 2.0 / 1.2",
    ),
    ("`uts58` to `memchr3`", "0.9 / 0.5"),
    ("`uts58` to `linkify`, one call per line", "1.5 / 1.1"),
    ("`uts58` to `linkify`, both with schemes only", "2.0 / 1.1"),
    ("`recommended` to `uts58`", "0.85 / 0.75"),
    (
        "`recommended` to `linkify`, both with bare names and e-mail",
        "none",
    ),
];

/// Speeds and ratios, and the plot.
fn throughput(field: &Field, corpora: &[Corpus], real: usize, rounds: usize) -> (String, String) {
    let measure = |corpus| Measurement::new(field, corpus, rounds);
    let measurements: Vec<Measurement<'_>> = corpora.iter().map(measure).collect();
    let text = format!(
        "## Throughput\n\nMegabytes per second on one thread: the median of {rounds} rounds, interleaved in one run. The columns\n\
         `uts58` and `recommended` find links with these profiles, and `linkify` is that crate with bare\n\
         names and e-mail addresses. The columns with \"schemes\" find only links with a scheme. Two columns\n\
         are points of reference: `memchr3` stops at every `.`, `:` and `@`, while `uts58` skips full stops\n\
         that cannot be in a link and so can be faster, and `regex` is a simple expression for URLs and\n\
         addresses that finds fewer links. The last three columns also process the links:\n\
         \"formatting\" writes the minimal and the display form of each link of `uts58`, \"HTML\" renders the\n\
         text with the links of `recommended`, and \"bidi\" lays out each line with the links of `pri185`. The\n\
         column \"links\" counts the links that `uts58` finds.\n\n{}\n\
         Each ratio says how many times as fast the first contender is as the second: the median of the\n\
         rounds, with quartiles, then the geometric mean over all texts and the worst text. The last column\n\
         is the goal for the mean and the worst. The project has set itself these goals, and many are not\n\
         met yet. Real text:\n\n{}\n\
         Generated text, dense in the most expensive input:\n\n{}\n",
        speeds(field, &measurements),
        ratios(measurements.get(..real).unwrap_or_default()),
        ratios(measurements.get(real..).unwrap_or_default()),
    );
    let legend = [
        "linkspan uts58",
        "linkspan recommended",
        "linkify 0.11",
        "regex",
    ];
    let groups = measurements.iter().map(|measured| Group {
        name: measured.corpus.name.clone(),
        speeds: [UTS58, RECOMMENDED, LINKIFY, REGEX]
            .map(|at| measured.speed(at))
            .to_vec(),
    });
    (text, plot::svg(&legend, &groups.collect::<Vec<_>>()))
}

/// The table of megabytes a second.
fn speeds(field: &Field, measurements: &[Measurement<'_>]) -> String {
    let all = field.all();
    let names = all.iter().map(|contender| contender.name);
    let titles: Vec<&str> = ["MB/s", "links"].into_iter().chain(names).collect();
    let mut table = Table::new(&titles);
    for measured in measurements {
        let cells = (0..all.len()).map(|at| format!("{:.0}", measured.speed(at)));
        let links = measured.whole[UTS58].1.to_string();
        let head = [measured.corpus.name.clone(), links];
        table.row(&head.into_iter().chain(cells).collect::<Vec<_>>());
    }
    table.finish()
}

/// The table of comparisons.
fn ratios(measurements: &[Measurement<'_>]) -> String {
    let counted: Vec<&Measurement<'_>> = measurements.iter().collect();
    let mut titles = vec!["ratio"];
    titles.extend(counted.iter().map(|measured| measured.corpus.name.as_str()));
    titles.extend(["mean / worst", "goal"]);
    let mut table = Table::new(&titles);
    for (row, (name, goal)) in COMPARISONS.into_iter().enumerate() {
        let ratios = counted.iter().map(|measured| measured.ratios()[row]);
        table.row(&comparison(name, &ratios.collect::<Vec<_>>(), goal));
    }
    table.finish()
}

/// Short messages.
fn short(field: &Field) -> String {
    let contenders = [&field.uts58, &field.recommended, &field.linkify];
    let mut titles = vec!["script", "bytes", "link"];
    titles.extend(contenders.iter().map(|contender| contender.name));
    titles.push("`uts58` to `linkify`");
    let mut table = Table::new(&titles);
    for (script, words) in latency::SCRIPTS {
        for bytes in [10, 20, 50, 100, 200] {
            for (link, text) in latency::messages(words, bytes) {
                let mut cells = vec![script.to_owned(), bytes.to_string(), link.to_owned()];
                let calls = contenders.map(|contender| latency::of_call(contender, &text));
                for (nanoseconds, allocations) in calls {
                    cells.push(format!("{nanoseconds:.0} ns, {allocations} allocations"));
                }
                let [(uts58, _), _, (linkify, _)] = calls;
                cells.push(format!("{:.2}", linkify / uts58));
                table.row(&cells);
            }
        }
    }
    format!(
        "## Short messages\n\nTime for one call, best of 50 batches. The goal is a ratio of at least 1.0 in each row.\n\n{}\n",
        table.finish()
    )
}

/// Ten megabytes of each hostile unit.
fn expensive() -> String {
    let mut table = Table::new(&[
        "profile",
        "most expensive strings, ns per byte",
        "all below 25 ns",
    ]);
    for (name, profile) in [
        ("uts58", Profile::uts58()),
        ("recommended", Profile::recommended()),
        ("nonascii", Profile::nonascii()),
        ("pri185", Profile::pri185()),
    ] {
        let detector = Detector::new(profile);
        let mut costs: Vec<(f64, &str)> = Vec::new();
        for unit in hostile::UNITS {
            let text = hostile::repeated(unit, 10_000_000);
            let start = Instant::now();
            let count = detector.links(&text).count();
            let cost = start.elapsed().as_secs_f64() * 1e9 / text.len() as f64;
            assert!(count <= text.len());
            costs.push((cost, unit));
        }
        costs.sort_by(|a, b| b.0.total_cmp(&a.0));
        let worst = costs.iter().take(5);
        let worst = worst.map(|(cost, unit)| format!("`{}` {cost:.1}", unit.escape_debug()));
        let worst: Vec<String> = worst.collect();
        let is_good = costs.first().is_some_and(|(cost, _)| *cost < 25.0);
        let verdict = if is_good { "yes" } else { "no" };
        table.row(&[name.to_owned(), worst.join(", "), verdict.to_owned()]);
    }
    let count = hostile::UNITS.len();
    format!(
        "## Hostile text\n\n10 MB of each of {count} short strings, repeated. The table shows the five most expensive for each\n\
         profile. The goal is less than 25 ns per byte for every string; \"no\" means that it is not met.\n\n{}",
        table.finish()
    )
}
