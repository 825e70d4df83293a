//! The frame of every page: head, navigation, list of headings.

use std::fmt::Write;

use pulldown_cmark::HeadingLevel;

use super::markdown::{Article, Heading};
use super::pages::{PAGES, PLAYGROUND, Page, SECTIONS};

/// The styles of all pages, in the colours of the playground.
pub(super) const STYLE: &str = include_str!("style.css");

/// The most characters of a description, as search engines show it.
const DESCRIPTION: usize = 160;

/// From how many headings on a page lists them.
const LISTED: usize = 4;

/// Pages run no scripts and load nothing from other sites.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/// What is the same on all pages.
pub(super) struct Frame<'f> {
    pub(super) repository: &'f str,
    pub(super) version: &'f str,
    /// The pages that are in the navigation.
    pub(super) is_there: &'f dyn Fn(&Page) -> bool,
}

impl Frame<'_> {
    /// A page. Its name is without `.html`, and may be in a folder.
    pub(super) fn page(&self, name: &str, article: &Article) -> String {
        let up = "../".repeat(name.matches('/').count());
        let title = match article.title.as_str() {
            "linkspan" => "linkspan: links and e-mail addresses in text".to_owned(),
            title => format!("{title} · linkspan"),
        };
        format!(
            "<!doctype html>\n\
             <html lang=\"en\">\n\
             <head>\n\
             <meta charset=\"utf-8\">\n\
             <title>{title}</title>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"description\" content=\"{description}\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <link rel=\"icon\" href=\"{up}icon.svg\" type=\"image/svg+xml\">\n\
             <link rel=\"stylesheet\" href=\"{up}style.css\">\n\
             </head>\n\
             <body>\n\
             <a class=\"skip\" href=\"#content\">Skip to the content</a>\n\
             <header>\n\
             <a class=\"home\" href=\"{up}index.html\"><img src=\"{up}icon.svg\" alt=\"\" width=\"28\" height=\"28\">linkspan</a>\n\
             <span>{version}</span>\n\
             <a href=\"{up}{PLAYGROUND}.html\">Playground</a>\n\
             <a href=\"{repository}\">Source</a>\n\
             </header>\n\
             <div class=\"columns\">\n\
             {navigation}\
             <main id=\"content\">\n\
             {body}\
             </main>\n\
             </div>\n\
             </body>\n\
             </html>\n",
            title = escaped(&title),
            description = escaped(&shortened(&article.summary)),
            version = escaped(self.version),
            repository = escaped(self.repository),
            navigation = self.navigation(name, &up),
            body = with_contents(article),
        )
    }

    /// The list of all pages. It is shown twice: beside the text, and folded above it on narrow
    /// screens.
    fn navigation(&self, name: &str, up: &str) -> String {
        let mut list = String::new();
        let item = |list: &mut String, to: &str, label: &str| {
            let current = if to == name {
                " aria-current=\"page\""
            } else {
                ""
            };
            let label = escaped(label);
            let _ = writeln!(
                list,
                "<li><a href=\"{up}{to}.html\"{current}>{label}</a></li>"
            );
        };
        for section in SECTIONS {
            let _ = writeln!(list, "<h2>{section}</h2>\n<ul>");
            for page in PAGES.iter().filter(|page| page.section == section) {
                if (self.is_there)(page) {
                    item(&mut list, page.name, page.label);
                }
            }
            if section == "Start" {
                item(&mut list, PLAYGROUND, "Playground");
            }
            list.push_str("</ul>\n");
        }
        format!(
            "<nav class=\"wide\" aria-label=\"Pages\">\n{list}</nav>\n\
             <nav class=\"narrow\" aria-label=\"Pages\">\n<details>\n<summary>All pages</summary>\n\
             {list}</details>\n</nav>\n"
        )
    }
}

/// The article with the list of its headings after the title, if there are enough of them.
fn with_contents(article: &Article) -> String {
    let is_listed = |heading: &&Heading| heading.level <= HeadingLevel::H3;
    let headings: Vec<&Heading> = article.headings.iter().filter(is_listed).collect();
    let Some((title, rest)) = article.html.split_once("</h1>") else {
        return article.html.clone();
    };
    if headings.len() < LISTED {
        return article.html.clone();
    }
    let mut list =
        String::from("<details class=\"contents\">\n<summary>On this page</summary>\n<ul>\n");
    for heading in headings {
        let class = match heading.level {
            HeadingLevel::H3 => " class=\"below\"",
            _ => "",
        };
        let text = escaped(&heading.text);
        let _ = writeln!(
            list,
            "<li{class}><a href=\"#{}\">{text}</a></li>",
            heading.anchor
        );
    }
    list.push_str("</ul>\n</details>\n");
    format!("{title}</h1>\n{list}{rest}")
}

/// Whole words of a text, as many as a description may have.
fn shortened(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION {
        return text.to_owned();
    }
    let start: String = text.chars().take(DESCRIPTION - 1).collect();
    let words = start
        .rsplit_once(' ')
        .map_or(start.as_str(), |(words, _)| words);
    format!("{}…", words.trim_end_matches([',', ';', ':', '.']))
}

/// Text as HTML, also in attributes.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(name: &str, article: &Article) -> String {
        let frame = Frame {
            repository: "https://forge.example/a/a",
            version: "1.0",
            is_there: &|page| page.name != "javascript-options",
        };
        frame.page(name, article)
    }

    #[test]
    fn a_page_marks_itself_and_escapes_its_title() {
        let article = Article {
            html: "<h1>A &amp; b</h1>\n<p>c</p>\n".to_owned(),
            title: "A & b".to_owned(),
            ..Article::default()
        };
        let made = page("guide", &article);
        assert!(made.contains("<title>A &amp; b · linkspan</title>"));
        assert!(made.contains("<a href=\"guide.html\" aria-current=\"page\">Guide</a>"));
        assert!(!made.contains("javascript-options") && !made.contains("On this page"));
    }

    #[test]
    fn pages_in_folders_lead_back() {
        let made = page(PLAYGROUND, &Article::default());
        assert!(made.contains("href=\"../style.css\"") && made.contains("href=\"../guide.html\""));
    }

    #[test]
    fn descriptions_end_with_a_word() {
        assert_eq!(shortened("Short."), "Short.");
        let long = shortened(&"word, ".repeat(50));
        assert!(
            long.chars().count() <= DESCRIPTION && long.ends_with("word…"),
            "{long}"
        );
    }
}
