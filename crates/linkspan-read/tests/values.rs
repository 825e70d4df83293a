//! Values of JSON and of tables, and where they are.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan_read::{Passage, Problem, Table, json};
use proptest::prelude::*;
use serde_json::Value;

fn strings(source: &str) -> Result<Vec<(String, String)>, Problem> {
    let mut found = Vec::new();
    json(source, &mut |passage| {
        found.push((passage.path().to_owned(), passage.text().to_owned()));
        true
    })?;
    Ok(found)
}

/// The same by another reader.
fn expected(value: &Value, path: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) => found.push((path.to_owned(), text.clone())),
        Value::Array(values) => {
            for (number, value) in values.iter().enumerate() {
                expected(value, &format!("{path}[{number}]"), found);
            }
        }
        Value::Object(members) => {
            for (name, value) in members {
                let separator = if path.is_empty() { "" } else { "." };
                expected(value, &format!("{path}{separator}{name}"), found);
            }
        }
        _ => {}
    }
}

fn values() -> impl Strategy<Value = Value> {
    let text = prop_oneof!["[a-z.\"\\\\/ \n\té字]{0,8}", any::<String>()];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<f32>().prop_map(Value::from),
        text.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a-c]{1,2}", inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn strings_are_those_of_another_reader(value in values(), is_pretty in any::<bool>()) {
        let source = if is_pretty { format!("{value:#}") } else { value.to_string() };
        let mut found = Vec::new();
        expected(&value, "", &mut found);
        prop_assert_eq!(strings(&source).unwrap(), found, "{}", source);
    }

    /// What another reader accepts is accepted, and nothing panics.
    #[test]
    fn nothing_that_is_json_is_refused(source in "[\\[\\]{}:,\"a\\\\u0 1e.-]{0,16}") {
        let read = strings(&source);
        if serde_json::from_str::<Value>(&source).is_ok() {
            prop_assert!(read.is_ok(), "{}: {:?}", source, read);
        }
    }

    /// The source of a piece of a value, decoded, is that piece.
    #[test]
    fn places_are_in_the_source(texts in prop::collection::vec("[a-z\"\\\\/\né]{0,12}", 1..5), at in 0..12_usize) {
        let source = Value::from(texts.clone()).to_string();
        let mut number = 0;
        json(&source, &mut |passage: &Passage| {
            let text = passage.text();
            assert_eq!(text, texts[number]);
            number += 1;
            let Some((start, c)) = text.char_indices().nth(at) else {
                return true;
            };
            let range = start..start + c.len_utf8();
            let stored = &source[passage.source(range.clone())];
            let decoded: String = serde_json::from_str(&format!("\"{stored}\"")).unwrap();
            assert_eq!(decoded, c.to_string());
            assert_eq!(passage.is_decoded(range), stored != decoded);
            true
        })
        .unwrap();
        prop_assert_eq!(number, texts.len());
    }

    /// Rows that are written by the rules are read back.
    #[test]
    fn tables_come_back(
        rows in prop::collection::vec(prop::collection::vec("[a-z,;\"\n é]{1,6}", 3), 1..5),
        separator in prop::sample::select(vec![b',', b'\t', b';']),
    ) {
        let sign = char::from(separator);
        let quoted = |value: &String| format!("\"{}\"", value.replace('"', "\"\""));
        let lines: Vec<String> = rows
            .iter()
            .map(|row| row.iter().map(quoted).collect::<Vec<_>>().join(&sign.to_string()))
            .collect();
        let source = lines.join("\r\n");
        let mut found = Vec::new();
        Table::new(separator)
            .read(&source, &mut |passage| {
                let range = 0..passage.text().len();
                let stored = source[passage.source(range)].replace("\"\"", "\"");
                assert_eq!(stored, passage.text());
                found.push(passage.text().to_owned());
                true
            })
            .unwrap();
        prop_assert_eq!(found, rows.concat());
    }
}

#[test]
fn problems_have_a_place() {
    for (source, at, message) in [
        ("", 0, "expected a value"),
        ("[1 2]", 3, "expected `,` or `]`"),
        ("{\"a\":1 2}", 7, "expected `,` or `}`"),
        ("{a:1}", 1, "expected a name in quotes"),
        ("{\"a\" 1}", 5, "expected `:`"),
        ("\"a", 2, "a string is not terminated"),
        ("\"\\x\"", 1, "an unknown escape in a string"),
        ("\"\\u12\"", 1, "`\\u` needs four hexadecimal digits"),
        ("\"a\nb\"", 2, "an unescaped control character in a string"),
        ("1 1", 2, "expected the end of the document"),
    ] {
        let problem = strings(source).unwrap_err();
        assert_eq!((problem.at, problem.message), (at, message), "{source:?}");
    }
    let mut table = Table::new(b',');
    let problem = table.read("a,\"b\"c", &mut |_| true).unwrap_err();
    assert_eq!(problem.at, 5);
    let problem = table.read("a,\"b", &mut |_| true).unwrap_err();
    assert_eq!(problem.at, 2);
}

/// Nesting takes memory, not the stack, and paths do not make it quadratic.
#[test]
fn deep_nesting_is_fine() {
    let deep = "[".repeat(100_000) + "\"a\"" + &"]".repeat(100_000);
    let found = strings(&deep).unwrap();
    assert_eq!(found.len(), 1);
    let deep = "[\"a\",".repeat(50_000) + "1" + &"]".repeat(50_000);
    let found = strings(&deep).unwrap();
    assert_eq!(found.len(), 50_000);
    assert!(found.iter().all(|(path, _)| path.len() < 1010));
}
