//! Reads as much of Rust as `modules` needs: tokens, and paths that start at the root of a crate.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A word, `::` or another sign.
#[derive(Clone)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

/// The tokens of a source, without the items that only tests have.
pub(crate) fn code(source: &str) -> Vec<Token> {
    let tokens = tokens(source);
    let mut kept = Vec::new();
    let mut rest = tokens.as_slice();
    while let Some((first, after)) = rest.split_first() {
        if is_for_tests(rest) {
            rest = &rest[item(rest)..];
        } else {
            kept.push(first.clone());
            rest = after;
        }
    }
    kept
}

/// Whether an attribute such as `#[cfg(test)]` or `#[cfg(all(test, unix))]` is at the start.
fn is_for_tests(tokens: &[Token]) -> bool {
    let mut words = tokens.iter().map(|token| token.text.as_str());
    let is_cfg = ["#", "[", "cfg"]
        .into_iter()
        .all(|word| words.next() == Some(word));
    let condition: Vec<&str> = words.take_while(|word| is_cfg && *word != "]").collect();
    condition.contains(&"test") && !condition.contains(&"not")
}

/// How many tokens the item at the start has: up to a semicolon or the end of a block.
fn item(tokens: &[Token]) -> usize {
    let mut depth = 0_usize;
    let end = tokens.iter().position(|token| {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(token.text.as_str(), ";" | "}")
    });
    end.map_or(tokens.len(), |at| at + 1)
}

/// The names that a module which is `levels` below the root takes from the root.
pub(crate) fn root_names(levels: usize, tokens: &[Token]) -> Vec<Token> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
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
                let is_super =
                    |pair: &&[Token]| pair[0].text == "super" && pair[pair.len() - 1].text == "::";
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
fn first_words(path: &[Token]) -> Vec<Token> {
    let mut words = Vec::new();
    let mut depth = 0_usize;
    let mut is_first = true;
    for token in path {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "," if depth == 1 => is_first = true,
            _ if is_first => {
                words.push(token.clone());
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

/// The tokens of a source. White space, comments and literals are left out.
fn tokens(source: &str) -> Vec<Token> {
    let stream: TokenStream = source.parse().expect("Rust");
    let mut tokens: Vec<Token> = Vec::new();
    add(stream, &mut tokens);
    tokens
}

fn add(stream: TokenStream, tokens: &mut Vec<Token>) {
    for tree in stream {
        let line = tree.span().start().line;
        let token = |text: &str, line| Token {
            text: text.to_owned(),
            line,
        };
        match tree {
            TokenTree::Ident(word) => tokens.push(token(&word.to_string(), line)),
            TokenTree::Punct(sign) => match tokens.last_mut() {
                // The second colon of `::` belongs to the first one.
                Some(last) if last.text == ":" && sign.as_char() == ':' => last.text.push(':'),
                _ => tokens.push(token(&sign.to_string(), line)),
            },
            TokenTree::Literal(_) => {}
            TokenTree::Group(group) => {
                let [open, close] = match group.delimiter() {
                    Delimiter::Parenthesis => ["(", ")"],
                    Delimiter::Brace => ["{", "}"],
                    Delimiter::Bracket => ["[", "]"],
                    Delimiter::None => ["", ""],
                };
                tokens.push(token(open, line));
                add(group.stream(), tokens);
                tokens.push(token(close, group.span_close().start().line));
            }
        }
    }
}
