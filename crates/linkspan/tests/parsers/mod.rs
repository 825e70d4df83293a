//! What real parsers see of what renderers make; the fuzz targets use it too.

use pulldown_cmark::{Event, Options, Parser, Tag};
use scraper::{Html, Node};

/// The text and links that a parser finds in a piece of HTML.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) text: String,
    /// The targets of links, and their text.
    pub(crate) links: Vec<(String, String)>,
    /// Unexpected elements and attributes.
    pub(crate) odd: Vec<String>,
}

impl Seen {
    /// Reads HTML that may have links with these `attributes`, and elements for directions.
    pub(crate) fn of(html: &str, attributes: &[&str]) -> Self {
        // Some elements drop a line feed at their start; the dot prevents that.
        let page = Html::parse_fragment(&format!("<p>.{html}"));
        let mut seen = Self::default();
        for node in page.tree.nodes() {
            match node.value() {
                Node::Text(text) => seen.text.push_str(text),
                Node::Element(element) => match element.name() {
                    "html" | "body" | "p" | "bdi" | "bdo" => {}
                    "a" => {
                        let names = element.attrs().map(|(name, _)| name);
                        let odd = names.filter(|name| !attributes.contains(name));
                        seen.odd.extend(odd.map(str::to_owned));
                        let texts = node.descendants().filter_map(|node| node.value().as_text());
                        let content = texts.map(|text| &**text).collect();
                        let href = element.attr("href").unwrap_or_default();
                        seen.links.push((href.to_owned(), content));
                    }
                    name => seen.odd.push(name.to_owned()),
                },
                Node::Document | Node::Fragment => {}
                other => seen.odd.push(format!("{other:?}")),
            }
        }
        seen.text.remove(0);
        seen
    }
}

/// The text of Markdown in which there should be nothing but text and links, and the targets.
pub(crate) fn plain_markdown(page: &str) -> (String, Vec<String>) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH
        | Options::ENABLE_DEFINITION_LIST;
    let (mut text, mut links) = (String::new(), Vec::new());
    for event in Parser::new_ext(page, options) {
        match event {
            Event::Text(piece) => text.push_str(&piece),
            Event::SoftBreak | Event::Start(Tag::Paragraph) | Event::End(_) => text.push('\n'),
            Event::Start(Tag::Link { dest_url, .. }) => links.push(dest_url.to_string()),
            other => panic!("{other:?} in {page:?}"),
        }
    }
    (text, links)
}

/// The targets of the hyperlinks in what is shown on a terminal, where there is no other control.
pub(crate) fn hyperlinks(shown: &str) -> Vec<&str> {
    let mut rest = shown;
    let mut targets = Vec::new();
    while let Some(at) = rest.find('\u{1B}') {
        rest = rest[at..]
            .strip_prefix("\u{1B}]8;;")
            .expect("nothing but hyperlinks");
        let (target, behind) = rest.split_once("\u{1B}\\").expect("the end of a target");
        assert!(
            target.bytes().all(|byte| byte.is_ascii_graphic()),
            "{target:?}"
        );
        targets.extend(Some(target).filter(|target| !target.is_empty()));
        rest = behind;
    }
    let is_harmless = |c: char| !c.is_control() || matches!(c, '\n' | '\t' | '\r' | '\u{1B}');
    assert!(shown.chars().all(is_harmless), "{shown:?}");
    let odd = ['\r', '\u{202E}', '\u{2066}', '\u{200F}'];
    assert!(!shown.replace("\r\n", "").contains(odd), "{shown:?}");
    targets
}

/// Text of which white space is not compared.
pub(crate) fn squeezed(text: &str) -> String {
    let text = text.chars().filter(|c| !c.is_whitespace());
    text.map(|c| if c == '\0' { '\u{FFFD}' } else { c })
        .collect()
}
