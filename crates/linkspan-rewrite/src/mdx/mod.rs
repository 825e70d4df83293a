//! Finds the code in MDX: module syntax, expressions and JSX tags.

mod script;

use std::ops::Range;

use script::Scanner;

/// What MDX reads as code.
pub(crate) struct Code {
    /// The ranges of code, in order.
    pub(crate) ranges: Vec<Range<usize>>,
    /// The start of the range in which it is unclear what is code, if there is one. It extends to
    /// the end of the document.
    pub(crate) unclear: Option<usize>,
}

/// The ranges of a document that MDX reads as code. `skipped` are the ranges of Markdown code, in
/// order, in which no sign has a meaning.
///
/// Anything that is not closed extends to the end: MDX rejects such a document. So does anything
/// from a `/` or `<` on of which only a parser of JavaScript knows what it is.
pub(crate) fn code(source: &str, skipped: &[Range<usize>]) -> Code {
    let mut scanner = Scanner::new(source);
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
    Code {
        ranges: found,
        unclear: scanner.unclear,
    }
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

#[cfg(test)]
mod tests {
    use super::code;

    fn found(source: &str) -> Vec<&str> {
        let found = code(source, &[]).ranges;
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
        assert_eq!(
            found("{a + /* / */ 1} {/*/}b{*/} {`${`}`}`} {`\\${`} {// \u{2028}'}'} c"),
            [
                "{a + /* / */ 1}",
                "{/*/}b{*/}",
                "{`${`}`}`}",
                "{`\\${`}",
                "{// \u{2028}'}'}",
            ]
        );
        assert_eq!(found("a { b"), ["{ b"]);
        assert_eq!(found("a <b"), ["<b"]);
        for end in ["{`\\", "{'\\", "{/\\", "<a b='", "<a /", "{<a><", "{${`${"] {
            assert_eq!(found(end), [end]);
        }
    }

    /// Elements in expressions contain text, in which quotation marks and slashes have no meaning.
    #[test]
    fn elements_in_expressions_are_read() {
        for page in [
            "{a && <p b='}' c={d}>it's `e` // /* {f} <br/></p>}",
            "{a < b || a<b ? <></> : <A b=<c/> {...d} /* > */ />}",
            "{a.map((b, i) => { if (b) return <li key={i}>{b}'</li> })}",
            "{(<a>}</a>)}",
        ] {
            assert_eq!(found(&format!("{page} x {{y}}")), [page, "{y}"]);
        }
    }

    #[test]
    fn regular_expressions_are_found() {
        for page in [
            "{a / b}",
            "{(a + b) / c / \"d\"}",
            "{a[0] / 1 / \"d\"}",
            "{a++ / b}",
            "{a /* x */ / b}",
            "{`a` / 'b'}",
            "{(() => { if (x) /}}/.test(\"a.com\") })()}",
            "{(() => { while (x) /}/.test(\"a.com\") })()}",
            "{(() => { for (;;) /}/.test(\"a.com\") })()}",
            "{(() => { if (x) b; else /}/.test(\"a.com\") })()}",
            "{(() => { do /}/.test(\"a.com\"); while (x) })()}",
            "{typeof /}/}",
            "{return\u{A0}/}/}",
            "{a = /[/}]\\/}/g / 2}",
        ] {
            assert_eq!(found(&format!("{page} x {{y}}")), [page, "{y}"]);
        }
    }

    /// What acorn-jsx reads as one expression is code, with its brace, or is unclear.
    #[test]
    fn expressions_are_those_of_a_parser() {
        let lines = include_str!("../../tests/mdx/expressions.txt").lines();
        let expressions = lines.filter(|line| !line.starts_with("##"));
        let mut clear = 0;
        for expression in expressions {
            let page = format!("{{{expression}}} x {{y}}");
            let code = code(&page, &[]);
            let end = expression.len() + 2;
            match code.unclear {
                Some(at) => assert!(at < end, "{page:?}"),
                None => assert_eq!(code.ranges, [0..end, end + 3..end + 6], "{page:?}"),
            }
            clear += usize::from(code.unclear.is_none());
        }
        assert!(clear > 500, "{clear} are clear");
    }

    /// Where it is unclear whether a `/` starts a regular expression, the rest is left alone.
    #[test]
    fn unclear_code_extends_to_the_end() {
        for (page, at) in [
            ("{await /}/.test(\"a.com\")} x {y}", 7),
            ("{yield /}/} x", 7),
            ("{{} /}/.test(\"a.com\")} x", 4),
            ("{() => { if (x) {} /}}/.test(\"a.com\") }} x", 19),
            ("{...typeof /}/} x", 11),
            ("{a.return / b} x", 10),
            ("{a.if(b) /}/} x", 9),
            ("{for await (b of c) /}/} x", 20),
            ("{a = {} <b>'</b>} x", 8),
            ("{)} x", 1),
        ] {
            let code = code(page, &[]);
            assert_eq!(code.ranges.first(), Some(&(0..page.len())), "{page:?}");
            assert_eq!(code.unclear, Some(at), "{page:?}");
        }
    }

    #[test]
    fn modules_need_no_blank_line() {
        assert_eq!(
            found("---\nt: x\n---\nimport a from 'https://a.com'\n\nb"),
            ["import a from 'https://a.com'"]
        );
        assert_eq!(found("# T\nexport const a = 1\n"), ["export const a = 1\n"]);
        assert_eq!(found("import 'a' \n\nb"), ["import 'a' "]);
        assert_eq!(
            found("export const a = [\n\n'a.com'] // {\n\nb <https://c.com> d"),
            ["export const a = [\n\n'a.com'] // {", "<https://c.com>"]
        );
        assert_eq!(found("\u{FEFF}import 'a'"), ["import 'a'"]);
    }

    #[test]
    fn markdown_code_is_skipped() {
        let source = "`{` a {b} `{` {c}";
        assert_eq!(code(source, &[0..3, 10..13]).ranges, [6..9, 14..17]);
    }
}
