//! To a reader, the output of a renderer is the text with its links and nothing else.

use linkspan::bidi::Layout;
use linkspan::defang::{defang, refang};
use linkspan::render::{
    Defanged, Html, Label, Markdown, Marks, Renderer, Terminal, Title, escape_bidi,
};
use linkspan::{Detector, Kind, Span};

use crate::input::Input;
use crate::parsed::{Seen, hyperlinks, plain_markdown, squeezed};
use crate::profile;

/// Panics if a renderer shows something else than the text with its links.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let detector = Detector::new(profile::named(&mut input));
    let label = input.choice(&[
        Label::Typed,
        Label::Display,
        Label::Short(12),
        Label::ShortDisplay(20),
    ]);
    let text = input.text();
    plain_html(&detector, &text);
    full_html(&detector, &text, label);
    markdown(&detector, &text);
    terminal(&detector, &text, label);
    let marked = Marks.render(detector.spans(&text)).to_string();
    assert_eq!(marked.replace(['⸠', '⸡'], ""), text.replace(['⸠', '⸡'], ""));
    defanged(&detector, &text);
}

/// Defanged text has no link by any profile but `pri185`, is the same when it is defanged again, and
/// comes back.
fn defanged(detector: &Detector, text: &str) {
    let safe = Defanged::default().render(detector.spans(text)).to_string();
    assert_eq!(safe, defang(text));
    if !profile::is_pri185(detector) {
        let live = detector.links(&safe).next();
        assert!(live.is_none(), "{live:?} in {safe:?} of {text:?}");
    }
    assert_eq!(defang(&safe), safe, "of {text:?}");
    assert_eq!(refang(&safe), refang(text), "of {text:?}");
}

fn plain_html(detector: &Detector, text: &str) {
    let html = Html::default().render(detector.spans(text)).to_string();
    let seen = Seen::of(&html, &["href", "rel"]);
    assert!(seen.odd.is_empty(), "{:?} in {html:?}", seen.odd);
    let links = detector
        .links(text)
        .filter(|link| link.kind() != Kind::File);
    let links: Vec<_> = links
        .map(|link| (link.href(), escape_bidi(&link.typed()).into_owned()))
        .collect();
    assert_eq!(seen.links, links, "in {html:?}");
    if detector
        .links(text)
        .all(|link| escape_bidi(&link.typed()) == link.as_str())
        && !nests(text)
    {
        // HTML normalizes line endings and NUL.
        let expected = text.replace("\r\n", "\n").replace('\0', "\u{FFFD}");
        assert_eq!(seen.text, expected, "in {html:?}");
    }
}

/// Every option, with values that would like to be markup.
fn full_html(detector: &Detector, text: &str, label: Label) {
    let html = Html::default()
        .label(label)
        .title(Title::Display)
        .target("_blank")
        .class("x\"><script>")
        .bidi(Layout::default())
        .each(|link, anchor| {
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

fn markdown(detector: &Detector, text: &str) {
    let markdown = Markdown::default().render(detector.spans(text)).to_string();
    let (shown, links) = plain_markdown(&markdown);
    let typed: String = detector
        .spans(text)
        .map(|span| match span {
            Span::Link(link) => escape_bidi(&link.typed()).into_owned(),
            Span::Text(text) => text.to_owned(),
        })
        .collect();
    // Links after what reorders them are isolated.
    let bare = |text: &str| squeezed(text).replace(['\u{2066}', '\u{2069}'], "");
    if !nests(text) {
        assert_eq!(bare(&shown), bare(&typed), "in {markdown:?}");
    }
    let links = links.iter().map(|href| in_markdown(href));
    // The names of files lead nowhere.
    let targets = detector
        .links(text)
        .filter(|link| link.kind() != Kind::File);
    let expected = targets.map(|link| in_markdown(&link.href()));
    assert!(links.eq(expected), "in {markdown:?}");
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
    let mut target = String::new();
    for c in href.chars() {
        match c {
            '\\' | '|' | '<' | '>' | '`' | '$' => {
                target.push_str(&format!("%{:02X}", u32::from(c)));
            }
            c => target.push(c),
        }
    }
    target
}

/// No control gets to the terminal but those of the hyperlinks.
fn terminal(detector: &Detector, text: &str, label: Label) {
    let shown = Terminal::default()
        .label(label)
        .render(detector.spans(text))
        .to_string();
    let targets = detector
        .links(text)
        .filter(|link| link.kind() != Kind::File);
    assert_eq!(hyperlinks(&shown).len(), targets.count(), "in {shown:?}");
}
