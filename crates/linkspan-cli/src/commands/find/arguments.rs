//! The arguments of `find`, and the plan that they make.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::thread;

use clap::Args;
use linkspan::{Detector, Kind};

use super::collect::{Key, Listing};
use super::field::Field;
use super::filter::Wanted;
use super::form::Form;
use super::plan::{Action, Candidates, Content, Defanged, Delivery, Plan, Quota, Repeats};
use super::print::{End, Extent, Formulas, Printer, Style};
use super::schedule::Sources;
use super::stored::Storage;
use crate::args::options::{Options, Suffixes};
use crate::args::selection::Selection;
use crate::args::values::{amount, count};
use crate::out::style::Look;
use crate::out::terminal::Policy;

/// Find links and e-mail addresses in files and folders
///
/// Folders are searched with everything below them, except for what `.gitignore` leaves out, hidden
/// files, and files that look binary. Files of any size are searched with little memory.
///
/// Bytes that are not UTF-8 end a link, like a space does; they are counted and reported, and
/// `--format marked` passes them through. A run of more than 1 MiB without any break is not searched,
/// and reported. Control characters and characters that reorder text are printed as `\u{…}`; JSON has
/// its own escapes, and `--format marked` shows files as they are unless it writes to a terminal.
#[derive(Args)]
#[command(
    after_help = "Exit status: 0 links found, 1 none, 2 errors. All options: linkspan find --help"
)]
#[command(after_long_help = "\
Exit status:
  0 if a link was found, 1 if none was, 2 if something could not be read or searched, or an option is wrong.

Examples:
  linkspan find notes.txt                           file:line:column: link
  linkspan find --print href --unique -e md docs    each address of a folder, once
  linkspan find --count --by domain .               how often a domain is linked
  linkspan find --only-link '\\.pdf$' --first 10 .   the first ten PDF files
  linkspan find --host example.com --context 2 src  with the lines around
  linkspan find --mail ~/Mail/inbox                 in decoded messages
  linkspan find --refang --bare-ip report.txt       hxxp://evil[.]example too
  git log | linkspan find --format json | jq -r .href")]
pub(crate) struct Arguments {
    /// Files and folders to search; `-` is standard input. Without any, standard input is searched, or
    /// the current folder if that is a terminal
    #[arg(value_name = "PATH", hide_short_help = true)]
    paths: Vec<PathBuf>,

    /// Print as text, marked (⸠…⸡), json or csv
    #[arg(long, value_enum, default_value_t = Style::Text)]
    pub(super) format: Style,

    /// Print one value a line: href, text, host, domain…
    ///
    /// Links without the value are left out.
    #[arg(long, value_enum, value_name = "FIELD")]
    print: Option<Field>,

    /// End each value with a null byte instead of a line break, for `xargs -0`; without `--print`, each
    /// `href`. Values are exact: nothing in them is escaped
    #[arg(long, hide_short_help = true)]
    print0: bool,

    /// Print links only, without file, line, column
    #[arg(long)]
    no_line: bool,

    /// Print each link once
    ///
    /// Links are the same if they lead to the same place; with `--print`, if they have the same value.
    #[arg(long)]
    unique: bool,

    /// Print how many links each file has
    ///
    /// With `--unique`, how often each link occurs; with `--by`, how often each value does.
    #[arg(long)]
    pub(super) count: bool,

    /// With --count: count by domain, host, scheme…
    ///
    /// The most frequent value comes first, unless `--sort` says otherwise. Links without the value are
    /// counted as `-`.
    #[arg(long, value_enum, value_name = "FIELD")]
    by: Option<Field>,

    /// Print links in this order, instead of that of the files
    ///
    /// Keeps all links in memory, or each once with `--unique`.
    #[arg(long, value_enum, value_name = "KEY", hide_short_help = true)]
    sort: Option<Key>,

    /// Print the first links only, and stop
    ///
    /// With `--sort`, `--unique` or `--by`, everything is searched, and the first of what is left are printed.
    #[arg(long, value_name = "COUNT", value_parser = count, allow_negative_numbers = true)]
    first: Option<usize>,

    /// Also print this many lines around each line with links
    #[arg(short = 'C', long, value_name = "LINES", value_parser = amount, allow_negative_numbers = true, hide_short_help = true)]
    context: Option<usize>,

    /// Also print what was rejected, with the reason
    ///
    /// Whatever kind, scheme and host are asked for. In text, JSON and CSV.
    #[arg(long)]
    rejected: bool,

    /// Put `'` before values in CSV that a spreadsheet would run as a formula: those that start with `=`, `+`, `-`, `@`
    /// or a control character. Without this, values are exact
    #[arg(long, hide_short_help = true)]
    csv_safe: bool,

    /// Read files as mail, messages or mailboxes (mbox): search the decoded texts and headers. Lines
    /// and columns are those of the decoded text
    #[arg(long, hide_short_help = true)]
    mail: bool,

    /// Read as html, markdown, jsonl, csv, mail, auto…
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Form::Text)]
    from: Form,

    /// The address of the documents, for targets that are relative
    #[arg(long, value_name = "URL", hide_short_help = true)]
    base: Option<String>,

    /// Search only the values with this name, with `--from jsonl`, `json`, `csv` or `tsv`: a member such as `url`, what leads to
    /// it (`items[0].url`), or the title or number of a column. Can be given several times
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    field: Vec<String>,

    /// Also find defanged links, such as `hxxps://example[.]com`
    #[arg(long, hide_short_help = true)]
    refang: bool,

    /// Print results as soon as they are there, also from files that grow while they are read (pipes);
    /// standard input is always read so
    #[arg(long, hide_short_help = true)]
    stream: bool,

    /// How many files, or blocks of one large file, to search at once; by default, as many as there are
    /// processors. With `--first`, one
    #[arg(short = 'j', long, value_name = "COUNT", hide_short_help = true, value_parser = count, allow_negative_numbers = true)]
    threads: Option<usize>,

    #[command(flatten)]
    wanted: Wanted,

    #[command(flatten)]
    pub(super) selection: Selection,

    #[command(flatten)]
    storage: Storage,

    #[command(flatten)]
    look: Look,

    #[command(flatten)]
    options: Options,

    #[command(flatten)]
    suffixes: Suffixes,
}

/// The most threads, whatever is asked for.
const MOST_THREADS: usize = 64;

/// The bytes of a file that one thread searches faster than two.
const SMALL: u64 = 1 << 23;

impl Arguments {
    /// What cannot go together, or has no effect, if anything.
    fn conflict(&self) -> Option<&'static str> {
        let collects = self.collects();
        let counts_files = self.count && !collects;
        let is_marked = self.format == Style::Marked;
        let is_text = self.format == Style::Text;
        let prints_values = self.print.is_some() || self.print0;
        let shows_domains = matches!(self.format, Style::Json | Style::Csv)
            || [self.print, self.by].contains(&Some(Field::Domain));
        [
            (is_marked && (collects || self.count || self.no_line), "`--format marked` shows whole files: leave out `--unique`, `--sort`, `--count` and `--no-line`"),
            (is_marked && self.first.is_some(), "`--format marked` shows whole files: leave out `--first`"),
            (is_marked && (self.mail || self.refang), "`--format marked` shows the text as it is: leave out `--mail` and `--refang`"),
            (prints_values && !is_text, "`--print` and `--print0` print values as text: leave out `--format`"),
            (prints_values && self.no_line, "`--print` and `--print0` print no places: leave out `--no-line`"),
            (prints_values && self.rejected, "`--print` prints values of links, and a rejected candidate has none: leave out `--print`, or `--rejected`"),
            (self.no_line && !is_text && !is_marked, "`--no-line` goes with `--format text` only: JSON and CSV have the place in fields of their own, which need not be read"),
            (self.no_line && self.count, "`--count` prints no places: leave out `--no-line`"),
            (self.by.is_some() && !self.count, "`--by` says what `--count` counts by: add `--count`"),
            (self.by.is_some() && self.unique, "`--by` counts all links, so that `--unique` has no effect: leave it out"),
            (self.by.is_some() && self.print.is_some(), "`--by` says what is printed: leave out `--print`"),
            (self.print.is_some() && counts_files, "`--count` prints numbers only: say `--count --by FIELD` to count the values, or leave out `--count`"),
            (self.print0 && counts_files, "`--print0` ends values, and `--count` prints numbers: leave it out, or say `--count --by FIELD`"),
            (self.first.is_some() && counts_files, "`--first` goes with `--count` only if there is `--by` or `--unique`, too: it prints the first of what was counted"),
            (self.context.is_some() && (collects || self.count || self.mail || !is_text), "`--context` shows lines of text: leave out `--unique`, `--sort`, `--count`, `--mail` and `--format`"),
            (self.context.is_some() && prints_values, "`--context` shows lines, and `--print` values: leave out one of them"),
            (self.rejected && (self.count || collects || is_marked), "`--rejected` prints candidates one by one: leave out `--unique`, `--sort`, `--count` and `--format marked`"),
            (self.rejected && self.from != Form::Text, "`--rejected` reads files as text: leave out `--from`"),
            (self.sort.is_some() && counts_files, "`--count` counts files in their order: leave out `--sort`, or add `--unique` or `--by`"),
            (self.sort == Some(Key::Count) && !self.unique && self.by.is_none(), "`--sort count` sorts links by how often they occur: add `--unique`"),
            (self.stream && collects, "`--stream` prints results at once, and `--sort`, `--unique` and `--by` wait for all: leave it out"),
            (self.from != Form::Text && (self.mail || self.context.is_some() || is_marked), "`--from` reads documents, not lines of text: leave out `--mail`, `--context` and `--format marked`"),
            (self.base.is_some() && !matches!(self.from, Form::Html | Form::Markdown | Form::Auto), "`--base` needs `--from html`, `markdown` or `auto`"),
            (matches!(self.from, Form::Text | Form::Html | Form::Markdown) && !self.field.is_empty(), "`--field` needs `--from jsonl`, `json`, `csv` or `tsv`"),
            (self.csv_safe && self.format != Style::Csv, "`--csv-safe` is about CSV: add `--format csv`, or leave it out"),
            (self.count && !is_text, "`--count` prints text: leave out `--format`"),
            (self.suffixes.is_given() && !shows_domains, "`--suffixes` tells registrable domains, and none is printed: add `--format json`, `--print domain` or `--count --by domain`"),
        ]
        .into_iter()
        .find_map(|(is_wrong, message)| is_wrong.then_some(message))
    }

    /// The option about files that has no effect, as standard input is all that is searched.
    fn idle_selection(&self) -> Option<String> {
        let is_standard_input = self.paths().iter().all(|path| path.as_os_str() == "-");
        let option = self.selection.given().filter(|_| is_standard_input)?;
        Some(format!(
            "`{option}` chooses files, and standard input is searched: name a file or folder, or leave it out"
        ))
    }

    /// Whether links of all sources are kept, to be sorted or counted.
    fn collects(&self) -> bool {
        self.unique || self.sort.is_some() || self.by.is_some()
    }

    /// What a terminal gets. `--format marked` shows whole files, and `--print0` exact values; all else consists of
    /// fields that are escaped.
    pub(crate) fn policy(&self) -> Policy {
        match self.format {
            _ if self.print0 => Policy::Text,
            Style::Marked => Policy::Text,
            Style::Text | Style::Json | Style::Csv => Policy::Unchanged,
        }
    }

    /// What to search for and what to do with it, or a sentence that says what is wrong.
    pub(super) fn plan(&self) -> Result<Plan, String> {
        if let Some(message) = self.conflict() {
            return Err(message.to_owned());
        }
        if let Some(message) = self.idle_selection() {
            return Err(message);
        }
        if let Some(base) = &self.base {
            let link = Detector::uts58().whole(base);
            if !link.is_some_and(|link| link.kind() == Kind::Url) {
                return Err(format!(
                    "`--base {base}` is not an address such as `https://example.com/docs/`"
                ));
            }
        }
        let profile = self.options.profile()?;
        let quota = self.first.filter(|_| !self.collects());
        Ok(Plan {
            filter: self.wanted.filter(&self.options, &profile)?,
            detector: Detector::new(profile),
            dns: self.options.dns(),
            printer: Printer {
                style: self.format,
                extent: self.extent(),
                end: self.end(),
                formulas: choose(self.csv_safe, Formulas::Disarmed, Formulas::Kept),
                paint: self.look.paint(),
                suffixes: self.suffixes.source()?,
            },
            reading: self.storage.reading()?,
            action: self.action(),
            content: self.content(),
            base: self.base.clone(),
            fields: self.field.clone(),
            defanged: choose(self.refang, Defanged::Found, Defanged::Ignored),
            candidates: choose(self.rejected, Candidates::All, Candidates::Linked),
            repeats: choose(
                self.unique || self.by.is_some(),
                Repeats::Counted,
                Repeats::Kept,
            ),
            delivery: choose(self.stream, Delivery::AtOnce, Delivery::Buffered),
            by: self.by,
            first: quota.map(Quota::new),
            threads: match self.sources() {
                Sources::One => self.threads_for_one(),
                // The threads search other files instead.
                Sources::Many => 1,
            },
        })
    }

    fn extent(&self) -> Extent {
        match self.print {
            Some(field) => Extent::Field(field),
            None if self.print0 && self.by.is_none() => Extent::Field(Field::Href),
            None => choose(self.no_line, Extent::Link, Extent::Place),
        }
    }

    fn end(&self) -> End {
        choose(self.print0, End::Null, End::Line)
    }

    fn content(&self) -> Option<Content> {
        match self.from {
            Form::Text if self.mail => Some(Content::Mail),
            form => form.content(choose(self.refang, Defanged::Found, Defanged::Ignored)),
        }
    }

    fn action(&self) -> Action {
        if self.collects() {
            Action::Collect
        } else if self.count {
            Action::Count
        } else {
            self.context.map_or(Action::Print, Action::Context)
        }
    }

    /// What collected links are sorted by.
    pub(super) fn order(&self) -> Option<Key> {
        self.sort.or(self.by.map(|_| Key::Count))
    }

    /// What is printed of collected links, and how many.
    pub(super) fn listing(&self) -> (Listing, usize) {
        let listing = choose(self.count, Listing::Counts(self.end()), Listing::Links);
        (listing, self.first.unwrap_or(usize::MAX))
    }

    pub(super) fn threads(&self) -> usize {
        // The first links are those of the first files; with one thread, no other file is searched.
        if self.first.is_some() && !self.collects() {
            return 1;
        }
        let available = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads
            .unwrap_or_else(available)
            .clamp(1, MOST_THREADS)
    }

    /// The threads for a single source: for a small file, starting them takes longer than searching it.
    fn threads_for_one(&self) -> usize {
        let size = match self.paths().as_slice() {
            [path] => path.metadata().ok().filter(fs::Metadata::is_file),
            _ => None,
        };
        let is_small = size.is_some_and(|file| file.len() < SMALL);
        if is_small && self.threads.is_none() && !self.storage.is_expanded() {
            return 1;
        }
        self.threads()
    }

    pub(super) fn sources(&self) -> Sources {
        match self.paths().as_slice() {
            // A pattern may leave out a file.
            [path] if !path.is_dir() && self.selection.given().is_none() => Sources::One,
            _ => Sources::Many,
        }
    }

    pub(super) fn paths(&self) -> Vec<PathBuf> {
        if !self.paths.is_empty() {
            self.paths.clone()
        } else if io::stdin().is_terminal() {
            vec![PathBuf::from(".")]
        } else {
            vec![PathBuf::from("-")]
        }
    }
}

/// What a flag of the command line means.
fn choose<T>(flag: bool, on: T, off: T) -> T {
    if flag { on } else { off }
}
