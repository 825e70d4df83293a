//! Options as text: one per line, with a tab between name and value.

/// The names and values of options. In a value, a backslash escapes `n` (a line feed), `t` (a tab)
/// and itself.
pub(crate) fn pairs(text: &str) -> impl Iterator<Item = (&str, String)> {
    let lines = text.split('\n').filter(|line| !line.is_empty());
    lines.map(|line| {
        let (name, value) = line.split_once('\t').unwrap_or((line, ""));
        (name, unescape(value))
    })
}

fn unescape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => match characters.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            c => out.push(c),
        }
    }
    out
}
