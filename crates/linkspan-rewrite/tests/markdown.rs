//! Rule `existing-pages`: existing Markdown, read by a parser before and after.

#![allow(clippy::restriction, reason = "a test may panic")]

mod document;

use std::collections::BTreeMap;

use document::read;
use linkspan::Detector;
use linkspan_rewrite::{LeftAlone, MarkdownRewriter};
use proptest::prelude::*;

fn made(page: &str) -> String {
    let made = linkspan_rewrite::markdown(page.as_bytes(), &Detector::uts58());
    String::from_utf8(made).unwrap()
}

/// Checks pages, each with what becomes of it.
fn check(cases: &[(&str, &str)]) {
    for (page, expected) in cases {
        assert_eq!(made(page), *expected, "{page}");
    }
}

#[test]
fn links_are_made_in_text() {
    check(&[
        ("see https://a.com/x_y_z.", "see <https://a.com/x_y_z>."),
        (
            "see a.com, me@a.com.",
            "see [a.com](https://a.com/), <me@a.com>.",
        ),
        (
            "字@例子.中国",
            "[字@例子.中国](mailto:%E5%AD%97@xn--fsqu00a.xn--fiqs8s)",
        ),
        (
            "`a.com` ``b.com`` <https://c.com> <d@e.com>",
            "`a.com` ``b.com`` <https://c.com> <d@e.com>",
        ),
        (
            "[a.com](b.com) [c.com] ![d.com](e.com)",
            "[a.com](b.com) [[c.com](https://c.com/)] ![d.com](e.com)",
        ),
        (
            "*a.com* **b.com** ~~[c.com](https://c.com/)~~",
            "*[a.com](https://a.com/)* **[b.com](https://b.com/)** ~~[c.com](https://c.com/)~~",
        ),
        (
            "exam*ple*.com exam`ple`.com a.com`/x`",
            "exam*ple*.com exam`ple`.com a.com`/x`",
        ),
        (
            "a.com/\\_x a.com/&amp;y",
            "[a.com/\\_x](https://a.com/_x) [a.com/&amp;y](https://a.com/&amp;y)",
        ),
        (
            "https://a.com/(x)_ !b.com \\https://c.com",
            "<https://a.com/(x)_> !b.com \\https://c.com",
        ),
        (
            "a.com/b(c) https://a.com/[x",
            "[a.com/b(c)](<https://a.com/b(c)>) <https://a.com/[x>",
        ),
    ]);
}

/// What is not text yet, or not Markdown.
#[test]
fn maths_templates_and_open_elements_stay() {
    for text in [
        "$\\href{https://a.com}{x}$",
        "$$\nhttps://a.com\n$$",
        "{: href=\"https://a.com\"}",
        "<%= link_to \"https://a.com\" %>",
        "[% \"https://a.com\" %]",
        "<a href=\"x\">\n\nhttps://a.com\n\n</a>",
    ] {
        assert_eq!(made(text), text);
    }
    assert_eq!(
        made("<a>\n\na.com\n\n</a>\n\nhttps://b.com"),
        "<a>\n\na.com\n\n</a>\n\n<https://b.com>"
    );
    assert_eq!(
        made("$5 at https://a.com and $6"),
        "$5 at <https://a.com> and $6"
    );
}

#[test]
fn links_are_made_in_blocks_of_text() {
    check(&[
        (
            "# a.com\n\n- b.com\n\n> c.com",
            "# [a.com](https://a.com/)\n\n- [b.com](https://b.com/)\n\n> [c.com](https://c.com/)",
        ),
        ("[x]: https://a.com\n[x]", "[x]: https://a.com\n[x]"),
        (
            "    a.com\n\n```\nb.com\n```\n~~~\nc.com",
            "    a.com\n\n```\nb.com\n```\n~~~\nc.com",
        ),
        (
            "<div>a.com</div>\n\nx <a href=x>b.com</a> <b>c.com</b>",
            "<div>a.com</div>\n\nx <a href=x>b.com</a> <b>[c.com](https://c.com/)</b>",
        ),
        (
            "|a|b|\n|-|-|\n|a.com|https://b.com/x\\|y|",
            "|a|b|\n|-|-|\n|[a.com](https://a.com/)|[https://b.com/x\\|y](https://b.com/x%7Cy)|",
        ),
        (
            "---\nurl: https://a.com\n---\nb.com",
            "---\nurl: https://a.com\n---\n[b.com](https://b.com/)",
        ),
        (
            "a.com\nb.com  \nc.com\\\nd.com",
            "[a.com](https://a.com/)\n[b.com](https://b.com/)  \n[c.com](https://c.com/)\\\n[d.com](https://d.com/)",
        ),
    ]);
}

/// A parser would take time in the square of the length.
#[test]
fn what_is_nested_too_deep_stays() {
    for marker in [">", "- ", "1. "] {
        let page = |depth| format!("{}https://a.com\n{}", marker.repeat(depth), "b\n".repeat(9));
        assert_eq!(made(&page(10_000)), page(10_000));
        assert_eq!(
            made(&page(20)),
            page(20).replace("https://a.com", "<https://a.com>")
        );
    }
}

#[test]
fn bytes_that_are_not_text_stay() {
    let made = linkspan_rewrite::markdown(
        b"https://a.com/x\xFFy \xC3 https://b.com",
        &Detector::uts58(),
    );
    assert_eq!(made, b"https://a.com/x\xFFy \xC3 <https://b.com>");
}

/// What the pages of the property are made of.
const PIECES: &[&str] = &[
    "a.com",
    "https://a.com/",
    "me@a.com",
    "bücher.de",
    "x",
    " ",
    " ",
    "\n",
    "\n\n",
    "*",
    "**",
    "_",
    "`",
    "``",
    "~~",
    "[",
    "]",
    "(",
    ")",
    "](",
    "![",
    "<",
    ">",
    "<b>",
    "</b>",
    "<a>",
    "</a>",
    "&amp;",
    "&",
    "\\",
    "|",
    "\n|-|-|\n",
    "# ",
    "- ",
    "1. ",
    "> ",
    "    ",
    "\n```\n",
    "[x]: ",
    "!",
    ".",
    "/y_z",
    "?q",
    "<https://b.com>",
    "[c](d.com)",
    "{",
    "}",
    "\"",
    ":",
    "^",
    "---\n",
    "<!-- ",
    " -->",
    "字",
];

fn pages() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(PIECES);
    prop::collection::vec(pieces, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        std::env::var("LINKSPAN_ORACLE_CASES").map_or(1000, |cases| cases.parse().unwrap())
    ))]

    /// The text is the same, and the links that were there are still there.
    #[test]
    fn only_links_are_added(page in pages()) {
        let made = made(&page);
        let ((before, old), (after, new)) = (read(&page), read(&made));
        prop_assert_eq!(before, after, "{}", made);
        let mut new = new.into_iter();
        for link in old {
            prop_assert!(new.any(|other| other == link), "{} lost in {}", link, made);
        }
    }
}

/// Expressions of templates are no text yet, and what must not change is not shown as it should be.
#[test]
fn some_text_is_left_alone() {
    let rewritten = |page: &str| {
        let rewritten = MarkdownRewriter::new(&Detector::default()).rewritten(page.as_bytes());
        (
            String::from_utf8(rewritten.page).unwrap(),
            rewritten.left_alone,
        )
    };
    for page in [
        "{{ 'https://a.com' | link }}",
        "{% include https://a.com/x %} {# a.com #}",
        "{{< figure src=https://a.com/x >}}",
        "{{% note a.com %}}",
    ] {
        assert_eq!(rewritten(page), (page.to_owned(), BTreeMap::new()));
    }
    let (made, _) = rewritten("{{ a.com b.com }, {a.com}");
    assert_eq!(made.matches("](").count(), 3, "{made}");
    for (page, why) in [
        ("https://аррӏе.com", LeftAlone::Imitation),
        ("\u{202E} https://a.com/x", LeftAlone::Reordered),
        ("a.*com*", LeftAlone::Markup),
    ] {
        let left = BTreeMap::from([(why, 1)]);
        assert_eq!(rewritten(page), (page.to_owned(), left));
    }
}

#[test]
fn links_that_are_struck_out() {
    let made = |page: &str| {
        String::from_utf8(linkspan_rewrite::markdown(
            page.as_bytes(),
            &Detector::default(),
        ))
        .unwrap()
    };
    assert_eq!(made("~~https://a.com/x~~"), "~~<https://a.com/x>~~");
    assert_eq!(made("x ~~https://a.com/x~~ y"), "x ~~<https://a.com/x>~~ y");
    for page in [
        "~https://a.com/x~",
        "x~~https://a.com/x~~",
        "~~~\nhttps://a.com\n~~~",
    ] {
        assert_eq!(made(page), page);
    }
}

/// In MDX, code in which a `/` may divide or start a regular expression may end anywhere.
#[test]
fn unclear_code_stays() {
    let detector = Detector::default();
    let rewriter = MarkdownRewriter::new(&detector).mdx();
    for (page, left) in [
        ("{await /}/.test(\"example.com\")} a.com", 2),
        (
            "{(() => { if (x) {} /}}/.test(\"example.com\") })()}\n\na.com",
            2,
        ),
    ] {
        let rewritten = rewriter.rewritten(page.as_bytes());
        assert_eq!(rewritten.page, page.as_bytes());
        assert_eq!(rewritten.left_alone[&LeftAlone::Parsers], left, "{page:?}");
    }
    let page = "{(() => { if (x) /}}/.test(\"example.com\") })()} a.com";
    assert_eq!(rewriter.rewritten(page.as_bytes()).made, 1);
}
