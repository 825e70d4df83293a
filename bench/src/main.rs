//! Measures everything in one run.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use linkspan::{Detector, Profile};
use linkspan_bench::clock::{Ratio, Times, Use, interleaved};
use linkspan_bench::contender::{self, Contender};
use linkspan_bench::corpus::{self, Corpus};
use linkspan_bench::hostile;
use linkspan_bench::latency;
use linkspan_bench::plot::{self, Group};
use linkspan_bench::report::{Table, comparison};

const USAGE: &str = "\
usage: cargo run --release -p linkspan-bench -- [--write] [--rounds COUNT]

  --write         write bench/RESULTS.md and bench/speed.svg
  --rounds COUNT  how often everything is measured (15)

Real text is read from $LINKSPAN_CORPORA, or from ../shared/corpora; without it, there is a synthetic text.";

/// Everybody, in the order of the tables.
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
            "no corpora: only the synthetic text is measured; name their folder in LINKSPAN_CORPORA"
        );
    }
    corpora.push(corpus::synthetic(2_000_000));
    let field = Field::new();
    let (speed, plot) = throughput(&field, &corpora, rounds);
    let text = [speed, short(&field), expensive()].concat();
    println!("{text}");
    if write {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let head = "# Speed\n\nWritten by `cargo run --release -p linkspan-bench -- --write`.\n\n";
        let results = [head, &text].concat();
        for (file, text) in [("RESULTS.md", results), ("speed.svg", plot)] {
            if let Err(error) = fs::write(folder.join(file), text) {
                eprintln!("cannot write bench/{file}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Links in two megabytes of the synthetic text, by `uts58`, by `recommended`, and with a scheme.
const SYNTHETIC_LINKS: [usize; 3] = [17_941, 17_106, 10_001];

/// Speeds and ratios, and the plot.
fn throughput(field: &Field, corpora: &[Corpus], rounds: usize) -> (String, String) {
    let all = field.all();
    let names = all.iter().map(|contender| contender.name);
    let titles: Vec<&str> = ["MB/s", "links"].into_iter().chain(names).collect();
    let mut speeds = Table::new(&titles);
    let mut groups = Vec::new();
    let mut ratios: [Vec<Ratio>; 5] = Default::default();
    let [
        memchr3,
        linkify,
        regex,
        uts58,
        recommended,
        linkify_schemes,
        schemes,
    ] = [0, 1, 2, 3, 4, 5, 6];
    for corpus in corpora {
        let bytes = corpus.text.len();
        let whole = interleaved(&all, &corpus.text, Use::Whole, rounds);
        let times: Vec<&Times> = whole.iter().map(|(times, _)| times).collect();
        let by_line = [
            &field.uts58,
            &field.linkify,
            &field.recommended,
            &field.schemes,
        ];
        let by_line = interleaved(&by_line, &corpus.text, Use::ByLine, rounds);
        // No link goes over the end of a line, so that both uses find the same.
        let counts = [uts58, recommended, schemes].map(|at| whole[at].1);
        assert_eq!(
            counts,
            [by_line[0].1, by_line[2].1, by_line[3].1],
            "{}",
            corpus.name
        );
        if corpus.name == "synthetic" {
            assert_eq!(counts, SYNTHETIC_LINKS);
        }
        let speed = |at: usize| times[at].speed(bytes);
        let cells = (0..all.len()).map(|at| format!("{:.0}", speed(at)));
        let head = [corpus.name.clone(), whole[uts58].1.to_string()];
        speeds.row(&head.into_iter().chain(cells).collect::<Vec<_>>());
        groups.push(Group {
            name: corpus.name.clone(),
            speeds: [uts58, recommended, linkify, regex].map(speed).to_vec(),
        });
        // What is made here counts only where there is nothing real.
        if corpus.name == "synthetic" && corpora.len() > 1 {
            continue;
        }
        for (list, ratio) in ratios.iter_mut().zip([
            times[uts58].over(times[linkify]),
            times[uts58].over(times[memchr3]),
            by_line[0].0.over(&by_line[1].0),
            times[schemes].over(times[linkify_schemes]),
            times[recommended].over(times[uts58]),
        ]) {
            list.push(ratio);
        }
    }
    let mut titles = vec!["times as fast"];
    let measured = corpora.iter().take(ratios[0].len());
    titles.extend(measured.map(|corpus| corpus.name.as_str()));
    titles.extend(["mean / worst", "goal"]);
    let mut table = Table::new(&titles);
    for ((name, goal), ratios) in [
        (
            "`uts58` as `linkify` without scheme, with e-mail",
            "1.5 / 1.0",
        ),
        ("`uts58` as `memchr3`", "0.40 / 0.30"),
        ("one call a line as `linkify`", "1.0 / 0.9"),
        ("with a scheme only as `linkify` so", "1.5 / 1.0"),
        ("`recommended` as `uts58`", "0.75"),
    ]
    .into_iter()
    .zip(&ratios)
    {
        table.row(&comparison(name, ratios, goal));
    }
    let text = format!(
        "## Throughput\n\nMegabytes a second, one thread, {rounds} rounds interleaved in one run, median.\n\n{}\n\
         Ratios of the rounds: median (quartiles); then the geometric mean over the corpora and the worst.\n\n{}\n",
        speeds.finish(),
        table.finish()
    );
    let legend = [
        "linkspan uts58",
        "linkspan recommended",
        "linkify 0.11",
        "regex",
    ];
    (text, plot::svg(&legend, &groups))
}

/// Short messages.
fn short(field: &Field) -> String {
    let contenders = [&field.uts58, &field.recommended, &field.linkify];
    let mut titles = vec!["bytes", "link"];
    titles.extend(contenders.iter().map(|contender| contender.name));
    let mut table = Table::new(&titles);
    for bytes in [20, 50, 100, 200] {
        for (link, text) in latency::messages(bytes) {
            let mut cells = vec![bytes.to_string(), link.to_owned()];
            for contender in contenders {
                let (nanoseconds, allocations) = latency::of_call(contender, &text);
                cells.push(format!("{nanoseconds:.0} ns, {allocations} allocations"));
            }
            table.row(&cells);
        }
    }
    format!(
        "## Short messages\n\nOne call, best of 50 batches.\n\n{}\n",
        table.finish()
    )
}

/// Ten megabytes of each hostile unit.
fn expensive() -> String {
    let mut table = Table::new(&["profile", "worst units, ns a byte", "all below 25 ns"]);
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
        "## Hostile text\n\n10 MB of each of {count} units.\n\n{}",
        table.finish()
    )
}
