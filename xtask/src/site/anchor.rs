//! The anchors of headings, as GitHub makes them.

use std::collections::BTreeMap;

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

/// Makes the anchors of one page.
///
/// An anchor is the text of the heading in lower case with `-` for each space, and without
/// punctuation and symbols other than `-` and `_`. The second heading with the same anchor gets
/// `-1`, the third `-2`.
#[derive(Default)]
pub(super) struct Anchors {
    used: BTreeMap<String, usize>,
}

impl Anchors {
    pub(super) fn next(&mut self, heading: &str) -> String {
        let anchor = plain(heading);
        let before = self.used.entry(anchor.clone()).or_default();
        *before += 1;
        match *before {
            1 => anchor,
            count => format!("{anchor}-{}", count - 1),
        }
    }
}

fn plain(heading: &str) -> String {
    let lower = heading.trim().to_lowercase();
    let kept = lower.chars().filter(|&c| c == ' ' || is_kept(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn is_kept(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let groups = [
        GeneralCategoryGroup::Letter,
        GeneralCategoryGroup::Mark,
        GeneralCategoryGroup::Number,
        GeneralCategoryGroup::ConnectorPunctuation,
    ];
    c == '-' || groups.iter().any(|group| group.contains(category))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_those_of_the_forge() {
        for (heading, anchor) in [
            ("Where do I…", "where-do-i"),
            ("1. Add the library", "1-add-the-library"),
            ("From `linkify` (Rust)", "from-linkify-rust"),
            (
                "UTS58-35: Identifier_Status=Recommended",
                "uts58-35-identifier_statusrecommended",
            ),
            ("What was rejected, and why", "what-was-rejected-and-why"),
            ("Names & hosts", "names--hosts"),
            ("Bücher in हिन्दी", "bücher-in-हिन्दी"),
        ] {
            assert_eq!(Anchors::default().next(heading), anchor);
        }
    }

    #[test]
    fn equal_headings_are_numbered() {
        let mut anchors = Anchors::default();
        let made: Vec<String> = ["Fixed", "Added", "Fixed", "Fixed"]
            .map(|heading| anchors.next(heading))
            .into();
        assert_eq!(made, ["fixed", "added", "fixed-1", "fixed-2"]);
    }
}
