//! Reads as much of Rust as `modules` needs: tokens, and paths that start at the root of a crate.

/// A word, `::` or another character. White space, comments, literals of text and lifetimes are left
/// out.
#[derive(Clone, Copy)]
pub(crate) struct Token<'s> {
    pub(crate) text: &'s str,
    pub(crate) line: usize,
}

/// The tokens of a source, without the items that only tests have.
pub(crate) fn code(source: &str) -> Vec<Token<'_>> {
    let tokens = tokens(source);
    let mut kept = Vec::new();
    let mut rest = tokens.as_slice();
    while let Some((first, after)) = rest.split_first() {
        if is_for_tests(rest) {
            rest = &rest[item(rest)..];
        } else {
            kept.push(*first);
            rest = after;
        }
    }
    kept
}

/// Whether an attribute such as `#[cfg(test)]` or `#[cfg(all(test, unix))]` is at the start.
fn is_for_tests(tokens: &[Token<'_>]) -> bool {
    let mut words = tokens.iter().map(|token| token.text);
    let is_cfg = ["#", "[", "cfg"]
        .into_iter()
        .all(|word| words.next() == Some(word));
    let condition: Vec<&str> = words.take_while(|word| is_cfg && *word != "]").collect();
    condition.contains(&"test") && !condition.contains(&"not")
}

/// How many tokens the item at the start has: up to a semicolon or the end of a block.
fn item(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0_usize;
    let end = tokens.iter().position(|token| {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(token.text, ";" | "}")
    });
    end.map_or(tokens.len(), |at| at + 1)
}

/// The names that a module which is `levels` below the root takes from the root.
pub(crate) fn root_names<'s>(levels: usize, tokens: &[Token<'s>]) -> Vec<Token<'s>> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let mut names = Vec::new();
    // How many braces are open, and how many were where each inline module started.
    let mut depth = 0_usize;
    let mut inline = Vec::new();
    for at in 0..tokens.len() {
        match text(at) {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                inline.pop_if(|start| *start == depth);
            }
            "mod" if text(at + 2) == "{" => inline.push(depth),
            "crate" if text(at + 1) == "::" => names.extend(first_words(&tokens[at + 2..])),
            "super" if at < 2 || text(at - 2) != "super" => {
                let pairs = tokens[at..].chunks(2);
                let is_super = |pair: &&[Token<'_>]| {
                    pair[0].text == "super" && pair[pair.len() - 1].text == "::"
                };
                let supers = pairs.take_while(is_super).count();
                if supers == levels + inline.len() {
                    names.extend(first_words(&tokens[at + 2 * supers..]));
                }
            }
            _ => {}
        }
    }
    names
}

/// The first word of each path in `a::b` or `{a::b, c::{d, e}}`.
fn first_words<'s>(path: &[Token<'s>]) -> Vec<Token<'s>> {
    let mut words = Vec::new();
    let mut depth = 0_usize;
    let mut is_first = true;
    for token in path {
        match token.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "," if depth == 1 => is_first = true,
            _ if is_first => {
                words.push(*token);
                is_first = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    words
}

fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (source, 1);
    while let Some(first) = rest.chars().next() {
        let skipped = skipped(rest, first);
        let length = skipped.unwrap_or_else(|| match word(rest) {
            0 if rest.starts_with("::") => 2,
            0 => first.len_utf8(),
            length => length,
        });
        let (text, after) = rest.split_at(length);
        if skipped.is_none() {
            tokens.push(Token { text, line });
        }
        line += text.matches('\n').count();
        rest = after;
    }
    tokens
}

/// The length of the word at the start of a source.
fn word(source: &str) -> usize {
    let is_end = |c: char| !c.is_alphanumeric() && c != '_';
    source.find(is_end).unwrap_or(source.len())
}

/// The length of what is left out at the start of a source, if anything is.
fn skipped(source: &str, first: char) -> Option<usize> {
    match first {
        _ if first.is_whitespace() => Some(first.len_utf8()),
        '/' if source.starts_with("//") => Some(source.find('\n').unwrap_or(source.len())),
        '/' if source.starts_with("/*") => Some(comment(source)),
        '\'' => Some(character_or_lifetime(source)),
        '"' | 'b' | 'c' | 'r' => string(source),
        _ => None,
    }
}

/// The length of a block comment, in which others can be nested.
fn comment(source: &str) -> usize {
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(found) = source[at..].find(['/', '*']) {
        at += found;
        match source.get(at..at + 2) {
            Some("/*") => (depth, at) = (depth + 1, at + 2),
            Some("*/") => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    source.len()
}

fn character_or_lifetime(source: &str) -> usize {
    let mut inside = source.chars().skip(1);
    match (inside.next(), inside.next()) {
        // The character after the backslash can be an apostrophe.
        (Some('\\'), Some(escaped)) => {
            let end = 2 + escaped.len_utf8();
            end + source[end..].find('\'').map_or(0, |at| at + 1)
        }
        (Some(c), Some('\'')) => c.len_utf8() + 2,
        _ => 1 + word(&source[1..]),
    }
}

/// The length of a string literal, if there is one.
fn string(source: &str) -> Option<usize> {
    let prefix = source.find(|c| !matches!(c, 'b' | 'c' | 'r'))?;
    let is_raw = source[..prefix].ends_with('r');
    let hashes = source[prefix..].find(|c| c != '#')?;
    let start = prefix + hashes + 1;
    if !source[prefix + hashes..].starts_with('"') || hashes > 0 && !is_raw {
        return None;
    }
    if is_raw {
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(start + source[start..].find(&end)? + end.len());
    }
    let mut is_escaped = false;
    let end = source[start..].find(|c| {
        let is_end = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    Some(start + end? + 1)
}
