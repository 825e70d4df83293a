//! `linkspan linkify`: adds links to text, or rewrites unsafe names in it.

mod appearance;
mod convert;
mod diff;
mod formats;
mod invalid;
mod replace;
mod sources;
mod text;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use linkspan::Detector;
use linkspan::defang::Unsafe;
use linkspan::render::Defanged;

use crate::args::options::{Options, ProfileName};
use crate::args::selection::Selection;
use crate::out::terminal::Policy;
use appearance::Appearance;
use convert::{Conversion, Converter};
use formats::{Job, Origin, Target};

pub(crate) use sources::run;

/// Add links to text, or to existing HTML or Markdown
///
/// Text is converted to HTML, Markdown or clickable text for a terminal, or stays text with names
/// that are unsafe to link rewritten. In existing HTML, Markdown and MDX, links that are plain text
/// are marked up, and every other byte stays unchanged. Bytes that are not UTF-8 pass through.
///
/// Files with the extensions html, htm, xhtml, md, markdown, mdown, mkd and mdx are documents,
/// unless `--from` or `--to` says otherwise. In a folder, these files are read; with `--to text` or
/// `defanged`, files with the extensions txt, text and log instead.
#[derive(Args)]
#[command(
    after_help = "Exit status: 0 done, 1 files would change (--check, --diff), 2 errors.
All options: linkspan linkify --help"
)]
#[command(after_long_help = "\
Exit status:
  0 if everything was written, or if `--check` or `--diff` found nothing to change
  1 if `--check` or `--diff` found a file that would change
  2 if something could not be read, searched or written, no file was read, or an option is wrong

Examples:
  linkspan linkify --to html chat.txt
  linkspan linkify --in-place public/*.html
  linkspan linkify --check docs README.md
  linkspan linkify --diff docs | git apply
  linkspan linkify --from markdown < README.md
  linkspan linkify --to terminal --bidi message.txt
  linkspan linkify --to text --profile nonascii --unsafe defang mail.txt")]
pub(crate) struct Arguments {
    /// Files and folders to read; without any, or for `-`, standard input. Folders need
    /// `--in-place`, `--check` or `--diff`
    #[arg(value_name = "PATH", hide_short_help = true)]
    paths: Vec<PathBuf>,

    /// Write html, markdown, terminal, text, marked…
    ///
    /// By default, a document keeps its format. Text has no default.
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Target>,

    /// Read html, markdown, mdx or text (by extension)
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<Origin>,

    /// Replace each file with the result
    ///
    /// A file is replaced completely or not at all.
    #[arg(long)]
    in_place: bool,

    /// List the files that would change
    #[arg(long, conflicts_with = "in_place")]
    check: bool,

    /// Print changes as a unified diff
    #[arg(long, conflicts_with_all = ["in_place", "check"])]
    diff: bool,

    /// Rewrite unsafe names: alabel, defang or leave
    ///
    /// How to write names that are unsafe to link when plain text is converted; documents are not
    /// rewritten. Without `--to`, implies `--to text`. The default is `alabel` with `--to text` and
    /// with `--profile nonascii`, otherwise `leave`.
    #[arg(long = "unsafe", value_enum, value_name = "ACTION")]
    action: Option<Action>,

    #[command(flatten)]
    look: Appearance,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, ValueEnum)]
enum Action {
    /// As A-labels
    Alabel,
    /// As A-labels and defanged, such as hxxps://xn--pypal-4ve[.]com
    Defang,
    /// Unchanged
    Leave,
}

/// What to do with the result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Delivery {
    /// Print it.
    Printed,
    /// Replace the source with it.
    InPlace,
    /// Print the name of the source if it would change.
    Checked,
    /// Print the difference.
    Diffed,
}

impl Delivery {
    /// The option that selects it, if it is not the default.
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

    /// The conversion of a source with this known format, if its extension tells. Text stays text
    /// if only unsafe names are to be rewritten.
    fn to(&self, known: Option<Origin>) -> Option<Target> {
        let is_text = matches!(self.from.or(known), None | Some(Origin::Text));
        let is_made_safe = self.action.is_some() && is_text;
        self.to.or(is_made_safe.then_some(Target::Text))
    }

    /// The files and folders; standard input if none are given.
    fn paths(&self) -> Vec<PathBuf> {
        if self.paths.is_empty() {
            return vec![PathBuf::from("-")];
        }
        self.paths.clone()
    }

    /// The conversion of a file, or of standard input.
    fn job(&self, path: &Path) -> Result<Job, String> {
        let known = Origin::of(path);
        Job::new(self.from, self.to(known), known).map_err(|problem| match self.delivery() {
            Delivery::Printed => problem,
            // A file cannot be replaced with another format.
            _ if self.to.is_none() => {
                "plain text, or an unknown format: add `--to text` or `--to defanged`, or `--from html`, \
                 `markdown` or `mdx` if it is a document"
                    .to_owned()
            }
            _ => problem,
        })
    }

    /// Whether a file of a folder is read: it has a format to read, or its extension was requested.
    fn wants(&self, path: &Path) -> bool {
        let is_fit = |known| {
            self.job(path)
                .is_ok_and(|job| job.from == known && job.keeps_format())
        };
        self.selection.has_extensions() || Origin::of(path).is_some_and(is_fit)
    }

    /// The formats that are read in folders.
    fn jobs_of_folders(&self) -> Vec<Job> {
        let known = [Origin::Html, Origin::Markdown, Origin::Mdx, Origin::Text];
        let jobs = known.map(|known| Job::new(self.from, self.to(Some(known)), Some(known)));
        jobs.into_iter().flatten().collect()
    }

    /// How output is escaped for a terminal. `--to terminal` escapes the text itself and writes
    /// hyperlinks; requested control characters are not escaped.
    pub(crate) fn policy(&self) -> Policy {
        match self.to {
            Some(Target::Terminal) => Policy::Unchanged,
            Some(Target::Text) if self.look.is_ordered() => Policy::Ordered,
            _ => Policy::Text,
        }
    }

    /// The first option that conflicts with the jobs, if there is one.
    fn conflict(&self, jobs: &[Job]) -> Option<String> {
        if let Some(message) = self.look.conflict(jobs) {
            return Some(message);
        }
        if self.action.is_some() && jobs.iter().any(|job| job.from != Origin::Text) {
            return Some(
                "`--unsafe` rewrites text, but documents only get links: remove it, or use `--to text`"
                    .to_owned(),
            );
        }
        let option = self.delivery().option()?;
        if self.look.is_ordered() && jobs.iter().any(|job| job.to == Target::Text) {
            return Some(format!(
                "`--bidi` adds control characters for display only: remove `{option}`"
            ));
        }
        jobs.iter().any(|job| !job.keeps_format()).then(|| {
            format!("`{option}` works only if the format stays the same: remove `{option}`, and redirect the output to a new file")
        })
    }

    /// The settings that the options describe, or an error message.
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
