//! Turns a document into the HTML of a page.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::anchor::Anchors;
use super::target::Targets;

/// A document as HTML.
#[derive(Default)]
pub(super) struct Article {
    pub(super) html: String,
    /// The text of the first heading.
    pub(super) title: String,
    /// The text of the first paragraph.
    pub(super) summary: String,
    /// The headings below the title.
    pub(super) headings: Vec<Heading>,
    /// The images: files of the repository, with their places on the site.
    pub(super) images: Vec<(String, String)>,
    /// Links that lead nowhere.
    pub(super) faults: Vec<String>,
}

pub(super) struct Heading {
    pub(super) level: HeadingLevel,
    pub(super) text: String,
    pub(super) anchor: String,
}

/// Renders a document.
///
/// Tables scroll on their own, headings have anchors, lines of Rust that rustdoc hides are left out,
/// and links lead to pages of the site.
pub(super) fn render(text: &str, document: &str, targets: &Targets<'_>) -> Article {
    let mut article = Article::default();
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, options).collect();
    add_headings(&mut events, &mut article);
    article.summary = first_paragraph(&events);
    let mut is_rust = false;
    let mut shown = Vec::with_capacity(events.len());
    for event in events {
        match event {
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                let dest_url = match targets.link(&dest_url, document) {
                    Ok(target) => target.into(),
                    Err(fault) => {
                        article.faults.push(fault);
                        dest_url
                    }
                };
                shown.push(Event::Start(Tag::Link {
                    link_type,
                    dest_url,
                    title,
                    id,
                }));
            }
            Event::Start(Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                let dest_url = match targets.image(&dest_url, document) {
                    Ok((file, place)) => {
                        article.images.push((file, place.clone()));
                        place.into()
                    }
                    Err(fault) => {
                        article.faults.push(fault);
                        dest_url
                    }
                };
                shown.push(Event::Start(Tag::Image {
                    link_type,
                    dest_url,
                    title,
                    id,
                }));
            }
            Event::Start(Tag::Table(_)) => {
                shown.push(Event::Html("<div class=\"scroll\">".into()));
                shown.push(event);
            }
            Event::End(TagEnd::Table) => {
                shown.push(event);
                shown.push(Event::Html("</div>\n".into()));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(ref language))) => {
                is_rust = language.starts_with("rust");
                shown.push(event);
            }
            Event::End(TagEnd::CodeBlock) => {
                is_rust = false;
                shown.push(event);
            }
            Event::Text(code) if is_rust => shown.push(Event::Text(without_hidden(&code).into())),
            event => shown.push(event),
        }
    }
    html::push_html(&mut article.html, shown.into_iter());
    article
}

/// Gives each heading its anchor and a link to itself, and lists the headings.
fn add_headings(events: &mut Vec<Event<'_>>, article: &mut Article) {
    let mut anchors = Anchors::default();
    let mut at = 0;
    while let Some(event) = events.get(at) {
        let Event::Start(Tag::Heading { level, .. }) = event else {
            at += 1;
            continue;
        };
        let level = *level;
        let length = events[at..]
            .iter()
            .position(|event| matches!(event, Event::End(TagEnd::Heading(_))))
            .unwrap_or(0);
        let text = plain_text(&events[at..at + length]);
        let anchor = anchors.next(&text);
        if let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(at) {
            *id = Some(anchor.clone().into());
        }
        if level == HeadingLevel::H1 && article.title.is_empty() {
            article.title = text;
        } else {
            let to_itself = format!(
                " <a class=\"anchor\" href=\"#{anchor}\" aria-label=\"Link to this section\">#</a>"
            );
            events.insert(at + length, Event::InlineHtml(to_itself.into()));
            article.headings.push(Heading {
                level,
                text,
                anchor,
            });
        }
        at += length.max(1);
    }
}

fn first_paragraph(events: &[Event<'_>]) -> String {
    let is_start = |event: &Event<'_>| matches!(event, Event::Start(Tag::Paragraph));
    let is_end = |event: &Event<'_>| matches!(event, Event::End(TagEnd::Paragraph));
    let from = events.iter().position(is_start).unwrap_or(events.len());
    let rest = &events[from..];
    plain_text(&rest[..rest.iter().position(is_end).unwrap_or(0)])
}

fn plain_text(events: &[Event<'_>]) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    text
}

/// Rust without the lines that rustdoc hides: `#` alone, or `# ` before code.
fn without_hidden(code: &str) -> String {
    let is_shown = |line: &&str| {
        let line = line.trim();
        line != "#" && !line.starts_with("# ")
    };
    code.split_inclusive('\n').filter(is_shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn article(text: &str) -> Article {
        let targets = Targets {
            repository: "https://forge.example/a/a",
            page: &|path| (path == "b.md").then_some("b"),
            kind: &|_| None,
        };
        render(text, "a.md", &targets)
    }

    #[test]
    fn headings_have_anchors_and_a_list() {
        let made = article("# A `b`\n\nOne\ntwo.\n\n## C d\n\n## C d\n");
        assert_eq!(made.title, "A b");
        assert_eq!(made.summary, "One two.");
        let anchors: Vec<&str> = made
            .headings
            .iter()
            .map(|one| one.anchor.as_str())
            .collect();
        assert_eq!(anchors, ["c-d", "c-d-1"]);
        assert!(made.html.contains("<h1 id=\"a-b\">A <code>b</code></h1>"));
        assert!(
            made.html
                .contains("<h2 id=\"c-d-1\">C d <a class=\"anchor\" href=\"#c-d-1\"")
        );
    }

    #[test]
    fn links_are_rewritten_outside_code() {
        let made = article("[b](b.md#c) `[b](b.md)` [c](c.md)");
        assert!(
            made.html
                .contains("<a href=\"b.html#c\">b</a> <code>[b](b.md)</code>")
        );
        assert_eq!(made.faults, ["a.md: `c.md` does not exist"]);
    }

    #[test]
    fn hidden_lines_and_tables() {
        let made = article(
            "```rust,no_run\n# fn main() {\n#[derive(Debug)]\nlet a = 1;\n# }\n```\n\n|a|\n|-|\n|b|\n",
        );
        assert!(
            made.html
                .contains("\">#[derive(Debug)]\nlet a = 1;\n</code>"),
            "{}",
            made.html
        );
        assert!(made.html.contains("<div class=\"scroll\"><table>"));
        let shell = article("```sh\n# a comment\n```\n");
        assert!(shell.html.contains("# a comment"));
    }
}
