//! What the author of a chat writes, one function each.
//!
//! ```sh
//! cargo run --example chat -- 'see example.com/cat.png, @anna'
//! ```

#![allow(clippy::restriction, reason = "an example may panic")]

use linkspan::format::encode_component;
use linkspan::render::{Html, Renderer, escaped_html};
use linkspan::{Detector, Kind, Profile, Span, Spans};
use regex::Regex;

/// Links as a site wants them: `rel`, `target` and a class.
fn attributes(message: &str) -> String {
    let detector = Detector::new(Profile::recommended());
    let html = Html::default()
        .rel("nofollow ugc")
        .target("_blank")
        .class("link");
    html.render(detector.spans(message)).to_string()
}

/// Every link leads through a page that counts or warns.
fn redirector(message: &str) -> String {
    let detector = Detector::new(Profile::recommended());
    let html = Html::default().on_link(|link, anchor| {
        if link.kind() == Kind::Url {
            anchor.href = format!("https://out.example/?u={}", encode_component(&anchor.href));
        }
    });
    html.render(detector.spans(message)).to_string()
}

/// Only links to some sites are made, however their names are written.
fn allow_list(message: &str) -> String {
    let allowed = ["example.com", "bücher.de"];
    let profile = Profile::recommended().check(move |link| {
        let is_allowed = allowed.iter().any(|site| link.is_below(site));
        (!is_allowed).then_some("not-allowed")
    });
    let detector = Detector::new(profile);
    Html::default().render(detector.spans(message)).to_string()
}

/// Links to images show the image.
fn images(message: &str) -> String {
    let detector = Detector::new(Profile::recommended());
    let html = Html::default().on_link(|_, anchor| {
        if anchor.href.ends_with(".png") {
            anchor.image = anchor.href.clone();
        }
    });
    html.render(detector.spans(message)).to_string()
}

/// Mentions of people become links too; `@` inside a link is not a mention.
fn mentions(message: &str) -> String {
    let (detector, html) = (Detector::new(Profile::recommended()), Html::default());
    let mention = Regex::new(r"@(\w+)").unwrap();
    let spans = detector.spans(message).map(|span| match span {
        Span::Link(link) => html.anchor(&link).to_string(),
        Span::Text(text) => {
            let text = escaped_html(text);
            mention
                .replace_all(&text, "<a href=\"/user/$1\">$0</a>")
                .into_owned()
        }
    });
    spans.collect()
}

/// At most `most` links are made; further ones stay text.
fn at_most(message: &str, most: usize) -> String {
    let detector = Detector::new(Profile::recommended());
    let links = detector.links(message).take(most);
    let spans = Spans::new(message, links);
    Html::default().render(spans).to_string()
}

fn main() {
    let message = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    for (name, made) in [
        ("attributes", attributes(&message)),
        ("redirector", redirector(&message)),
        ("allow list", allow_list(&message)),
        ("images", images(&message)),
        ("mentions", mentions(&message)),
        ("at most one", at_most(&message, 1)),
    ] {
        println!("{name}: {made}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REL: &str = "rel=\"nofollow noopener\"";

    #[test]
    fn attributes_are_written() {
        assert_eq!(
            attributes("<a.com>"),
            "&lt;<a href=\"https://a.com/\" rel=\"nofollow ugc\" target=\"_blank\" class=\"link\">\
             <bdi>a.com</bdi></a>&gt;"
        );
    }

    #[test]
    fn links_lead_through_the_redirector() {
        assert_eq!(
            redirector("a.com/?b&c"),
            format!(
                "<a href=\"https://out.example/?u=https%3A%2F%2Fa.com%2F%3Fb%26c\" {REL}><bdi>a.com/?b&amp;c</bdi></a>"
            )
        );
    }

    #[test]
    fn no_other_spelling_passes_the_list() {
        let message = "evil-example.com example.com.evil.com http://example.com@evil.com";
        assert_eq!(allow_list(message), message);
        let message = "EXAMPLE.com. ｅｘａｍｐｌｅ.com xn--bcher-kva.de a.BÜCHER.de";
        assert_eq!(allow_list(message).matches("<a ").count(), 4);
    }

    #[test]
    fn images_are_shown() {
        let src = "https://a.com/b.png";
        assert_eq!(
            images("a.com/b.png"),
            format!("<a href=\"{src}\" {REL}><img src=\"{src}\" alt=\"a.com/b.png\"></a>")
        );
        assert!(!images("a.com/b.html").contains("<img"));
    }

    #[test]
    fn mentions_are_beside_links() {
        assert_eq!(
            mentions("<@anna> me@a.com"),
            "&lt;<a href=\"/user/anna\">@anna</a>&gt; <a href=\"mailto:me@a.com\"><bdi>me@a.com</bdi></a>"
        );
    }

    #[test]
    fn further_links_stay_text() {
        let made = at_most("a.com b.com c.com", 2);
        assert_eq!(made.matches("<a ").count(), 2);
        assert!(made.ends_with("</a> c.com"));
    }
}
