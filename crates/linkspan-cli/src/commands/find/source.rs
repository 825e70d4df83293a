//! The search of one source: how it is read, and what state that needs.

use std::borrow::Cow;
use std::fs;
use std::io::{self, BufReader, Read, Write};

use linkspan::Detector;
use linkspan::offset::Position;
use linkspan::stream::{LONGEST_RUN, Piece};

use super::buffer::{Buffer, Flush};
use super::collect::Collection;
use super::files::Binary;
use super::place::{Unsearched, after_invalid};
use super::plan::{Action, Content, Delivery, Plan};
use crate::args::dns::Learner;
use crate::input::{Source, mail, pieces};
use crate::out::record::Origin;
use crate::out::terminal::file_name;

/// How much output of a file is worth handing over.
const ENOUGH: usize = 1 << 16;

/// What was found in a source.
#[derive(Default)]
pub(crate) struct SourceResult {
    pub(crate) count: usize,
    pub(crate) collected: Collection,
    /// What to tell the user.
    pub(crate) warnings: Vec<String>,
    /// Why the source was not read to its end.
    pub(crate) error: Option<String>,
}

/// Searches a source as the plan says.
pub(crate) fn search(
    plan: &Plan,
    source: &Source,
    binary: Binary,
    flush: &mut Flush,
) -> SourceResult {
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
    let enough = match (source, plan.delivery) {
        (Source::File(_), Delivery::Buffered) => ENOUGH,
        // A program may wait for the results before it writes more input.
        (Source::File(_), Delivery::AtOnce) | (Source::StandardInput, _) => 1,
    };
    let out = Buffer::new(enough, flush);
    let mut search = SourceSearch::new(plan, origin, Position::default(), out);
    let read = match source {
        Source::StandardInput => search.read(io::stdin().lock(), binary),
        Source::File(path) => fs::File::open(path).and_then(|file| search.read_file(file, binary)),
    };
    search.out.finish();
    let mut result = search.result;
    result.warnings = search.unsearched.warnings(&name, plan.action);
    result.error = read
        .err()
        .map(|error| format!("cannot read {name}: {error}"));
    result
}

/// The search of one source, or of a block of one: how far it is, and what it has found.
pub(crate) struct SourceSearch<'p, 'f, 'g> {
    pub(crate) plan: &'p Plan,
    learner: Option<Learner<'p>>,
    pub(crate) origin: Origin,
    pub(crate) out: Buffer<'f, 'g>,
    /// The place that has been reached.
    pub(crate) place: Position,
    pub(crate) result: SourceResult,
    pub(crate) unsearched: Unsearched,
    /// Whether the next piece continues a run that is too long.
    in_long_run: bool,
}

impl<'p, 'f, 'g> SourceSearch<'p, 'f, 'g> {
    pub(crate) fn new(
        plan: &'p Plan,
        origin: Origin,
        place: Position,
        out: Buffer<'f, 'g>,
    ) -> Self {
        let dns = plan.dns.as_ref();
        Self {
            plan,
            learner: dns.map(|dns| Learner::new(&plan.detector, dns)),
            origin,
            out,
            place,
            result: SourceResult {
                collected: Collection::new(plan.repeats),
                ..SourceResult::default()
            },
            unsearched: Unsearched::default(),
            in_long_run: false,
        }
    }

    /// The detector to search `text` with. With DNS, it knows the top-level domains of the text.
    pub(crate) fn detector(&mut self, text: &str) -> io::Result<Cow<'p, Detector>> {
        match &mut self.learner {
            None => Ok(Cow::Borrowed(&self.plan.detector)),
            Some(learner) => match learner.informed(&[text]) {
                Ok(detector) => Ok(Cow::Owned(detector.clone())),
                Err(message) => Err(io::Error::other(message)),
            },
        }
    }
}

impl SourceSearch<'_, '_, '_> {
    fn read_file(&mut self, file: fs::File, binary: Binary) -> io::Result<()> {
        // Blocks are searched before it is known whether the file looks binary.
        if binary == Binary::Searched && self.plan.wants_blocks(&file) {
            self.blocks(file)
        } else {
            self.read(file, binary)
        }
    }

    /// Searches a source from start to end.
    fn read(&mut self, mut source: impl Read, binary: Binary) -> io::Result<()> {
        let mut start = Vec::new();
        if binary == Binary::Skipped {
            source.by_ref().take(8192).read_to_end(&mut start)?;
            // No text has a null byte; this is how `grep` and `git` tell, too.
            if start.contains(&0) {
                return Ok(());
            }
        }
        let source = start.as_slice().chain(source);
        match (self.plan.content, self.plan.action) {
            (Content::Mail, _) => self.mail(source),
            (Content::Text, Action::Context(around)) => self.lines(source, around),
            (Content::Text, _) => self.pieces(source),
        }
    }

    /// Searches a source of any size.
    pub(crate) fn pieces(&mut self, source: impl Read) -> io::Result<()> {
        pieces::each(source, |piece| {
            match piece {
                Some(piece) => self.piece(piece)?,
                None => self.out.hand_over(),
            }
            Ok(self.out.is_wanted())
        })?
    }

    /// Searches the texts of messages. Places are those of the decoded text.
    fn mail(&mut self, source: impl Read) -> io::Result<()> {
        mail::texts(BufReader::new(source), |text| {
            self.origin.part = Some((text.message, text.part));
            self.place = Position::default();
            self.bytes(text.text.as_bytes())?;
            self.out.hand_over();
            Ok(self.out.is_wanted())
        })
    }

    /// Searches bytes that are all in memory, with the same limit for runs as elsewhere.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() <= LONGEST_RUN {
            return self.whole(bytes);
        }
        pieces::each(bytes, |piece| {
            piece.map_or(Ok(()), |piece| self.piece(piece))?;
            Ok(true)
        })?
    }

    fn piece(&mut self, piece: Piece<'_>) -> io::Result<()> {
        match piece {
            Piece::Whole(bytes) => self.whole(bytes),
            Piece::TooLong { bytes, ends } => {
                if !self.in_long_run {
                    self.unsearched.long_runs.add(self.place);
                }
                self.in_long_run = !ends;
                for chunk in bytes.utf8_chunks() {
                    self.pass(chunk.valid())?;
                    self.pass_invalid(chunk.invalid())?;
                }
                Ok(())
            }
        }
    }

    /// Searches bytes in which no run is cut.
    pub(crate) fn whole(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Ok(text) = simdutf8::basic::from_utf8(bytes) {
            return self.text(text);
        }
        for chunk in bytes.utf8_chunks() {
            self.text(chunk.valid())?;
            if !chunk.invalid().is_empty() {
                self.unsearched.invalid.add(self.place);
                self.pass_invalid(chunk.invalid())?;
            }
        }
        Ok(())
    }

    /// Moves over text that is not a link.
    pub(crate) fn pass(&mut self, text: &str) -> io::Result<()> {
        self.place = self.place.after(text);
        if self.plan.prints_all_text() {
            self.out.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Moves over bytes that are not UTF-8.
    fn pass_invalid(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.place = after_invalid(self.place, bytes);
        if self.plan.prints_all_text() {
            self.out.write_all(bytes)?;
        }
        Ok(())
    }
}
