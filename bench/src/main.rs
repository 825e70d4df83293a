//! x
use linkspan::Profile;
use linkspan_bench::{clock::*, contender::*, corpus};
fn main() {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|s| s.parse().ok())
        .unwrap_or(11);
    let all = [
        memchr3(),
        linkify(),
        detection("uts58", Profile::uts58()),
        detection("recommended", Profile::recommended()),
        linkify_schemes(),
        schemes(),
    ];
    let all: Vec<&Contender> = all.iter().collect();
    for usage in [Use::Whole, Use::ByLine] {
        let mut ratios = vec![vec![]; 5];
        for c in corpus::real() {
            let r = interleaved(&all, &c.text, usage, rounds);
            print!("{:14}", c.name);
            for ((t, n), a) in r.iter().zip(&all) {
                print!(" {}={:.0}({n})", a.name, t.speed(c.text.len()));
            }
            println!();
            for (i, (a, b)) in [(2, 1), (2, 0), (3, 2), (5, 4), (5, 0)]
                .into_iter()
                .enumerate()
            {
                ratios[i].push(r[a].0.over(&r[b].0).middle);
            }
        }
        for (r, n) in ratios.iter().zip([
            "vs linkify",
            "vs memchr3",
            "rec vs uts58",
            "schemes vs linkify",
            "schemes vs memchr3",
        ]) {
            let (m, w) = mean_and_worst(r);
            println!("{usage:?} {n}: {m:.2}/{w:.2} {r:.2?}");
        }
    }
}
