//! The minimal escaping algorithm of section 4.1, literally, over parts that already have their
//! interior escaping.

use super::{DIRECTIVE, FRAGMENT, PATH, QUERY, Row, matches_at};
use linkspan::props::{LinkTerm, link_bracket, link_term};

/// A part that is there, perhaps empty: its row of the table and its escaped contents.
pub(crate) type Part = (&'static Row, Vec<char>);

/// Parts from their contents.
pub(crate) fn parts(
    path: Option<&str>,
    query: Option<&str>,
    fragment: Option<&str>,
    directives: &[String],
) -> Vec<Part> {
    let chars = |text: &str| text.chars().collect();
    let mut parts = Vec::new();
    parts.extend(path.map(|text| (&PATH, chars(text))));
    parts.extend(query.map(|text| (&QUERY, chars(text))));
    parts.extend(fragment.map(|text| (&FRAGMENT, chars(text))));
    parts.extend(directives.iter().map(|text| (&DIRECTIVE, chars(text))));
    parts
}

/// 4.1. The initiators of empty parts are kept, and a separator of a directive is not escaped as
/// its last character, because that would change the meaning.
pub(crate) fn minimal(parts: &[Part]) -> String {
    let mut output = String::new();
    for (number, (row, cp)) in parts.iter().enumerate() {
        output.push_str(row.initiator);
        let n = cp.len();
        let mut copied_already = 0;
        let mut open_stack = Vec::new();
        for i in 0..n {
            let terminates = row.terminators.iter().any(|t| matches_at(cp, i, t));
            let clears = row.clear_stack_open.iter().any(|e| matches_at(cp, i, e));
            if clears {
                open_stack.clear();
            }
            let include = match link_term(cp[i]) {
                _ if terminates => false,
                _ if clears => true,
                LinkTerm::Include => true,
                LinkTerm::Hard => false,
                LinkTerm::Soft => continue,
                LinkTerm::Open => {
                    let room = open_stack.len() < 125;
                    if room {
                        open_stack.push(cp[i]);
                    }
                    room
                }
                LinkTerm::Close => open_stack.pop() == link_bracket(cp[i]),
            };
            output.extend(&cp[copied_already..i]);
            if include {
                output.push(cp[i]);
            } else {
                percent_escape(&mut output, cp[i]);
            }
            copied_already = i + 1;
        }
        let is_last = number + 1 == parts.len();
        if !is_last || copied_already == n {
            output.extend(&cp[copied_already..n]);
        } else {
            output.extend(&cp[copied_already..n - 1]);
            percent_escape(&mut output, cp[n - 1]);
        }
    }
    output
}

pub(crate) fn percent_escape(output: &mut String, c: char) {
    for byte in c.to_string().bytes() {
        output.push_str(&format!("%{byte:02X}"));
    }
}
