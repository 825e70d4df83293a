//! `linkspan linkify`: writes text with its links, or makes unsafe names in it harmless.

mod convert;
mod diff;
mod formats;
mod look;
mod replace;
mod sources;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use linkspan::Detector;
use linkspan::defang::Unsafe;
use linkspan::render::Defanged;

use crate::args::options::{Options, ProfileName};
use crate::args::selection::Selection;
use crate::out::terminal::Policy;
use convert::{Conversion, Converter};
use formats::{Job, Origin, Target};
use look::Look;

pub(crate) use sources::run;

/// Make links in text, or in existing HTML or Markdown
///
/// Text becomes HTML, Markdown or clickable text for a terminal, or stays text in which names that are
/// not safe to link cannot mislead. In existing HTML, Markdown and MDX links are made where they are text,
/// and every other byte stays as it was. Bytes that are not UTF-8 pass through.
///
/// Files with the extensions html, htm, xhtml, md, markdown, mdown, mkd and mdx are documents, unless `--from` or `--to`
/// says otherwise; of a folder, all of these are read, and with `--to text` or `defanged` those with txt, text and log.
#[derive(Args)]
#[command(
    after_help = "Exit status: 0 done, 1 files would change (--check, --diff), 2 errors.
All options: linkspan linkify --help"
)]
#[command(after_long_help = "\
Exit status:
  0 if everything was written, or `--check` and `--diff` find nothing to change; 1 if a file would change;
  2 if something could not be read or written, or an option is wrong.

Examples:
  linkspan linkify --to html chat.txt
  linkspan linkify --in-place public/*.html
  linkspan linkify --check docs README.md
  linkspan linkify --diff docs | git apply
  linkspan linkify --from markdown < README.md
  linkspan linkify --to terminal --bidi message.txt
  linkspan linkify --to text --profile nonascii --unsafe defang mail.txt")]
pub(crate) struct Arguments {
    /// Files and folders to read; `-`, or none, is standard input. Folders need `--in-place`, `--check` or `--diff`
    #[arg(value_name = "PATH", hide_short_help = true)]
    paths: Vec<PathBuf>,

    /// Make html, markdown, terminal, text or defanged
    ///
    /// By default a document stays what it is. Text has no default.
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Target>,

    /// Read html, markdown, mdx or text (by extension)
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<Origin>,

    /// Write the result into the file
    ///
    /// As a whole or not at all.
    #[arg(long)]
    in_place: bool,

    /// List the files that would change
    #[arg(long, conflicts_with = "in_place")]
    check: bool,

    /// Print what would change as a unified diff
    #[arg(long, conflicts_with_all = ["in_place", "check"])]
    diff: bool,

    /// Unsafe names in text: alabel, defang or leave
    ///
    /// What becomes of names that are not safe to link; by default `alabel` with `--to text` and with
    /// `--profile nonascii`, otherwise `leave`.
    #[arg(long = "unsafe", value_enum, value_name = "ACTION")]
    action: Option<Action>,

    #[command(flatten)]
    look: Look,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    options: Options,
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

/// What becomes of the result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Delivery {
    /// It is printed.
    Printed,
    /// It takes the place of the source.
    InPlace,
    /// The source is named if it would change.
    Checked,
    /// The difference is printed.
    Diffed,
}

impl Delivery {
    /// The option that asks for it, if it is not the default.
    fn option(self) -> Option<&'static str> {
        match self {
            Self::Printed => None,
            Self::InPlace => Some("--in-place"),
            Self::Checked => Some("--check"),
            Self::Diffed => Some("--diff"),
        }
    }
}

impl Arguments {
    fn delivery(&self) -> Delivery {
        if self.in_place {
            Delivery::InPlace
        } else if self.diff {
            Delivery::Diffed
        } else if self.check {
            Delivery::Checked
        } else {
            Delivery::Printed
        }
    }

    /// What to make of a source whose extension says what it is, or not: text, if only names in text are to be made
    /// safe.
    fn to(&self, known: Option<Origin>) -> Option<Target> {
        let is_text = matches!(self.from.or(known), None | Some(Origin::Text));
        let is_made_safe = self.action.is_some() && is_text;
        self.to.or(is_made_safe.then_some(Target::Text))
    }

    /// The files and folders; standard input if there are none.
    fn paths(&self) -> Vec<PathBuf> {
        if self.paths.is_empty() {
            return vec![PathBuf::from("-")];
        }
        self.paths.clone()
    }

    /// What to do with a file, or with standard input.
    fn job(&self, path: &Path) -> Result<Job, String> {
        let known = Origin::of(path);
        Job::new(self.from, self.to(known), known).map_err(|problem| match self.delivery() {
            Delivery::Printed => problem,
            // Another format cannot take the place of the file.
            _ if self.to.is_none() => {
                "is text, or of a kind that is not known: add `--to text` or `--to defanged`, or `--from html`, \
                 `markdown` or `mdx` if it is a document"
                    .to_owned()
            }
            _ => problem,
        })
    }

    /// Whether a file of a folder is read: if it is what is to be read, or its extension was asked for.
    fn wants(&self, path: &Path) -> bool {
        let is_fit = |known| {
            self.job(path)
                .is_ok_and(|job| job.from == known && job.keeps_format())
        };
        self.selection.has_extensions() || Origin::of(path).is_some_and(is_fit)
    }

    /// What files of folders may be.
    fn jobs_of_folders(&self) -> Vec<Job> {
        let known = [Origin::Html, Origin::Markdown, Origin::Mdx, Origin::Text];
        let jobs = known.map(|known| Job::new(self.from, self.to(Some(known)), Some(known)));
        jobs.into_iter().flatten().collect()
    }

    /// What a terminal gets. `--to terminal` escapes the text itself, and writes hyperlinks; controls that were asked
    /// for are not escaped.
    pub(crate) fn policy(&self) -> Policy {
        match self.to {
            Some(Target::Terminal) => Policy::Unchanged,
            Some(Target::Text) if self.look.is_ordered() => Policy::Ordered,
            _ => Policy::Text,
        }
    }

    /// What cannot go together with the jobs, if anything.
    fn conflict(&self, jobs: &[Job]) -> Option<String> {
        if let Some(message) = self.look.conflict(jobs) {
            return Some(message);
        }
        if self.action.is_some() && jobs.iter().any(|job| job.from != Origin::Text) {
            return Some(
                "`--unsafe` changes text, and links are only added to documents: leave it out, or say `--to text`"
                    .to_owned(),
            );
        }
        let option = self.delivery().option()?;
        if self.look.is_ordered() && jobs.iter().any(|job| job.to == Target::Text) {
            return Some(format!(
                "`--bidi` puts controls for showing into text: leave out `{option}`"
            ));
        }
        jobs.iter().any(|job| !job.keeps_format()).then(|| {
            format!("`{option}` would put another format into the file: leave it out, and write to a new file instead")
        })
    }

    /// What the options make, or a sentence that says what is wrong with them.
    fn converter(&self) -> Result<Converter<'_>, String> {
        let profile = self.options.profile()?;
        let tlds = profile.tld_source().clone();
        Ok(Converter {
            detector: Detector::new(profile),
            dns: self.options.dns(),
            html: self.look.html(),
            markdown: self.look.markdown(),
            terminal: self.look.terminal(),
            defanged: Defanged::default().tlds(tlds),
            ordered: self.look.ordered(),
            style: self.look.link_style(),
        })
    }

    /// How a source is converted.
    fn conversion<'c, 'a>(&self, converter: &'c Converter<'a>, job: Job) -> Conversion<'c, 'a> {
        let default = match job.to {
            Target::Text => Action::Alabel,
            // Defanged names stay as they were typed: they are evidence.
            Target::Defanged => Action::Leave,
            _ if self.options.is(ProfileName::Nonascii) => Action::Alabel,
            _ => Action::Leave,
        };
        let action = match self.action.unwrap_or(default) {
            Action::Alabel => Unsafe::ALabel,
            Action::Defang => Unsafe::Defang,
            Action::Leave => Unsafe::Leave,
        };
        Conversion {
            converter,
            job,
            action,
        }
    }
}
