//! Rules `existing-pages` and `unchanged-pages`: existing HTML, read by a real parser before and after.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan::render::{Html, Isolate};
use linkspan::{Detector, Profile};
use linkspan_rewrite::{DocumentLinks, HtmlRewriter, html_text};
use proptest::prelude::*;
use scraper::{Html as Page, Node, Selector};

fn made(page: &[u8]) -> Vec<u8> {
    let html = Html::default().rel("").class("made");
    linkspan_rewrite::html(page, &Detector::uts58(), &html)
}

/// The page with `⸠⸡` for the links that were made.
fn marked(page: &str) -> String {
    let made = String::from_utf8(made(page.as_bytes())).unwrap();
    let mut out = String::new();
    let mut rest = made.as_str();
    while let Some((before, link)) = rest.split_once("<a href=\"") {
        let (_, link) = link.split_once("\" class=\"made\">").unwrap();
        let (text, behind) = link.split_once("</a>").unwrap();
        out.extend([before, "⸠", text, "⸡"]);
        rest = behind;
    }
    out + rest
}

#[test]
fn links_are_made_in_text_only() {
    for page in [
        "<p>see ⸠example.com⸡, <b>⸠https://a.com/x⸡</b>.",
        "<a class='x'>example.com</a> <code>example.com</code> <pre>example.com <b>a.com</b></pre> ⸠b.com⸡",
        "<script>'a.com'</script><style>a.com</style><textarea>a.com</textarea><title>a.com</title>⸠b.com⸡",
        "<img alt=\"a.com\" title='b.com'><!-- c.com -->⸠d.com⸡<!doctype e.com>",
        "<A>a.com</A><CODE>b.com</CODE><pRe>c.com</PRE>⸠d.com⸡",
        "<svg><text>a.com</text></svg><button>b.com</button><select><option>c.com</select>⸠d.com⸡",
        "<noscript>a.com</noscript><iframe>b.com</iframe><xmp>c.com</xmp>⸠d.com⸡<plaintext>e.com",
        // What a reader sees as one word is not torn apart.
        "exam<b>ple.com</b> exam<!-- -->ple.com exam<wbr>ple.com exam</i>ple.com",
        "example.com<code>/path</code> <a>docs</a>.example.com <span>⸠a.com⸡</span> b",
        // Blocks and pictures are breaks.
        "<p>exam<p>⸠ple.com⸡<br>⸠a.com⸡<img>⸠b.com⸡<td>⸠c.com⸡</td>/x <li>⸠d.com⸡<li>/y",
        // Character references.
        "⸠a.com/?b&amp;c⸡ ⸠a.com/&eacute;&#x5b57;&#23383⸡ &lt;⸠https://a.com⸡&gt; a&period;com&#32;⸠b.com⸡",
        "⸠https&colon;//a.com⸡ ⸠a.com/?b&c&d=e⸡ ⸠a.com/&copy⸡ ⸠me&#64;a.com⸡ (⸠a.com⸡&quot;",
        // Elements that are not closed, or closed twice.
        "<div><pre>a.com</div>b.com",
        "<b><a>a.com</b>b.com",
        "<p></a></code>⸠a.com⸡</p>",
        "<table>a.com<tr>b.com<td>⸠c.com⸡</td>d.com<th>⸠e.com⸡<tr>f.com</table>⸠g.com⸡",
        "<p>⸠a.com⸡<p",
    ] {
        let typed = page.replace(['⸠', '⸡'], "");
        // A character reference cannot be split, nor can a name that continues after it.
        let expected = page.replace("a&period;com&#32;", "⸠a&period;com⸡&#32;");
        assert_eq!(marked(&typed), expected);
    }
}

/// A link that touches such bytes may go on in them, in the encoding that the page really has.
#[test]
fn bytes_that_are_not_text_stay() {
    let page = b"<p>a.com/x\xFFy \xC3b.com \xC3 c.com/\xE9 d.com\xE3\x81<b title=\"\xFE\">e.com \xC3\xA9 f.com/\xC3\xA9";
    let made = made(page);
    let expected: Vec<u8> = [
        &page[..page
            .windows(5)
            .position(|window| window == b"e.com")
            .unwrap()],
        b"<a href=\"https://e.com/\" class=\"made\">e.com</a> \xC3\xA9 ",
        b"<a href=\"https://f.com/%C3%A9\" class=\"made\">f.com/\xC3\xA9</a>",
    ]
    .concat();
    assert_eq!(
        String::from_utf8_lossy(&made),
        String::from_utf8_lossy(&expected)
    );
    assert_eq!(made, expected);
}

#[test]
fn policies_apply() {
    let detector = Detector::new(Profile::recommended());
    let page = "README.md https://pаypal.com/ example.com";
    let html = Html::default();
    let made = linkspan_rewrite::html(page.as_bytes(), &detector, &html);
    let made = String::from_utf8(made).unwrap();
    assert_eq!(made.matches("<a ").count(), 1, "{made}");
}

fn text_of(page: &Page) -> String {
    page.root_element().text().collect()
}

/// What was inserted, taken out again.
fn unmade(page: &str) -> String {
    let mut out = String::new();
    let mut rest = page;
    while let Some((before, link)) = rest.split_once("<a href=\"") {
        let (_, link) = link.split_once("\" class=\"made\">").unwrap();
        let (text, behind) = link.split_once("</a>").unwrap();
        out.extend([before, text]);
        rest = behind;
    }
    out + rest
}

/// What the pages of the property are made of.
const PIECES: &[&str] = &[
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<code>",
    "</code>",
    "<pre>",
    "</pre>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<textarea>",
    "</textarea>",
    "<div>",
    "</div>",
    "<br>",
    "<!-- a.com -->",
    "<!--",
    "-->",
    "<svg>",
    "</svg>",
    "<![CDATA[",
    "]]>",
    "<table>",
    "<td>",
    "</table>",
    "<",
    ">",
    "&",
    "&amp;",
    "&lt;",
    "&#46;",
    ";",
    "\"",
    "'",
    "<i title=\"a.com\">",
    "<x y='",
    "</",
    "<span/>",
    "example.com",
    "https://",
    "/path",
    "?a=b&amp;c",
    "me@",
    ".",
    " ",
    "\n",
    "字",
    "\u{0}",
    "x",
    "<select>",
    "<option>",
    "<title>",
    "</title>",
    "<noscript>",
    "<math>",
    "<template>",
    "<li>",
];

fn pages() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(PIECES);
    prop::collection::vec(pieces, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        std::env::var("LINKSPAN_ORACLE_CASES").map_or(1000, |cases| cases.parse().unwrap())
    ))]

    #[test]
    fn only_links_are_added(page in pages()) {
        let made = String::from_utf8(made(page.as_bytes())).unwrap();
        prop_assert_eq!(unmade(&made), page.as_str());
        let (before, after) = (Page::parse_document(&page), Page::parse_document(&made));
        prop_assert_eq!(text_of(&before), text_of(&after), "{}", made);
        let elements = |page: &Page| -> Vec<String> {
            let nodes = page.root_element().descendants().filter_map(|node| match node.value() {
                Node::Element(element) if element.name() != "a" => Some(element.name().to_owned()),
                _ => None,
            });
            nodes.collect()
        };
        prop_assert_eq!(elements(&before), elements(&after), "{}", made);
        // Every link that was made is one to the parser, in none of the places without links.
        let links = after.select(&Selector::parse("a.made[href]").unwrap()).count();
        prop_assert_eq!(links, made.matches("<a href=\"").count(), "{}", made);
        let closed = Selector::parse("code a, pre a, svg a, textarea a, script a, style a").unwrap();
        prop_assert_eq!(after.select(&closed).count(), 0, "{}", made);
    }
}

/// Rule `isolated-labels`: controls in the text do not reorder links, and nothing is written where
/// there are no controls.
#[test]
fn links_are_isolated_where_needed() {
    let html = Html::default().rel("");
    let made = |page: &str| {
        let made = linkspan_rewrite::html(page.as_bytes(), &Detector::uts58(), &html);
        String::from_utf8(made).unwrap()
    };
    let plain = "<a href=\"https://a.com/\">a.com</a>";
    let isolated = "<a href=\"https://a.com/\"><bdi>a.com</bdi></a>";
    for (page, expected) in [
        ("<p>a.com", format!("<p>{plain}")),
        ("<p>\u{202E}a.com", format!("<p>\u{202E}{isolated}")),
        ("<p>&rlm; a.com", format!("<p>&rlm; {isolated}")),
        ("<p>שלום a.com", format!("<p>שלום {isolated}")),
        ("<bdo DIR=RTL>a.com", format!("<bdo DIR=RTL>{isolated}")),
        (
            "<p style='direction:rtl'>a.com",
            format!("<p style='direction:rtl'>{isolated}"),
        ),
        (
            "<p>&#x5D0;.com/?b&amp;ג",
            "<p><a href=\"https://xn--4db.com/?b&amp;%D7%92\"><bdi dir=\"ltr\"><bdi dir=\"ltr\">&#x5D0;</bdi>.com/?b&amp;\
             <bdi dir=\"ltr\">ג</bdi></bdi></a>"
                .to_owned(),
        ),
    ] {
        assert_eq!(made(page), expected);
    }
    // UAX #9 would ignore the isolate.
    let deep = "\u{202E}".repeat(70) + " a.com";
    assert_eq!(made(&deep), deep);
}

/// Nothing is read with recursion, however deeply elements are nested.
#[test]
fn deep_pages_need_little_stack() {
    let names = [
        "noscript",
        "a",
        "b",
        "p",
        "div",
        "span",
        "table",
        "td",
        "template",
        "svg",
        "math",
        "select",
        "ul",
        "li",
        "object",
        "button",
        "blockquote",
        "style",
        "title",
        "textarea",
        "iframe",
        "x-y",
    ];
    let read = move || {
        let detector = Detector::default();
        let html = Html::default();
        for name in names {
            let open = format!("<{name}>").repeat(100_000 / name.len());
            let close = format!("</{name}>").repeat(100_000 / name.len());
            for page in [format!("{open}a.com"), format!("{open}a.com{close}")] {
                let rewriter =
                    HtmlRewriter::new(&detector, &html).existing(|anchor| anchor.rel.push('x'));
                let made = rewriter.rewritten(page.as_bytes());
                assert!(made.page.len() >= page.len(), "{name}");
                let mut found = 0;
                DocumentLinks::new(&detector).html(page.as_bytes(), &mut |_| {
                    found += 1;
                    true
                });
                assert!(found <= 1, "{name}: {found}");
                assert!(html_text(page.as_bytes()).len() <= page.len() * 2);
            }
        }
    };
    // A tenth of what programs usually have.
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread.spawn(read).unwrap().join().expect("enough stack");
}

/// Every relative target repeats the address of the page, so that must be short.
#[test]
fn a_long_base_does_not_multiply() {
    for (length, found) in [(100, 1_000), (2_100, 0)] {
        let base = format!("<base href='https://example.com/{}/'>", "x".repeat(length));
        let page = base + &"<a href=y>z</a>".repeat(1_000);
        let detector = Detector::default();
        let (mut count, mut bytes) = (0, 0);
        DocumentLinks::new(&detector).html(page.as_bytes(), &mut |link| {
            count += 1;
            bytes += link.link.href().len();
            true
        });
        assert_eq!(count, found);
        assert!(bytes <= 2_100 * 1_000);
    }
}

/// A link after a character that reorders text, or below markup that does, is isolated whenever
/// links may be isolated at all.
#[test]
fn a_link_after_a_control_is_isolated() {
    let detector = Detector::default();
    let html = Html::default().rel("").isolate(Isolate::WhenReordered);
    let isolated = |page: &str| {
        let page = HtmlRewriter::new(&detector, &html).rewrite(page.as_bytes());
        String::from_utf8_lossy(&page).contains("<bdi>https://evil.com/moc.knab</bdi>")
    };
    assert!(!isolated("<p>x https://evil.com/moc.knab"));
    for page in [
        "<p>x \u{202E}https://evil.com/moc.knab",
        "<p>x &#x202E;https://evil.com/moc.knab",
        "<bdo dir=rtl>https://evil.com/moc.knab</bdo>",
        "<p style='unicode-bidi:bidi-override;direction:rtl'>https://evil.com/moc.knab",
    ] {
        assert!(isolated(page), "{page}");
    }
}
