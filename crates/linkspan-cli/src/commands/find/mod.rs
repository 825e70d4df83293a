//! `linkspan find`: the links in files, folders or standard input.

mod blocks;
mod collect;
mod files;
mod filter;
mod order;
mod print;
mod search;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::thread;

use clap::Args;
use linkspan::Detector;

use crate::args::options::{Options, ProfileName, Suffixes};
use crate::input::Source;
use crate::out::progress::Progress;
use crate::out::style::Look;
use crate::out::terminal::Policy;
use crate::out::{Outcome, report};
use collect::{Collection, Key};
use files::{File, Selection};
use filter::Wanted;
use order::InOrder;
use print::{Printer, Style, TITLES};
use search::{Searcher, Task};

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
Exit status: 0 if a link was found, 1 if none was, 2 if something could not be read.

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

    /// Read files as mail, messages or mailboxes (mbox): search the decoded texts and subjects. Lines
    /// and columns are those of the decoded text
    #[arg(long)]
    mail: bool,

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
    look: Look,

    #[command(flatten)]
    options: Options,

    #[command(flatten)]
    suffixes: Suffixes,
}

/// The most threads, whatever is asked for.
const MOST_THREADS: usize = 64;

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
            (self.sort.is_some() && self.count && !self.unique, "`--sort` goes with `--count` only if `--unique` is there too"),
            (self.sort == Some(Key::Count) && !self.unique, "`--sort count` needs `--unique`"),
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

    fn task(&self) -> Task {
        match () {
            () if self.unique || self.sort.is_some() => Task::Collect,
            () if self.count => Task::Count,
            () => self.context.map_or(Task::Print, Task::Context),
        }
    }

    fn searcher(&self) -> Result<Searcher, String> {
        if let Some(message) = self.conflict() {
            return Err(message.to_owned());
        }
        Ok(Searcher {
            detector: Detector::new(self.options.profile_or(ProfileName::Uts58)?),
            dns: self.options.dns(),
            filter: self.wanted.filter()?,
            printer: Printer {
                style: self.format,
                bare: self.no_line,
                paint: self.look.paint(),
                suffixes: self.suffixes.source()?,
            },
            task: self.task(),
            rejected: self.rejected,
            refang: self.refang,
            mail: self.mail,
            stream: self.stream,
            unique: self.unique,
            // If there are many files, they are searched at once instead.
            threads: match self.is_single() {
                true => self.threads(),
                false => 1,
            },
        })
    }

    fn threads(&self) -> usize {
        let available = || thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads
            .unwrap_or_else(available)
            .clamp(1, MOST_THREADS)
    }

    /// Whether there is one source only.
    fn is_single(&self) -> bool {
        matches!(self.paths().as_slice(), [path] if !path.is_dir())
    }

    fn paths(&self) -> Vec<PathBuf> {
        match self.paths.is_empty() {
            true if io::stdin().is_terminal() => vec![PathBuf::from(".")],
            true => vec![PathBuf::from("-")],
            false => self.paths.clone(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut (impl Write + Send)) -> io::Result<Outcome> {
    let searcher = match arguments.searcher() {
        Ok(searcher) => searcher,
        Err(message) => {
            report(message);
            return Ok(Outcome::Trouble);
        }
    };
    if arguments.format == Style::Csv {
        writeln!(out, "{TITLES}")?;
    }
    let paths = arguments.paths();
    let progress = Progress::new();
    let search = Search {
        searcher: &searcher,
        arguments,
        progress: &progress,
        // One file needs no name before its count.
        is_single: arguments.is_single(),
    };
    let total = match paths.as_slice() {
        [path] if search.is_single => search.one(path, out)?,
        _ => search.many(&paths, out)?,
    };
    progress.clear();
    if searcher.task == Task::Collect {
        total
            .collection
            .print(arguments.sort, arguments.count, out)?;
    }
    // Nothing is reported before everything is searched.
    out.flush()?;
    for mut messages in [total.warnings, total.errors.clone()] {
        messages.sort();
        for (_, message) in messages {
            report(message);
        }
    }
    Ok(match (total.errors.is_empty(), total.count) {
        (false, _) => Outcome::Trouble,
        (true, 0) => Outcome::Nothing,
        (true, _) => Outcome::Success,
    })
}

/// What was found in all sources.
#[derive(Default)]
struct Total {
    count: usize,
    collection: Collection,
    /// What to tell the user, with the number of the source.
    warnings: Vec<(usize, String)>,
    errors: Vec<(usize, String)>,
}

impl Total {
    fn add(&mut self, job: usize, outcome: search::Outcome) {
        self.count += outcome.count;
        self.collection.extend(job, outcome.kept);
        let warnings = outcome.warnings.into_iter();
        self.warnings.extend(warnings.map(|message| (job, message)));
        self.errors
            .extend(outcome.error.map(|message| (job, message)));
    }
}

struct Search<'a> {
    searcher: &'a Searcher,
    arguments: &'a Arguments,
    progress: &'a Progress,
    is_single: bool,
}

impl Search<'_> {
    fn total(&self) -> Total {
        Total {
            collection: Collection::new(self.arguments.unique),
            ..Total::default()
        }
    }

    /// Searches one source, and writes as it goes.
    fn one(&self, path: &Path, out: &mut impl Write) -> io::Result<Total> {
        let mut result = Ok(());
        let outcome = self.source(path, true, &mut |piece| {
            result = out.write_all(piece).and_then(|()| out.flush());
            piece.clear();
            result.is_ok()
        });
        result?;
        let mut total = self.total();
        total.add(0, outcome);
        Ok(total)
    }

    fn source(&self, path: &Path, named: bool, flush: &mut search::Flush) -> search::Outcome {
        let source = Source::of(path);
        let skip_binary = !named && !self.arguments.selection.binary;
        let mut outcome = self.searcher.search(&source, skip_binary, flush);
        if self.searcher.task == Task::Count && outcome.error.is_none() {
            let mut line = match &source {
                Source::File(path) if !self.is_single && outcome.count > 0 => {
                    format!(
                        "{}:{}\n",
                        crate::out::terminal::file_name(path),
                        outcome.count
                    )
                }
                _ if self.is_single => format!("{}\n", outcome.count),
                Source::StandardInput => format!("-:{}\n", outcome.count),
                Source::File(_) => String::new(),
            }
            .into_bytes();
            if !line.is_empty() && !flush(&mut line) {
                outcome.count = 0;
            }
        }
        self.progress.done(outcome.count);
        outcome
    }

    /// Searches many sources at once, and writes in their order.
    fn many(&self, paths: &[PathBuf], out: &mut (impl Write + Send)) -> io::Result<Total> {
        let total = Mutex::new(self.total());
        let in_order = InOrder::new(out);
        let (send, receive) = mpsc::sync_channel::<(usize, File)>(1024);
        let receive = Mutex::new(receive);
        let wanted = AtomicBool::new(true);
        let jobs = AtomicUsize::new(0);
        let work = || {
            loop {
                let next = receive
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .recv();
                let Ok((job, file)) = next else {
                    break;
                };
                let mut flush = |piece: &mut Vec<u8>| {
                    let goes_on = in_order.put(job, std::mem::take(piece), false);
                    wanted.fetch_and(goes_on, Ordering::Relaxed);
                    goes_on
                };
                let outcome = self.source(&file.path, file.named, &mut flush);
                in_order.put(job, Vec::new(), true);
                total
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .add(job, outcome);
            }
        };
        let walked = thread::scope(|scope| {
            for _ in 0..self.arguments.threads() {
                scope.spawn(work);
            }
            let walked = self.arguments.selection.walk(
                paths,
                |file| {
                    let job = jobs.fetch_add(1, Ordering::Relaxed);
                    send.send((job, file)).is_ok() && wanted.load(Ordering::Relaxed)
                },
                |error| {
                    let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
                    total.errors.push((jobs.load(Ordering::Relaxed), error));
                },
            );
            drop(send);
            walked
        });
        in_order.finish()?;
        let mut total = total.into_inner().unwrap_or_else(PoisonError::into_inner);
        total
            .errors
            .extend(walked.err().map(|message| (0, message)));
        Ok(total)
    }
}
