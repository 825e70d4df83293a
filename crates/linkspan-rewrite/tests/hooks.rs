//! Hooks: what callers make of links, new and existing.

#![allow(clippy::restriction, reason = "a test may panic")]

use linkspan::render::{Anchor, Html};
use linkspan::{Detector, Host, Link, Profile};
use linkspan_rewrite::{HtmlRewriter, MarkdownRewriter};
use proptest::prelude::*;
use scraper::{Html as Page, Node, Selector};

fn detector() -> Detector {
    Detector::new(Profile::recommended())
}

fn existing(page: &str, hook: impl Fn(&mut Anchor)) -> String {
    let (detector, html) = (detector(), Html::default().rel(""));
    HtmlRewriter::new(&detector, &html)
        .existing(hook)
        .rewrite_str(page)
        .into_owned()
}

fn each(page: &str, hook: impl Fn(&Link<'_>, &mut Anchor) + Send + Sync) -> String {
    let (detector, html) = (detector(), Html::default().rel("").on_link(hook));
    let made = HtmlRewriter::new(&detector, &html).rewrite_str(page);
    made.into_owned()
}

fn typed_host<'t>(link: &Link<'t>) -> &'t str {
    link.host().map_or("", Host::typed)
}

#[test]
fn new_links_are_changed_or_dropped() {
    let page = "<p>a.com/?b&amp;c d.com";
    let made = each(page, |link, anchor| match typed_host(link) {
        "d.com" => anchor.unlink(),
        _ => anchor.href.push_str("&x='\""),
    });
    assert_eq!(
        made,
        "<p><a href=\"https://a.com/?b&amp;c&amp;x=&#39;&quot;\">a.com/?b&amp;c</a> d.com"
    );
    let made = each("<p>a.com/x", |link, anchor| {
        anchor.text = format!("<{}>", typed_host(link));
    });
    assert_eq!(made, "<p><a href=\"https://a.com/x\">&lt;a.com&gt;</a>");
    let made = each("a.com/x.png", |_, anchor| {
        anchor.image = anchor.href.clone();
    });
    assert_eq!(
        made,
        "<a href=\"https://a.com/x.png\"><img src=\"https://a.com/x.png\" alt=\"a.com/x.png\"></a>"
    );
}

/// A hook cannot make a link that runs code, however it writes the scheme.
#[test]
fn dangerous_addresses_are_refused() {
    for href in [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        " \u{1}javascript:alert(1)",
        "java\nscr\tipt:alert(1)",
        "javascript\r:alert(1)",
        "data:text/html,<script>",
        "vbscript:x",
        "FILE:///etc/passwd",
    ] {
        let page = "<p>a.com</p>";
        assert_eq!(
            each(page, |_, anchor| anchor.href = href.into()),
            page,
            "{href:?}"
        );
        let page = "<a href=x>y</a>";
        assert_eq!(
            existing(page, |anchor| anchor.href = href.into()),
            "y",
            "{href:?}"
        );
        let detector = detector();
        let rewriter =
            MarkdownRewriter::new(&detector).on_link(|_, anchor| anchor.href = href.into());
        assert_eq!(rewriter.rewrite(b"a.com"), b"a.com", "{href:?}");
    }
    // What only looks like one is not: a path, another scheme.
    for href in [
        "./javascript:x",
        "xjavascript:x",
        "javascript&colon;x",
        "/?data:x",
    ] {
        let made = existing("<a href=x>y</a>", |anchor| anchor.href = href.into());
        assert!(made.starts_with("<a "), "{made}");
    }
}

#[test]
fn existing_links_are_changed_or_dropped() {
    let add = |anchor: &mut Anchor| anchor.rel = "ugc".into();
    for (page, made) in [
        ("<a href=/x>y</a>", "<a href=\"/x\" rel=\"ugc\">y</a>"),
        (
            "<A HREF='/?a&amp;b' Data-X=1 @click=z CLASS=c><b>y</b></A >",
            "<a href=\"/?a&amp;b\" rel=\"ugc\" class=\"c\" data-x=\"1\" @click=\"z\"><b>y</b></A >",
        ),
        (
            "<a href=1 href=2 rel=ugc>y</a>",
            "<a href=1 href=2 rel=ugc>y</a>",
        ),
        ("<a name=x>y</a>", "<a name=x>y</a>"),
        ("<a href=x>y", "<a href=\"x\" rel=\"ugc\">y"),
        ("<svg><a href=x>y</a></svg>", "<svg><a href=x>y</a></svg>"),
        ("<!-- <a href=x> -->", "<!-- <a href=x> -->"),
        (
            "<a href=javascript:x()>y</a>",
            "<a href=\"javascript:x()\" rel=\"ugc\">y</a>",
        ),
    ] {
        assert_eq!(existing(page, add), made);
    }
    for (page, made) in [
        ("1 <a href=x><i>2</i></a> 3", "1 <i>2</i> 3"),
        ("1 <a href=x>2", "1 2"),
        // A link that was dropped is not made again.
        ("<a href=x>a.com</a>", "a.com"),
    ] {
        assert_eq!(existing(page, Anchor::unlink), made);
    }
    let rename = |anchor: &mut Anchor| anchor.text = anchor.text.to_uppercase() + "<";
    assert_eq!(
        existing("<a href=x>a&amp;<b>b</b></a>", rename),
        "<a href=\"x\">A&amp;B&lt;</a>"
    );
}

#[test]
fn nothing_is_done_in_skipped_elements() {
    let (detector, html) = (detector(), Html::default().rel(""));
    let rewriter = HtmlRewriter::new(&detector, &html)
        .skip_tags(["Q", "p"])
        .existing(Anchor::unlink);
    for page in [
        "<q>a.com <a href=x>y</a></q>",
        "<q><b>a.com</b></q>",
        "<div><p>a.com</div>",
    ] {
        assert_eq!(rewriter.rewrite_str(page), page);
    }
    assert_eq!(
        rewriter.rewrite_str("<div><p>a.com</div>b.com <a href=x>y</a>"),
        "<div><p>a.com</div><a href=\"https://b.com/\">b.com</a> y"
    );
}

/// A name that has to be shown in A-labels is not linked where the text must not change (rule
/// `unchanged-pages`).
#[test]
fn lookalikes_stay_text() {
    let page = "<p>https://аррӏе.com</p>";
    assert_eq!(each(page, |_, _| {}), page);
    let detector = detector();
    let page = "https://аррӏе.com".as_bytes();
    assert_eq!(linkspan_rewrite::markdown(page, &detector), page);
}

/// Pieces of pages, well formed or not.
fn page() -> impl Strategy<Value = String> {
    let pieces = [
        "<a href=x>",
        "<a href='y&amp;z' id=1>",
        "<a name=n>",
        "</a>",
        "<b>",
        "</b>",
        "<p>",
        "</p>",
        "a.com ",
        "text ",
        "&lt;",
        "<table>",
        "<td>",
        "</table>",
        "<svg>",
        "</svg>",
        "<code>",
        "</code>",
        "<!--",
        "-->",
        "<i",
        "<img src=x>",
        "<template>",
        "</template>",
        "<select>",
        "<textarea>",
        "</textarea>",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..16)
        .prop_map(|pieces| pieces.concat())
}

/// The text of a page as a parser sees it.
fn text(page: &str) -> String {
    let page = Page::parse_fragment(page);
    let texts = page.tree.nodes().filter_map(|node| match node.value() {
        Node::Text(text) => Some(text.to_string()),
        _ => None,
    });
    texts.collect()
}

proptest! {
    /// A hook that changes nothing leaves every byte of existing links as it was.
    #[test]
    fn nothing_changes_by_itself(page in page()) {
        let (detector, html) = (Detector::uts58(), Html::default());
        let plain = HtmlRewriter::new(&detector, &html);
        let watched = plain.clone().existing(|_| {});
        prop_assert_eq!(watched.rewrite_str(&page), plain.rewrite_str(&page));
    }

    /// Attributes change nothing but attributes: a parser sees the same text and as many links.
    #[test]
    fn attributes_change_only_attributes(page in page()) {
        let made = existing(&page, |anchor| anchor.class = "seen".into());
        let plain = existing(&page, |_| {});
        prop_assert_eq!(text(&made), text(&plain));
        let links = |page: &str| {
            let selector = Selector::parse("a[href]").unwrap();
            let page = Page::parse_fragment(page);
            let hrefs = page.select(&selector).map(|link| link.attr("href").unwrap_or_default().to_owned());
            hrefs.collect::<Vec<_>>()
        };
        prop_assert_eq!(links(&made), links(&plain), "{}", made);
    }

    /// Dropping links keeps the text.
    #[test]
    fn dropping_links_keeps_the_text(page in page()) {
        let made = existing(&page, Anchor::unlink);
        prop_assert_eq!(text(&made), text(&page), "{}", made);
    }
}

/// Of two attributes with the same name, browsers take the first one, even if it is empty.
#[test]
fn the_first_attribute_counts() {
    let page = "<a href='' href='javascript:x' rel='' rel=opener title=a TITLE=b>x</a>";
    let made = existing(page, |anchor| {
        assert_eq!((&*anchor.href, &*anchor.rel, &*anchor.title), ("", "", "a"));
        anchor.rel = "nofollow".into();
    });
    let made = Page::parse_fragment(&made);
    let link = made.select(&Selector::parse("a").unwrap()).next().unwrap();
    assert_eq!(link.attr("href"), Some(""));
}
