//! Finds the addresses in style sheets.

use std::ops::Range;

/// The quotes around an address, in a sheet or in an attribute.
pub(super) const QUOTES: [&str; 7] = ["\"", "'", "&quot;", "&#34;", "&apos;", "&#39;", "&#x27;"];

/// The ranges of the addresses in a style sheet or in the value of a `style` attribute: those in
/// `url(…)`, and those of imports.
pub(super) fn addresses(sheet: &str) -> Vec<Range<usize>> {
    // Lower-casing ASCII keeps offsets valid.
    let folded = sheet.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut at = 0;
    let mut functions = Next::new("url(");
    let mut imports = Next::new("@import");
    let mut brackets = Next::new(")");
    let mut quotes = QUOTES.map(Next::new);
    loop {
        let (function, import) = (functions.from(&folded, at), imports.from(&folded, at));
        let (start, is_function) = match (function, import) {
            (Some(function), Some(import)) if import < function => (import + 7, false),
            (Some(function), _) => (function + 4, true),
            (None, Some(import)) => (import + 7, false),
            (None, None) => return found,
        };
        let rest = folded.get(start..).unwrap_or_default();
        let trimmed = rest.trim_start();
        let open = start + (rest.len() - trimmed.len());
        let mut quotes = quotes.iter_mut();
        let quote = quotes.find(|quote| trimmed.starts_with(quote.word));
        let from = open + quote.as_ref().map_or(0, |quote| quote.word.len());
        let end = match quote {
            Some(quote) => quote.from(&folded, from),
            None if is_function => brackets.from(&folded, from),
            None => None,
        };
        at = from;
        if let Some(end) = end {
            at = end;
            found.push(from..end);
        }
    }
}

/// The next occurrence of a word, searched for once in each stretch of a text.
struct Next {
    word: &'static str,
    /// The last occurrence found; `None` if there are no more.
    at: Option<usize>,
    is_searched: bool,
}

impl Next {
    fn new(word: &'static str) -> Self {
        Self {
            word,
            at: None,
            is_searched: false,
        }
    }

    /// The first occurrence of the word at or after `from`, which must not decrease.
    fn from(&mut self, text: &str, from: usize) -> Option<usize> {
        if !self.is_searched || self.at.is_some_and(|at| at < from) {
            self.is_searched = true;
            let rest = text.get(from..).unwrap_or_default();
            self.at = rest.find(self.word).map(|at| from + at);
        }
        self.at
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
