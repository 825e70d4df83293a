//! The measured functions, from a text to a number.

use std::hint::black_box;

use linkify::{LinkFinder, LinkKind};
use linkspan::bidi::Layout;
use linkspan::profile::Linking;
use linkspan::render::{Html, Renderer};
use linkspan::{Detector, Profile, format};
use regex::Regex;

/// A way to do something with a text.
pub struct Contender {
    /// How tables call it.
    pub name: &'static str,
    /// Does it, and tells how many links there were (or how many bytes, for what finds no links).
    pub run: Box<dyn Fn(&str) -> usize>,
}

impl Contender {
    fn new(name: &'static str, run: impl Fn(&str) -> usize + 'static) -> Self {
        Self {
            name,
            run: Box::new(run),
        }
    }
}

/// `memchr3` for the three bytes that can make a link: the limit.
pub fn memchr3() -> Contender {
    Contender::new("memchr3", |text| {
        memchr::memchr3_iter(b'.', b':', b'@', text.as_bytes()).count()
    })
}

/// `linkify` with names without a scheme and e-mail addresses: what does the same as `uts58`.
pub fn linkify() -> Contender {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    Contender::new("linkify", move |text| finder.links(text).count())
}

/// `linkify` with URLs that have a scheme.
pub fn linkify_schemes() -> Contender {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    Contender::new("linkify, schemes", move |text| finder.links(text).count())
}

/// A regular expression as people write it without a linkifier.
pub fn regex() -> Contender {
    let pattern = Regex::new(r#"https?://[^\s<>"']+|www\.[^\s<>"']+|[\w.+-]+@[\w-]+\.[\w.-]+"#);
    let pattern = pattern.expect("the pattern is right");
    Contender::new("regex", move |text| pattern.find_iter(text).count())
}

/// Detection with a profile.
pub fn detection(name: &'static str, profile: Profile) -> Contender {
    let detector = Detector::new(profile);
    Contender::new(name, move |text| detector.links(text).count())
}

/// Detection of links that have a scheme.
pub fn schemes() -> Contender {
    let profile = Profile::uts58().bare_links(Linking::Ignored);
    detection("uts58, schemes", profile)
}

/// Detection, and both forms of every link.
pub fn formatting() -> Contender {
    let detector = Detector::uts58();
    Contender::new("formatting", move |text| {
        let mut count = 0;
        for link in detector.links(text) {
            black_box(format::minimal(link.text()).ok());
            black_box(link.display());
            count += 1;
        }
        count
    })
}

/// The text as HTML.
pub fn html() -> Contender {
    let detector = Detector::new(Profile::recommended());
    Contender::new("HTML", move |text| {
        Html::default()
            .render(detector.spans(text))
            .to_string()
            .len()
    })
}

/// The text with its links in the order in which people read them.
pub fn bidi() -> Contender {
    let detector = Detector::new(Profile::pri185());
    Contender::new("bidi", move |text| {
        let layout = Layout::default();
        let shown = |line| layout.text(line, detector.links(line));
        text.lines()
            .map(|line| shown(line).controls().as_str().len())
            .sum()
    })
}
