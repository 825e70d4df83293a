//! Measures everything in one run.

#![allow(clippy::restriction, reason = "a tool of developers may panic")]

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use linkspan::Profile;
use linkspan_bench::clock::{Ratio, Times, interleaved};
use linkspan_bench::contender::{self, Contender};
use linkspan_bench::corpus::{self, Corpus};
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
fn contenders() -> [Contender; 10] {
    [
        contender::memchr3(),
        contender::linkify(),
        contender::regex(),
        contender::detection("uts58", Profile::uts58()),
        contender::detection("recommended", Profile::recommended()),
        contender::linkify_schemes(),
        contender::schemes(),
        contender::formatting(),
        contender::html(),
        contender::bidi(),
    ]
}

// The places of some in [`contenders`].
const MEMCHR3: usize = 0;
const LINKIFY: usize = 1;
const REGEX: usize = 2;
const UTS58: usize = 3;
const RECOMMENDED: usize = 4;
const LINKIFY_SCHEMES: usize = 5;
const SCHEMES: usize = 6;

/// Those that are also measured with one call a line.
const BY_LINE: [usize; 4] = [UTS58, LINKIFY, RECOMMENDED, SCHEMES];

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
    corpora.extend(corpus::dense(1_000_000));
    corpora.push(corpus::synthetic(2_000_000));
    let contenders = contenders();
    let measure = |corpus| Measurement::new(&contenders, corpus, rounds);
    let measurements: Vec<Measurement<'_>> = corpora.iter().map(measure).collect();
    let text = [
        throughput(&contenders, &measurements, real, rounds),
        short(&contenders),
    ]
    .concat();
    println!("{text}");
    if write {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let results = [head(), text].concat();
        for (file, text) in [("RESULTS.md", results), ("speed.svg", plot(&measurements))] {
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
| all others | generated (`bench/src/corpus.rs`, `bench/generated.txt`) |

The first six are real texts of about 4 MB each and are not in the repository.
";

/// Links in two megabytes of the synthetic text, by `uts58`, by `recommended`, and with a scheme.
const SYNTHETIC_LINKS: [usize; 3] = [17_941, 14_460, 10_001];

/// The measurements on a corpus.
struct Measurement<'c> {
    corpus: &'c Corpus,
    /// The whole text in one call, in the order of [`contenders`].
    whole: Vec<Times>,
    /// One call a line, in the order of [`BY_LINE`].
    by_line: Vec<Times>,
}

impl<'c> Measurement<'c> {
    fn new(contenders: &[Contender], corpus: &'c Corpus, rounds: usize) -> Self {
        let all: Vec<&Contender> = contenders.iter().collect();
        let whole = interleaved(&all, &[&corpus.text], rounds);
        let some = BY_LINE.map(|at| all[at]);
        let by_line = interleaved(&some, &corpus.lines(), rounds);
        // No link crosses the end of a line: both uses find the same links.
        for (at, times) in BY_LINE.into_iter().zip(&by_line) {
            let is_same = at == LINKIFY || whole[at].count == times.count;
            assert!(is_same, "{} in {}", all[at].name, corpus.name);
        }
        if corpus.name == "synthetic" {
            let counts = [UTS58, RECOMMENDED, SCHEMES].map(|at| whole[at].count);
            assert_eq!(counts, SYNTHETIC_LINKS);
        }
        Self {
            corpus,
            whole,
            by_line,
        }
    }

    /// Megabytes a second.
    fn speed(&self, at: usize) -> f64 {
        self.corpus.text.len() as f64 / 1e6 / self.whole[at].middle()
    }

    /// The ratio of each row of [`COMPARISONS`].
    fn ratios(&self) -> [Ratio; COMPARISONS.len()] {
        let ratio = |at: usize, other: usize| self.whole[at].over(&self.whole[other]);
        [
            ratio(UTS58, LINKIFY),
            ratio(UTS58, MEMCHR3),
            self.by_line[0].over(&self.by_line[1]),
            ratio(SCHEMES, LINKIFY_SCHEMES),
            ratio(RECOMMENDED, UTS58),
            ratio(RECOMMENDED, LINKIFY),
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

/// Speeds and ratios.
fn throughput(
    contenders: &[Contender],
    measurements: &[Measurement<'_>],
    real: usize,
    rounds: usize,
) -> String {
    let (real, generated) = measurements.split_at(real);
    format!(
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
        speeds(contenders, measurements),
        ratios(real),
        ratios(generated),
    )
}

/// The plot of the README.
fn plot(measurements: &[Measurement<'_>]) -> String {
    let legend = [
        "linkspan uts58",
        "linkspan recommended",
        "linkify 0.11",
        "regex",
    ];
    let shown = [UTS58, RECOMMENDED, LINKIFY, REGEX];
    let group = |measured: &Measurement<'_>| Group {
        name: measured.corpus.name.clone(),
        speeds: shown.map(|at| measured.speed(at)).to_vec(),
    };
    plot::svg(&legend, &measurements.iter().map(group).collect::<Vec<_>>())
}

/// The table of megabytes a second.
fn speeds(contenders: &[Contender], measurements: &[Measurement<'_>]) -> String {
    let names = contenders.iter().map(|contender| contender.name);
    let titles: Vec<&str> = ["MB/s", "links"].into_iter().chain(names).collect();
    let mut table = Table::new(&titles);
    for measured in measurements {
        let links = measured.whole[UTS58].count.to_string();
        let mut cells = vec![measured.corpus.name.clone(), links];
        cells.extend((0..contenders.len()).map(|at| format!("{:.0}", measured.speed(at))));
        table.row(&cells);
    }
    table.finish()
}

/// The table of comparisons.
fn ratios(measurements: &[Measurement<'_>]) -> String {
    let names = measurements.iter().map(|measured| &*measured.corpus.name);
    let ends = ["mean / worst", "goal"];
    let titles: Vec<&str> = ["ratio"].into_iter().chain(names).chain(ends).collect();
    let mut table = Table::new(&titles);
    for (row, (name, goal)) in COMPARISONS.into_iter().enumerate() {
        let ratios = measurements.iter().map(|measured| measured.ratios()[row]);
        table.row(&comparison(name, &ratios.collect::<Vec<_>>(), goal));
    }
    table.finish()
}

/// Short messages.
fn short(contenders: &[Contender]) -> String {
    let contenders = [UTS58, RECOMMENDED, LINKIFY].map(|at| &contenders[at]);
    let mut titles = vec!["script", "bytes", "link"];
    titles.extend(contenders.iter().map(|contender| contender.name));
    titles.push("`uts58` to `linkify`");
    let mut table = Table::new(&titles);
    for (script, words) in latency::scripts() {
        for bytes in [10, 20, 50, 100, 200] {
            for (link, text) in latency::messages(&words, bytes) {
                let mut cells = vec![script.to_owned(), bytes.to_string(), link.to_owned()];
                let calls = contenders.map(|contender| latency::of_call(contender, &text));
                cells.extend(calls.map(|nanoseconds| format!("{nanoseconds:.0} ns")));
                let [uts58, _, linkify] = calls;
                cells.push(format!("{:.2}", linkify / uts58));
                table.row(&cells);
            }
        }
    }
    format!(
        "## Short messages\n\nTime for one call, best of 50 batches. The goal is a ratio of at least 1.0 in each row.\n\n{}",
        table.finish()
    )
}
