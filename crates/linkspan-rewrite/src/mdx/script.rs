//! Reads JavaScript and JSX, only as far as needed to find where they end.

use super::is_name;

/// Words before an operand: a `/` after them starts a regular expression.
const OPERATORS: [&str; 13] = [
    "case",
    "default",
    "delete",
    "do",
    "else",
    "extends",
    "in",
    "instanceof",
    "new",
    "return",
    "throw",
    "typeof",
    "void",
];

/// Words that are operators in some places and names in others.
const UNCLEAR: [&str; 3] = ["await", "of", "yield"];

/// Words before a condition in parentheses, after which a statement follows.
const CONTROLS: [&str; 4] = ["for", "if", "while", "with"];

/// What precedes a position in code: this decides whether `/` divides or starts a regular
/// expression, and whether `<` compares or starts an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// An operator, an opening bracket or nothing: an operand follows.
    Operator,
    Operand,
    /// A word before a condition.
    Control,
    Dot,
    /// Something after which both can follow.
    Unclear,
}

/// What the scanner is in.
#[derive(Clone, Copy)]
enum Inside {
    /// JavaScript up to a bracket, and what precedes the position after that bracket. Without one,
    /// module syntax.
    Code { close: Option<u8>, then: Before },
    /// A string in backticks.
    Template,
    /// A tag of JSX.
    Tag { is_end: bool },
    /// The content of an element.
    Content,
}

impl Inside {
    /// Code up to `close`, where what precedes what follows does not matter.
    fn code(close: Option<u8>) -> Self {
        Self::Code {
            close,
            then: Before::Unclear,
        }
    }
}

/// Reads JavaScript only as far as needed to find where it ends.
pub(super) struct Scanner<'s> {
    source: &'s str,
    bytes: &'s [u8],
    pub(super) at: usize,
    pub(super) unclear: Option<usize>,
}

impl<'s> Scanner<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        Self {
            source,
            bytes: source.as_bytes(),
            at: 0,
            unclear: None,
        }
    }

    /// The byte at a distance; 0 past the end.
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn is_escaped(&self) -> bool {
        let before = self.bytes.get(..self.at).unwrap_or_default();
        let slashes = before.iter().rev().take_while(|&&byte| byte == b'\\');
        slashes.count() % 2 == 1
    }

    /// Whether `<` starts a tag, an end tag or a fragment.
    pub(super) fn is_tag(&self) -> bool {
        let next = self.byte(1);
        !self.is_escaped()
            && (next == b'/' || next == b'>' || is_name(next) && !next.is_ascii_digit())
    }

    /// Whether `import` or `export` starts a line here. In the middle of a paragraph it would be
    /// text, but leaving that unlinked does no harm.
    pub(super) fn is_module(&self) -> bool {
        let before = self.source.get(..self.at).unwrap_or_default();
        let is_first = matches!(before, "" | "\u{FEFF}") || before.ends_with('\n');
        let rest = self.source.get(self.at..).unwrap_or_default();
        is_first
            && ["import ", "export ", "import{", "export{"]
                .iter()
                .any(|word| rest.starts_with(word))
    }

    /// Skips module syntax, up to a blank line outside of brackets.
    pub(super) fn module(&mut self) {
        self.skip(Inside::code(None));
    }

    /// Skips a tag to its `>`.
    pub(super) fn tag(&mut self) {
        self.at += 1;
        self.skip(Inside::Tag { is_end: false });
    }

    /// Skips an expression in braces, unless its brace is escaped.
    pub(super) fn expression(&mut self) {
        let is_escaped = self.is_escaped();
        self.at += 1;
        if !is_escaped {
            self.skip(Inside::code(Some(b'}')));
        }
    }

    /// Skips what the position is in, to its end.
    fn skip(&mut self, outermost: Inside) {
        let mut around = vec![outermost];
        let mut before = Before::Operator;
        while let Some(&inside) = around.last() {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let is_module = matches!(inside, Inside::Code { close: None, .. });
            let is_blank = rest.starts_with(b"\n\n") || rest.starts_with(b"\n\r\n");
            if rest.is_empty() || is_module && is_blank {
                // A backslash at the end escapes nothing.
                self.at = self.at.min(self.bytes.len());
                return;
            }
            before = match inside {
                Inside::Code { close, then } if close == Some(self.byte(0)) => {
                    self.at += 1;
                    around.pop();
                    then
                }
                Inside::Code { .. } => self.token(before, &mut around),
                Inside::Template => self.template(&mut around),
                Inside::Tag { is_end } => self.tag_token(is_end, &mut around),
                Inside::Content => self.content(&mut around),
            };
        }
    }

    /// Leaves the rest of the document alone.
    fn give_up(&mut self) -> Before {
        self.unclear = Some(self.at);
        self.at = self.bytes.len();
        Before::Unclear
    }

    /// Skips a token of JavaScript, or enters what it opens.
    fn token(&mut self, before: Before, around: &mut Vec<Inside>) -> Before {
        let (byte, next) = (self.byte(0), self.byte(1));
        let mut open = |close, then| {
            around.push(Inside::Code {
                close: Some(close),
                then,
            });
            Before::Operator
        };
        let mut length = 1;
        let after = match byte {
            b'/' if next == b'/' => {
                self.line_comment();
                return before;
            }
            b'/' if next == b'*' => {
                self.comment();
                return before;
            }
            b'<' if matches!(next, b'=' | b'<') => {
                length = 2;
                Before::Operator
            }
            b'/' | b'<' if before == Before::Operand => Before::Operator,
            b'/' if before == Before::Operator => {
                self.regex();
                return Before::Operand;
            }
            b'<' if before == Before::Operator => {
                around.push(Inside::Tag { is_end: false });
                Before::Operator
            }
            b'/' | b'<' => return self.give_up(),
            b'"' | b'\'' => {
                self.string(byte);
                return Before::Operand;
            }
            b'`' => {
                around.push(Inside::Template);
                Before::Operator
            }
            b'(' => {
                let then = match before {
                    Before::Control => Before::Operator,
                    Before::Unclear => Before::Unclear,
                    Before::Operator | Before::Operand | Before::Dot => Before::Operand,
                };
                open(b')', then)
            }
            b'[' => open(b']', Before::Operand),
            // The end of an object or of a block.
            b'{' => open(b'}', Before::Unclear),
            // It does not match.
            b')' | b']' | b'}' => return self.give_up(),
            b'.' => Before::Dot,
            // An operand with `++` is still one, after it or before it.
            b'+' | b'-' if next == byte => {
                length = 2;
                before
            }
            _ => {
                let rest = self.source.get(self.at..).unwrap_or_default();
                let space = rest.chars().next().filter(|&c| is_space(c));
                let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                length = space.map_or(word.max(1), char::len_utf8);
                match word {
                    _ if space.is_some() => before,
                    0 => Before::Operator,
                    _ => after_word(rest.get(..word).unwrap_or_default(), before),
                }
            }
        };
        self.at += length;
        after
    }

    /// Skips a part of a string in backticks.
    fn template(&mut self, around: &mut Vec<Inside>) -> Before {
        match (self.byte(0), self.byte(1)) {
            (b'`', _) => {
                around.pop();
            }
            (b'$', b'{') => {
                around.push(Inside::code(Some(b'}')));
                self.at += 2;
                return Before::Operator;
            }
            (b'\\', _) => self.at += 1,
            _ => {}
        }
        self.at += 1;
        Before::Operand
    }

    /// The length of the white space after the current byte.
    fn space(&self) -> usize {
        let rest = self.source.get(self.at + 1..).unwrap_or_default();
        rest.find(|c| !is_space(c)).unwrap_or(rest.len())
    }

    /// Skips a part of a tag.
    fn tag_token(&mut self, is_end: bool, around: &mut Vec<Inside>) -> Before {
        // In a document, tags contain neither comments nor elements.
        let in_code = around.len() > 1;
        match (self.byte(0), self.byte(1)) {
            (b'/', b'*') if in_code => {
                self.comment();
                return Before::Operand;
            }
            (b'/', b'/') if in_code => {
                self.line_comment();
                return Before::Operand;
            }
            (b'/', _) => {
                let space = self.space();
                if self.byte(space + 1) == b'>' {
                    self.at += space + 1;
                    around.pop();
                }
            }
            (b'>', _) => {
                around.pop();
                if is_end {
                    around.pop();
                } else if !around.is_empty() {
                    around.push(Inside::Content);
                }
            }
            // An element as the value of an attribute.
            (b'<', _) if in_code => around.push(Inside::Tag { is_end: false }),
            (b'{', _) => {
                around.push(Inside::code(Some(b'}')));
                self.at += 1;
                return Before::Operator;
            }
            // JSX strings have no escapes.
            (quote @ (b'"' | b'\''), _) => {
                let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
                let end = rest.iter().position(|&byte| byte == quote);
                self.at = end.map_or(self.bytes.len(), |end| self.at + end + 1);
            }
            _ => {}
        }
        self.at += 1;
        Before::Operand
    }

    /// Skips a part of the content of an element.
    fn content(&mut self, around: &mut Vec<Inside>) -> Before {
        let byte = self.byte(0);
        match byte {
            b'<' => {
                let space = self.space();
                let is_end = self.byte(space + 1) == b'/';
                if is_end {
                    self.at += space + 1;
                }
                around.push(Inside::Tag { is_end });
            }
            b'{' => around.push(Inside::code(Some(b'}'))),
            _ => {}
        }
        self.at += 1;
        Before::Operator
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

    /// Skips a comment up to the end of its line.
    fn line_comment(&mut self) {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let end = rest.find(['\n', '\r', '\u{2028}', '\u{2029}']);
        self.at = end.map_or(self.bytes.len(), |end| self.at + end);
    }

    /// Skips a comment up to `*/`.
    fn comment(&mut self) {
        let inside = self.at + "/*".len();
        let end = self.source.get(inside..).and_then(|rest| rest.find("*/"));
        self.at = end.map_or(self.bytes.len(), |end| inside + end + "*/".len());
    }

    /// Skips a string in quotation marks, which ends with its line at the latest.
    fn string(&mut self, quote: u8) {
        self.at += 1;
        while self.at < self.bytes.len() {
            match self.byte(0) {
                b'\\' => self.at += 1,
                b'\n' => return,
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

/// Whether a character is part of a name, keyword or number in JavaScript.
fn is_word(c: char) -> bool {
    let is_sign = matches!(c, '_' | '$' | '\\');
    c.is_ascii_alphanumeric() || is_sign || !c.is_ascii() && !is_space(c)
}

/// Whether a character is white space in JavaScript.
fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{FEFF}'
}

/// What a word is to what follows it, given what precedes it.
fn after_word(word: &str, before: Before) -> Before {
    let is_operator = OPERATORS.contains(&word);
    let is_control = CONTROLS.contains(&word);
    match before {
        // The name of a property, but an operator after `...`.
        Before::Dot if is_operator || is_control => Before::Unclear,
        _ if UNCLEAR.contains(&word) => Before::Unclear,
        _ if is_operator => Before::Operator,
        _ if is_control => Before::Control,
        _ => Before::Operand,
    }
}
