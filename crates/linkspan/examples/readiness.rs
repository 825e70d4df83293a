//! UASG principle 2: checks the names and addresses that ICANN tests universal acceptance with
//! (UASG004A), from a file with tab-separated rows: test id, input, and more.
//!
//! ```text
//! cargo run --example readiness -- ua-readiness.tsv
//! ```

#![allow(clippy::restriction, reason = "an example may panic")]

use std::fs;
use std::process::ExitCode;

use linkspan::{Detector, Host, Kind};

/// How many names there have to be.
const EXPECTED: usize = 79;

fn main() -> ExitCode {
    let Some(list) = std::env::args().nth(1) else {
        eprintln!("usage: readiness FILE");
        return ExitCode::from(2);
    };
    let text = match fs::read_to_string(&list) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{list}: {error}");
            return ExitCode::from(2);
        }
    };
    let (count, wrong) = check(&text);
    println!("{count} names and addresses, {} wrong", wrong.len());
    for input in &wrong {
        println!("wrong: {input}");
    }
    if count == EXPECTED && wrong.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The rows that are from UASG004A: how many, and which come out wrong.
fn check(text: &str) -> (usize, Vec<String>) {
    let detector = Detector::uts58();
    let mut count = 0;
    let mut wrong = Vec::new();
    for row in text.lines() {
        let mut fields = row.split('\t');
        let (Some(id), Some(input)) = (fields.next(), fields.next()) else {
            continue;
        };
        let kind = match id {
            "HDNSUASG004A" => Kind::Url,
            "HESUASG004A" => Kind::Email,
            _ => continue,
        };
        count += 1;
        let host = input.rsplit('@').next().unwrap_or(input);
        let expected = idna::domain_to_ascii(host).ok();
        let text = format!("x {input} y");
        let links: Vec<_> = detector.links(&text).collect();
        let is_right = links.len() == 1
            && links[0].text() == input
            && links[0].kind() == kind
            && links[0].host().and_then(Host::ascii) == expected
            && url::Url::parse(&links[0].href()).is_ok();
        // One name has a top-level domain that does not exist, and one local part has characters
        // that Link_Email does not have.
        let is_exception = host.ends_with(".xn-----ctdbabcfhu9c2b9l1acccr4c")
            || input.split('@').next().is_some_and(|local| {
                kind == Kind::Email && !local.chars().all(linkspan::props::is_link_email)
            });
        if is_right == is_exception {
            wrong.push(input.to_owned());
        }
    }
    (count, wrong)
}
