//! `linkspan linkify`: writes text with its links, or makes unsafe names in it harmless.

mod convert;
mod replace;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use linkspan::Detector;
use linkspan::bidi::{Layout, Order};
use linkspan::defang::Unsafe;
use linkspan::render::{Defanged, Html, Isolate, Label, Markdown, Terminal, Title};

use crate::args::options::{Options, ProfileName};
use crate::input::{Source, pieces};
use crate::out::terminal::{Policy, file_name};
use crate::out::{Outcome, report};
use convert::{Converted, Converter, Done};

/// Make links in text, or in existing HTML or Markdown
///
/// Text becomes HTML, Markdown or clickable text for a terminal, or stays text in which names that are
/// not safe to link cannot mislead. In existing HTML and Markdown links are made where they are text,
/// and every other byte stays as it was. Bytes that are not UTF-8 pass through.
#[derive(Args)]
#[command(after_help = "\
Examples:
  linkspan linkify --to html chat.txt
  linkspan linkify --from html --in-place public/*.html
  linkspan linkify --from markdown < README.md
  linkspan linkify --to text --profile nonascii --unsafe defang mail.txt")]
pub(crate) struct Arguments {
    /// Files to read; `-`, or none, is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// What to make; by default what is read
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Target>,

    /// What to read
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Origin::Text)]
    from: Origin,

    /// Write the result into the file, as a whole or not at all
    #[arg(long)]
    in_place: bool,

    /// What becomes of names in text that are not safe to link; by default `alabel` with `--to text` and with
    /// `--profile nonascii`, otherwise `leave`
    #[arg(long = "unsafe", value_enum, value_name = "ACTION")]
    action: Option<Action>,

    #[command(flatten)]
    look: Look,

    #[command(flatten)]
    options: Options,
}

/// Options about how links look.
#[derive(Args)]
#[command(next_help_heading = "Links")]
struct Look {
    /// What people see of a link
    #[arg(long, value_enum, default_value_t = LabelName::Typed)]
    label: LabelName,

    /// Shorten what people see to so many characters, but never hide the registrable domain
    #[arg(long, value_name = "CHARACTERS")]
    shorten: Option<usize>,

    /// The attribute `rel` of links in HTML; empty for none
    #[arg(long, default_value = "nofollow noopener")]
    rel: String,

    /// The attribute `target` of links in HTML
    #[arg(long, default_value = "", hide_default_value = true)]
    target: String,

    /// The attribute `class` of links in HTML
    #[arg(long, default_value = "", hide_default_value = true)]
    class: String,

    /// Give links in HTML a title: the readable form of where they lead
    #[arg(long)]
    title: bool,

    /// Which links in HTML are kept apart from the direction of the text around them, by `bdi` elements
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = IsolateName::Always)]
    isolate: IsolateName,

    /// Leave the order of the fields of a right-to-left link to the browser; by default they go from left to right
    #[arg(long)]
    no_bidi: bool,

    /// The default
    #[arg(long, hide = true, conflicts_with = "no_bidi")]
    bidi: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// HTML with `a` elements, everything else escaped
    Html,
    /// Markdown that shows the text
    Markdown,
    /// Text with clickable links for a terminal
    Terminal,
    /// Plain text
    Text,
    /// Plain text with ⸠ and ⸡ around links
    Marked,
    /// Plain text with all links defanged
    Defanged,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Origin {
    /// Plain text
    Text,
    /// An HTML page or a piece of one
    Html,
    /// Markdown (CommonMark with tables and the like)
    Markdown,
}

#[derive(Clone, Copy, ValueEnum)]
enum Action {
    /// They are written in A-labels
    Alabel,
    /// They are written in A-labels and defanged, such as hxxps://xn--pypal-4ve[.]com
    Defang,
    /// They stay as they are
    Leave,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LabelName {
    /// The link as it was typed
    Typed,
    /// The link in readable form: names in Unicode, nothing escaped that need not be
    Display,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum IsolateName {
    /// Every link
    Always,
    /// Links with right-to-left letters in them
    WhenReordered,
    /// No link
    Never,
}

impl Arguments {
    fn target(&self) -> Target {
        self.to.unwrap_or(match self.from {
            Origin::Text => Target::Text,
            Origin::Html => Target::Html,
            Origin::Markdown => Target::Markdown,
        })
    }

    /// What a terminal gets. `--to terminal` escapes the text itself, and writes hyperlinks.
    pub(crate) fn policy(&self) -> Policy {
        match self.target() {
            Target::Terminal => Policy::Unchanged,
            _ => Policy::Text,
        }
    }

    /// What cannot go together, if anything.
    fn conflict(&self) -> Option<&'static str> {
        let target = self.target();
        match (self.from, target) {
            (Origin::Html, target) if target != Target::Html => {
                return Some("HTML can only become HTML: leave out `--to`, or say `--to html`");
            }
            (Origin::Markdown, target) if target != Target::Markdown => {
                return Some(
                    "Markdown can only become Markdown: leave out `--to`, or say `--to markdown`",
                );
            }
            _ => {}
        }
        let changes_labels = self.look.label != LabelName::Typed || self.look.shorten.is_some();
        if self.from != Origin::Text && (changes_labels || self.action.is_some()) {
            return Some(
                "`--from` only adds links to what is there: it goes with neither `--label`, `--shorten` nor `--unsafe`",
            );
        }
        if !self.in_place {
            return None;
        }
        if self.files.is_empty() || self.files.iter().any(|path| path.as_os_str() == "-") {
            return Some("`--in-place` needs the names of files");
        }
        let keeps_format =
            self.from != Origin::Text || matches!(target, Target::Text | Target::Defanged);
        (!keeps_format).then_some(
            "`--in-place` would put another format into the file; write to a new file instead",
        )
    }

    /// What the options make, or a sentence that says what is wrong with them.
    fn converter(&self) -> Result<Converter<'_>, String> {
        if let Some(message) = self.conflict() {
            return Err(message.to_owned());
        }
        let label = self.look.label();
        let profile = self.options.profile()?;
        let tlds = profile.tld_source().clone();
        Ok(Converter {
            detector: Detector::new(profile),
            dns: self.options.dns(),
            action: self.action(),
            html: self.look.html(label),
            markdown: Markdown::default().label(label),
            terminal: Terminal::default().label(label),
            defanged: Defanged::default().tlds(tlds),
            from: self.from,
            to: self.target(),
        })
    }

    /// What becomes of unsafe names.
    fn action(&self) -> Unsafe {
        let default = match self.target() {
            Target::Text => Action::Alabel,
            // Defanged names stay as they were typed: they are evidence.
            Target::Defanged => Action::Leave,
            _ if self.options.is(ProfileName::Nonascii) => Action::Alabel,
            _ => Action::Leave,
        };
        match self.action.unwrap_or(default) {
            Action::Alabel => Unsafe::ALabel,
            Action::Defang => Unsafe::Defang,
            Action::Leave => Unsafe::Leave,
        }
    }
}

impl Look {
    fn label(&self) -> Label {
        match (self.shorten, self.label) {
            (Some(most), LabelName::Typed) => Label::Short(most),
            (Some(most), LabelName::Display) => Label::ShortDisplay(most),
            (None, LabelName::Typed) => Label::Typed,
            (None, LabelName::Display) => Label::Display,
        }
    }

    fn html(&self, label: Label) -> Html<'_> {
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
        Html::default()
            .label(label)
            .title(title)
            .rel(&self.rel)
            .target(&self.target)
            .class(&self.class)
            .isolate(match self.isolate {
                IsolateName::Always => Isolate::Always,
                IsolateName::WhenReordered => Isolate::WhenReordered,
                IsolateName::Never => Isolate::Never,
            })
            .bidi(Layout::default().order(order))
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let converter = match arguments.converter() {
        Ok(converter) => converter,
        Err(message) => {
            report(message);
            return Ok(Outcome::Trouble);
        }
    };
    let mut outcome = Outcome::Success;
    for source in Source::named(&arguments.files) {
        let (name, converted) = match &source {
            Source::File(path) if arguments.in_place => {
                (file_name(path), in_place(&converter, path))
            }
            Source::File(path) => match fs::File::open(path) {
                Ok(file) => (file_name(path), converter.convert(file, out)?),
                Err(error) => (file_name(path), Err(error.to_string())),
            },
            Source::StandardInput => {
                let converted = converter.convert(io::stdin().lock(), out)?;
                ("standard input".to_owned(), converted)
            }
        };
        match converted {
            Ok(done) => {
                if done.long_runs > 0 {
                    let sentence = pieces::too_long(done.long_runs, "");
                    report(format_args!("{name}: {sentence}"));
                }
                if let Some(sentence) = done.left_alone() {
                    report(format_args!("{name}: {sentence}"));
                }
            }
            Err(message) => {
                report(format_args!("{name}: {message}"));
                outcome = Outcome::Trouble;
            }
        }
    }
    Ok(outcome)
}

/// Replaces a file by what it is converted to.
fn in_place(converter: &Converter, path: &Path) -> Converted {
    let mut done = Done::default();
    replace::replace(path, |before, after| {
        done = converter
            .convert(before, after)
            .map_err(|error| error.to_string())??;
        Ok(())
    })?;
    Ok(done)
}
