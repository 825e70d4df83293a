//! Appearance of links.

use clap::{Args, ValueEnum};
use linkspan::bidi::{Layout, Order};
use linkspan::render::{Caption, Html, Isolate, Markdown, Ordered, Terminal, Title};
use linkspan_rewrite::LinkStyle;

use super::formats::{Job, Origin, Target};
use crate::args::values::count;

/// Options for the appearance of links.
#[derive(Args)]
#[command(next_help_heading = "Links")]
pub(super) struct Appearance {
    /// Visible text of a link: typed or display
    #[arg(long, value_enum)]
    caption: Option<CaptionName>,

    /// Shorten the visible text to this many characters
    ///
    /// The registrable domain is never hidden.
    #[arg(long, value_name = "CHARACTERS", value_parser = count, allow_negative_numbers = true)]
    shorten: Option<usize>,

    /// Attribute `rel` of links in HTML; empty for none [default: `nofollow noopener`]
    #[arg(long, hide_short_help = true)]
    rel: Option<String>,

    /// Attribute `target` of links in HTML [default: none]
    #[arg(long, hide_short_help = true)]
    target: Option<String>,

    /// Attribute `class` of links in HTML [default: none]
    #[arg(long, hide_short_help = true)]
    class: Option<String>,

    /// Add a `title` with the readable target to links in HTML
    #[arg(long, hide_short_help = true)]
    title: bool,

    /// Which links in HTML get a `bdi` element, which isolates them from the direction of the
    /// surrounding text [default: `always`]
    #[arg(long, value_enum, value_name = "WHICH", hide_short_help = true)]
    isolate: Option<IsolateName>,

    /// Leave the order of the fields of a right-to-left link in HTML to the browser; by default,
    /// fields are ordered from left to right
    #[arg(long, hide_short_help = true)]
    no_bidi: bool,

    /// Add bidi controls to text and terminal output
    ///
    /// Invisible control characters isolate links from the direction of the surrounding text and
    /// keep their fields in order, for programs that display bidirectional text. HTML output does
    /// this by default, without control characters.
    #[arg(long, conflicts_with = "no_bidi")]
    bidi: bool,

    /// Syntax for full URLs in existing Markdown [default: `autolink`, in MDX `inline`]
    #[arg(long, value_enum, value_name = "STYLE", hide_short_help = true)]
    link_style: Option<StyleName>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CaptionName {
    /// The link as it was typed; the default
    Typed,
    /// The link in readable form: names in Unicode, minimal escaping
    Display,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum IsolateName {
    /// Every link; in existing HTML, only on pages with right-to-left text or markup such as dir
    Always,
    /// Links with right-to-left letters in them
    WhenReordered,
    /// No link
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StyleName {
    /// `<https://example.com>`
    Autolink,
    /// `[https://example.com](https://example.com)`
    Inline,
}

impl Appearance {
    /// The message about an option that has no effect on any of the jobs.
    pub(super) fn conflict(&self, jobs: &[Job]) -> Option<String> {
        let any = |is_fit: fn(&Job) -> bool| jobs.iter().any(is_fit);
        let no_html = !any(|job| job.to == Target::Html);
        let has_captions = |job: &Job| {
            let shows_captions =
                matches!(job.to, Target::Html | Target::Markdown | Target::Terminal);
            job.from == Origin::Text && shows_captions
        };
        for (option, is_given) in [
            ("--rel", self.rel.is_some()),
            ("--target", self.target.is_some()),
            ("--class", self.class.is_some()),
            ("--title", self.title),
            ("--isolate", self.isolate.is_some()),
            ("--no-bidi", self.no_bidi),
        ] {
            if is_given && no_html {
                return Some(format!(
                    "`{option}` applies only to links in HTML, but no HTML is written: remove it; for plain text, use `--to html`"
                ));
            }
        }
        for (option, is_given) in [
            ("--caption", self.caption.is_some()),
            ("--shorten", self.shorten.is_some()),
        ] {
            if is_given && !any(has_captions) {
                return Some(format!(
                    "`{option}` has no effect: the visible text of plain text and existing documents is kept; remove it, \
                     or convert text with `--to html`, `markdown` or `terminal`"
                ));
            }
        }
        if self.bidi && !any(|job| matches!(job.to, Target::Text | Target::Terminal)) {
            return Some(
                "`--bidi` adds control characters to text: use `--to text` or `--to terminal`, or remove it; HTML needs none"
                    .to_owned(),
            );
        }
        if self.link_style.is_some()
            && !any(|job| matches!(job.from, Origin::Markdown | Origin::Mdx))
        {
            return Some(
                "`--link-style` applies only to existing Markdown: add `--from markdown`, or remove it"
                    .to_owned(),
            );
        }
        let is_mdx = !any(|job| job.from == Origin::Markdown);
        if self.link_style == Some(StyleName::Autolink) && is_mdx {
            return Some("MDX has no `<…>` autolinks: remove `--link-style autolink`".to_owned());
        }
        None
    }

    /// Whether control characters are added to text.
    pub(super) fn is_ordered(&self) -> bool {
        self.bidi
    }

    fn caption(&self) -> Caption {
        match (self.shorten, self.caption) {
            (Some(most), None | Some(CaptionName::Typed)) => Caption::Short(most),
            (Some(most), Some(CaptionName::Display)) => Caption::ShortDisplay(most),
            (None, None | Some(CaptionName::Typed)) => Caption::Typed,
            (None, Some(CaptionName::Display)) => Caption::Display,
        }
    }

    pub(super) fn html(&self) -> Html<'_> {
        let title = if self.title {
            Title::Display
        } else {
            Title::None
        };
        let order = if self.no_bidi {
            Order::Plain
        } else {
            Order::default()
        };
        let html = Html::default()
            .caption(self.caption())
            .title(title)
            .target(self.target.as_deref().unwrap_or_default())
            .class(self.class.as_deref().unwrap_or_default())
            .isolate(match self.isolate {
                None | Some(IsolateName::Always) => Isolate::Always,
                Some(IsolateName::WhenReordered) => Isolate::WhenReordered,
                Some(IsolateName::Never) => Isolate::Never,
            })
            .bidi(Layout::default().order(order));
        match &self.rel {
            Some(rel) => html.rel(rel.as_str()),
            None => html,
        }
    }

    pub(super) fn markdown(&self) -> Markdown {
        Markdown::default().caption(self.caption())
    }

    pub(super) fn terminal(&self) -> Terminal {
        let terminal = Terminal::default().caption(self.caption());
        if self.bidi {
            terminal.bidi(Layout::default())
        } else {
            terminal
        }
    }

    /// The writer of plain text with control characters, if requested.
    pub(super) fn ordered(&self) -> Option<Ordered> {
        self.bidi.then(Ordered::default)
    }

    pub(super) fn link_style(&self) -> LinkStyle {
        match self.link_style {
            Some(StyleName::Inline) => LinkStyle::Inline,
            _ => LinkStyle::default(),
        }
    }
}
