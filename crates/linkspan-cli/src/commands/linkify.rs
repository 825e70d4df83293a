//! `linkspan linkify`: text with its links made, or made harmless.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use linkspan::Detector;
use linkspan::bidi::Layout;
use linkspan::defang::{Unsafe, rewritten};
use linkspan::render::{Defanged, Html, Label, Markdown, Marks, Renderer, Terminal, Title};
use linkspan::stream::Piece;
use tempfile::NamedTempFile;

use crate::args::dns::Learner;
use crate::args::options::{Dns, Options, ProfileName};
use crate::input::{Source, pieces};
use crate::out::terminal::{Policy, file_name};
use crate::out::{Outcome, report};

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

    /// Show the fields of links in HTML from left to right, also in right-to-left text
    #[arg(long)]
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

    fn maker(&self) -> Result<Maker<'_>, String> {
        if let Some(message) = self.conflict() {
            return Err(message.to_owned());
        }
        let is_nonascii = self.options.is(ProfileName::Nonascii);
        let action = self.action.unwrap_or(match self.target() {
            Target::Text => Action::Alabel,
            _ if is_nonascii => Action::Alabel,
            _ => Action::Leave,
        });
        let label = match (self.look.shorten, self.look.label) {
            (Some(most), LabelName::Typed) => Label::Short(most),
            (Some(most), LabelName::Display) => Label::ShortDisplay(most),
            (None, LabelName::Typed) => Label::Typed,
            (None, LabelName::Display) => Label::Display,
        };
        Ok(Maker {
            detector: Detector::new(self.options.profile_or(ProfileName::Recommended)?),
            dns: self.options.dns(),
            action: match action {
                Action::Alabel => Unsafe::ALabel,
                Action::Defang => Unsafe::Defang,
                Action::Leave => Unsafe::Leave,
            },
            label,
            html: Html {
                label,
                title: match self.look.title {
                    true => Title::Display,
                    false => Title::None,
                },
                rel: &self.look.rel,
                target: &self.look.target,
                class: &self.look.class,
                bidi: self.look.bidi.then(Layout::default),
                customize: None,
            },
            from: self.from,
            to: self.target(),
        })
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<Outcome> {
    let maker = match arguments.maker() {
        Ok(maker) => maker,
        Err(message) => {
            report(message);
            return Ok(Outcome::Trouble);
        }
    };
    let mut outcome = Outcome::Success;
    for source in Source::named(&arguments.files) {
        let done = match &source {
            Source::File(path) if arguments.in_place => maker.in_place(path),
            Source::File(path) => match fs::File::open(path) {
                Ok(file) => maker.make(file, out)?,
                Err(error) => Err(error.to_string()),
            },
            Source::StandardInput => maker.make(io::stdin().lock(), out)?,
        };
        let name = match &source {
            Source::File(path) => file_name(path),
            Source::StandardInput => "standard input".to_owned(),
        };
        match done {
            Ok(0) => {}
            Ok(count) => report(format_args!("{name}: {}", pieces::too_long(count, ""))),
            Err(message) => {
                report(format_args!("{name}: {message}"));
                outcome = Outcome::Trouble;
            }
        }
    }
    Ok(outcome)
}

/// Gives a new file the owner, group and permissions of the one it replaces.
#[cfg(unix)]
fn keep_owner_and_mode(file: &fs::File, old: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let kept = fchown(file, Some(old.uid()), Some(old.gid())).is_ok();
    // Whoever cannot give the file away must not lend their own rights either.
    let mode = match kept {
        true => old.mode() & 0o7777,
        false => old.mode() & 0o777,
    };
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn keep_owner_and_mode(file: &fs::File, old: &fs::Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

/// What can go wrong while links are made.
enum Trouble {
    Output(io::Error),
    Dns(String),
}

/// How many runs were too long, or what is wrong with a source.
type Made = Result<usize, String>;

/// Makes links.
struct Maker<'a> {
    detector: Detector,
    dns: Option<Dns>,
    action: Unsafe,
    label: Label,
    html: Html<'a>,
    from: Origin,
    to: Target,
}

impl Maker<'_> {
    /// Writes a source with its links. The inner result says how many runs were too long to be searched,
    /// or what is wrong with the source.
    fn make(&self, mut source: impl Read, out: &mut impl Write) -> io::Result<Made> {
        if self.from == Origin::Text {
            return self.text(source, out);
        }
        let mut bytes = Vec::new();
        if let Err(error) = source.read_to_end(&mut bytes) {
            return Ok(Err(format!("cannot be read: {error}")));
        }
        let mut learner = self
            .dns
            .as_ref()
            .map(|dns| Learner::new(&self.detector, dns));
        let detector = match &mut learner {
            None => &self.detector,
            Some(learner) => match learner.informed(&[&String::from_utf8_lossy(&bytes)]) {
                Ok(detector) => detector,
                Err(message) => return Ok(Err(message)),
            },
        };
        let made = match self.from {
            Origin::Markdown => linkspan_rewrite::markdown(&bytes, detector),
            _ => linkspan_rewrite::html(&bytes, detector, &self.html),
        };
        out.write_all(&made).map(|()| Ok(0))
    }

    /// Replaces a file by itself with links, as a whole or not at all.
    fn in_place(&self, path: &Path) -> Made {
        let said = |error: io::Error| error.to_string();
        // A symbolic link stays one.
        let path = path.canonicalize().map_err(said)?;
        let metadata = fs::metadata(&path).map_err(said)?;
        if !metadata.is_file() {
            return Err("is not a file that can be replaced".to_owned());
        }
        if metadata.permissions().readonly() {
            return Err("is read-only".to_owned());
        }
        let before = fs::read(&path).map_err(said)?;
        let mut after = Vec::with_capacity(before.len());
        let too_long = self.make(before.as_slice(), &mut after).map_err(said)??;
        if before == after {
            return Ok(too_long);
        }
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut file = NamedTempFile::new_in(folder).map_err(said)?;
        file.write_all(&after).map_err(said)?;
        keep_owner_and_mode(file.as_file(), &metadata).map_err(said)?;
        file.as_file().sync_all().map_err(said)?;
        file.persist(&path).map_err(|error| error.to_string())?;
        Ok(too_long)
    }

    fn text(&self, source: impl Read, out: &mut impl Write) -> io::Result<Made> {
        let mut learner = self
            .dns
            .as_ref()
            .map(|dns| Learner::new(&self.detector, dns));
        let mut before = None;
        let mut too_long = 0;
        let done = pieces::each(source, |piece| {
            let Some(piece) = piece else {
                out.flush().map_err(Trouble::Output)?;
                return Ok(true);
            };
            if let Piece::TooLong { ends: true, .. } = piece {
                too_long += 1;
            }
            for chunk in piece.bytes().utf8_chunks() {
                let detector = match &mut learner {
                    None => &self.detector,
                    Some(learner) => learner.informed(&[chunk.valid()]).map_err(Trouble::Dns)?,
                };
                let (made, last) = match piece {
                    Piece::Whole(_) => self.piece(detector, chunk.valid(), before),
                    Piece::TooLong { .. } => self.passed(chunk.valid(), before),
                };
                before = last;
                let invalid = match self.to {
                    Target::Terminal if !chunk.invalid().is_empty() => "\u{FFFD}".as_bytes(),
                    _ => chunk.invalid(),
                };
                out.write_all(made.as_bytes())
                    .and_then(|()| out.write_all(invalid))
                    .map_err(Trouble::Output)?;
            }
            Ok(true)
        });
        match done {
            Err(error) => Ok(Err(format!("cannot be read: {error}"))),
            Ok(Err(Trouble::Output(error))) => Err(error),
            Ok(Err(Trouble::Dns(message))) => Ok(Err(message)),
            Ok(Ok(())) => Ok(Ok(too_long)),
        }
    }

    /// A piece of text with its links; also its last character.
    fn piece(
        &self,
        detector: &Detector,
        text: &str,
        before: Option<char>,
    ) -> (String, Option<char>) {
        let text = rewritten(detector, text, self.action);
        let mut made = String::with_capacity(text.len() * 2);
        let spans = &mut detector.spans(&text);
        let last = match self.to {
            Target::Html => self.html.write_after(before, spans, &mut made),
            Target::Markdown => {
                Markdown { label: self.label }.write_after(before, spans, &mut made)
            }
            Target::Terminal => {
                Terminal { label: self.label }.write_after(before, spans, &mut made)
            }
            Target::Marked => Marks.write_after(before, spans, &mut made),
            Target::Defanged => Defanged.write_after(before, spans, &mut made),
            Target::Text => {
                made.push_str(&text);
                Ok(text.chars().next_back().or(before))
            }
        };
        // Writing to a string does not fail.
        (made, last.unwrap_or(before))
    }

    /// A piece of text that is too long to be searched.
    fn passed(&self, text: &str, before: Option<char>) -> (String, Option<char>) {
        let mut made = String::with_capacity(text.len());
        let written = match self.to {
            Target::Html => self.html.text(text, before, &mut made),
            Target::Markdown => Markdown { label: self.label }.text(text, before, &mut made),
            Target::Terminal => Terminal { label: self.label }.text(text, before, &mut made),
            Target::Marked | Target::Defanged | Target::Text => {
                made.push_str(text);
                Ok(())
            }
        };
        debug_assert!(written.is_ok(), "writing to a string does not fail");
        (made, text.chars().next_back().or(before))
    }
}
