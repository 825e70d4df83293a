//! The page about JSON lists what the program prints: every field, reason and ending.

#![allow(clippy::restriction, reason = "a test may panic")]

mod common;

use std::collections::BTreeSet;

use common::linkspan;
use linkspan::{EndRule, ReasonKind};
use serde_json::Value;

const PAGE: &str = include_str!("../docs/json.md");

/// The rows of the table after a heading, cell by cell, without its head.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let (_, section) = PAGE.split_once(heading).expect("the heading is there");
    let rows = section.lines().skip_while(|line| !line.starts_with('|'));
    rows.take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

fn named(heading: &str) -> BTreeSet<String> {
    let names = table(heading)
        .into_iter()
        .map(|row| row[0].trim_matches('`'));
    names.map(str::to_owned).collect()
}

/// The keys of all objects that a command prints.
fn keys(arguments: &[&str], input: &str) -> BTreeSet<String> {
    let done = linkspan(arguments, input.as_bytes());
    let objects = done.text().lines().map(|line| {
        let value: Value = serde_json::from_str(line).expect("a line is JSON");
        value.as_object().expect("an object").clone()
    });
    objects
        .flat_map(|object| object.into_iter().map(|(key, _)| key))
        .collect()
}

#[test]
fn every_reason_is_listed_as_it_is() {
    let listed: Vec<String> = table("## Reasons")
        .iter()
        .map(|row| row.join(" | "))
        .collect();
    let reasons: Vec<String> = ReasonKind::ALL
        .iter()
        .map(|kind| format!("`{}` | {} | {}", kind.id(), kind.clause(), kind.sentence()))
        .collect();
    assert_eq!(listed, reasons);
}

#[test]
fn every_ending_is_listed_as_it_is() {
    let listed: Vec<String> = table("## Endings")
        .iter()
        .map(|row| row.join(" | "))
        .collect();
    let rules: Vec<String> = EndRule::ALL
        .iter()
        .map(|rule| format!("`{}` | {} | {}", rule.id(), rule.clause(), rule.sentence()))
        .collect();
    assert_eq!(listed, rules);
}

#[test]
fn every_field_is_listed_and_printed() {
    let text = "https://a.com:80/b?c#d:~:text=e me@a.com co.uk";
    let profile = [
        "find",
        "--format",
        "json",
        "--rejected",
        "--profile",
        "recommended",
    ];
    let mut printed = keys(&profile, text);
    let mail = format!("Subject: see a.com\n\n{text}\n");
    printed.extend(keys(&["find", "--format", "json", "--mail"], &mail));
    let value = "{\"a\": \"a.com\\/b\"}";
    printed.extend(keys(&["find", "--format", "json", "--from", "json"], value));
    printed.extend(keys(
        &["find", "--format", "json", "--from", "html"],
        "<p>a.com",
    ));
    let listed: BTreeSet<String> = named("## Fields of `find`");
    assert_eq!(printed, listed);
    let explained = keys(&["explain", "--format", "json", "see a.com"], "");
    assert_eq!(explained, named("## Fields of `explain`"));
}

/// The elements of `reasons` and the object `ending` have the fields that are listed.
#[test]
fn fields_inside_are_listed() {
    let done = linkspan(&["find", "--format", "json", "--rejected"], b"a.zzz");
    let found: Value = serde_json::from_str(done.text()).expect("JSON");
    let reason = found["reasons"][0].as_object().expect("a reason");
    let keys: BTreeSet<String> = reason.keys().cloned().collect();
    assert_eq!(keys, named("Each element of `reasons`"));
    let done = linkspan(&["explain", "--format", "json", "a.com/b."], b"");
    let found: Value = serde_json::from_str(done.text()).expect("JSON");
    assert_eq!(found["ending"]["id"], "soft");
    for key in found["ending"].as_object().expect("an ending").keys() {
        let (_, section) = PAGE
            .split_once("The fields of `ending`")
            .expect("it is there");
        assert!(section.contains(&format!("`{key}`")), "{key}");
    }
}
