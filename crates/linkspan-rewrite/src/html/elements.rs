//! Properties of elements.

/// Elements that must not contain added links. In `script`, `style`, `title`, `textarea` and some
/// others, the parser does not read text as text either.
pub(super) const CLOSED: [&str; 16] = [
    "a", "button", "code", "head", "iframe", "math", "noscript", "option", "pre", "script",
    "select", "style", "svg", "template", "textarea", "title",
];

/// Those that contain code.
pub(super) const CODE: [&str; 2] = ["code", "pre"];

/// Those that end together with their parent. The others may continue: a parser reopens `a` and
/// `code`, and reads foreign elements in its own way.
pub(super) const ENDING: [&str; 2] = ["head", "option"];

/// Whether a reader sees an element as a break between words.
pub(crate) fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name)
}

/// Elements that a reader sees as a break between words, or as something other than text. All
/// others, known or not, are inline.
pub(super) const BLOCKS: [&str; 73] = [
    "address",
    "article",
    "aside",
    "audio",
    "blockquote",
    "body",
    "br",
    "button",
    "canvas",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "embed",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "iframe",
    "img",
    "input",
    "legend",
    "li",
    "main",
    "math",
    "menu",
    "meter",
    "nav",
    "object",
    "ol",
    "optgroup",
    "option",
    "p",
    "picture",
    "pre",
    "progress",
    "search",
    "section",
    "select",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
    "video",
];

/// The text of a `noscript` element as the page that readers without scripts see. In it, `noscript`
/// is an element like any other, so its tags get another name of the same length: nothing is read a
/// second time, however deeply they are nested.
pub(super) fn without_scripts(text: &str) -> String {
    let mut page = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let slash = usize::from(rest.as_bytes().get(at + 1) == Some(&b'/'));
        let (before, tag) = rest.split_at_checked(at + 1 + slash).unwrap_or((rest, ""));
        page.push_str(before);
        rest = tag;
        let name = tag
            .get(..8)
            .filter(|name| name.eq_ignore_ascii_case("noscript"));
        if name.is_some() {
            page.push_str("x-script");
            rest = tag.get(8..).unwrap_or_default();
        }
    }
    page.push_str(rest);
    page
}
