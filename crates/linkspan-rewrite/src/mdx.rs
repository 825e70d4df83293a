//! Finds the code in MDX: module syntax, expressions and JSX tags.

use std::ops::Range;

/// The ranges of a document that MDX reads as code, in order. `skipped` are the ranges of Markdown
/// code, in order, in which no sign has a meaning.
///
/// Anything that is not closed extends to the end: MDX rejects such a document.
pub(crate) fn code(source: &str, skipped: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut scanner = Scanner {
        source,
        bytes: source.as_bytes(),
        at: 0,
    };
    let mut found: Vec<Range<usize>> = Vec::new();
    // The number of open elements that must not contain links, and the start of the first one.
    let mut closed: Option<(usize, usize)> = None;
    let mut skipped = skipped.iter().peekable();
    while scanner.at < source.len() {
        while skipped.next_if(|range| range.end <= scanner.at).is_some() {}
        if let Some(range) = skipped.peek()
            && range.start <= scanner.at
        {
            scanner.at = range.end;
            continue;
        }
        let start = scanner.at;
        match scanner.byte(0) {
            b'{' => scanner.expression(),
            b'<' if scanner.is_tag() => {
                scanner.tag();
                let tag = source.get(start..scanner.at).unwrap_or_default();
                match (Tag::of(tag), closed) {
                    (Tag::Opens, None) => closed = Some((1, start)),
                    (Tag::Opens, Some((depth, from))) => closed = Some((depth + 1, from)),
                    (Tag::Closes, Some((1, from))) => {
                        cover(&mut found, from..scanner.at);
                        closed = None;
                        continue;
                    }
                    (Tag::Closes, Some((depth, from))) => closed = Some((depth - 1, from)),
                    _ => {}
                }
            }
            _ if scanner.is_module() => scanner.module(),
            _ => {
                scanner.at += 1;
                continue;
            }
        }
        found.push(start..scanner.at);
    }
    if let Some((_, from)) = closed {
        cover(&mut found, from..source.len());
    }
    found
}

/// Adds a range and removes those inside it, which are the last ones.
fn cover(found: &mut Vec<Range<usize>>, range: Range<usize>) {
    while found.pop_if(|last| last.start >= range.start).is_some() {}
    found.push(range);
}

/// The effect of a tag on elements that must not contain links.
enum Tag {
    Opens,
    Closes,
    Neither,
}

impl Tag {
    fn of(tag: &str) -> Self {
        let inside = tag.trim_start_matches(['<', '/']);
        let length = inside.bytes().take_while(|&byte| is_name(byte)).count();
        let name = inside
            .get(..length)
            .unwrap_or_default()
            .to_ascii_lowercase();
        // A component with such a name is most likely a link, and a link must not contain another
        // one.
        let is_closed = matches!(
            name.as_str(),
            "a" | "pre" | "script" | "style" | "svg" | "textarea"
        ) || ["link", "button", "anchor", "code"]
            .iter()
            .any(|word| name.contains(word));
        match (is_closed, tag.starts_with("</")) {
            (true, true) => Self::Closes,
            (true, false) if !tag.ends_with("/>") => Self::Opens,
            _ => Self::Neither,
        }
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._-:$".contains(&byte) || byte >= 0x80
}

/// Reads JavaScript only as far as needed to find where it ends.
struct Scanner<'s> {
    source: &'s str,
    bytes: &'s [u8],
    at: usize,
}

impl Scanner<'_> {
    /// The byte at a distance; 0 past the end.
    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn is_escaped(&self) -> bool {
        let before = self.bytes.get(..self.at).unwrap_or_default();
        let slashes = before.iter().rev().take_while(|&&byte| byte == b'\\');
        slashes.count() % 2 == 1
    }

    /// Whether `<` starts a tag, an end tag or a fragment.
    fn is_tag(&self) -> bool {
        let next = self.byte(1);
        !self.is_escaped()
            && (next == b'/' || next == b'>' || is_name(next) && !next.is_ascii_digit())
    }

    /// Whether `import` or `export` starts a line here. In the middle of a paragraph it would be
    /// text, but leaving that unlinked does no harm.
    fn is_module(&self) -> bool {
        let before = self.source.get(..self.at).unwrap_or_default();
        let is_first = matches!(before, "" | "\u{FEFF}") || before.ends_with('\n');
        let rest = self.source.get(self.at..).unwrap_or_default();
        is_first
            && ["import ", "export ", "import{", "export{"]
                .iter()
                .any(|word| rest.starts_with(word))
    }

    /// Skips module syntax, up to a blank line outside of brackets.
    fn module(&mut self) {
        while self.at < self.bytes.len() {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            if rest.starts_with(b"\n\n") || rest.starts_with(b"\n\r\n") {
                return;
            }
            self.token();
        }
    }

    /// Skips a tag to its `>`.
    fn tag(&mut self) {
        self.at += 1;
        while self.at < self.bytes.len() {
            match self.byte(0) {
                b'>' => {
                    self.at += 1;
                    return;
                }
                b'{' => self.expression(),
                // JSX strings have no escapes.
                quote @ (b'"' | b'\'') => {
                    let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
                    let end = rest.iter().position(|&byte| byte == quote);
                    self.at = end.map_or(self.bytes.len(), |end| self.at + end + 2);
                }
                _ => self.at += 1,
            }
        }
    }

    /// Skips an expression in braces, unless its brace is escaped.
    fn expression(&mut self) {
        if self.is_escaped() {
            self.at += 1;
            return;
        }
        let mut depth = 0_usize;
        while self.at < self.bytes.len() {
            match self.byte(0) {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {
                    self.token();
                    continue;
                }
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// Skips a string, a comment, text in brackets, or one byte.
    fn token(&mut self) {
        match (self.byte(0), self.byte(1)) {
            (b'/', b'/') => self.until("\n"),
            (b'/', b'*') => self.until("*/"),
            (b'/', _) if self.starts_regex() => self.regex(),
            (b'{', _) => self.expression(),
            (quote @ (b'"' | b'\'' | b'`'), _) => self.string(quote),
            _ => self.at += 1,
        }
    }

    /// Whether a `/` starts a regular expression rather than dividing: it follows an operator, an
    /// opening bracket or a keyword.
    fn starts_regex(&self) -> bool {
        let before = self.source.get(..self.at).unwrap_or_default().trim_end();
        let is_operand = |c: char| c.is_alphanumeric() || "_$)]}\"'`".contains(c);
        let word = before
            .trim_end_matches(|c: char| c.is_ascii_alphabetic())
            .len();
        let word = before.get(word..).unwrap_or_default();
        !before.ends_with(is_operand)
            || matches!(
                word,
                "return" | "typeof" | "case" | "in" | "of" | "void" | "delete"
            )
    }

    /// Skips a regular expression, which ends with its line at the latest. In brackets, a `/` does
    /// not end it.
    fn regex(&mut self) {
        let mut in_class = false;
        self.at += 1;
        while self.at < self.bytes.len() {
            match self.byte(0) {
                b'\\' => self.at += 1,
                b'\n' => return,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => {
                    self.at += 1;
                    return;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.at = self.bytes.len();
    }

    fn until(&mut self, end: &str) {
        let rest = self.source.get(self.at + 1..).unwrap_or_default();
        let found = rest.find(end);
        // A line comment does not include the end of its line.
        let length = if end == "\n" { 0 } else { end.len() };
        self.at = found.map_or(self.bytes.len(), |found| self.at + 1 + found + length);
    }

    /// Skips a string. One in quotation marks ends with its line.
    fn string(&mut self, quote: u8) {
        self.at += 1;
        while self.at < self.bytes.len() {
            match self.byte(0) {
                b'\\' => self.at += 1,
                b'\n' if quote != b'`' => return,
                byte if byte == quote => {
                    self.at += 1;
                    return;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.at = self.bytes.len();
    }
}

#[cfg(test)]
mod tests {
    use super::code;

    fn found(source: &str) -> Vec<&str> {
        let found = code(source, &[]);
        found
            .into_iter()
            .filter_map(|range| source.get(range))
            .collect()
    }

    #[test]
    fn code_is_found() {
        assert_eq!(
            found("import a from 'https://a.com'\nimport b from 'b'\n\nimport it\n\ntext import x"),
            [
                "import a from 'https://a.com'\nimport b from 'b'",
                "import it"
            ]
        );
        assert_eq!(
            found("export const a = {\n\n  b: '}'\n}\n\nc"),
            ["export const a = {\n\n  b: '}'\n}"]
        );
        assert_eq!(
            found("a {b.c} {/* } */} {`}`} {{d: \"}\"}} \\{e}"),
            ["{b.c}", "{/* } */}", "{`}`}", "{{d: \"}\"}}", "{"]
        );
        assert_eq!(
            found("<Foo.Bar a=\"b>c\" d={e > f} /> <>x</> 1 < 2 <3"),
            ["<Foo.Bar a=\"b>c\" d={e > f} />", "<>", "</>"]
        );
        assert_eq!(
            found("<Note>a</Note> <Link to=\"b\">c <b>d</b></Link> e"),
            ["<Note>", "</Note>", "<Link to=\"b\">c <b>d</b></Link>"]
        );
        assert_eq!(
            found("{/}/.test(\"a.com\")} {a / b} c / d } {x => /[/}]\\/}/g} e"),
            ["{/}/.test(\"a.com\")}", "{a / b}", "{x => /[/}]\\/}/g}"]
        );
        assert_eq!(found("a { b"), ["{ b"]);
        assert_eq!(found("a <b"), ["<b"]);
    }

    #[test]
    fn modules_need_no_blank_line() {
        assert_eq!(
            found("---\nt: x\n---\nimport a from 'https://a.com'\n\nb"),
            ["import a from 'https://a.com'"]
        );
        assert_eq!(found("# T\nexport const a = 1\n"), ["export const a = 1\n"]);
        assert_eq!(found("\u{FEFF}import 'a'"), ["import 'a'"]);
    }

    #[test]
    fn markdown_code_is_skipped() {
        let source = "`{` a {b} `{` {c}";
        assert_eq!(code(source, &[0..3, 10..13]), [6..9, 14..17]);
    }
}
