//! What a parser sees of a Markdown document; the fuzz targets use it too.

use pulldown_cmark::{Event, Options, Parser, Tag};

/// Text, code and markup of a Markdown document, and the targets of its links.
pub(crate) fn read(page: &str) -> (String, Vec<String>) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let (mut text, mut links) = (String::new(), Vec::new());
    for event in Parser::new_ext(page, options) {
        match event {
            Event::Text(piece) => text.push_str(&piece),
            Event::Code(piece) => text.extend(["`", &piece, "`"]),
            Event::Html(piece) | Event::InlineHtml(piece) => text.push_str(&piece),
            Event::SoftBreak | Event::HardBreak => text.push('\n'),
            Event::Start(Tag::Link { dest_url, .. }) => links.push(dest_url.to_string()),
            _ => {}
        }
    }
    (text, links)
}
