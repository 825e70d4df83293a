//! Runs one contender on one corpus, for a profiler.
use linkspan::Profile;
use linkspan_bench::{contender, corpus};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let c = match a[1].as_str() {
        "uts58" => contender::detection("uts58", Profile::uts58()),
        "recommended" => contender::detection("r", Profile::recommended()),
        "schemes" => contender::schemes(),
        "linkify" => contender::linkify(),
        _ => panic!(),
    };
    let text = corpus::real()
        .into_iter()
        .find(|c| c.name == a[2])
        .unwrap()
        .text;
    let mut n = 0;
    for _ in 0..a[3].parse::<usize>().unwrap() {
        n += (c.run)(&text);
    }
    println!("{n}");
}
