//! The compared tools: functions from a text to its links.

use std::io::Write;
use std::ops::Range;
use std::process::{Command, Stdio};
use std::thread;

use linkify::LinkFinder;
use linkspan::{Detector, Profile};
use linkspan_bench::setting::locked;

use crate::folder;
use crate::judged::Case;

/// A linkifier, and what it found.
pub(crate) struct Tool {
    /// How tables call it.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// The links of each case, in bytes.
    pub(crate) found: Vec<Vec<Range<usize>>>,
}

/// The profiles of linkspan, and `linkify` with bare names and without.
pub(crate) fn rust(cases: &[Case]) -> Vec<Tool> {
    let linkspan = |name: &str, profile: Profile| {
        let detector = Detector::new(profile);
        let find = |case: &Case| {
            detector
                .links(&case.text)
                .map(|link| link.range())
                .collect()
        };
        Tool {
            name: name.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            found: cases.iter().map(find).collect(),
        }
    };
    let linkify = |name: &str, scheme: bool| {
        let mut finder = LinkFinder::new();
        finder.url_must_have_scheme(scheme);
        let range = |link: linkify::Link<'_>| link.start()..link.end();
        let find = |case: &Case| finder.links(&case.text).map(range).collect();
        Tool {
            name: name.to_owned(),
            version: locked("linkify"),
            found: cases.iter().map(find).collect(),
        }
    };
    vec![
        linkspan("recommended", Profile::recommended()),
        linkspan("uts58", Profile::uts58()),
        linkify("linkify", false),
        linkify("linkify, default", true),
    ]
}

/// The linkifiers in JavaScript, or why they cannot run.
pub(crate) fn javascript(cases: &[Case]) -> Result<Vec<Tool>, String> {
    if !folder().join("node_modules").is_dir() {
        return Err("their packages are absent: run npm ci in bench/quality".to_owned());
    }
    let mut child = Command::new("node")
        .arg(folder().join("peers.mjs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("Node does not run: {error}"))?;
    let texts: String = cases.iter().map(|case| case.text.clone() + "\n").collect();
    let mut input = child.stdin.take().expect("the input is a pipe");
    let writer = thread::spawn(move || input.write_all(texts.as_bytes()));
    let output = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let written = writer.join().expect("writing does not panic");
    if !output.status.success() || written.is_err() {
        return Err("peers.mjs failed, see above".to_owned());
    }
    let output = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
    read(&output, cases.len()).ok_or_else(|| "peers.mjs wrote something else".to_owned())
}

/// Reads what `peers.mjs` writes.
fn read(output: &str, count: usize) -> Option<Vec<Tool>> {
    let mut lines = output.lines();
    let mut tools = Vec::new();
    for title in lines.next()?.split('\t') {
        let (name, version) = title.split_once(' ')?;
        tools.push(Tool {
            name: name.to_owned(),
            version: version.to_owned(),
            found: Vec::with_capacity(count),
        });
    }
    for line in lines {
        let mut cells = line.split('\t');
        for tool in &mut tools {
            let links = cells.next()?.split(',').filter(|link| !link.is_empty());
            tool.found.push(links.map(range).collect::<Option<_>>()?);
        }
    }
    tools
        .iter()
        .all(|tool| tool.found.len() == count)
        .then_some(tools)
}

fn range(link: &str) -> Option<Range<usize>> {
    let (start, end) = link.split_once('-')?;
    Some(start.parse().ok()?..end.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn results_are_read() {
        let tools = read("a 1.0\tb 2.0\n0-5,7-9\t\n\t3-4\n", 2).unwrap();
        assert_eq!(
            (tools[1].name.as_str(), tools[1].version.as_str()),
            ("b", "2.0")
        );
        assert_eq!(tools[0].found, [vec![0..5, 7..9], vec![]]);
        let one: Vec<_> = std::iter::once(3..4).collect();
        assert_eq!(tools[1].found, [vec![], one]);
        assert!(read("a 1.0\n0-5\n", 2).is_none());
    }
}
