//! The addresses in style sheets.

use std::ops::Range;

/// What an address may be quoted with, in a sheet or in an attribute.
const QUOTES: [&str; 7] = ["\"", "'", "&quot;", "&#34;", "&apos;", "&#39;", "&#x27;"];

/// Where the addresses are in a style sheet or in the value of a `style` attribute: those in `url(…)`, and those of imports.
pub(super) fn addresses(sheet: &str) -> Vec<Range<usize>> {
    // The same length, so that places are the same.
    let folded = sheet.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((start, is_function)) = next(&folded, at) {
        let rest = folded.get(start..).unwrap_or_default();
        let trimmed = rest.trim_start();
        let open = start + (rest.len() - trimmed.len());
        let quote = QUOTES.iter().find(|quote| trimmed.starts_with(**quote));
        let from = open + quote.map_or(0, |quote| quote.len());
        let rest = folded.get(from..).unwrap_or_default();
        let end = match quote {
            Some(quote) => rest.find(*quote),
            None if is_function => rest.find(')'),
            None => None,
        };
        at = from;
        if let Some(end) = end {
            at = from + end;
            found.push(from..at);
        }
    }
    found
}

/// The place after the next `url(`, or after the next `@import`; and whether it is the former.
fn next(folded: &str, from: usize) -> Option<(usize, bool)> {
    let rest = folded.get(from..)?;
    let after = |word: &str| rest.find(word).map(|at| from + at + word.len());
    match (after("url("), after("@import")) {
        (Some(function), Some(import)) if import < function => Some((import, false)),
        (Some(function), _) => Some((function, true)),
        (None, import) => import.map(|import| (import, false)),
    }
}

#[cfg(test)]
mod tests {
    use super::addresses;

    #[test]
    fn addresses_in_sheets() {
        let found = |sheet: &'static str| {
            let ranges = addresses(sheet).into_iter();
            let found = ranges.filter_map(|range| sheet.get(range));
            found.map(str::trim).collect::<Vec<_>>()
        };
        assert_eq!(found("a { background: URL( 'b.png' ) }"), ["b.png"]);
        assert_eq!(found("url(a) url(&quot;b&quot;)"), ["a", "b"]);
        assert_eq!(
            found("@import 'a.css'; @import url(b.css);"),
            ["a.css", "b.css"]
        );
        assert_eq!(found("url('a"), [""; 0]);
        assert_eq!(found("url( url(é)"), ["url(é"]);
    }
}
