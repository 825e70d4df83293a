//! What is generated from the catalogue: constants, types and tables between two marks of a file.
//! `cargo xtask generate` writes them; the tests compare them.

#![allow(clippy::restriction, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use linkspan::catalog::{Field, FieldType};
use linkspan::profile::Rule;
use linkspan::{EndRule, Profile, ReasonKind};

/// A part of a file, and what it is made of.
struct Part {
    file: &'static str,
    start: &'static str,
    end: &'static str,
    text: fn() -> String,
}

const PARTS: [Part; 8] = [
    Part {
        file: "crates/linkspan-c/src/fields.rs",
        start: "// <fields>\n",
        end: "// </fields>",
        text: constants,
    },
    Part {
        file: "crates/linkspan-py/python/linkspan/_linkspan.pyi",
        start: "    # <fields>\n",
        end: "    # </fields>",
        text: python,
    },
    Part {
        file: "packages/linkspan/src/index.d.ts",
        start: "  // <fields>\n",
        end: "  // </fields>",
        text: javascript,
    },
    Part {
        file: "crates/linkspan-cli/docs/json.md",
        start: "<!-- fields -->\n",
        end: "<!-- /fields -->",
        text: field_rows,
    },
    Part {
        file: "crates/linkspan-cli/docs/json.md",
        start: "## Reasons\n\n| id | clause | meaning |\n|---|---|---|\n",
        end: "\nIf a program",
        text: || {
            rows(
                ReasonKind::ALL
                    .iter()
                    .map(|kind| (kind.id(), kind.clause(), kind.sentence())),
            )
        },
    },
    Part {
        file: "crates/linkspan-cli/docs/json.md",
        start: "earlier than the standard would.\n\n| id | clause | meaning |\n|---|---|---|\n",
        end: "\n",
        text: || {
            rows(
                EndRule::ALL
                    .iter()
                    .map(|rule| (rule.id(), rule.clause(), rule.sentence())),
            )
        },
    },
    Part {
        file: "crates/linkspan/docs/options.md",
        start: "| option | value | meaning |\n|---|---|---|\n",
        end: "\n",
        text: options,
    },
    Part {
        file: "crates/linkspan/docs/options.md",
        start: "| rule | what it does | profiles |\n|---|---|---|\n",
        end: "\n",
        text: rules,
    },
];

/// Words in lines of at most 100 columns, each after `first` or `next`.
fn wrapped(text: &str, first: &str, next: &str) -> String {
    let mut lines = vec![String::from(first)];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("a line");
        let is_start = line.len() <= first.len().max(next.len());
        if !is_start && line.chars().count() + word.chars().count() >= 100 {
            lines.push(format!("{next}{word}"));
        } else {
            let space = if is_start { "" } else { " " };
            line.push_str(&format!("{space}{word}"));
        }
    }
    lines.join("\n")
}

fn constants() -> String {
    let fields = Field::ALL.iter().enumerate();
    let fields = fields.map(|(bit, field)| {
        let doc = wrapped(field.doc(), "/// ", "/// ");
        let name = field.name().to_uppercase();
        // The header has the suffix, too: a shift of an `int` would be too short.
        format!("{doc}\npub const LINKSPAN_FIELD_{name}: u64 = 1_u64 << {bit};\n")
    });
    let count = Field::ALL.len();
    let all = format!(
        "/// All of these fields, and `LINKSPAN_FIELD_REASONS`.\n\
        pub const LINKSPAN_FIELDS_ALL: u64 = LINKSPAN_FIELD_REASONS | ((1_u64 << {count}) - 1);\n"
    );
    fields.chain([all]).collect()
}

/// The type of a field, with those of a language.
fn typed(field: Field, [text, number, none]: [&str; 3]) -> String {
    let of = match field.field_type() {
        FieldType::Number => number,
        _ => text,
    };
    match field.is_optional() {
        true => format!("{of} | {none}"),
        false => of.to_owned(),
    }
}

fn python() -> String {
    let fields = Field::ALL.iter();
    fields
        .map(|field| {
            let of = typed(*field, ["str", "int", "None"]);
            let mut doc = wrapped(field.doc(), "        \"\"\"", "        ");
            if doc.contains('\n') {
                doc.push_str("\n        ");
            }
            let name = field.name();
            format!("    @property\n    def {name}(self) -> {of}:\n{doc}\"\"\"\n")
        })
        .collect()
}

fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (start, rest) = word.split_at(1);
        name + &start.to_uppercase() + rest
    })
}

fn javascript() -> String {
    let fields = Field::ALL.iter();
    fields
        .map(|field| {
            let of = match field {
                Field::Kind => "Kind".to_owned(),
                field => typed(*field, ["string", "number", "null"]),
            };
            let doc = wrapped(field.doc(), "  /** ", "   *  ");
            format!("{doc} */\n  {}: {of};\n", camel(field.name()))
        })
        .collect()
}

fn field_rows() -> String {
    let fields = Field::ALL.iter();
    fields
        .map(|field| {
            let of = typed(*field, ["string", "number", "null"]).replace(" | ", " or ");
            format!("| `{}` | {of} | {} |\n", field.name(), cell(field.doc()))
        })
        .collect()
}

fn rows(all: impl Iterator<Item = (&'static str, &'static str, &'static str)>) -> String {
    all.map(|(id, clause, meaning)| format!("| `{id}` | {clause} | {} |\n", cell(meaning)))
        .collect()
}

/// A text in one line of a table.
fn cell(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace('|', "\\|")
}

fn options() -> String {
    Profile::options()
        .map(|option| {
            let expected = match option.values.len() {
                0..6 => option.expected.as_str(),
                _ => "one or more rules",
            };
            format!("| `{}` | {expected} | {} |\n", option.name, option.about)
        })
        .collect()
}

fn rules() -> String {
    let profiles = [
        ("recommended", Profile::recommended()),
        ("uasg", Profile::named("uasg").expect("a profile")),
        ("nonascii", Profile::nonascii()),
    ];
    let rules = Rule::ALL.iter();
    rules
        .map(|rule| {
            let having = profiles.iter().filter(|(_, profile)| profile.has(*rule));
            let names: Vec<&str> = having.map(|(name, _)| *name).collect();
            let names = if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(", ")
            };
            format!("| `{}` | {} | {names} |\n", rule.id(), cell(rule.doc()))
        })
        .collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a part in a file, before it and after it.
fn split<'f>(file: &'f str, part: &Part) -> [&'f str; 3] {
    let (before, rest) = file.split_once(part.start).expect("the part starts");
    let at = match part.end {
        // A table ends at the first line that is not one of its rows.
        "\n" => rest
            .split_inclusive('\n')
            .take_while(|line| line.starts_with('|'))
            .map(str::len)
            .sum(),
        end => rest.find(end).expect("the part ends"),
    };
    let (text, after) = rest.split_at(at);
    [before, text, after]
}

#[test]
fn lists_are_those_of_the_catalogue() {
    let writes = std::env::var_os("LINKSPAN_WRITE_GENERATED").is_some();
    for part in &PARTS {
        let path = root().join(part.file);
        let file = fs::read_to_string(&path)
            .expect(part.file)
            .replace("\r\n", "\n");
        let [before, text, after] = split(&file, part);
        let expected = (part.text)();
        if writes && text != expected {
            fs::write(&path, [before, part.start, &expected, after].concat()).expect("written");
        } else {
            assert_eq!(text, expected, "{}: run `cargo xtask generate`", part.file);
        }
    }
}
