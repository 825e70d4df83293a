//! The parts of a URL as JSON: what `format --parts` reads.

use linkspan::format::UrlParts;
use serde::Deserialize;

/// A line of `--parts`.
#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object with head, path, query, fragment and directives"
)]
pub struct Parts {
    head: String,
    path: Option<Vec<String>>,
    query: Option<Vec<(String, Option<String>)>>,
    fragment: Option<String>,
    directives: Option<Vec<String>>,
}

impl Parts {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong with the line, and at which column.
    pub fn read(line: &str) -> Result<Self, String> {
        if !line.starts_with('{') {
            return Err(
                "expected a JSON object such as {\"head\":\"https://example.com\"}".to_owned(),
            );
        }
        serde_json::from_str(line)
            .map_err(|error| error.to_string().replace(" at line 1 column", " at column"))
    }
}

impl From<Parts> for UrlParts {
    fn from(parts: Parts) -> Self {
        Self {
            head: parts.head,
            path: parts.path.unwrap_or_default(),
            query: parts.query.unwrap_or_default(),
            fragment: parts.fragment,
            directives: parts.directives.unwrap_or_default(),
        }
    }
}
