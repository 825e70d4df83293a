//! What holds for the output of every renderer: to a reader, it is the text with its links and
//! nothing else. The fuzz targets use it too.

use linkspan::bidi::Layout;
use linkspan::defang::defang;
use linkspan::render::{
    Caption, Defanged, Html, Markdown, Marks, Renderer, Terminal, Title, escape_bidi,
};
use linkspan::{Detector, Kind, Link, Span};

use super::parsers::{Seen, hyperlinks, plain_markdown, squeezed};

/// The links that lead somewhere. The names of files do not.
fn targets<'t>(detector: &'t Detector, text: &'t str) -> impl Iterator<Item = Link<'t>> {
    let links = detector.links(text);
    links.filter(|link| link.kind() != Kind::File)
}

/// Panics if a parser of HTML finds anything but the text and its links.
pub(crate) fn check_html(detector: &Detector, text: &str, caption: Caption) {
    let html = Html::default().render(detector.spans(text)).to_string();
    let seen = Seen::of(&html, &["href", "rel"]);
    assert!(seen.odd.is_empty(), "{:?} in {html:?}", seen.odd);
    let shown = |link: Link<'_>| (link.href(), escape_bidi(&link.caption()).into_owned());
    let links: Vec<_> = targets(detector, text).map(shown).collect();
    assert_eq!(seen.links, links, "in {html:?}");
    let mut links = detector.links(text);
    let is_typed = links.all(|link| escape_bidi(&link.caption()) == link.text());
    if is_typed && !nests(text) {
        // HTML normalizes line endings and NUL.
        let expected = text.replace("\r\n", "\n").replace('\0', "\u{FFFD}");
        assert_eq!(seen.text, expected, "in {html:?}");
    }
    check_options(detector, text, caption);
}

/// Every option, with values that would like to be markup.
fn check_options(detector: &Detector, text: &str, caption: Caption) {
    let html = Html::default()
        .caption(caption)
        .title(Title::Display)
        .target("_blank")
        .class("x\"><script>")
        .bidi(Layout::default())
        .on_link(|link, anchor| {
            let extra = &mut anchor.extra;
            extra.push(("onclick=\"x\" y".into(), "1".into()));
            extra.push(("HREF".into(), "javascript:1".into()));
            extra.push(("data-a".into(), format!("{link}'\"<>")));
        });
    let html = html.render(detector.spans(text)).to_string();
    let names = ["href", "rel", "target", "class", "title", "data-a"];
    let seen = Seen::of(&html, &names);
    assert!(seen.odd.is_empty(), "{:?} in {html:?}", seen.odd);
}

/// Panics if a parser of Markdown finds anything but the text and its links. Gives the text that it
/// finds.
pub(crate) fn check_markdown(detector: &Detector, text: &str) -> String {
    let markdown = Markdown::default().render(detector.spans(text)).to_string();
    let (shown, links) = plain_markdown(&markdown);
    let typed = |span: Span<'_>| match span {
        Span::Link(link) => escape_bidi(&link.caption()).into_owned(),
        Span::Text(text) => text.to_owned(),
    };
    let typed: String = detector.spans(text).map(typed).collect();
    // Links after what reorders them are isolated.
    let bare = |text: &str| squeezed(text).replace(['\u{2066}', '\u{2069}'], "");
    if !nests(text) {
        assert_eq!(bare(&shown), bare(&typed), "in {markdown:?}");
    }
    let links = links.iter().map(|href| in_markdown(href));
    let expected = targets(detector, text).map(|link| in_markdown(&link.href()));
    assert!(links.eq(expected), "in {markdown:?}");
    shown
}

/// Whether a text may open more embeddings than are kept.
fn nests(text: &str) -> bool {
    let opening = [
        '\u{202A}', '\u{202B}', '\u{202D}', '\u{202E}', '\u{2066}', '\u{2067}', '\u{2068}',
    ];
    text.matches(opening).count() > 16
}

/// A target with what Markdown might read escaped, as renderers may do.
fn in_markdown(href: &str) -> String {
    let escape = |c: char| match c {
        '\\' | '|' | '<' | '>' | '`' | '$' => format!("%{:02X}", u32::from(c)),
        c => c.to_string(),
    };
    href.chars().map(escape).collect()
}

/// Panics if a control gets to the terminal but those of the hyperlinks.
pub(crate) fn check_terminal(detector: &Detector, text: &str, caption: Caption) {
    let shown = Terminal::default()
        .caption(caption)
        .render(detector.spans(text))
        .to_string();
    let count = targets(detector, text).count();
    assert_eq!(hyperlinks(&shown).len(), count, "in {shown:?}");
}

/// Panics if marks change the text, or the renderer defangs in another way than the function.
pub(crate) fn check_marks(detector: &Detector, text: &str) {
    let marked = Marks.render(detector.spans(text)).to_string();
    assert_eq!(marked.replace(['⸠', '⸡'], ""), text.replace(['⸠', '⸡'], ""));
    let safe = Defanged::default().render(detector.spans(text)).to_string();
    assert_eq!(safe, defang(text));
}
