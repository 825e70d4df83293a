//! `linkspan find`: the links in files, folders or standard input.
//!
//! From the arguments to a printed link:
//!
//! 1. [`Arguments`] make a [`Plan`]: what to search for, and what to do with a link ([`Action`]).
//! 2. A [`Scheduler`] walks the files and folders ([`files`]), and has several threads search sources.
//! 3. [`source::search`] searches one source, as it is [`stored`]. Its state is a [`SourceSearch`], which
//!    reads the source in one of five ways: in pieces, in [`blocks`] that several threads search, in lines
//!    with their [`context`], as the texts of mail, or as [`values`].
//! 4. All of them end in the search of a [`text`] or of a value, which hands each link to the [`Printer`], adds it to a
//!    [`Collection`], or counts it. Output goes to a [`buffer`], and from there in the [`order`] of
//!    the sources to standard output.
//! 5. A [`SourceResult`] says what was found in a source, [`Total`] what was found in all.
//!
//! [`Action`]: plan::Action
//! [`SourceSearch`]: source::SourceSearch
//! [`SourceResult`]: source::SourceResult
//! [`Collection`]: collect::Collection
//! [`Total`]: schedule::Total

mod blocks;
mod buffer;
mod collect;
mod context;
mod document;
mod files;
mod filter;
mod order;
mod place;
mod plan;
mod print;
mod schedule;
mod source;
mod stored;
mod text;
mod values;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::thread;

use clap::{Args, ValueEnum};
use linkspan::{Detector, Kind};
use linkspan_read::Markup;

use crate::args::options::{Options, Suffixes};
use crate::out::progress::Progress;
use crate::out::style::Look;
use crate::out::terminal::Policy;
use crate::out::{Outcome, report};
use collect::Key;
use files::Selection;
use filter::Wanted;
use plan::{Action, Candidates, Content, Defanged, Delivery, Document, Plan, Repeats, Values};
use print::{Formulas, Printer, Style, TITLES};
use schedule::{Scheduler, Sources};
use stored::Storage;

/// Find links and e-mail addresses in files, folders or standard input
///
/// Folders are searched with everything below them, except for what `.gitignore` leaves out, hidden
/// files, and files that look binary. Files of any size are searched with little memory.
///
/// Bytes that are not UTF-8 end a link, like a space does; they are counted and reported, and
/// `--format marked` passes them through. A run of more than 1 MiB without any break is not searched,
/// and reported. Control characters and characters that reorder text are printed as `\u{…}`; JSON has
/// its own escapes, and `--format marked` shows files as they are unless it writes to a terminal.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 if a link was found, 1 if none was, 2 if something could not be read or searched.

Examples:
  linkspan find notes.txt                            file:line:column: link
  linkspan find --no-line --unique -e md,html docs   every link of a folder, once
  linkspan find --count --unique --sort count .      how often each is linked
  linkspan find --host example.com --context 2 src   with the lines around
  linkspan find --mail ~/Mail/inbox                  in decoded messages
  linkspan find --refang --bare-ip report.txt        hxxp://evil[.]example too
  git log | linkspan find --format json | jq -r .href")]
pub(crate) struct Arguments {
    /// Files and folders to search; `-` is standard input. Without any, standard input is searched, or
    /// the current folder if that is a terminal
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// How to print what was found
    #[arg(long, value_enum, default_value_t = Style::Text)]
    format: Style,

    /// Put `'` before values in CSV that a spreadsheet would run as a formula: those that start with `=`, `+`, `-`, `@`
    /// or a control character. Without this, values are exact
    #[arg(long)]
    csv_safe: bool,

    /// Print the links only, without file, line and column
    #[arg(long)]
    no_line: bool,

    /// Print each link once, by where it leads
    #[arg(long)]
    unique: bool,

    /// Print how many links there are in each file; with `--unique`, how often each link occurs
    #[arg(long)]
    count: bool,

    /// Print links in this order, instead of that of the files; keeps all links in memory, or each once
    /// with `--unique`
    #[arg(long, value_enum, value_name = "KEY")]
    sort: Option<Key>,

    /// Also print so many lines around each line with links
    #[arg(short = 'C', long, value_name = "LINES")]
    context: Option<usize>,

    /// Also print the candidates that were rejected, with the reason (in text and JSON), whatever kind, scheme
    /// and host are asked for
    #[arg(long)]
    rejected: bool,

    /// Read files as mail, messages or mailboxes (mbox): search the decoded texts and headers. Lines
    /// and columns are those of the decoded text
    #[arg(long)]
    mail: bool,

    /// What files consist of
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Form::Text)]
    from: Form,

    /// The address of the documents, for targets that are relative
    #[arg(long, value_name = "URL")]
    base: Option<String>,

    /// Search only the values with this name, with `--from jsonl`, `json`, `csv` or `tsv`: a member such as `url`, what leads to
    /// it (`items[0].url`), or the title or number of a column. Can be given several times
    #[arg(long, value_name = "NAME")]
    field: Vec<String>,

    /// Also find defanged links, such as `hxxps://example[.]com`
    #[arg(long)]
    refang: bool,

    /// Print results as soon as they are there, also from files that grow while they are read (pipes);
    /// standard input is always read so
    #[arg(long)]
    stream: bool,

    /// How many files, or blocks of one large file, to search at once; by default, as many as there are
    /// processors
    #[arg(short = 'j', long, value_name = "COUNT")]
    threads: Option<usize>,

    #[command(flatten)]
    wanted: Wanted,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    storage: Storage,

    #[command(flatten)]
    look: Look,

    #[command(flatten)]
    options: Options,

    #[command(flatten)]
    suffixes: Suffixes,
}

/// The most messages of a kind; what follows is counted.
const MOST_MESSAGES: usize = 100;

/// The most threads, whatever is asked for.
const MOST_THREADS: usize = 64;

/// The bytes of a file that one thread searches faster than two.
const SMALL: u64 = 1 << 23;

impl Arguments {
    /// What cannot go together, if anything.
    fn conflict(&self) -> Option<&'static str> {
        let collects = self.unique || self.sort.is_some();
        let is_marked = self.format == Style::Marked;
        [
            (is_marked && (collects || self.count || self.no_line), "`--format marked` shows whole files: it goes with neither `--unique`, `--sort`, `--count` nor `--no-line`"),
            (self.context.is_some() && (collects || self.count || self.mail || self.format != Style::Text), "`--context` goes with `--format text` only, and with neither `--unique`, `--sort`, `--count` nor `--mail`"),
            (is_marked && (self.mail || self.refang), "`--format marked` shows the text as it is: it goes with neither `--mail` nor `--refang`"),
            (self.rejected && (self.count || collects || is_marked || self.format == Style::Csv), "`--rejected` goes with `--format text` and `json` only, and with neither `--unique`, `--sort` nor `--count`"),
            (self.rejected && self.from != Form::Text, "`--rejected` goes with `--from text` only"),
            (self.sort.is_some() && self.count && !self.unique, "`--sort` goes with `--count` only if `--unique` is there too"),
            (self.sort == Some(Key::Count) && !self.unique, "`--sort count` needs `--unique`"),
            (self.from != Form::Text && (self.mail || self.context.is_some() || is_marked), "`--from` goes with neither `--mail`, `--context` nor `--format marked`"),
            (self.base.is_some() && !matches!(self.from, Form::Html | Form::Markdown | Form::Auto), "`--base` needs `--from html`, `markdown` or `auto`"),
            (matches!(self.from, Form::Text | Form::Html | Form::Markdown) && !self.field.is_empty(), "`--field` needs `--from jsonl`, `json`, `csv` or `tsv`"),
            (self.csv_safe && self.format != Style::Csv, "`--csv-safe` goes with `--format csv` only"),
            (self.count && self.format != Style::Text, "`--count` goes with `--format text` only"),
        ]
        .into_iter()
        .find_map(|(is_wrong, message)| is_wrong.then_some(message))
    }

    /// What a terminal gets. `--format marked` shows whole files; all else consists of fields.
    pub(crate) fn policy(&self) -> Policy {
        match self.format {
            Style::Marked => Policy::Text,
            Style::Text | Style::Json | Style::Csv => Policy::Unchanged,
        }
    }

    fn plan(&self) -> Result<Plan, String> {
        if let Some(message) = self.conflict() {
            return Err(message.to_owned());
        }
        if let Some(base) = &self.base {
            let link = Detector::uts58().whole(base);
            if !link.is_some_and(|link| link.kind() == Kind::Url) {
                return Err(format!(
                    "`--base {base}` is not an address such as `https://example.com/docs/`"
                ));
            }
        }
        Ok(Plan {
            detector: Detector::new(self.options.profile()?),
            dns: self.options.dns(),
            filter: self.wanted.filter()?,
            printer: Printer {
                style: self.format,
                bare: self.no_line,
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
            repeats: choose(self.unique, Repeats::Counted, Repeats::Kept),
            delivery: choose(self.stream, Delivery::AtOnce, Delivery::Buffered),
            threads: match self.sources() {
                Sources::One => self.threads_for_one(),
                // The threads search other files instead.
                Sources::Many => 1,
            },
        })
    }

    fn content(&self) -> Option<Content> {
        Some(match self.from {
            Form::Auto => return None,
            Form::Html => Content::Document(Document::Html),
            Form::Markdown => Content::Document(Document::Markdown),
            Form::Text => choose(self.mail, Content::Mail, Content::Text),
            Form::Json => Content::Values(Values::Json),
            Form::Jsonl => Content::Values(Values::JsonLines),
            Form::Csv => Content::Values(Values::Table(b',')),
            Form::Tsv => Content::Values(Values::Table(b'\t')),
            // Brackets may be defanged dots.
            Form::Asciidoc if self.refang => Content::Text,
            Form::Asciidoc => Content::Markup(Markup::AsciiDoc),
            Form::Rst => Content::Markup(Markup::Rst),
            Form::Mail => Content::Mail,
        })
    }

    fn action(&self) -> Action {
        if self.unique || self.sort.is_some() {
            Action::Collect
        } else if self.count {
            Action::Count
        } else {
            self.context.map_or(Action::Print, Action::Context)
        }
    }

    fn threads(&self) -> usize {
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

    fn sources(&self) -> Sources {
        match self.paths().as_slice() {
            [path] if !path.is_dir() => Sources::One,
            _ => Sources::Many,
        }
    }

    fn paths(&self) -> Vec<PathBuf> {
        if !self.paths.is_empty() {
            self.paths.clone()
        } else if io::stdin().is_terminal() {
            vec![PathBuf::from(".")]
        } else {
            vec![PathBuf::from("-")]
        }
    }
}

/// What files consist of.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Plain text
    Text,
    /// HTML: what a reader sees, and the attributes that lead somewhere
    Html,
    /// Markdown: what a reader sees, and the destinations of links
    Markdown,
    /// By the extension of the file: html, md, jsonl, json, csv, tsv, adoc, rst, eml, mbox and the like; all others are text
    Auto,
    /// JSON, one document a line; each string is searched on its own
    Jsonl,
    /// JSON, one document a file
    Json,
    /// Comma-separated values, with titles in the first row
    Csv,
    /// The same with tabs
    Tsv,
    /// AsciiDoc, as text: `https://a.com[b]` is a link with a text
    Asciidoc,
    /// reStructuredText, as text
    Rst,
    /// Mail, as with `--mail`
    Mail,
}

/// What a flag of the command line means.
fn choose<T>(flag: bool, on: T, off: T) -> T {
    if flag { on } else { off }
}

pub(crate) fn run(arguments: &Arguments, out: &mut (impl Write + Send)) -> io::Result<Outcome> {
    let plan = match arguments.plan() {
        Ok(plan) => plan,
        Err(message) => {
            report(message);
            return Ok(Outcome::Trouble);
        }
    };
    if arguments.format == Style::Csv {
        writeln!(out, "{TITLES}")?;
    }
    let scheduler = Scheduler {
        plan: &plan,
        selection: &arguments.selection,
        sources: arguments.sources(),
        threads: arguments.threads(),
        progress: Progress::new(),
    };
    let total = scheduler.run(&arguments.paths(), out)?;
    if plan.action == Action::Collect {
        let collection = total.collection;
        collection.print(arguments.sort, arguments.count, out)?;
    }
    let outcome = match (total.errors.is_empty(), total.count) {
        (false, _) => Outcome::Trouble,
        (true, 0) => Outcome::Nothing,
        (true, _) => Outcome::Success,
    };
    // Results and messages often go to the same terminal: the messages come last, where they are seen.
    out.flush()?;
    for mut messages in [total.warnings, total.errors] {
        messages.sort_by_key(|(number, _)| *number);
        let more = messages.len().saturating_sub(MOST_MESSAGES);
        messages.truncate(MOST_MESSAGES);
        for (_, message) in messages {
            report(message);
        }
        if more > 0 {
            report(format!("{more} more messages like these"));
        }
    }
    match total.binary {
        0 => {}
        1 => report("skipped a file that looks binary; `--binary` searches such files"),
        count => report(format!(
            "skipped {count} files that look binary; `--binary` searches them"
        )),
    }
    Ok(outcome)
}
