//! Everything that is done with text of other people, to be counted on hostile input.

use std::hint::black_box;

use linkspan::bidi::{Layout, kind_of};
use linkspan::live::{Edit, LiveText};
use linkspan::render::{Html, Markdown, Renderer, Terminal};
use linkspan::stream::Stream;
use linkspan::tld::TldSource;
use linkspan::{Date, Detector, Kind, Profile, format};

/// Something that is done with a text.
pub struct Operation {
    /// A word or two.
    pub name: &'static str,
    /// Does it.
    pub run: Box<dyn Fn(&str)>,
}

fn detection(name: &'static str, profile: Profile) -> Operation {
    let detector = Detector::new(profile);
    operation(name, move |text| {
        black_box(detector.links(text).count());
    })
}

fn operation(name: &'static str, run: impl Fn(&str) + 'static) -> Operation {
    Operation {
        name,
        run: Box::new(run),
    }
}

/// All operations.
pub fn operations() -> Vec<Operation> {
    let mut operations = searches();
    operations.extend(outputs());
    operations.extend(increments());
    operations
}

/// Finds links.
fn searches() -> Vec<Operation> {
    let today = Date::from_unix_days(20_000);
    let recommended = Detector::new(Profile::recommended());
    vec![
        detection("uts58", Profile::uts58()),
        detection("recommended", Profile::recommended()),
        detection("uasg", Profile::uasg(today)),
        detection("nonascii", Profile::nonascii()),
        detection("pri185", Profile::pri185()),
        operation("reasons", move |text| {
            black_box(recommended.explain(text).count());
        }),
        operation("domains", |text| {
            for link in Detector::uts58().links(text) {
                black_box(link.host().map(|host| (host.domain(), host.ascii())));
            }
        }),
    ]
}

/// Writes text and links in another form.
fn outputs() -> Vec<Operation> {
    let rendered = Detector::new(Profile::recommended());
    let rewritten = rendered.clone();
    let bidi = Detector::new(Profile::pri185());
    vec![
        operation("format", |text| {
            // As a URL, and as what follows a host.
            for url in [text.to_owned(), format!("https://example.com/{text}")] {
                black_box(format::minimal(&url).ok());
                black_box(format::display(&url).ok());
                black_box(format::ascii(&url).ok());
            }
        }),
        operation("render", move |text| {
            let spans = || rendered.spans(text);
            black_box(Html::default().render(spans()).to_string());
            black_box(Markdown::default().render(spans()).to_string());
            black_box(Terminal::default().render(spans()).to_string());
        }),
        operation("rewrite", move |text| {
            let html = Html::default();
            black_box(linkspan_rewrite::html(text.as_bytes(), &rewritten, &html));
            black_box(linkspan_rewrite::markdown(text.as_bytes(), &rewritten));
        }),
        operation("bidi", move |text| {
            black_box(kind_of(text, &TldSource::Embedded));
            let layout = Layout::default();
            let paragraph = layout.text(text, bidi.links(text));
            black_box((paragraph.controls(), paragraph.html(), paragraph.visual()));
            let link = layout.link(text, Kind::Url);
            black_box((link.controls(), link.html(), link.visual()));
        }),
    ]
}

/// Finds links in text that arrives in pieces or changes.
fn increments() -> Vec<Operation> {
    let streamed = Detector::new(Profile::recommended());
    let live = streamed.clone();
    let typed = streamed.clone();
    vec![
        operation("stream", move |text| {
            let mut stream = Stream::new(streamed.clone());
            let mut count = 0;
            for bytes in text.as_bytes().chunks(61) {
                stream.push(bytes, &mut |_| count += 1);
            }
            stream.finish(&mut |_| count += 1);
            black_box(count);
        }),
        operation("live", move |text| {
            let mut live = LiveText::new(text, live.clone());
            for insert in ["x", " "] {
                let edit = Edit::new(0..0, insert);
                black_box(live.apply(edit).ok());
            }
            black_box(live.links().count());
        }),
        // An edit in every line. The total is linear only if an edit costs the same in a text of
        // any length.
        operation("typing", move |text| {
            let page = lines(text);
            let mut live = LiveText::new(&page, typed.clone());
            for (at, _) in page.rmatch_indices('\n') {
                black_box(live.apply(Edit::new(at..at, "x")).ok());
            }
        }),
    ]
}

/// The text with a line break after every hundred bytes or so.
fn lines(text: &str) -> String {
    let mut page = String::new();
    let mut start = 0;
    for c in text.chars() {
        page.push(c);
        if page.len() - start >= 100 {
            page.push('\n');
            start = page.len();
        }
    }
    page
}
