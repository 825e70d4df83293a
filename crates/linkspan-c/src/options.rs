//! Options as JSON.

use std::fmt;

use linkspan::Profile;
use linkspan::render::Html;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::Value;

use crate::status::{Failure, LINKSPAN_INVALID_OPTION};

/// Names and values, in the order of the names; `profile` comes first, since it sets all others.
pub(crate) struct OptionList {
    options: Vec<(String, String)>,
    /// The first option whose value is a list.
    list: Option<String>,
}

impl OptionList {
    /// The options of an object in JSON. An empty text has none.
    pub(crate) fn read(json: &str) -> Result<Self, Failure> {
        if json.is_empty() {
            return Ok(Self {
                options: Vec::new(),
                list: None,
            });
        }
        let wrong = |error: serde_json::Error| {
            Failure::new(LINKSPAN_INVALID_OPTION, format!("options: {error}"))
        };
        let Members(members) = serde_json::from_str(json).map_err(wrong)?;
        let mut options = Vec::new();
        let mut list = None;
        for (name, value) in members {
            if value.is_array() && list.is_none() {
                list = Some(name.clone());
            }
            if value.is_array() && name == "profile" {
                return Err(mismatch(&name, "a list"));
            }
            if let Some(value) = convert(&value).map_err(|found| mismatch(&name, found))? {
                options.push((name, value));
            }
        }
        // The same order as in Python, so that the same options give the same detector.
        options.sort_by_cached_key(|(name, _)| (name != "profile", name.clone()));
        Ok(Self { options, list })
    }

    /// The profile with these options.
    pub(crate) fn profile(&self) -> Result<Profile, Failure> {
        let options = self.options.iter().map(|(name, value)| (name, value));
        Ok(linkspan_bind::profile(options)?)
    }

    /// The renderer with these options.
    pub(crate) fn html(&self) -> Result<Html<'static>, Failure> {
        // A list is joined with commas, which is not what attributes such as `rel` need.
        if let Some(name) = &self.list {
            return Err(mismatch(name, "a list"));
        }
        let mut options = self.options.iter();
        Ok(options.try_fold(Html::default(), |html, (name, value)| html.set(name, value))?)
    }
}

fn mismatch(name: &str, found: &str) -> Failure {
    let name: String = name.chars().take(40).collect();
    let message =
        format!("option `{name}`: expected text, a number or a list of texts, not {found}");
    Failure::new(LINKSPAN_INVALID_OPTION, message)
}

/// A value as the library reads it, or what else it is.
fn convert(value: &Value) -> Result<Option<String>, &'static str> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.clone())),
        Value::Number(number) if number.is_f64() => Err("a number that is not whole or too large"),
        Value::Number(number) => Ok(Some(number.to_string())),
        Value::Array(items) => {
            let texts: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
            let texts = texts.ok_or("a list with other values")?;
            Ok(Some(texts.join(",")))
        }
        Value::Bool(_) => Err("true or false"),
        Value::Object(_) => Err("an object"),
    }
}

/// The members of an object.
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object such as {\"profile\": \"uts58\"}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
        let mut members: Vec<(String, Value)> = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            if members.iter().any(|(other, _)| *other == name) {
                return Err(A::Error::custom(format_args!(
                    "the option `{name}` is given twice"
                )));
            }
            // Every option is known by name; there is no use for more than a few dozen.
            if members.len() == MOST {
                return Err(A::Error::custom("too many options"));
            }
            members.push((name, value));
        }
        Ok(Members(members))
    }
}

/// The maximum number of options, which keeps the search for duplicates cheap.
const MOST: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_those_of_the_library() {
        let json = r#"{"without":["file-name","code"],"profile":"recommended","max-length":99,"tlds":null}"#;
        let expected = Profile::recommended().set("without", "file-name,code");
        let expected = expected.unwrap().set("max-length", "99").unwrap();
        assert_eq!(OptionList::read(json).unwrap().profile().unwrap(), expected);
        assert_eq!(
            OptionList::read("").unwrap().profile().unwrap(),
            Profile::recommended()
        );
    }

    #[test]
    fn wrong_options_are_refused() {
        for json in [
            "[]",
            "{",
            "{\"ip-hosts\":true}",
            "{\"max-length\":1.5}",
            "{\"with\":[1]}",
            "{\"with\":{}}",
            "{\"a\":\"\"}",
            "{\"profile\":\"best\"}",
            "{\"profile\":[\"uts58\"]}",
            "{\"profile\":\"uts58\",\"profile\":\"uts58\"}",
        ] {
            let read = OptionList::read(json).and_then(|options| options.profile());
            assert!(read.is_err(), "{json}");
        }
        let list = OptionList::read(r#"{"rel":["nofollow","noopener"]}"#).unwrap();
        assert!(list.html().is_err());
        let many: Vec<String> = (0..200)
            .map(|number| format!("\"{number}\":null"))
            .collect();
        assert!(OptionList::read(&format!("{{{}}}", many.join(","))).is_err());
    }
}
