//! The tables of the guide say what comes out.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkify::LinkFinder;
use linkspan::{Detector, Profile};

const GUIDE: &str = include_str!("../docs/guide.md");

/// The rows of the table that has `title` in its first line, without the marks of code.
fn rows(title: &str) -> Vec<Vec<Vec<String>>> {
    let lines = GUIDE.lines().skip_while(|line| !line.starts_with(title));
    let rows = lines.skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split(" | ").map(texts).collect())
        .collect()
}

/// The pieces of code in a cell.
fn texts(cell: &str) -> Vec<String> {
    let pieces = cell.split('`').skip(1).step_by(2);
    pieces.map(|piece| piece.replace("\\|", "|")).collect()
}

fn found(detector: &Detector, text: &str) -> Vec<String> {
    let links = detector.links(text);
    links.map(|link| link.text().to_owned()).collect()
}

#[test]
fn the_table_of_linkify_comes_out() {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    let recommended = Detector::new(Profile::recommended());
    let rows = rows("| text | `linkify` |");
    assert!(rows.len() > 10);
    for row in rows {
        let text = &row[0][0];
        let links = finder.links(text);
        let by_linkify: Vec<String> = links.map(|link| link.as_str().to_owned()).collect();
        assert_eq!(row[1], by_linkify, "{text}");
        assert_eq!(row[2], found(&Detector::uts58(), text), "{text}");
        assert_eq!(row[3], found(&recommended, text), "{text}");
    }
}

#[test]
fn the_table_of_javascript_comes_out() {
    let recommended = Detector::new(Profile::recommended());
    let rows = rows("| text | `linkify-it` ");
    assert!(rows.len() > 10);
    for row in rows {
        assert_eq!(row[3], found(&recommended, &row[0][0]), "{:?}", row[0]);
    }
}
