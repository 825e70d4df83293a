//! The page about JSON lists the fields that the program prints.

#![allow(clippy::restriction, reason = "a test may panic")]

mod common;

use std::collections::BTreeSet;

use common::linkspan;
use serde_json::Value;

const PAGE: &str = include_str!("../docs/json.md");

/// The rows of the table after a heading, cell by cell, without its head.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let (_, section) = PAGE.split_once(heading).expect("the heading is there");
    let rows = section.lines().skip_while(|line| !line.starts_with('|'));
    rows.take_while(|line| line.starts_with(['|', '<']))
        .filter(|line| line.starts_with('|'))
        .skip(2)
        .map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

fn named(heading: &str) -> BTreeSet<String> {
    let names = table(heading)
        .into_iter()
        .flat_map(|row| row[0].split(", "));
    names
        .map(|name| name.trim_matches('`').to_owned())
        .collect()
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
    let mut explained = keys(&["explain", "--format", "json", text], "");
    explained.extend(keys(&["explain", "--format", "json"], text));
    assert_eq!(explained, named("## Fields of `explain`"));
}

/// The elements of `reasons` and the objects in an explanation have the fields that are listed.
#[test]
fn fields_inside_are_listed() {
    let done = linkspan(&["find", "--format", "json", "--rejected"], b"a.zzz");
    let found: Value = serde_json::from_str(done.text()).expect("JSON");
    let reason = found["reasons"][0].as_object().expect("a reason");
    let keys: BTreeSet<String> = reason.keys().cloned().collect();
    assert_eq!(keys, named("Each element of `reasons`"));
    let done = linkspan(&["explain", "--format", "json", "a.com/b.\"x"], b"");
    let found: Value = serde_json::from_str(done.text()).expect("JSON");
    for name in ["found_by", "ending"] {
        let keys = found[name].as_object().expect("an object").keys();
        let listed = named(&format!("The fields of `{name}`"));
        assert_eq!(keys.cloned().collect::<BTreeSet<_>>(), listed, "{name}");
    }
}

/// Explanations are fields, not prose: the rule that ends a link, the character, its clause, and
/// the checks.
#[test]
fn an_explanation_has_fields() {
    let explained = |text: &str| -> Value {
        let done = linkspan(&["explain", "--format", "json", text], b"");
        serde_json::from_str(done.text()).expect("JSON")
    };
    let found = explained("a.com/b. c");
    assert_eq!(found["found_by"]["id"], "label-separator");
    assert_eq!(found["ending"]["rule"], "soft");
    assert_eq!(found["ending"]["character"], ".");
    assert_eq!(found["ending"]["code_point"], "U+002E");
    assert_eq!(found["ending"]["link_term"], "Soft");
    assert_eq!(found["ending"]["clause"], "UTS #58 section 3.5.1");
    let passed = found["passed"].as_array().expect("a list");
    for id in ["name-too-long", "idna-invalid"] {
        assert!(passed.contains(&Value::from(id)), "{id}: {passed:?}");
    }
    assert_eq!(
        explained("https://a.com")["ending"]["character"],
        Value::Null
    );
    assert_eq!(explained("me@a.com")["found_by"]["id"], "at-sign");
    assert_eq!(explained("https://a.com")["found_by"]["about"], "https");
    let rejected = explained("README.md");
    assert_eq!(rejected["linked"], false);
    assert_eq!(rejected["reasons"][0]["id"], "file-name");
    // Each check that was passed is one of the reasons, and none that the link was given.
    let imitation = explained("https://аррӏе.com");
    let given = &imitation["reasons"][0]["id"];
    let passed = imitation["passed"].as_array().expect("a list");
    assert!(given.is_string() && !passed.contains(given), "{given}");
    for id in passed.iter().filter_map(Value::as_str) {
        assert!(PAGE.contains(&format!("| `{id}` |")), "{id}");
    }
}
