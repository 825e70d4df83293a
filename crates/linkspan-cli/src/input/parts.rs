//! The parts of a URL as JSON, the input of `format --parts`.

use linkspan::format::UrlParts;
use serde_json::{Map, Value};

/// A line of `--parts`.
pub struct Parts {
    head: String,
    path: Vec<String>,
    query: Vec<(String, Option<String>)>,
    fragment: Option<String>,
    directives: Vec<String>,
}

/// The members that an object may have.
const MEMBERS: [&str; 5] = ["head", "path", "query", "fragment", "directives"];

impl Parts {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// The error is a message that names the wrong member, or the column at which the line is not
    /// JSON.
    pub fn read(line: &str) -> Result<Self, String> {
        let example = "write an object such as {\"head\":\"https://example.com\",\"path\":[\"a\"]}";
        if !line.starts_with('{') {
            return Err(format!("not a JSON object; {example}"));
        }
        let value: Value = serde_json::from_str(line).map_err(|error| {
            let problem = error.to_string().replace(" at line 1 column", " at column");
            format!("not JSON: {problem}; {example}")
        })?;
        let Value::Object(mut members) = value else {
            return Err(format!("not a JSON object; {example}"));
        };
        if let Some(name) = members
            .keys()
            .find(|name| !MEMBERS.contains(&name.as_str()))
        {
            return Err(format!(
                "unknown part `{name}`; the parts are {}",
                MEMBERS.join(", ")
            ));
        }
        let head = text(members.remove("head"), "head")?;
        Ok(Self {
            head: head
                .ok_or("`head` is missing; it is a string such as \"https://example.com\"")?,
            path: texts(&mut members, "path", "[\"a\", \"b\"]")?,
            query: pairs(members.remove("query"))?,
            fragment: text(members.remove("fragment"), "fragment")?,
            directives: texts(&mut members, "directives", "[\"text=a\"]")?,
        })
    }
}

/// The string of a member; `None` if it is absent or null.
fn text(value: Option<Value>, name: &str) -> Result<Option<String>, String> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("`{name}` must be a string")),
    }
}

/// The strings of a member.
fn texts(
    members: &mut Map<String, Value>,
    name: &str,
    example: &str,
) -> Result<Vec<String>, String> {
    let wrong = || format!("`{name}` must be a list of strings such as {example}");
    match members.remove(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(values)) => values
            .into_iter()
            .map(|value| text(Some(value), name).ok().flatten().ok_or_else(wrong))
            .collect(),
        Some(_) => Err(wrong()),
    }
}

/// The pairs of `query`.
fn pairs(value: Option<Value>) -> Result<Vec<(String, Option<String>)>, String> {
    let wrong = || {
        "`query` must be a list of pairs such as [[\"key\", \"value\"], [\"key\", null]]".to_owned()
    };
    let values = match value {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(values)) => values,
        Some(_) => return Err(wrong()),
    };
    let pair = |value: Value| match value {
        Value::Array(pair) => match <[Value; 2]>::try_from(pair) {
            Ok([Value::String(key), Value::String(value)]) => Ok((key, Some(value))),
            Ok([Value::String(key), Value::Null]) => Ok((key, None)),
            _ => Err(wrong()),
        },
        _ => Err(wrong()),
    };
    values.into_iter().map(pair).collect()
}

impl From<Parts> for UrlParts {
    fn from(parts: Parts) -> Self {
        Self {
            head: parts.head,
            path: parts.path,
            query: parts.query,
            fragment: parts.fragment,
            directives: parts.directives,
        }
    }
}
