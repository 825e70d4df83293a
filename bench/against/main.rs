//! Measures two revisions of the library in one run; `cargo xtask bench --against REV` builds and runs it.

use linkspan_bench::clock::{Ratio, interleaved, mean_and_worst};
use linkspan_bench::contender::Contender;
use linkspan_bench::corpus::{self, Corpus};
use linkspan_bench::report::{Table, comparison};

/// The same detections by a revision.
macro_rules! contenders {
    ($revision:ident) => {{
        use $revision::{Detector, Profile};
        let schemes = Profile::uts58().set("bare-links", "ignored").expect("an option");
        [
            ("`uts58`", Profile::uts58()),
            ("`recommended`", Profile::recommended()),
            ("schemes only", schemes),
        ]
        .map(|(name, profile)| {
            let detector = Detector::new(profile);
            Contender {
                name,
                run: Box::new(move |text| detector.links(text).count()),
            }
        })
    }};
}

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|rounds| rounds.parse().ok());
    let rounds = rounds.unwrap_or(15);
    let mut corpora = corpus::real();
    corpora.extend(corpus::dense(1_000_000));
    corpora.push(corpus::synthetic(1_000_000));
    let (new, old) = (contenders!(linkspan_new), contenders!(linkspan_old));
    let names = corpora.iter().map(|corpus| corpus.name.as_str());
    let titles: Vec<&str> = ["times as fast as before"]
        .into_iter()
        .chain(names)
        .chain(["mean / worst", ""])
        .collect();
    let mut table = Table::new(&titles);
    for (by_line, words) in [(false, ""), (true, ", one call a line")] {
        for (new, old) in new.iter().zip(&old) {
            let ratio = |corpus: &Corpus| -> Ratio {
                let whole = vec![corpus.text.as_str()];
                let texts = if by_line { corpus.lines() } else { whole };
                let times = interleaved(&[new, old], &texts, rounds);
                let (new, old) = (&times[0], &times[1]);
                assert_eq!(new.count, old.count, "other links in {}", corpus.name);
                new.over(old)
            };
            let ratios: Vec<Ratio> = corpora.iter().map(ratio).collect();
            let name = format!("{}{words}", new.name);
            table.row(&comparison(&name, &ratios, ""));
            let middles: Vec<f64> = ratios.iter().map(|ratio| ratio.middle).collect();
            eprintln!("{name}: {:.2}", mean_and_worst(&middles).0);
        }
    }
    println!("{}", table.finish());
}
