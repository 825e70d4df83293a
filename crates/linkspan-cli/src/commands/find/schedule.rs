//! Parallel search of many sources, and the total of their results.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::buffer::Flush;
use super::collect::Collection;
use super::order::InOrder;
use super::plan::{Action, Plan, Sources};
use super::source::{self, SourceResult};
use crate::args::selection::{Binary, File, Selection};
use crate::input::Source;
use crate::out::progress::Progress;
use crate::out::terminal::file_name;

/// The maximum number of files waiting to be searched.
const MOST_WAITING: usize = 1024;

/// The total of all sources.
pub(crate) struct Total {
    pub(crate) count: usize,
    pub(crate) collection: Collection,
    /// Messages to the user, with the number of the source.
    pub(crate) warnings: Vec<(usize, String)>,
    pub(crate) errors: Vec<(usize, String)>,
    /// The number of files that were skipped because they look binary.
    pub(crate) binary: usize,
    /// The number of files that were skipped because they are compressed.
    pub(crate) compressed: usize,
    /// The number of sources.
    pub(crate) sources: usize,
}

impl Total {
    fn new(plan: &Plan) -> Self {
        Self {
            count: 0,
            collection: Collection::new(plan.repeats),
            warnings: Vec::new(),
            errors: Vec::new(),
            binary: 0,
            compressed: 0,
            sources: 0,
        }
    }

    /// Adds the result of a source. Sources may come in any order.
    fn add(&mut self, number: usize, result: SourceResult) {
        self.count += result.count;
        self.binary += usize::from(result.is_binary);
        self.compressed += usize::from(result.is_compressed && result.errors.is_empty());
        self.collection.extend(number, result.collected);
        let warnings = result.warnings.into_iter();
        self.warnings
            .extend(warnings.map(|message| (number, message)));
        let errors = result.errors.into_iter();
        self.errors.extend(errors.map(|message| (number, message)));
    }
}

/// Searches sources according to one plan, and writes the results in the order of the sources.
pub(crate) struct Scheduler<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) selection: &'a Selection,
    /// The number of sources searched at the same time.
    pub(crate) threads: usize,
    pub(crate) progress: Progress,
}

/// The state shared by the threads that search many sources.
struct Shared<W> {
    queue: Mutex<Receiver<(usize, File)>>,
    out: InOrder<W>,
    total: Mutex<Total>,
    /// Whether the reader of the output wants more.
    is_wanted: AtomicBool,
}

impl Scheduler<'_> {
    /// Searches the files and folders, or the one source.
    pub(crate) fn run(
        &self,
        paths: &[PathBuf],
        out: &mut (impl Write + Send),
    ) -> io::Result<Total> {
        let total = match (self.plan.sources, paths) {
            (Sources::One, [path]) => self.one(path, out),
            _ => self.many(paths, out),
        };
        self.progress.clear();
        total
    }

    /// Searches one source, and writes results as they are found.
    fn one(&self, path: &Path, out: &mut impl Write) -> io::Result<Total> {
        let mut written = Ok(());
        let result = self.source(path, Binary::Named, &mut |piece| {
            written = out.write_all(piece).and_then(|()| out.flush());
            piece.clear();
            written.is_ok()
        });
        written?;
        let mut total = Total::new(self.plan);
        total.add(0, result);
        total.sources = 1;
        Ok(total)
    }

    /// Searches many sources in parallel, and writes results in the order of the sources.
    fn many(&self, paths: &[PathBuf], out: &mut (impl Write + Send)) -> io::Result<Total> {
        let (send, queue) = mpsc::sync_channel(MOST_WAITING);
        let shared = Shared {
            queue: Mutex::new(queue),
            out: InOrder::new(out),
            total: Mutex::new(Total::new(self.plan)),
            is_wanted: AtomicBool::new(true),
        };
        let numbers = AtomicUsize::new(0);
        let walked = thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| self.work(&shared));
            }
            let walked = self.selection.walk(
                paths,
                |file| {
                    let number = numbers.fetch_add(1, Ordering::Relaxed);
                    let is_wanted =
                        shared.is_wanted.load(Ordering::Relaxed) && !self.plan.is_done();
                    send.send((number, file)).is_ok() && is_wanted
                },
                |error| {
                    let mut total = shared.total.lock().unwrap_or_else(PoisonError::into_inner);
                    total.errors.push((numbers.load(Ordering::Relaxed), error));
                },
            );
            // Once the sender is dropped, the threads end when the queue is empty.
            drop(send);
            walked
        });
        shared.out.finish()?;
        let total = shared.total.into_inner();
        let mut total = total.unwrap_or_else(PoisonError::into_inner);
        total.sources = numbers.load(Ordering::Relaxed);
        total
            .errors
            .extend(walked.err().map(|message| (0, message)));
        Ok(total)
    }

    /// Searches sources from the queue until there are no more.
    fn work<W: Write>(&self, shared: &Shared<W>) {
        let next = || {
            let queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
            queue.recv()
        };
        while let Ok((number, file)) = next() {
            let mut flush = |piece: &mut Vec<u8>| {
                let is_wanted = shared.out.put(number, std::mem::take(piece), false);
                shared.is_wanted.fetch_and(is_wanted, Ordering::Relaxed);
                is_wanted
            };
            if self.plan.is_done() {
                shared.out.put(number, Vec::new(), true);
                continue;
            }
            let result = self.source(&file.path, file.binary, &mut flush);
            shared.out.put(number, Vec::new(), true);
            let mut total = shared.total.lock().unwrap_or_else(PoisonError::into_inner);
            total.add(number, result);
        }
    }

    fn source(&self, path: &Path, binary: Binary, flush: &mut Flush) -> SourceResult {
        let source = Source::of(path);
        let mut result = source::search(self.plan, &source, binary, flush);
        // A source that could not be read at all has no count. A damaged source counts the links
        // found before the damage.
        let is_read = !result.is_unread || result.count > 0;
        if self.plan.action == Action::Count && is_read {
            let mut line = self.count_line(&source, result.count).into_bytes();
            if !line.is_empty() && !flush(&mut line) {
                result.count = 0;
            }
        }
        self.progress.done(result.count);
        result
    }

    /// The line with the number of links in a source. In folders, which can have many files without
    /// links, such files have no line.
    fn count_line(&self, source: &Source, count: usize) -> String {
        match (self.plan.sources, source) {
            (Sources::One, _) => format!("{count}\n"),
            (Sources::Many, Source::StandardInput) => format!("-:{count}\n"),
            (Sources::Many, Source::File(_)) if count == 0 => String::new(),
            (Sources::Many, Source::File(path)) => format!("{}:{count}\n", file_name(path)),
        }
    }
}
