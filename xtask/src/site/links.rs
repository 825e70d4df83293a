//! Checks the links of the site with `linkspan find --from html`.
//!
//! A link to the site has to lead to a file, and its fragment to an element of that page. A link to
//! another site has to be written correctly; it is not opened, because tests do not use the network.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

/// The address that the pages have during the check.
const SITE: &str = "https://site.invalid/";

/// How many links were checked.
pub(super) struct Checked {
    pub(super) inner: usize,
    pub(super) outer: usize,
}

/// Checks the links of all pages of the site in a folder.
pub(super) fn check(folder: &Path) -> Result<Checked, String> {
    let program = crate::ci::build_debug_program()?;
    let mut pages = Vec::new();
    add_pages(folder, "", &mut pages).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut ids = BTreeMap::new();
    for page in &pages {
        let html = fs::read_to_string(folder.join(page)).map_err(|error| error.to_string())?;
        ids.insert(page.as_str(), ids_of(&html));
    }
    let mut checked = Checked { inner: 0, outer: 0 };
    let mut wrong = Vec::new();
    for page in &pages {
        for found in attributes(&program, folder, page)? {
            let word = |name: &str| found.get(name).and_then(Value::as_str).unwrap_or_default();
            let fault = match word("href").strip_prefix(SITE) {
                Some(target) => {
                    checked.inner += 1;
                    inner_fault(target, folder, &ids)
                }
                None => {
                    checked.outer += 1;
                    outer_fault(&found)
                }
            };
            if let Some(fault) = fault {
                wrong.push(format!("{page}: `{}` {fault}", word("text")));
            }
        }
    }
    if checked.inner == 0 || checked.outer == 0 {
        return Err("no links were found: `linkspan find` prints other fields".into());
    }
    match wrong.is_empty() {
        true => Ok(checked),
        false => Err(format!("links that lead nowhere:\n{}", wrong.join("\n"))),
    }
}

/// The HTML files below a folder, relative to it.
fn add_pages(folder: &Path, below: &str, pages: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let path = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            add_pages(folder, &format!("{path}/"), pages)?;
        } else if path.ends_with(".html") {
            pages.push(path);
        }
    }
    pages.sort();
    Ok(())
}

/// What `linkspan find` finds in the attributes of a page. URLs in its text are examples.
fn attributes(program: &Path, folder: &Path, page: &str) -> Result<Vec<Value>, String> {
    let output = std::process::Command::new(program)
        .current_dir(folder)
        .args(["find", "--from", "html", "--format", "json"])
        .args(["--base", &format!("{SITE}{page}"), page])
        .output()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{page}: `linkspan find`: {messages}"));
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    let mut found = Vec::new();
    for line in lines.lines() {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if value.get("within").and_then(Value::as_str) == Some("attribute") {
            found.push(value);
        }
    }
    Ok(found)
}

/// What is wrong with a link to the site.
fn inner_fault(
    target: &str,
    folder: &Path,
    ids: &BTreeMap<&str, BTreeSet<String>>,
) -> Option<&'static str> {
    let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
    let path = match path.is_empty() || path.ends_with('/') {
        true => &format!("{path}index.html"),
        false => path,
    };
    if !folder.join(path).is_file() {
        return Some("is not a file of the site");
    }
    // The scripts of the playground make its elements.
    let is_whole = !path.starts_with("playground/");
    let is_there = |ids: &BTreeSet<String>| fragment.is_empty() || ids.contains(&decoded(fragment));
    match ids.get(path) {
        Some(ids) if is_whole && !is_there(ids) => Some("is not an anchor of that page"),
        _ => None,
    }
}

/// What is wrong with a link to another site.
fn outer_fault(found: &Value) -> Option<&'static str> {
    let host = found.get("host").and_then(Value::as_str);
    let is_name = |host: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        host.contains('.') && host.chars().all(is_part)
    };
    if !host.is_some_and(is_name) {
        return Some("has no valid host");
    }
    let href = found.get("href").and_then(Value::as_str);
    let authority = href?.split('/').nth(2)?;
    authority.contains('@').then_some("has a user name")
}

/// The ids of the elements of a page. In its text, `<` is always escaped.
fn ids_of(html: &str) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let value = tag
            .split_once(" id=\"")
            .and_then(|(_, rest)| rest.split('"').next());
        ids.extend(value.map(|value| value.replace("&amp;", "&")));
    }
    ids
}

/// A fragment without percent escapes.
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let value = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        match value {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_tags() {
        let ids =
            ids_of("<h2 id=\"a-ü\">A</h2><p class=\"x\" id=\"b\"> id=\"c\"</p>&lt;p id=\"d\"&gt;");
        assert_eq!(ids.into_iter().collect::<Vec<_>>(), ["a-ü", "b"]);
    }

    #[test]
    fn fragments_are_decoded() {
        assert_eq!(decoded("a-%C3%BC-100%"), "a-ü-100%");
    }

    #[test]
    fn hosts_have_to_be_names() {
        let host = |host: Value| serde_json::json!({ "host": host });
        assert_eq!(outer_fault(&host("www.unicode.org".into())), None);
        for wrong in [
            Value::Null,
            "[bad".into(),
            "exa mple.com".into(),
            "localhost".into(),
        ] {
            assert!(outer_fault(&host(wrong.clone())).is_some(), "{wrong}");
        }
    }
}
