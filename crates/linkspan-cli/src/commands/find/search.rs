//! Searching one source.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};

use linkspan::defang::Refanged;
use linkspan::offset::Position;
use linkspan::stream::{LONGEST_RUN, Piece};
use linkspan::{Detector, Finding};

use super::collect::Collection;
use super::filter::Filter;
use super::print::{Printer, Style};
use crate::args::dns::Learner;
use crate::args::options::Dns;
use crate::input::{Source, mail, pieces};
use crate::out::record::{Found, Origin, What};
use crate::out::terminal::{file_name, one_text_line};

/// What to do with what is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// Print it.
    Print,
    /// Print it with so many lines around it.
    Context(usize),
    /// Count it.
    Count,
    /// Keep it, to be sorted or counted over all sources.
    Collect,
}

/// How to search sources.
pub(crate) struct Searcher {
    pub(crate) detector: Detector,
    pub(crate) dns: Option<Dns>,
    pub(crate) filter: Filter,
    pub(crate) printer: Printer,
    pub(crate) task: Task,
    pub(crate) rejected: bool,
    pub(crate) refang: bool,
    pub(crate) mail: bool,
    pub(crate) stream: bool,
    pub(crate) unique: bool,
    /// How many threads may search one file.
    pub(crate) threads: usize,
}

/// A link that was kept, as it will be printed.
pub(crate) struct Kept {
    pub(crate) href: String,
    pub(crate) text: String,
    pub(crate) host: String,
    pub(crate) printed: Vec<u8>,
}

/// What became of a source.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) count: usize,
    pub(crate) kept: Collection,
    /// What to tell the user.
    pub(crate) warnings: Vec<String>,
    /// What went wrong.
    pub(crate) error: Option<String>,
}

/// Takes output when there is enough of it; says whether more is wanted.
pub(crate) type Flush<'f> = dyn FnMut(&mut Vec<u8>) -> bool + 'f;

impl Searcher {
    /// Searches a source. `skip_binary` leaves out what looks binary.
    pub(crate) fn search(&self, source: &Source, skip_binary: bool, flush: &mut Flush) -> Outcome {
        let origin = Origin {
            name: source.to_string(),
            shown: match source {
                Source::StandardInput => None,
                Source::File(path) => Some(file_name(path)),
            },
            part: None,
        };
        let name = origin
            .shown
            .clone()
            .unwrap_or_else(|| "standard input".to_owned());
        // Whoever waits for standard input gets results as soon as they are there.
        let enough = match source {
            Source::File(_) if !self.stream => 1 << 16,
            _ => 1,
        };
        let mut job = Job::new(self, origin, Position::default(), enough, flush);
        let result = match source {
            Source::StandardInput => job.read(io::stdin().lock(), skip_binary),
            Source::File(path) => fs::File::open(path).and_then(|file| {
                match !skip_binary && self.wants_blocks(&file) {
                    true => job.blocks(file),
                    false => job.read(file, skip_binary),
                }
            }),
        };
        job.finish(&name);
        let mut outcome = job.outcome;
        if let Err(error) = result {
            outcome.error = Some(format!("cannot read {name}: {error}"));
        }
        outcome
    }
}

/// The search of one source.
pub(crate) struct Job<'s, 'f, 'g> {
    pub(crate) searcher: &'s Searcher,
    learner: Option<Learner<'s>>,
    pub(crate) origin: Origin,
    pub(crate) out: Vec<u8>,
    flush: &'f mut Flush<'g>,
    /// The place that has been reached.
    pub(crate) place: Position,
    pub(crate) outcome: Outcome,
    pub(crate) trouble: Trouble,
    /// Whether a run that is too long goes on.
    in_too_long: bool,
    /// Whether anybody wants more output.
    pub(crate) goes_on: bool,
    /// How much output is worth handing over.
    pub(crate) enough: usize,
}

/// What could not be searched.
#[derive(Clone, Copy, Default)]
pub(crate) struct Trouble {
    /// How often bytes are not UTF-8, and where first.
    invalid: Option<(usize, Position)>,
    /// How many runs are too long, and where the first starts.
    too_long: Option<(usize, Position)>,
}

impl Trouble {
    /// Adds what could not be searched later in the same source.
    pub(crate) fn extend(&mut self, later: &Self) {
        for (all, more) in [
            (&mut self.invalid, later.invalid),
            (&mut self.too_long, later.too_long),
        ] {
            if let Some((count, first)) = more {
                all.get_or_insert((0, first)).0 += count;
            }
        }
    }
}

/// The place behind bytes at `place` that are no text: they count as one character.
pub(crate) fn skipped(mut place: Position, bytes: &[u8]) -> Position {
    if !bytes.is_empty() {
        place.byte += bytes.len();
        place.char += 1;
        place.utf16 += 1;
        place.column += 1;
        place.column_utf16 += 1;
    }
    place
}

impl<'s, 'f, 'g> Job<'s, 'f, 'g> {
    pub(crate) fn new(
        searcher: &'s Searcher,
        origin: Origin,
        place: Position,
        enough: usize,
        flush: &'f mut Flush<'g>,
    ) -> Self {
        let dns = searcher.dns.as_ref();
        Self {
            searcher,
            learner: dns.map(|dns| Learner::new(&searcher.detector, dns)),
            origin,
            out: Vec::new(),
            flush,
            place,
            outcome: Outcome {
                kept: Collection::new(searcher.unique),
                ..Outcome::default()
            },
            trouble: Trouble::default(),
            in_too_long: false,
            goes_on: true,
            enough,
        }
    }
}

impl Job<'_, '_, '_> {
    fn read(&mut self, mut source: impl Read, skip_binary: bool) -> io::Result<()> {
        let mut start = Vec::new();
        if skip_binary {
            source.by_ref().take(8192).read_to_end(&mut start)?;
            if start.contains(&0) {
                return Ok(());
            }
        }
        let source = start.as_slice().chain(source);
        match self.searcher.task {
            _ if self.searcher.mail => self.mail(source),
            Task::Context(lines) => self.lines(source, lines),
            _ => self.pieces(source),
        }
    }

    pub(crate) fn pieces(&mut self, source: impl Read) -> io::Result<()> {
        pieces::each(source, |piece| {
            match piece {
                Some(piece) => self.piece(piece)?,
                None => self.flush(self.enough),
            }
            Ok(self.goes_on)
        })?
    }

    /// Searches bytes that are all there, with the same limit for runs.
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() <= LONGEST_RUN {
            return self.block(bytes);
        }
        pieces::each(bytes, |piece| {
            piece.map_or(Ok(()), |piece| self.piece(piece))?;
            Ok(true)
        })?
    }

    fn piece(&mut self, piece: Piece<'_>) -> io::Result<()> {
        match piece {
            Piece::Whole(bytes) => self.block(bytes),
            Piece::TooLong { bytes, ends } => {
                if !self.in_too_long {
                    let (count, _) = self.trouble.too_long.get_or_insert((0, self.place));
                    *count += 1;
                }
                self.in_too_long = !ends;
                self.pass(bytes)
            }
        }
    }

    /// Moves over bytes that are not searched.
    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        for chunk in bytes.utf8_chunks() {
            self.rest(chunk.valid())?;
            self.skip(chunk.invalid())?;
        }
        Ok(())
    }

    /// Searches a block of bytes.
    pub(crate) fn block(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Ok(text) = simdutf8::basic::from_utf8(bytes) {
            return self.text(text);
        }
        for chunk in bytes.utf8_chunks() {
            self.text(chunk.valid())?;
            if !chunk.invalid().is_empty() {
                let (count, _) = self.trouble.invalid.get_or_insert((0, self.place));
                *count += 1;
                self.skip(chunk.invalid())?;
            }
        }
        Ok(())
    }

    /// Moves over bytes that are no text; they count as one character.
    fn skip(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.place = skipped(self.place, bytes);
        if self.marks() {
            self.out.extend_from_slice(bytes);
        }
        Ok(())
    }

    /// Moves over text without links.
    fn rest(&mut self, text: &str) -> io::Result<()> {
        self.place = self.place.after(text);
        self.mark(text)
    }

    fn marks(&self) -> bool {
        self.searcher.printer.style == Style::Marked && self.searcher.task == Task::Print
    }

    /// Writes text in the style that shows the whole source.
    fn mark(&mut self, text: &str) -> io::Result<()> {
        if !self.marks() {
            return Ok(());
        }
        self.out.write_all(text.as_bytes())
    }

    /// Searches text.
    fn text(&mut self, text: &str) -> io::Result<()> {
        let searcher = self.searcher;
        let refanged = searcher.refang.then(|| Refanged::new(text));
        let searched = refanged.as_ref().map_or(text, Refanged::as_str);
        let detector = match &mut self.learner {
            None => Cow::Borrowed(&searcher.detector),
            Some(learner) => match learner.informed(&[searched]) {
                Ok(detector) => Cow::Owned(detector.clone()),
                Err(message) => return Err(io::Error::other(message)),
            },
        };
        if searcher.task == Task::Count && !searcher.rejected {
            let links = detector.links(searched);
            self.outcome.count += match searcher.filter.is_open() {
                true => links.count(),
                false => links.filter(|link| searcher.filter.wants(link)).count(),
            };
            return Ok(());
        }
        let original = |range| match &refanged {
            Some(refanged) => refanged.original(range),
            None => range,
        };
        let findings: Box<dyn Iterator<Item = Finding>> = match searcher.rejected {
            true => Box::new(detector.judged(searched)),
            false => Box::new(detector.links(searched).map(Finding::Link)),
        };
        let mut done = 0;
        // A place on the way from there to the next link, so that no text is counted twice.
        let mut seen = (0, self.place);
        for finding in findings {
            match finding {
                Finding::Link(link) if searcher.filter.wants(&link) => {
                    let range = original(link.range());
                    self.rest(text.get(done..range.start).unwrap_or_default())?;
                    done = range.end;
                    let typed = text.get(range).unwrap_or_default();
                    self.found(typed, What::Link(&link), true)?;
                }
                Finding::Link(_) => {}
                Finding::Rejected(rejected) => {
                    let range = original(rejected.range());
                    let at = self.place;
                    if !(done..=range.start).contains(&seen.0) {
                        seen = (done, at);
                    }
                    let between = text.get(seen.0..range.start).unwrap_or_default();
                    seen = (range.start, seen.1.after(between));
                    self.place = seen.1;
                    let typed = text.get(range).unwrap_or_default();
                    self.found(typed, What::Rejected(rejected.reason()), false)?;
                    self.place = at;
                }
            }
        }
        self.rest(text.get(done..).unwrap_or_default())
    }

    /// Does the task with what was found at the place that has been reached.
    fn found(&mut self, typed: &str, what: What<'_, '_>, is_link: bool) -> io::Result<()> {
        let start = self.place;
        let end = start.after(typed);
        self.place = end;
        self.outcome.count += usize::from(is_link);
        if self.marks() {
            return match is_link {
                true => self.mark(&format!("⸠{typed}⸡")),
                false => Ok(()),
            };
        }
        let found = Found {
            origin: &self.origin,
            start,
            end,
            typed,
            what,
        };
        let printer = &self.searcher.printer;
        match (self.searcher.task, &found.what) {
            (Task::Count, _) => Ok(()),
            (Task::Collect, What::Link(link)) => {
                let href = link.href();
                if self.outcome.kept.count_again(&href) {
                    return Ok(());
                }
                let mut printed = Vec::new();
                printer.print(&found, &mut printed)?;
                let kept = Kept {
                    href,
                    text: typed.to_owned(),
                    host: link.host_ascii().unwrap_or_default(),
                    printed,
                };
                self.outcome.kept.add(0, kept);
                Ok(())
            }
            _ => printer.print(&found, &mut self.out),
        }
    }

    /// Searches line by line and prints lines around links.
    fn lines(&mut self, source: impl Read, around: usize) -> io::Result<()> {
        let mut input = BufReader::new(source);
        let mut before: VecDeque<(usize, String)> = VecDeque::new();
        let mut after = 0;
        let mut last_printed = None;
        let mut bytes = Vec::new();
        while self.goes_on && input.read_until(b'\n', &mut bytes)? > 0 {
            let number = self.place.line;
            let count = self.outcome.count;
            let content = String::from_utf8_lossy(&bytes);
            let content = one_text_line(content.trim_end_matches(['\n', '\r']));
            let earlier = std::mem::take(&mut self.out);
            self.bytes(&bytes)?;
            let hits = std::mem::replace(&mut self.out, earlier);
            if self.outcome.count > count || !hits.is_empty() {
                let first = before.front().map_or(number, |(line, _)| *line);
                if last_printed.is_some_and(|last| first > last + 1) {
                    self.out.extend_from_slice(b"--\n");
                }
                for (line, text) in before.drain(..) {
                    self.context(line, '-', &text)?;
                }
                self.context(number, ':', &content)?;
                self.out.extend_from_slice(&hits);
                (after, last_printed) = (around, Some(number));
            } else if after > 0 {
                self.context(number, '-', &content)?;
                (after, last_printed) = (after - 1, Some(number));
            } else {
                before.push_back((number, content));
                if before.len() > around {
                    before.pop_front();
                }
            }
            bytes.clear();
            self.flush(self.enough);
        }
        Ok(())
    }

    fn context(&mut self, line: usize, separator: char, text: &str) -> io::Result<()> {
        let printer = &self.searcher.printer;
        printer.place(&self.origin, line, separator, &mut self.out)?;
        writeln!(self.out, " {text}")
    }

    fn mail(&mut self, source: impl Read) -> io::Result<()> {
        mail::texts(BufReader::new(source), |text| {
            self.origin.part = Some((text.message, text.part));
            self.place = Position::default();
            self.bytes(text.text.as_bytes())?;
            self.flush(self.enough);
            Ok(self.goes_on)
        })
    }

    /// Hands over the output if there is enough of it.
    pub(crate) fn flush(&mut self, enough: usize) {
        if self.out.len() >= enough {
            self.goes_on &= (self.flush)(&mut self.out);
        }
    }

    fn finish(&mut self, name: &str) {
        self.flush(1);
        if let Some((count, at)) = self.trouble.invalid {
            let places = if count == 1 { "place" } else { "places" };
            // Counting does not keep track of places.
            let first = match self.searcher.task {
                Task::Count => String::new(),
                _ => format!(", first at {}:{}", at.line, at.column),
            };
            self.outcome.warnings.push(format!(
                "{name}: not UTF-8 in {count} {places}{first}; read as a break between words"
            ));
        }
        if let Some((count, at)) = self.trouble.too_long {
            let first = match self.searcher.task {
                Task::Count => String::new(),
                _ => format!(", first at {}:{}", at.line, at.column),
            };
            self.outcome.warnings.push(format!(
                "{name}: run-too-long: {count} run(s) of more than {LONGEST_RUN} bytes without a break{first}; not searched"
            ));
        }
    }
}
