//! Expressions of template languages, which are not text yet.

use std::ops::Range;

/// The delimiters of expressions: Handlebars, Jinja, Liquid, Twig, Hugo and others; ERB, EJS and
/// ASP; Template Toolkit; FreeMarker; attributes in kramdown.
const SIGNS: [(&str, &str); 7] = [
    ("{{", "}}"),
    ("{%", "%}"),
    ("{#", "#}"),
    ("{:", "}"),
    ("<%", "%>"),
    ("[%", "%]"),
    ("<#", ">"),
];

/// Those that must end on the same line.
const IN_LINE: [&str; 2] = ["{:", "<#"];

/// The maximum length of an expression, in bytes. The start of one that does not end is text.
const LONGEST: usize = 1 << 14;

/// The expressions in a source, in order.
pub(crate) struct Templates(Vec<Range<usize>>);

impl Templates {
    pub(crate) fn of(source: &str) -> Self {
        let mut found = Vec::new();
        // The next position of each closing delimiter, which is searched for once.
        let mut ends = [None; SIGNS.len()];
        let mut next_line = None;
        let mut at = 0;
        while let Some(sign) = source.get(at..).and_then(|rest| rest.find(['{', '<', '['])) {
            let start = at + sign;
            at = start + 1;
            let rest = source.get(start..).unwrap_or_default();
            let mut signs = SIGNS.iter().zip(&mut ends);
            let Some(((open, close), end)) = signs.find(|((open, _), _)| rest.starts_with(open))
            else {
                continue;
            };
            let inside = start + 2;
            if end.is_none_or(|end| end < inside) {
                let next = source.get(inside..).and_then(|rest| rest.find(close));
                *end = Some(next.map_or(usize::MAX, |next| inside + next));
            }
            let line_end = match next_line {
                Some(end) if end >= start => end,
                _ => rest.find('\n').map_or(source.len(), |next| start + next),
            };
            next_line = Some(line_end);
            let most = if IN_LINE.contains(open) {
                line_end
            } else {
                start.saturating_add(LONGEST)
            };
            if let Some(end) = end.filter(|&end| end < most) {
                found.push(start..end + close.len());
                at = end + close.len();
            }
        }
        Self(found)
    }

    /// The expressions together with other ranges that are code.
    pub(crate) fn and(mut self, code: Vec<Range<usize>>) -> Self {
        self.0.extend(code);
        self.0.sort_by_key(|range| range.start);
        // One can contain another.
        self.0.dedup_by(|inner, outer| {
            let is_met = inner.start < outer.end;
            if is_met {
                outer.end = outer.end.max(inner.end);
            }
            is_met
        });
        self
    }

    /// Whether a range of the source touches an expression.
    pub(crate) fn touch(&self, range: &Range<usize>) -> bool {
        let at = self.0.partition_point(|found| found.end <= range.start);
        self.0.get(at).is_some_and(|found| found.start < range.end)
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Templates};

    fn found(source: &str) -> Vec<&str> {
        let found = Templates::of(source).0;
        found
            .into_iter()
            .filter_map(|range| source.get(range))
            .collect()
    }

    #[test]
    fn expressions_are_found() {
        assert_eq!(
            found("a {{ b }} {c} {% d %}{# e #} }}"),
            ["{{ b }}", "{% d %}", "{# e #}"]
        );
        assert_eq!(
            found("{{< a \"b\" >}} {{{ c }}} {{% d %}}"),
            ["{{< a \"b\" >}}", "{{{ c }}", "{{% d %}}"]
        );
        assert_eq!(found("{{ a {% b %} {{ {"), ["{% b %}"]);
        assert_eq!(
            found("<%= a > b %> [% c %] <#if d> {: e=\"f\"} {g} <h> [i]"),
            ["<%= a > b %>", "[% c %]", "<#if d>", "{: e=\"f\"}"]
        );
        assert_eq!(found("{: a\n} <#b\n> {% c\n%}"), ["{% c\n%}"]);
        assert_eq!(found(&format!("{{{{{}}}}}", " ".repeat(LONGEST))), [""; 0]);
    }
}
