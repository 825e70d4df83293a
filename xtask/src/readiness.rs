//! The names and addresses that ICANN tests universal acceptance with (UASG004A).

use std::fs;
use std::path::Path;

use linkspan::{Detector, Kind};

/// The rows of `list` that are from UASG004A: how many, and what is wrong with them.
pub(crate) fn check(list: &Path) -> Result<(usize, Vec<String>), String> {
    let text = fs::read_to_string(list).map_err(|error| format!("{}: {error}", list.display()))?;
    let detector = Detector::uts58();
    let mut count = 0;
    let mut wrong = Vec::new();
    for row in text.lines() {
        let mut fields = row.split('\t');
        let (Some(id), Some(input)) = (fields.next(), fields.next()) else {
            continue;
        };
        let kind = match id {
            "HDNSUASG004A" => Kind::Url,
            "HESUASG004A" => Kind::Email,
            _ => continue,
        };
        count += 1;
        let host = input.rsplit('@').next().unwrap_or(input);
        let expected = idna::domain_to_ascii(host).ok();
        let text = format!("x {input} y");
        let links: Vec<_> = detector.links(&text).collect();
        let is_right = links.len() == 1
            && links[0].as_str() == input
            && links[0].kind() == kind
            && links[0].host_ascii() == expected
            && url::Url::parse(&links[0].href()).is_ok();
        // One name has a top-level domain that does not exist, and one local part has characters
        // that Link_Email does not have.
        let is_exception = host.ends_with(".xn-----ctdbabcfhu9c2b9l1acccr4c")
            || input.split('@').next().is_some_and(|local| {
                kind == Kind::Email && !local.chars().all(linkspan::props::is_link_email)
            });
        if is_right == is_exception {
            wrong.push(input.to_owned());
        }
    }
    Ok((count, wrong))
}
